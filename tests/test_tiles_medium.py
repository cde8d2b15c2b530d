"""The computer player with tiles: simple turns, and always legal ones."""

import random

import pytest
from msgspec.structs import replace
from test_rummikub_random import VARIED
from tiled import OFFICIAL, laid, shuffled, to

from peer.bots.medium import Medium
from shared.actions import Action, Draw, Pass
from shared.rulesets.rummikub import Rummikub
from shared.rulesets.rummikub_state import State


def chosen(state: State, game: Rummikub = OFFICIAL) -> Action:
    return Medium().choose(game.view(state, state.turn), ())


def test_it_lays_sets_and_adds_tiles() -> None:
    state = laid(["4r 5r 6r 4b 9k", "9o"], "1b 2b 3b")
    assert chosen(state) == to("1b 2b 3b 4b", "4r 5r 6r")


def test_it_draws_or_passes_when_it_can_do_nothing() -> None:
    assert chosen(laid(["4r 9k", "9o"])) == Draw("stock")
    assert chosen(laid(["4r 9k", "9o"], pool=0)) == Pass()


def test_it_opens_as_soon_as_it_can() -> None:
    state = laid(["8r 8b 8k 1o 2o 3o 9k", "9o"], "4r 5r 6r", opened=[])
    assert chosen(state) == to("4r 5r 6r", "8r 8b 8k", "1o 2o 3o")
    assert chosen(laid(["9r 8b 8k", "9o"], opened=[])) == Draw("stock")


def test_it_keeps_a_joker_that_it_need_not_play() -> None:
    assert chosen(laid(["J 9k", "9o"], "4r 5r 6r")) == Draw("stock")
    assert chosen(laid(["J", "9o"], "4r 5r 6r")) == to("4r 5r 6r J")
    must = replace(OFFICIAL, preset="mine", voluntary_draw=False)
    assert chosen(laid(["J 9k", "9o"], "4r 5r 6r"), must) == to("4r 5r 6r J")


@pytest.mark.parametrize("game", VARIED, ids=lambda game: game.preset)
def test_whole_hands_are_played(game: Rummikub) -> None:
    for seed in range(4):
        state = shuffled(random.Random(seed), game, 2 + seed % 3)
        while state.result is None:
            state, _ = game.apply(state, state.turn, chosen(state, game))


def test_it_gets_rid_of_most_tiles() -> None:
    left = []
    for seed in range(20):
        state = shuffled(random.Random(seed), OFFICIAL, 4)
        while state.result is None:
            state, _ = OFFICIAL.apply(state, state.turn, chosen(state))
        left.append(min(map(len, state.racks)))
    assert max(left) <= 10
    assert 0 in left
