"""
The screen in lines: what the host says in, sentences out; typed words in, requests out.

Sans-I/O. Made to be followed by ear as well as by eye: nothing is drawn, nothing is
ever taken back, and one fact a line. Typed commands are English words in every
language; answers to yes or no are the reader's own as well.
"""

from collections.abc import Callable
from dataclasses import replace
from difflib import get_close_matches
from typing import TypeAlias, assert_never

from peer import changes, discard_orders, manual, numbered, orders, table_orders
from peer.bots import Bot, advice
from peer.choices import Way
from peer.fair_words import tell
from peer.guest import Guest
from peer.looks import Looks
from peer.narrator import Narrator
from peer.news import News
from peer.orders import Question
from peer.plain_tiles import TileDesk
from peer.requests import Next, Quit, Request, Reset, Start
from peer.seating import company
from peer.story import People, printable, sentence
from shared.errors import IllegalAction, ProtocolError
from shared.events import Seat
from shared.tableview import TableView
from shared.view import TileView, View
from shared.wire import (
    Advice,
    Bye,
    Changed,
    Mix,
    Ping,
    Pong,
    Recorded,
    Refused,
    Rejected,
    Relocated,
    Said,
    ToGuest,
    Update,
    Waits,
    Welcome,
)
from shared.words import say

DIGITS = str.maketrans("०१२३४५६७८९", "0123456789")
"As a keyboard for Hindi may have them."

Reply: TypeAlias = Request | Question[Request] | list[str]
"What a command comes to."


