"""Rummikub: every hand ends, whatever is played and whoever runs out of time."""

import random

import pytest
from tiled import late, shuffled, tiles

from shared.actions import Rearrange
from shared.rulesets.rummikub import PRESETS, Rummikub
from shared.tiles import DECK

FULL = sorted(number % 53 for number in range(DECK))


def longest(seats: int) -> int:
    """More turns no hand has: each draws, plays a tile, or is one of a round of passes.

    Somebody who plays while the pool is empty has everybody pass anew.
    """
    return DECK * 2 + (DECK + 1) * seats


@pytest.mark.parametrize("game", PRESETS.values(), ids=lambda game: game.preset)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_hand_ends_in_time(game: Rummikub, seats: int) -> None:
    rng = random.Random(seats)
    for style in range(4):
        state, turns = shuffled(rng, game, seats), 0
        while state.result is None:
            legal = list(game.legal(state, state.turn))
            ends = [a for a in legal if not isinstance(a, Rearrange)]
            choices = [legal[-1:], ends or legal, legal, legal]
            if style == 3 and rng.random() < 0.2:
                state, _ = late(game, state, rng.random() < 0.5)
            else:
                action = rng.choice(choices[style])
                state, _ = game.apply(state, state.turn, action)
            turns += 1
            assert turns <= longest(seats)
        assert tiles(state) == FULL
