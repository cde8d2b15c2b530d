"""The clock of each seat as it is drawn, and when what is drawn changes. Pure."""

from typing import NamedTuple

from peer.timing import LOW, low, stamp
from peer.tui.desk import Desk
from shared.clock import ClockView, held, left
from shared.events import Seat
from shared.words import say


class Timer(NamedTuple):
    """The clock of a seat."""

    time: str
    runs: bool

    word: str
    "That there is little time, if it is the one that runs."

    def __str__(self) -> str:
        return f"[{self.time}]" if self.runs else self.time


def timer(desk: Desk, seat: Seat) -> Timer | None:
    """What the clock of ``seat`` shows now; None where nobody's time is limited."""
    clock, table = _clock(desk), desk.table
    if clock is None or table is None or not 0 <= seat < len(clock.left):
        return None
    if table.phase == "lobby" or table.seats[seat].kind == "open":
        return None
    has = left(clock, seat, desk.since)
    runs = seat == clock.runs
    return Timer(stamp(has), runs, _word(has) if runs else "")


def _clock(desk: Desk) -> ClockView | None:
    return None if desk.table is None else desk.table.clock


def _word(has: int) -> str:
    few, fewest = LOW
    if has <= fewest * 1000:
        return say("term.tui.clock.last")
    return say("term.tui.clock.soon") if has <= few * 1000 else ""


def until_change(desk: Desk) -> float | None:
    """Seconds until something that is shown of time changes; None: it does not."""
    table, since = desk.table, desk.since
    if table is None or desk.connection:
        return None
    waits = []
    clock = table.clock
    if clock is not None and clock.runs is not None:
        now = held(clock, since) or left(clock, clock.runs, since)
        if now:
            waits.append(now % 1000 or 1000)
    vote = table.vote
    if vote is not None and vote.outcome == "open" and since < 1000 * vote.left:
        waits.append(1000 - since % 1000)
    return min(waits) / 1000 if waits else None


def warning(desk: Desk) -> str:
    """What our own clock has come to since the last look, if that has to be said."""
    clock, me = _clock(desk), desk.guest.seat
    before, desk.looked = desk.looked, desk.since
    if clock is None or me is None or clock.runs != me:
        return ""
    passed = low(clock, me, before, desk.since)
    return "" if passed is None else say("clock.low", count=passed)
