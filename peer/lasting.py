"""A guest's session that outlives its connections."""

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any

from peer import clock
from peer.channel import Channel, Inbox
from peer.comeback import USUAL, Comeback, Rhythm, State
from peer.guest import Guest
from peer.news import BACK, LOST, MOVED, SUSPECT, WELL, News, not_yet
from peer.pauses import Pauses
from peer.redial import may_pass
from peer.session import SaidBye, Session
from peer.sides import NotProven, UnknownSeat, VersionMismatch
from peer.tasks import log_failure
from peer.whereabouts import Moves, own_address
from shared.actions import Action
from shared.errors import ChannelClosed, ProtocolError, RummyError, SignalingError
from shared.reasons import Reason
from shared.wire import Bye, Refused, Relocated, ToGuest, Waits, Welcome, Wish
from shared.words import say

logger = logging.getLogger(__name__)

Dial = Callable[[str | None], Awaitable[Channel]]
"Reaches the host anew for who holds the token."


class LastingSession:
    """Like a :class:`~peer.session.Session`, but it comes back when it is lost.

    When the host falls silent a second connection is built beside the first, and
    whichever works first is kept. It ends when the host says goodbye, gives the seat to
    somebody else or does not know it any more, or when we have tried for long.
    """

    def __init__(
        self,
        guest: Guest,
        channel: Channel,
        dial: Dial,
        *,
        seated: Callable[[str], None] = lambda token: None,
        relocated: Callable[[str, str], None] = lambda room, secret: None,
        hint: asyncio.Event | None = None,
        rhythm: Rhythm = USUAL,
        now: Callable[[], float] = clock.now,
        pauses: Pauses | None = None,
        whereabouts: Callable[[], str] = own_address,
    ) -> None:
        """``channel`` is open and proven, and so is what ``dial`` returns.

        ``seated`` is called with the token of each welcome, and again when the table
        has another code, with which ``relocated`` is called; ``hint`` is set whenever
        the host may be gone, or back, as others say.
        """
        self.guest = guest
        self._dial = dial
        self._seated = seated
        self._relocated = relocated
        self._hint = hint or asyncio.Event()
        self._rhythm = rhythm
        self._now = now
        self._moves = Moves(whereabouts)
        self._comeback = Comeback(now(), rhythm, pauses or Pauses())
        self._line: Session | None = self._session(channel)
        self._inbox = Inbox[ToGuest | News]()
        self._wake = asyncio.Event()
        self._changing = False
        "The host is being asked for our seat on a new connection."

        self._why = ""
        "The last try failed because of this."

        self._hearing: asyncio.Task[None] | None = None
        self._tending: asyncio.Task[None] | None = None
        self._trying: asyncio.Task[None] | None = None
        self._closing: set[asyncio.Task[None]] = set()

    @property
    def is_up(self) -> bool:
        """Whether what is asked for may reach the host now, as far as we know."""
        return self._comeback.state == "well"

    async def sit_down(self) -> Welcome | Waits:
        """See :meth:`peer.session.Session.sit_down`."""
        assert self._line is not None
        answer = await self._line.sit_down()
        self._remember(answer)
        self._comeback.back(self._now())
        self._follow(self._line)
        self._tending = self._spawn(self._tend())
        return answer

    async def receive(self) -> ToGuest | News:
        """The next message of the host, or what has become of the connection.

        Raises:
            ChannelClosed: If there is none any more, and why.
            ProtocolError: If the host broke the protocol.
        """
        return await self._inbox.get()

    def act(self, action: Action, why: Reason | None = None) -> None:
        """Ask the host for ``action``, and again if it does not answer.

        Raises:
            ChannelClosed: If there is no connection now.
        """
        line = self._on_line()
        with suppress(ChannelClosed):  # the guest knows what to ask again
            line.act(action, why)

    def ready(self) -> None:
        """Ask for the next hand.

        Raises:
            ChannelClosed: If there is no connection now.
        """
        line = self._on_line()
        with suppress(ChannelClosed):
            line.ready()

    def wish(self, wish: Wish) -> None:
        """See :meth:`peer.session.Session.wish`."""
        self._on_line().wish(wish)

    async def leave(self) -> None:
        """Say goodbye, if anybody listens, and end."""
        if self._line is not None:
            await self._line.leave()
        await self.close()

    async def close(self) -> None:
        """End without a word: the host keeps the seat for a while."""
        self._inbox.end(ChannelClosed(say("term.lasting.left")))
        tasks = [t for t in (self._tending, self._trying, self._hearing) if t]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._line is not None:
            await self._line.close()
        await asyncio.gather(*self._closing, return_exceptions=True)

    # The connection we have

    def _session(self, channel: Channel) -> Session:
        return Session(self.guest, channel, self._rhythm.beat, self._now)

    def _on_line(self) -> Session:
        if self._line is None:
            raise ChannelClosed(say("term.lasting.notnow"))
        return self._line

    def _follow(self, line: Session) -> None:
        self._line = line
        self._hearing = self._spawn(self._hear(line))

    async def _hear(self, line: Session) -> None:
        """Pass on what the host says, until the connection or the table ends."""
        try:
            message: ToGuest | None = None
            while not isinstance(message, Bye | Refused):
                message = await line.receive()
                self._remember(message)
                await self._tell(message)
            self._end(ChannelClosed(str(message)))
        except ChannelClosed:
            self._drop()
            await self._lost()
            self._wake.set()
        except ProtocolError as error:
            self._end(error)

    def _remember(self, message: ToGuest) -> None:
        if isinstance(message, Relocated):
            self._relocated(message.room, message.secret)
        if isinstance(message, Welcome | Relocated) and self.guest.token is not None:
            self._seated(self.guest.token)

    def _drop(self) -> None:
        """Let go of the connection we have."""
        line, self._line = self._line, None
        if line is not None:
            self._closing.add(self._spawn(line.close()))

    async def _lost(self) -> None:
        before = self._comeback.state
        self._comeback.lost(self._now())
        if before != "lost":
            await self._tell(LOST)

    # The connection we may need

    async def _tend(self) -> None:
        """Look at the clock until the table ends."""
        while True:
            try:
                async with asyncio.timeout(self._rhythm.look):
                    await self._wake.wait()
            except TimeoutError:
                pass
            self._wake.clear()
            if self._moves.again():
                await self._moved()
            if self._hint.is_set():
                self._ask()
            before, now = self._comeback.state, self._now()
            heard = -math.inf if self._line is None else self._line.heard
            if self._comeback.look(now, heard):
                self._stop_trying()
            await self._changed(before)
            if self._comeback.is_hopeless(now):
                self._end(ChannelClosed(say("term.lasting.givenup")))
                return
            if self._comeback.is_due(now) and self._trying is None:
                self._trying = self._spawn(self._try())

    async def _moved(self) -> None:
        """What ran over the old address may hang for long."""
        if self._comeback.state == "well":
            await self._tell(MOVED)
        self._comeback.doubt(self._now())
        self._stop_trying()

    def _ask(self) -> None:
        """The signaling server may be wrong about the host, so it is asked itself."""
        self._hint.clear()
        if self._line is not None:
            self._line.ask()
        self._comeback.hint(self._now())

    def _stop_trying(self) -> None:
        if self._trying is not None and not self._changing:
            self._trying.cancel()

    async def _changed(self, before: State) -> None:
        match before, self._comeback.state:
            case "well", "suspect":
                await self._tell(SUSPECT)
            case _, "well" if before != "well":
                self._stop_trying()
                await self._tell(WELL)
            case _, "lost" if before != "lost":
                if self._hearing is not None:
                    self._hearing.cancel()
                self._drop()
                await self._tell(LOST)

    async def _try(self) -> None:
        """Reach the host once more, and sit down there."""
        try:
            await self._change_to(await self._dial(self.guest.token))
            self._why = ""
        except RummyError as error:
            if _is_final(error):
                final = say("term.lasting.final", why=str(error))
                self._end(ChannelClosed(final))
                return
            wish = error.retry_after if isinstance(error, SignalingError) else None
            self._comeback.failed(self._now(), wish)
            if str(error) != self._why:
                self._why = str(error)
                await self._tell(not_yet(self._why))
        finally:
            self._trying = None

    async def _change_to(self, channel: Channel) -> None:
        """Have our seat on ``channel`` from now on; the host hangs up on the other."""
        self._changing = True
        if self._hearing is not None:
            self._hearing.cancel()
        self._drop()
        line = self._session(channel)
        try:
            answer = await line.sit_down()
        except BaseException as error:
            await self._lost()
            await line.close()
            if isinstance(error, SignalingError | ProtocolError):
                raise SaidBye(str(error)) from error
            raise
        finally:
            self._changing = False
        self._remember(answer)
        self._comeback.back(self._now())
        await self._tell(BACK)
        await self._tell(answer)
        self._follow(line)

    # The end

    async def _tell(self, what: ToGuest | News) -> None:
        if isinstance(what, News):
            logger.info("= %s", what.state)
        await self._inbox.room()
        self._inbox.put(what)

    def _end(self, why: RummyError) -> None:
        """Nothing comes any more; whoever receives is told why and closes us."""
        self._inbox.end(why)
        for task in (self._tending, self._trying):
            if task is not None and task is not asyncio.current_task():
                task.cancel()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        task.add_done_callback(self._closing.discard)
        task.add_done_callback(log_failure)
        return task


def _is_final(error: RummyError) -> bool:
    """Whether no other try can end differently."""
    if isinstance(error, SignalingError):
        return not may_pass(error)
    return isinstance(error, NotProven | UnknownSeat | VersionMismatch | SaidBye)
