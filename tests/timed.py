"""A table with a clock, and a few words to look at it."""

from typing import Any

from tabled import Table

from peer.places import Peer
from shared.clock import ClockView
from shared.events import Seat, TimedOut
from shared.ruleset import Ruleset
from shared.rulesets.basic import PRESETS
from shared.terms import Absent, Terms
from shared.wire import Pause, Rejected, Touched, encode

NO_CLOCK = ("no_clock", "no clock is running now: take all the time you need")
STANDS = ("clock_stands", "the clock stands already: ask again when it goes on")
NONE_LEFT = (
    "no_minute_left",
    "you have had all your minutes of this match: the clock goes on",
)


def timed(
    clock: str = "30",
    seats: int = 2,
    absent: Absent = "wait",
    rules: Ruleset[Any] = PRESETS["cgio"],
    **options: Any,
) -> Table:
    """Ann, Bob and so on; cards are dealt."""
    terms = Terms(absent, clock=clock)
    table = Table(seats=seats, terms=terms, rules=rules, **options)
    for name in ("Ann", "Bob", "Cleo", "Dan")[:seats]:
        table.join(name)
    return table


def clock_of(table: Table, peer: Peer = 1) -> ClockView:
    """As the last update of ``peer`` shows it."""
    shown = table.guests[peer].table
    assert shown is not None and shown.clock is not None
    return shown.clock


def look(table: Table) -> ClockView:
    """As it would be shown now."""
    clock = table.host._company.clocks()
    assert clock is not None
    return clock


def on_clock(table: Table) -> tuple[Peer, Seat]:
    """Whose turn it is."""
    peer = table.on_turn()
    seat = table.guests[peer].seat
    assert seat is not None
    return peer, seat


def left(table: Table, seat: Seat) -> float:
    """Seconds."""
    return look(table).left[seat] / 1000


def late(table: Table, peer: Peer = 1) -> list[Seat]:
    """Whose time was up, as ``peer`` was told."""
    return [one.seat for one in table.events(peer) if isinstance(one, TimedOut)]


def refusals(table: Table, peer: Peer) -> list[tuple[str, str]]:
    """What ``peer`` was refused, by code and in words."""
    return [
        (one.code, str(one)) for one in table.said[peer] if isinstance(one, Rejected)
    ]


def pause(table: Table, peer: int) -> None:
    table.say(peer, encode(Pause()))


def touched(table: Table, peer: int) -> str:
    return encode(Touched(table.guests[peer].seq))


def leave(table: Table, peer: int) -> None:
    """Without a word."""
    table.lose(peer)
    table.hung_up.add(peer)
