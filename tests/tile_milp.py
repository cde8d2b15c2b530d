"""
The best turn with tiles found by a MILP, for the tests only.

As den Hertog and Hulshof put it (*Solving Rummikub Problems by Integer Linear
Programming*, 2006): how often each of all possible sets lies on the table, how many of
each tile come from the rack. It shares nothing with our search.
"""

import random
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import Any

from shared.rulesets.rummikub import Rummikub
from shared.rulesets.rummikub_state import State

JOKER = 52


@cache
def every_set() -> list[tuple[int, ...]]:
    """Groups and runs of three to five, with up to two jokers."""
    plain = [
        tuple(13 * colour + first + step for step in range(length))
        for colour in range(4)
        for length in (3, 4, 5)
        for first in range(14 - length)
    ] + [
        tuple(13 * colour + number for colour in colours)
        for number in range(13)
        for size in (3, 4)
        for colours in combinations(range(4), size)
    ]
    found = set()
    for tiles in plain:
        for jokers in range(3):
            for kept in combinations(tiles, len(tiles) - jokers):
                found.add((*kept, *[JOKER] * jokers))
    return sorted(found)


@cache
def matrix() -> Any:
    """A row for each kind: its tiles in each set, less those from the rack."""
    import numpy as np
    from scipy.sparse import csc_matrix, hstack, identity

    sets = every_set()
    cells = np.zeros((53, len(sets)))
    for column, tiles in enumerate(sets):
        for kind in tiles:
            cells[kind, column] += 1
    return csc_matrix(hstack([csc_matrix(cells), -identity(53)]))


def most(must: bytes, may: bytes, worth: Sequence[int]) -> int:
    """How much worth of the rack ``may`` can be played at most."""
    import numpy as np
    from scipy.optimize import Bounds, LinearConstraint, milp

    number = len(every_set())
    table = np.array([must.count(kind) for kind in range(53)])
    rack = np.array([may.count(kind) for kind in range(53)])
    upper = np.concatenate([np.full(number, 2), rack])
    answer = milp(
        np.concatenate([np.zeros(number), -np.array(worth)]),
        constraints=LinearConstraint(matrix(), table, table),
        bounds=Bounds(np.zeros(number + 53), upper),
        integrality=np.ones(number + 53),
    )
    assert answer.status == 0, answer.message
    return round(-answer.fun)


def positions(rng: random.Random, game: Rummikub) -> Iterator[tuple[bytes, bytes]]:
    """Tables and racks of hands in which everybody plays as much as can be played."""
    from tiled import shuffled

    from peer.bots.levels import computer_player

    player = computer_player("hard", game)
    while True:
        state: State = shuffled(rng, game, rng.randrange(2, 5))
        while state.result is None:
            if state.has_opened:
                yield b"".join(state.table), state.rack
            action = player.choose(game.view(state, state.turn), ())
            state, _ = game.apply(state, state.turn, action)
