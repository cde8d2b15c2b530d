"""Basic Rummy: what holds in every hand, whatever the options and the play."""

import hashlib
import random
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from dealt import cards, encoded
from hypothesis import given, settings
from hypothesis import strategies as st
from judge import whole_deck
from variety import GAMES, any_game, shuffled, states_of, tables

from shared.actions import Action, Draw
from shared.rulesets.basic import PRESETS, Basic
from shared.rulesets.basic_state import State

seeds = st.integers(0, 1 << 32)
choices = st.lists(st.integers(0, 1 << 16), max_size=150)
games = st.one_of(
    st.sampled_from(list(GAMES.values())),
    seeds.map(lambda seed: any_game(random.Random(seed))),
)


@given(game=games, seed=seeds, choices=choices)
@settings(max_examples=60)
def test_whatever_is_played_no_card_is_lost(
    game: Basic, seed: int, choices: list[int]
) -> None:
    rng = random.Random(seed)
    state = game.deal(rng.choice(game.seats), shuffled(game, rng), 0)
    deck = sorted(whole_deck(game))
    for choice in choices:
        if state.result is not None:
            break
        actions = list(game.legal(state, state.turn))
        old, before = state, encoded(state)
        state, events = game.apply(state, state.turn, actions[choice % len(actions)])
        assert encoded(old) == before
        assert events
        assert msgspec.json.decode(encoded(state), type=State) == state
        assert cards(state) == deck
        assert all(state.hands) or state.result is not None


@given(game=games, seed=seeds, choices=choices)
@settings(max_examples=40)
def test_the_same_deck_and_actions_give_the_same_hand(
    game: Basic, seed: int, choices: list[int]
) -> None:
    rng = random.Random(seed)
    players, deck = rng.choice(game.seats), shuffled(game, rng)
    state, actions = game.deal(players, deck, 0), list[Action]()
    for choice in choices:
        if state.result is None:
            legal = list(game.legal(state, state.turn))
            actions.append(legal[choice % len(legal)])
            state, _ = game.apply(state, state.turn, actions[-1])
    again = game.deal(players, deck, 0)
    for action in actions:
        again, _ = game.apply(again, again.turn, action)
    assert encoded(again) == encoded(state)


def longest(game: Basic, players: int) -> int:
    """More actions than any hand can have: somebody lays, or the turn is idle."""
    lays = game.deck + 1
    turns = lays * game.max_idle_turns
    asked, moved = players * game.call_rummy, game.deck * game.rearrange_melds
    return turns * (2 + asked + moved) + 2 * lays


def length(game: Basic, players: int, rng: random.Random, lazy: bool) -> int:
    """How many actions a hand takes; the lazy take upcards and lay nothing."""
    state = game.deal(players, shuffled(game, rng), 0)
    actions = 0
    while state.result is None:
        legal = list(game.legal(state, state.turn))
        upcard = lazy and state.phase == "draw" and len(legal) > 1
        action = legal[1] if upcard else legal[-1] if lazy else rng.choice(legal)
        state, _ = game.apply(state, state.turn, action)
        actions += 1
        assert actions < longest(game, players)
    return actions


@pytest.mark.parametrize(("name", "players"), tables())
def test_every_hand_ends(name: str, players: int) -> None:
    game, rng = GAMES[name], random.Random(players)
    for lazy in (False, False, False, True):
        assert length(game, players, rng, lazy) > 0


@pytest.mark.parametrize("preset", PRESETS)
def test_a_hand_in_which_nobody_lays_anything_ends_too(preset: str) -> None:
    game = PRESETS[preset]
    state = game.deal(2, range(52), 1)
    turns = 0
    while state.result is None:
        state, _ = game.apply(state, state.turn, Draw("stock"))
        if state.result is None:
            throw = list(game.legal(state, state.turn))[-1]
            state, _ = game.apply(state, state.turn, throw)
            turns += 1
    assert turns <= game.max_idle_turns
    assert state.result.reason == (
        "stalemate" if game.max_recycles is None else "exhausted"
    )


@given(seed=seeds)
@settings(max_examples=25)
def test_every_hand_ends_whatever_the_options(seed: int) -> None:
    rng = random.Random(seed)
    game = any_game(rng)
    length(game, rng.choice(game.seats), rng, lazy=rng.random() < 0.2)


def digest() -> str:
    """Of all states of some hands."""
    total = hashlib.sha256()
    for name, players in tables():
        for state in states_of(GAMES[name], random.Random(7), players):
            total.update(encoded(state))
    return total.hexdigest()


@pytest.mark.parametrize("seed", ["1", "2"])
def test_the_same_states_anywhere(seed: str) -> None:
    script = "import test_basic_always; print(test_basic_always.digest())"
    here = Path(__file__).parent
    run = subprocess.run(
        [sys.executable, "-c", script],
        env={"PYTHONHASHSEED": seed, "PYTHONPATH": f"{here}:{here.parent}"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.strip() == digest()
