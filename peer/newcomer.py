"""A computer player that learns from the host what is played, and how well."""

from collections.abc import Sequence

from peer.bots import Bot
from peer.bots.levels import USUAL, Rules, computer_player
from peer.bots.medium import Medium
from shared.actions import Action
from shared.errors import OptionError, ProtocolError
from shared.events import Event, Seat
from shared.reasons import Level
from shared.ruleset import find_ruleset
from shared.tableview import TableView
from shared.view import AnyView


class Newcomer(Bot):
    """One that sits down at any table."""

    def __init__(self, level: Level | None = None, seed: int = 0) -> None:
        """Without a ``level`` it plays as the host says of its seat."""
        self._level = level
        self._seed = seed
        self._player: Bot = Medium()
        self._known: tuple[object, ...] = ()

    def meet(self, table: TableView, seat: Seat) -> None:
        """See :class:`~peer.bots.Bot`.

        Raises:
            ProtocolError: If this program does not know the game.
        """
        level = self._level or table.seats[seat].level or USUAL
        known = (table.game, table.preset, table.options, level)
        if known == self._known:
            return
        try:
            rules: Rules = find_ruleset(table.game, table.preset, table.options)  # type: ignore[assignment]
        except OptionError as error:
            raise ProtocolError(f"the host plays an unknown game: {error}") from error
        self._known = known
        self._player = computer_player(level, rules, self._seed)

    def choose(self, view: AnyView, events: Sequence[Event]) -> Action:
        """See :class:`~peer.bots.Bot`."""
        action = self._player.choose(view, events)
        self.why = self._player.why
        return action


class Adviser(Newcomer):
    """One that gives hints, by the best player there is to learn from.

    The best with tiles holds them back for most of a hand, which would be no hint.
    """

    def meet(self, table: TableView, seat: Seat) -> None:
        """See :class:`~peer.bots.Bot`.

        Raises:
            ProtocolError: If this program does not know the game.
        """
        self._level = "hard" if table.game == "rummikub" else "master"
        super().meet(table, seat)
