"""
Rooms that other servers have too, as far as this one needs them. Sans-I/O.

A room comes as a whole, whenever something about it has changed; what is new about it
is what its members here are told. Nothing depends on having heard of everything.
"""

from collections import deque
from dataclasses import dataclass, field
from typing import Any

import msgspec

from shared.errors import SignalingError
from shared.signals import (
    Arrived,
    CloseCode,
    Create,
    Join,
    Joined,
    Left,
    Member,
    ToServer,
)
from signaling.room import Guest, Room
from signaling.rooms import Close, Output, Rooms, Send, gave_way

PATIENCE = 8
"Messages that may be said before the answer to create or join."


class There(msgspec.Struct):
    """Which server holds a member."""

    node: str


class HostThere(There):
    """The host, or the last one."""

    member: str


class State(msgspec.Struct):
    """A room as ``backend.lua`` tells it. Members are text, as Lua has only doubles."""

    v: int
    claim: str
    opener: str
    lost: int
    host: HostThere
    guests: dict[str, There]
    out: str | None = None
    "Who just gave way to another guest."

    left: str | None = None
    "Who just said so."


@dataclass(slots=True)
class Replica(Room):
    """A room that others have too."""

    version: int = 0
    state: bytes = b""
    nodes: dict[Member, str] = field(default_factory=dict)
    renewed: float = 0.0
    missing: float | None = None
    "Since when nobody but us knows it."


@dataclass(slots=True)
class Opening:
    """What a member waits for."""

    message: Create | Join
    claim: str = ""
    more: deque[ToServer] = field(default_factory=deque)
    "What it said since then."


_states = msgspec.json.Decoder(State)


