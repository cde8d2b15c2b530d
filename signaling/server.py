"""
The signaling server: :class:`~signaling.rooms.Rooms` behind one WebSocket route.

Each member has a bounded queue and a task that writes it, so a slow reader delays
nobody and is closed for it (:attr:`~shared.signals.CloseCode.SLOW`). Whatever a member
sends, only that member is closed for it. Rooms, addresses and what is relayed are never
logged.
"""

import asyncio
import logging
import secrets
from collections import deque
from collections.abc import Iterable, Sequence
from pathlib import Path

from aiohttp import WSMessage, WSMsgType, web

from shared.errors import ProtocolError, RummyError, SignalingError
from shared.signals import (
    MAX_SIZE,
    CloseCode,
    IceServer,
    Member,
    Restarting,
    decode_to_server,
    encode,
)
from signaling.address import reachable, why_not
from signaling.rooms import Close, Output, Rooms, Send
from signaling.site import FRESH, HEADERS, Site

logger = logging.getLogger(__name__)

# What aiohttp would tell of bad requests begins with the sender's address.
_http_logger = logging.getLogger(f"{__name__}.http")
_http_logger.setLevel(logging.CRITICAL)

HEARTBEAT = 30.0
"Seconds between pings; a member that does not answer within half of it is lost."

FIRST_MESSAGE = 10.0
"Seconds a socket may be silent before its create or join."

FIRST_REQUEST = 10.0
"Seconds a connection has for a whole HTTP request, also between two."

SWEEP = 30.0
"Seconds between looks for expired rooms."

LAST_WORDS = 5.0
"Seconds a member has to read what was queued for it before its close."

RETRY_AFTER = 2.0
"Seconds after which members of a server that stops should come back."

MAX_REASON = 200
"Characters of what was wrong with a malformed message that its sender is told."

QUEUE_MESSAGES = 64
QUEUE_BYTES = 256 * 1024


class _Link:
    """The way out to one member."""

    def __init__(self, ws: web.WebSocketResponse, transport: asyncio.Transport) -> None:
        self.ws = ws
        self._transport = transport
        self._queue: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._held = 0
        "Bytes in the queue."

        self._end: tuple[CloseCode, str] | None = None
        self._hang_up: asyncio.TimerHandle | None = None

    @property
    def ended(self) -> bool:
        """Whether the close is queued: nothing of this member counts any more."""
        return self._end is not None

    @property
    def behind(self) -> bool:
        """Whether the queue fills up and its writer should have a turn."""
        return (
            self._queue.qsize() > QUEUE_MESSAGES // 4 or self._held > QUEUE_BYTES // 4
        )

    def send(self, text: str) -> None:
        """Queue ``text``; never waits, but ends the link if its member is too slow."""
        if self.ended:
            return
        data = text.encode()
        self._held += len(data)
        if self._queue.qsize() >= QUEUE_MESSAGES or self._held > QUEUE_BYTES:
            self.close(CloseCode.SLOW, "slow")
        else:
            self._queue.put_nowait(data)

    def close(self, code: CloseCode, reason: str) -> None:
        """Queue the close, and give the member a while to get there."""
        if not self.ended:
            self._end = code, reason
            self._queue.put_nowait(None)
            loop = asyncio.get_running_loop()
            self._hang_up = loop.call_later(LAST_WORDS, self._transport.abort)

    async def write(self) -> None:
        """Write the queue up to the close, and close."""
        try:
            while (data := await self._queue.get()) is not None:
                self._held -= len(data)
                await self.ws.send_frame(data, WSMsgType.TEXT)
        except ConnectionError:
            logger.debug("x a member is gone")
        code, reason = self._end or (CloseCode.NORMAL, "")
        await self.ws.close(code=code, message=reason.encode())
        # What is still unread would keep the connection as long as its member likes.
        if self._hang_up and not self._transport.get_write_buffer_size():
            self._hang_up.cancel()


