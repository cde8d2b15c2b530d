"""
The signaling client, and a guest's way to its host.

A guest joins a room and connects to its host; a host creates a room and lets guests in
through a :class:`~peer.door.Door`. Channels do not depend on signaling once they stand.
"""

import asyncio
import ipaddress
import logging
import re
from collections.abc import Sequence
from contextlib import AsyncExitStack
from functools import partial
from typing import TypeAlias
from urllib.parse import quote, urlsplit

import aiohttp

from peer.channel import Channel, Inbox
from peer.connection import RtcConnection
from peer.policy import OPEN, Policy
from shared.errors import ProtocolError, SignalingError
from shared.signals import (
    MAX_SIZE,
    VERSION,
    Arrived,
    CloseCode,
    Create,
    Created,
    Description,
    Error,
    IceServer,
    Join,
    Joined,
    Leave,
    Left,
    Member,
    Restarting,
    Signal,
    Signaled,
    ToMember,
    ToServer,
    decode_description,
    decode_to_member,
    encode,
    encode_description,
)
from shared.words import has_text, say, spoken_language

logger = logging.getLogger(__name__)

SERVER_DEADLINE = 10.0
"Seconds for the server to let us in."

PEER_DEADLINE = 30.0
"Seconds for a channel to another peer, which may go through slow relays."

HEARTBEAT = 10.0
"Seconds between pings; a server that does not answer within half of it is away."

LAST_WORDS = 1.0
"Seconds for what is still to be said to a server when we leave."

MAX_MESSAGE = 500
"Characters of what a server says."

Event: TypeAlias = Arrived | Left | Signaled | Restarting
"What happens in a room."

_SCHEMES = {"http": "ws", "https": "wss", "ws": "ws", "wss": "wss"}
_LABEL = r"\w(?:[\w-]*\w)?"
_HOST = re.compile(rf"{_LABEL}(?:\.{_LABEL})*\.?")


class HostAway(SignalingError):
    """The host is not in the room, and may come back to it."""

    def __init__(self) -> None:
        super().__init__("away", say("way.host_left"))


async def create_room(
    server: str,
    *,
    claim: str | None = None,
    room: str | None = None,
    deadline: float = SERVER_DEADLINE,
) -> "Meeting":
    """Open a room as its host, or take ``room`` back with its ``claim``.

    Raises:
        SignalingError: If the server is away or refuses.
    """
    create = Create(version=VERSION, claim=claim, room=room)
    return await _enter(server, create, deadline)


async def join_room(
    server: str, room: str, *, deadline: float = SERVER_DEADLINE
) -> "Meeting":
    """Enter ``room`` as a guest.

    Raises:
        SignalingError: If the server is away or refuses.
    """
    return await _enter(server, Join(version=VERSION, room=room), deadline)


