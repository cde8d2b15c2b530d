"""
Who meets whom. Sans-I/O: messages in, what to send and whom to close out.

A room is made by a host's ``create`` and by nothing else, so a mistyped code never
makes one. Its host may lose the socket and take the room back with its claim, even from
a server that has restarted and knows nothing of it: rooms are soft state. Members
signal only between the host and a guest of one room. What a member does wrong is told
to that member, which is then closed; nobody else notices more than that it left.

Who tries a code learns only whether it gets in: rooms that are unknown, over or full
are refused alike, and a guest that says nothing does not keep a place for long.
"""

import secrets
from collections.abc import Callable, Sequence
from hmac import compare_digest
from math import inf
from typing import NamedTuple, TypeAlias

from shared.code import ALPHABET, ROOM_SYMBOLS, is_room
from shared.errors import ProtocolError, SignalingError
from shared.signals import (
    VERSION,
    Arrived,
    CloseCode,
    Create,
    Created,
    Error,
    IceServer,
    Join,
    Joined,
    Leave,
    Left,
    Member,
    Signal,
    Signaled,
    ToMember,
    ToServer,
    decode_description,
)
from signaling.room import FIRST_SIGNAL, OVER, USUAL, Guest, Lifetimes, Room, full_room

MAX_ROOMS = 10_000
MAX_GUESTS = 16
"Six players, who watches, and room for both to come back."

SETTLING = 10.0
"Seconds a new server gives hosts to take their rooms back before codes are wrong."

MAX_REASON = 200
"Characters of what was wrong with a malformed message that its sender is told."

FULL_HOUSE_RETRY = 60.0
SETTLING_RETRY = 2.0

NO_SUCH_TABLE = (
    "no table with a free place has this code;"
    " ask the host to read it to you again, or whether a place gets free"
)


class Send(NamedTuple):
    """Tell ``member`` this."""

    member: Member
    message: ToMember


class Close(NamedTuple):
    """Close the socket of ``member`` once it was told everything."""

    member: Member
    code: CloseCode
    reason: str


Output: TypeAlias = Send | Close

IceServers: TypeAlias = Callable[[Member], tuple[IceServer, ...]]
"The servers for one member; they may hold credentials that are its own."


def random_room(first: str = ALPHABET) -> str:
    """A room's name, the part of its code that the server knows."""
    others = (secrets.choice(ALPHABET) for _ in range(ROOM_SYMBOLS - 1))
    return secrets.choice(first) + "".join(others)


def random_claim() -> str:
    """What proves to be the host of a room, 128 bits."""
    return secrets.token_urlsafe(16)


def ice_servers_of(servers: IceServers | Sequence[IceServer]) -> IceServers:
    """The same servers for everybody, unless they are made for each member."""
    if callable(servers):
        return servers
    everybodys = tuple(servers)
    return lambda _: everybodys


