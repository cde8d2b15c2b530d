"""The doctor's hands: asks the system, the server, STUN and TURN what there is."""

import asyncio
import os
import ssl
import sys
import time
from collections.abc import Sequence
from email.utils import parsedate_to_datetime
from functools import partial
from urllib.parse import urlsplit

import aioice.stun

import shared
from peer import meet
from peer.channel import Channel
from peer.config import ConfigError, load_config
from peer.connection import RtcConnection
from peer.diagnosis import Machine, Mapping, Over, Relay, Server
from peer.policy import Policy, addresses
from peer.rtc import Link, Question, is_relay
from shared.errors import RummyError, SignalingError
from shared.signals import Description, IceServer

TIMEOUT = 5.0
"Seconds for each step; what is slower does not work."


async def machine(policy: Policy) -> Machine:
    """Look at this one."""
    usable = set(policy.addresses())
    here = [address for address in addresses() if address.host in usable]
    return Machine(
        version=shared.__version__,
        python=sys.version.split()[0],
        openssl=ssl.OPENSSL_VERSION,
        terminal=_terminal(),
        utf8=(sys.stdout.encoding or "").lower().replace("-", "") == "utf8",
        config_error=_config_error(),
        interfaces=tuple(dict.fromkeys(address.interface for address in here)),
        ipv6=any(":" in address.host for address in here),
        channel_ms=await channel_ms(policy),
    )


async def server(url: str) -> tuple[Server, tuple[IceServer, ...]]:
    """Go up to the signaling server step by step, and take the servers it tells."""
    parts = urlsplit(url)
    host, secure = parts.hostname or "", parts.scheme == "https"
    port = parts.port or (443 if secure else 80)
    found = partial(Server, host, secure=secure)
    try:
        async with asyncio.timeout(TIMEOUT):
            await asyncio.get_running_loop().getaddrinfo(host, port)
    except (OSError, TimeoutError):
        why = f"the name {host} is not known; check the address and your network"
        return found(dns=why), ()
    try:
        async with asyncio.timeout(TIMEOUT):
            skew = await _skew(host, port, parts.path, secure)
    except ssl.SSLError as error:
        why = f"it has no valid certificate ({error.reason})"
        return found(tls=f"{why}; check the address and your clock"), ()
    except (OSError, TimeoutError):
        why = f"{host} does not answer at port {port}; ask who runs it"
        return found(tcp=why), ()
    try:
        meeting = await meet.create_room(url, deadline=TIMEOUT)
    except SignalingError as error:
        proxy = "; a proxy before it has to pass WebSockets on"
        why = str(error) + (proxy if error.code == "away" else "")
        return found(websocket=why, skew=skew), ()
    await meeting.close()
    return found(skew=skew), meeting.ice_servers


async def mappings(
    servers: Sequence[IceServer], policy: Policy
) -> tuple[tuple[Mapping, ...], ...]:
    """What each STUN server sees of each of our sockets; relays answer that too."""
    link = _link(Policy(interfaces=policy.interfaces))
    await link.gather()
    asked = [list(link.questions([one])) for one in _stun(servers)]
    answers = await asyncio.gather(
        *(_answer(question) for questions in asked for question in questions)
    )
    sockets = len(asked[0]) if asked else 0
    seen = [
        tuple(_mapping(answer) for answer in answers[socket::sockets])
        for socket in range(sockets)
    ]
    await link.stop()
    return tuple(seen)


async def relays(servers: Sequence[IceServer]) -> tuple[Relay, ...]:
    """Ask each TURN server for an address, and give it back."""
    link = _link(Policy(relay_only=True))
    await link.gather()
    urls = [(s, url) for s in servers if is_relay(s) for url in s.urls]
    one_by_one = [
        IceServer((url,), server.username, server.credential) for server, url in urls
    ]
    asked = [
        (_over(one.urls[0]), question)
        for one in one_by_one
        for question in link.questions([one])
    ]
    answers = await asyncio.gather(*(_answer(question) for _, question in asked))
    await link.stop()
    overs = [over for over, _ in asked]
    return tuple(map(Relay, overs, map(_problem, answers)))


