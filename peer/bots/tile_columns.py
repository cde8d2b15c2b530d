"""
What one colour can do, and two together, from a number on: parts of the search.

They depend on few tiles, so much of one search is known from the one before.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final, TypeAlias

from peer.bots.tile_runs import GROUPS, GROWN, LESS, UNFINISHED, Groups, Use

NEVER = 1 << 20
"More than any number of jokers, or than any rack is worth."

Bound: TypeAlias = tuple[int, int]
"The fewest jokers, and the least worth left on the rack, that are needed from here on."

One: TypeAlias = tuple[int, int, int, Use, int, int]
"""A way to go on in one colour: the state after it, the jokers used, what is left on
the rack; what was done; the jokers that are needed later; and what is left in all."""

Two: TypeAlias = tuple[int, int, int, tuple[Use, Use], int, int]
"The same of two colours."


@cache
def groups(there: Groups, jokers: int) -> tuple[Groups, ...]:
    """The ways to make groups of a number of which so many of each colour are there."""
    return tuple(
        ways
        for ways in GROUPS
        if sum(max(0, way - have) for way, have in zip(ways, there, strict=True))
        <= jokers
    )


@cache
def in_groups(there: Groups, jokers: int, colour: int) -> frozenset[int]:
    """How many tiles of one colour can go to groups."""
    return frozenset(ways[colour] for ways in groups(there, jokers))


@cache
def _uses(must: int, may: int, jokers: int) -> tuple[Use, ...]:
    """What can be done with tiles of the table and of the rack, the most played first.

    More than four tiles of a number and colour are never of use.
    """
    return tuple(
        Use(tiles + more, more, must + may - tiles)
        for tiles in range(must + may, must - 1, -1)
        for more in range(jokers + 1)
        if tiles + more <= 4
    )


class Column:
    """One number of one colour, and all above it."""

    def __init__(
        self,
        must: int,
        may: int,
        jokers: int,
        in_groups: frozenset[int],
        worth: int,
        above: "Column | None",
    ) -> None:
        self.there: Final = must + may
        self._jokers = jokers
        self._worth = worth
        self._above = above
        self._uses = _uses(must, may, jokers)
        self._least = _least(self._uses, in_groups, worth)
        self._bounds: dict[int, Bound] = {}
        self._ones: dict[int, list[One]] = {}

    def bound(self, state: int) -> Bound:
        """What is needed from ``state`` on, if the other colours give every group."""
        known = self._bounds.get(state)
        if known is not None:
            return known
        jokers = left = NEVER
        for in_runs, needs, leaves in self._least:
            after = GROWN[state][in_runs]
            if after >= 0:
                more, later = self._bound_above(after)
                jokers, left = min(jokers, needs + more), min(left, leaves + later)
        found = self._bounds[state] = jokers, left
        return found

    def ones(self, state: int, in_groups: int) -> list[One]:
        """Every way to go on, when so many tiles go to groups."""
        known = self._ones.get(state << 2 | in_groups)
        if known is None:
            known = self._find(state, in_groups)
            self._ones[state << 2 | in_groups] = known
        return known

    def _find(self, state: int, in_groups: int) -> list[One]:
        soon = 0 if self._above is None else self._above.there
        best: dict[tuple[int, int], One] = {}
        for use in self._uses:
            in_runs = use.tiles - in_groups
            after = GROWN[state][in_runs] if in_runs >= 0 else -1
            room = soon + self._jokers - use.jokers - UNFINISHED[after]
            if after < 0 or room < 0:
                continue
            after = LESS[after][min(4, room)]
            jokers, later = self._bound_above(after)
            cost, place = use.left * self._worth, (after, use.jokers)
            if use.jokers + jokers <= self._jokers and (
                place not in best or best[place][2] > cost
            ):
                best[place] = after, use.jokers, cost, use, jokers, cost + later
        return list(best.values())

    def _bound_above(self, state: int) -> Bound:
        if self._above is not None:
            return self._above.bound(state)
        return (NEVER, NEVER) if UNFINISHED[state] else (0, 0)


def _least(
    uses: Sequence[Use], in_groups: frozenset[int], worth: int
) -> list[tuple[int, int, int]]:
    """For each number of tiles that go to runs, the jokers and worth it takes."""
    least: dict[int, Bound] = {}
    for tiles, jokers, left in uses:
        for some in in_groups:
            if some <= tiles:
                needs, leaves = least.get(tiles - some, (NEVER, NEVER))
                least[tiles - some] = min(needs, jokers), min(leaves, left * worth)
    return [(in_runs, *bound) for in_runs, bound in least.items()]


class Pair:
    """The columns of two colours at one number."""

    def __init__(self, low: Column, high: Column, jokers: int) -> None:
        self._low = low
        self._high = high
        self._jokers = jokers
        self._rows: dict[int, Row] = {}

    def row(self, states: int) -> "Row":
        """Every way to go on from there."""
        row = self._rows.get(states)
        if row is None:
            row = self._rows[states] = Row(self, states)
        return row

    def twos(self, states: int, low: int, high: int) -> list[Two]:
        """Those for which so many tiles of each go to groups."""
        best: dict[tuple[int, int], Two] = {}
        ones = self._low.ones(states & 63, low)
        others = self._high.ones(states >> 6, high) if ones else []
        for a, jokers_a, cost_a, use_a, needs_a, least_a in ones:
            for b, jokers_b, cost_b, use_b, needs_b, least_b in others:
                jokers, needs = jokers_a + jokers_b, needs_a + needs_b
                place, cost = (a | b << 6, jokers), cost_a + cost_b
                if jokers + needs <= self._jokers and (
                    place not in best or best[place][2] > cost
                ):
                    least = least_a + least_b
                    best[place] = *place, cost, (use_a, use_b), needs, least
        return list(best.values())


class Row(dict[int, list[Two]]):
    """The ways of a pair from one state, by four times what of the lower colour goes to
    groups and what of the higher one does; found when they are asked for."""

    def __init__(self, pair: Pair, states: int) -> None:
        super().__init__()
        self._pair = pair
        self._states = states

    def __missing__(self, both: int) -> list[Two]:
        found = self[both] = self._pair.twos(self._states, both >> 2, both & 3)
        return found


# Of a turn or two: what is kept for longer is rarely used again, and costs the garbage
# collector more time than it saves.
column = lru_cache(maxsize=1 << 9)(Column)
pair = lru_cache(maxsize=1 << 8)(Pair)
