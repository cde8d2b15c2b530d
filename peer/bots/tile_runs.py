"""
The small tables behind the search for the best turn with tiles.

Going through the numbers from 1 to 13, all that matters of the runs of one colour is
how long those are that may still grow: a *state*, up to four lengths of 1, 2 or 3,
where 3 stands for 3 and more. Two of a tile and two jokers never make more than four.
"""

from itertools import combinations_with_replacement, product
from typing import NamedTuple, TypeAlias

from shared.tiles import JOKER

Groups: TypeAlias = tuple[int, int, int, int]
"How many tiles of one number each colour gives to groups."

_STATES = sorted(
    tuple(sorted(lengths, reverse=True))
    for lengths in combinations_with_replacement(range(4), 4)
)
_NUMBER = {lengths: number for number, lengths in enumerate(_STATES)}

UNFINISHED = tuple(sum(length in (1, 2) for length in lengths) for lengths in _STATES)
"For each state, the runs that are no sets yet."


def _grown(lengths: tuple[int, ...], tiles: int) -> int:
    """The state after so many tiles of the next number; -1 if that cannot be.

    Runs that are no sets yet have to grow, then it is best to add to the others, then
    to begin new ones: whatever else could be done, this can be done instead.
    """
    unfinished = [length for length in lengths if length in (1, 2)]
    more = tiles - len(unfinished)
    if more < 0:
        return -1
    longer = min(lengths.count(3), more)
    after = [length + 1 for length in unfinished] + [3] * longer + [1] * (more - longer)
    if len(after) > 4:
        return -1
    return _NUMBER[tuple(sorted(after + [0] * (4 - len(after)), reverse=True))]


GROWN = tuple(tuple(_grown(state, tiles) for tiles in range(5)) for state in _STATES)
"For each state and number of tiles, the state after them; -1: it cannot be."


def _less(lengths: tuple[int, ...], most: int) -> int:
    """The same state, with no more finished runs than ``most``, which can grow."""
    kept = [length for length in lengths if length in (1, 2)]
    kept += [3] * min(most, lengths.count(3))
    return _NUMBER[tuple(sorted(kept + [0] * (4 - len(kept)), reverse=True))]


LESS = tuple(tuple(_less(state, most) for most in range(5)) for state in _STATES)
"For each state, it with at most so many finished runs: others cannot grow any more."

GROUPS: tuple[Groups, ...] = tuple(
    (a, b, c, d)
    for a, b, c, d in product(range(3), repeat=4)
    if a + b + c + d in (0, 6, 7, 8)
    or (a + b + c + d in (3, 4) and max(a, b, c, d) < 2)
)
"Every way to make no, one or two groups of a number."


class Use(NamedTuple):
    """One way to use the tiles of one number and colour."""

    tiles: int
    "On the table, jokers that stand for one included."

    jokers: int
    left: int
    "Tiles that stay on the rack."


class Layer(NamedTuple):
    """What was decided about one number."""

    groups: Groups
    uses: tuple[Use, ...]
    "For each colour."


def built(layers: list[Layer]) -> list[bytes]:
    """The sets that the decisions about the numbers from 1 to 13 come to."""
    sets: list[bytes] = []
    growing: list[list[bytes]] = [[], [], [], []]
    for number, (in_groups, used) in enumerate(layers):
        for_groups = []
        for colour, (tiles, jokers, _) in enumerate(used):
            kind = 13 * colour + number
            here = bytes([kind] * (tiles - jokers) + [JOKER] * jokers)
            cut = tiles - in_groups[colour]
            for_groups.append(here[cut:])
            done, growing[colour] = _grow(growing[colour], here[:cut])
            sets += done
        sets += _as_groups(for_groups)
    return sets + [run for runs in growing for run in runs]


def _grow(runs: list[bytes], tiles: bytes) -> tuple[list[bytes], list[bytes]]:
    """The runs that are done, and those that still grow, after ``tiles``.

    Of two that can go on, the shorter is taken.
    """
    waiting = sorted(runs, key=lambda run: (len(run) > 2, len(run)))
    grown = []
    for kind in tiles:
        before = waiting.pop(0) if waiting else b""
        grown.append(before + bytes([kind]))
    return waiting, grown


def _as_groups(tiles: list[bytes]) -> list[bytes]:
    """One or two groups of what each colour gives; a colour's twins go apart."""
    number = sum(map(len, tiles))
    if number < 6:
        return [b"".join(tiles)] if number else []
    first = bytes(twins[0] for twins in tiles if len(twins) == 2)
    second = bytes(twins[1] for twins in tiles if len(twins) == 2)
    for twins in tiles:
        if len(twins) == 1 and len(first) <= len(second):
            first += twins
        elif len(twins) == 1:
            second += twins
    return [first, second]
