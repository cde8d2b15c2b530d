"""What a player can hear again, and in which order cards are told."""

from collections.abc import Callable

from peer import asked, manual, orders, scene, story, timing, whys
from peer.guest import Guest
from peer.narrator import Narrator
from peer.own_order import fronted
from peer.people_orders import watching
from peer.plain_tiles import TileDesk
from shared.cards import read_card
from shared.errors import IllegalAction
from shared.tableview import TableView
from shared.tiles import read_tile
from shared.view import TileView
from shared.words import say


class Looks:
    """One seat's look around the table."""

    def __init__(
        self,
        guest: Guest,
        narrator: Narrator,
        tiles: TileDesk,
        rules: Callable[[TableView], list[str]],
    ) -> None:
        """``rules`` puts what is played into sentences."""
        self._guest = guest
        self._narrator = narrator
        self._tiles = tiles
        self._rules_of = rules
        self.commands: dict[str, Callable[[list[str]], list[str]]] = {
            "hand": self.hand,
            "table": self._table,
            "score": self._score,
            "who": self._who,
            "rules": self._rules,
            "log": self._log,
            "why": self._why,
            "sort": self._sort,
            "order": self._order,
        }

    def hand(self, words: list[str]) -> list[str]:
        """The cards, or the rack as far as a turn has been tried out."""
        view = self._narrator.view
        if isinstance(view, TileView):
            drafted = self._tiles.shown(view, self._narrator.sorting)
            return drafted or [self._narrator.hand()]
        return [self._narrator.hand()]

    def _table(self, words: list[str]) -> list[str]:
        view, table = self._narrator.view, self._narrator.table
        if view is None or table is None:
            return [say("term.undealt")]
        told = [*self._narrator.open_cards(view), *self._narrator.standing()]
        if isinstance(view, TileView):
            return self._tiles.shown(view, self._narrator.sorting) or told
        return told

    def _score(self, words: list[str]) -> list[str]:
        table = self._narrator.table
        if table is None:
            return self._narrator.standing()
        return story.totals(table, self._narrator.people)

    def _who(self, words: list[str]) -> list[str]:
        table = self._narrator.table
        if table is None:
            return self._narrator.standing()
        people = self._narrator.people
        muted = [
            say("muted", name=people.others(seat))
            for seat, one in enumerate(table.seats)
            if one.kind == "person" and self._guest.mutes.cover(seat)
        ]
        return [
            *scene.seats(table, self._guest.seat),
            *(watching(table) if table.watchers else []),
            *muted,
            *timing.unusual(table, people),
            *asked.standing(table.vote, people),
        ]

    def _rules(self, words: list[str]) -> list[str]:
        table = self._narrator.table
        return [say("term.wait.host")] if table is None else self._rules_of(table)

    def _log(self, words: list[str]) -> list[str]:
        log = self._narrator.log
        last = int(words[0]) if orders.is_number(words) else 0
        if words and not last:
            return [say("term.log.how")]
        return log[-last:] or [say("term.log.none")]

    def _why(self, words: list[str]) -> list[str]:
        table = self._narrator.table
        if table is not None and table.phase == "hand":
            return [say("term.why.later")]
        told = whys.told(self._narrator.whys, self._narrator.people)
        return told or [say("term.why.none")]

    def _sort(self, words: list[str]) -> list[str]:
        match [word.lower() for word in words]:
            case ["rank" | "number"]:
                self._narrator.sort = "rank"
            case ["suit" | "colour" | "color"]:
                self._narrator.sort = "suit"
            case ["own"]:
                self._narrator.sort = "own"
            case _:
                return [manual.how_to_sort(self._narrator.table)]
        return self.hand([])

    def _order(self, words: list[str]) -> list[str]:
        """These first: the hand is held in the player's own order from then on."""
        tiles = isinstance(self._narrator.view, TileView)
        if not words:
            return [manual.how_to_order(tiles)]
        first = [(read_tile if tiles else read_card)(word) for word in words]
        try:
            self._narrator.own = fronted(self._narrator.own, first)
        except ValueError as error:
            if tiles:
                raise IllegalAction("not_at_hand", tile=str(error)) from None
            raise IllegalAction("not_held", card=str(error)) from None
        self._narrator.sort = "own"
        return self.hand([])
