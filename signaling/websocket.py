"""
The server's end of a WebSocket (RFC 6455), straight on its transport.

Text up to :data:`~shared.signals.MAX_SIZE`, one frame a message, no extensions: all
that signaling needs. A request for anything but a WebSocket is handed on with its
connection. There is no task, queue or parser for each socket, and a burst is written at
once, in :meth:`Socket.flush`; tests/bench/bench_signaling.py has the figures.
"""

import asyncio
from abc import abstractmethod
from collections.abc import Callable
from struct import Struct
from typing import cast

from shared.signals import MAX_SIZE, CloseCode
from signaling.upgrade import END, MAX_HEAD, Upgrade, accept, read_upgrade, refuse

QUEUE_MESSAGES = 64
"That may wait for a peer which does not read."

QUEUE_BYTES = 256 * 1024

LAST_WORDS = 5.0
"Seconds a peer has to read what was said to it before its close."

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10

PROTOCOL_ERROR, INVALID_TEXT, POLICY, TOO_BIG = 1002, 1007, 1008, 1009
"Close codes of RFC 6455 section 7.4.1."

_short = Struct("!H")
_long = Struct("!Q")


def frame(data: bytes, opcode: int = TEXT) -> bytes:
    """One whole unmasked frame (section 5.2)."""
    size = len(data)
    if size < 126:
        return bytes((0x80 | opcode, size)) + data
    if size < 65536:
        return bytes((0x80 | opcode, 126)) + _short.pack(size) + data
    return bytes((0x80 | opcode, 127)) + _long.pack(size) + data