class Meeting:
    """Our place in a room; to be closed when it is not needed any more."""

    def __init__(
        self,
        server: str,
        session: aiohttp.ClientSession,
        socket: aiohttp.ClientWebSocketResponse,
        welcome: Created | Joined,
    ) -> None:
        self.server = server
        self.room = welcome.room
        self.you: Member = welcome.you
        self.host: Member = welcome.host if isinstance(welcome, Joined) else welcome.you
        "Ourselves if we opened the room."

        self.claim = welcome.claim if isinstance(welcome, Created) else None
        "The host's; takes the room back after the socket was lost."

        self.ice_servers = welcome.ice_servers
        self._retry_after: float | None = None
        "How long a server that restarts wants to be left alone."

        self._session = session
        self._socket = socket
        self._inbox = Inbox[Event]()
        self._outbox: asyncio.Queue[ToServer] = asyncio.Queue()
        self._reading = asyncio.create_task(self._read())
        self._writing = asyncio.create_task(self._write())
        self._closing: asyncio.Task[None] | None = None

    def send(self, to: Member, description: Description) -> None:
        """Have ``description`` relayed to a member of the room, in order.

        It is lost if the socket is; :meth:`receive` tells.
        """
        self._outbox.put_nowait(Signal(to=to, data=encode_description(description)))

    async def receive(self) -> Event:
        """What happens next in the room.

        Raises:
            SignalingError: If nothing will: ``away`` if the server was lost, ``closed``
                if we have left or the room is gone, or why the server refused us.
        """
        return await self._inbox.get()

    async def close(self) -> None:
        """Leave the room. Harmless when repeated."""
        if self._closing is None:
            self._inbox.end(SignalingError("closed", say("term.meet.weleft")))
            self._closing = asyncio.create_task(self._leave())
        await asyncio.shield(self._closing)

    async def drop(self) -> None:
        """Give the socket up, as one that leads nowhere any more; the room is kept."""
        await self._socket.close()

    async def _leave(self) -> None:
        self._outbox.put_nowait(Leave())
        await asyncio.wait([self._writing], timeout=LAST_WORDS)
        self._writing.cancel()
        await self._socket.close()
        await asyncio.wait([self._reading, self._writing])
        await self._session.close()

    async def _write(self) -> None:
        message: ToServer | None = None
        try:
            while not isinstance(message, Leave):
                message = await self._outbox.get()
                await self._socket.send_str(encode(message))
        except ConnectionError:
            logger.debug("x the server takes no more")

    async def _read(self) -> None:
        try:
            while True:
                # A server passes on what members say, as fast as they say it: it waits.
                await self._inbox.room()
                match await _next(self._socket):
                    case Error() as error:
                        self._inbox.end(_refusal(error))
                        return
                    case Created() | Joined():
                        raise ProtocolError("this was said before")
                    case event:
                        if isinstance(event, Restarting):
                            self._retry_after = event.retry_after
                        if isinstance(event, Arrived) and self.host != self.you:
                            self.host = event.member  # back under another number
                        self._inbox.put(event)
        except ProtocolError:
            self._inbox.end(_stranger(_name(self.server)))
        except ConnectionError:
            if self._socket.close_code == CloseCode.REPLACED:
                replaced = say("term.meet.replaced")
                self._inbox.end(SignalingError("closed", replaced))
            lost = say("term.meet.lost", server=_name(self.server))
            self._inbox.end(SignalingError("away", lost, self._retry_after))


async def connect(
    meeting: Meeting,
    *,
    ice_servers: Sequence[IceServer] = (),
    policy: Policy = OPEN,
    deadline: float = PEER_DEADLINE,
) -> tuple[RtcConnection, Channel]:
    """Reach the host of the room we joined.

    ``ice_servers`` are asked besides those the signaling server told.

    Raises:
        ConnectionFailed: If there is no way, with the cause found.
        SignalingError: If the host or the server is gone before the host answered.
        ProtocolError: If the host's answer makes no sense.
    """
    connection = RtcConnection(
        "offer",
        (*meeting.ice_servers, *ice_servers),
        partial(meeting.send, meeting.host),
        policy=policy,
    )
    listening = asyncio.create_task(_listen_to_host(meeting, connection))
    try:
        await connection.offer()
        return connection, await connection.open(deadline)
    except BaseException:
        await connection.close()
        raise
    finally:
        listening.cancel()
        await asyncio.wait([listening])


async def _listen_to_host(meeting: Meeting, connection: RtcConnection) -> None:
    try:
        while True:
            match await meeting.receive():
                case Signaled(sender=meeting.host, data=data):
                    await connection.signal(decode_description(data))
                case Left(member=meeting.host, reason=reason):
                    if reason == "left":
                        raise SignalingError("closed", say("way.host_left"))
                    raise HostAway
                case _:
                    pass
    except ProtocolError as error:
        connection.give_up(error)
    except SignalingError as error:
        if not connection.described:
            connection.give_up(error)


