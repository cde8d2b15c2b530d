"""
The signaling server: :class:`~signaling.rooms.Rooms` behind one WebSocket route.

A slow reader delays nobody and is closed for it
(:attr:`~shared.signals.CloseCode.SLOW`). Whatever a member sends, only that member is
closed for it. Rooms, addresses and what is relayed are never logged.

Connections that ask for a WebSocket never see aiohttp: it holds six times the memory
for each of them, and lets any number of requests begin that never end.
"""

import asyncio
import logging
import ssl
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from aiohttp import web

from shared.errors import RummyError
from shared.signals import (
    IceServer,
)
from signaling.address import reachable, why_not
from signaling.caller import Origins, Proxies
from signaling.limits import Guard, Limits, network
from signaling.pages import Pages
from signaling.relay import Link, Relay
from signaling.rooms import MAX_ROOMS, SETTLING, IceServers, Rooms
from signaling.site import FRESH, HEADERS, Site
from signaling.upgrade import Upgrade, refuse
from signaling.watch import Watch
from signaling.websocket import LAST_WORDS, peer_of

if TYPE_CHECKING:
    from signaling.shared_rooms import SharedRooms

logger = logging.getLogger(__name__)

# What aiohttp would tell of bad requests begins with the sender's address.
_http_logger = logging.getLogger(f"{__name__}.http")
_http_logger.setLevel(logging.CRITICAL)

BEAT = 5.0
"Seconds between looks for silent members."

FIRST_MESSAGE = 10.0
"Seconds a socket may be silent before its create or join."

FIRST_REQUEST = 8.0
"Seconds a connection has for its request."

HALF_OPEN = 512
"Connections without a request; the oldest goes for one more."

PAGES = 256
"Connections that are shown a page at once."

NEXT_REQUEST = 2.0
"Seconds a connection that was shown a page is kept for another one."

PAGES_PER_ADDRESS = 32
"Of those; a proxy that is named may have them all."

LINGER = 1.0
"Seconds the rest of a request may take that was answered before it was there."

SWEEP = 5.0
"Seconds between looks for expired rooms and silent guests."

BACKLOG = 1024


class _Connection(Link):
    """A connection before we know what it wants."""

    def __init__(self, server: "SignalingServer", relay: Relay) -> None:
        super().__init__(relay)
        self._server = server

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._server.connected(self)

    def asked(self, upgrade: Upgrade) -> bytes | None:
        return self._server.asked(self, upgrade)

    def pass_on(self, transport: asyncio.Transport, data: bytes) -> None:
        self._server.pass_on(self, transport, data)

    def gone(self) -> None:
        self._server.gone(self)
        super().gone()


