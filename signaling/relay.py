"""
Rooms and limits on one side, sockets on the other: who said it, and who is told.

Whatever a member sends, only that member is closed for it. Rooms and what is relayed
are never logged.
"""

import asyncio
import logging
import secrets
from collections.abc import Iterable

from shared.code import is_room
from shared.errors import ProtocolError, SignalingError
from shared.signals import (
    CloseCode,
    Create,
    Error,
    Join,
    Member,
    Restarting,
    Signal,
    ToMember,
    ToServer,
    decode_to_server,
    encode_utf_8,
)
from signaling.limits import Address, Guard, Room
from signaling.rooms import Close, Output, Rooms, malformed
from signaling.watch import Watch
from signaling.websocket import Socket

logger = logging.getLogger(__name__)

HEARTBEAT = 30.0
"Seconds of silence before a ping; a member silent for half as long again is lost."

RETRY_AFTER = 2.0
"Seconds after which members of a server that stops should come back."


FAREWELL = 1.0
"Seconds a stopping server waits for answers to its closes."


class Link(Socket):
    """One connection, most likely of a member."""

    def __init__(self, relay: "Relay") -> None:
        super().__init__()
        self._relay = relay
        self.member: Member = -1
        self.address: Address | None = None
        self.guess: Join | Create | None = None
        "At a room, which was not yet answered."

        self.room: Room | None = None
        "What its room has used, if it is a guest."

    def opened(self) -> None:
        self._relay.opened(self)

    def told(self, text: bytes) -> None:
        self._relay.told(self, text)

    def told_binary(self) -> None:
        self._relay.told_binary(self)

    def read(self) -> None:
        self._relay.read(self)

    def left(self) -> None:
        self._relay.left(self)

    def gone(self) -> None:
        self._relay.gone(self)


