"""What everybody may know of a table: the people, the match, what is being asked."""

from typing import Literal, TypeAlias

from msgspec import Struct

from shared.clock import USUAL_PATIENCE, ClockView
from shared.events import Seat
from shared.reasons import Level
from shared.terms import USUAL, Terms

Motion: TypeAlias = Literal["undo", "go_on", "void", "end"]
"""What all can be asked: may I take that back; do we go on without waiting for who is
missed; is this hand void; do we end the match."""

Outcome: TypeAlias = Literal["open", "yes", "no", "late", "off"]
"""``late``: not everybody has answered in time; ``off``: it has become pointless."""


class _Shown(Struct, frozen=True, forbid_unknown_fields=True):
    pass


class SeatView(_Shown, frozen=True, omit_defaults=True):
    """One seat and who has it."""

    name: str
    "Empty while the seat is free."

    kind: Literal["open", "person", "bot"]
    here: bool
    "A person whose connection lives, or a computer player."

    substitute: bool
    "A computer player acts for the absent person."

    ready: bool
    silent: bool = False
    "It is here, but has not been heard for some seconds."

    away: int | None = None
    "For how many seconds it had been missed when this was sent; None: it is not."

    level: Level | None = None
    "Of a computer player: how well it plays."

    patience: int = USUAL_PATIENCE
    "How much time it has, in percent of what was agreed on."

    former: str = ""
    "Whose the seat was before the host handed it to a computer player."

    opens: bool = False
    "Who watches may see its hands one hand later; when all say so, they are shown."


class VoteView(_Shown, frozen=True):
    """What is asked of all, or was asked last."""

    number: int
    "Counts what is asked at this table, from 1."

    what: Motion
    asker: Seat
    said: tuple[bool | None, ...]
    "By seat; None: nothing yet."

    voters: tuple[Seat, ...]
    "Whose answers count: the people who are there."

    left: int
    "Seconds in which it has to be answered, when this was sent."

    outcome: Outcome


class TableView(_Shown, frozen=True):
    """The people and the match: what stays while hands come and go."""

    game: str
    preset: str
    phase: Literal["lobby", "hand", "between", "ended"]
    seats: tuple[SeatView, ...]
    hand: int
    "Hands dealt in this match so far."

    scores: tuple[int, ...]
    target: int
    "The score that ends the match; 0: it is a round."

    round: int = 0
    "Hands in a round, which is won by the most hands won; 0: the target ends it."

    wins: tuple[int, ...] = ()
    "Of a round: how many hands each seat has won."

    max_hands: int = 0
    "Hands in a match that goes neither to a target nor for a round; 0: it does."

    lowest_wins: bool = False
    "Points are bad: the fewest win once somebody has the target."

    options: dict[str, str] = {}
    "What differs from the preset, as it is written after --set."

    terms: Terms = USUAL
    "How the table is run."

    clock: ClockView | None = None
    "None: nobody's time is limited."

    watchers: tuple[str, ...] = ()
    "The names of those who watch, told apart from each other and from the seats."

    vote: VoteView | None = None
    "It stays with its outcome until something else is asked."