class SignalingServer:
    """A running server; :func:`start_server` makes it."""

    def __init__(
        self,
        relay: Relay,
        guard: Guard,
        proxies: Proxies,
        origins: Origins,
        watch: Watch,
        shared: "SharedRooms | None",
        site: Site,
    ) -> None:
        self.url = ""
        "For members on this machine, and on its network if it listens there."

        self.port = 0
        self._relay = relay
        self._guard = guard
        self._proxies = proxies
        self._origins = origins
        self._watch = watch
        self._shared = shared
        self._half_open: dict[_Connection, None] = {}
        self._listener: asyncio.Server | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._closing = False
        self._shut = False
        "Nobody is listened to any more; while it closes, pages still are."

        app = web.Application()
        app.add_routes(site.routes())
        app.router.add_get("/healthz", _health)
        app.router.add_get("/readyz", self._ready)
        app.router.add_get("/signal", _no_page)
        app.on_response_prepare.append(self._answering)
        self._runner = web.AppRunner(
            app,
            access_log=None,
            logger=_http_logger,
            keepalive_timeout=NEXT_REQUEST,
            lingering_time=LINGER,
            shutdown_timeout=2 * LAST_WORDS,
        )

    async def start(
        self, host: str, port: int, sweep: float, tls: ssl.SSLContext | None
    ) -> None:
        """Listen.

        Raises:
            RummyError: If this machine does not let us.
        """
        await self._runner.setup()
        loop = asyncio.get_running_loop()
        try:
            self._listener = await loop.create_server(
                lambda: _Connection(self, self._relay),
                host,
                port,
                backlog=BACKLOG,
                ssl=tls,
                ssl_handshake_timeout=FIRST_REQUEST if tls else None,
            )
        except (OSError, OverflowError) as error:
            await self._runner.cleanup()
            raise RummyError(why_not(host, port, error)) from None
        address, self.port = self._listener.sockets[0].getsockname()[:2]
        scheme = "https" if tls else "http"
        self.url = f"{scheme}://{reachable(address)}:{self.port}"
        self._tasks = [
            asyncio.create_task(_every(sweep, self._relay.expire)),
            asyncio.create_task(_every(BEAT, self._relay.beat)),
        ]
        logger.info("= the signaling server listens")

    async def close(self) -> None:
        """Tell everybody to come back, close, free the port. Harmless when repeated."""
        if self._closing:
            return
        self._closing = True
        for task in self._tasks:
            task.cancel()
        # It still listens, so that a load balancer can be told that it goes.
        await self._relay.close()
        if self._shared is not None:
            await self._shared.close()
        self._shut = True
        if self._listener is not None:
            self._listener.close()
        for connection in list(self._half_open):
            connection.abort()
        await self._runner.cleanup()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        logger.info("= the signaling server has stopped")

    @property
    def fault(self) -> str | None:
        """Why no member can come in, if that is because of the backend."""
        return None if self._shared is None else self._shared.fault

    # One connection

    def connected(self, connection: _Connection) -> None:
        """It has to say what it wants, and soon."""
        self._half_open[connection] = None
        connection.within(FIRST_REQUEST, connection.abort)
        if len(self._half_open) > HALF_OPEN:
            oldest = next(iter(self._half_open))
            del self._half_open[oldest]
            oldest.abort()

    def asked(self, connection: _Connection, upgrade: Upgrade) -> bytes | None:
        """It asks for a WebSocket: why it gets none."""
        self._half_open.pop(connection, None)
        if self._closing:
            self._watch.turned_away("stopping")
            return refuse("503 Service Unavailable", "this server is stopping")
        if upgrade.path != "/signal":
            return refuse("404 Not Found", "there is nothing here")
        if not self._origins.allow(upgrade.origin):
            self._watch.turned_away("origin")
            return refuse(
                "403 Forbidden", "this page is of another server; open the one of mine"
            )
        caller = self._proxies.caller(connection.peer, upgrade.forwarded)
        connection.address = self._guard.opened(caller)
        return None

    def pass_on(
        self, connection: _Connection, transport: asyncio.Transport, data: bytes
    ) -> None:
        """It asks for something else."""
        self._half_open.pop(connection, None)
        http = self._runner.server
        if http is None or self._shut or self._is_full(http, peer_of(transport)):
            transport.abort()
            return
        pages = Pages(http(), FIRST_REQUEST, self._take_back)
        pages.begin(transport, data)

    def _take_back(self, transport: asyncio.Transport, data: bytes) -> None:
        """It was shown pages, and now it wants to be a WebSocket."""
        connection = _Connection(self, self._relay)
        transport.set_protocol(connection)
        connection.connection_made(transport)
        connection.data_received(data)

    async def _answering(
        self, request: web.Request, response: web.StreamResponse
    ) -> None:
        """The connection is kept for another page, while there are enough of them."""
        transport, http = request.transport, self._runner.server
        pages = transport.get_protocol() if transport is not None else None
        if isinstance(pages, Pages):
            pages.answered()
        if (
            http is None
            or transport is None
            or len(http.connections) > PAGES // 2
            or self._held(http, peer_of(transport)) > PAGES_PER_ADDRESS // 2
        ):
            response.force_close()
            response.headers["Connection"] = "close"  # or another request gets lost

    def _is_full(self, http: web.Server, peer: str) -> bool:
        """Whether ``peer``, or everybody, is shown enough pages."""
        shown = http.connections
        if len(shown) >= PAGES or self._proxies.trust(peer):
            return len(shown) >= PAGES
        return self._held(http, peer) >= PAGES_PER_ADDRESS

    def _held(self, http: web.Server, peer: str) -> int:
        """How many connections ``peer`` has for pages; none if it is trusted."""
        if self._proxies.trust(peer):
            return 0
        address = network(peer)
        held = [peer_of(page.transport) for page in http.connections if page.transport]
        return sum(network(one) == address for one in held)

    def gone(self, connection: _Connection) -> None:
        """It is over, or was passed on."""
        self._half_open.pop(connection, None)

    async def _ready(self, _: web.Request) -> web.Response:
        """Whether to send members here."""
        if self._closing:
            return web.Response(status=503, text="draining\n", headers=HEADERS)
        if self.fault:
            text = "the backend is away\n"
            return web.Response(status=503, text=text, headers=HEADERS)
        return web.Response(text="ready\n", headers=HEADERS)


