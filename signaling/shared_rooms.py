"""
The rooms of one of several servers that share them through a :class:`Backend`.

What its own members do is asked of the backend; what comes of it is told to every
server that has a member in the room. What two members here say to each other needs
nobody else.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterable, Mapping
from contextlib import suppress
from hashlib import sha256
from typing import Any, TypeAlias

import msgspec

from shared.code import is_room
from shared.errors import SignalingError
from shared.signals import (
    CloseCode,
    Create,
    Created,
    Join,
    Left,
    Member,
    Signal,
    Signaled,
)
from signaling.backend import Backend, Listener
from signaling.outbox import Away
from signaling.replicas import Opening, Replica, Replicas
from signaling.room import OVER, QUIET, Room
from signaling.rooms import (
    NO_SUCH_TABLE,
    SETTLING,
    SETTLING_RETRY,
    Close,
    Output,
    Send,
    gave_way,
    no_room_left,
    no_such_claim,
)
from signaling.watch import Watch

logger = logging.getLogger(__name__)

AWAY_RETRY = 5.0

TRIES = 20
"Names that are tried for a new room."

FAREWELL = 2.0
"Seconds a server that stops has to say that its members are gone."

Tell: TypeAlias = Callable[[Iterable[Output]], None]


class SharedRooms(Replicas, Listener):
    """Rooms whose members may be with other servers."""

    def __init__(
        self, backend: Backend, watch: Watch | None = None, **options: Any
    ) -> None:
        """``options`` are those of :class:`Rooms`."""
        super().__init__(backend.node, **options)
        self._backend = backend
        self._watch = watch or Watch()
        self._due: set[str] = set()
        "Rooms to be renewed at the next beat."

        self._renewing: set[str] = set()
        self._tell: Tell = lambda outputs: None
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self, tell: Tell) -> None:
        """``tell`` hands out what is not an answer at once."""
        self._tell = tell
        await self._backend.start(self)

    async def close(self) -> None:
        """Say that all members are gone."""
        if self._tasks and self._backend.up:
            await asyncio.wait(self._tasks, timeout=FAREWELL)
        for task in self._tasks:
            task.cancel()
        await self._backend.close()

    @property
    def fault(self) -> str | None:
        """Why no member can come in, if none can."""
        return None if self._backend.up else self._backend.fault

    def lost(self, member: Member, now: float) -> list[Output]:
        """See :meth:`Rooms.lost`."""
        self._openings.pop(member, None)
        room = self._room_of.get(member)
        outputs = super().lost(member, now)
        if room is not None:
            self._went(room, member, "lost")
        return outputs

    def expire(self, now: float) -> list[Output]:
        """Our silent guests, and rooms that only we remember; others expire there."""
        outputs: list[Output] = []
        for room in list(self._rooms.values()):
            assert isinstance(room, Replica)
            if room.missing is not None and now - room.missing >= self._lifetimes.keep:
                outputs += self._remove(room, OVER["away"])
                continue
            for guest in room.silent(now):
                if self._is_here(room, guest):
                    outputs += self._refuse_silent(guest, now)
        return outputs

    # What members here do

    def _create(self, member: Member, message: Create, now: float) -> list[Output]:
        self._check_create(message)
        if message.room is not None and not is_room(message.room):
            raise SignalingError("malformed", "this is not the name of a room")
        if message.room is None and len(self._rooms) >= self._max_rooms:
            raise no_room_left()
        claim = message.claim or self._new_claim()
        return self._open_later(member, Opening(message, claim))

    def _join(self, member: Member, name: str, now: float) -> list[Output]:
        return self._open_later(member, Opening(Join(version=1, room=name)))

    def _signal(self, member: Member, message: Signal, now: float) -> list[Output]:
        outputs = super()._signal(member, message, now)
        room = self._room_of[member]
        assert isinstance(room, Replica)
        if now - room.renewed > QUIET / 3:
            self._due.add(room.name)
        return [out for out in outputs if not self._passed_on(room, out)]

    def _passed_on(self, room: Replica, output: Output) -> bool:
        """Whether this is for another server, which then has it."""
        if isinstance(output, Close) or not isinstance(output.message, Signaled):
            return False
        if self._is_here(room, output.member):
            return False
        data, sender = bytes(output.message.data), output.message.sender
        node = room.nodes[output.member]
        if not self._backend.send(node, room.name, sender, output.member, data):
            raise _away()
        return True

    def _leave(self, member: Member, now: float) -> list[Output]:
        room = self._room_with(member)
        outputs = super()._leave(member, now)
        self._went(room, member, "left")
        return outputs

    def _went(self, room: Room, member: Member, reason: str) -> None:
        """``member`` is no more in our replica of ``room``: tell it the others."""
        assert isinstance(room, Replica)
        room.nodes.pop(member, None)
        self._forget_unless_needed(room)
        self._keep(self._depart(room.name, member, reason))

    async def _depart(self, name: str, member: Member, reason: str) -> None:
        given = {"member": str(member), "reason": reason}
        while True:
            await self._backend.wait_until_up()
            with suppress(Away):
                answer = await self._backend.run("leave", name, given)
                # Whoever keeps the room may only be about to say so.
                if answer != b"missing" or _now() >= self._settled:
                    return
            await asyncio.sleep(1.0)

    # Coming in

    def _open_later(self, member: Member, opening: Opening) -> list[Output]:
        if not self._backend.up:
            raise _away()
        self._openings[member] = opening
        self._keep(self._open_now(member, opening))
        return []

    async def _open_now(self, member: Member, opening: Opening) -> None:
        try:
            name, answer = await self._ask(member, opening)
        except Away:
            self._end(member, _away())
            return
        except SignalingError as refusal:
            self._end(member, refusal)
            return
        if answer.startswith(b"{"):
            self.room_told(name, answer)
            if self._openings.get(member) is opening:
                self._came_and_went(member, name, opening)
            elif member not in self._room_of:
                # It went before it was in; nobody knows the claim of a new room.
                is_new = (
                    isinstance(opening.message, Create) and not opening.message.room
                )
                self._keep(self._depart(name, member, "left" if is_new else "lost"))
        else:
            retry = SETTLING_RETRY if _now() < self._settled else None
            unknown = SignalingError("unknown_room", NO_SUCH_TABLE, retry)
            self._end(member, no_such_claim() if answer == b"claim" else unknown)

    def _came_and_went(self, member: Member, name: str, opening: Opening) -> None:
        """Others were told of ``member``, and that it had to go, before we were."""
        if isinstance(opening.message, Join):
            self._end(member, gave_way())
            return
        del self._openings[member]
        servers = self._ice_servers(member)
        created = Created(
            room=name, you=member, claim=opening.claim, ice_servers=servers
        )
        replaced = Close(member, CloseCode.REPLACED, "replaced")
        self._tell([Send(member, created), replaced])

    async def _ask(self, member: Member, opening: Opening) -> tuple[str, bytes]:
        given = {"member": str(member), "claim": _digest(opening.claim)}
        message = opening.message
        if isinstance(message, Join):
            # What cannot be a room is looked for like any other.
            name = message.room if is_room(message.room) else "none"
            return name, await self._backend.run("join", name, given)
        if message.room is not None:
            return message.room, await self._backend.run("claim", message.room, given)
        for _ in range(TRIES):
            name = self._new_room()
            answer = await self._backend.run("create", name, given)
            if answer != b"taken":
                return name, answer
        raise no_room_left()

    def _end(self, member: Member, refusal: SignalingError) -> None:
        if self._openings.pop(member, None) is not None:
            self._tell(self.refuse(member, refusal, _now()))

    # What the backend tells

    def backend_up(self) -> None:
        """See :class:`Listener`. Hosts and other servers may still be on their way."""
        self._watch.backend(True)
        self._settled = max(self._settled, _now() + SETTLING)
        self.lapsed()

    def backend_down(self) -> None:
        """See :class:`Listener`."""
        self._watch.backend(False)

    def lapsed(self) -> None:
        """See :class:`Listener`."""
        for name in self._rooms:
            self._renew_later(name)

    def beat(self) -> None:
        """See :class:`Listener`."""
        due, self._due = self._due, set()
        old = _now() - self._backend.terms.ttl / 3
        for name, room in self._rooms.items():
            assert isinstance(room, Replica)
            if name in due or room.renewed < old or room.missing is not None:
                self._renew_later(name)
        self._keep(self._look_for_dead())

    def room_told(self, name: str, state: bytes) -> None:
        """See :class:`Listener`."""
        self._tell(self._take_in(name, state, _now()))
        while self._disputed:
            self._renew_later(self._disputed.pop())

    def room_closed(self, name: str, why: str) -> None:
        """See :class:`Listener`."""
        room = self._rooms.get(name)
        if room is not None:
            self._tell(self._remove(room, OVER[why]))

    def signal_told(self, name: str, sender: int, to: int, data: bytes) -> None:
        """See :class:`Listener`."""
        room = self._room_of.get(to)
        if room is None or room.name != name or sender not in self._room_of:
            return
        with suppress(SignalingError):
            message = Signal(to=to, data=msgspec.Raw(data))
            self._tell(super()._signal(sender, message, _now()))

    def unheard(self, name: str, sender: int, to: int) -> None:
        """See :class:`Listener`."""
        if sender in self._room_of:
            self._tell([Send(sender, Left(member=to, reason="gone"))])

    def _renew_later(self, name: str) -> None:
        if name not in self._renewing:
            self._renewing.add(name)
            self._keep(self._renew(name))

    async def _renew(self, name: str) -> None:
        try:
            room = self._rooms.get(name)
            if isinstance(room, Replica):
                answer = await self._backend.run("renew", name, self._present(room))
                self._renewed(room, answer)
        except Away:
            self._due.add(name)
        finally:
            self._renewing.discard(name)

    def _present(self, room: Replica) -> Mapping[str, object]:
        """Who is here of a room."""
        now = _now()
        host = room.host_lost is None and self._is_here(room, room.host)
        return {
            "host": str(room.host) if host else False,
            "guests": {
                str(member): round(1000 * (now - guest.heard))
                for member, guest in room.guests.items()
                if self._is_here(room, member)
            },
            "room": msgspec.Raw(room.state) if host else False,
        }

    def _renewed(self, room: Replica, answer: bytes) -> None:
        room.renewed = _now()
        if self._rooms.get(room.name) is not room:
            return
        if answer.startswith(b"{"):
            room.missing = None
            self.room_told(room.name, answer)
            self._tell(self._without_place(room, answer, room.renewed))
        elif answer == b"missing" and room.missing is None:
            room.missing = room.renewed

    async def _look_for_dead(self) -> None:
        """Find out about other servers that have members in rooms of ours."""
        others: dict[str, set[str]] = {}
        for name, room in self._rooms.items():
            assert isinstance(room, Replica)
            for node in room.nodes.values():
                if node != self._node:
                    others.setdefault(node, set()).add(name)
        with suppress(Away):
            for node in await self._backend.dead(list(others)):
                for name in others[node]:
                    self._renew_later(name)

    def _keep(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (fault := task.exception()):
            logger.error("x a shared room could not be looked after", exc_info=fault)


def _digest(claim: str) -> str:
    """What others may know of a claim."""
    return sha256(claim.encode()).hexdigest()


def _away() -> SignalingError:
    return SignalingError(
        "limit",
        "this server cannot look for tables right now; try again in 5 seconds",
        AWAY_RETRY,
    )


def _now() -> float:
    return asyncio.get_running_loop().time()
