"""A signaling server in the middle, that answers both ends with its own legs."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field

from aiohttp import WSMsgType, web

from peer.channel import Channel
from peer.connection import RtcConnection
from shared.errors import ChannelClosed, RummyError
from shared.signals import (
    Create,
    Created,
    Description,
    Join,
    Joined,
    Leave,
    Member,
    Signal,
    Signaled,
    decode_description,
    decode_to_server,
    encode,
    encode_description,
)

ROOM = "7KQM"
HOST: Member = 1
DEADLINE = 10.0


class Leg:
    """The villain's end of a channel to one of its victims; keeps what it was told."""

    def __init__(self, channel: Channel, connection: RtcConnection) -> None:
        self._channel = channel
        self.own, self.theirs = connection.fingerprints
        self.heard: list[str] = []

    def send(self, text: str) -> None:
        self._channel.send(text)

    async def receive(self) -> str:
        text = await self._channel.receive()
        self.heard.append(text)
        return text

    async def hear_out(self) -> None:
        """Hear everything until the victim hangs up."""
        with suppress(ChannelClosed):
            while True:
                await self.receive()

    async def close(self) -> None:
        await self._channel.close()


Attack = Callable[[Leg, Leg], Awaitable[None]]
"What the villain does once it has a channel to a guest and one to the host."


@dataclass
class _Victim:
    to_guest: RtcConnection
    to_host: RtcConnection


@dataclass
class Villain:
    """Keeps one room, and answers each guest in the host's name and the reverse."""

    attack: Attack
    url: str = ""
    heard_of_guests: list[str] = field(default_factory=list)
    heard_of_host: list[str] = field(default_factory=list)
    done: "asyncio.Queue[None]" = field(default_factory=asyncio.Queue)
    "Gets something for each attack that is over."

    _host: web.WebSocketResponse | None = None
    _victims: dict[Member, _Victim] = field(default_factory=dict)
    _members: int = HOST
    _tasks: set["asyncio.Task[None]"] = field(default_factory=set)

    async def signal(self, request: web.Request) -> web.WebSocketResponse:
        """One member's socket."""
        ws = web.WebSocketResponse()
        await ws.prepare(request)
        member = HOST
        async for frame in ws:
            assert frame.type is WSMsgType.TEXT
            match decode_to_server(frame.data):
                case Create():
                    self._host = ws
                    welcome = Created(ROOM, HOST, "claim", ())
                    await ws.send_str(encode(welcome))
                case Join():
                    self._members += 1
                    member = self._members
                    await ws.send_str(encode(Joined(ROOM, member, HOST, ())))
                case Signal(to=to, data=data) if member == HOST:
                    victim = self._victims[to]
                    await victim.to_host.signal(decode_description(data))
                case Signal(data=data):
                    await self._heard_guest(ws, member, decode_description(data))
                case Leave():
                    break
        return ws

    async def _heard_guest(
        self, ws: web.WebSocketResponse, member: Member, said: Description
    ) -> None:
        if member in self._victims:
            await self._victims[member].to_guest.signal(said)
            return
        assert self._host is not None
        victim = _Victim(
            RtcConnection("answer", (), self._sender(ws, HOST)),
            RtcConnection("offer", (), self._sender(self._host, member)),
        )
        self._victims[member] = victim
        await victim.to_guest.signal(said)
        await victim.to_host.offer()
        self._spawn(self._run(victim))

    def _sender(
        self, ws: web.WebSocketResponse, sender: Member
    ) -> Callable[[Description], None]:
        queue: asyncio.Queue[Description] = asyncio.Queue()

        async def write() -> None:
            while True:
                data = encode_description(await queue.get())
                if ws.closed:
                    return
                await ws.send_str(encode(Signaled(sender=sender, data=data)))

        self._spawn(write())
        return queue.put_nowait

    async def _run(self, victim: _Victim) -> None:
        ends = victim.to_guest, victim.to_host
        try:
            channels = await asyncio.gather(*(end.open(DEADLINE) for end in ends))
            guest, host = map(Leg, channels, ends)
            try:
                async with asyncio.timeout(DEADLINE):
                    await self.attack(guest, host)
            finally:
                self.heard_of_guests += guest.heard
                self.heard_of_host += host.heard
        except (RummyError, TimeoutError):
            pass  # a victim hung up
        finally:
            await asyncio.gather(*(end.close() for end in ends))
            self.done.put_nowait(None)

    def _spawn(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def stop(self) -> None:
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


@asynccontextmanager
async def villain_with(attack: Attack) -> AsyncIterator[Villain]:
    """A villain that listens on loopback."""
    async with AsyncExitStack() as stack:
        villain = Villain(attack)
        app = web.Application()
        app.router.add_get("/signal", villain.signal)
        runner = web.AppRunner(app, shutdown_timeout=1)
        await runner.setup()
        stack.push_async_callback(runner.cleanup)
        stack.push_async_callback(villain.stop)
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        host, port = runner.addresses[0][:2]
        villain.url = f"http://{host}:{port}"
        yield villain
