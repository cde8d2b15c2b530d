"""
A transcript played again: who claims what, and whether that is how it went.

A hand can be dealt again only when the host's seed stands in the lines, so its steps
come all at once, when it is over. Everything is checked: the order of the lines, the
commitments, the deck, the dealer, every action, every result.
"""

from collections.abc import Iterator, Sequence
from typing import Any, assert_never

from shared import shorthand, shuffle
from shared.errors import OptionError
from shared.events import MatchEnded, Seat
from shared.match import Match
from shared.replayed import Hand, Move, Step, moved
from shared.ruleset import Ruleset, find_ruleset
from shared.transcript import (
    MISSING,
    VERSION,
    AnyLine,
    AuditLine,
    Chain,
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
    Opening,
    OverLine,
    Promised,
    ResetLine,
    SealLine,
    TimeLine,
    TranscriptError,
    VoidLine,
    mark,
    unpacked,
)


class Replay:
    """The match that some lines tell, taken in one by one.

    After a :exc:`TranscriptError` it is of no more use.
    """

    def __init__(self) -> None:
        self.chain = Chain()
        self.opening: Opening | None = None
        self.match: Match[Any] | None = None
        "As it is after the last hand whose seed is open."

        self.hands: list[Hand] = []
        self.over: MatchEnded | None = None
        self.sealed = False
        self.promised: Promised | None = None
        "The commitments of a deal that is being prepared."

        self._ruleset: Ruleset[Any] | None = None
        self._deal = -1
        self._at = 0
        self._ended: MatchEnded | None = None
        "What the last hand brought, until the lines say it too."

    @property
    def hand(self) -> Hand | None:
        """The hand that is being played."""
        last = self.hands[-1] if self.hands else None
        return None if last is None or last.is_over else last

    def add(self, text: str) -> AnyLine:
        """Take in the next line.

        Raises:
            TranscriptError: If it does not hold.
        """
        number = len(self.chain.lines) + 1
        if self.sealed:
            raise TranscriptError(number + 1, "there are lines behind the last one")
        try:
            line = self.chain.add(text)
            self._take(number, line)
        except ValueError as error:
            raise TranscriptError(number, str(error)) from None
        return line

    def _take(self, number: int, line: AnyLine) -> None:
        self._in_order(line)
        match line:
            case MatchLine(fact=opening):
                self._open(opening)
            case CommitLine(fact=promised):
                self._promise(promised)
            case VoidLine(fact=voided):
                self._check_deal(voided.deal)
                for seat, _ in voided.missing:
                    self._check_seat(seat)
                self.promised = None
            case DealLine(fact=dealt):
                self._deal_hand(number, dealt)
            case DoLine(action=text):
                self._move(number, line, text)
            case TimeLine(actions=texts):
                self._move(number, line, *texts)
            case EndLine(fact=closed):
                self._close(number, closed)
            case OverLine(fact=over):
                if self._ended is None:
                    self._stop()
                self.over, self._ended = over, None
            case AuditLine(fact=checked):
                self._audit(checked)
            case ResetLine():
                assert self.match is not None
                self.match, self.over = self.match.reset(), None
            case CutLine(fact=cut):
                self._cut(number, cut)
            case SealLine(lines=lines):
                if lines != number - 1:
                    raise ValueError(f"{lines} lines should stand before this one")
                self.sealed = True
            case _:
                assert_never(line)

    def _in_order(self, line: AnyLine) -> None:
        """Whether a line of this kind can stand here at all."""
        if self._ended is not None and not isinstance(line, OverLine):
            raise ValueError("the match is over: its result should stand here")
        playing = self.hand is not None
        match line:
            case MatchLine() | SealLine():
                right = True
            case CommitLine():
                right = not playing and self.promised is None and self.over is None
            case VoidLine() | DealLine():
                right = self.promised is not None
            case DoLine() | TimeLine() | EndLine() | CutLine():
                right = playing
            case OverLine():
                if line.fact != (self._ended or self._if_stopped()):
                    raise ValueError("the match did not end like this")
                right = not playing and bool(self.hands) and self.over is None
            case AuditLine():
                right = bool(self.hands) and not playing
            case ResetLine():
                right = bool(self.hands) and not playing and self.promised is None
        if not right:
            raise ValueError("this line cannot stand here")

    def _open(self, opening: Opening) -> None:
        if opening.version != VERSION:
            raise ValueError(
                f"this transcript is of version {opening.version}, "
                f"and this program reads version {VERSION}"
            )
        try:
            ruleset = find_ruleset(opening.game, opening.preset, opening.options)
        except OptionError as error:
            raise ValueError(str(error)) from None
        seats, dealer = opening.seats, opening.dealer
        if seats not in ruleset.seats or dealer not in (None, *range(seats)):
            raise ValueError(f"{opening.game} is not for {seats} players like this")
        self.opening, self._ruleset = opening, ruleset
        if dealer is not None:
            self.match = Match.new(ruleset, seats, dealer, opening.hands or None)

    def _promise(self, promised: Promised) -> None:
        if promised.deal <= self._deal:
            raise ValueError("this deal has been before")
        self._deal = promised.deal
        unpacked(promised.host)
        self._check_each(promised.seats)
        self.promised = promised

    def _deal_hand(self, number: int, dealt: Dealt) -> None:
        promised, opening = self.promised, self.opening
        assert promised is not None and opening is not None
        self._check_deal(dealt.deal)
        self._check_each(dealt.seats)
        if len(dealt.people) != opening.seats:
            raise ValueError(f"{opening.seats} people should be named here")
        for seat, (seed, commitment) in enumerate(
            zip(dealt.seats, promised.seats, strict=True)
        ):
            _check_seed(opening.table, dealt.deal, seat, seed, commitment)
        self.hands.append(Hand(promised, dealt, number))
        self.promised = None

    def _move(self, number: int, line: DoLine | TimeLine, *texts: str) -> None:
        assert self.hand is not None
        self._check_seat(line.seat)
        if line.at < self._at:
            raise ValueError("this was before what stands on the line before")
        self._at = line.at
        actions, is_late = tuple(map(shorthand.read, texts)), isinstance(line, TimeLine)
        self.hand.moves.append(Move(number, line.seat, line.at, actions, is_late))

    def _close(self, number: int, closed: Closed) -> None:
        hand = self.hand
        assert hand is not None
        self._check_deal(closed.deal)
        match = self._play(hand, closed.seed)
        if match.result is None:
            raise ValueError("the hand was not over")
        if closed.result != match.result:
            raise ValueError("the hand did not end like this")
        scores = closed.scores
        if scores != self._plain_scores(match, hand):
            raise ValueError("these are not the scores")
        hand.closed, hand.mark = closed, mark(self.chain.lines[number - 1])

    def _plain_scores(self, match: Match[Any], hand: Hand) -> tuple[int, ...]:
        """The scores without the bonuses of a match that is over."""
        self._ended = None
        last = hand.steps[-1].events[-1]
        if not isinstance(last, MatchEnded):
            return match.scores
        self._ended = last
        scores = list(match.scores)
        for bonus in last.bonuses:
            scores[bonus.seat] -= bonus.points
        return tuple(scores)

    def _cut(self, number: int, cut: Cut) -> None:
        hand = self.hand
        assert hand is not None
        self._check_deal(cut.deal)
        match = self._play(hand, cut.seed)
        if match.result is not None:
            raise ValueError("the hand was over already")
        for seat in cut.missing:
            self._check_seat(seat)
        self.match = match.void()
        hand.cut, hand.mark = cut, mark(self.chain.lines[number - 1])

    def _if_stopped(self) -> MatchEnded | None:
        """What the match comes to when all agree to end it here."""
        return None if self.match is None else MatchEnded((), self.match.scores)

    def _stop(self) -> None:
        assert self.match is not None
        self.match, _ = self.match.stop()

    def _audit(self, checked: Checked) -> None:
        hand = self.hands[-1]
        if hand.checked is not None or checked.deal != hand.dealt.deal:
            raise ValueError("this is not the hand that was checked")
        if len(checked.seats) != len(hand.dealt.seats):
            raise ValueError("every seat should have a verdict")
        hand.checked = checked

    def _play(self, hand: Hand, seed: str) -> Match[Any]:
        """The match after the moves of ``hand``, which gets its steps."""
        root = self._root(hand, seed)
        before = self.match or self._first(root)
        assert self._ruleset is not None
        match, events = before.deal(shuffle.shuffle(self._ruleset.deck, root))
        dealt = hand.dealt
        if (dealt.dealer, dealt.hand) != (match.dealer, match.hands):
            number = hand.line
            raise TranscriptError(
                number, f"seat {match.dealer + 1} deals, and it is hand {match.hands}"
            )
        steps = [Step(hand.line, None, self._at, match, events)]
        for move in hand.moves:
            match, events = moved(match, move)
            steps.append(Step(move.line, move.seat, move.at, match, events))
        hand.steps, self.match = steps, match
        return match

    def _first(self, root: bytes) -> Match[Any]:
        opening, ruleset = self.opening, self._ruleset
        assert opening is not None and ruleset is not None
        dealer = shuffle.first_dealer(root, opening.seats)
        return Match.new(ruleset, opening.seats, dealer, opening.hands or None)

    def _root(self, hand: Hand, seed: str) -> bytes:
        assert self.opening is not None
        table, deal = self.opening.table, hand.dealt.deal
        host = unpacked(seed)
        _check_seed(table, deal, shuffle.HOST, seed, hand.promised.host)
        seeds = [unpacked(one) for one in hand.dealt.seats if one not in MISSING]
        return shuffle.root(table, deal, [*seeds, host])

    def _check_each(self, texts: Sequence[str]) -> None:
        """A commitment or seed of every seat, or why there is none."""
        assert self.opening is not None
        if len(texts) != self.opening.seats:
            raise ValueError(f"there are {self.opening.seats} seats")
        for text in texts:
            if text not in MISSING:
                unpacked(text)

    def _check_deal(self, deal: int) -> None:
        if deal != self._deal:
            raise ValueError(f"this should be of deal {self._deal}")

    def _check_seat(self, seat: Seat) -> None:
        assert self.opening is not None
        if seat not in range(self.opening.seats):
            raise ValueError("there is no such seat")


def _check_seed(table: str, deal: int, seat: int, seed: str, commitment: str) -> None:
    who = "the host" if seat == shuffle.HOST else f"seat {seat + 1}"
    if seed in MISSING or commitment in MISSING:
        if seed != commitment:
            raise ValueError(f"{who} has a seed without a commitment, or none with one")
    elif shuffle.promise(table, deal, seat, unpacked(seed)) != unpacked(commitment):
        raise ValueError(f"the seed of {who} is not the one it had committed to")


def replay(data: bytes) -> Replay:
    """The match that a file tells, which has to be whole.

    Raises:
        TranscriptError: At the first line that does not hold.
    """
    told = Replay()
    for text in _lines(data):
        told.add(text)
    if not told.sealed:
        raise TranscriptError(
            len(told.chain.lines) + 1, "the file ends before its last line"
        )
    return told


def _lines(data: bytes) -> Iterator[str]:
    *lines, rest = data.split(b"\n")
    for number, line in enumerate(lines, 1):
        try:
            yield line.decode()
        except UnicodeDecodeError:
            raise TranscriptError(number, "this is not text") from None
    if rest:
        raise TranscriptError(len(lines) + 1, "this line has no end")