class Relay:
    """All members of one server."""

    def __init__(
        self, rooms: Rooms, guard: Guard, first_message: float, watch: Watch
    ) -> None:
        self.links: dict[Member, Link] = {}
        self._rooms = rooms
        self._guard = guard
        self._first_message = first_message
        self._watch = watch
        self._unflushed: dict[Link, None] = {}
        self._closing = False
        self._empty = asyncio.Event()

    async def close(self) -> None:
        """Tell everybody to come back, and wait until they are gone."""
        self._closing = True
        restarting = encode_utf_8(Restarting(retry_after=RETRY_AFTER))
        for link in list(self.links.values()):
            if link.closing:
                link.hurry()
                continue
            link.send(restarting)
            link.close(CloseCode.RESTARTING, "restarting")
            link.flush()
        if self.links:
            await self._wait_until_gone()

    async def _wait_until_gone(self) -> None:
        try:
            async with asyncio.timeout(FAREWELL):
                await self._empty.wait()
        except TimeoutError:
            for link in list(self.links.values()):
                link.hurry()
            await self._empty.wait()

    def expire(self) -> None:
        """Close rooms whose time is over."""
        self.tell(self._rooms.expire(_now()))

    def beat(self) -> None:
        """Hear whether silent members are there, and hang up on those that are not."""
        now = _now()
        for link in list(self.links.values()):
            if link.pinged is not None:
                if now - link.pinged >= HEARTBEAT / 2:
                    link.abort()
            elif now - link.heard >= HEARTBEAT:
                link.ping()

    # What a link tells

    def opened(self, link: Link) -> None:
        """It has one, and may be told that it cannot keep it."""
        link.member = self._new_member()
        self.links[link.member] = link
        link.within(self._first_message, lambda: self._silent(link))
        assert link.address is not None
        try:
            self._guard.connect(link.address, link.heard)
        except SignalingError as refusal:
            self._deliver(self._rooms.refuse(link.member, refusal, link.heard))

    def told(self, link: Link, text: bytes) -> None:
        """Take in what ``link`` says."""
        now, member, address = link.heard, link.member, link.address
        assert address is not None
        try:
            self._guard.message(address, link.room, len(text), now)
            message = decode_to_server(text)
            logger.debug("< %d %s", member, type(message).__name__)
            if type(message) is Signal:
                outputs = self._rooms.received(member, message, now)
            else:
                link.in_time()
                outputs = self._opening(link, address, message, now)
        except ProtocolError as error:
            outputs = self._rooms.refuse(member, malformed(error), now)
        except SignalingError as refusal:
            outputs = self._rooms.refuse(member, refusal, now)
        except Exception:
            logger.exception("x a member had to be given up")
            link.close(CloseCode.FAULT, "fault")
            self._unflushed[link] = None
            outputs = self._rooms.lost(member, now)
        self._deliver(outputs)

    def _opening(
        self, link: Link, address: Address, message: ToServer, now: float
    ) -> list[Output]:
        """What is said once; to guess at rooms is paid for until it goes well."""
        if isinstance(message, Join | Create):
            self._watch.asked(link.member, message)
            if message.room is not None and self._rooms.room_of(link.member) is None:
                self._pay(link, address, message, now)
        return self._rooms.received(link.member, message, now)

    def _pay(
        self, link: Link, address: Address, guess: Join | Create, now: float
    ) -> None:
        if isinstance(guess, Create):
            self._guard.claim(address, now)
        else:
            room = guess.room if is_room(guess.room) else ""
            self._guard.join(address, room, now)
        link.guess = guess

    def _answered(self, link: Link, guess: Join | Create, answer: ToMember) -> None:
        """What a guess was paid for, unless it was wrong."""
        link.guess = None
        if link.address is None:
            return
        came_in = self._rooms.found(link.member)
        if came_in or (isinstance(answer, Error) and answer.code == "limit"):
            self._guard.came_in(link.address)
        if came_in and isinstance(guess, Join):
            link.room = self._guard.room(guess.room)

    def told_binary(self, link: Link) -> None:
        """Nothing we know is binary."""
        error = ProtocolError("signaling messages are text, not binary")
        self._deliver(self._rooms.refuse(link.member, malformed(error), link.heard))

    def read(self, link: Link) -> None:
        """All that it has said by now was taken in."""
        if link.unsent:
            self._unflushed[link] = None
        self.flush()

    def left(self, link: Link) -> None:
        """It says goodbye, or nothing that can be understood."""
        self._deliver(self._rooms.lost(link.member, _now()))

    def gone(self, link: Link) -> None:
        """Its connection is over."""
        if link.address is None:
            return
        self._guard.closed(link.address)
        link.address = None
        self._watch.left(link.member)
        if self.links.pop(link.member, None) is not None:
            self.tell(self._rooms.lost(link.member, _now()))
        if self._closing and not self.links:
            self._empty.set()

    def _new_member(self) -> Member:
        while (member := secrets.randbits(53)) in self.links:
            pass
        return member

    def _silent(self, link: Link) -> None:
        silent = SignalingError(
            "refused",
            f"no create or join within {self._first_message:g} seconds; connect again",
        )
        self.tell(self._rooms.refuse(link.member, silent, _now()))

    # What goes out

    def flush(self) -> None:
        """Write what is queued, and close who is too slow for it."""
        while self._unflushed:
            links, self._unflushed = self._unflushed, {}
            for link in links:
                if not link.flush():
                    self._deliver(self._rooms.lost(link.member, _now()))

    def tell(self, outputs: Iterable[Output]) -> None:
        """Hand it out at once."""
        self._deliver(outputs)
        self.flush()

    def _deliver(self, outputs: Iterable[Output]) -> None:
        for output in outputs:
            link = self.links.get(output.member)
            if link is None:
                continue
            if isinstance(output, Close):
                link.close(output.code, output.reason)
            else:
                link.send(encode_utf_8(output.message))
                self._watch.sent(output.member, output.message)
                if link.guess is not None:
                    self._answered(link, link.guess, output.message)
            self._unflushed[link] = None


def _now() -> float:
    return asyncio.get_running_loop().time()
