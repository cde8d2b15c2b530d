"""What somebody holds, in the order that is wanted, with a cursor. Pure."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple, TypeAlias

from shared.cards import DECK, INDEX, JOKERS
from shared.tiles import INDEX as TILES

Order: TypeAlias = Literal["own", "suit", "rank"]
ORDERS: tuple[Order, ...] = ("suit", "rank", "own")


class _Layout(NamedTuple):
    """What a step back brings back."""

    own: tuple[str, ...]
    order: Order
    picked: tuple[int, ...]


class Holding:
    """Two tiles may be alike, so a place in the row stands for a tile.

    The player's own order is kept while another is shown, and what is drawn goes to
    its end.
    """

    def __init__(self) -> None:
        self.order: Order = "suit"
        self.cursor = 0
        self.picked: list[int] = []
        "Places in the row that is shown, in the order they were picked."

        self._own: tuple[str, ...] = ()
        self._steps: list[_Layout] = []

    @property
    def row(self) -> tuple[str, ...]:
        """What is held, as it is shown."""
        if self.order == "own":
            return self._own
        return tuple(sorted(self._own, key=_keys[self.order]))

    @property
    def at(self) -> str | None:
        """What the cursor is on."""
        return self.row[self.cursor] if self.cursor < len(self.row) else None

    @property
    def chosen(self) -> tuple[str, ...]:
        """What is picked, in the order it was."""
        row = self.row
        return tuple(row[place] for place in self.picked)

    def holds(self, held: Sequence[str]) -> None:
        """This is what is held now; what stays keeps its place and stays picked."""
        if Counter(held) == Counter(self._own):
            return
        chosen, at = self.chosen, self.at
        left = Counter(held)
        kept = []
        for one in self._own:
            if left[one]:
                left[one] -= 1
                kept.append(one)
        self._own = (*kept, *(one for one in held if _taken(left, one)))
        self._steps.clear()
        self._pick(chosen)
        self._look_at(at)

    def move(self, by: int) -> None:
        """The cursor goes along the row, and round at its ends."""
        if self.row:
            self.cursor = (self.cursor + by) % len(self.row)

    def pick(self, place: int) -> None:
        """Pick what is there, or put it back."""
        if place < len(self.row):
            self._remember()
            self.cursor = place
            if place in self.picked:
                self.picked.remove(place)
            else:
                self.picked.append(place)

    def drop_picks(self) -> None:
        """Nothing is picked any more."""
        if self.picked:
            self._remember()
        self.picked = []

    def carry(self, by: int) -> None:
        """Move what the cursor is on along the row, which is an own order then."""
        self.put(self.cursor, self.cursor + by)

    def put(self, place: int, to: int) -> None:
        """Move what is at ``place`` to another, where the cursor is then."""
        row = self.row
        if not (0 <= place < len(row) and 0 <= to < len(row)):
            return
        self._remember()
        order = list(range(len(row)))
        order.insert(to, order.pop(place))
        self.picked = [order.index(one) for one in self.picked]
        self._own, self.order = tuple(row[one] for one in order), "own"
        self.cursor = to

    def sort(self) -> None:
        """Show the next of the orders."""
        self._remember()
        chosen, at = self.chosen, self.at
        self.order = ORDERS[(ORDERS.index(self.order) + 1) % len(ORDERS)]
        self._pick(chosen)
        self._look_at(at)

    @property
    def steps(self) -> int:
        """How many can be taken back."""
        return len(self._steps)

    def undo(self) -> bool:
        """Take the last step back; whether there was one."""
        if not self._steps:
            return False
        self._own, self.order, picked = self._steps.pop()
        self.picked = list(picked)
        return True

    def _remember(self) -> None:
        self._steps.append(_Layout(self._own, self.order, tuple(self.picked)))

    def _pick(self, chosen: Sequence[str]) -> None:
        row = self.row
        self.picked = []
        for one in chosen:
            places = [n for n, other in enumerate(row) if other == one]
            self.picked += [n for n in places if n not in self.picked][:1]

    def _look_at(self, one: str | None) -> None:
        row = self.row
        if one in row:
            self.cursor = row.index(one)
        self.cursor = max(0, min(self.cursor, len(row) - 1))


def _taken(left: Counter[str], one: str) -> bool:
    """Whether there was one left, which is used up now."""
    if not left[one]:
        return False
    left[one] -= 1
    return True


def _by_suit(one: str) -> tuple[int, ...]:
    if one in TILES and one != "J":
        return (0, TILES[one])
    index = INDEX[one]
    return (index >= JOKERS, index % DECK, index)


def _by_rank(one: str) -> tuple[int, ...]:
    if one in TILES and one != "J":
        return (0, TILES[one] % 13, TILES[one])
    index = INDEX[one]
    return (index >= JOKERS, index % 13, index)


_keys: dict[Order, Callable[[str], tuple[int, ...]]] = {
    "suit": _by_suit,
    "rank": _by_rank,
}
