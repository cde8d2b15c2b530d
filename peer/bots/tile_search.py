"""
The best turn with tiles, exactly: what can be played, if the table may be rearranged.

Number by number it is decided how many tiles of each colour go to groups, to runs, or
stay on the rack (as van Rijn, Takes and Vis do it, *The Complexity of Rummikub
Problems*, 2016; here with jokers). The search is depth first with a limit on what may
stay on the rack. The limit grows until there is a turn; that a state failed is
remembered with the limit it had, so that nothing is searched twice. What each colour
would have to leave if the others gave it every group and joker is a bound from below.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from peer.bots.tile_columns import Column, column, groups, in_groups, pair
from peer.bots.tile_runs import Groups, Layer, built
from shared.tiles import JOKER, KINDS

WORK = 500_000
"So many steps are thought about at most: two tenths of a second."

LAST = 5
"A fifth more to find any turn at all, when that was not enough to find the best."

TILES = (1,) * KINDS
"What a tile is worth, if all are the same."

_Next: TypeAlias = tuple[int, int, int, Layer]
"""A way to go on: what is left on the rack at least, the state after it with the jokers
used in its highest bits, what is left by itself, and what is done."""

_JOKER_BITS = 24


class Turn(NamedTuple):
    """A turn that can be played where jokers are as free as other tiles."""

    sets: tuple[bytes, ...]
    "The whole table."

    played: bytes
    "Sorted."

    exact: bool
    "Whether it is certain that nothing better can be played."


class Spent(Exception):
    """The work is used up."""


def best_turn(
    must: bytes,
    may: bytes,
    worth: Sequence[int] = TILES,
    *,
    leave: int | None = None,
    work: int = WORK,
) -> Turn | None:
    """The turn that plays the most worth; None: there is none.

    ``must`` is all that has to be on the table after it, ``may`` the rack; ``worth`` is
    more than nothing for each kind. At most ``leave`` of it stays on the rack; without
    that, anything but all. When ``work`` is used up it is the best turn found so far.
    """
    return _Search(must, may, worth, work).best(leave)


class _Search:
    """One search; kinds are counted by colour and number."""

    def __init__(
        self, must: bytes, may: bytes, worth: Sequence[int], work: int
    ) -> None:
        self._must = [must.count(kind) for kind in range(KINDS)]
        self._may = [may.count(kind) for kind in range(KINDS)]
        self._worth = worth
        self._work, self._more = work, work // LAST
        self._jokers = self._must[JOKER] + self._may[JOKER]
        self._all = sum(worth[kind] for kind in may)
        self._nexts: list[dict[int, tuple[int, list[_Next]]]]
        self._nexts = [{} for _ in range(13)]
        self._failed: list[dict[int, int]] = [{} for _ in range(13)]
        self._found: list[Layer] | None = None
        counts = [a + b for a, b in zip(self._must, self._may, strict=True)]
        colours = (counts[colour * 13 : colour * 13 + 13] for colour in range(4))
        there = [(a, b, c, d) for a, b, c, d in zip(*colours, strict=True)]
        self._groups = [
            [(a << 2 | b, c << 2 | d, (a, b, c, d)) for a, b, c, d in ways]
            for ways in (groups(here, self._jokers) for here in there)
        ]
        self._columns = [self._columns_of(colour, there) for colour in range(4)]
        self._pairs = [
            (pair(a, b, self._jokers), pair(c, d, self._jokers))
            for a, b, c, d in zip(*self._columns, strict=True)
        ]

    def _columns_of(self, colour: int, there: Sequence[Groups]) -> list[Column]:
        """The columns of a colour, by number."""
        columns: list[Column] = []
        above = None
        for number in range(12, -1, -1):
            kind = 13 * colour + number
            some = in_groups(there[number], self._jokers, colour)
            above = column(
                self._must[kind],
                self._may[kind],
                self._jokers,
                some,
                self._worth[kind],
                above,
            )
            columns.append(above)
        return columns[::-1]

    def best(self, leave: int | None) -> Turn | None:
        """See :func:`best_turn`.

        The limit grows faster and faster until something is found; then it is a little
        less than what that leaves, until nothing is found.
        """
        most = self._all - 1 if leave is None else leave
        exact = self._try(self._limits(most))
        if self._found is None and not exact:
            self._work = self._more
            self._try(iter([most]))
        return None if self._found is None else self._turn(self._found, exact)

    def _try(self, limits: Iterator[int]) -> bool:
        """Whether what is found below one of these limits is the best there is."""
        try:
            for limit in limits:
                better = self._search(0, 0, limit)
                while better is not None:
                    self._found = better
                    better = self._search(0, 0, self._left(better) - 1)
                if self._found is not None:
                    break
        except Spent:
            return False
        return True

    def _limits(self, most: int) -> Iterator[int]:
        """From the least that can be left to ``most``."""
        limit = sum(columns[0].bound(0)[1] for columns in self._columns)
        held = (w for w, n in zip(self._worth, self._may, strict=True) if n)
        more = min(held, default=1)
        while limit < most:
            yield limit
            limit, more = limit + more, 2 * more
        if limit - more // 2 < most or limit == most:
            yield most

    def _left(self, found: Sequence[Layer]) -> int:
        """The worth that stays on the rack."""
        jokers, left = self._jokers, 0
        for number, layer in enumerate(found):
            for colour, use in enumerate(layer.uses):
                jokers -= use.jokers
                left += use.left * self._worth[13 * colour + number]
        return left + jokers * self._worth[JOKER]

    def _turn(self, found: list[Layer], exact: bool) -> Turn:
        sets = built(found)
        placed = b"".join(sets)
        played = [
            bytes([kind]) * (placed.count(kind) - self._must[kind])
            for kind in range(KINDS)
        ]
        return Turn(tuple(sets), b"".join(played), exact)

    def _search(self, number: int, state: int, limit: int) -> list[Layer] | None:
        """What to do from ``number`` on so that no more than ``limit`` is left."""
        if number == 13:
            used = state >> _JOKER_BITS
            left = (self._jokers - used) * self._worth[JOKER]
            return [] if used >= self._must[JOKER] and left <= limit else None
        failed = self._failed[number]
        if failed.get(state, -1) >= limit:
            return None
        for least, after, cost, layer in self._next(number, state, limit):
            if least > limit:
                break
            rest = self._search(number + 1, after, limit - cost)
            if rest is not None:
                return [layer, *rest]
        failed[state] = limit
        return None

    def _next(self, number: int, state: int, limit: int) -> list[_Next]:
        """Every way to go on that can end well, the one that may leave least first.

        Those that would leave more than ``limit`` are not among them.
        """
        known = self._nexts[number].get(state)
        if known is not None and known[0] >= limit:
            return known[1]
        best: dict[int, _Next] = {}
        used, (low, high) = state >> _JOKER_BITS, self._pairs[number]
        lows, highs = low.row(state & 4095), high.row(state >> 12 & 4095)
        for both, those, ways in self._groups[number]:
            twos = lows[both]
            others = highs[those] if twos else ()
            self._work -= 1 + len(twos) * len(others)
            for a, jokers_a, cost_a, uses_a, needs_a, least_a in twos:
                for b, jokers_b, cost_b, uses_b, needs_b, least_b in others:
                    jokers, least = used + jokers_a + jokers_b, least_a + least_b
                    if least > limit or jokers + needs_a + needs_b > self._jokers:
                        continue
                    after, cost = a | b << 12 | jokers << _JOKER_BITS, cost_a + cost_b
                    if after not in best or best[after][2] > cost:
                        best[after] = least, after, cost, Layer(ways, uses_a + uses_b)
        if self._work < 0:
            raise Spent
        found = sorted(best.values(), key=_promise)
        self._nexts[number][state] = limit, found
        return found


def _promise(way: _Next) -> tuple[int, int]:
    return way[0], way[1] >> _JOKER_BITS