class Replicas(Rooms):
    """The rooms with members here, and who else is in them."""

    def __init__(self, node: str, **options: Any) -> None:
        """``node`` is this server; ``options`` are those of :class:`Rooms`."""
        super().__init__(**options)
        self._node = node
        self._openings: dict[Member, Opening] = {}
        self._disputed: set[str] = set()
        "Rooms of which others think that a member here is gone."

    def received(self, member: Member, message: ToServer, now: float) -> list[Output]:
        """See :meth:`Rooms.received`; what has to be asked for is told later."""
        opening = self._openings.get(member)
        if opening is None:
            return super().received(member, message, now)
        if len(opening.more) < PATIENCE:
            opening.more.append(message)
            return []
        early = SignalingError(
            "refused", "too much was said before the answer; wait for it"
        )
        return self.refuse(member, early, now)

    def _take_in(self, name: str, text: bytes, now: float) -> list[Output]:
        state = _states.decode(text)
        room = self._rooms.get(name)
        if room is None:
            if not self._awaited(state):
                return []
            room = self._new_replica(name, state, now)
        assert isinstance(room, Replica)
        if state.v <= room.version:
            return []
        room.version, room.state = state.v, text
        outputs = self._guests_gone(room, state, now)
        outputs += self._host_changed(room, state, now)
        outputs += self._guests_come(room, state, now)
        self._forget_unless_needed(room)
        return outputs + self._said_meanwhile(room, now)

    def _awaited(self, state: State) -> bool:
        """Whether somebody here waits to come into this room."""
        return any(int(member) in self._openings for member in _members(state))

    def _new_replica(self, name: str, state: State, now: float) -> Replica:
        """The room without anybody in it."""
        room = self._rooms[name] = Replica(
            name=name,
            claim=state.claim,
            host=-1,
            opener=int(state.opener),
            opened=now,
            used=now,
            host_lost=now,
            renewed=now,
        )
        return room

    def _guests_gone(self, room: Replica, state: State, now: float) -> list[Output]:
        outputs: list[Output] = []
        for member in [m for m in room.guests if str(m) not in state.guests]:
            was_here = self._is_here(room, member)
            if was_here and state.out != str(member):
                self._disputed.add(room.name)
                continue
            del room.guests[member], room.nodes[member], self._room_of[member]
            if was_here:
                outputs += self.refuse(member, gave_way(), now)
            if room.host_lost is None:
                reason = "left" if state.left == str(member) else "lost"
                outputs.append(Send(room.host, Left(member=member, reason=reason)))
        return outputs

    def _without_place(self, room: Replica, text: bytes, now: float) -> list[Output]:
        """Put out who is here but, even now that all know it, not in the room."""
        state = _states.decode(text)
        outputs: list[Output] = []
        if state.v == room.version:
            for member in [m for m in room.guests if self._is_here(room, m)]:
                if str(member) not in state.guests:
                    outputs += self.refuse(member, gave_way(), now)
        return outputs

    def _host_changed(self, room: Replica, state: State, now: float) -> list[Output]:
        host = int(state.host.member)
        lost = state.lost > 0 or self._went_meanwhile(room, state)
        if host == room.host and lost == (room.host_lost is not None):
            return []
        if host == room.host and lost and self._is_here(room, host):
            # Others took us for dead, or we have not yet told them.
            self._disputed.add(room.name)
            return []
        outputs: list[Output] = []
        if room.host_lost is None:
            outputs += self._host_gone(room, replaced=host != room.host, now=now)
        if not lost:
            outputs += self._host_came(room, host, state.host.node, now)
        room.host = host
        return outputs

    def _went_meanwhile(self, room: Replica, state: State) -> bool:
        """Whether the host was here, is not any more, and they do not know it yet."""
        host = int(state.host.member)
        is_in = room.host == host and room.host_lost is None
        return state.host.node == self._node and not (is_in or host in self._openings)

    def _host_gone(self, room: Replica, *, replaced: bool, now: float) -> list[Output]:
        former = room.host
        room.host_lost = now
        room.nodes.pop(former, None)
        self._room_of.pop(former, None)
        left = Left(member=former, reason="lost")
        outputs: list[Output] = [Send(guest, left) for guest in room.guests]
        if replaced:
            outputs.insert(0, Close(former, CloseCode.REPLACED, "replaced"))
        return outputs

    def _host_came(
        self, room: Replica, host: Member, node: str, now: float
    ) -> list[Output]:
        room.host, room.host_lost, room.used = host, None, now
        room.nodes[host] = node
        self._room_of[host] = room
        outputs: list[Output] = []
        opening = self._openings.get(host)
        if opening is not None:
            room.claim = opening.claim
            outputs.append(self._created(room))
        for number, guest in room.guests.items():
            guest.heard, guest.candidates = now, {}
            if opening is not None:
                outputs.append(Send(host, Arrived(member=number)))
            outputs.append(Send(number, Arrived(member=host)))
        return outputs

    def _guests_come(self, room: Replica, state: State, now: float) -> list[Output]:
        outputs: list[Output] = []
        for text, there in state.guests.items():
            member = int(text)
            is_ours = there.node == self._node
            if member in room.guests or (is_ours and member not in self._openings):
                continue
            room.guests[member] = Guest(came=now, heard=now)
            room.nodes[member] = there.node
            self._room_of[member] = room
            if is_ours:
                servers = self._ice_servers(member)
                joined = Joined(
                    room=room.name, you=member, host=room.host, ice_servers=servers
                )
                outputs.append(Send(member, joined))
                if room.host_lost is not None:
                    outputs.append(Send(member, Left(room.host, "lost")))
            if room.host_lost is None:
                outputs.append(Send(room.host, Arrived(member=member)))
        return outputs

    def _said_meanwhile(self, room: Replica, now: float) -> list[Output]:
        """What was said by who has come in, before it knew."""
        outputs: list[Output] = []
        for member in [m for m in room.members() if m in self._openings]:
            for message in self._openings.pop(member).more:
                outputs += self.received(member, message, now)
        return outputs

    def _forget_unless_needed(self, room: Replica) -> None:
        """Whoever has no member in a room is not told of it any more."""
        if self._rooms.get(room.name) is not room:
            return
        if not any(self._is_here(room, member) for member in room.members()):
            del self._rooms[room.name]
            for member in room.members():
                del self._room_of[member]

    def _is_here(self, room: Room, member: Member) -> bool:
        assert isinstance(room, Replica)
        return room.nodes.get(member) == self._node


def _members(state: State) -> list[str]:
    return [state.host.member, *state.guests]
