"""What a player can ask for besides actions."""

from dataclasses import dataclass
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
class Quit:
    """Leave the table."""


Request: TypeAlias = Action | Start | Company | Next | Patience | Reset | Quit | Wish
