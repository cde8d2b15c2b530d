"""Basic Rummy and Gin Rummy on every level."""

from collections.abc import Sequence

from peer.bots import Bot, gin_judge
from peer.bots.medium import Medium
from peer.bots.memory import Memory
from shared.actions import Action
from shared.events import Event
from shared.reasons import Level
from shared.rulesets.basic_options import Options as Basic
from shared.rulesets.gin_options import Options as Gin
from shared.view import AnyView, View


class CardPlayer(Bot):
    """A computer player at one seat of a table of cards, with a memory of the hand."""

    def __init__(self, level: Level, rules: Basic | Gin, seed: int = 0) -> None:
        self._level = level
        self._rules = rules
        self._seed = seed
        self._memory = Memory()
        self._fallback = Medium()

    def choose(self, view: AnyView, events: Sequence[Event]) -> Action:
        """See :class:`~peer.bots.Bot`."""
        if isinstance(view, View):
            self._memory.told(view, events)
            if view.has_knock and self._level in ("hard", "master"):
                weights = {"hard": gin_judge.HARD, "master": gin_judge.MASTER}
                return gin_judge.choose(view, self._memory, weights[self._level])
        return self._fallback.choose(view, events)
