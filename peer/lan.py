"""
Finds a table on the local network by its room, so that joining needs no address.

DNS-SD over multicast DNS (RFC 6762, RFC 6763). An instance of :data:`SERVICE` is a
table: its TXT record names the room, which is no secret, and, unless the host's own
machine is the signaling server, the server's address. Anybody on the network can
announce anything: what comes back is only where to ask for the room, and the proof of
the code (:mod:`peer.proof`) shows who is there.
"""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from ipaddress import ip_address
from urllib.parse import urlsplit

import ifaddr
from zeroconf import (
    DNSQuestionType,
    Error,
    InterfaceChoice,
    IPVersion,
    ServiceStateChange,
    Zeroconf,
)
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from shared.code import read_server
from shared.errors import CodeError
from shared.signals import VERSION

logger = logging.getLogger(__name__)
# It warns of sockets and strange packets, with addresses, and can do nothing about it.
logging.getLogger("zeroconf").setLevel(logging.CRITICAL)

SERVICE = "_rummyroom._tcp.local."

PATIENCE = 3.0
"Seconds a search takes when nobody answers."

MAX_LOOK_UPS = 32
"Announcements of one room that are looked at in one search."

MAX_ADDRESSES = 16
"Addresses tried for one announcement."

MAX_URL = 200

LOOK_UP_MS = 1500

QM = DNSQuestionType.QM
"Ask for answers to everybody: those to one port reach any responder that shares it."


@asynccontextmanager
async def announce(
    room: str, server: int | str, interfaces: Sequence[str] | None = None
) -> AsyncIterator[None]:
    """Let :func:`find` find ``room`` for as long as the context lasts.

    ``server`` is the port of the signaling server on this machine, or the address of
    one elsewhere. Without a network nothing is announced.
    """
    async with _multicast(interfaces) as multicast:
        if multicast is None:
            yield
            return
        info = _announcement(room, server, interfaces or own_addresses())
        # The name is random: no need to ask first whether it is taken.
        sending = asyncio.ensure_future(
            await multicast.async_register_service(info, cooperating_responders=True)
        )
        try:
            yield
        finally:
            sending.cancel()


async def keep_announcing(
    rooms: "asyncio.Queue[str]",
    server: int | str,
    interfaces: Sequence[str] | None = None,
) -> None:
    """Announce the newest of ``rooms``, as :func:`announce` does, until cancelled."""
    room = await rooms.get()
    while True:
        newest = room
        async with announce(room, server, interfaces):
            while newest == room:
                newest = await rooms.get()
        room = newest


async def find(
    room: str, within: float = PATIENCE, interfaces: Sequence[str] | None = None
) -> str | None:
    """The address of the first server found that announces ``room`` and answers.

    None if there is none ``within`` so many seconds, or no network to look at.
    """
    async with _multicast(interfaces) as multicast:
        if multicast is None:
            return None
        search = _Search(room, multicast)
        try:
            async with asyncio.timeout(within):
                return await search.found
        except TimeoutError:
            return None
        finally:
            await search.stop()


class _Search:
    """Looks at every announcement of a room until one leads to a server."""

    def __init__(self, room: str, multicast: AsyncZeroconf) -> None:
        self.found: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._room = room
        self._zeroconf = multicast.zeroconf
        self._look_ups: dict[str, asyncio.Task[None]] = {}
        self._browser = AsyncServiceBrowser(
            self._zeroconf, SERVICE, handlers=[self._noticed], question_type=QM
        )

    async def stop(self) -> None:
        await self._browser.async_cancel()
        for look_up in self._look_ups.values():
            look_up.cancel()
        await asyncio.gather(*self._look_ups.values(), return_exceptions=True)

    def _noticed(
        self,
        zeroconf: Zeroconf,
        service_type: str,
        name: str,
        state_change: ServiceStateChange,
    ) -> None:
        known = name in self._look_ups or len(self._look_ups) >= MAX_LOOK_UPS
        if not known and name.startswith(f"{self._room}-"):
            self._look_ups[name] = asyncio.create_task(self._look_up(name))

    async def _look_up(self, name: str) -> None:
        info = AsyncServiceInfo(SERVICE, name)
        if not await info.async_request(self._zeroconf, LOOK_UP_MS, QM):
            return
        server = await _first_to_answer(servers_in(info, self._room))
        if server is not None and not self.found.done():
            self.found.set_result(server)


def servers_in(info: AsyncServiceInfo, room: str) -> list[str]:
    """Where ``info`` says the signaling server of ``room`` may be; none if it lies."""
    if info.properties.get(b"room") != room.encode():
        return []
    hosts = info.parsed_addresses(IPVersion.V4Only)[:MAX_ADDRESSES]
    try:
        if b"url" in info.properties:
            url = info.properties[b"url"] or b""
            addresses = [url.decode("ascii")] if len(url) <= MAX_URL else []
        else:
            addresses = [f"http://{host}:{info.port}" for host in hosts]
        return [read_server(address) for address in addresses]
    except (UnicodeDecodeError, CodeError):
        return []


async def _first_to_answer(servers: list[str]) -> str | None:
    """The first of ``servers`` that takes a connection.

    A machine with several networks announces all its addresses, and few of them can
    be reached from elsewhere.
    """
    tries = [asyncio.create_task(_try(server)) for server in servers]
    try:
        for next_done in asyncio.as_completed(tries):
            server = await next_done
            if server is not None:
                return server
        return None
    finally:
        for task in tries:
            task.cancel()


async def _try(server: str) -> str | None:
    parts = urlsplit(server)
    try:
        address = ip_address(parts.hostname or "")
    except ValueError:
        return server  # to look a name up can take longer than anybody waits
    port = parts.port or (443 if parts.scheme == "https" else 80)
    try:
        _, writer = await asyncio.open_connection(str(address), port)
    except OSError:
        return None
    writer.close()
    return server


def _announcement(
    room: str, server: int | str, addresses: Sequence[str]
) -> AsyncServiceInfo:
    name = f"{room}-{secrets.token_hex(4)}"
    properties = {"room": room, "version": str(VERSION)}
    if isinstance(server, str):
        properties["url"] = server
    return AsyncServiceInfo(
        SERVICE,
        f"{name}.{SERVICE}",
        port=server if isinstance(server, int) else 0,
        properties=properties,
        server=f"{name}.local.",
        parsed_addresses=list(addresses),
    )


def own_addresses() -> list[str]:
    """This machine's IPv4 addresses; loopback only if there is nothing else."""
    addresses = [
        ip.ip
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
        if isinstance(ip.ip, str)
    ]
    return [a for a in addresses if not a.startswith("127.")] or addresses


@asynccontextmanager
async def _multicast(
    interfaces: Sequence[str] | None,
) -> AsyncIterator[AsyncZeroconf | None]:
    """Multicast DNS on ``interfaces``, or None where there is no network for it."""
    choice = InterfaceChoice.All if interfaces is None else list(interfaces)
    try:
        multicast = AsyncZeroconf(interfaces=choice)
        await multicast.zeroconf.async_wait_for_start()
    except (OSError, RuntimeError, Error) as error:
        logger.info("x no local network to look at: %s", type(error).__name__)
        yield None
        return
    try:
        yield multicast
    finally:
        await multicast.async_close()
