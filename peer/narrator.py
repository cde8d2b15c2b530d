"""
One seat's account of the table: each update in, what is new about it out.

Keeps what it told before, so that nothing is said twice and what was missed while the
connection was away is said once.
"""

from collections.abc import Callable
from typing import Literal, assert_never

from peer import asked, comings, manual, scene, story, tile_scene, turn_scene
from peer.own_order import arranged
from peer.scene import Sorting
from peer.story import People
from shared.cards import Card
from shared.events import Drew, Event, HandDealt, HandEnded, Seat
from shared.reasons import Why
from shared.tableview import TableView
from shared.view import AnyView, TileView
from shared.wire import Update, Welcome
from shared.words import say


class Narrator:
    """Tells one seat, in lines, what happened and where the table stands."""

    def __init__(
        self, host: bool, rules: Callable[[TableView], list[str]] = lambda table: []
    ) -> None:
        """``host``: this seat is the one that may start the match.

        ``rules`` puts what is played into sentences.
        """
        self.table: TableView | None = None
        self.view: AnyView | None = None
        self.people = People((), None)
        self.sort: Literal["suit", "rank", "own"] = "suit"

        self.own: tuple[str, ...] = ()
        "The player's own order of the hand, which stays while another is shown."

        self.new: Card | None = None
        "The card drawn this turn."

        self.events: list[Event] = []
        "Of this hand."

        self.log: list[str] = []
        "The events of this hand as they were told."

        self.take_back: asked.TakeBack = "no"
        "Whether this seat may take back what it did last."

        self.whys: tuple[Why, ...] = ()
        "Of the computer players, when the hand is over."

        self._host = host
        self._rules = rules
        self._introduced = False
        self._back = False
        "The seat was given back, and nothing of the hand has been told since."

    @property
    def sorting(self) -> Sorting:
        """How the hand is shown."""
        return self.own if self.sort == "own" else self.sort

    def sat_down(self, back: bool) -> None:
        """The seat was given, or given back: the next update is told from the start."""
        self.table = None
        self.view = None
        self._back = back

    def told(self, update: Update, me: Seat | None) -> list[str]:
        """What to say about ``update``."""
        old, old_view = self.table, self.view
        self.table, self.view, self.whys = update.table, update.view, update.whys
        self.take_back = update.take_back
        if update.view is not None:
            self.own = tuple(arranged(update.view.hand, self.own))
        self.people = People.at(update.table, me)
        lines = self._changes(old, update.table)
        if update.table.phase == "hand" and not old_view:
            lines += self._beginning(update)
        for event in update.events:
            lines += self._happened(event, update.table)
        return lines + self._situation(update.table, old, old_view)

    def _changes(self, old: TableView | None, new: TableView) -> list[str]:
        """Who came and went, what is asked, and what else is played."""
        if old is None:
            return asked.standing(new.vote, self.people)
        lines = comings.changes(old, new, self.people)
        if _is_another_game(old, new):
            self._introduced = False
            lines.append(scene.game(new))
        return lines + asked.news(old.vote, new.vote, self.people)

    def _beginning(self, update: Update) -> list[str]:
        """What to say when cards are seen for the first time, or again."""
        if self._back:
            self._introduced = True
            self.log = [say("term.back.log")]
            return [say("term.back")] if self.people.me is not None else []
        if self._introduced:
            return []
        self._introduced = True
        if self.people.me is None:
            return [*manual.aims(update.table.game), say("term.watching.how")]
        return manual.introduction(update.table, self._rules(update.table))

    def _happened(self, event: Event, table: TableView) -> list[str]:
        lines = story.tell(event, self.people)
        match event:
            case HandDealt():
                lines = [say("story.dealt", hand=table.hand), *lines]
                self.events, self.log, self.new = [], [], None
            case HandEnded():
                lines += story.totals(table, self.people)
            case Drew():
                self.new = event.card if event.seat == self.people.me else None
            case _:
                pass
        self.events.append(event)
        self.log += lines
        return lines

    def _situation(
        self, table: TableView, old: TableView | None, old_view: AnyView | None
    ) -> list[str]:
        """Where the table stands, as far as that is new."""
        match table.phase:
            case "hand":
                return self._hand(table, old_view)
            case _ if old == table:
                return []
            case "lobby":
                seats = scene.seats(table, self.people.me)
                missing = scene.gathering(table, self.people, self._host)
                if old is None:
                    return [scene.game(table), *seats, missing]
                return [] if missing == self._gathering(old) else [missing]
            case "between" | "ended":
                missing = scene.ready(table, self.people)
                before = scene.ready(old, self.people) if old else ""
                same = old is not None and old.phase == table.phase
                return [] if same and missing == before else [missing]
            case _:
                assert_never(table.phase)

    def _gathering(self, old: TableView) -> str:
        """What was missing before."""
        people = People.at(old, self.people.me)
        return scene.gathering(old, people, self._host) if old.phase == "lobby" else ""

    def _hand(self, table: TableView, old: AnyView | None) -> list[str]:
        view = self.view
        if view is None or view == old:
            return []
        if view.can and isinstance(view, TileView):
            return tile_scene.turn(view, self.people, self.sorting, self.new)
        if view.can and not isinstance(view, TileView):
            return turn_scene.turn(view, self.people, self.sorting, self.new)
        waited = old is not None and (old.turn, scene.calling(old))
        if waited == (view.turn, scene.calling(view)):
            return []
        waited_for = scene.whose_turn(view, table, self.people)
        if self._back or (old is None and self.people.me is None):
            self._back = False
            return [*self.open_cards(view), *self._own(), *waited_for]
        if old is None or old.turn is None:
            return [*self._upcard(view), *self._own(), *waited_for]
        return waited_for

    def _own(self) -> list[str]:
        """The hand; who watches has none."""
        return [] if self.people.me is None else [self.hand()]

    def _upcard(self, view: AnyView) -> list[str]:
        """What the discard pile begins with, for who does not start."""
        if isinstance(view, TileView) or view.upcard is None:
            return []
        return [scene.shows(view.upcard)]

    def open_cards(self, view: AnyView) -> list[str]:
        """All that lies open, and who holds how much."""
        if isinstance(view, TileView):
            return tile_scene.table(view, self.people)
        return scene.table(view, self.people)

    def hand(self) -> str:
        """The cards or tiles of this seat."""
        match self.view:
            case None:
                return say("term.undealt")
            case TileView() as view:
                return tile_scene.rack(view, self.sorting, self.new)
            case view:
                return scene.hand(view, self.sorting, self.new)

    def standing(self) -> list[str]:
        """What is waited for now."""
        table, view = self.table, self.view
        if table is None:
            return [say("term.wait.host")]
        match table.phase:
            case "lobby":
                return [scene.gathering(table, self.people, self._host)]
            case "hand" if view is not None:
                to_do = (
                    tile_scene.to_do(view)
                    if isinstance(view, TileView)
                    else scene.to_do(view)
                )
                return to_do or scene.whose_turn(view, table, self.people)
            case "hand":
                return []
            case "between" | "ended":
                return [scene.ready(table, self.people)]
            case _:
                assert_never(table.phase)


def _is_another_game(old: TableView, new: TableView) -> bool:
    return (old.game, old.preset, old.options) != (new.game, new.preset, new.options)


def seated(welcome: Welcome) -> str:
    """That this player has a seat, or watches."""
    if welcome.seat is None:
        back = welcome.back
        return say("term.plain.watching.back" if back else "term.plain.watching")
    if welcome.back:
        return say("term.plain.seated.back", seat=welcome.seat + 1)
    return say("term.plain.seated", seat=welcome.seat + 1)
