"""One hand as the lines of a transcript tell it, and its steps when it is replayed."""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from shared.actions import Action
from shared.errors import IllegalAction
from shared.events import Event, Seat
from shared.match import Match
from shared.transcript import Checked, Closed, Cut, Dealt, Promised, TranscriptError


@dataclass(frozen=True)
class Step:
    """One change of the table: a deal, or what a seat did."""

    line: int
    "Where it stands in the file, from 1."

    seat: Seat | None
    "Who did it; None: a deal."

    at: int
    match: Match[Any]
    events: tuple[Event, ...]


class Move(NamedTuple):
    """What a seat did, as its line says."""

    line: int
    seat: Seat
    at: int
    actions: tuple[Action, ...]
    "One, but where its time was up."

    is_late: bool = False


@dataclass
class Hand:
    """One hand as far as its lines tell it."""

    promised: Promised
    dealt: Dealt
    line: int
    "Where it was dealt."

    moves: list[Move] = field(default_factory=list)
    closed: Closed | None = None
    cut: Cut | None = None
    "It ended without points."

    mark: str = ""
    checked: Checked | None = None
    steps: list[Step] = field(default_factory=list)
    "Empty while the host's seed is not known."

    @property
    def is_over(self) -> bool:
        """Whether its seed is open."""
        return self.closed is not None or self.cut is not None


def moved(match: Match[Any], move: Move) -> tuple[Match[Any], tuple[Event, ...]]:
    """The match after ``move``, and what happened.

    Raises:
        TranscriptError: If it could not be.
    """
    try:
        if not move.is_late:
            return match.apply(move.seat, *move.actions)
        if match.turn != move.seat:
            raise ValueError("its time was not running")
        return match.timed_out(move.actions)
    except (IllegalAction, ValueError) as error:
        why = f"seat {move.seat + 1} could not do this: {error}"
        raise TranscriptError(move.line, why) from None
