"""What is to be said to one other server, in order, once it can be."""

import asyncio
from abc import abstractmethod
from collections import deque
from dataclasses import dataclass
from itertools import islice

UNSENT_BYTES = 4 << 20
"That may wait for one other server."

UNSENT_SECONDS = 30.0
"For which signals are worth anything."

BATCH = 64

AGAIN = 0.1
"Seconds between attempts."


class Away(Exception):
    """The backend cannot be asked right now. What was asked may have happened."""


@dataclass(slots=True)
class Unsent:
    """What a member said to one with the other server."""

    name: str
    "Of their room."

    sender: int
    to: int
    text: bytes
    until: float


class Post:
    """How it gets there."""

    @abstractmethod
    async def wait_until_up(self) -> None:
        """Wait until the backend can be asked."""

    @abstractmethod
    async def publish(self, node: str, texts: list[bytes]) -> int:
        """How many of them ``node`` heard before one that it did not hear.

        Raises:
            Away: If nobody knows; they may be said again.
        """

    @abstractmethod
    async def may_come_back(self, node: str, name: str) -> bool:
        """Whether ``node``, which heard nothing, still counts in a room.

        Raises:
            Away: If nobody knows.
        """

    @abstractmethod
    def give_up(self, node: str, unsent: Unsent) -> None:
        """It did not get there."""


class Outbox:
    """The queue of one other server."""

    def __init__(self, node: str, me: str, post: Post) -> None:
        self._node = node
        self._me = me
        self._post = post
        self._waiting: deque[Unsent] = deque()
        self._size = 0
        self._said = 0

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def add(self, name: str, sender: int, to: int, data: bytes) -> bool:
        """Queue it, with a number by which it is known again; False if it is full."""
        if self._size + len(data) > UNSENT_BYTES:
            return False
        self._said += 1
        head = f"s{name}\n{self._me}\n{self._said}\n{sender}\n{to}\n"
        until = _now() + UNSENT_SECONDS
        unsent = Unsent(name, sender, to, head.encode() + data, until)
        self._waiting.append(unsent)
        self._size += len(unsent.text)
        return True

    async def empty(self) -> None:
        """Say it all."""
        while self._waiting:
            await self._post.wait_until_up()
            while self._waiting and self._waiting[0].until < _now():
                self._post.give_up(self._node, self._pop())
            try:
                await self._send(list(islice(self._waiting, BATCH)))
            except Away:
                await asyncio.sleep(AGAIN)

    async def _send(self, batch: list[Unsent]) -> None:
        heard = await self._post.publish(self._node, [unsent.text for unsent in batch])
        for _ in range(heard):
            self._pop()
        if heard == len(batch):
            return
        if await self._post.may_come_back(self._node, batch[heard].name):
            await asyncio.sleep(AGAIN)
        else:
            self._post.give_up(self._node, self._pop())

    def _pop(self) -> Unsent:
        unsent = self._waiting.popleft()
        self._size -= len(unsent.text)
        return unsent


def _now() -> float:
    return asyncio.get_running_loop().time()
