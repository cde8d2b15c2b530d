"""Runs a :class:`~peer.host.Host`: channels, the clock, the computer players."""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from types import TracebackType
from typing import Self

from peer.autoplay import run_bot
from peer.bots import Bot
from peer.channel import Channel, MemoryChannel
from peer.guest import Guest
from peer.host import Host
from peer.outputs import HangUp, Output, Send, Substitute
from peer.places import Peer
from peer.session import Session
from peer.tasks import log_failure
from shared.errors import ChannelClosed, ProtocolError

logger = logging.getLogger(__name__)

TICK = 1.0
"Seconds between two looks at the clock."

BOT_NAMES = ("Ada", "Bert", "Cleo", "Dora", "Emil", "Fay")


class Hosting:
    """A table that lives: ``async with Hosting(host, new_bot) as table``."""

    def __init__(self, host: Host, new_bot: Callable[[], Bot], pace: float) -> None:
        """``pace`` is how many seconds a computer player takes for an action."""
        self.host = host
        self._new_bot = new_bot
        self._pace = pace
        self._channels: dict[Peer, Channel] = {}
        self._peers = 0
        self._bots = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self._closing: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        self._spawn(self._tick(), self._tasks)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def close(self) -> None:
        """Say goodbye to everybody. Harmless when repeated."""
        self._carry_out(self.host.close("the host has closed the table"))
        for channel in list(self._channels.values()):
            self._spawn(channel.close(), self._closing)
        await asyncio.gather(*self._closing, return_exceptions=True)

    def admit(self, channel: Channel) -> None:
        """Let whoever is at the other end of ``channel`` say hello."""
        self._peers += 1
        self._channels[self._peers] = channel
        self.host.connected(self._peers, time.monotonic())
        self._spawn(self._pump(self._peers, channel), self._tasks)

    def tokens(self) -> tuple[str, ...]:
        """See :meth:`peer.host.Host.tokens`."""
        return self.host.tokens()

    def suspect(self, channel: Channel) -> None:
        """There is a hint that the other end of ``channel`` may be gone."""
        for peer, known in self._channels.items():
            if known is channel:
                self._carry_out(self.host.suspect(peer, time.monotonic()))
                return

    def own_channel(self) -> Channel:
        """A channel to this table from inside this process."""
        ours, theirs = MemoryChannel.pair()
        self.admit(ours)
        return theirs

    def add_bots(self, count: int) -> None:
        """Give ``count`` free seats to computer players."""
        for _ in range(count):
            token = self.host.seat_bot(BOT_NAMES[self._bots % len(BOT_NAMES)])
            self._bots += 1
            self._run_bot(token)

    def fill_up(self) -> None:
        """Give every free seat to a computer player; then the match begins."""
        self.add_bots(self.host.free_seats())

    def reset_scores(self) -> None:
        """See :meth:`peer.host.Host.reset_scores`."""
        self._carry_out(self.host.reset_scores())

    def _run_bot(self, token: str) -> None:
        session = Session(Guest(name="", token=token), self.own_channel())
        self._spawn(run_bot(session, self._new_bot(), self._pace), self._tasks)

    def _carry_out(self, outputs: list[Output]) -> None:
        for output in outputs:
            match output:
                case Send(peer, text):
                    self._send(peer, text)
                case HangUp(peer):
                    channel = self._channels.pop(peer, None)
                    if channel is not None:
                        self._spawn(channel.close(), self._closing)
                case Substitute(token):
                    self._run_bot(token)

    def _send(self, peer: Peer, text: str) -> None:
        channel = self._channels.get(peer)
        if channel is not None:
            logger.debug("> peer %d: %s", peer, text)
            try:
                channel.send(text)
            except ChannelClosed:
                pass  # its pump is about to notice and to tell the host

    async def _pump(self, peer: Peer, channel: Channel) -> None:
        try:
            while True:
                text = await channel.receive()
                logger.debug("< peer %d: %s", peer, text)
                now = time.monotonic()
                self._carry_out(self.host.received(peer, text, now))
                await asyncio.sleep(0)  # so that others can take in what it led to
        except (ChannelClosed, ProtocolError) as error:
            logger.debug("x peer %d: %s", peer, error)
        finally:
            self._channels.pop(peer, None)
            self._carry_out(self.host.gone(peer, time.monotonic()))
            await channel.close()

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            self._carry_out(self.host.tick(time.monotonic()))

    def _spawn(
        self, work: Coroutine[None, None, None], tasks: set[asyncio.Task[None]]
    ) -> None:
        task = asyncio.ensure_future(work)
        tasks.add(task)
        task.add_done_callback(tasks.discard)
        task.add_done_callback(log_failure)
