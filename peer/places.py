"""The seats of a table and who has them. Pure."""

import hmac
import unicodedata
from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal, TypeAlias

from shared.clock import USUAL_PATIENCE
from shared.events import Seat
from shared.reasons import Level
from shared.tableview import SeatView
from shared.talk import PRONOUNS, look
from shared.wire import MAX_NAME

Peer: TypeAlias = int
"A connection, numbered by whoever runs the host."


JUST_LOST = 5.0
"Seconds for which a deal waits for somebody whose connection is lost."


@dataclass(frozen=True)
class Place:
    """A seat and who has it, as the journal knows it."""

    token: str
    "Gives the seat to who shows it."

    name: str = ""
    kind: Literal["open", "person", "bot"] = "open"
    level: Level | None = None
    "Of a computer player."

    substitute: str | None = None
    "The token of the computer player that acts for whoever has the seat."

    patience: int = USUAL_PATIENCE
    "How much time it has, in percent of what was agreed on."

    ready: bool = False
    last_act: int = 0
    "The highest Act.id that was accepted."

    former: tuple[str, str] | None = None
    "Name and token of who had it before the host handed it to a computer player."
    opens: bool = False
    "Its hands may be shown to who watches, one hand later."

    @property
    def is_open_to_watchers(self) -> bool:
        """Whether nobody minds: computer players never do."""
        return self.opens or self.kind == "bot"


@dataclass(eq=False)
class Presence:
    """Who is connected for one seat; of this a journal knows nothing."""

    seat: Seat
    peer: Peer | None = None
    substitute: Peer | None = None
    away_since: float | None = None
    "When the player was heard last, if it is missed."

    due: float | None = None
    "When something happens about that."

    silent: bool = False
    "Not heard for some seconds, or the signaling server says that it is gone."

    reminded: int = 0
    "Seconds of absence that everybody was told last."

    last_refused: int = 0
    "The highest Act.id that was refused."

    @property
    def actors(self) -> tuple[Peer, ...]:
        """The peers that hear and act for this seat."""
        return tuple(p for p in (self.peer, self.substitute) if p is not None)

    def sits(self, peer: Peer) -> None:
        """``peer`` has the seat, whoever had it before."""
        self.peer, self.substitute = peer, None
        self.away_since, self.due, self.silent = None, None, False

    def later(self, seconds: float) -> None:
        """Nobody could be missed for so long: this machine slept."""
        if self.away_since is not None:
            self.away_since += seconds
        if self.due is not None:
            self.due += seconds

    def is_just_lost(self, now: float) -> bool:
        """Whether nobody acts for it, but perhaps in a moment."""
        if self.away_since is None or self.actors:
            return False
        return now - self.away_since < JUST_LOST

    def is_worth_a_reminder(self, now: float) -> bool:
        """Whether it is time again to say for how long it has been missed."""
        before, self.reminded = self.reminded, 0
        if self.away_since is not None and self.substitute is None:
            self.reminded = milestone(int(now - self.away_since))
        return self.reminded > before

    def shown(self, place: Place, now: float) -> SeatView:
        """What everybody may know of it."""
        away = self.away_since
        return SeatView(
            name=place.name,
            kind=place.kind,
            here=self.peer is not None,
            substitute=self.substitute is not None,
            ready=place.ready,
            silent=self.silent,
            away=None if away is None else max(0, int(now - away)),
            level=place.level,
            patience=place.patience,
            former=place.former[0] if place.former else "",
            opens=place.is_open_to_watchers,
        )


def is_not_the_same(was: Place, now: Place) -> bool:
    """Whether somebody else has the place, or nobody."""
    return (was.kind, was.token) != (now.kind, now.token)


def milestone(seconds: int) -> int:
    """The last number of seconds worth telling: 15, 30, then each minute."""
    if seconds >= 60:
        return seconds // 60 * 60
    return seconds // 15 * 15 if seconds < 45 else 30


def same_token(one: str, two: str) -> bool:
    """Whether they are equal, in a time that does not tell how much of them is."""
    return hmac.compare_digest(one.encode(), two.encode())


def told_apart(name: str, taken: Collection[str]) -> str:
    """``name``, or with a number behind it, so that none of ``taken`` looks like it."""
    known = {look(one) for one in taken} | PRONOUNS
    apart, number = name, 1
    while look(apart) in known:
        number += 1
        apart = f"{name[: MAX_NAME - 4].rstrip()} {number}"
    return apart


def printable_name(name: str) -> str:
    """``name`` without control characters, on one line, not longer than a seat."""
    kept = "".join(
        c for c in name if unicodedata.category(c)[0] not in "CZ" or c == " "
    )
    return " ".join(kept.split())[:MAX_NAME].strip()
