"""The transcript of a table's match as its host writes it: a value. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from shared import shorthand
from shared.actions import Action
from shared.events import Event, HandEnded, MatchEnded, Seat
from shared.match import Match
from shared.ruleset import Ruleset, options
from shared.transcript import (
    MISSING,
    VERSION,
    AnyLine,
    AuditLine,
    Checked,
    Closed,
    CommitLine,
    Cut,
    CutLine,
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
    TimeLine,
    Voided,
    VoidLine,
    encode,
    link,
    packed,
    unpacked,
)

_ENDS = ('["end",', '["cut",')
_DEAL = '["deal",'
_BEHIND_AN_END = ('["over",', '["audit",', '["reset",')
"How such lines begin."


@dataclass(frozen=True)
class Chronicle:
    """The lines so far; each step makes the next one."""

    table: str
    matches: int = 0
    lines: tuple[str, ...] = ()
    head: str = ""
    "The hash of the last line."

    date: int = 0
    "When the match began, in seconds since 1970."

    at: int = 0
    "When something was done last, in thousandths of a second since then."

    over: bool = False
    unchecked: int | None = None
    "The deal of a hand that is over and has no verdicts yet."

    @property
    def _has_hands(self) -> bool:
        return any(line.startswith(_DEAL) for line in self.lines)

    @property
    def late(self) -> int:
        """How many lines who watches may have, if everybody agrees.

        Those of a hand when the next one is over, of the last hand when the match is.
        """
        if self.over:
            return len(self.lines)
        ends = [n for n, line in enumerate(self.lines) if line.startswith(_ENDS)]
        if len(ends) < 2:
            return 0
        end = ends[-2] + 1
        while self.lines[end].startswith(_BEHIND_AN_END):
            end += 1
        return end

    def begun(
        self,
        ruleset: Ruleset[Any],
        seats: int,
        hands: int | None,
        dealer: Seat | None,
        date: int,
    ) -> "Chronicle":
        """A new match; ``dealer`` is None if that is drawn by lot."""
        number = self.matches + 1
        opening = Opening(
            version=VERSION,
            table=self.table,
            match=number,
            game=ruleset.name,
            preset=ruleset.preset,
            options=options(ruleset),
            seats=seats,
            hands=hands or 0,
            dealer=dealer,
            date=date,
        )
        return Chronicle(self.table, number, date=date)._with(MatchLine("", opening))

    def promised(
        self, deal: int, host: bytes, seats: Sequence[bytes | Missing]
    ) -> "Chronicle":
        """Commitments."""
        fact = Promised(deal, packed(host), _packed(seats))
        return self._with(CommitLine(self.head, fact))

    def voided(self, deal: int, missing: Mapping[Seat, Missing]) -> "Chronicle":
        """A deal that nobody plays."""
        fact = Voided(deal, tuple(sorted(missing.items())))
        return self._with(VoidLine(self.head, fact))

    def dealt(
        self,
        deal: int,
        seeds: Sequence[bytes | Missing],
        people: Sequence[Sitting],
        match: Match[Any],
        seq: int,
    ) -> "Chronicle":
        """``match`` has just been dealt a hand."""
        fact = Dealt(
            deal, match.hands, seq, match.dealer, _packed(seeds), tuple(people)
        )
        return replace(self._with(DealLine(self.head, fact)), unchecked=None)

    def did(self, seat: Seat, at: int, action: Action) -> "Chronicle":
        """A seat did something, so many thousandths after the match began."""
        at = max(at, self.at)
        line = DoLine(self.head, seat, at, shorthand.written(action))
        return replace(self._with(line), at=at)

    def timed_out(self, seat: Seat, at: int, actions: Sequence[Action]) -> "Chronicle":
        """The time of a seat was up, and that was done in its place."""
        at = max(at, self.at)
        texts = tuple(map(shorthand.written, actions))
        return replace(self._with(TimeLine(self.head, seat, at, texts)), at=at)

    def ended(
        self, deal: int, seed: bytes, before: Match[Any], events: Sequence[Event]
    ) -> "Chronicle":
        """What the last action ended: the hand, and perhaps the match ``before`` it."""
        after = self
        for event in events:
            if isinstance(event, HandEnded):
                scores = tuple(map(sum, zip(before.scores, event.points, strict=True)))
                closed = Closed(deal, packed(seed), event, scores)
                after = after._with(EndLine(after.head, closed))
                after = replace(after, unchecked=deal)
            elif isinstance(event, MatchEnded):
                after = after.stopped(event)
        return after

    def stopped(self, ended: MatchEnded) -> "Chronicle":
        """The match is over."""
        after = self._with(OverLine(self.head, ended)) if self._has_hands else self
        return replace(after, over=True)

    def cut(self, deal: int, seed: bytes, missing: tuple[Seat, ...]) -> "Chronicle":
        """The hand is void, because of who is missing."""
        line = CutLine(self.head, Cut(deal, packed(seed), missing))
        return replace(self._with(line), unchecked=deal)

    def checked(self, checked: Checked) -> "Chronicle":
        """What the guests found."""
        return replace(self._with(AuditLine(self.head, checked)), unchecked=None)

    def reset(self) -> "Chronicle":
        """The scores begin anew; those of a match without a hand were nothing."""
        after = self._with(ResetLine(self.head)) if self._has_hands else self
        return replace(after, over=False)

    def left(self) -> "Chronicle":
        """The match is not gone on with; what is dealt next belongs to another one."""
        return replace(self, over=bool(self.lines), unchecked=None)

    def _with(self, line: AnyLine) -> "Chronicle":
        text = encode(line)
        return replace(self, lines=(*self.lines, text), head=link(text))


def _packed(parts: Sequence[bytes | Missing]) -> tuple[str, ...]:
    return tuple(part if isinstance(part, str) else packed(part) for part in parts)


def read_part(text: str) -> bytes | Missing:
    """A commitment, or why there is none.

    Raises:
        ValueError: If it is neither.
    """
    return next((why for why in MISSING if why == text), None) or unpacked(text)


def shown_parts(texts: Sequence[str], seeds: Sequence[bytes]) -> list[bytes | Missing]:
    """The seeds where there are commitments, else why there are none.

    Raises:
        ValueError: If there are not as many seeds as commitments.
    """
    left = iter(seeds)
    parts = [
        part if isinstance(part, str) else next(left, b"")
        for part in map(read_part, texts)
    ]
    if b"" in parts or next(left, None) is not None:
        raise ValueError("there must be a seed for each commitment")
    return parts
