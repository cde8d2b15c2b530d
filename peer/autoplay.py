"""A computer player in a seat: what it does about each update of the host."""

import asyncio
from contextlib import suppress

from peer.bots import BUDGET, Bot
from peer.session import Conversation, Session
from peer.thinking import Thinking
from shared.errors import ChannelClosed, SignalingError
from shared.events import Event
from shared.wire import Rejected, Update


class Autoplay:
    """Plays the seat of a session, at a pace that people can follow."""

    def __init__(
        self, session: Conversation, bot: Bot, pace: float, budget: float = BUDGET
    ) -> None:
        """``pace`` is in seconds for each action, ``budget`` what it may think."""
        self._session = session
        self._bot = bot
        self._thinking = Thinking(bot, budget)
        self._pace = pace
        self._story: list[Event] = []
        self._update: Update | None = None

    async def told(self, update: Update) -> None:
        """Act, ask for the next hand, or wait, whatever ``update`` calls for.

        If the host went away meanwhile, the session's next message tells.
        """
        self._update = update
        self._story.extend(update.events)
        with suppress(ChannelClosed):
            await self._answer(update)

    async def refused(self, rejected: Rejected) -> None:
        """Act anew if what we asked for came too late, as after a lost connection."""
        if self._update is not None and rejected.code in ("stale", "no_hand"):
            with suppress(ChannelClosed):
                await self._answer(self._update)

    def _is_old(self, update: Update) -> bool:
        """Whether there is a newer one already, which we are told next."""
        return update.seq != self._session.guest.seq

    async def _answer(self, update: Update) -> None:
        seat = self._session.guest.seat
        if self._session.guest.pending or self._is_old(update) or seat is None:
            return
        if update.view is not None and update.view.can:
            await asyncio.sleep(self._pace)
            if self._is_old(update):
                return
            story, self._story = self._story, []
            self._bot.meet(update.table, seat)
            action, why = await self._thinking.choose(update.view, story)
            if not self._is_old(update):
                self._session.act(action, why)
        elif update.table.phase in ("between", "ended"):
            if not update.table.seats[seat].ready:
                self._session.ready()


async def run_bot(
    session: Session, bot: Bot, pace: float, budget: float = BUDGET
) -> None:
    """Let ``bot`` play the seat of ``session`` until the table closes."""
    player = Autoplay(session, bot, pace, budget)
    try:
        await session.sit_down()
        while True:
            message = await session.receive()
            if isinstance(message, Update):
                await player.told(message)
    except (ChannelClosed, SignalingError):
        pass  # the table closed, or the seat's own player is back
    finally:
        await session.close()