async def _every(seconds: float, work: Callable[[], None]) -> None:
    """Do it for ever, whatever went wrong with it once."""
    while True:
        await asyncio.sleep(seconds)
        try:
            work()
        except Exception:
            logger.exception("x the server could not look after its rooms")


async def start_server(
    host: str,
    port: int,
    *,
    ice_servers: IceServers | Sequence[IceServer] = (),
    rooms: Rooms | None = None,
    shared: "SharedRooms | None" = None,
    max_rooms: int = MAX_ROOMS,
    first_message: float = FIRST_MESSAGE,
    sweep: float = SWEEP,
    limits: Limits | None = None,
    trusted_proxies: Sequence[str] = (),
    base_url: str | None = None,
    tls: ssl.SSLContext | None = None,
    watch: Watch | None = None,
    site: Path | None = None,
    settling: float = SETTLING,
) -> SignalingServer:
    """Listen on ``host`` and ``port``, 0 for a free one.

    ``ice_servers`` are told to every member, of ``max_rooms`` at most, unless ``rooms``
    come with their own, or are ``shared`` with other servers.
    ``trusted_proxies``, addresses or networks, are believed whom they speak for. With
    ``base_url``, pages of other origins get no socket. With ``tls`` it speaks https.
    ``site`` is the folder of the browser client. For ``settling`` seconds hosts of a
    former server are expected back.

    Raises:
        RummyError: If the port is taken, or this machine does not let us have it, or if
            a proxy or the URL is none.
    """
    proxies, origins = Proxies(trusted_proxies), Origins(base_url)
    rooms = rooms if shared is None else shared
    if rooms is None:
        rooms = Rooms(
            ice_servers=ice_servers, max_rooms=max_rooms, settled=_now() + settling
        )
    guard = Guard(limits)
    watch = watch or Watch()
    relay = Relay(rooms, guard, first_message, watch)
    watch.follow(lambda: len(rooms), lambda: len(relay.links))
    server = SignalingServer(relay, guard, proxies, origins, watch, shared, Site(site))
    if shared is not None:
        await shared.start(relay.tell)
    try:
        await server.start(host, port, sweep, tls)
    except RummyError:
        if shared is not None:
            await shared.close()
        raise
    return server


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """The loop of uvloop, where that is installed; a server on it needs less CPU."""
    if find_spec("uvloop") is None:
        return None
    factory: Callable[[], asyncio.AbstractEventLoop]
    factory = import_module("uvloop").new_event_loop
    return factory


async def _no_page(_: web.Request) -> web.Response:
    return web.Response(
        status=400, text="this address speaks WebSocket only\n", headers=HEADERS
    )


async def _health(_: web.Request) -> web.Response:
    return web.Response(text="ok\n", headers={**HEADERS, "Cache-Control": FRESH})


def _now() -> float:
    return asyncio.get_running_loop().time()
