"""What comes up at a guest about the fairness of a deal, and what it answers."""

from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from shared.events import Event, Seat
from shared.transcript import Chain, Checked, Missing
from shared.wire import Audited, Bye, Commit, Mix, Recorded, Reveal, Update

Finding: TypeAlias = Literal["ok", "partly", "failed"]


@dataclass(frozen=True)
class Verdict:
    """What one guest found."""

    finding: Finding
    """``partly``: nothing is wrong with what it saw, but it did not see everything, or
    its own seed is not in the deck."""

    why: str = ""
    "A sentence, unless all is well."


@dataclass(frozen=True)
class Judged:
    """This guest has checked a hand."""

    hand: int
    verdict: Verdict
    mark: str
    "Empty if the hand was never closed."


@dataclass(frozen=True)
class Counted:
    """What all guests found of a hand."""

    checked: Checked


@dataclass(frozen=True)
class LeftOut:
    """A seat has no seed in the deal, for a reason that people want to know."""

    seat: Seat
    why: Missing
    again: bool
    "The others give new seeds."


@dataclass(frozen=True)
class Broken:
    """What the host records cannot be what happened."""

    why: str


@dataclass(frozen=True)
class Opened:
    """A hand that everybody who played it lets us see, who only watch."""

    hand: int
    dealt: tuple[tuple[str, ...], ...]
    "The cards or tiles that each seat was dealt."

    events: tuple[Event, ...]
    "What happened then, with every card."


News: TypeAlias = Judged | Counted | LeftOut | Broken | Opened

Answer: TypeAlias = Commit | Reveal | Audited


class Fair(Protocol):
    """What a guest needs of its part in the fair deal (:mod:`peer.fairness`)."""

    finished: list[Chain]
    "The transcripts of the matches before this one."

    @property
    def chain(self) -> Chain:
        """The transcript of this match so far."""

    @property
    def settled(self) -> bool:
        """Whether nothing more will come of a match that has ended."""

    @property
    def marks(self) -> list[str]:
        """The table mark after each hand of this match."""

    def returned(self) -> None:
        """The connection was lost, and all lines of this match are told again."""

    def told(
        self, message: Mix | Recorded | Update | Bye, seat: Seat | None
    ) -> list[Answer]:
        """What to answer the host; nothing if we only watch.

        Raises:
            ProtocolError: If it asks for what would give the deck away.
        """

    def news(self) -> list[News]:
        """What has come up since this was asked last."""
