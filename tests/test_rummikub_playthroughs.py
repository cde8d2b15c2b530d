"""Hands of Rummikub written down once: the rules must play them for ever.

``python tests/test_rummikub_playthroughs.py`` writes them anew, which is only right
when the rules were meant to change.
"""

import hashlib
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from repartition import rearranged
from tiled import lively

from shared.actions import Action, Draw, Rearrange
from shared.errors import IllegalAction
from shared.events import Event
from shared.rulesets.rummikub import PRESETS, Rummikub
from shared.rulesets.rummikub_state import State
from shared.tiles import DECK

FOLDER = Path(__file__).with_name("playthroughs")


class Start(msgspec.Struct, frozen=True):
    """The first line: from what the hand follows."""

    preset: str
    seats: int
    dealer: int
    deck: list[int]


class Turn(msgspec.Struct, frozen=True):
    """Any other line."""

    seat: int
    action: Action
    events: list[Event]
    state: str
    "A digest of it."


def digest(state: State) -> str:
    return hashlib.sha256(msgspec.json.encode(state)).hexdigest()[:16]


@pytest.mark.parametrize("preset", PRESETS)
def test_a_hand_is_played_as_it_always_was(preset: str) -> None:
    game = PRESETS[preset]
    first, *lines = (FOLDER / f"{preset}.jsonl").read_text().splitlines()
    start = msgspec.json.decode(first, type=Start)
    assert start.preset == preset
    state = game.deal(start.seats, start.deck, start.dealer)
    for line in lines:
        turn = msgspec.json.decode(line, type=Turn)
        state, events = game.apply(state, turn.seat, turn.action)
        assert [*events] == turn.events
        assert digest(state) == turn.state
    assert state.result is not None


def test_something_happens_in_them() -> None:
    text = "".join(path.read_text() for path in FOLDER.glob("rk_*.jsonl"))
    for kind in ("rearranged", "drew", "passed", "went_out", "pool_out", '"J"'):
        assert kind in text


def record(game: Rummikub, seed: int) -> Iterator[Any]:
    """The lines of a hand, in which somebody now and then rearranges the table."""
    rng = random.Random(seed)
    deck, seats = rng.sample(range(DECK), DECK), 2 + seed % 3
    yield Start(game.preset, seats, 0, deck)
    state = game.deal(seats, deck, 0)
    while state.result is None:
        for action in (*tried(state, rng), lively(rng, state, game)):
            try:
                after, events = game.apply(state, state.turn, action)
            except IllegalAction:
                continue
            yield Turn(state.turn, action, [*events], digest(after))
            state = after
            break


def tried(state: State, rng: random.Random) -> Iterator[Action]:
    for _ in range(6):
        table = rearranged(state, rng)
        if table is not None:
            yield Rearrange(tuple(table))
    if state.pool and rng.random() < 0.2:
        yield Draw("stock")


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for seed, (preset, game) in enumerate(PRESETS.items()):
        lines = [msgspec.json.encode(line).decode() for line in record(game, seed)]
        (FOLDER / f"{preset}.jsonl").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
