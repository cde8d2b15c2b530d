"""One room: who is in it, and how long for."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import inf

from shared.errors import SignalingError
from shared.signals import Candidate, Description, Member

KEEP = 10 * 60.0
"Seconds a room waits for its host."

IDLE = 24 * 60 * 60.0
"Seconds a room lives without anybody coming or signaling."

HARD = 7 * IDLE
"Seconds a room lives at all; its host may open it again."

FIRST_SIGNAL = 15.0
"Seconds a guest has to signal its host, if that is there."

QUIET = 30.0
"Seconds without a signal after which a guest's place goes to who needs it."

STAY = 4 * QUIET
"Seconds after which it does so in any case."

OVER = {
    "away": "the host of this table did not come back; ask for a new code",
    "old": "this table has been open for too long; host a new one",
    "idle": "nobody came to this table for too long; host a new one",
    "left": "the host has closed this table",
}
"What the members of a room are told, by why it is over."

MAX_CANDIDATES = 64
"Each way after an offer or answer."


@dataclass(frozen=True)
class Lifetimes:
    """For how long rooms live, in seconds."""

    keep: float = KEEP
    idle: float = IDLE
    hard: float = HARD


USUAL = Lifetimes()


@dataclass(slots=True)
class Guest:
    """A guest of a room."""

    came: float
    heard: float
    "When it came, or one of the two signaled last, or the host came back."

    signaled: bool = False
    candidates: dict[Member, int] = field(default_factory=dict)
    "By sender, since its last description."


@dataclass(slots=True)
class Room:
    """A room."""

    name: str
    claim: str
    host: Member
    "The last one, if it is lost."

    opener: Member
    "Who came when it was not there."

    opened: float
    used: float
    host_lost: float | None = None
    "Since when; None while the host is here."

    guests: dict[Member, Guest] = field(default_factory=dict)

    def members(self) -> Iterator[Member]:
        """Who is here."""
        if self.host_lost is None:
            yield self.host
        yield from self.guests

    def why_over(self, lifetimes: Lifetimes, now: float) -> str | None:
        """Why its time is over, if it is."""
        if self.host_lost is not None and now - self.host_lost >= lifetimes.keep:
            return OVER["away"]
        if now - self.opened >= lifetimes.hard:
            return OVER["old"]
        if now - self.used >= lifetimes.idle:
            return OVER["idle"]
        return None

    def silent(self, now: float) -> list[Member]:
        """Guests that should have said something by now."""
        if self.host_lost is not None:
            return []
        return [
            member
            for member, guest in self.guests.items()
            if not guest.signaled and now - guest.heard >= FIRST_SIGNAL
        ]

    def quiet(self, now: float) -> Member | None:
        """The guest that can go: the one quiet for longest, if for long enough."""
        can_go = [
            (guest.heard, member)
            for member, guest in self.guests.items()
            if now - guest.heard >= QUIET or now - guest.came >= STAY
        ]
        return min(can_go)[1] if can_go else None

    def note(self, sender: Member, to: Member, what: Description, now: float) -> None:
        """That ``sender`` says ``what`` to ``to``; one of them is the host.

        Raises:
            SignalingError: If these are too many candidates.
        """
        self.used = now
        guest = self.guests[to if sender == self.host else sender]
        guest.heard = now
        guest.signaled = guest.signaled or sender != self.host
        if not isinstance(what, Candidate):
            guest.candidates[sender] = 0
            return
        count = guest.candidates[sender] = guest.candidates.get(sender, 0) + 1
        if count > MAX_CANDIDATES:
            raise SignalingError(
                "refused",
                f"more than {MAX_CANDIDATES} candidates for one description;"
                " connect again",
            )


def full_room(guests: int) -> Room:
    """One that nobody is in and nobody can enter."""
    return Room(
        name="",
        claim="",
        host=-1,
        opener=-1,
        opened=inf,
        used=inf,
        guests={-2 - number: Guest(inf, inf) for number in range(guests)},
    )
