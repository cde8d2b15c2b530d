"""What was typed to the others at the table: words, what is asked of all, the clock."""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from peer import asked, manual, orders, timing
from peer.guest import Guest
from peer.leaving import leaving
from peer.meant import somebody_meant
from peer.narrator import Narrator
from peer.orders import Question
from peer.requests import Request
from peer.story import listed, printable, sentence
from peer.ticking import Ticking
from shared.actions import TakeBack
from shared.phrases import CODES, PHRASES, REACTIONS
from shared.tableview import Motion, TableView
from shared.wire import Answer, Ask, Opens, Pause, Say
from shared.words import say

Reply: TypeAlias = Request | Question[Request] | list[str]

SAID = (*PHRASES, *REACTIONS)
"Numbered from 1."


class PeopleOrders:
    """One player among the people of a table."""

    def __init__(self, guest: Guest, narrator: Narrator, clocks: Ticking) -> None:
        self._guest = guest
        self._narrator = narrator
        self._clocks = clocks
        self.commands: dict[str, Callable[[list[str]], Reply]] = {
            "say": self._say,
            "phrases": self._phrases,
            "mute": lambda words: self._mute(words, on=True),
            "unmute": lambda words: self._mute(words, on=False),
            "open": self._open,
            "watchers": self._watchers,
            "undo": self._undo,
            "go": self._go,
            "void": self._void,
            "clock": self._clock,
            "minute": self._minute,
        }

    @property
    def _table(self) -> TableView | None:
        return self._narrator.table

    def answer(self, word: str) -> Reply | None:
        """``yes``, ``no``, to what all are asked; None if it is another word."""
        vote = None if self._table is None else self._table.vote
        yes = answered(word)
        if yes is None:
            return None
        if vote is not None and asked.may_answer(vote, self._guest.seat):
            return Answer(vote.number, yes)
        if word in manual.ALIASES:
            return None
        if vote is not None and vote.outcome == "open" and self._guest.seat is not None:
            return [sentence(say("refused.voted"))]
        return [say("term.plain.question.none")]

    # Words

    def _say(self, words: list[str]) -> Reply:
        """``say hello``, ``say 3``, ``say what a hand``."""
        allowed = "phrases" if self._table is None else self._table.terms.talk
        if allowed == "off":
            return [sentence(say("refused.talk_off"))]
        if not words:
            return [say("term.say.how")]
        number = int(words[0]) if _is_number(words) else 0
        if 1 <= number <= len(SAID):
            return Say(phrase=SAID[number - 1])
        if code := _phrase(words):
            return Say(phrase=code)
        if allowed == "text":
            return Say(text=" ".join(words))
        return [sentence(say("refused.no_phrase")), say("term.say.how")]

    def _phrases(self, words: list[str]) -> Reply:
        lines = [
            say(
                "term.say.phrase",
                number=number,
                typed=f"say {code}",
                what=say(f"phrase.{code}"),
            )
            for number, code in enumerate(SAID, 1)
        ]
        return [*lines, say("term.say.how")]

    def _mute(self, words: list[str], on: bool) -> Reply:
        table, people = self._table, self._narrator.people
        if not words:
            return [say("term.who.how", typed="mute" if on else "unmute")]
        if table is None:
            return self._narrator.standing()
        who = somebody_meant(table, people, words)
        if isinstance(who, list) and self._guest.mutes.mute(" ".join(words), on):
            who = " ".join(words)  # who watched, and may come again
        if isinstance(who, list):
            return who
        self._guest.mutes.mute(who, on)
        name = printable(who) if isinstance(who, str) else people.others(who)
        return [say("muted" if on else "unmuted", name=name)]

    # Who watches

    def _open(self, words: list[str]) -> Reply:
        match [word.lower() for word in words]:
            case ["hands", "yes" | "no" as answer]:
                return Opens(answer == "yes")
            case _:
                return [say("term.open.how")]

    def _watchers(self, words: list[str]) -> Reply:
        if self._table is None:
            return self._narrator.standing()
        return watching(self._table)

    # What all are asked

    def _undo(self, words: list[str]) -> Reply:
        match self._narrator.take_back:
            case "freely":
                return TakeBack()
            case "asking":
                return Ask("undo")
            case "no":
                return [sentence(say("refused.nothing_to_take_back"))]

    def _go(self, words: list[str]) -> Reply:
        if [word.lower() for word in words] != ["on"]:
            return [say("term.go.how")]
        return self._ask("go_on", "nobody_missed")

    def _void(self, words: list[str]) -> Reply:
        reply = self._ask("void", "no_hand")
        table = self._table
        if isinstance(reply, list) or table is None or _others(table, self._guest.seat):
            return reply
        lines = [say("term.void.alone"), say("term.kick.how")]
        question = orders.yes_or_no(lines, reply, say("term.kick.not"))
        return replace(question, stands=True)

    def end(self) -> Reply:
        """``end``: ask all, or leave."""
        if self._table is None or "end" not in self._may_ask():
            return [sentence(say(self._why_not("end", "no_match")))]
        return leaving(self._table, self._guest.seat)

    def _ask(self, what: Motion, otherwise: str) -> "Ask | list[str]":
        if what in self._may_ask():
            return Ask(what)
        return [sentence(say(self._why_not(what, otherwise)))]

    def _may_ask(self) -> list[Motion]:
        narrator = self._narrator
        if narrator.table is None:
            return []
        return asked.may_ask(narrator.table, narrator.take_back, self._guest.seat)

    def _why_not(self, what: Motion, otherwise: str) -> str:
        vote = None if self._table is None else self._table.vote
        is_open = vote is not None and vote.outcome == "open"
        return "refused.vote_open" if is_open else f"refused.{otherwise}"

    # The clock

    def _clock(self, words: list[str]) -> Reply:
        if self._table is None:
            return self._narrator.standing()
        people = self._narrator.people
        return timing.complete(self._table, self._clocks.since(), people)

    def _minute(self, words: list[str]) -> Reply:
        clock = None if self._table is None else self._table.clock
        if clock is None or clock.runs is None:
            return [sentence(say("refused.no_clock"))]
        return Pause()


