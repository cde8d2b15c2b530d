"""
Hands written down once, so that a changed engine is noticed.

A file has a line for each hand: its options, deck, every action with its events, and a
digest of the last state. ``python tests/basic_playthroughs.py`` writes the files that
are missing; to accept a change of the rules, remove a file first.
"""

import hashlib
import random
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
from dealt import encoded, lively
from msgspec import Struct
from variety import SOCIAL, STRICT, WILD, shuffled

from shared.actions import Action
from shared.events import Event, Recycled
from shared.ruleset import options, rulesets, with_options
from shared.rulesets.basic import PRESETS, Basic

FOLDER = Path(__file__).with_name("playthroughs")


class Step(Struct, frozen=True):
    """One action and what came of it."""

    seat: int
    action: Action
    events: tuple[Event, ...]


class Hand(Struct, frozen=True):
    """One hand from the deck to the result."""

    preset: str
    options: Mapping[str, str]
    "Where they differ from those of the preset."

    seats: int
    dealer: int
    deck: tuple[int, ...]
    steps: tuple[Step, ...]
    digest: str


def read(path: Path) -> list[Hand]:
    """The hands of a file."""
    return msgspec.json.decode(
        b"[" + b",".join(path.read_bytes().splitlines()) + b"]", type=list[Hand]
    )


def replayed(hand: Hand) -> Hand:
    """The same deck and actions, with what comes of them now."""
    game = with_options(rulesets()[hand.preset], hand.options)
    state = game.deal(hand.seats, hand.deck, hand.dealer)
    steps = []
    for step in hand.steps:
        state, events = game.apply(state, step.seat, step.action)
        steps.append(Step(step.seat, step.action, tuple(events)))
    return msgspec.structs.replace(hand, steps=tuple(steps), digest=digest(state))


def digest(state: Any) -> str:
    """What is left of a state."""
    return hashlib.sha256(encoded(state)).hexdigest()


def record(preset: str, changes: Mapping[str, str], seats: int, seed: int) -> Hand:
    """A hand played by chance."""
    game, rng = with_options(PRESETS[preset], changes), random.Random(seed)
    deck, dealer = shuffled(game, rng), rng.randrange(seats)
    state = game.deal(seats, deck, dealer)
    steps = []
    while state.result is None:
        seat, action = state.turn, lively(rng, state, game)
        state, events = game.apply(state, seat, action)
        steps.append(Step(seat, action, events))
    return Hand(
        preset, changes, seats, dealer, tuple(deck), tuple(steps), digest(state)
    )


def varied(game: Basic) -> dict[str, str]:
    """The options of a game that make it other than cgio."""
    usual = options(PRESETS["cgio"])
    return {name: text for name, text in options(game).items() if text != usual[name]}


def some_hands(preset: str, changes: Mapping[str, str]) -> Iterator[Hand]:
    """One for the fewest and the most players, and one in which the stock runs out."""
    game = with_options(PRESETS[preset], changes)
    yield record(preset, changes, game.seats[0], 1)
    yield record(preset, changes, game.seats[-1], 2)
    for seed in range(3, 1000):
        hand = record(preset, changes, game.seats[-1], seed)
        if any(
            isinstance(event, Recycled) for step in hand.steps for event in step.events
        ):
            yield hand
            return


def main() -> None:
    """Write what is missing."""
    games = {f"basic_{name}": (name, dict[str, str]()) for name in PRESETS}
    games |= {
        f"basic_{game.preset}": ("cgio", varied(game))
        for game in (WILD, SOCIAL, STRICT)
    }
    for name, (preset, changes) in games.items():
        path = FOLDER / f"{name}.jsonl"
        if not path.exists():
            hands = map(msgspec.json.encode, some_hands(preset, changes))
            path.write_bytes(b"".join(hand + b"\n" for hand in hands))


if __name__ == "__main__":
    main()
