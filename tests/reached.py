"""Channels to a table that lives: in memory and over aiortc."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack

import pytest
from peers import pair

from peer.channel import Channel, MemoryChannel
from peer.hosting import Hosting

Reach = Callable[[Hosting], Awaitable[Channel]]
"""Opens a channel to a table."""


@pytest.fixture(params=["memory", "aiortc"])
async def reach(request: pytest.FixtureRequest) -> AsyncIterator[Reach]:
    """Both, for a test that takes it."""
    async with AsyncExitStack() as stack:

        async def connect(table: Hosting) -> Channel:
            if request.param == "memory":
                ours, theirs = MemoryChannel.pair()
                table.admit(ours)
                return theirs
            peers = await stack.enter_async_context(pair())
            await peers.open()
            table.admit(peers.host.channel)
            return peers.guest.channel

        yield connect
