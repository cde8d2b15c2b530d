"""
What one player's table shows, and what has been done with it that nobody else sees.

Sans-I/O: messages of the host in, and whatever is painted can be read off here. What is
asked of the host goes through the screen in lines (:mod:`peer.plain`), whose words
:attr:`Desk.outbox` holds: nothing can be done here that cannot be typed there.
"""

from collections import deque
from collections.abc import Callable, Iterable
from typing import NamedTuple

from peer import asked, changes, choices, comings, fair_news, opened, story
from peer.choices import Choice
from peer.fair_news import Broken, Counted, Judged, LeftOut, Opened
from peer.fair_words import tell
from peer.guest import Guest
from peer.headline import headline
from peer.heard import heard, words
from peer.news import News
from peer.plain import Plain
from peer.requests import Request
from peer.story import People, printable, sentence
from peer.tile_draft import Draft
from peer.tui import menu
from peer.tui.book import Book, NoBook
from peer.tui.faces import signed
from peer.tui.flight import Flight, flight_of, place_of
from peer.tui.holding import Holding
from peer.tui.menu import Menu, leaving
from peer.tui.prefs import Prefs
from peer.tui.speech import Speech
from peer.tui.tile_picks import TilePicks
from peer.tui.writing import Writing
from shared.events import (
    Drew,
    Event,
    HandDealt,
    Seat,
)
from shared.tableview import TableView
from shared.talk import spoken_text
from shared.view import AnyView, TileView, View
from shared.wire import (
    Bye,
    Changed,
    Refused,
    Rejected,
    Said,
    ToGuest,
    Update,
    Waits,
    Welcome,
)
from shared.words import say

ASKED = "\0"
"The line that stands for the next of what is asked for without words."

KEPT = 500
"Sentences of the log that are kept."


class Room(NamedTuple):
    """How others come to this table."""

    code: str
    link: str
    command: str


