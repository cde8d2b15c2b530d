"""
What a clock says by itself to who plays in lines: rarely. Sans-I/O, `now` is given.

How much there is at the start of a turn, when thirty and ten seconds are left, that
somebody has asked for a minute, and that the clock goes on.
"""

from collections.abc import Callable

from peer import timing
from peer.story import People
from shared.clock import ClockView, held
from shared.tableview import TableView
from shared.words import say


class Ticking:
    """One reader's look at the clocks."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._came = now()
        self._looked = 0
        "Thousandths after the clock came, of the last look."

        self._clock: ClockView | None = None
        self._people = People((), None)

    def since(self) -> int:
        """How many thousandths of a second ago the clock came."""
        return round((self._now() - self._came) * 1000)

    def told(self, table: TableView, people: People) -> list[str]:
        """What is new about the clocks of ``table``, which has just come."""
        old, stood = self._clock, self._stands(self._looked)
        clock, self._people = table.clock, people
        self._clock, self._came, self._looked = clock, self._now(), 0
        if clock is None or clock.runs is None:
            return []
        return [
            *self._about_pauses(old, clock, stood),
            *self._about_turns(old, clock),
        ]

    def wait(self) -> float | None:
        """Seconds until there is something to say; None: nothing will be."""
        clock, since = self._clock, self.since()
        if clock is None or clock.runs is None:
            return None
        moments = [held(clock, since)] if clock.why == "pause" else []
        if clock.runs == self._people.me:
            moments.append(timing.next_low(clock, clock.runs, since) or 0)
        ahead = [moment for moment in moments if moment]
        return min(ahead) / 1000 if ahead else None

    def passed(self) -> list[str]:
        """What is to be said now, as time has passed."""
        clock, before = self._clock, self._looked
        self._looked = since = self.since()
        if clock is None or clock.runs is None:
            return []
        lines = []
        if self._stands(before) and not self._stands(since):
            lines.append(say("clock.on"))
        if clock.runs == self._people.me:
            low = timing.low(clock, clock.runs, before, since)
            lines += [] if low is None else [say("clock.low", count=low)]
        return lines

    def _stands(self, since: int) -> bool:
        """Whether somebody has a minute."""
        clock = self._clock
        return clock is not None and clock.why == "pause" and held(clock, since) > 0

    def _about_pauses(
        self, old: ClockView | None, clock: ClockView, stood: bool
    ) -> list[str]:
        if clock.why == "pause":
            is_new = not stood or old is None or old.asked != clock.asked
            return [timing.pause(clock, self._people)] if is_new else []
        if stood:
            return [say("clock.on")]
        if clock.why == "away" and (old is None or old.why != "away"):
            return [timing.standing(clock, 0, self._people)]
        return []

    def _about_turns(self, old: ClockView | None, clock: ClockView) -> list[str]:
        me = self._people.me
        if me is None or clock.runs != me:
            return []
        is_new = old is None or old.runs != me or old.control != clock.control
        return [timing.shown(clock, me, 0, self._people)] if is_new else []
