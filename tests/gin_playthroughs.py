"""Golden hands: every action and what came of it, in a file that a change would break.

``python tests/gin_playthroughs.py`` writes those of gin again; read the difference
before it is kept.
"""

import random
from collections.abc import Iterator
from pathlib import Path

import msgspec
from ginhands import lively

from shared.actions import Action
from shared.events import Event, Seat
from shared.rulesets.gin import PRESETS, Gin

FOLDER = Path(__file__).with_name("playthroughs")
HANDS = 10


class Dealt(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="dealt"):
    """The first line of a hand."""

    dealer: Seat
    deck: tuple[int, ...]


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="step"):
    """An action and what happened."""

    seat: Seat
    action: Action
    events: tuple[Event, ...]


def hands(game: Gin) -> Iterator[Dealt | Step]:
    """Hands as they are played now, so many that most rules come up."""
    rng = random.Random(game.preset)
    for number in range(HANDS):
        deck = tuple(rng.sample(range(52), 52))
        dealer = number % 2
        yield Dealt(dealer, deck)
        state = game.deal(2, deck, dealer)
        while state.result is None:
            seat, action = state.turn, lively(rng, state, game)
            state, events = game.apply(state, seat, action)
            yield Step(seat, action, events)


def path(game: Gin) -> Path:
    return FOLDER / f"{game.preset}.jsonl"


def main() -> None:
    """Write every file."""
    FOLDER.mkdir(exist_ok=True)
    for game in PRESETS.values():
        lines = [msgspec.json.encode(line).decode() for line in hands(game)]
        path(game).write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