class Plain:
    """One seat's screen. Feed it what the guest received and what was typed."""

    def __init__(
        self,
        guest: Guest,
        *,
        host: bool = False,
        adviser: Bot | None = None,
        rules: Callable[[TableView], list[str]] = lambda table: [],
        warnings: bool = True,
        keep_warnings: Callable[[bool], None] = lambda on: None,
    ) -> None:
        """``host``: this seat may start the match; ``adviser`` gives the hints.

        ``rules`` puts what is played into sentences. ``warnings``: ask before a discard
        that has a better use; ``keep_warnings`` makes that last beyond this table.
        """
        self._guest = guest
        self._host = host
        self._adviser = adviser
        self._narrator = Narrator(host, rules)
        self.tiles = TileDesk()
        self._looks = Looks(guest, self._narrator, self.tiles, rules)
        self._question: Question[Request] | None = None
        self._offered: list[Way] = []
        self._heard: list[str] = []
        self.warnings = warnings
        self._keep_warnings = keep_warnings
        self._commands: dict[str, Callable[[list[str]], Reply]] = {
            "draw": lambda words: self._order(orders.draw, words),
            "take": lambda words: self._order(orders.take, words),
            "meld": lambda words: self._order(orders.meld, words),
            "lay": lambda words: self._order(orders.lay, words),
            "swap": lambda words: self._order(table_orders.swap, words),
            "move": lambda words: self._order(table_orders.move, words),
            "call": lambda words: self._order(table_orders.call, words),
            "discard": lambda words: self._order(self._discard, words),
            "pass": lambda words: self._order(orders.decline, words),
            "knock": lambda words: self._order(orders.knock, words),
            **self._looks.commands,
            "what": self._what,
            "hint": self._hint,
            "start": self._start,
            "seat": lambda words: company(self._narrator.table, host, words, more=True),
            "unseat": lambda words: company(
                self._narrator.table, host, words, more=False
            ),
            "next": self._next,
            "reset": self._reset,
            "warnings": self._warn,
            "help": self._help,
            "quit": self._quit,
        }

    @property
    def our_turn(self) -> bool:
        """Whether the table waits for us to act."""
        view = self._narrator.view
        return view is not None and bool(view.can)

    @property
    def question(self) -> Question[Request] | None:
        """What has been asked and not answered."""
        return self._question

    @property
    def narrator(self) -> Narrator:
        """The account of the table."""
        return self._narrator

    def prompt(self) -> str:
        """What to write before the cursor."""
        if self._question is not None:
            return self._question.prompt
        return say("term.prompt.turn") if self.our_turn else "> "

    def told(self, message: ToGuest) -> list[str]:
        """The lines for ``message``, which the guest has taken in already."""
        match message:
            case Welcome():
                self._narrator.sat_down(message.back)
                lines = [self._seated(message.seat, message.back)]
            case Update():
                if message.view != self._narrator.view:
                    self._drop_question()
                    self._offered = []
                if message.table != self._narrator.table:
                    self._offered = []
                lines = self._narrator.told(message, self._guest.seat)
            case Advice():
                return []  # this program asks nobody else
            case Rejected():
                lines = [say("term.plain.rejected", why=str(message))]
            case Refused():
                lines = [sentence(str(message))]
            case Bye():
                lines = [sentence(str(message))]
            case Waits() | Changed():
                lines = [changes.told(message)]
            case Ping() | Pong() | Mix() | Recorded() | Relocated() | Said():
                lines = []
            case _:
                assert_never(message)
        if self._guest.fair is not None:
            lines += tell(self._guest.fair.news(), self._narrator.people)
        return self._say(lines)

    @staticmethod
    def _seated(seat: Seat | None, back: bool) -> str:
        if seat is None and back:
            return say("term.plain.watching.back")
        if seat is None:
            return say("term.plain.watching")
        if back:
            return say("term.plain.seated.back", seat=seat + 1)
        return say("term.plain.seated", seat=seat + 1)

    def notice(self, text: str) -> list[str]:
        """The lines for a refusal or a notice that is not from the host."""
        return self._say([sentence(text)])

    def news(self, news: News) -> list[str]:
        """The lines for what has become of the connection."""
        return self.notice(news.text)

    def typed(self, line: str) -> Request | list[str]:
        """What ``line`` asks for, or the lines that answer it."""
        words = line.translate(DIGITS).replace(",", " ").split()
        command = manual.command(words[0]) if words else ""
        if command == "repeat":
            return list(self._heard)
        self._heard = []
        try:
            reply = self._understood(command, words)
        except IllegalAction as error:
            reply = [sentence(str(error))]
        if isinstance(reply, list):
            return self._say(reply)
        if isinstance(reply, Question):
            self._question, self._offered = reply, []
            return self._say([*reply.lines])
        self._question = None
        return reply

    def _say(self, lines: list[str]) -> list[str]:
        """``lines`` without anything a terminal would obey, and remembered."""
        said = [text for line in lines if (text := printable(line))]
        self._heard += said
        return said

    def _understood(self, command: str, words: list[str]) -> Reply:
        if not words:
            return self._question_again() or self._narrator.standing()
        if self._question is not None and len(words) == 1:
            answer = words[0].lower()
            if answer in self._question.answers:
                return self._answered(self._question, answer)
        if orders.is_number(words):
            return self._numbered(int(words[0]))
        view = self._narrator.view
        if isinstance(view, TileView) and not self._about_scores(command, words):
            reply = self.tiles.typed(
                view, self._narrator.people, words, self._narrator.sorting
            )
            if reply is not None:
                return self._wait_first() or reply
        if command in self._commands:
            return self._commands[command](words[1:])
        if orders.is_card(words[0]):
            return self._order(discard_orders.bare, words)
        return self._unknown(words[0])

    def drop_question(self) -> None:
        """Nothing is asked any more."""
        self._question = None

    def _drop_question(self) -> None:
        if self._question is not None and not self._question.stands:
            self._question = None

    def _question_again(self) -> list[str]:
        return [] if self._question is None else [*self._question.lines]

    def _answered(self, question: Question[Request], answer: str) -> Reply:
        self._question = None
        if answer in question.silenced_by:
            self._warn(["off"])
        request = question.answers[answer]
        return [question.declined] if request is None else request

    def _unknown(self, word: str) -> list[str]:
        answers = f"{say('term.answer.yes')} {say('term.answer.no')}".split()
        if word.lower() in ("yes", "y", "no", *answers):
            return [say("term.plain.question.none")]
        known = [*self._commands, *self._tile_commands(), "repeat"]
        close = get_close_matches(word.lower(), known, n=1)
        if close:
            return [say("term.plain.unknown.close", word=word[:20], close=close[0])]
        return [say("term.plain.unknown", word=word[:20])]

    def _tile_commands(self) -> list[str]:
        tiles = isinstance(self._narrator.view, TileView)
        return [*self.tiles.commands] if tiles else []

    # About the cards

    def _order(
        self,
        order: Callable[[View, People, list[str]], orders.Understood],
        words: list[str],
    ) -> Reply:
        view = self._narrator.view
        if view is None:
            return [say("term.plain.nocards"), *self._narrator.standing()]
        if isinstance(view, TileView):
            return [say("term.plain.nottiles")]
        return self._wait_first() or order(view, self._narrator.people, words)

    def _wait_first(self) -> list[str]:
        if self._guest.pending:
            return [say("term.plain.moment")]
        return []

    def _discard(
        self, view: View, people: People, words: list[str]
    ) -> orders.Understood:
        return discard_orders.discard(view, people, words, self.warnings)

    def _hint(self, words: list[str]) -> Reply:
        view = self._narrator.view
        if view is None or not view.can:
            return [say("term.plain.hint.turn")]
        if self._adviser is None:
            return [say("term.plain.hint.nobody")]
        try:
            self._meet(self._adviser)
        except ProtocolError as error:
            return [sentence(str(error))]
        action = advice(self._adviser, view, self._narrator.events)
        if isinstance(view, TileView):
            return [say("hint", advice=self.tiles.hint(view, action))]
        return [say("hint", advice=orders.worded(action, view))]

    def _meet(self, adviser: Bot) -> None:
        table, seat = self._narrator.table, self._guest.seat
        if table is not None and seat is not None:
            adviser.meet(table, seat)

    # By number

    def _what(self, words: list[str]) -> Reply:
        self._question = None  # a number must not be taken for an answer to it
        narrator = self._narrator
        self._offered = numbered.ways(
            narrator.table, narrator.view, self._guest.seat, self._host, self.tiles
        )
        if not self._offered:
            return narrator.standing() or [say("term.plain.what.nothing")]
        offers = enumerate(self._offered, 1)
        lines = [numbered.spoken(number, way) for number, way in offers]
        return [*lines, say("term.plain.what.choose")]

    def _numbered(self, number: int) -> Reply:
        if not self._offered:
            return [say("term.plain.what.first")]
        if not 1 <= number <= len(self._offered):
            return [
                say("term.plain.what.range", number=number, last=len(self._offered))
            ]
        words = self._offered[number - 1].typed.split()
        self._offered = []
        return self._understood(manual.command(words[0]), words)

    # About the match

    def _start(self, words: list[str]) -> Reply:
        table = self._narrator.table
        if table is not None and table.phase != "lobby":
            return [say("term.seat.begun")]
        return Start() if self._host else [say("term.plain.start.host")]

    def _next(self, words: list[str]) -> Reply:
        table, me = self._narrator.table, self._guest.seat
        if table is None or me is None or table.phase == "lobby":
            return [say("term.plain.next.lobby")]
        if table.phase == "hand":
            return [say("term.plain.next.hand")]
        return self._narrator.standing() if table.seats[me].ready else Next()

    def _about_scores(self, command: str, words: list[str]) -> bool:
        """Whether this resets the scores: in a turn with tiles, reset is for those."""
        table = self._narrator.table
        between = table is not None and table.phase in ("between", "ended")
        return command == "reset" and (between or len(words) > 1)

    def _reset(self, words: list[str]) -> Reply:
        table = self._narrator.table
        if [word.lower() for word in words] not in ([], ["scores"]):
            return [say("term.plain.reset.how")]
        if not self._host:
            return [say("term.plain.reset.host")]
        if table is None or table.phase not in ("between", "ended"):
            return [say("term.plain.reset.between")]
        return Reset() if table.hand else [say("term.plain.reset.already")]

    def _quit(self, words: list[str]) -> Reply:
        table, me = self._narrator.table, self._guest.seat
        seats = enumerate(table.seats) if table else ()
        others = any(view.kind == "person" for seat, view in seats if seat != me)
        if self._host and others:
            ask = say("term.plain.quit.host")
        elif table is not None and table.phase == "hand":
            ask = (
                say("term.plain.quit.hand")
                if self._host
                else say("term.plain.quit.kept")
            )
        else:
            return Quit()
        asked = orders.yes_or_no(
            [ask, say("term.plain.quit.how")], Quit(), say("term.plain.quit.stay")
        )
        return replace(
            asked,
            prompt=say("term.prompt.quit"),
            answers={**asked.answers, "quit": Quit(), "q": Quit()},
            stands=True,
        )

    def _warn(self, words: list[str]) -> Reply:
        match [word.lower() for word in words]:
            case ["on"]:
                self._set_warnings(True)
                return [say("term.plain.warnings.on")]
            case ["off"]:
                self._set_warnings(False)
                return [say("term.plain.warnings.off")]
            case _:
                return [say("term.plain.warnings.how")]

    def _set_warnings(self, on: bool) -> None:
        self.warnings = on
        self._keep_warnings(on)

    def _help(self, words: list[str]) -> Reply:
        return manual.commands(self._narrator.table, self._narrator.view, self._host)
