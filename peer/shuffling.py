"""
The joint shuffle at a host's table, deal after deal, and what the guests find of it.

Commitments are asked for as soon as a hand is over, so that they are there when
everybody is ready; then the deal costs one round trip more than without. Pure: time is
what the company says it is.
"""

from collections.abc import Collection

from peer.company import Company
from peer.dealing import Dealing, Failed, Part, Published, Shuffled
from peer.ledger import Ledger
from peer.places import Peer, Presence
from peer.records import Committed, DealFailed, Dealt, Verified
from shared.errors import ProtocolError
from shared.events import Seat
from shared.transcript import Found, Missing, packed, unpacked
from shared.wire import Audited, Commit, Mix, Reveal


class Shuffling:
    """Sees to it that every deal is everybody's."""

    def __init__(self, company: Company, ledger: Ledger) -> None:
        self._company = company
        self._ledger = ledger
        self._dealing = self._fresh()
        self._asked: dict[Peer, int] = {}
        "The deal that each was asked for last."

        self._found: dict[Seat, Found] = {}
        company.parted.append(lambda peer: self._asked.pop(peer, None))

    def joined(self, peer: Peer, presence: Presence) -> None:
        """``peer`` takes part from now on, for the seat of ``presence``."""
        self._ledger.open(peer)
        self._asked.pop(peer, None)
        self._dealing.came(presence.seat)

    def said(self, message: Commit | Reveal | Audited, presence: Presence) -> None:
        """A guest that takes part has answered.

        Raises:
            ProtocolError: If that is no commitment and no seed.
        """
        seat = presence.seat
        try:
            match message:
                case Commit(deal, commitment):
                    self._dealing.commit(seat, deal, unpacked(commitment))
                case Reveal(deal, seed):
                    self._dealing.reveal(seat, deal, unpacked(seed))
                case Audited(deal, finding):
                    if deal == self._company.table.chronicle.unchecked:
                        self._found[seat] = finding
        except ValueError as error:
            raise ProtocolError(str(error)) from None

    def go_on(self, due: bool) -> bool:
        """Do what can be done now; whether a hand was dealt.

        ``due``: it is time for a deal, once the shuffle is done.
        """
        self._note_findings()
        if self._company.table.phase == "hand":
            return False
        if self._company.table.committed is not None and not self._dealing.published:
            self._fail({})  # seeds were shown for a deal that could not be kept
        table = self._company.table
        if self._dealing.deal != table.deals:
            self._dealing = self._fresh()
        if due and not self._dealing.begun:
            self._dealing.begin(self._not_taking_part())
        elif self._dealing.begun and table.phase == "lobby" and not due:
            self._cancel()
        self._note_gone()
        self._ask()
        return self._dealing.begun and self._shuffle()

    def settle(self) -> None:
        """The match is not gone on with: write down what was found of its last deal."""
        self._verify()

    def renew(self) -> None:
        """Others sit there, or elsewhere: the deal is prepared from the start."""
        self._dealing = self._fresh()
        self._asked.clear()

    def undo(self, unwelcomed: Collection[Peer]) -> None:
        """Something could not be kept, and these have heard nothing at all."""
        self.renew()
        # Who watches has fewer lines than there are, or none.
        unsure = {*unwelcomed, *self._company.watchers}
        self._ledger.undo(self._company.table.chronicle, unsure)

    def _fresh(self) -> Dealing:
        table = self._company.table
        seed = table.decks.seed(table.deals)
        return Dealing(table.decks.table, table.deals, len(table.places), seed)

    def _shuffle(self) -> bool:
        company = self._company
        while True:
            match self._dealing.next(company.now):
                case None:
                    return False
                case Published(_, seats):
                    if any(isinstance(part, bytes) for part in seats):
                        self._verify()
                        company.change(Committed(_texts(seats), company.date))
                        company.tell_lines()
                case Failed(missing):
                    self._fail(dict(missing))
                    self._dealing = self._dealing.again(
                        company.table.deals,
                        company.table.decks.seed(company.table.deals),
                    )
                    self._ask()
                case Shuffled() as shuffled:
                    self._deal(shuffled)
                    return True

    def _deal(self, shuffled: Shuffled) -> None:
        self._verify()
        seeds = tuple(seed.hex() for seed in shuffled.seeds)
        company = self._company
        company.broadcast(company.change(Dealt(seeds, company.date)))
        self._dealing = self._fresh()

    def _fail(self, missing: dict[Seat, Missing]) -> None:
        self._company.change(DealFailed(tuple(sorted(missing.items()))))
        self._company.tell_lines()

    def _cancel(self) -> None:
        """The deal is not due any more: somebody has left before the match."""
        if self._company.table.committed is not None:
            self._fail({})
        self._dealing = self._fresh()

    def _ask(self) -> None:
        """Have everybody commit who has not been asked for this deal."""
        dealing = self._dealing
        for presence in self._company.presences:
            for peer in presence.actors:
                asked = self._asked.get(peer) == dealing.deal
                if peer in self._ledger and not asked and not dealing.published:
                    self._asked[peer] = dealing.deal
                    self._company.send(peer, Mix(dealing.table, dealing.deal))

    def _takes_part(self, presence: Presence) -> bool:
        return any(peer in self._ledger for peer in presence.actors)

    def _not_taking_part(self) -> dict[Seat, Missing]:
        return {
            one.seat: "declined" if one.actors else "absent"
            for one in self._company.presences
            if not self._takes_part(one)
        }

    def _note_gone(self) -> None:
        for presence in self._company.presences:
            if not self._takes_part(presence):
                self._dealing.gone(presence.seat)

    # Findings

    def _note_findings(self) -> None:
        """Write down what the guests found once all who are there have said it."""
        taking_part = {
            one.seat for one in self._company.presences if self._takes_part(one)
        }
        if taking_part and taking_part <= self._found.keys():
            self._verify()

    def _verify(self) -> None:
        company = self._company
        if self._found and company.table.chronicle.unchecked is not None:
            seats = range(len(company.table.places))
            found = tuple(self._found.get(seat, "silent") for seat in seats)
            company.change(Verified(found))
            company.tell_lines()
        self._found.clear()


def _texts(parts: tuple[Part, ...]) -> tuple[str, ...]:
    return tuple(part if isinstance(part, str) else packed(part) for part in parts)
