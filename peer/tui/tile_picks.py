"""Which tiles of the table are picked, and where the cursor is among them. Pure."""

from collections.abc import Mapping

from peer.tile_draft import Draft, Sets
from shared.tiles import Tile


class TilePicks:
    """Places are a set's number, from 1, and a place in it, from 0."""

    def __init__(self) -> None:
        self.active = False
        "The cursor is on the table, not on the rack."

        self.number = ""
        "The digits of a set that have been typed."

        self.picked: list[tuple[int, int]] = []
        self._at: tuple[int, int] = (1, 0)
        self._sets: Sets = ()

    @property
    def at(self) -> tuple[int, int] | None:
        """Where the cursor is, if it is on the table."""
        return self._at if self.active else None

    def on(self, sets: Sets) -> None:
        """These are the sets now; what was picked is not any more, if they changed."""
        if sets != self._sets:
            self.picked = []
        self._sets = sets
        if not any(sets):
            self.active = False
        elif self._at not in self._places():
            self._at = self._places()[0]

    def move(self, by: int) -> None:
        """To another tile of the table."""
        places = self._places()
        if places:
            self._at = places[(places.index(self._at) + by) % len(places)]

    def to_set(self, by: int) -> None:
        """To the first tile of another set."""
        numbers = [number for number, tiles in enumerate(self._sets, 1) if tiles]
        if numbers:
            here = numbers.index(self._at[0])
            self._at = (numbers[(here + by) % len(numbers)], 0)

    def enter(self) -> bool:
        """The cursor goes to the table, if there is anything."""
        self.active = any(self._sets)
        return self.active

    def pick(self, place: tuple[int, int]) -> None:
        """Pick the tile that is there, or put it back."""
        if place in self._places():
            self._at = place
            self.picked = (
                [one for one in self.picked if one != place]
                if place in self.picked
                else [*self.picked, place]
            )

    def lifted(self, but: int | None) -> Mapping[int, list[Tile]]:
        """What is picked by set, without what lies in set ``but`` already."""
        found: dict[int, list[Tile]] = {}
        for number, place in self.picked:
            if number != but:
                found.setdefault(number, []).append(self._sets[number - 1][place])
        return found

    def put(self, draft: Draft, tiles: tuple[Tile, ...], number: int | None) -> int:
        """Put ``tiles`` of the rack and all that is picked into a set, or a new one.

        Raises:
            IllegalAction: If there is no such set.
        """
        put = draft.put(tiles, self.lifted(number), number)
        self.on(draft.sets)
        return put

    def _places(self) -> list[tuple[int, int]]:
        return [
            (number, place)
            for number, tiles in enumerate(self._sets, 1)
            for place in range(len(tiles))
        ]
