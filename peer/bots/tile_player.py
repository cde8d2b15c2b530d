"""Rummikub on every level."""

from collections.abc import Sequence

from peer.bots import Bot
from peer.bots.medium import Medium
from shared.actions import Action
from shared.events import Event
from shared.reasons import Level
from shared.rulesets.rummikub_options import Options
from shared.view import AnyView


class TilePlayer(Bot):
    """A computer player at one seat of a table of tiles."""

    def __init__(self, level: Level, rules: Options, seed: int = 0) -> None:
        self._level = level
        self._rules = rules
        self._seed = seed
        self._player = Medium()

    def choose(self, view: AnyView, events: Sequence[Event]) -> Action:
        """See :class:`~peer.bots.Bot`."""
        return self._player.choose(view, events)
