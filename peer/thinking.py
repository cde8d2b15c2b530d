"""Asks a computer player off the event loop, and answers when its time is up."""

import asyncio
import logging
from collections.abc import Sequence

from peer.bots import BUDGET, Bot, advice
from peer.bots.reflex import reflex
from shared.actions import Action
from shared.events import Event
from shared.reasons import Reason
from shared.view import AnyView

logger = logging.getLogger(__name__)

MOST = 1.0
"Seconds that no table may exceed."


class Thinking:
    """A computer player in a thread of its own while it thinks.

    It bounds itself by what it counts, so its time is up only on a machine that is far
    too busy. Then something legal is done for it, until it has come to an end.
    """

    def __init__(self, bot: Bot, budget: float = BUDGET) -> None:
        """``budget`` is in seconds."""
        self._bot = bot
        self._budget = min(budget, MOST)
        self._thought: asyncio.Future[Action] | None = None
        self._untold: list[Event] = []

    async def choose(
        self, view: AnyView, events: Sequence[Event]
    ) -> tuple[Action, Reason | None]:
        """What to do, and why.

        Raises:
            ProtocolError: If the player makes no sense of ``view``.
        """
        self._untold += events
        if self._thought is None or self._thought.done():
            story, self._untold = self._untold, []
            thread = asyncio.to_thread(advice, self._bot, view, story)
            self._thought = asyncio.ensure_future(thread)
            self._thought.add_done_callback(_taken_note_of)
            done, _ = await asyncio.wait({self._thought}, timeout=self._budget)
            if done:
                return self._thought.result(), self._bot.why
        logger.warning("x a computer player took more than %s s", self._budget)
        return reflex(view), None


def _taken_note_of(thought: "asyncio.Future[Action]") -> None:
    """A thought that nobody waits for any more may fail without a word."""
    if not thought.cancelled():
        thought.exception()
