"""
What each seat has left on its clock in a match: a value that a journal keeps. Pure.

A seat's clock counts its own time: with a patience of 200 percent it runs half as fast,
so when that is changed in the middle of a turn, nobody loses what was left.
"""

from dataclasses import dataclass, replace

from shared.clock import PAUSE, PAUSES, Control
from shared.events import Seat


@dataclass(frozen=True)
class Banks:
    """The clocks as they are between two actions."""

    control: Control | None
    "None: there are no clocks."

    left: tuple[int, ...]
    "Thousandths of a second of each seat's own time."

    pauses: tuple[int, ...]
    "How many more each seat may ask for."

    minute: tuple[Seat, int] | None = None
    """Who has asked for a minute, and how many thousandths of it were left when that
    was written down; it may be over by now."""

    @classmethod
    def new(cls, control: Control | None, seats: int) -> "Banks":
        """Those of a match that begins."""
        full = 0 if control is None else (control.turn or control.bank) * 1000
        return cls(control, (full,) * seats, (PAUSES,) * seats)

    def agreed(self, control: Control | None) -> "Banks":
        """The same people by another clock; pauses they have had are gone."""
        if control == self.control:
            return self
        fresh = Banks.new(control, len(self.left))
        return replace(fresh, pauses=self.pauses)

    def passed(self, seat: Seat | None, spent: int, after: Seat | None) -> "Banks":
        """``seat`` had its turn and has used so many thousandths; now ``after`` has it.

        When a turn is over the next one of that seat has its time, or the increment.
        """
        control = self.control
        if control is None or seat is None:
            return self
        left = max(0, self.left[seat] - max(0, spent))
        if seat == after:
            return self._with(seat, left)
        increased = left + control.increment * 1000
        passed = self._with(seat, control.turn * 1000 if control.turn else increased)
        return replace(passed, minute=None) if after is None else passed

    def paused(self, seat: Seat) -> "Banks":
        """``seat`` has asked for a minute, and has it.

        Raises:
            ValueError: If it has had them all.
        """
        if not self.pauses[seat]:
            raise ValueError("there are no pauses left")
        pauses = list(self.pauses)
        pauses[seat] -= 1
        return replace(self, pauses=tuple(pauses), minute=(seat, PAUSE * 1000))

    def ran(self, rest: int) -> "Banks":
        """So much is left of that minute.

        Raises:
            ValueError: If nobody has asked for one.
        """
        if self.minute is None:
            raise ValueError("nobody has asked for a minute")
        return replace(self, minute=(self.minute[0], rest))

    def acted(self, seat: Seat) -> "Banks":
        """``seat`` has acted: it needs its minute no longer."""
        if self.minute is None or self.minute[0] != seat:
            return self
        return replace(self, minute=None)

    def _with(self, seat: Seat, left: int) -> "Banks":
        return replace(self, left=(*self.left[:seat], left, *self.left[seat + 1 :]))
