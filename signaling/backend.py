"""
Rooms that several servers share, in a Redis or Valkey.

Redis is not asked who is there but told so, again and again, by the servers that hold
the sockets: what nobody renews is gone. Each change of a room is one step of
``backend.lua``, which tells it to all servers that have a member in the room, over one
channel for each of them. Signals go over the same channels.

When Redis is away, what is said to another server waits for it; nothing else does.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable, Collection, Coroutine, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from importlib.resources import files
from typing import Any

from msgspec.json import encode
from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import AuthenticationError, RedisError, ResponseError

from signaling.outbox import Away, Outbox, Post, Unsent
from signaling.room import HARD, IDLE, KEEP, QUIET, STAY

logger = logging.getLogger(__name__)

PREFIX = "rummyroom:"

ANSWER = 2.0
"Seconds Redis has for an answer."

AGAIN = 0.5
"Seconds between attempts to reach it."

CONNECTIONS = 12

AT_ONCE = 8
"""Operations that have a connection; the others wait in the order in which they came.
Who waits for the pool is overtaken, and has no answer then, however quick Redis is."""

_FAULTS = (RedisError, OSError)

SCRIPT = files("signaling").joinpath("backend.lua").read_text(encoding="utf-8")


@dataclass(frozen=True)
class Terms:
    """For how long what counts, in seconds, and how many guests a room has."""

    ttl: float = 90.0
    "For which a member counts that nobody renews; it is renewed in a third of that."

    lease: float = 10.0
    "For which a server counts that says nothing."

    keep: float = KEEP
    idle: float = IDLE
    hard: float = HARD
    quiet: float = 1.5 * QUIET
    "Longer than in one process, for it is known later that a guest has said something."

    stay: float = STAY
    cap: int = 8

    def text(self) -> str:
        """In milliseconds, for the script."""
        seconds = asdict(self)
        cap = seconds.pop("cap")
        thousandths = {name: round(1000 * value) for name, value in seconds.items()}
        return encode(thousandths | {"cap": cap}).decode()


class Listener:
    """Who is told what other servers say."""

    def backend_up(self) -> None:
        """Redis can be asked, again or for the first time."""

    def backend_down(self) -> None:
        """It cannot."""

    def lapsed(self) -> None:
        """Others may have thought that this server is dead."""

    def beat(self) -> None:
        """Time to renew something."""

    def room_told(self, name: str, state: bytes) -> None:
        """A room is like this now."""

    def room_closed(self, name: str, why: str) -> None:
        """It is over."""

    def signal_told(self, name: str, sender: int, to: int, data: bytes) -> None:
        """A member elsewhere says this to one here."""

    def unheard(self, name: str, sender: int, to: int) -> None:
        """The server of ``to`` did not hear what ``sender`` said."""


class Backend(Post):
    """One server's end of what it shares with the others."""

    def __init__(
        self, url: str, password: str | None = None, terms: Terms | None = None
    ) -> None:
        """``url`` is as in ``redis://127.0.0.1:6379/0``."""
        self.node = secrets.token_hex(6)
        "Who this server is, for as long as it runs."

        self.terms = terms or Terms()
        self.up = False
        self.fault = "it does not answer"
        "Why it is not up."

        options: dict[str, Any] = {} if password is None else {"password": password}
        self._pool = BlockingConnectionPool.from_url(
            url,
            max_connections=CONNECTIONS,
            timeout=ANSWER,
            socket_timeout=ANSWER,
            socket_connect_timeout=ANSWER,
            retry=Retry(NoBackoff(), 0),
            **options,
        )
        self._redis = Redis(connection_pool=self._pool)
        self._script = self._redis.register_script(SCRIPT)
        self._text = self.terms.text()
        self._at_once = asyncio.Semaphore(AT_ONCE)
        self._channel = f"{PREFIX}to:{self.node}"
        self._lease = f"{PREFIX}node:{self.node}"
        self._outboxes: dict[str, Outbox] = {}
        self._emptying: set[str] = set()
        self._heard: dict[str, int] = {}
        "Of each other server, the number of what it said last."

        self._is_up = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._listener = Listener()

    async def start(self, listener: Listener) -> None:
        """Reach Redis, or keep trying to; whether that went well is :attr:`up`."""
        self._listener = listener
        self._keep(self._stay_connected())
        with suppress(TimeoutError):
            async with asyncio.timeout(ANSWER):
                await self._is_up.wait()

    async def close(self) -> None:
        """Say goodbye."""
        await _called_off(self._tasks)
        with suppress(*_FAULTS):
            await self._redis.delete(self._lease)
        with suppress(*_FAULTS):
            await self._redis.aclose()
            await self._pool.disconnect()

    async def wait_until_up(self) -> None:
        """Wait for Redis."""
        await self._is_up.wait()

    async def run(
        self, operation: str, name: str, given: Mapping[str, object]
    ) -> bytes:
        """The answer to one operation of the script on a room.

        Raises:
            Away: If there is none.
        """
        if not self.up:
            raise Away
        arguments: list[str | bytes]
        arguments = [operation, PREFIX, name, self.node, self._text, encode(given)]
        try:
            async with self._at_once:
                if not self.up:  # meanwhile
                    raise Away
                answer = await self._script(keys=[key_of(name)], args=arguments)
        except _FAULTS as fault:
            refused = isinstance(fault, ResponseError)
            level = logging.ERROR if refused else logging.DEBUG
            logger.log(level, "x %s failed: %s", operation, fault)
            raise Away from None
        assert isinstance(answer, bytes)
        return answer

    def send(self, node: str, name: str, sender: int, to: int, data: bytes) -> bool:
        """Have ``node`` told; False if too much waits for it already."""
        outbox = self._outboxes.get(node)
        if outbox is None:
            outbox = self._outboxes[node] = Outbox(node, self.node, self)
        if not outbox.add(name, sender, to, data):
            return False
        if node not in self._emptying:
            self._emptying.add(node)
            self._keep(self._empty(node, outbox))
        return True

    async def publish(self, node: str, texts: list[bytes]) -> int:
        """See :meth:`Post.publish`."""
        try:
            async with self._redis.pipeline(transaction=False) as pipe:
                for text in texts:
                    pipe.publish(f"{PREFIX}to:{node}", text)
                receivers = await pipe.execute()
        except _FAULTS:
            raise Away from None
        return next((n for n, count in enumerate(receivers) if not count), len(texts))

    async def may_come_back(self, node: str, name: str) -> bool:
        """See :meth:`Post.may_come_back`."""
        state = await self.run("deaf", name, {"node": node})
        return state.startswith(b"{") and f'"{node}"'.encode() in state

    def give_up(self, node: str, unsent: Unsent) -> None:
        """See :meth:`Post.give_up`."""
        self._call(self._listener.unheard, unsent.name, unsent.sender, unsent.to)

    async def _empty(self, node: str, outbox: Outbox) -> None:
        try:
            await outbox.empty()
        finally:
            self._emptying.discard(node)

    async def dead(self, nodes: list[str]) -> list[str]:
        """Which of these servers have no lease.

        Raises:
            Away: If nobody knows.
        """
        if not nodes:
            return []
        try:
            leases = await self._redis.mget([f"{PREFIX}node:{node}" for node in nodes])
        except _FAULTS:
            raise Away from None
        return [node for node, lease in zip(nodes, leases, strict=True) if not lease]

    # What others say

    async def _stay_connected(self) -> None:
        while True:
            try:
                await self._connected()
            except _FAULTS as fault:
                logger.debug("x the backend is away: %s", fault)
                self.fault = _why(fault)
            except Exception:
                logger.exception("x the backend had to be connected again")
            finally:
                self._set_up(False)
            await self._pool.disconnect(inuse_connections=False)
            await asyncio.sleep(AGAIN)

    async def _connected(self) -> None:
        """Listen until it ends."""
        pubsub = self._redis.pubsub()
        try:
            await pubsub.subscribe(self._channel)
            await pubsub.get_message(timeout=ANSWER)
            await self._renew_lease()
            self._set_up(True)
            beating = self._keep(self._beat())
            try:
                while not beating.done():
                    message = await pubsub.get_message(
                        ignore_subscribe_messages=True, timeout=AGAIN
                    )
                    if message is not None:
                        self._take_in(message["data"])
                await beating
            finally:
                await _called_off({beating})
        finally:
            with suppress(*_FAULTS):
                await pubsub.aclose()  # type: ignore[no-untyped-call]

    async def _beat(self) -> None:
        """Renew the lease, and hear whether we are still heard."""
        while True:
            await asyncio.sleep(self.terms.lease / 3)
            lapsed = await self._renew_lease()
            if not await self._redis.publish(self._channel, b""):
                return
            if lapsed:
                self._call(self._listener.lapsed)
            self._call(self._listener.beat)

    async def _renew_lease(self) -> bool:
        """Whether it had run out."""
        seconds = round(1000 * self.terms.lease)
        return await self._redis.set(self._lease, 1, px=seconds, get=True) is None

    def _take_in(self, text: bytes) -> None:
        head, _, rest = text.partition(b"\n")
        kind, name = head[:1], head[1:].decode()
        if kind == b"r":
            self._call(self._listener.room_told, name, rest)
        elif kind == b"c":
            self._call(self._listener.room_closed, name, rest.decode())
        elif kind == b"s":
            node, number, sender, to, data = rest.split(b"\n", 4)
            # What was said just as the connection broke may be said twice.
            if int(number) > self._heard.get(node.decode(), 0):
                self._heard[node.decode()] = int(number)
                self._call(self._listener.signal_told, name, int(sender), int(to), data)

    def _set_up(self, up: bool) -> None:
        if up == self.up:
            return
        self.up = up
        if up:
            logger.info("= the backend is there")
            self._is_up.set()
            self._call(self._listener.backend_up)
        else:
            logger.warning("x the backend is away")
            self._is_up.clear()
            self._call(self._listener.backend_down)

    def _call(self, tell: Callable[..., None], *arguments: object) -> None:
        """Tell the listener; a fault of its own must not end the connection."""
        try:
            tell(*arguments)
        except Exception:
            logger.exception("x what another server said could not be taken in")

    def _keep(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task: asyncio.Task[None] = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


async def _called_off(tasks: Collection[asyncio.Task[None]]) -> None:
    """Cancel these until they have ended.

    Once may not do: with Python 3.11 a cancellation is lost if it comes just as an
    ``asyncio.wait_for`` is over, by which redis-py sends.
    """
    left = all_tasks = {*tasks}
    while left:
        for task in left:
            task.cancel()
        _, left = await asyncio.wait(left, timeout=ANSWER)
    await asyncio.gather(*all_tasks, return_exceptions=True)


def key_of(name: str) -> str:
    """Where a room is kept."""
    return f"{PREFIX}room:{{{name}}}"


def _why(fault: Exception) -> str:
    if isinstance(fault, AuthenticationError):
        return "it does not take the password"
    if isinstance(fault, ResponseError):
        return str(fault)
    return "it does not answer"


def _now() -> float:
    return asyncio.get_running_loop().time()
