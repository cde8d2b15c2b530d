"""
Newcomers to a table whose seats are taken, as long as computer players have some.

Whoever comes in the middle of a hand waits until it is over and has a computer player's
seat then, but none that the host has handed to one for good. Pure.
"""

from collections.abc import Callable

from peer.company import Company
from peer.places import Peer, Presence, printable_name
from peer.records import TakenOver
from shared.events import Seat
from shared.wire import Changed, Hello, Waits

PATIENCE = 3.0
"Seconds for which a computer player keeps its seat to say what it found of the deal."

Take = Callable[[Presence, Peer, Hello], None]
"Welcomes a peer in the seat that is its own now."


class Waiting:
    """Who has come and has no seat yet."""

    def __init__(
        self,
        company: Company,
        new_token: Callable[[], str],
        take: Take,
        full: Callable[[], str],
    ) -> None:
        """``full`` is what who finds all seats taken is told, as a code."""
        self._company = company
        self._new_token = new_token
        self._take = take
        self._full = full
        self._hellos: dict[Peer, Hello] = {}
        self._since: float | None = None
        "When they could have sat down, but for that."

    def __bool__(self) -> bool:
        return bool(self._hellos)

    def __contains__(self, peer: Peer) -> bool:
        return peer in self._hellos

    def come(self, peer: Peer, hello: Hello) -> None:
        """``peer`` wants a seat and there is no free one."""
        if self._company.table.terms.locked:
            self._company.refuse(peer, "locked")
        elif len(self._hellos) >= len(self._seats()):
            self._company.refuse(peer, self._full())
        else:
            self._hellos[peer] = hello
            if not self._may_sit:
                self._company.send(peer, Waits(self._company.shown()))

    def see_to(self) -> None:
        """Give them the seats that they can have now; to be asked after any change."""
        self._hellos = {
            peer: hello
            for peer, hello in self._hellos.items()
            if peer in self._company.attendance
        }
        if self._company.table.terms.locked:
            self._end_waiting("locked")
        elif self._may_sit and not self._is_patient():
            for seat, peer in zip(self._seats(), tuple(self._hellos), strict=False):
                self._seat(seat, peer, self._hellos.pop(peer))
            self._end_waiting(self._full())

    @property
    def _may_sit(self) -> bool:
        """Whether no hand is played, and no deal has been committed to."""
        table = self._company.table
        return table.phase != "hand" and table.committed is None

    def _is_patient(self) -> bool:
        company = self._company
        if not self._hellos or company.table.chronicle.unchecked is None:
            self._since = None
            return False
        if self._since is None:
            self._since = company.now
        return company.now < self._since + PATIENCE

    def _seats(self) -> list[Seat]:
        """The seats that newcomers may have, those of nobody first."""
        places = self._company.table.places
        bots = [s for s, p in enumerate(places) if p.kind == "bot" and p.former is None]
        return [s for s, place in enumerate(places) if place.kind == "open"] + bots

    def _seat(self, seat: Seat, peer: Peer, hello: Hello) -> None:
        company, was = self._company, self._company.table.places[seat]
        name = printable_name(hello.name) or f"Player {seat + 1}"
        company.change(TakenOver(seat, name, self._new_token()))
        company.dismiss(seat)
        company.tell(Changed("took_over", seat=seat, name=was.name))
        self._take(company.presences[seat], peer, hello)
        company.remind_of_code(peer)

    def _end_waiting(self, code: str) -> None:
        for peer in self._hellos:
            self._company.refuse(peer, code)
        self._hellos.clear()
