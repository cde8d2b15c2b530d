"""Hints for guests whose programs hold no rules: when one is due. Pure."""

from peer.company import Company
from peer.outputs import Advise
from peer.places import Peer, Presence
from shared.errors import IllegalAction
from shared.wire import Advice, Rejected

PAUSE = 1.0
"Seconds between two hints for a seat; to find one is work for the host."


class Advising:
    """Answers who asks for a hint."""

    def __init__(self, company: Company) -> None:
        self._company = company
        self._asked: dict[Peer, float] = {}
        company.parted.append(lambda peer: self._asked.pop(peer, None))

    def asked(self, peer: Peer, presence: Presence) -> None:
        """``peer`` would like to know what to do."""
        company, now = self._company, self._company.now
        try:
            view = company.update(presence, ()).view
            if view is None or not view.can:
                raise IllegalAction("hint_for_turn")
            if now - self._asked.get(peer, -PAUSE) < PAUSE:
                raise IllegalAction("hint_lately")
        except IllegalAction as error:
            rejected = Rejected(id=0, code=error.code, values=error.values)
            company.send(peer, rejected)
            return
        self._asked[peer] = now
        company.do(Advise(peer, presence.seat))

    def found(self, peer: Peer, advice: Advice) -> None:
        """Tell who asked, if the table is still the same."""
        known = peer in self._company.attendance
        if known and advice.seq == self._company.table.seq:
            self._company.send(peer, advice)