def unmask(data: bytes, key: bytes) -> bytes:
    """``data`` as it was before its sender masked it (section 5.3)."""
    size = len(data)
    keys = int.from_bytes((key * (size // 4 + 1))[:size], "little")
    return (int.from_bytes(data, "little") ^ keys).to_bytes(size, "little")


def peer_of(transport: asyncio.BaseTransport) -> str:
    """The address at the other end of ``transport``."""
    name = transport.get_extra_info("peername")
    return str(name[0]) if isinstance(name, tuple) else ""


class Broken(Exception):
    """The peer broke WebSocket; with the close code for it."""


class Socket(asyncio.Protocol):
    """A connection that asks for a WebSocket, and then is one."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.Transport | None = None
        self._unread = b""
        self._open = False
        self._closing = False
        "A close was queued: nothing else is taken in or sent."

        self._deaf = False
        "What comes cannot be understood any more."

        self._unsent: list[bytes] = []
        self._stuck = False
        "The transport takes no more for now."

        self._waiting = 0
        "Messages since then."

        self._timer: asyncio.TimerHandle | None = None
        self.heard = self._loop.time()
        "When something came last."

        self.pinged: float | None = None
        "When we asked for a sign of life that did not come."

    @abstractmethod
    def asked(self, upgrade: Upgrade) -> bytes | None:
        """Why it may not be a WebSocket, as an answer that ends the connection."""

    @abstractmethod
    def opened(self) -> None:
        """It is one."""

    @abstractmethod
    def pass_on(self, transport: asyncio.Transport, data: bytes) -> None:
        """It asks for something else."""

    @abstractmethod
    def told(self, text: bytes) -> None:
        """The peer said this, which is UTF-8."""

    @abstractmethod
    def told_binary(self) -> None:
        """The peer sent a binary message."""

    @abstractmethod
    def read(self) -> None:
        """All that had come was taken in: time to flush."""

    @abstractmethod
    def left(self) -> None:
        """The peer said that it is going, or broke WebSocket."""

    @abstractmethod
    def gone(self) -> None:
        """The connection is over."""

    @property
    def closing(self) -> bool:
        """Whether the close is queued."""
        return self._closing

    @property
    def unsent(self) -> bool:
        """Whether there is something to flush."""
        return bool(self._unsent)

    @property
    def peer(self) -> str:
        """The address at the other end."""
        return "" if self._transport is None else peer_of(self._transport)

    def within(self, seconds: float, otherwise: Callable[[], object]) -> None:
        """Call ``otherwise`` after ``seconds``, in place of what was due before."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._loop.call_later(seconds, otherwise)

    def in_time(self) -> None:
        """Nothing is due any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def send(self, text: bytes) -> None:
        """Queue ``text`` for the next flush."""
        if not self._closing:
            self._unsent.append(frame(text))

    def ping(self) -> None:
        """Ask for a sign of life."""
        self.pinged = self._loop.time()
        if self._transport is not None and not self._closing:
            self._transport.write(frame(b"", PING))

    def close(self, code: int, reason: str) -> None:
        """Queue the close, and give the peer a while to get there."""
        if not self._closing and self._transport is not None:
            self._unsent.append(frame(_short.pack(code) + reason.encode(), CLOSE))
            self._closing = True
            self.within(LAST_WORDS, self.abort)

    def abort(self) -> None:
        """Hang up."""
        if self._transport is not None:
            self._transport.abort()

    def hurry(self) -> None:
        """Hang up now on a peer that is to be closed, if it can have heard all."""
        if self._transport is not None and not self._transport.get_write_buffer_size():
            self._transport.abort()

    def flush(self) -> bool:
        """Write what is queued; False if the peer proves too slow for it."""
        unsent, transport = self._unsent, self._transport
        if not unsent or transport is None:
            return True
        self._unsent = []
        if self._stuck:
            self._waiting += len(unsent)
        transport.write(unsent[0] if len(unsent) == 1 else b"".join(unsent))
        held = transport.get_write_buffer_size()
        if self._closing or (self._waiting < QUEUE_MESSAGES and held <= QUEUE_BYTES):
            return True
        self.close(CloseCode.SLOW, "slow")
        self.flush()
        return False

    # What the transport tells

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # Those of uvloop are no subclass of it.
        self._transport = cast(asyncio.Transport, transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self.in_time()
        self._transport = None
        self._closing = True
        self.gone()

    def eof_received(self) -> bool:
        return False

    def pause_writing(self) -> None:
        self._stuck = True
        self._waiting = 0

    def resume_writing(self) -> None:
        self._stuck = False
        self._waiting = 0

    def data_received(self, data: bytes) -> None:
        if self._deaf:
            return
        self.heard, self.pinged = self._loop.time(), None
        if self._unread:
            data, self._unread = self._unread + data, b""
        if not self._open:
            rest = self._ask(data)
            if rest is None:
                return
            data = rest
        try:
            self._unread = self._take_in(data)
        except Broken as broken:
            self._deaf = True
            self.close(broken.args[0], "")
            self.left()
        self.read()
        if self._deaf and self._transport is not None:
            # It may wait for our end of the connection before it says more.
            self._hang_up_softly(self._transport)

    def _ask(self, data: bytes) -> bytes | None:
        """Take in a request; what came behind it, once this is a WebSocket."""
        transport = self._transport
        assert transport is not None
        head, end, rest = data.partition(END)
        if not end and len(data) <= MAX_HEAD and data[:1].isupper():
            self._unread = data
            return None
        if not end and data[:1].isupper():
            sentence = "this request is too long"
            self._turn_away(refuse("431 Request Header Fields Too Large", sentence))
            return None
        upgrade = read_upgrade(head) if end else None
        if upgrade is None:
            self.in_time()
            self._transport = None
            self.pass_on(transport, data)
            return None
        refusal = self.asked(upgrade)
        if refusal is not None:
            self._turn_away(refusal)
            return None
        self._open = True
        # Stuck as soon as the peer does not keep up.
        transport.set_write_buffer_limits(high=0)
        transport.write(accept(upgrade))
        self.opened()
        return rest

    def _turn_away(self, answer: bytes) -> None:
        assert self._transport is not None
        self._deaf = self._closing = True
        self._transport.write(answer)
        self._hang_up_softly(self._transport)

    def _hang_up_softly(self, transport: asyncio.Transport) -> None:
        """Close, so that what was written last still arrives."""
        if transport.can_write_eof():
            transport.write_eof()
        self.within(LAST_WORDS, self.abort)

    def _take_in(self, data: bytes) -> bytes:
        """Every whole frame of ``data``; what is left of it."""
        start, end = 0, len(data)
        while end - start >= 2:
            first, second = data[start], data[start + 1]
            size, body = second & 0x7F, start + 2
            # A final frame without extensions, and masked (sections 5.1, 5.2).
            if first & 0x70 or second < 0x80:
                raise Broken(PROTOCOL_ERROR)
            if size > 125:
                if first & 0x08:
                    raise Broken(PROTOCOL_ERROR)
                body += 2 if size == 126 else 8
                if end < body:
                    break
                size = int.from_bytes(data[start + 2 : body], "big")
                if size >= MAX_SIZE:
                    raise Broken(TOO_BIG)
            if not first & 0x80:
                raise Broken(PROTOCOL_ERROR if first & 0x08 else POLICY)
            after = body + 4 + size
            if end < after:
                break
            self._frame(
                first & 0x0F, unmask(data[body + 4 : after], data[body : body + 4])
            )
            start = after
        return data[start:]

    def _frame(self, opcode: int, data: bytes) -> None:
        if opcode == TEXT:
            if self._closing:
                return
            if not data.isascii():
                _check_utf_8(data)
            self.told(data)
        elif opcode == PING:
            if not self._closing:
                self._unsent.append(frame(data, PONG))
        elif opcode == CLOSE:
            self._closed_by_peer(data)
        elif opcode == BINARY:
            if not self._closing:
                self.told_binary()
        elif opcode != PONG:
            raise Broken(PROTOCOL_ERROR)

    def _closed_by_peer(self, data: bytes) -> None:
        if len(data) == 1:
            raise Broken(PROTOCOL_ERROR)
        transport = self._transport
        if not self._closing:
            self._unsent.append(frame(data[:2], CLOSE))
            self._closing = True
            self.within(LAST_WORDS, self.abort)
            self.left()
            self.flush()
        if transport is not None:
            transport.close()


def _check_utf_8(data: bytes) -> None:
    try:
        data.decode()
    except UnicodeDecodeError:
        raise Broken(INVALID_TEXT) from None