async def channel_ms(policy: Policy) -> float | None:
    """Milliseconds to a data channel between two peers in here; None without one."""
    said: tuple[asyncio.Queue[Description], ...] = (asyncio.Queue(), asyncio.Queue())
    policy = Policy(interfaces=policy.interfaces)
    guest = RtcConnection("offer", (), said[0].put_nowait, policy=policy)
    host = RtcConnection("answer", (), said[1].put_nowait, policy=policy)

    async def passed_on(queue: asyncio.Queue[Description], to: RtcConnection) -> None:
        while True:
            await to.signal(await queue.get())

    tasks = [
        asyncio.create_task(passed_on(said[0], host)),
        asyncio.create_task(passed_on(said[1], guest)),
    ]
    try:
        await guest.offer()
        opened: Channel = await guest.open(TIMEOUT)
        await host.open(TIMEOUT)
        await opened.close()
        return guest.open_ms
    except RummyError:
        return None
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(guest.close(), host.close())


def _terminal() -> tuple[int, int] | None:
    try:
        return os.get_terminal_size(sys.stdout.fileno())
    except (OSError, ValueError):
        return None


def _config_error() -> str | None:
    try:
        load_config()
    except ConfigError as error:
        return str(error)
    return None


async def _skew(host: str, port: int, path: str, secure: bool) -> float | None:
    """How far our clock is ahead, by the Date of an answer (RFC 9110 section 6.6.1)."""
    reader, writer = await asyncio.open_connection(host, port, ssl=secure or None)
    try:
        name = f"[{host}]" if ":" in host else host
        question = f"GET {path.rstrip('/')}/healthz HTTP/1.1\r\nHost: {name}:{port}\r\n"
        writer.write(f"{question}Connection: close\r\n\r\n".encode())
        while line := (await reader.readline()).strip():
            field, _, value = line.decode("latin-1").partition(":")
            if field.lower() == "date":
                try:
                    return time.time() - parsedate_to_datetime(value).timestamp()
                except ValueError:
                    return None
        return None
    finally:
        writer.close()


def _link(policy: Policy) -> Link:
    def nothing(*_: object) -> None:
        pass

    return Link(
        controlling=True,
        opened=nothing,
        closed=nothing,
        lost=nothing,
        received=nothing,
        broken=nothing,
        policy=policy,
    )


def _stun(servers: Sequence[IceServer]) -> list[IceServer]:
    """Each STUN server once, and TURN servers over UDP, which are some as well."""
    urls = [url.partition("?") for server in servers for url in server.urls]
    addresses = [
        url.partition(":")[2].removesuffix(":3478")
        for url, _, transport in urls
        if url.startswith(("stun:", "turn:")) and transport in ("", "transport=udp")
    ]
    return [IceServer((f"stun:{address}",)) for address in dict.fromkeys(addresses)]


async def _answer(question: Question) -> str | Exception:
    try:
        async with asyncio.timeout(TIMEOUT):
            return await question.ask()
    except (OSError, TimeoutError, aioice.stun.TransactionError) as error:
        return error


def _mapping(answer: str | Exception) -> Mapping:
    if isinstance(answer, Exception):
        return Mapping("", None)
    # candidate:... ADDRESS PORT typ srflx raddr ADDRESS rport PORT
    words = answer.split()
    return Mapping(f"{words[9]} {words[11]}", f"{words[4]} {words[5]}")


def _over(url: str) -> Over:
    if url.startswith("turns:"):
        return "TLS"
    return "TCP" if url.endswith("transport=tcp") else "UDP"


def _problem(answer: str | Exception) -> str | None:
    match answer:
        case str():
            return None
        case ssl.SSLError():
            return "it has no valid certificate; check its name and your clock"
        case aioice.stun.TransactionFailed():
            code = answer.response.error_code
            if code in (401, 441):
                return "it does not take the name and the password; ask who runs it"
            return f"it gives no address now (error {code}); try later"
        case TimeoutError() | aioice.stun.TransactionTimeout():
            return "it does not answer; your network may block it"
        case _:
            return "it cannot be reached; check its address and your network"
