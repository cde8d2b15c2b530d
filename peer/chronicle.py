"""The host's hand in a transcript: what happens at a table as lines of it. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any

from shared import shorthand
from shared.actions import Action
from shared.events import Event, HandEnded, MatchEnded, Seat
from shared.match import Match
from shared.ruleset import Ruleset, options
from shared.transcript import (
    VERSION,
    AnyLine,
    AuditLine,
    Chain,
    Checked,
    Closed,
    CommitLine,
    DealLine,
    Dealt,
    DoLine,
    EndLine,
    MatchLine,
    Missing,
    Opening,
    OverLine,
    Promised,
    ResetLine,
    Sitting,
    StopLine,
    Stopped,
    Voided,
    VoidLine,
    encode,
    packed,
)


class Chronicle:
    """The lines of a table's matches, as they are written."""

    def __init__(self, table: str, chain: Chain | None = None) -> None:
        """``chain`` is that of a match that goes on."""
        self.table = table
        self.chain = chain or Chain()
        self.matches = 0
        self._new: list[str] = []

    def news(self) -> tuple[str, ...]:
        """The lines that were written since this was asked last."""
        new, self._new = tuple(self._new), []
        return new

    def begin(
        self,
        ruleset: Ruleset[Any],
        seats: int,
        hands: int | None,
        dealer: Seat | None,
        date: int,
    ) -> None:
        """A new match; ``dealer`` is None if that is drawn by lot."""
        self.chain = Chain()
        self.matches += 1
        opening = Opening(
            version=VERSION,
            table=self.table,
            match=self.matches,
            game=ruleset.name,
            preset=ruleset.preset,
            options=options(ruleset),
            seats=seats,
            hands=hands or 0,
            dealer=dealer,
            date=date,
        )
        self._add(MatchLine("", opening))

    def promised(
        self, deal: int, host: bytes, seats: Sequence[bytes | Missing]
    ) -> None:
        """Commitments."""
        fact = Promised(deal, packed(host), _packed(seats))
        self._add(CommitLine(self.chain.head, fact))

    def voided(self, deal: int, missing: Mapping[Seat, Missing]) -> None:
        """A deal that nobody plays."""
        fact = Voided(deal, tuple(sorted(missing.items())))
        self._add(VoidLine(self.chain.head, fact))

    def dealt(
        self,
        deal: int,
        seeds: Sequence[bytes | Missing],
        people: Sequence[Sitting],
        match: Match[Any],
        seq: int,
    ) -> None:
        """``match`` has just been dealt a hand."""
        fact = Dealt(
            deal, match.hands, seq, match.dealer, _packed(seeds), tuple(people)
        )
        self._add(DealLine(self.chain.head, fact))

    def did(self, seat: Seat, at: int, action: Action) -> None:
        """A seat did something, so many thousandths after the match began."""
        line = DoLine(self.chain.head, seat, at, shorthand.written(action))
        self._add(line)

    def ended(
        self, deal: int, seed: bytes, before: Match[Any], events: Sequence[Event]
    ) -> None:
        """The last action ended the hand, and perhaps the match ``before`` it."""
        for event in events:
            if isinstance(event, HandEnded):
                scores = tuple(map(sum, zip(before.scores, event.points, strict=True)))
                fact = Closed(deal, packed(seed), event, scores)
                self._add(EndLine(self.chain.head, fact))
            elif isinstance(event, MatchEnded):
                self._add(OverLine(self.chain.head, event))

    def checked(self, verdicts: Checked) -> None:
        """What the guests found."""
        self._add(AuditLine(self.chain.head, verdicts))

    def reset(self) -> None:
        """The scores begin anew."""
        self._add(ResetLine(self.chain.head))

    def stopped(self, seed: bytes | None) -> None:
        """The table is closed before the match is over."""
        text = None if seed is None else packed(seed)
        self._add(StopLine(self.chain.head, Stopped(text)))

    def _add(self, line: AnyLine) -> None:
        text = encode(line)
        self.chain.add(text)
        self._new.append(text)


def _packed(parts: Sequence[bytes | Missing]) -> tuple[str, ...]:
    return tuple(part if isinstance(part, str) else packed(part) for part in parts)
