"""
The clocks as one reader sees them: a clock in, words out. Pure: time is an argument.

``since`` is always how many thousandths of a second ago the clock came.
"""

from math import ceil

from peer.comings import duration
from peer.story import People
from shared.clock import USUAL_PATIENCE, ClockView, Control, held, left
from shared.events import Seat
from shared.tableview import TableView
from shared.words import say

LOW = (30, 10)
"Seconds left that are worth a word."


def stamp(thousandths: int) -> str:
    """``0:42``, ``12:05``, ``1:02:05``; ``0:00`` only when nothing is left."""
    minutes, seconds = divmod(ceil(thousandths / 1000), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours}:{minutes:02}:{seconds:02}"
    return f"{minutes}:{seconds:02}"


def agreed(control: Control | None) -> str:
    """What was agreed on."""
    if control is None:
        return say("clock.none")
    if control.turn:
        return say("clock.turn", count=control.turn)
    bank = say("time.seconds", count=control.bank)
    if control.bank % 60 == 0:
        bank = duration(control.bank)
    return say("clock.bank", bank=bank, increment=control.increment)


def shown(clock: ClockView, seat: Seat, since: int, people: People) -> str:
    """``Ann 0:42``, and to the reader ``Your time: 1:10 (+20 s)``."""
    time = stamp(left(clock, seat, since))
    if seat != people.me:
        return say("clock.theirs", name=people.name(seat), time=time)
    if clock.control.bank:
        more = clock.control.increment
        return say("clock.own.bank", time=time, increment=more)
    return say("clock.own", time=time)


def standing(clock: ClockView, since: int, people: People) -> str:
    """Why the clock stands, and for how long; empty when it does not."""
    more = held(clock, since)
    if not more or clock.runs is None:
        return ""
    if clock.why == "away":
        return people.says("clock.away", clock.runs, time=stamp(more))
    return say("clock.pause", time=stamp(more))


def pause(clock: ClockView, people: People) -> str:
    """That somebody has asked for a minute."""
    return "" if clock.asked is None else people.says("clock.paused", clock.asked)


def minutes_left(clock: ClockView, me: Seat | None) -> int:
    """How many more minutes the reader may ask for in this match."""
    return 0 if me is None else clock.pauses[me]


def may_pause(clock: ClockView | None, since: int, me: Seat | None) -> bool:
    """Whether the reader can ask for a minute now."""
    if clock is None or clock.runs is None or not minutes_left(clock, me):
        return False
    return clock.why != "pause" or not held(clock, since)


def unusual(table: TableView, people: People) -> list[str]:
    """Who has more time than was agreed on."""
    return [
        people.says("clock.patience", seat, percent=one.patience)
        for seat, one in enumerate(table.seats)
        if one.patience != USUAL_PATIENCE
    ]


def low(clock: ClockView, seat: Seat, before: int, since: int) -> int | None:
    """The last of the moments of :data:`LOW` that passed between two looks."""
    had, has = left(clock, seat, before), left(clock, seat, since)
    passed = [at for at in LOW if had > at * 1000 >= has]
    return min(passed, default=None)


def next_low(clock: ClockView, seat: Seat, since: int) -> int | None:
    """In how many thousandths ``seat`` comes to such a moment; None: to no more."""
    if seat != clock.runs:
        return None
    has = left(clock, seat, since)
    ahead = [has - at * 1000 for at in LOW if has > at * 1000]
    return held(clock, since) + min(ahead) if ahead else None


def complete(table: TableView, since: int, people: People) -> list[str]:
    """All about the clocks, for who asks."""
    clock = table.clock
    if clock is None:
        return [say("clock.none")]
    lines = [agreed(clock.control)]
    lines += [shown(clock, seat, since, people) for seat in range(len(clock.left))]
    lines += unusual(table, people)
    if why := standing(clock, since, people):
        lines.append(why)
    if people.me is not None:
        lines.append(say("clock.minutes", count=minutes_left(clock, people.me)))
    return lines
