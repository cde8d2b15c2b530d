"""Ordered, reliable text between two peers, and the one that needs no network."""

import asyncio
from collections import deque
from typing import Generic, Protocol, TypeVar

from shared.errors import ChannelClosed, ProtocolError, RummyError
from shared.wire import MAX_SIZE
from shared.words import say

T = TypeVar("T")

QUEUE = 256
"Messages a channel holds for a slow reader before it gives the other side up."


def closed() -> str:
    """What whoever uses a channel after its end is told."""
    return say("term.path.closed")


def closed_there() -> str:
    """The same if the other end closed it."""
    return say("term.path.closed.there")


class Channel(Protocol):
    """One end of a conversation. Whatever was sent before a close arrives."""

    def send(self, text: str) -> None:
        """Queue ``text`` for the other end; never waits.

        Raises:
            ChannelClosed: If either end is closed.
            ValueError: If ``text`` is longer than MAX_SIZE bytes: our own mistake.
        """

    async def receive(self) -> str:
        """The next message, in the order they were sent.

        Raises:
            ChannelClosed: If no more will come.
            ProtocolError: If the other end sent what is not text, too long, or too
                fast. It has been hung up on.
        """

    async def close(self) -> None:
        """Deliver what was sent, then close both directions. Harmless when repeated."""


def to_frame(text: str) -> bytes:
    """``text`` as it travels.

    Raises:
        ValueError: If no channel may carry it.
    """
    frame = text.encode()
    if len(frame) > MAX_SIZE:
        raise ValueError(f"{len(frame)} bytes are too long for one message")
    return frame


def from_frame(frame: bytes) -> str:
    """The text the other end sent.

    Raises:
        ProtocolError: If it is too long or not UTF-8.
    """
    if len(frame) > MAX_SIZE:
        raise ProtocolError(f"a message of {len(frame)} bytes is too long")
    try:
        return frame.decode()
    except UnicodeDecodeError:
        raise ProtocolError("a message is not text") from None


class Inbox(Generic[T]):
    """What arrived and nobody has read yet, and then why no more will come."""

    def __init__(self) -> None:
        self._items: deque[T] = deque()
        self._reason: RummyError | None = None
        self._changed = asyncio.Event()
        "Something was put, or taken, or nothing more will come."

    def put(self, item: T) -> None:
        """Keep ``item`` for the reader; ignored after the end.

        Raises:
            ProtocolError: If the reader is QUEUE messages behind.
        """
        if self._reason is not None:
            return
        if len(self._items) == QUEUE:
            raise ProtocolError(f"more than {QUEUE} messages wait to be read")
        self._items.append(item)
        self._changed.set()

    async def room(self) -> None:
        """Wait until :meth:`put` has room, where the other side can be made to wait."""
        while len(self._items) >= QUEUE and self._reason is None:
            self._changed.clear()
            await self._changed.wait()

    def end(self, reason: RummyError) -> None:
        """Nothing more will come; the first reason stands."""
        self._reason = self._reason or reason
        self._changed.set()

    async def get(self) -> T:
        """The next item, or the reason raised once they are all read."""
        while not self._items:
            if self._reason is not None:
                raise self._reason
            self._changed.clear()
            await self._changed.wait()
        self._changed.set()
        return self._items.popleft()


class MemoryChannel:
    """A channel inside one process."""

    def __init__(self) -> None:
        self._inbox = Inbox[str]()
        self._other: MemoryChannel = self
        self._closed = False

    @classmethod
    def pair(cls) -> "tuple[MemoryChannel, MemoryChannel]":
        """Two ends that are connected with each other."""
        one, two = cls(), cls()
        one._other, two._other = two, one
        return one, two

    def send(self, text: str) -> None:
        """See :meth:`Channel.send`."""
        to_frame(text)
        if self._closed:
            raise ChannelClosed(closed())
        try:
            self._other._inbox.put(text)
        except ProtocolError as error:
            self._other._end(error)

    async def receive(self) -> str:
        """See :meth:`Channel.receive`."""
        return await self._inbox.get()

    async def close(self) -> None:
        """See :meth:`Channel.close`."""
        self._end(ChannelClosed(closed()))

    def _end(self, reason: RummyError) -> None:
        self._inbox.end(reason)
        self._other._inbox.end(ChannelClosed(closed_there()))
        self._closed = self._other._closed = True
