"""
Whom a player does not want to hear. Pure, and nobody else learns of it.

A mute follows the person: from watching to a seat by the name, through another name by
the seat. It ends with this program, or when it is taken back.
"""

from shared.events import Seat
from shared.tableview import TableView
from shared.wire import Said


class Mutes:
    """Who is not heard by one player."""

    def __init__(self) -> None:
        self._seats: set[Seat] = set()
        self._names: set[str] = set()
        self._table: TableView | None = None

    def mute(self, who: Seat | str, on: bool) -> bool:
        """Hear a seat, or who watches under a name, no more, or again.

        Whether there is anybody like that.
        """
        if not self._is_there(who):
            return False
        name = self._name(who)
        changed = set[str]() if name is None else {name}
        seats = {who} if isinstance(who, int) else set[Seat]()
        if on:
            self._seats |= seats
            self._names |= changed
        else:
            self._seats -= seats
            self._names -= changed
        return True

    def seen(self, table: TableView) -> None:
        """The table is like that now."""
        self._table = table
        for seat in sorted(self._seats):
            if seat >= len(table.seats) or table.seats[seat].kind == "open":
                self._seats.remove(seat)
            else:
                self._names.add(table.seats[seat].name)

    def cover(self, who: Seat | str) -> bool:
        """Whether what ``who`` says is not to be heard."""
        return who in self._seats or self._name(who) in self._names

    def hush(self, said: Said) -> bool:
        """Whether ``said`` is not to be heard."""
        return self.cover(said.watcher if said.seat is None else said.seat)

    def _is_there(self, who: Seat | str) -> bool:
        table = self._table
        if isinstance(who, str):
            return who in self._names or (table is not None and who in table.watchers)
        seats = () if table is None else table.seats
        return 0 <= who < len(seats) and seats[who].kind != "open"

    def _name(self, who: Seat | str) -> str | None:
        if isinstance(who, str):
            return who
        seats = () if self._table is None else self._table.seats
        return seats[who].name if 0 <= who < len(seats) else None
