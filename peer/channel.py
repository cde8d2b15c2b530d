"""Ordered, reliable text between two peers, and the one that needs no network."""

import asyncio
from typing import Protocol

from shared.errors import ChannelClosed

QUEUE = 256
"Messages a channel holds for a slow reader before it gives the other side up."


class Channel(Protocol):
    """One end of a conversation. Whatever was sent before a close arrives."""

    def send(self, text: str) -> None:
        """Queue ``text`` for the other end; never waits.

        Raises:
            ChannelClosed: If either end is closed.
        """

    async def receive(self) -> str:
        """The next message, in the order they were sent.

        Raises:
            ChannelClosed: If no more will come.
            ProtocolError: If the other end sent what is not text, or too fast.
        """

    async def close(self) -> None:
        """Deliver what was sent, then close both directions. Harmless when repeated."""


class MemoryChannel:
    """A channel inside one process."""

    def __init__(self) -> None:
        self._inbox: asyncio.Queue[str | None] = asyncio.Queue()
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
        if self._closed or self._other._closed:
            raise ChannelClosed("the channel is closed")
        self._other._inbox.put_nowait(text)

    async def receive(self) -> str:
        """See :meth:`Channel.receive`."""
        if self._closed and self._inbox.empty():
            raise ChannelClosed("the channel is closed")
        text = await self._inbox.get()
        if text is None:
            raise ChannelClosed("the other end closed the channel")
        return text

    async def close(self) -> None:
        """See :meth:`Channel.close`."""
        for end in (self, self._other):
            if not end._closed:
                end._closed = True
                end._inbox.put_nowait(None)