class Desk:
    """One seat's table."""

    def __init__(
        self,
        guest: Guest,
        plain: Plain,
        prefs: Prefs,
        *,
        host: bool = False,
        now: Callable[[], float],
        book: Book | None = None,
        keep: Callable[[Prefs], None] = lambda prefs: None,
    ) -> None:
        """``host``: this seat opened the table; ``keep`` is told changed options.

        ``now`` is the time in seconds; the host chooses what is played by ``book``.
        """
        self.guest = guest
        self.plain = plain
        self.prefs = prefs
        self.host = host
        self.book = book or NoBook()
        self.room: Room | None = None
        self.connection = ""
        "What is wrong with it, in words; nothing while all is well."

        self.holding = Holding()
        self.picks = TilePicks()
        self.over: Menu | None = None
        "What lies over the table."

        self.said: list[str] = []
        "The sentences since the player last did something, newest last."

        self.log: list[str] = []
        self.new: str | None = None
        "What was drawn this turn."

        self.lit: frozenset[str] = frozenset()
        "What has just changed, by the name of its place."

        self.verdict: list[tuple[str, bool]] = []
        "What is known of the fairness of the hand, and whether that is bad."

        self.flight: Flight | None = None
        "What has just moved, and how."

        self.outbox: list[str] = []
        "Lines for the screen in lines, in order."

        self.speech = Speech()
        self.writing: Writing | None = None
        "A text that is being written."

        self.draft_text = ""
        "One that was not sent, or not passed on."

        self.opened: Opened | None = None
        "The newest hand that who watches may see."

        self._asked: deque[Request] = deque()
        self._now = now
        self._came = now()
        "When the table that is shown came."

        self.looked = 0
        "How old it was when the clocks were looked at last, as :attr:`since`."

        self._keep = keep
        self._table: TableView | None = None
        prefs.warnings = plain.warnings

    # What there is to paint

    @property
    def take_back(self) -> asked.TakeBack:
        """Whether what was done last may be taken back."""
        return self.plain.narrator.take_back

    @property
    def table(self) -> TableView | None:
        """The people and the match."""
        return self.guest.table

    @property
    def view(self) -> AnyView | None:
        """The cards or tiles, in a hand and after it."""
        return self.guest.view

    @property
    def people(self) -> People:
        """How everybody is called."""
        if self.table is None:
            return People((), self.guest.seat)
        return People.at(self.table, self.guest.seat)

    @property
    def draft(self) -> Draft | None:
        """The table of tiles as it is tried out; nothing when it is another's turn."""
        view = self.view
        if isinstance(view, TileView) and view.can:
            return self.plain.tiles.draft(view)
        return None

    @property
    def watches(self) -> bool:
        """Whether there is a table, and no seat of ours at it."""
        return self.table is not None and self.guest.seat is None

    @property
    def badge(self) -> str:
        """What the end of the first row says."""
        if self.connection:
            return say("term.tui.head.connection")
        if self.our_turn:
            return f"▶ {say('term.tui.head.turn')}"
        return say("term.tui.head.watch") if self.watches else ""

    @property
    def headline(self) -> str:
        """What the table waits for."""
        return headline(self.table, self.view, self.people, self.host)

    @property
    def our_turn(self) -> bool:
        """Whether it waits for us."""
        return self.view is not None and bool(self.view.can)

    @property
    def title(self) -> str:
        """For the title of the window."""
        return say("term.tui.title.turn") if self.our_turn else "Rummyroom"

    @property
    def choices(self) -> list[Choice]:
        """What can be done now with the cards, or between hands."""
        table, view, me = self.table, self.view, self.guest.seat
        if table is None or me is None:
            return []
        if table.phase != "hand":
            return choices.of_table(table, self.host, table.seats[me].ready)
        if isinstance(view, View):
            return choices.of_cards(view, self.holding.chosen, self.holding.at)
        if isinstance(view, TileView):
            draft = self.draft
            return choices.of_tiles(view, draft is not None and draft.started)
        return []

    # What is done

    def opened_hands(self) -> Menu | None:
        """The newest hand that who watches may see, as it was dealt and played."""
        if self.opened is None:
            return None
        lines = opened.told(self.opened, self.people)
        title = say("opened.title", hand=self.opened.hand)
        return Menu(title, [signed(line) for line in lines])

    def mute(self, who: Seat | str, on: bool) -> None:
        """Hear somebody no more, or again."""
        self.guest.mutes.mute(who, on)

    # What happens

    def told(self, message: ToGuest) -> None:
        """A message of the host, which the guest has taken in already."""
        fair = self.guest.fair
        found = [] if fair is None else fair.news()
        self.plain.told(message)
        match message:
            case Update():
                self._updated(message)
            case Welcome(seat=seat, back=back):
                self.connection = ""
                self.hear([comings.seated(seat, back)])
            case Rejected():
                self.hear([say("term.tui.not_possible", why=str(message))])
            case Refused():
                self.hear([sentence(str(message))])
            case Bye():
                self.hear([sentence(str(message))])
            case Waits() | Changed():
                self.hear([changes.told(message)])
            case Said():
                self._heard(message)
            case _:
                pass
        for one in found:
            self.judged(tell([one], self.people), one)
        if self.over is not None and self.over.asked and self.plain.question is None:
            self.over = None
        self.renew()

    def renew(self) -> None:
        """What lies over the table is made anew, with the same line chosen."""
        over = self.over
        if over is None or over.refresh is None:
            return
        self.over = over.refresh()
        if self.over is not None:
            self.over.at = min(over.at, max(0, len(self.over.entries) - 1))
            self.over.scroll = over.scroll

    def judged(self, lines: list[str], news: fair_news.News) -> None:
        """Something about the fairness of the deal."""
        self.hear(lines)
        if isinstance(news, Opened):
            self.opened = news
            if self.over is None and self.writing is None:
                self.over = self.opened_hands()
        if not isinstance(news, LeftOut | Opened):
            bad = isinstance(news, Broken) or "failed" in _findings(news)
            self.verdict += [(line, bad) for line in lines]

    def _heard(self, said: Said) -> None:
        """Somebody has said something, which changes nothing of the game."""
        table = self.table
        line = "" if table is None else heard(said, table)
        if not line:
            return
        self.log.append(line)
        del self.log[:-KEPT]
        who = said.watcher if said.seat is None else said.seat
        self.speech.add(who, words(said), line)
        if said.text and said.text == spoken_text(self.draft_text):
            self.draft_text = ""

    def news(self, news: News) -> None:
        """What has become of the connection."""
        well = news.state in ("well", "back")
        self.connection = "" if well else sentence(news.text)
        self.hear([sentence(news.text)])

    def hear(self, lines: list[str]) -> None:
        """Sentences to show, and to keep in the log."""
        shown = [signed(text) for line in lines if (text := printable(line))]
        self.said += shown
        self.log += shown
        del self.said[:-20], self.log[:-KEPT]

    def typed(self, line: str) -> Request | list[str]:
        """Give a line to the screen in lines; what it asks the host for, if it does."""
        if line == ASKED:
            return self._asked.popleft() if self._asked else []
        reply = self.plain.typed(line)
        question = self.plain.question
        if question is not None:
            self.over = menu.asking(
                question, leaving(self.table, self.guest.seat, self.host)
            )
        elif isinstance(reply, list):
            self.hear(menu.unprompted(reply))
        return reply

    def ask(self, request: Request) -> None:
        """Ask the host for that when the lines before it have been typed."""
        self.said.clear()
        self.send(request)

    def send(self, request: Request) -> None:
        """The same, without anything being said about it."""
        self._asked.append(request)
        self.outbox.append(ASKED)

    @property
    def since(self) -> int:
        """For how many thousandths of a second the table has been as it is shown."""
        return int(1000 * (self._now() - self._came))

    def changed(self) -> None:
        """An option has been changed."""
        if self.plain.warnings != self.prefs.warnings:
            self.plain.typed(f"warnings {'on' if self.prefs.warnings else 'off'}")
        self._keep(self.prefs)

    def dim(self) -> None:
        """What has changed has been seen."""
        self.lit = frozenset()

    def _updated(self, update: Update) -> None:
        old, self._table = self._table, update.table
        self._came, self.looked = self._now(), 0
        lines = comings.changes(old, update.table, self.people) if old else []
        lines += asked.news(old.vote if old else None, update.table.vote, self.people)
        for event in update.events:
            self._happened(event, update.table, lines)
        if update.events:
            self.lit = changed_places(update.events)
        view = update.view
        draft = self.draft
        if view is None or view.turn != view.seat:
            self.new = None if view is None or view.turn is None else self.new
        self.holding.holds(
            () if view is None else view.hand if draft is None else draft.rack
        )
        self.picks.on(() if draft is None else draft.sets)
        me, held = self.guest.seat, self.holding
        ways = [flight_of(event, me, held) for event in update.events]
        self.flight = next(filter(None, reversed(ways)), self.flight)
        self.hear(lines)

    def _happened(self, event: Event, table: TableView, lines: list[str]) -> None:
        if isinstance(event, HandDealt):
            lines.append(say("term.tui.dealt", hand=table.hand))
            self.verdict = []
            self.new = None
        if isinstance(event, Drew):
            mine = event.seat == self.guest.seat
            self.new = event.card if mine else None
        lines += story.tell(event, self.people)


def _findings(news: Judged | Counted) -> tuple[str, ...]:
    if isinstance(news, Judged):
        return (news.verdict.finding,)
    return tuple(news.checked.seats)


def changed_places(events: Iterable[Event]) -> frozenset[str]:
    """Where they have changed something on the table."""
    return frozenset(filter(None, map(place_of, events)))
