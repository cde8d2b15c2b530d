"""
A guest's part in a fair deal: its seeds, its transcript, its verdicts.

Sans-I/O: messages of the host in, answers out. A seed is shown only when the host has
published everybody's commitments, its own among them, and once in each deal.
"""

import hashlib
from typing import assert_never

from peer.audit import Witness, judged, opened
from peer.fair_news import (
    Answer,
    Broken,
    Counted,
    Judged,
    LeftOut,
    News,
    Verdict,
)
from shared import shuffle
from shared.errors import ProtocolError
from shared.events import Seat
from shared.replay import Replay
from shared.replayed import Hand
from shared.ruleset import find_ruleset
from shared.transcript import (
    AnyLine,
    AuditLine,
    Chain,
    CommitLine,
    CutLine,
    DealLine,
    Dealt,
    EndLine,
    Missing,
    Promised,
    TranscriptError,
    VoidLine,
    packed,
)
from shared.wire import Audited, Bye, Commit, Mix, Recorded, Reveal, Update
from shared.words import say

_NOTED: dict[str, Missing] = {"absent": "absent", "silent": "silent"}
"What people want to know when no deal was void because of it."


class Fairness:
    """What one guest does so that nobody can choose the deck."""

    def __init__(self, secret: bytes) -> None:
        """All seeds follow from ``secret``."""
        self._secret = secret
        self._seat: Seat | None = None
        self._replay = Replay()
        self._witness = Witness()
        self._broken = False
        self._table = ""
        self._asked = -1
        "The deal that a commitment was last given for."

        self._revealed = -1
        "The deal that a seed was last shown for."

        self._hand_ended = False
        "By what we were told last; then the host's seed is due."

        self._returned = False
        "Since then the lines were not told again: more may have happened."

        self._named: set[Seat] = set()
        "Who was said to be left out of the deal that is prepared."

        self._news: list[News] = []
        self.finished: list[Chain] = []
        "The transcripts of the matches before this one."

    @property
    def replay(self) -> Replay:
        """This match, as far as its seeds are open."""
        return self._replay

    @property
    def chain(self) -> Chain:
        """The transcript of this match so far."""
        return self._replay.chain

    @property
    def settled(self) -> bool:
        """Whether nothing more will come of a match that has ended."""
        if self._broken or not self.chain.lines:
            return True
        told = self._replay
        return told.over is not None and told.hands[-1].checked is not None

    @property
    def marks(self) -> list[str]:
        """The table mark after each hand of this match."""
        return [hand.mark for hand in self._replay.hands if hand.mark]

    def news(self) -> list[News]:
        """What has come up since this was asked last."""
        news, self._news = self._news, []
        return news

    def returned(self) -> None:
        """The connection was lost, and all lines of this match are told again."""
        self._returned = True
        self._witness.returned()

    def told(
        self, message: Mix | Recorded | Update | Bye, seat: Seat | None
    ) -> list[Answer]:
        """What to answer the host; nothing if we only watch.

        Raises:
            ProtocolError: If it asks for what would give the deck away.
        """
        answers = self._told(message, seat)
        if seat is not None:
            return answers
        # What was dealt a hand ago has been told by what happened since.
        self._news = [news for news in self._news if not isinstance(news, LeftOut)]
        return []

    def _told(
        self, message: Mix | Recorded | Update | Bye, seat: Seat | None
    ) -> list[Answer]:
        if seat != self._seat:
            # What was shown to another seat says nothing about this one.
            self._seat, self._witness = seat, Witness()
            self._asked = self._revealed = -1
        match message:
            case Mix():
                if seat is None:
                    raise ProtocolError("the host asks who watches for a seed")
                return [self._commitment(message, seat)]
            case Recorded():
                return self._recorded(message, seat)
            case Update():
                if message.view is not None:
                    self._witness.saw(message)
                    self._hand_ended = message.view.result is not None
                return []
            case Bye():
                if self._hand_ended:
                    self._closing()
                return []
            case _:
                assert_never(message)

    def _seed(self, deal: int, seat: Seat) -> bytes:
        place = f"\0{self._table}\0{deal}\0{seat}".encode()
        return hashlib.sha256(b"rummyroom-guest\0" + self._secret + place).digest()

    def _commitment(self, mix: Mix, seat: Seat) -> Commit:
        if self._table not in ("", mix.table) or mix.deal <= self._revealed:
            raise ProtocolError("the host asks for a seed of a deal that has been")
        self._closing()
        self._table, self._asked = mix.table, mix.deal
        return Commit(mix.deal, packed(self._promise(mix.deal, seat)))

    def _promise(self, deal: int, seat: Seat) -> bytes:
        return shuffle.promise(self._table, deal, seat, self._seed(deal, seat))

    def _recorded(self, recorded: Recorded, seat: Seat | None) -> list[Answer]:
        if recorded.first == 0 and self._begins_anew(recorded):
            self._begin()
        answers: list[Answer] = []
        lines = self.chain.lines
        for place, text in enumerate(recorded.lines, recorded.first):
            if self._broken:
                break
            if place < len(lines):
                if text != lines[place]:
                    self._break(f"line {place + 1} is not what it was before")
            elif place == len(lines):
                answers += self._line(text, seat)
            else:
                raise ProtocolError("the host left lines of the transcript out")
        self._returned &= recorded.first > 0
        return answers or self._repeated(recorded, seat)

    def _repeated(self, recorded: Recorded, seat: Seat | None) -> list[Answer]:
        """The connection was lost, and perhaps our seed with it."""
        promised = self._replay.promised
        if recorded.first or promised is None or self._broken:
            return []
        return self._reveal(promised, seat)

    def _begins_anew(self, recorded: Recorded) -> bool:
        have = self.chain.lines
        return bool(have) and recorded.lines[:1] != (have[0],)

    def _begin(self) -> None:
        self._closing()
        self.finished.append(self.chain)
        self._replay, self._broken = Replay(), False

    def _line(self, text: str, seat: Seat | None) -> list[Answer]:
        try:
            line = self._replay.add(text)
        except TranscriptError as error:
            self._break(str(error))
            hand = self._replay.hand
            return [] if hand is None else [Audited(hand.dealt.deal, "failed")]
        return self._happened(line, seat)

    def _break(self, why: str) -> None:
        self._broken = True
        self._news.append(Broken(why))

    def _happened(self, line: AnyLine, seat: Seat | None) -> list[Answer]:
        match line:
            case CommitLine(fact=promised):
                return self._reveal(promised, seat)
            case VoidLine(fact=voided):
                for other, why in voided.missing:
                    self._named.add(other)
                    self._news.append(LeftOut(other, why, again=True))
            case DealLine(fact=dealt):
                self._dealt(dealt)
            case EndLine() | CutLine():
                return self._judge(self._replay.hands[-1], seat)
            case AuditLine(fact=checked):
                self._news.append(Counted(checked))
            case _:
                pass
        return []

    def _dealt(self, dealt: Dealt) -> None:
        for seat, entry in enumerate(dealt.seats):
            if seat not in self._named and entry in _NOTED:
                self._news.append(LeftOut(seat, _NOTED[entry], again=False))
        self._named.clear()

    def _reveal(self, promised: Promised, seat: Seat | None) -> list[Answer]:
        opening, deal = self._replay.opening, promised.deal
        if deal != self._asked or deal < self._revealed or opening is None:
            return []
        if seat is None:
            return []
        ours = packed(self._promise(deal, seat))
        if opening.table != self._table or promised.seats[seat] != ours:
            return []
        self._revealed = deal
        return [Reveal(deal, packed(self._seed(deal, seat)))]

    def _judge(self, hand: Hand, seat: Seat | None) -> list[Answer]:
        opening, deal = self._replay.opening, hand.dealt.deal
        assert opening is not None
        if seat is None:
            ruleset = find_ruleset(opening.game, opening.preset, opening.options)
            self._news.append(opened(hand, ruleset))
        if not self._witness.saw_any(hand):
            return []  # it was played before we came
        ruleset = find_ruleset(opening.game, opening.preset, opening.options)
        own = None
        if seat is not None and deal == self._revealed:
            own = packed(self._seed(deal, seat))
        verdict = judged(self._witness, hand, seat, ruleset, own)
        self._witness.forget(hand)
        self._news.append(Judged(hand.dealt.hand, verdict, hand.mark))
        return [Audited(deal, verdict.finding)]

    def _closing(self) -> None:
        """No more of this hand will come; a seed that is still hidden stays so."""
        hand = self._replay.hand
        if hand is None or self._broken:
            return
        if self._returned:
            away = Verdict("partly", say("fair.partly.away"))
            self._news.append(Judged(hand.dealt.hand, away, ""))
        else:
            self._break(f"the host has not opened its seed of hand {hand.dealt.hand}")
