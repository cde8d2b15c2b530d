"""Gin against OpenSpiel, move by move; ``make oracle`` plays for longer."""

import random
from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest
from conftest import refuse
from ginhands import SPIEL, knock
from msgspec.structs import replace
from spiel import DRAW, KNOCK, PASS, Duel

from shared.cards import INDEX
from shared.errors import IllegalAction

try:
    import pyspiel
except ImportError:
    pyspiel = None

HANDS = 2000


@pytest.fixture(autouse=True)
def installed() -> None:
    if pyspiel is None:
        refuse("OpenSpiel is missing; pip install open-spiel brings it")


def test_openspiel_plays_the_same_game() -> None:
    game = pyspiel.load_game("gin_rummy")
    parameters = game.get_parameters()
    bots = [pyspiel.make_simple_gin_rummy_bot(parameters, seat) for seat in (0, 1)]
    ended, moves, allowed = Counter[str](), 0, Counter[str]()
    for seed in range(HANDS):
        for bot in bots:
            bot.restart()
        by_bots = bots if seed % 4 == 0 else None
        duel = Duel(game, SPIEL, random.Random(seed), by_bots)
        duel.play()
        moves += duel.moves
        allowed += duel.allowed
        ended[duel.ours.result.reason] += 1  # type: ignore[union-attr]
    assert moves > 50 * HANDS
    assert {"gin", "knock", "undercut", "dead", "looped"} <= ended.keys()
    assert sum(allowed.values()) < moves / 5000


def test_openspiel_plays_the_same_oklahoma() -> None:
    game = pyspiel.load_game("gin_rummy", {"oklahoma": True})
    rules = replace(SPIEL, oklahoma=True, oklahoma_ace="gin_only")
    limits = set()
    for seed in range(200):
        duel = Duel(game, rules, random.Random(seed))
        duel.play()
        limits.add(duel.ours.limit)
        assert duel.theirs.knock_card() == duel.ours.limit
    assert limits == {0, *range(2, 11)}


def scripted(ten: str, drawn: str, other: str, moves: Iterable[int]) -> Duel:
    """Seat 0 draws a card after both have passed; then come ``moves``."""
    named = [INDEX[card] for card in f"{ten} {other} 8D {drawn}".split()]
    rest = [card for card in range(52) if card not in named]
    game = pyspiel.load_game("gin_rummy")
    duel = Duel(game, SPIEL, random.Random(1), order=named + rest)
    script = iter([PASS, PASS, DRAW, *moves])
    duel.choose = lambda _: next(script)  # type: ignore[method-assign]
    for _ in range(3):
        duel.draw()
    return duel


def test_a_knock_that_openspiel_misses() -> None:
    other = "KS QS JS 9S 8S KD QD JC 9C 7D"
    duel = scripted("AS 4S 5S 6S 4C 5C 6C 2D 4D 3H", "6H", other, [INDEX["AS"]])
    assert KNOCK not in duel.theirs.legal_actions()
    duel.end_turn()
    assert duel.allowed == {"knock": 1}


def test_a_lay_off_that_openspiel_misses() -> None:
    other = "TS JS QS 4D 5H 6H 8C 9D KH AC"
    moves = [KNOCK, INDEX["TS"], INDEX["JS"], PASS]
    duel = scripted("7S 8S 9S JH JD JC 4S 4H 4C KS", "2H", other, moves)
    melds = knock("KS", "4S 4H 4C", "JH JD JC", "7S 8S 9S")
    duel.rng.choice = lambda _: melds  # type: ignore[method-assign,assignment]
    duel.end_turn()
    for _ in range(3):
        duel.lay_off()
    assert duel.allowed == {"layoff": 1}
    duel.compare_scores()


def test_a_difference_of_any_other_kind_is_found() -> None:
    game = pyspiel.load_game("gin_rummy")
    others: list[Any] = [
        {"knock_limit": 9},
        {"redraw_discard_forbidden": True, "max_returned": None},
        {"fiftieth_card_rule": False},
        {"max_returned": None},
        {"max_upcard_draws": 10},
    ]
    for options in others:
        rules = replace(SPIEL, **options)
        with pytest.raises((AssertionError, KeyError, IllegalAction)):
            for seed in range(1000):
                Duel(game, rules, random.Random(seed)).play()
