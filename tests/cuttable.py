"""A seat whose connections a test cuts and mends, and whose clock it moves."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from peers import DEADLINE
from tabled import new_host

from peer.autoplay import Autoplay
from peer.bots.medium import Medium
from peer.channel import Channel
from peer.comeback import Rhythm
from peer.guest import Guest
from peer.hosting import Hosting
from peer.lasting import LastingSession
from peer.news import News
from peer.pauses import Pauses
from peer.session import Session
from shared.errors import RummyError
from shared.rulesets.basic import PRESETS
from shared.wire import Bye, ToGuest, Update

RHYTHM = Rhythm(beat=0.001, look=0.001, patience=60.0)


class Wire:
    """A channel that can be cut without anybody being told, and mended."""

    def __init__(self, channel: Channel) -> None:
        self.channel = channel
        self.whole = asyncio.Event()
        self.whole.set()
        self.waiting: list[str] = []
        self.closed = False

    def cut(self) -> None:
        self.whole.clear()

    def mend(self) -> None:
        self.whole.set()
        waiting, self.waiting = self.waiting, []
        for text in waiting:
            self.channel.send(text)

    def send(self, text: str) -> None:
        if self.whole.is_set():
            self.channel.send(text)
        else:
            self.waiting.append(text)

    async def receive(self) -> str:
        text = await self.channel.receive()
        await self.whole.wait()
        return text

    async def close(self) -> None:
        self.closed = True
        await self.channel.close()


class Place:
    """A table for two at which Ann sits, and Bob, whose connections are ours."""

    def __init__(self, table: Hosting) -> None:
        self.table = table
        self.now = 1000.0
        self.wires: list[Wire] = []
        self.dialed = 0
        self.obstacles: list[RummyError] = []
        "What the next tries to reach the host end with."

        self.reachable = asyncio.Event()
        self.reachable.set()
        self.hint = asyncio.Event()
        self.seated: list[str] = []
        self.address = "10.0.0.1"
        self.ann = Session(Guest("Ann"), table.own_channel())
        self.bob = LastingSession(
            Guest("Bob"),
            self.wire(),
            self.dial,
            seated=self.seated.append,
            rhythm=RHYTHM,
            now=lambda: self.now,
            pauses=Pauses(random=lambda: 0.0),
            whereabouts=lambda: self.address,
            hint=self.hint,
        )

    def wire(self) -> Wire:
        self.wires.append(Wire(self.table.own_channel()))
        return self.wires[-1]

    async def dial(self, token: str | None) -> Channel:
        self.dialed += 1
        assert token == self.bob.guest.token
        await self.reachable.wait()
        if self.obstacles:
            raise self.obstacles.pop(0)
        return self.wire()

    async def hear(self, wanted: object) -> ToGuest | News:
        """The next message to Bob that is, or is one of, ``wanted``."""
        async with asyncio.timeout(DEADLINE):
            while True:
                heard = await self.bob.receive()
                if heard == wanted or (
                    isinstance(wanted, type) and isinstance(heard, wanted)
                ):
                    return heard

    async def on_turn(self) -> None:
        """Let Ann play until it is Bob's turn."""
        ann = Autoplay(self.ann, Medium(), 0)
        while not self.bob.guest.view or not self.bob.guest.view.can:
            await self.hear(Update)
            heard: ToGuest = Bye()
            while not isinstance(heard, Update) or heard.seq < self.bob.guest.seq:
                heard = await self.ann.receive()
            await ann.told(heard)

    async def end(self) -> RummyError:
        """Why Bob hears nothing more."""
        with pytest.raises(RummyError) as caught:
            await self.hear(None)
        return caught.value

    async def looks(self) -> None:
        """Let Bob look at the clock a few times."""
        for _ in range(5):
            await asyncio.sleep(RHYTHM.look)

    async def silence(self, seconds: float) -> None:
        """Time passes for Bob, who does not sleep."""
        for _ in range(int(seconds / 4) + 1):
            self.now += seconds / (int(seconds / 4) + 1)
            await self.looks()


@asynccontextmanager
async def place() -> AsyncIterator[Place]:
    host = new_host(PRESETS["cgio"], 2, b"a seed of the tests")
    async with Hosting(host, Medium, pace=0) as table:
        here = Place(table)
        await here.ann.sit_down()
        await here.bob.sit_down()
        await here.hear(Update)
        yield here
        await here.bob.leave()
        await here.ann.leave()
