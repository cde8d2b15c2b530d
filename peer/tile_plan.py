"""
What can simply be done with a rack of tiles: sets of it, and tiles added to sets.

The jokers of the table stay where they are, so that the plan is good under every rule.
"""

from typing import NamedTuple

from shared.opening import opening, without
from shared.sets import Set, accepted, read_set, sets_in
from shared.tiles import JOKER, NAMES, Tile, kinds_of, names
from shared.view import TileView


class Step(NamedTuple):
    """Tiles of the rack and where they go."""

    tiles: tuple[Tile, ...]
    place: int | None
    "The set they are added to, from 0; None: they are a new one."


class Plan(NamedTuple):
    """Steps, and the table after them."""

    steps: tuple[Step, ...]
    table: tuple[tuple[Tile, ...], ...]


def plan(view: TileView) -> Plan:
    """As many tiles as simple steps get rid of; no step, if there is none."""
    desk = _Desk(view)
    if view.needed:
        first = opening(desk.rack, view.needed, view.max_jokers)
        for one in first or ():
            desk.play(one)
        if first is None:
            return desk.plan()
    while (best := desk.best_set()) is not None:
        desk.play(best)
    if not view.needed:
        desk.add_all(jokers=False)
        # A joker is kept, unless it would be the last tile or something must be played.
        must = not desk.steps and not {"draw", "pass"} & set(view.can)
        if must or set(desk.rack) == {JOKER}:
            desk.add_all(jokers=True)
    return desk.plan()


class _Desk:
    """The rack and the table while steps are taken."""

    def __init__(self, view: TileView) -> None:
        self.rack = kinds_of(view.hand)
        self.table = [kinds_of(tiles) for tiles in view.sets]
        self.steps: list[Step] = []
        self._max_jokers = view.max_jokers

    def plan(self) -> Plan:
        return Plan(tuple(self.steps), tuple(map(names, self.table)))

    def best_set(self) -> Set | None:
        """The set that rids the rack of the most tiles and the fewest jokers."""
        return max(
            sets_in(self.rack, self._max_jokers),
            key=lambda one: (len(one.tiles) - 2 * one.jokers, one.value),
            default=None,
        )

    def play(self, one: Set) -> None:
        self.rack = without(self.rack, one.tiles)
        self.table.append(one.tiles)
        self.steps.append(Step(names(one.tiles), None))

    def add_all(self, jokers: bool) -> None:
        """Add tiles to sets until nothing fits any more."""
        while (fit := self._fit(jokers)) is not None:
            place, kind, grown = fit
            self.rack = without(self.rack, bytes([kind]))
            self.table[place] = grown
            self.steps.append(Step((NAMES[kind],), place))

    def _fit(self, jokers: bool) -> tuple[int, int, bytes] | None:
        for place, tiles in enumerate(self.table):
            on = read_set(tiles)
            if isinstance(on, Set):
                for kind, grown in accepted(on, self._max_jokers).items():
                    if kind in self.rack and (jokers or kind != JOKER):
                        return place, kind, grown
        return None
