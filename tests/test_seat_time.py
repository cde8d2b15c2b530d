"""A seat that is played in lines, as time passes: what is said and sent unasked."""

import asyncio

from peer.channel import MemoryChannel
from peer.guest import Guest
from peer.requests import Request
from peer.seat import PlayedSeat
from peer.session import Session
from shared.clock import ClockView, Control
from shared.tableview import SeatView, TableView
from shared.wire import (
    Bye,
    ToGuest,
    Touched,
    Update,
    Welcome,
    decode_to_host,
    encode,
)

SEATS = (SeatView("Ann", "person", True, False, True),) * 2
CLOCK = ClockView(Control(turn=45), (45_000, 45_000), runs=0, pauses=(3, 3))
TABLE = TableView("rummikub", "rk_official", "lobby", SEATS, 0, (0, 0), 0, clock=CLOCK)


class Lines:
    """A screen whose player has begun to move tiles, and that has one thing to say."""

    has_moved_tiles = True

    def __init__(self) -> None:
        self.unsaid = ["10 seconds left."]
        self.shown: list[str] = []
        self.said = asyncio.Event()

    def told(self, message: ToGuest) -> list[str]:
        return []

    def typed(self, line: str) -> Request | list[str]:
        return []

    def notice(self, text: str) -> list[str]:
        return [text]

    def news(self, news: object) -> list[str]:
        return []

    def prompt(self) -> str:
        return ""

    def wait(self) -> float | None:
        return 0.001 if self.unsaid else None

    def passed(self) -> list[str]:
        lines, self.unsaid = self.unsaid, []
        return lines

    def show(self, lines: list[str], prompt: str = "") -> None:
        self.shown += lines
        if self.shown:
            self.said.set()

    def close(self) -> None:
        pass


async def test_time_is_told_and_the_host_hears_once_of_tiles_that_were_moved() -> None:
    ours, theirs = MemoryChannel.pair()
    lines = Lines()
    seat = PlayedSeat(Session(Guest("Ann"), ours), lines, lines)
    theirs.send(encode(Welcome(1, 0, "token", 0)))
    await seat.sit_down()
    for seq in (7, 7, 8):
        theirs.send(encode(Update(seq, 0, (), TABLE, None)))
    playing = asyncio.create_task(seat.play())
    await lines.said.wait()
    theirs.send(encode(Bye("closed")))
    assert await playing == "closed"
    assert lines.shown == ["10 seconds left."]
    heard = []
    while not isinstance(message := decode_to_host(await theirs.receive()), Bye):
        heard.append(message)
    assert [one.seq for one in heard if isinstance(one, Touched)] == [7, 8]
