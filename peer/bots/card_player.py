"""Basic Rummy and Gin Rummy on every level."""

from collections.abc import Sequence

from peer.bots import Bot, basic_weights, easy, gin_judge
from peer.bots.basic_judge import Judge
from peer.bots.lots import Lots
from peer.bots.medium import Medium
from peer.bots.memory import Memory
from shared.actions import Action
from shared.errors import ProtocolError
from shared.events import Event
from shared.reasons import Level, Reason
from shared.rulesets.basic_options import Options as Basic
from shared.rulesets.gin_options import Options as Gin
from shared.view import AnyView, View


class CardPlayer(Bot):
    """A computer player at one seat of a table of cards, with a memory of the hand."""

    def __init__(self, level: Level, rules: Basic | Gin, seed: int = 0) -> None:
        self._level = level
        self._lots = Lots(seed)
        self._memory = Memory()
        self._medium = Medium()
        self._gin = gin_judge.MASTER if level == "master" else gin_judge.HARD
        self._judge = None
        if isinstance(rules, Basic):
            self._judge = Judge(rules, basic_weights.of(level, rules))

    def choose(self, view: AnyView, events: Sequence[Event]) -> Action:
        """See :class:`~peer.bots.Bot`."""
        if not isinstance(view, View):
            raise ProtocolError("the host plays with tiles where cards were agreed on")
        self._memory.told(view, events)
        action, self.why = self._chosen(view)
        return action

    def _chosen(self, view: View) -> tuple[Action, Reason | None]:
        match self._level:
            case "easy":
                lots = self._lots.at(view, self._memory)
                return easy.choose(view, self._medium, lots)
            case "medium":
                return self._medium_choice(view)
            case _ if self._judge is not None:
                return self._judge.choose(view, self._memory)
            case _:
                return gin_judge.choose(view, self._memory, self._gin)

    def _medium_choice(self, view: View) -> tuple[Action, Reason | None]:
        action = self._medium.choose(view, ())
        return action, self._medium.why
