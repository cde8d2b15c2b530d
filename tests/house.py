"""A house of rooms with known names and claims, and the words for what it answers."""

from itertools import chain, repeat

from msgspec import Raw

from shared.errors import SignalingCode
from shared.signals import CloseCode, Create, Error, Join, Signal, ToServer
from signaling.rooms import Close, Output, Rooms, Send

HOST, GUEST, OTHER, LATE = 101, 102, 103, 104
OFFER = Raw(b'{"type":"offer","sdp":"v=0"}')
CREATE = Create(version=1)
JOIN = Join(version=1, room="7KQM")
TAKE_BACK = Create(version=1, room="7KQM", claim="claim 1")
NO_SUCH_TABLE = (
    "no table with a free place has this code;"
    " ask the host to read it to you again, or whether a place gets free"
)


class House:
    """Rooms with known names and claims, and a clock."""

    def __init__(self, *names: str, **options: object) -> None:
        claims = (f"claim {n}" for n in range(1, 1000))
        self.rooms = Rooms(
            new_room=chain(names or ["7KQM"], repeat("2222")).__next__,
            new_claim=claims.__next__,
            **options,  # type: ignore[arg-type]
        )
        self.now = 1000.0

    def say(self, member: int, message: ToServer) -> list[Output]:
        return self.rooms.received(member, message, self.now)

    def signal(self, member: int, to: int, data: Raw = OFFER) -> list[Output]:
        return self.say(member, Signal(to=to, data=data))

    def lose(self, member: int) -> list[Output]:
        return self.rooms.lost(member, self.now)

    def expire(self) -> list[Output]:
        return self.rooms.expire(self.now)


def house_with(*guests: int, **options: object) -> House:
    """A house with HOST and these guests in room 7KQM."""
    house = House(**options)
    house.say(HOST, CREATE)
    for guest in guests:
        house.say(guest, JOIN)
    return house


def refused(member: int, code: SignalingCode, message: str) -> list[Output]:
    return [
        Send(member, Error(code=code, message=message)),
        Close(member, CloseCode.REFUSED, code),
    ]


def closed(member: int, message: str) -> list[Output]:
    return [
        Send(member, Error(code="closed", message=message)),
        Close(member, CloseCode.CLOSED, "closed"),
    ]