class SignalingServer:
    """A running server; :func:`start_server` makes it."""

    def __init__(self, rooms: Rooms, first_message: float, site: Site) -> None:
        self.url = ""
        "For members on this machine, and on its network if it listens there."

        self.port = 0
        self._rooms = rooms
        self._first_message = first_message
        self._links: dict[Member, _Link] = {}
        self._sweeper: asyncio.Task[None] | None = None
        self._closing = False
        app = web.Application()
        app.add_routes(site.routes())
        app.router.add_get("/healthz", _health)
        app.router.add_get("/signal", self._signal)
        app.on_shutdown.append(self._say_goodbye)
        self._runner = web.AppRunner(
            app,
            access_log=None,
            logger=_http_logger,
            keepalive_timeout=FIRST_REQUEST,
            shutdown_timeout=2 * LAST_WORDS,
        )

    async def start(self, host: str, port: int, sweep: float) -> None:
        """Listen.

        Raises:
            RummyError: If this machine does not let us.
        """
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, host, port).start()
        except (OSError, OverflowError) as error:
            await self._runner.cleanup()
            raise RummyError(why_not(host, port, error)) from None
        address, self.port = self._runner.addresses[0][:2]
        self.url = f"http://{reachable(address)}:{self.port}"
        self._sweeper = asyncio.create_task(self._sweep(sweep))
        logger.info("= the signaling server listens")

    async def close(self) -> None:
        """Tell everybody to come back, close, free the port. Harmless when repeated."""
        if self._closing:
            return
        self._closing = True
        if self._sweeper is not None:
            self._sweeper.cancel()
        await self._runner.cleanup()
        logger.info("= the signaling server has stopped")

    async def _say_goodbye(self, _: web.Application) -> None:
        restarting = encode(Restarting(retry_after=RETRY_AFTER))
        for link in self._links.values():
            link.send(restarting)
            link.close(CloseCode.RESTARTING, "restarting")

    async def _signal(self, request: web.Request) -> web.WebSocketResponse:
        """One member's socket, from its handshake to its end."""
        ws = web.WebSocketResponse(
            timeout=LAST_WORDS,
            heartbeat=HEARTBEAT,
            max_msg_size=MAX_SIZE,
            compress=False,
        )
        await ws.prepare(request)
        if request.transport is None:
            return ws
        member = self._new_member()
        link = self._links[member] = _Link(ws, request.transport)
        writing = asyncio.create_task(link.write())
        try:
            await self._listen(member, link)
        except Exception:
            logger.exception("x a member had to be given up")
            link.close(CloseCode.FAULT, "fault")
        finally:
            del self._links[member]
            self._deliver(self._rooms.lost(member, _now()))
            link.close(CloseCode.NORMAL, "")
            await writing
        return ws

    def _new_member(self) -> Member:
        while (member := secrets.randbits(53)) in self._links:
            pass
        return member

    async def _listen(self, member: Member, link: _Link) -> None:
        """Take in what ``member`` says until its socket is closed."""
        try:
            async with asyncio.timeout(self._first_message) as deadline:
                async for frame in link.ws:
                    deadline.reschedule(None)
                    if not link.ended and self._deliver(self._heard(member, frame)):
                        # What was read at once must not fill up somebody's queue.
                        await asyncio.sleep(0)
        except TimeoutError:
            silent = SignalingError(
                "refused",
                f"no create or join within {self._first_message:g} seconds;"
                " connect again",
            )
            self._deliver(self._rooms.refuse(member, silent, _now()))

    def _heard(self, member: Member, frame: WSMessage) -> list[Output]:
        try:
            if frame.type is WSMsgType.TEXT:
                message = decode_to_server(frame.data)
                logger.debug("< %d %s", member, type(message).__name__)
                return self._rooms.received(member, message, _now())
            if frame.type is WSMsgType.BINARY:
                raise ProtocolError("signaling messages are text, not binary")
        except ProtocolError as error:
            malformed = SignalingError("malformed", str(error)[:MAX_REASON])
            return self._rooms.refuse(member, malformed, _now())
        # aiohttp yields its own errors too, and has closed the socket by then.
        logger.debug("x a member broke WebSocket: %s", frame.data)
        return []

    def _deliver(self, outputs: Iterable[Output]) -> bool:
        """Queue all this, and tell whether one of the queues is behind."""
        behind = False
        pending = deque(outputs)
        while pending:
            output = pending.popleft()
            link = self._links.get(output.member)
            if link is None:
                continue
            match output:
                case Close(code=code, reason=reason):
                    link.close(code, reason)
                case Send(message=message):
                    link.send(encode(message))
                    if link.ended:
                        pending.extend(self._rooms.lost(output.member, _now()))
            behind = behind or link.behind
        return behind

    async def _sweep(self, every: float) -> None:
        while True:
            await asyncio.sleep(every)
            self._deliver(self._rooms.expire(_now()))


async def start_server(
    host: str,
    port: int,
    *,
    ice_servers: Sequence[IceServer] = (),
    rooms: Rooms | None = None,
    first_message: float = FIRST_MESSAGE,
    sweep: float = SWEEP,
    site: Path | None = None,
) -> SignalingServer:
    """Listen on ``host`` and ``port``, 0 for a free one.

    ``ice_servers`` are told to every member, unless ``rooms`` come with their own.
    ``site`` is the folder of the browser client.

    Raises:
        RummyError: If the port is taken, or this machine does not let us have it.
    """
    if rooms is None:
        rooms = Rooms(ice_servers=ice_servers)
    server = SignalingServer(rooms, first_message, Site(site))
    await server.start(host, port, sweep)
    return server


async def _health(_: web.Request) -> web.Response:
    return web.Response(text="ok\n", headers={**HEADERS, "Cache-Control": FRESH})


def _now() -> float:
    return asyncio.get_running_loop().time()
