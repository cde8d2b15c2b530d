"""What a player can ask for besides actions."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from shared.actions import Action
from shared.events import Seat
from shared.reasons import Level
from shared.wire import Wish


@dataclass(frozen=True)
class Start:
    """The host wants to begin; free seats go to computer players."""


@dataclass(frozen=True)
class Company:
    """The host wants one more computer player at the table, or one less."""

    more: bool

    level: Level | None = None
    "How well the new one plays; None: as the table was opened with."


@dataclass(frozen=True)
class Next:
    """Deal another hand, or start another match."""


@dataclass(frozen=True)
class Patience:
    """The host gives a seat so many percent of the time."""

    seat: Seat
    percent: int


@dataclass(frozen=True)
class Reset:
    """Set all scores to nothing, between two hands."""


@dataclass(frozen=True)
class Settle:
    """The host settles a term of the table, or an option of the game."""

    name: str
    value: str
    "As it is written on the command line."


@dataclass(frozen=True)
class Play:
    """The host picks what is played from now on, with the same people."""

    game: str
    preset: str | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    "What shall differ from the preset."

    hands: int | None = None
    "Of a match; None: as the game has it."

    seats: int | None = None
    "None: as many as there are, as far as the game allows."


@dataclass(frozen=True)
class Kick:
    """The host takes somebody's seat, who is gone then."""

    seat: Seat


@dataclass(frozen=True)
class HandOver:
    """The host gives somebody's seat to a computer player for good."""

    seat: Seat


@dataclass(frozen=True)
class HandBack:
    """The host gives such a seat back to whose it was."""

    seat: Seat


@dataclass(frozen=True)
class End:
    """The host ends the game for everybody."""


@dataclass(frozen=True)
class Mute:
    """Hear somebody no more, or again."""

    who: Seat | str
    "A seat, or the name of who watches."

    on: bool


@dataclass(frozen=True)
class SendAway:
    """The host wants who watches under this name to go."""

    name: str


@dataclass(frozen=True)
class Quit:
    """Leave the table."""


Change: TypeAlias = Settle | Play | Kick | HandOver | HandBack | Patience | End
"What only the host can change about the table."

Managed: TypeAlias = Change | SendAway
"What only the host can ask for, about the table and who is there."

Request: TypeAlias = (
    Action | Start | Company | Next | Reset | Managed | Mute | Quit | Wish
)