async def _enter(server: str, greeting: Create | Join, deadline: float) -> Meeting:
    url, name = _address(server)
    if greeting.room is not None:
        # A load balancer may look at it; servers do not.
        url = f"{url}?room={quote(greeting.room)}"
    began = asyncio.get_running_loop().time()
    async with AsyncExitStack() as stack:
        session = await stack.enter_async_context(aiohttp.ClientSession())
        try:
            async with asyncio.timeout(deadline):
                socket = await _dial(session, url)
                stack.push_async_callback(socket.close)
                await socket.send_str(encode(greeting))
                welcome = await _next(socket)
        except (aiohttp.ClientError, OSError, ProtocolError) as error:
            raise _explain(error, name) from error
        match welcome:
            case Error():
                raise _refusal(welcome)
            case Created() if isinstance(greeting, Create):
                pass
            case Joined() if isinstance(greeting, Join):
                pass
            case _:
                raise _stranger(name)
        stack.pop_all()
        took = 1000 * (asyncio.get_running_loop().time() - began)
        logger.info("= %5.0f ms: the signaling server has let us in", took)
        return Meeting(server, session, socket, welcome)


async def _dial(
    session: aiohttp.ClientSession, url: str
) -> aiohttp.ClientWebSocketResponse:
    return await session.ws_connect(
        url,
        heartbeat=HEARTBEAT,
        max_msg_size=MAX_SIZE,
        timeout=aiohttp.ClientWSTimeout(ws_close=LAST_WORDS),
    )


async def _next(socket: aiohttp.ClientWebSocketResponse) -> ToMember:
    """The server's next message.

    Raises:
        ProtocolError: If it is none of ours.
        ConnectionError: If the socket is gone.
    """
    frame = await socket.receive()
    match frame.type:
        case aiohttp.WSMsgType.TEXT:
            return decode_to_member(frame.data)
        case aiohttp.WSMsgType.BINARY:
            raise ProtocolError("signaling messages are text")
        case _:
            raise ConnectionError("the socket is closed")


def _refusal(error: Error) -> SignalingError:
    # Whoever runs the server may write to our terminal, but not steer it. What it says
    # is English; who reads another language hears what it amounts to.
    message = "".join(filter(str.isprintable, error.message[:MAX_MESSAGE]))
    key = f"signal.{error.code}"
    if spoken_language() != "en" and has_text(key):
        message = say(key)
    return SignalingError(error.code, message, error.retry_after)


def _stranger(server: str) -> SignalingError:
    return SignalingError("away", say("term.meet.stranger", server=server))


def _explain(error: Exception, server: str) -> SignalingError:
    match error:
        case TimeoutError():
            why = say("term.meet.silent", server=server)
        case aiohttp.ClientSSLError():
            why = say("term.meet.certificate", server=server)
        case aiohttp.WSServerHandshakeError() | ProtocolError() | ConnectionError():
            return _stranger(server)
        case aiohttp.InvalidURL():
            return _no_address(server)
        case _:
            why = say("term.meet.away", server=server)
    return SignalingError("away", why)


def _no_address(server: str) -> SignalingError:
    return SignalingError("away", say("term.meet.noaddress", server=repr(server)))


def _address(server: str) -> tuple[str, str]:
    """The URL of the WebSocket of ``server``, and what to call it.

    Raises:
        SignalingError: If it is no address of a server.
    """
    scheme, separator, rest = server.strip().rpartition("://")
    try:
        parts = urlsplit(f"//{rest}")
        host, _ = parts.hostname or "", parts.port
    except ValueError:
        raise _no_address(server) from None
    near = _is_near(host)
    if not separator:
        scheme = "http" if near else "https"
    if scheme.lower() not in _SCHEMES or "@" in parts.netloc or near is None:
        raise _no_address(server)
    path = parts.path.rstrip("/")
    return f"{_SCHEMES[scheme.lower()]}://{parts.netloc}{path}/signal", parts.netloc


def _name(server: str) -> str:
    return _address(server)[1]


def _is_near(host: str) -> bool | None:
    """Whether ``host`` is likely to have no certificate; None if it is no host."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        if not _HOST.fullmatch(host):
            return None
        return "." not in host or host.endswith(".local")
    return True
