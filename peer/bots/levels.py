"""Computer players by level: easy, medium, hard, master, in every game."""

from collections.abc import Sequence
from typing import Literal, TypeAlias, get_args

from peer.bots import Bot, gin_judge
from peer.bots.medium import Medium
from peer.bots.memory import Memory
from shared.actions import Action
from shared.events import Event
from shared.view import AnyView, View

Level: TypeAlias = Literal["easy", "medium", "hard", "master"]

LEVELS: tuple[Level, ...] = get_args(Level)
"From a child's first game up."


def computer_player(level: Level, seed: int = 0) -> Bot:
    """A computer player for one seat; where it draws lots, ``seed`` decides."""
    return Medium() if level == "medium" else _Attentive(level)


class _Attentive:
    """One that remembers what went by."""

    def __init__(self, level: Level) -> None:
        self._level = level
        self._memory = Memory()
        self._fallback = Medium()

    def choose(self, view: AnyView, events: Sequence[Event]) -> Action:
        """See :meth:`peer.bots.Bot.choose`."""
        if isinstance(view, View):
            self._memory.told(view, events)
            if view.has_knock and self._level != "easy":
                weights = {"hard": gin_judge.HARD, "master": gin_judge.MASTER}
                return gin_judge.choose(view, self._memory, weights[self._level])
        return self._fallback.choose(view, events)
