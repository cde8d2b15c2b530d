"""Runs a :class:`~peer.host.Host`: channels, the clock, the computer players."""

import asyncio
import logging
import time
from collections.abc import Callable, Collection, Coroutine, Sequence
from types import TracebackType
from typing import Self, assert_never

from peer.autoplay import run_bot
from peer.bots import BUDGET, Bot
from peer.channel import Channel, MemoryChannel
from peer.fairness import Fairness
from peer.guest import Guest
from peer.host import Host
from peer.journal import Journal
from peer.newcomer import Adviser
from peer.outputs import Advise, HangUp, Keep, Output, Send, Substitute
from peer.places import Peer
from peer.records import RoomOpened
from peer.requests import Company, HandOver, Kick, Managed
from peer.session import Session
from peer.settling import Stand
from peer.table import Table
from peer.tasks import log_failure
from peer.thinking import Thinking
from peer.writer import Writer
from shared.errors import ChannelClosed, IllegalAction, ProtocolError
from shared.events import Seat
from shared.reasons import Level
from shared.wire import Advice
from shared.words import say

logger = logging.getLogger(__name__)

TICK = 1.0
"Seconds between two looks at the clock."

SHORTEST_TICK = 0.005

WARN_AGAIN = 30.0
"Seconds between two warnings of a disk that takes nothing."

BOT_NAMES = ("Ada", "Bert", "Cleo", "Dora", "Emil", "Fay")


