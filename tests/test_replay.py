"""A whole match of any game is what its decks and actions make of it."""

import random
from typing import Any

import ginhands
import msgspec
import pytest
import tiled
from dealt import lively
from hypothesis import given, settings
from hypothesis import strategies as st
from variety import any_game

from shared.actions import Action
from shared.events import Event
from shared.match import Match
from shared.ruleset import Ruleset, rulesets
from shared.shuffle import root, shuffle

PLAYERS: dict[str, Any] = {
    "basic": lively,
    "gin": ginhands.lively,
    "rummikub": tiled.lively,
}


class Kept(msgspec.Struct):
    """All that a match follows from, and what came of it."""

    seats: int
    dealer: int
    max_hands: int | None
    decks: list[tuple[int, ...]]
    actions: list[list[tuple[int, Action]]]
    events: list[list[Event]]
    end: str = ""


def end_of(match: Match[Any]) -> str:
    """Everything a match has come to, as text."""
    sums = (match.dealer, match.scores, match.wins, match.hands, match.winners)
    views = [match.ruleset.view(match.state, seat) for seat in range(match.seats)]
    return msgspec.json.encode([sums, match.state, views]).decode()


def played(
    game: Ruleset[Any], seats: int, seed: int, max_hands: int | None = None
) -> Kept:
    """A match from its first deal to its end, by chance."""
    rng = random.Random(seed)
    kept = Kept(seats, rng.randrange(seats), max_hands, [], [], [])
    match = Match.new(game, seats, kept.dealer, max_hands)
    while not match.winners:
        seeds = [bytes([seat]) * 32 for seat in range(seats)]
        kept.decks.append(shuffle(game.deck, root(str(seed), match.hands, seeds)))
        kept.actions.append([])
        match, events = match.deal(kept.decks[-1])
        kept.events.append([*events])
        while match.result is None:
            state = match.state
            assert state is not None
            seat = state.turn
            action = PLAYERS[game.name](rng, state, game)
            kept.actions[-1].append((seat, action))
            match, events = match.apply(seat, action)
            kept.events[-1] += events
    kept.end = end_of(match)
    return kept


def replayed(game: Ruleset[Any], kept: Kept) -> Kept:
    """The same decks and actions again."""
    match = Match.new(game, kept.seats, kept.dealer, kept.max_hands)
    told: list[list[Event]] = []
    for deck, actions in zip(kept.decks, kept.actions, strict=True):
        match, events = match.deal(deck)
        told.append([*events])
        for seat, action in actions:
            match, events = match.apply(seat, action)
            told[-1] += events
    assert match.winners
    return msgspec.structs.replace(kept, events=told, end=end_of(match))


@pytest.mark.parametrize("preset", rulesets())
def test_a_match_is_what_its_decks_and_actions_make_of_it(preset: str) -> None:
    game = rulesets()[preset]
    for seats in {game.seats[0], game.seats[-1]}:
        kept = played(game, seats, seed=seats)
        text = msgspec.json.encode(kept)
        again = replayed(game, msgspec.json.decode(text, type=Kept))
        assert again == kept
        assert msgspec.json.encode(again) == text


def test_other_decks_and_actions_make_another_match() -> None:
    game = rulesets()["cgio"]
    kept = played(game, 2, seed=1)
    kept.actions[-1][-1:] = []
    with pytest.raises(AssertionError):
        replayed(game, kept)
    assert played(game, 2, seed=2).end != kept.end


@given(seed=st.integers(0, 1 << 32))
@settings(max_examples=15)
def test_it_is_so_whatever_the_options(seed: int) -> None:
    rng = random.Random(seed)
    game = any_game(rng)
    kept = played(game, rng.choice(game.seats), seed, max_hands=3)
    assert replayed(game, kept) == kept
