"""
The screen in lines: what the host says in, sentences out; typed words in, requests out.

Sans-I/O. Made to be followed by ear as well as by eye: nothing is drawn, nothing is
ever taken back, and one fact a line. Typed commands are English words in every
language; answers to yes or no are the reader's own as well.
"""

from collections.abc import Callable
from difflib import get_close_matches
from typing import TypeAlias, assert_never

from peer import (
    asked,
    changes,
    discard_orders,
    manual,
    orders,
    table_orders,
)
from peer.bots import Bot
from peer.fair_words import tell
from peer.guest import Guest
from peer.heard import heard
from peer.hinting import hinted
from peer.host_orders import HostOrders
from peer.looks import Looks
from peer.match_orders import MatchOrders
from peer.narrator import Narrator, seated
from peer.news import News
from peer.offers import Offers
from peer.orders import Question
from peer.people_orders import PeopleOrders
from peer.plain_tiles import TileDesk, is_tile
from peer.requests import Request
from peer.story import People, printable, sentence
from peer.ticking import Ticking
from shared.errors import IllegalAction, OptionError
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

NAMING = frozenset(("mute", "unmute", "kick", "patience", "send", "settle"))
"What follows these may be a name, in which a comma is a comma."

FOR_ALL = frozenset(
    ("table", "score", "who", "rules", "log", "why", "what", "help", "quit", "repeat")
    + ("say", "phrases", "mute", "unmute", "watchers", "clock", "settle", "warnings")
)
"What one may type who only watches."

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
        now: Callable[[], float] = lambda: 0.0,
    ) -> None:
        """``host``: this seat may start the match; ``adviser`` gives the hints.

        ``rules`` puts what is played into sentences. ``warnings``: ask before a discard
        that has a better use; ``keep_warnings`` makes that last beyond this table.
        ``now`` is the time in seconds.
        """
        self._guest = guest
        self._host = host
        self._adviser = adviser
        self._narrator = Narrator(host, rules)
        self.tiles = TileDesk()
        self._looks = Looks(guest, self._narrator, self.tiles, rules)
        self._ticking = Ticking(now)
        self._people = PeopleOrders(guest, self._narrator, self._ticking)
        self._hosted = HostOrders(self._narrator, host)
        match = MatchOrders(guest, self._narrator, host)
        self._offers = Offers(
            guest, self._narrator, self.tiles, self._ticking, host=host
        )
        self._question: Question[Request] | None = None
        self._heard: list[str] = []
        self._asked = 0
        "The number of what all are asked that this player was told how to answer."

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
            **self._people.commands,
            **self._hosted.commands,
            **match.commands,
            "hand": self._cards_or_seat,
            "end": self._end,
            "what": self._what,
            "hint": self._hint,
            "warnings": self._warn,
            "help": self._help,
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
    def _table(self) -> TableView | None:
        return self._narrator.table

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
                lines = [seated(message)]
            case Update():
                if message.view != self._narrator.view:
                    self._drop_question()
                self._offers.seen(message)
                lines = self._updated(message)
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
            case Said():
                lines = [] if self._table is None else [heard(message, self._table)]
            case Ping() | Pong() | Mix() | Recorded() | Relocated():
                lines = []
            case _:
                assert_never(message)
        if self._guest.fair is not None:
            lines += tell(self._guest.fair.news(), self._narrator.people)
        return self._say(lines)

    def _updated(self, update: Update) -> list[str]:
        lines = self._narrator.told(update, self._guest.seat)
        lines += self._ticking.told(update.table, self._narrator.people)
        vote = update.table.vote
        if vote is not None and asked.may_answer(vote, self._guest.seat):
            if self._asked != vote.number:
                lines.append(say("term.vote.how"))
            self._asked = vote.number
        return lines

    def wait(self) -> float | None:
        """Seconds until there may be something to say of the time that has passed."""
        return self._ticking.wait()

    def passed(self) -> list[str]:
        """What there is to say of it."""
        return self._say(self._ticking.passed())

    @property
    def has_moved_tiles(self) -> bool:
        """Whether the player has begun to change the table, in such a turn."""
        view = self._narrator.view
        if not isinstance(view, TileView) or not view.can:
            return False
        return self.tiles.draft(view).started

    def notice(self, text: str) -> list[str]:
        """The lines for a refusal or a notice that is not from the host."""
        return self._say([sentence(text)])

    def refused(self, why: OptionError | IllegalAction) -> list[str]:
        """See :meth:`peer.seat.Screen.refused`."""
        return self.notice(str(why))

    def news(self, news: News) -> list[str]:
        """The lines for what has become of the connection."""
        return self.notice(news.text)

    def typed(self, line: str) -> Request | list[str]:
        """What ``line`` asks for, or the lines that answer it."""
        words = line.translate(DIGITS).replace(",", " ").split()
        command = manual.command(words[0]) if words else ""
        if command == "say":
            words = line.split()
        elif command in NAMING:
            words = line.translate(DIGITS).split()
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
            self._question = reply
            self._offers.drop()
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
        if len(words) == 1 and (reply := self._people.answer(words[0].lower())):
            return reply
        if orders.is_number(words):
            return self._numbered(int(words[0]))
        view = self._narrator.view
        if self._guest.watch and command not in FOR_ALL:
            return self._not_for_watchers(command, words[0])
        if isinstance(view, TileView) and self._is_about_tiles(command, words):
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

    def _end(self, words: list[str]) -> Reply:
        return self._hosted.end() if self._host else self._people.end()

    def _cards_or_seat(self, words: list[str]) -> Reply:
        """``hand``, but also ``hand over 2``, ``hand back 2``."""
        handed = self._hosted.handed(words)
        return self._looks.hand(words) if handed is None else handed

    def _is_about_tiles(self, command: str, words: list[str]) -> bool:
        """Whether reset and undo are for what was tried out, as everything else is."""
        table = self._narrator.table
        between = table is not None and table.phase in ("between", "ended")
        if command == "undo":
            return self.has_moved_tiles or self._narrator.take_back == "no"
        return command != "reset" or not (between or len(words) > 1)

    def _not_for_watchers(self, command: str, word: str) -> Reply:
        known = command in self._commands or command in self.tiles.commands
        if known or orders.is_card(word) or is_tile(word):
            return [sentence(say("refused.watching")), say("term.watching.how")]
        return self._unknown(word)

    def _unknown(self, word: str) -> list[str]:
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
        return hinted(self._adviser, self._narrator, self.tiles)

    def _what(self, words: list[str]) -> Reply:
        self._question = None  # a number must not be taken for an answer to it
        return self._offers.what(words)

    def _numbered(self, number: int) -> Reply:
        chosen = self._offers.chosen(number)
        if isinstance(chosen, list):
            return chosen
        words = chosen.typed.split()
        return self._understood(manual.command(words[0]), words)

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
        narrator, watches = self._narrator, self._guest.watch
        return manual.commands(narrator.table, narrator.view, self._host, watches)
