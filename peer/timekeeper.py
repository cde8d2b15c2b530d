"""
Whose clock runs at a host's table, and for how long it has. Pure: time is an argument.

A clock runs from one action to the next. It stands while no hand is played, while
somebody has asked for a minute, and while its player is disconnected, for as long as
:data:`GRACE` says. What it has counted goes into the record of the next action; of what
stands here a journal knows nothing, so nobody loses time while the host is away. Only
of a minute it knows how much was left of it, to :data:`NOTED` seconds.
"""

from typing import TypeAlias

from peer.attendance import CLOCK_GAP
from peer.company import Company
from peer.places import Presence
from shared.clock import ClockView, Control, Hold
from shared.events import Seat

GRACE = 120.0
"""Seconds in each hand for which the clock of a disconnected player stands: as long as
a router takes to start again, and too short to keep others waiting on purpose."""


NOTED = 10
"Seconds of a pause after which it is worth a record."


_Change: TypeAlias = tuple[int, int, Control | None]


class Timekeeper:
    """The clock that runs, if any does."""

    def __init__(self, company: Company) -> None:
        self._company = company
        company.clocks = self.shown
        self._looked = 0.0
        self._turn: Seat | None = None
        self._change: _Change | None = None
        "Of the cards, or of the clock that was agreed on; the last one."

        self._used = 0.0
        "Seconds of the seat's own time since then."

        self._is_away = False
        self._stood: dict[Seat, float] = {}
        "Seconds for which the clocks of those who are away stood in this hand."

        self._until = float("-inf")
        "When the pause ends."

        self._asked: Seat | None = None
        self._minute: tuple[Seat, int] | None = None
        "Whose pause was begun here last, and how many that seat had left then."

        self._noted = 0
        "Thousandths that were left of it when there was a record last."

        self._touched = False

    @property
    def turn(self) -> Seat | None:
        """Whose clock it is now; None: no clock."""
        self._look()
        return self._turn

    @property
    def touched(self) -> bool:
        """Whether whose turn it is has begun to change the table, as it says itself."""
        self._look()
        return self._touched

    @property
    def is_paused(self) -> bool:
        """Whether somebody has asked for a minute, and it is not over."""
        self._look()
        return self._company.now < self._until

    @property
    def is_up(self) -> bool:
        """Whether whose turn it is has no time left."""
        self._look()
        if self._turn is None or self._holds():
            return False
        return self._left(self._turn) == 0

    def spent(self) -> int:
        """Thousandths of its own time that whose turn it is has used, not recorded."""
        self._look()
        return 0 if self._turn is None else round(self._used * 1000)

    def zero(self) -> float | None:
        """When the time of whose turn it is will be up; None: no clock runs."""
        self._look()
        if self._turn is None:
            return None
        return self._company.now + self._holds() + self._left(self._turn) / 1000

    def rest_to_note(self) -> int:
        """Thousandths left of a pause if that is worth a record; 0 if not."""
        self._look()
        rest = round(max(0.0, self._until - self._company.now) * 1000)
        if rest > self._noted - NOTED * 1000:
            return 0
        self._noted = rest  # also if it cannot be kept: later there is another one
        return rest

    def touch(self) -> None:
        """Whose turn it is has begun to change the table."""
        self._look()
        self._touched = True

    def shown(self) -> ClockView | None:
        """What everybody may know."""
        self._look()
        banks = self._company.table.banks
        if banks.control is None:
            return None
        runs = self._turn is not None
        return ClockView(
            control=banks.control,
            left=tuple(self._left(seat) for seat in range(len(banks.left))),
            runs=self._turn,
            holds=round(self._holds() * 1000) if runs else 0,
            why=self._why() if runs else None,
            asked=self._asked,
            pauses=banks.pauses,
        )

    # What has been counted

    def _left(self, seat: Seat) -> int:
        """Thousandths of a second."""
        own = self._company.table.banks.left[seat]
        if seat == self._turn:
            own -= round(self._used * 1000)
        return max(0, own * self._patience(seat) // 100)

    def _patience(self, seat: Seat) -> int:
        return self._company.table.places[seat].patience

    def _holds(self) -> float:
        """Seconds for which the clock still stands."""
        pause = max(0.0, self._until - self._company.now)
        return pause + (self._grace() if self._is_away else 0.0)

    def _grace(self) -> float:
        assert self._turn is not None
        return GRACE - self._stood.get(self._turn, 0.0)

    def _why(self) -> Hold | None:
        if self._company.now < self._until:
            return "pause"
        return "away" if self._holds() else None

    # What goes on

    def _look(self) -> None:
        """Count the time since the last look, and see how things stand now."""
        now, table = self._company.now, self._company.table
        passed, before = max(0.0, now - self._looked), self._looked
        self._looked = now
        if passed > CLOCK_GAP:  # this machine slept: that is nobody's time
            self._until += passed
        elif self._turn is not None:
            self._count(passed - _overlap(before, now, self._until))
        if self._asked is not None and now >= self._until:
            self._end_pause()
        change = (table.deals, table.seq, table.banks.control)
        if change != self._change:
            self._begin(change)
        self._see_to_minute()
        if self._turn is not None:
            self._note_absence(self._company.presences[self._turn])

    def _count(self, seconds: float) -> None:
        if self._is_away:
            seconds -= self._stand(seconds)
        self._use(seconds)

    def _use(self, seconds: float) -> None:
        assert self._turn is not None
        self._used = max(0.0, self._used + seconds * 100 / self._patience(self._turn))

    def _stand(self, seconds: float) -> float:
        """Let the clock stand, as long as it may; how long that was."""
        assert self._turn is not None
        stands = max(0.0, min(seconds, self._grace()))
        self._stood[self._turn] = self._stood.get(self._turn, 0.0) + stands
        return stands

    def _begin(self, change: _Change) -> None:
        """The cards have changed: what was used is recorded, or was taken back."""
        table = self._company.table
        turn = None if table.banks.control is None else table.turn
        is_new_hand = self._change is None or change[0] != self._change[0]
        if is_new_hand:
            self._stood.clear()
        if turn != self._turn:
            self._touched = False
        self._change, self._turn, self._used = change, turn, 0.0

    def _see_to_minute(self) -> None:
        """Begin the pause of which the table knows, or end the one it knows no more.

        One that the journal brings back has as much left as it had there.
        """
        now, banks = self._company.now, self._company.table.banks
        minute = banks.minute and (banks.minute[0], banks.pauses[banks.minute[0]])
        if minute == self._minute:
            return
        self._minute = minute
        self._end_pause()
        if banks.minute is not None:
            self._asked, self._noted = banks.minute
            self._until = now + self._noted / 1000

    def _end_pause(self) -> None:
        self._asked, self._until = None, float("-inf")

    def _note_absence(self, presence: Presence) -> None:
        """Who is found away has been it since it was heard last."""
        is_away = presence.silent or not presence.actors
        if is_away and not self._is_away:
            silence = self._company.now - self._last_heard(presence)
            used = self._used * self._patience(presence.seat) / 100
            self._use(-self._stand(min(silence, used)))
        self._is_away = is_away

    def _last_heard(self, presence: Presence) -> float:
        company = self._company
        if presence.peer is not None:
            return company.attendance.last_heard(presence.peer, company.now)
        return company.now if presence.away_since is None else presence.away_since


def _overlap(start: float, end: float, until: float) -> float:
    """How much of a time lies before ``until``."""
    return max(0.0, min(end, until) - start)
