"""How long to wait between two tries."""

from collections.abc import Callable
from random import SystemRandom

FIRST = 0.5
LONGEST = 4.0
"""Seconds between two tries, when nothing else is known. Who comes back has to be there
within five seconds of the network, and a try takes a while too."""

LONGEST_WISH = 60.0
"Seconds that a server may ask us to stay away."

_chance = SystemRandom()


class Pauses:
    """Longer every time, and for nobody the same: not all come back at one moment."""

    def __init__(
        self,
        first: float = FIRST,
        longest: float = LONGEST,
        random: Callable[[], float] = _chance.random,
    ) -> None:
        """``random`` gives numbers from 0 to 1."""
        self._first = self._next = first
        self._longest = longest
        self._random = random

    def next(self, wish: float | None = None) -> float:
        """Seconds to wait now; not less than the server's ``wish``."""
        pause = self._next * (0.5 + self._random() / 2)
        self._next = min(2 * self._next, self._longest)
        if wish is None:
            return pause
        return max(pause, min(wish, LONGEST_WISH) * (1 + self._random() / 4))

    def reset(self) -> None:
        """Begin with short ones again."""
        self._next = self._first
