"""
When a guest takes its connection for lost, and when it tries again.

Sans-I/O: time is an argument. Nobody tells us that a peer is gone, it only falls
silent; so a second connection is built as soon as there is doubt, and the first is kept
for as long as it may still come back.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from peer.pauses import Pauses

State: TypeAlias = Literal["well", "suspect", "lost"]


@dataclass(frozen=True)
class Rhythm:
    """Seconds, all of them."""

    beat: float = 2.0
    "Between two questions whether the host is there."

    look: float = 0.5
    "Between two looks at the clock."

    suspect: float = 5.0
    "Of silence, until it may be lost."

    answer: float = 1.0
    "For the host to answer, when there is a hint that it is gone."

    dead: float = 12.0
    "Of silence, until it is lost."

    gap: float = 5.0
    "Between two looks that mean this machine slept."

    patience: float = 30 * 60.0
    "Without a connection, until we give up."


USUAL = Rhythm()


class Comeback:
    """The life of one guest's connection to its host."""

    def __init__(self, now: float, rhythm: Rhythm, pauses: Pauses) -> None:
        self.state: State = "well"
        self._rhythm = rhythm
        self._pauses = pauses
        self._looked = now
        self._doubted = now
        self._silent_since = now
        self._lost = now
        self._next_try = now
        self._asked: float | None = None
        "When the host was asked whether it is there."

    def look(self, now: float, heard: float) -> bool:
        """Time passes; ``heard`` is when the host was heard last.

        True if this machine slept: what it was waiting for will hardly come.
        """
        slept = now - self._looked > self._rhythm.gap
        self._looked = now
        if slept:
            self.doubt(now)
        if self._asked is not None and heard > self._asked:
            self._asked = None
        match self.state:
            case "well" if self._has_not_answered(now):
                self.doubt(now)
                self._silent_since = heard
            case "well" if now - heard > self._rhythm.suspect:
                self.doubt(now)
                self._silent_since = heard
            case "suspect" if heard > self._doubted:
                self.state = "well"
                self._pauses.reset()
            case "suspect" if now - self._silent_since > self._rhythm.dead:
                self.lost(now)
        return slept

    def hint(self, now: float) -> None:
        """The host may be gone, and was just asked; or it may be back."""
        if self.state != "well":
            self._next_try = now
        elif self._asked is None:
            self._asked = now

    def _has_not_answered(self, now: float) -> bool:
        return self._asked is not None and now - self._asked > self._rhythm.answer

    def doubt(self, now: float) -> None:
        """What the connection ran on may have changed: try at once."""
        self._asked = None
        if self.state == "lost":
            self._lost = now  # we were not there to try
        else:
            self.state = "suspect"
            self._doubted = now
            self._silent_since = now - self._rhythm.suspect
        self._pauses.reset()
        self._next_try = now

    def lost(self, now: float) -> None:
        """The connection is gone."""
        if self.state == "well":
            self._next_try = now
        if self.state != "lost":
            self.state = "lost"
            self._lost = now

    def failed(self, now: float, wish: float | None = None) -> None:
        """A try to come back failed; ``wish`` is how long a server asked us to wait."""
        self._next_try = now + self._pauses.next(wish)

    def back(self, now: float) -> None:
        """We have a connection again."""
        self.state = "well"
        self._asked = None
        self._looked = now
        self._pauses.reset()

    def is_due(self, now: float) -> bool:
        """Whether to begin a try now."""
        return self.state != "well" and now >= self._next_try

    def is_hopeless(self, now: float) -> bool:
        """Whether we have tried for long enough."""
        return self.state == "lost" and now - self._lost > self._rhythm.patience
