"""Whatever members say in whatever order, rooms stay apart and in order."""

from collections import Counter
from random import Random

import pytest
from msgspec import Raw

from shared.signals import (
    Arrived,
    Create,
    Created,
    Error,
    Join,
    Joined,
    Leave,
    Left,
    Member,
    Restarting,
    Signal,
    Signaled,
    ToMember,
    ToServer,
)
from signaling.room import Lifetimes
from signaling.rooms import Close, Output, Rooms

NAMES = ("7KQM", "CCCC", "2345")
MAX_ROOMS, MAX_GUESTS, KEEP, IDLE = 2, 3, 5, 20

STEPS = 400


def opening(chance: Random) -> ToServer:
    """A create or join, mostly of a room that may be there."""
    room, claim = chance.choice(NAMES), chance.choice(["claim", "claim", "other"])
    openings: list[ToServer] = [
        Join(version=1, room=room),
        Create(version=1),
        Create(version=1, room=room, claim=claim),
        Create(version=1, room="bad", claim=claim),
        Create(version=1, room=room),
        Join(version=2, room=room),
    ]
    return chance.choices(openings, [50, 10, 20, 1, 1, 1])[0]


class Watch:
    """Plays the sockets of a server and believes only what members were told."""

    def __init__(self) -> None:
        draws = 0

        def new_room() -> str:
            nonlocal draws
            draws += 1
            return NAMES[draws % len(NAMES)]

        self.rooms = Rooms(
            max_rooms=MAX_ROOMS,
            max_guests=MAX_GUESTS,
            lifetimes=Lifetimes(keep=KEEP, idle=IDLE),
            new_room=new_room,
            new_claim=lambda: "claim",
        )
        self.now = 0.0
        self.number = dict.fromkeys(range(10), 0)
        self.room: dict[Member, str] = {}
        self.former: dict[Member, str | None] = {}
        self.hosts: set[Member] = set()
        self.signals = 0

    def member(self, slot: int) -> Member:
        """The number of the socket that ``slot`` has now."""
        return slot + 10 * self.number[slot]

    def end(self, member: Member) -> None:
        """This socket is no more; its slot gets another."""
        self.number[member % 10] += 1
        self.former[member] = self.room.pop(member, None)
        self.hosts.discard(member)

    def step(self, chance: Random) -> None:
        member = self.member(chance.randrange(10))
        room = self.room.get(member)
        kinds = ["open", "signal", "leave", "lost", "time"]
        weights = [2, 50, 1, 2, 4] if room else [50, 1, 1, 1, 4]
        match chance.choices(kinds, weights)[0]:
            case "open":
                message = opening(chance)
                room = room or getattr(message, "room", None)
                self.check(room, self.rooms.received(member, message, self.now))
            case "signal":
                near = [other for other in self.room if self.room[other] == room]
                far = [self.member(chance.randrange(10))]
                self.signal(member, chance.choice(near * 3 + far))
            case "leave":
                self.check(room, self.rooms.received(member, Leave(), self.now))
            case "lost":
                self.end(member)
                self.check(room, self.rooms.lost(member, self.now))
            case "time":
                self.now += chance.randrange(4)
                self.check(None, self.rooms.expire(self.now))

    def signal(self, member: Member, to: Member) -> None:
        """Exactly one copy, and only between the host and a guest of one room."""
        self.signals += 1
        data = Raw(b'{"type":"offer","sdp":"%d"}' % self.signals)
        room = self.room.get(member)
        together = room is not None and room == self.room.get(to) and member != to
        passes = together and bool({member, to} & self.hosts)
        outputs = self.rooms.received(member, Signal(to=to, data=data), self.now)
        heard = [output for output in outputs if isinstance(output[1], Signaled)]
        assert heard == ([(to, Signaled(member, data))] if passes else [])
        self.check(room, outputs)

    def check(self, room: str | None, outputs: list[Output]) -> None:
        """Take in what the rooms answered; only members of ``room`` may hear of it."""
        for output in outputs:
            member = output.member
            assert member == self.member(member % 10), "a closed socket is spoken to"
            if isinstance(output, Close):
                self.end(member)
            else:
                self.told(room, member, output.message)
        sizes = Counter(self.room[member] for member in self.room)
        hosts = Counter(self.room[host] for host in self.hosts)
        assert all(count == 1 for count in hosts.values())
        assert all(sizes[name] <= MAX_GUESTS + hosts[name] for name in sizes)
        assert len(sizes) <= MAX_ROOMS

    def told(self, room: str | None, member: Member, message: ToMember) -> None:
        match message:
            case Created():
                assert message.you == member and member not in self.room
                self.room[member] = message.room
                self.hosts.add(member)
            case Joined():
                assert message.you == member and member not in self.room
                assert message.room == room
                self.room[member] = message.room
            case Arrived():
                assert self.room[member] == self.room[message.member] == room
                assert len({member, message.member} & self.hosts) == 1
            case Left():
                # Time ends the stay of guests in any room.
                room = room or self.former[message.member]
                assert self.room[member] == room
            case Signaled():
                assert self.room[member] == room
            case Error():
                pass
            case Restarting():
                raise AssertionError("rooms do not restart")


@pytest.mark.parametrize("seed", range(40))
def test_rooms_never_mix_and_never_fail(seed: int) -> None:
    chance = Random(seed)
    watch = Watch()
    for _ in range(STEPS):
        watch.step(chance)
    # Nothing is left behind: one long silence empties the house.
    watch.now += IDLE
    watch.check(None, watch.rooms.expire(watch.now))
    assert not watch.room
    assert not watch.rooms._rooms and not watch.rooms._room_of
