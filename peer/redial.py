"""Coming back to a signaling server that was lost, not all at the same moment."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from random import SystemRandom

from peer.meet import Meeting
from shared.errors import SignalingError

logger = logging.getLogger(__name__)

FIRST_PAUSE = 0.5
LONGEST_PAUSE = 5.0
"Seconds between two tries, when nothing else is known."

LONGEST_WISH = 60.0
"Seconds that a server may ask us to stay away."

_chance = SystemRandom()


class Pauses:
    """How long to wait before each try: longer every time, and for nobody the same."""

    def __init__(
        self,
        first: float = FIRST_PAUSE,
        longest: float = LONGEST_PAUSE,
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
        """It worked: begin with short pauses again."""
        self._next = self._first


def may_pass(error: SignalingError) -> bool:
    """Whether another try can make sense: the server or its network may come back.

    A room that is unknown may be one whose host has not come back yet.
    """
    passing = error.code in ("away", "limit", "full", "unknown_room")
    return passing or error.retry_after is not None


async def enter_again(
    enter: Callable[[], Awaitable[Meeting]],
    lost: SignalingError,
    pauses: Pauses | None = None,
) -> Meeting:
    """Try to ``enter`` a room until it works; ``lost`` is why we are not there.

    Raises:
        SignalingError: If it never will.
    """
    pauses = pauses or Pauses()
    while True:
        await asyncio.sleep(pauses.next(lost.retry_after))
        try:
            return await enter()
        except SignalingError as error:
            if not may_pass(error):
                raise
            logger.debug("x not yet: %s", error.code)
            lost = error