class Hosting:
    """A table that lives: ``async with Hosting(host, new_bot) as table``."""

    def __init__(
        self,
        host: Host,
        new_bot: Callable[[], Bot],
        pace: float,
        journal: Journal | None = None,
        warn: Callable[[str], None] = logger.warning,
        levels: Sequence[Level] = ("medium",),
        budget: float = BUDGET,
    ) -> None:
        """``pace`` is how many seconds a computer player takes for an action.

        At most ``budget`` of them it thinks. The first computer player plays as the
        first of ``levels`` says, and so on, then from the front again.

        What the host wants kept is written to the ``journal``; ``warn`` is called with
        a sentence for the host's own player when it cannot be, once each time.
        """
        self.host = host
        self._new_bot = new_bot
        self._pace = pace
        self._levels = levels
        self._budget = budget
        self._writer = Writer(journal, self._do, self._undo)
        self._warn = warn
        self._warned = -WARN_AGAIN
        self._room: RoomOpened | None = None
        self.kicked: Callable[[], None] = lambda: None
        "Called when somebody was kicked, who knows the code."

        self._channels: dict[Peer, Channel] = {}
        self._peers = 0
        self._bots = sum(place.kind == "bot" for place in host.table.places)
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
        self._carry_out(self.host.close())
        await self._writer.done()
        for channel in list(self._channels.values()):
            self._spawn(channel.close(), self._closing)
        await asyncio.gather(*self._closing, return_exceptions=True)

    def resume(self) -> None:
        """The table comes from a journal: its computer players sit down again."""
        self._carry_out(self.host.resumed(time.monotonic()))

    def admit(self, channel: Channel, stands_in: bool = False) -> Peer:
        """Let whoever is at the other end of ``channel`` say hello.

        ``stands_in``: see :meth:`peer.host.Host.connected`.
        """
        self._peers += 1
        peer = self._peers
        self._channels[peer] = channel
        self.host.connected(peer, time.monotonic(), stands_in)
        self._spawn(self._pump(peer, channel), self._tasks)
        return peer

    def own_token(self) -> str | None:
        """What gives the host's own player, who sits first, the seat back."""
        own = self.host.table.places[0]
        return own.token if own.kind == "person" else None

    def open_room(self, room: RoomOpened, then: Callable[[], None]) -> None:
        """Keep where guests come in from now on, and call ``then`` after that."""
        self._room = room
        self._carry_out(self.host.open_room(room))
        self._spawn(self._after_writing(then), self._tasks)

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
            self._add_bot()

    def _add_bot(self, level: Level | None = None) -> None:
        stand = self._next_bot()
        self._carry_out(self.host.seat_bot(stand.name, level or stand.level))
        self._bots += 1

    def _next_bot(self) -> Stand:
        name = BOT_NAMES[self._bots % len(BOT_NAMES)]
        return Stand(name, self._levels[self._bots % len(self._levels)])

    def fill_up(self) -> None:
        """Give every free seat to a computer player; then the match begins."""
        self._carry_out(self.host.free_missed())
        self.add_bots(self.host.free_seats())
        self._carry_out(self.host.begin())

    def company(self, wanted: Company) -> None:
        """One more computer player, or one less, as long as the match has not begun."""
        if not wanted.more:
            self._carry_out(self.host.unseat_bot())
        elif self.host.free_seats():
            self._add_bot(wanted.level)

    def manage(self, wanted: Managed) -> None:
        """Change the table as its host's own player, who sits first, wants it.

        Raises:
            OptionError: If there is no such term, option, value or game.
            IllegalAction: If it cannot be now, or not at this seat.
        """
        if isinstance(wanted, Kick | HandOver) and wanted.seat == 0:
            raise IllegalAction("own_seat")
        self._carry_out(self.host.manage(wanted, self._next_bot(), time.monotonic()))
        self._bots += isinstance(wanted, Kick | HandOver)
        if isinstance(wanted, Kick):
            self.kicked()

    def reset_scores(self) -> None:
        """See :meth:`peer.host.Host.reset_scores`."""
        self._carry_out(self.host.reset_scores())

    def _run_bot(self, token: str) -> None:
        fair = Fairness(self.host.table.decks.secret("computer players"))
        guest = Guest(name="", token=token, fair=fair)
        ours, theirs = MemoryChannel.pair()
        self.admit(ours, stands_in=True)
        session = Session(guest, theirs)
        playing = run_bot(session, self._new_bot(), self._pace, self._budget)
        self._spawn(playing, self._tasks)

    async def _advise(self, peer: Peer, seat: Seat) -> None:
        adviser, seen = Adviser(), self.host.seen_by(seat)
        if seen.view is None or not seen.view.can:
            return
        adviser.meet(seen.table, seat)
        action, _ = await Thinking(adviser, self._budget).choose(seen.view, ())
        self._carry_out(self.host.advise(peer, Advice(seen.seq, action)))

    def _carry_out(self, outputs: Sequence[Output]) -> None:
        self._writer.put(outputs)

    def _do(self, output: Output) -> None:
        match output:
            case Send(peer, text):
                self._send(peer, text)
            case HangUp(peer):
                channel = self._channels.pop(peer, None)
                if channel is not None:
                    self._spawn(channel.close(), self._closing)
            case Substitute(token):
                self._run_bot(token)
            case Advise(peer, seat):
                self._spawn(self._advise(peer, seat), self._tasks)
            case Keep():
                pass  # the writer has seen to it
            case _:
                assert_never(output)

    def _undo(self, before: Table, why: str, unwelcomed: Collection[Peer]) -> None:
        now = time.monotonic()
        if now - self._warned >= WARN_AGAIN:
            self._warned = now
            self._warn(say("host.unsaved", why=why))
        self._carry_out(self.host.undo(before, why, now, unwelcomed))

    async def _after_writing(self, then: Callable[[], None]) -> None:
        await self._writer.done()
        then()

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
            await asyncio.sleep(self._until_tick(time.monotonic()))
            self._carry_out(self.host.tick(time.monotonic()))
            if self._room is not None and self.host.table.room != self._room:
                self._carry_out(self.host.open_room(self._room))  # it could not be kept

    def _until_tick(self, now: float) -> float:
        """Seconds to sleep: a clock at zero is not kept waiting."""
        zero = self.host.zero(now)
        return TICK if zero is None else min(TICK, max(SHORTEST_TICK, zero - now))

    def _spawn(
        self, work: Coroutine[None, None, None], tasks: set[asyncio.Task[None]]
    ) -> None:
        task = asyncio.ensure_future(work)
        tasks.add(task)
        task.add_done_callback(tasks.discard)
        task.add_done_callback(log_failure)
