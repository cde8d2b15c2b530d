"""Lots that are drawn alike whenever the same seat sees the same."""

import random

from peer.bots.memory import Memory
from shared.view import View


class Lots:
    """Chance that follows from a seed and what is seen: a match can be replayed."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def at(self, view: View, memory: Memory) -> random.Random:
        """The lots for one choice."""
        seen = (memory.turns, view.seat, view.phase, *view.hand, view.upcard)
        return random.Random(f"{self._seed} {seen}")
