"""The table as a player is about to rearrange it, before the host hears of it. Pure."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

from shared.errors import IllegalAction
from shared.sets import Set, no_set, read_set
from shared.tiles import INDEX, Tile, kinds_of, names
from shared.view import TileView
from shared.words import say

Sets: TypeAlias = tuple[tuple[Tile, ...], ...]


class _Layout(NamedTuple):
    """Where every tile is. A set that has lost all its tiles keeps its number."""

    sets: Sets
    rack: tuple[Tile, ...]
    taken: tuple[Tile, ...]
    "From the table, and in no set yet."


class Draft:
    """One turn being tried out, step by step; each step can be undone."""

    def __init__(self, view: TileView) -> None:
        self._view = view
        self._steps = [_Layout(view.sets, view.hand, ())]

    @property
    def started(self) -> bool:
        """Whether anything has been moved."""
        return len(self._steps) > 1

    @property
    def sets(self) -> Sets:
        """The sets as they are now, complete or not."""
        return self._steps[-1].sets

    @property
    def rack(self) -> tuple[Tile, ...]:
        """What is left on the rack."""
        return self._steps[-1].rack

    @property
    def taken(self) -> tuple[Tile, ...]:
        """Tiles of the table that are in no set."""
        return self._steps[-1].taken

    def fits(self, view: TileView) -> bool:
        """Whether this is still a draft of what ``view`` shows."""
        return (view.table, view.rack) == (self._view.table, self._view.rack)

    def play(self, tiles: Sequence[Tile]) -> int:
        """Make a new set; its number, from 1.

        Raises:
            IllegalAction: If a tile is not at hand.
        """
        now = self._picked(tiles)
        self._steps.append(now._replace(sets=(*now.sets, _ordered(tiles))))
        return len(now.sets) + 1

    def add(self, tiles: Sequence[Tile], number: int) -> int:
        """Put tiles into the set with that number.

        Raises:
            IllegalAction: If a tile is not at hand, or there is no such set.
        """
        old = self._set(number)
        now = self._picked(tiles)
        self._put(now, number, _extended(old, tiles))
        return number

    def take(self, tiles: Sequence[Tile], number: int) -> int:
        """Take tiles out of the set with that number.

        Raises:
            IllegalAction: If they are not in it, or there is no such set.
        """
        left = list(self._set(number))
        now = self._steps[-1]
        for tile in tiles:
            if tile not in left:
                raise IllegalAction("not_in_set", tile=tile, number=number)
            left.remove(tile)
        self._put(
            now._replace(taken=(*now.taken, *tiles)), number, _ordered(tuple(left))
        )
        return number

    def move(self, tiles: Sequence[Tile], origin: int, number: int) -> int:
        """Move tiles from one set to another.

        Raises:
            IllegalAction: If they are not there, or there is no such set.
        """
        before = len(self._steps)
        self._set(number)
        self.take(tiles, origin)
        self.add(tiles, number)
        del self._steps[before:-1]
        return number

    def put(
        self,
        tiles: Sequence[Tile],
        lifted: Mapping[int, Sequence[Tile]],
        number: int | None,
    ) -> int:
        """Put tiles of the rack and of other sets into one, or a new one, as one step.

        ``lifted`` has the tiles by the number of their set.

        Raises:
            IllegalAction: If they are not there, or there is no such set.
        """
        before = len(self._steps)
        try:
            for origin, some in lifted.items():
                self.take(some, origin)
            every = [*tiles, *(tile for some in lifted.values() for tile in some)]
            put = self.play(every) if number is None else self.add(every, number)
        except IllegalAction:
            del self._steps[before:]
            raise
        del self._steps[before:-1]
        return put

    def undo(self) -> None:
        """Take the last step back, if there is one."""
        if self.started:
            self._steps.pop()

    def reset(self) -> None:
        """Take every step back."""
        del self._steps[1:]

    def table(self) -> Sets:
        """What to propose to the host."""
        return tuple(tiles for tiles in self.sets if tiles)

    def fault(self) -> str:
        """Why the table is not valid; empty if it is."""
        for number in range(1, len(self.sets) + 1):
            if why := self.faulty(number):
                return why
        return self.homeless()

    def homeless(self) -> str:
        """What is wrong about tiles that are in no set; empty if there are none."""
        if not self.taken:
            return ""
        return say("term.plain.tile.homeless", tiles=" ".join(self.taken))

    def faulty(self, number: int) -> str:
        """Why what lies at that number is no set; empty if it is one."""
        tiles = self.sets[number - 1]
        kinds = kinds_of(tiles)
        why = read_set(kinds, self._view.max_jokers) if tiles else None
        if not isinstance(why, str):
            return ""
        return str(no_set(number, kinds, why, self._view.max_jokers))

    def points(self) -> int:
        """What the sets count that were not on the table before."""
        old = list(self._view.sets)
        points = 0
        for tiles in self.sets:
            one = read_set(kinds_of(tiles), self._view.max_jokers)
            if tiles in old:
                old.remove(tiles)
            elif isinstance(one, Set):
                points += one.value
        return points

    def _set(self, number: int) -> tuple[Tile, ...]:
        if not 1 <= number <= len(self.sets):
            raise IllegalAction("no_such_set", number=number)
        return self.sets[number - 1]

    def _put(self, now: _Layout, number: int, tiles: tuple[Tile, ...]) -> None:
        sets = (*now.sets[: number - 1], tiles, *now.sets[number:])
        self._steps.append(now._replace(sets=sets))

    def _picked(self, tiles: Sequence[Tile]) -> _Layout:
        """The layout without ``tiles``; those that were taken are used first."""
        now = self._steps[-1]
        taken, rack = list(now.taken), list(now.rack)
        for tile in tiles:
            if tile in taken:
                taken.remove(tile)
            elif tile in rack:
                rack.remove(tile)
            else:
                raise IllegalAction("not_at_hand", tile=tile)
        return now._replace(taken=tuple(taken), rack=tuple(rack))


def _ordered(tiles: Sequence[Tile]) -> tuple[Tile, ...]:
    """A set in its order; what is no set yet, by colour and number."""
    one = read_set(kinds_of(tiles))
    if isinstance(one, Set):
        return names(one.tiles)
    return tuple(sorted(tiles, key=lambda tile: INDEX[tile]))


def _extended(old: tuple[Tile, ...], tiles: Sequence[Tile]) -> tuple[Tile, ...]:
    """A set with more tiles; the jokers of a run stay where they are, if they can."""
    after, before = (*old, *tiles), (*tiles, *old)
    for order in (after, before):
        one = read_set(kinds_of(order))
        if isinstance(one, Set) and names(one.tiles) == order:
            return order
    return _ordered(after)
