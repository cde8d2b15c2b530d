"""Hints for guests whose programs hold no rules: when one is due. Pure."""

from peer.company import Company
from peer.outputs import Advise
from peer.places import Peer, Presence
from shared.errors import IllegalAction
from shared.events import Seat
from shared.wire import Advice

PAUSE = 1.0
"Seconds between two hints for a seat; to find one is work for the host."


class Advising:
    """Answers who asks for a hint."""

    def __init__(self, company: Company) -> None:
        self._company = company
        self._next: dict[Seat, float] = {}
        "When each may ask again."

    def asked(self, peer: Peer, presence: Presence) -> None:
        """``peer`` would like to know what to do."""
        company, seat = self._company, presence.seat
        view = company.update(presence, ()).view
        if view is None or not view.can:
            company.reject(peer, IllegalAction("hint_for_turn"))
        elif company.now < self._next.get(seat, company.now):
            company.reject(peer, IllegalAction("hint_lately"))
        else:
            self._next[seat] = company.now + PAUSE
            company.do(Advise(peer, seat))

    def found(self, peer: Peer, advice: Advice) -> None:
        """Tell who asked, if the table is still the same."""
        known = peer in self._company.attendance
        if known and advice.seq == self._company.table.seq:
            self._company.send(peer, advice)
