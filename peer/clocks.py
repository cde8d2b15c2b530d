"""
The clocks as a host sees to them: pauses, patience, turns whose time is up.

Pure: time is what the company says it is. Whatever reaches the host first counts, an
action or the zero of a clock; an action that comes after it was for an older table.
"""

import logging

from peer.company import Company
from peer.overtime import rest_of_turn
from peer.places import Peer, Presence
from peer.records import MinuteRan, MinuteTaken, PatienceSet, TurnEnded
from peer.timekeeper import Timekeeper
from shared.clock import MOST_PATIENCE, USUAL_PATIENCE
from shared.errors import IllegalAction
from shared.events import Seat

logger = logging.getLogger(__name__)


class Clocks:
    """Sees to it that nobody waits for ever."""

    def __init__(self, company: Company) -> None:
        self._company = company
        self._keeper = Timekeeper(company)

    def zero(self) -> float | None:
        """When the time of whose turn it is will be up; None: no clock runs."""
        return self._keeper.zero()

    def spent(self) -> int:
        """What the next record of an action has to say; see :class:`Timekeeper`."""
        return self._keeper.spent()

    def see_to(self) -> None:
        """End the turn whose time is up; note what is left of a pause."""
        table = self._company.table
        if rest := self._keeper.rest_to_note():
            self._company.change(MinuteRan(rest))
        if not self._keeper.is_up or table.match is None:
            return
        logger.info("= the time of seat %s is up", self._keeper.turn)
        state = table.match.state
        actions = rest_of_turn(table.ruleset, state, self._keeper.touched)
        record = TurnEnded(actions, self._company.at)
        self._company.broadcast(self._company.change(record))

    def pause(self, peer: Peer, presence: Presence) -> None:
        """``peer`` needs a minute: it has it, or is told why not."""
        try:
            self._pause(presence.seat)
        except IllegalAction as error:
            self._company.reject(peer, error)
        else:
            self._company.broadcast()

    def _pause(self, seat: Seat) -> None:
        if self._keeper.turn is None:
            raise IllegalAction("no_clock")
        if self._keeper.is_paused:
            raise IllegalAction("clock_stands")
        if not self._company.table.banks.pauses[seat]:
            raise IllegalAction("no_minute_left")
        self._company.change(MinuteTaken(seat))

    def touched(self, presence: Presence, seq: int) -> None:
        """The player of that seat says that it has begun to change the table."""
        is_new = seq == self._company.table.seq
        if is_new and presence.seat == self._keeper.turn:
            self._keeper.touch()

    def set_patience(self, seat: Seat, percent: int) -> None:
        """Give ``seat`` so many percent of the time, from now on.

        Raises:
            IllegalAction: If nobody may have so much or little.
        """
        if not USUAL_PATIENCE <= percent <= MOST_PATIENCE:
            raise IllegalAction("patience", least=USUAL_PATIENCE, most=MOST_PATIENCE)
        self._company.change(PatienceSet(seat, percent))
        self._company.broadcast()
