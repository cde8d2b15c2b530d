"""The seats of a table and who has them, as the host keeps them. Pure."""

import hmac
import unicodedata
from dataclasses import dataclass
from typing import Literal, TypeAlias

from shared.wire import MAX_NAME, SeatView

Peer: TypeAlias = int
"A connection, numbered by whoever runs the host."


@dataclass(eq=False)
class Place:
    """A seat and who has it."""

    token: str
    name: str = ""
    kind: Literal["open", "person", "bot"] = "open"
    peer: Peer | None = None
    away_since: float | None = None
    "When the person's connection was lost."

    substitute_token: str | None = None
    substitute: Peer | None = None
    taken_before: bool = False
    "Its player has sat here before."

    ready: bool = False
    last_act: int = 0

    @property
    def actors(self) -> tuple[Peer, ...]:
        """The peers that hear and act for this seat."""
        return tuple(p for p in (self.peer, self.substitute) if p is not None)

    def shown(self) -> SeatView:
        """What everybody may know of it."""
        return SeatView(
            name=self.name,
            kind=self.kind,
            here=self.peer is not None,
            substitute=self.substitute is not None,
            ready=self.ready,
        )


def same_token(one: str, two: str) -> bool:
    """Whether they are equal, in a time that does not tell how much of them is."""
    return hmac.compare_digest(one.encode(), two.encode())


def printable_name(name: str) -> str:
    """``name`` without control characters, on one line, not longer than a seat."""
    kept = "".join(
        c for c in name if unicodedata.category(c)[0] not in "CZ" or c == " "
    )
    return " ".join(kept.split())[:MAX_NAME].strip()
