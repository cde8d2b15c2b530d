"""Rummikub on every level."""

from collections.abc import Sequence

from peer.bots import Bot, tile_judge
from peer.bots.medium import Medium
from peer.bots.tile_judge import Choice
from shared.actions import Action
from shared.events import Event
from shared.reasons import Level
from shared.rulesets.rummikub_options import Options
from shared.view import AnyView, TileView


class TilePlayer(Bot):
    """A computer player at one seat of a table of tiles."""

    def __init__(self, level: Level, rules: Options, seed: int = 0) -> None:
        self._level = level
        self._rules = rules
        self._seed = seed

    def choose(self, view: AnyView, events: Sequence[Event]) -> Action:
        """See :class:`~peer.bots.Bot`."""
        if not isinstance(view, TileView):
            return Medium().choose(view, events)
        choice = self._choice(view)
        self.why = choice.reason
        return choice.action

    def _choice(self, view: TileView) -> Choice:
        match self._level:
            case "easy":
                return tile_judge.easy(view, self._seed)
            case "medium":
                return tile_judge.medium(view)
            case "hard":
                return tile_judge.hard(view, self._rules)
            case "master":
                return tile_judge.master(view, self._rules)