def answered(word: str) -> bool | None:
    """Whether ``word`` is a yes or a no, in English or in the reader's language."""
    if word in (*orders.YES, *say("term.answer.yes").split()):
        return True
    return False if word in (*orders.NO, *say("term.answer.no").split()) else None


def watching(table: TableView) -> list[str]:
    """Who watches, and what they see."""
    if not table.watchers:
        return [say("watchers.none")]
    names = [printable(name) for name in table.watchers]
    key = "watchers" if len(names) > 1 else "watchers.one"
    return [say(key, names=listed(names)), opened(table)]


def opened(table: TableView) -> str:
    """Whether who watches sees hands when they are over."""
    people = [one for one in table.seats if one.kind == "person"]
    if people and all(one.opens for one in people):
        return say("watchers.open")
    agree = [printable(one.name) for one in people if one.opens]
    closed = say("watchers.closed")
    if not agree:
        return closed
    return say("watchers.agree", names=listed(agree))


def _phrase(words: list[str]) -> str:
    """The code of the phrase that ``words`` are: a code, or as the reader reads it."""
    text = " ".join(words).casefold()
    if text.replace(" ", "_") in CODES:
        return text.replace(" ", "_")
    read = {" ".join(say(f"phrase.{one}").casefold().split()): one for one in SAID}
    return read.get(text, "")


def _is_number(words: list[str]) -> bool:
    """Whether that is one, in the digits of any language."""
    return len(words) == 1 and words[0].isdecimal() and len(words[0]) < 3


def _others(table: TableView, me: int | None) -> bool:
    """Whether there are other people to be asked."""
    return any(
        one.kind == "person" and one.here
        for seat, one in enumerate(table.seats)
        if seat != me
    )
