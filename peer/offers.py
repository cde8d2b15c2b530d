"""What a player is offered by number, until the table has changed."""

from peer import numbered, table_choices
from peer.choices import Way
from peer.guest import Guest
from peer.narrator import Narrator
from peer.plain_tiles import TileDesk
from peer.ticking import Ticking
from shared.wire import Update
from shared.words import say


class Offers:
    """The choices that were told last."""

    def __init__(
        self,
        guest: Guest,
        narrator: Narrator,
        tiles: TileDesk,
        ticking: Ticking,
        *,
        host: bool,
    ) -> None:
        self._guest = guest
        self._narrator = narrator
        self._tiles = tiles
        self._ticking = ticking
        self._host = host
        self._offered: list[Way] = []

    def seen(self, update: Update) -> None:
        """The table is like that now; what was offered may not be any more."""
        narrator = self._narrator
        if (update.view, update.table) != (narrator.view, narrator.table):
            self.drop()

    def drop(self) -> None:
        """Nothing is offered any more."""
        self._offered = []

    def what(self, words: list[str]) -> list[str]:
        """``what``: about the cards; ``what table``: about the table."""
        narrator = self._narrator
        self._offered = self._ways([word.lower() for word in words] == ["table"])
        if not self._offered:
            return narrator.standing() or [say("term.plain.what.nothing")]
        offers = enumerate(self._offered, 1)
        lines = [numbered.spoken(number, way) for number, way in offers]
        return [*lines, say("term.plain.what.choose")]

    def chosen(self, number: int) -> Way | list[str]:
        """The choice of that number, or why there is none."""
        if not self._offered:
            return [say("term.plain.what.first")]
        last = len(self._offered)
        if not 1 <= number <= last:
            return [say("term.plain.what.range", number=number, last=last)]
        way = self._offered[number - 1]
        self.drop()
        return way

    def _ways(self, about_table: bool) -> list[Way]:
        narrator, me = self._narrator, self._guest.seat
        table, people = narrator.table, narrator.people
        if table is None:
            return []
        if about_table or me is None:
            return table_choices.of_people(table, people, self._host)
        since = self._ticking.since()
        return [
            *numbered.ways(table, narrator.view, me, self._host, self._tiles),
            *table_choices.usual(table, narrator.take_back, me, since),
        ]
