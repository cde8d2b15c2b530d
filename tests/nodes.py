"""Servers that share their rooms in a real Redis, in this process and in others."""

import asyncio
import contextlib
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

from aiohttp import ClientSession
from place import Peer, Place, free_ports, place
from redis.asyncio import Redis
from redis.exceptions import AuthenticationError
from redis.exceptions import ConnectionError as NotThere

from shared.code import ALPHABET
from signaling.backend import Backend, Terms
from signaling.limits import Limits, Rate
from signaling.rooms import random_room
from signaling.server import SignalingServer
from signaling.shared_rooms import SharedRooms

GENEROUS = Limits(
    connects=Rate(1e6, 1e6), joins=Rate(1e6, 1e6), room_joins=Rate(1e6, 1e6)
)
"For tests of something else."

PATIENCE = 30.0
"Seconds after which a test that waits for a process has failed."

PROGRAM = Path(__file__)


class Store:
    """A Redis that keeps nothing, on a port that stays its own."""

    def __init__(self, home: Path, *options: str) -> None:
        (self.port,) = free_ports(1)
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self._home = home
        self._options = options
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        self._process = await asyncio.create_subprocess_exec(
            *("redis-server", "--port", str(self.port), "--save", ""),
            *("--bind", "127.0.0.1", "--dir", str(self._home), *self._options),
            stdout=DEVNULL,
        )
        async with Redis(port=self.port) as client:
            await until(lambda: _answers(client))

    async def kill(self) -> None:
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
            await self._process.wait()

    async def keys(self) -> list[str]:
        async with Redis(port=self.port, decode_responses=True) as client:
            return sorted(await client.keys("*"))

    async def rooms(self) -> list[str]:
        return [key for key in await self.keys() if ":room:" in key]

    async def forget(self) -> None:
        async with Redis(port=self.port) as client:
            await client.flushall()


async def _answers(client: Redis) -> bool:
    try:
        return bool(await client.ping())
    except AuthenticationError:
        return True
    except NotThere:
        return False


async def until(holds: Callable[[], Awaitable[bool]], seconds: float = 20.0) -> None:
    """Ask until it does."""
    async with asyncio.timeout(seconds):
        while True:
            if await holds():
                return
            await asyncio.sleep(0.02)


@asynccontextmanager
async def store(home: Path, *options: str) -> AsyncIterator[Store]:
    redis = Store(home, *options)
    await redis.start()
    try:
        yield redis
    finally:
        await redis.kill()


@asynccontextmanager
async def node(
    redis: Store,
    terms: Terms | None = None,
    symbols: str = ALPHABET,
    **options: Any,
) -> AsyncIterator[Place]:
    """A server in this process."""
    backend = Backend(redis.url, terms=terms)
    rooms = SharedRooms(
        backend,
        options.get("watch"),
        max_guests=backend.terms.cap,
        new_room=partial(random_room, symbols),
    )
    async with place(shared=rooms, limits=GENEROUS, **options) as server:
        yield server


@asynccontextmanager
async def nodes(
    redis: Store, terms: Terms | None = None
) -> AsyncIterator[tuple[Place, Place]]:
    async with node(redis, terms) as one, node(redis, terms) as other:
        yield one, other


class Far(Place):
    """A server in a process of its own."""

    process: asyncio.subprocess.Process

    def send(self, number: signal.Signals) -> None:
        self.process.send_signal(number)


@asynccontextmanager
async def far_node(redis: Store, **terms: float) -> AsyncIterator[Far]:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        PROGRAM,
        redis.url,
        *(f"{k}={v}" for k, v in terms.items()),
        stdout=PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    try:
        assert process.stdout is not None
        async with asyncio.timeout(PATIENCE):
            url = (await process.stdout.readline()).decode().strip()
        async with AsyncExitStack() as stack:
            session = await stack.enter_async_context(ClientSession())
            server = cast(SignalingServer, SimpleNamespace(url=url))
            far = Far(server, session, stack)
            far.process = process
            yield far
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.communicate()


async def _run(url: str, *terms: str) -> None:
    given = {name: float(value) for name, value in (t.split("=") for t in terms)}
    redis = SimpleNamespace(url=url)
    async with node(cast(Store, redis), Terms(**cast(Any, given))) as running:
        sys.stdout.write(f"{running.server.url}\n")
        sys.stdout.flush()
        await asyncio.Event().wait()


def take_back(host: Peer) -> dict[str, object]:
    """What a host says that has lost its socket."""
    return {"type": "create", "room": host.room, "claim": host.claim}


if __name__ == "__main__":
    asyncio.run(_run(*sys.argv[1:]))