class Rooms:
    """All rooms of one server. The caller numbers the members, one for each socket."""

    def __init__(
        self,
        *,
        ice_servers: IceServers | Sequence[IceServer] = (),
        max_rooms: int = MAX_ROOMS,
        max_guests: int = MAX_GUESTS,
        lifetimes: Lifetimes = USUAL,
        settled: float = -inf,
        new_room: Callable[[], str] = random_room,
        new_claim: Callable[[], str] = random_claim,
    ) -> None:
        """``settled``: until then, hosts of a former server are expected back."""
        self._ice_servers = ice_servers_of(ice_servers)
        self._max_rooms = max_rooms
        self._max_guests = max_guests
        self._lifetimes = lifetimes
        self._settled = settled
        self._new_room = new_room
        self._new_claim = new_claim
        self._rooms: dict[str, Room] = {}
        self._room_of: dict[Member, Room] = {}
        # A name without a room is looked up in as much time as that of a full one.
        self._nowhere = full_room(max_guests)

    def __len__(self) -> int:
        return len(self._rooms)

    def received(self, member: Member, message: ToServer, now: float) -> list[Output]:
        """``member`` said this."""
        try:
            match message:
                case Signal():
                    return self._signal(member, message, now)
                case Join():
                    self._check_opening(member, message.version)
                    return self._join(member, message.room, now)
                case Create():
                    self._check_opening(member, message.version)
                    return self._create(member, message, now)
                case Leave():
                    return self._leave(member, now)
        except SignalingError as refusal:
            return self.refuse(member, refusal, now)
        except ProtocolError as error:
            return self.refuse(member, malformed(error), now)

    def refuse(
        self, member: Member, refusal: SignalingError, now: float
    ) -> list[Output]:
        """Tell ``member`` why, close it, and tell the others that it is gone."""
        error = Error(
            code=refusal.code, message=str(refusal), retry_after=refusal.retry_after
        )
        return [
            Send(member, error),
            Close(member, CloseCode.REFUSED, refusal.code),
            *self.lost(member, now),
        ]

    def lost(self, member: Member, now: float) -> list[Output]:
        """The socket of ``member`` is gone. Harmless when repeated."""
        return self._gone(member, "lost", now)

    def expire(self, now: float) -> list[Output]:
        """Remove the rooms whose time is over, and guests that never say anything."""
        outputs: list[Output] = []
        for room in list(self._rooms.values()):
            if why := room.why_over(self._lifetimes, now):
                outputs += self._remove(room, why)
                continue
            for guest in room.silent(now):
                outputs += self._refuse_silent(guest, now)
        return outputs

    def found(self, member: Member) -> bool:
        """Whether ``member`` is in a room that was there before it."""
        room = self._room_of.get(member)
        return room is not None and room.opener != member

    def room_of(self, member: Member) -> str | None:
        """The room that ``member`` is in."""
        room = self._room_of.get(member)
        return None if room is None else room.name

    def _refuse_silent(self, guest: Member, now: float) -> list[Output]:
        silent = SignalingError(
            "refused",
            f"nothing was signaled to the host within {FIRST_SIGNAL:g} seconds;"
            " join again",
        )
        return self.refuse(guest, silent, now)

    def _check_opening(self, member: Member, version: int) -> None:
        if version < VERSION:
            raise SignalingError(
                "version", "this rummyroom is too old for the server; update it"
            )
        if version > VERSION:
            raise SignalingError(
                "version",
                "this rummyroom is too new for the server;"
                " ask whoever runs the server to update it",
            )
        if member in self._room_of:
            raise SignalingError(
                "refused", "already at a table; open another connection for another one"
            )

    def _check_create(self, message: Create) -> None:
        if (message.room is None) != (message.claim is None):
            raise SignalingError(
                "malformed", "taking a room back needs both its name and its claim"
            )

    def _create(self, member: Member, message: Create, now: float) -> list[Output]:
        self._check_create(message)
        if message.room is not None and message.claim is not None:
            return self._take_back(member, message.room, message.claim, now)
        room = self._open(self._free_name(), self._new_claim(), member, now)
        return [self._created(room)]

    def _take_back(
        self, member: Member, name: str, claim: str, now: float
    ) -> list[Output]:
        room = self._rooms.get(name)
        if room is None:
            if not is_room(name):
                raise SignalingError("malformed", "this is not the name of a room")
            return [self._created(self._open(name, claim, member, now))]
        if not compare_digest(room.claim.encode(), claim.encode()):
            raise no_such_claim()
        outputs: list[Output] = []
        if room.host_lost is None:
            outputs = [
                Close(room.host, CloseCode.REPLACED, "replaced"),
                *self._gone(room.host, "lost", now),
            ]
        room.host, room.host_lost, room.used = member, None, now
        self._room_of[member] = room
        outputs.append(self._created(room))
        for number, guest in room.guests.items():
            guest.heard, guest.candidates = now, {}
            outputs.append(Send(member, Arrived(member=number)))
            outputs.append(Send(number, Arrived(member=member)))
        return outputs

    def _join(self, member: Member, name: str, now: float) -> list[Output]:
        room = self._rooms.get(name, self._nowhere)
        outputs = self._make_place(room, now)
        if outputs is None:
            retry = SETTLING_RETRY if now < self._settled else None
            raise SignalingError("unknown_room", NO_SUCH_TABLE, retry)
        room.guests[member] = Guest(came=now, heard=now)
        room.used = now
        self._room_of[member] = room
        joined = Joined(
            room=name,
            you=member,
            host=room.host,
            ice_servers=self._ice_servers(member),
        )
        if room.host_lost is None:
            outputs += Send(member, joined), Send(room.host, Arrived(member=member))
        else:
            outputs += Send(member, joined), Send(member, Left(room.host, "lost"))
        return outputs

    def _make_place(self, room: Room, now: float) -> list[Output] | None:
        """Let one more in: who is refused or goes for it, or None if nobody may come.

        Signaling is over within seconds, so the place of a guest that is quiet is for
        the next one; its channel to the host is not touched by that.
        """
        if room.why_over(self._lifetimes, now):
            room = self._nowhere
        if len(room.guests) < self._max_guests:
            return []
        quiet = room.quiet(now)
        return None if quiet is None else self.refuse(quiet, gave_way(), now)

    def _signal(self, member: Member, message: Signal, now: float) -> list[Output]:
        room = self._room_with(member)
        description = decode_description(message.data)
        if self._room_of.get(message.to) is not room:
            return [Send(member, Left(member=message.to, reason="gone"))]
        if message.to == member or room.host not in (member, message.to):
            raise SignalingError(
                "refused", "signals go only between the host and a guest of one table"
            )
        room.note(member, message.to, description, now)
        return [Send(message.to, Signaled(sender=member, data=message.data))]

    def _leave(self, member: Member, now: float) -> list[Output]:
        room = self._room_with(member)
        close = Close(member, CloseCode.NORMAL, "left")
        outputs = [*self._gone(member, "left", now), close]
        if member == room.host:
            outputs += self._remove(room, OVER["left"])
        return outputs

    def _room_with(self, member: Member) -> Room:
        room = self._room_of.get(member)
        if room is None:
            raise SignalingError("refused", "the first message is create or join")
        return room

    def _free_name(self) -> str:
        # With at most MAX_ROOMS of 279,841 names taken, a second draw is already rare.
        for _ in range(100):
            name = self._new_room()
            if name not in self._rooms:
                return name
        raise no_room_left()

    def _open(self, name: str, claim: str, host: Member, now: float) -> Room:
        if len(self._rooms) >= self._max_rooms:
            raise no_room_left()
        room = Room(
            name=name, claim=claim, host=host, opener=host, opened=now, used=now
        )
        self._rooms[name] = self._room_of[host] = room
        return room

    def _created(self, room: Room) -> Send:
        created = Created(
            room=room.name,
            you=room.host,
            claim=room.claim,
            ice_servers=self._ice_servers(room.host),
        )
        return Send(room.host, created)

    def _gone(self, member: Member, reason: str, now: float) -> list[Output]:
        """Take ``member`` out of its room, if it is in one, and tell the others."""
        room = self._room_of.pop(member, None)
        if room is None:
            return []
        left = Left(member=member, reason=reason)
        if member == room.host:
            room.host_lost = now
            return [Send(guest, left) for guest in room.guests]
        del room.guests[member]
        return [Send(room.host, left)] if room.host_lost is None else []

    def _remove(self, room: Room, why: str) -> list[Output]:
        """Close a room and everybody in it."""
        del self._rooms[room.name]
        outputs: list[Output] = []
        for member in room.members():
            del self._room_of[member]
            outputs.append(Send(member, Error(code="closed", message=why)))
            outputs.append(Close(member, CloseCode.CLOSED, "closed"))
        return outputs


def malformed(error: ProtocolError) -> SignalingError:
    """What whoever broke the protocol is told."""
    return SignalingError("malformed", str(error)[:MAX_REASON])


def no_such_claim() -> SignalingError:
    return SignalingError(
        "claim", "somebody else hosts a table with this code; host a new one"
    )


def gave_way() -> SignalingError:
    return SignalingError(
        "refused", "somebody else needed this place at the table; join again if you do"
    )


def no_room_left() -> SignalingError:
    return SignalingError(
        "limit",
        "this server has no free table; try again later or use another server",
        FULL_HOUSE_RETRY,
    )
