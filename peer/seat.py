"""A person's seat: what the host says goes to the screen, what is typed to the host."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Literal, Protocol, TypeAlias

from peer.autoplay import Autoplay
from peer.lasting import LastingSession
from peer.news import News
from peer.requests import (
    Company,
    End,
    HandBack,
    HandOver,
    Kick,
    Managed,
    Mute,
    Next,
    Patience,
    Play,
    Quit,
    Request,
    Reset,
    SendAway,
    Settle,
    Start,
)
from peer.session import Session
from shared.actions import Action
from shared.errors import ChannelClosed, IllegalAction, OptionError, ProtocolError
from shared.wire import Bye, Refused, Rejected, ToGuest, Touched, Update, Wish
from shared.words import say

Ending: TypeAlias = Literal["left", "closed", "replaced", "dismissed", "lost"]
"""We left, the host closed the table, our seat was taken up from elsewhere, the host
has taken it or handed it over, or the host is gone without a word."""


class Screen(Protocol):
    """A front end in lines."""

    def told(self, message: ToGuest) -> list[str]:
        """What to show of a message of the host."""

    def typed(self, line: str) -> Request | list[str]:
        """What a line asks the host for, or what answers it."""

    def notice(self, text: str) -> list[str]:
        """What to show of a sentence that is not the host's."""

    def refused(self, why: OptionError | IllegalAction) -> list[str]:
        """What to show of why the table cannot be changed like that."""

    def news(self, news: News) -> list[str]:
        """What to show of what has become of the connection."""

    def prompt(self) -> str:
        """What to write before the cursor."""

    def wait(self) -> float | None:
        """Seconds until :meth:`passed` may have something to show; None: it has not."""

    def passed(self) -> list[str]:
        """What to show because time has passed."""

    @property
    def has_moved_tiles(self) -> bool:
        """Whether the player has begun to change the table, in a turn with tiles."""


class Voice(Protocol):
    """Where the lines of a screen go."""

    def show(self, lines: list[str], prompt: str = "") -> None:
        """See :meth:`peer.console.Console.show`."""

    def close(self) -> None:
        """See :meth:`peer.console.Console.close`."""


class Ear(Protocol):
    """Where lines for a screen come from."""

    async def line(self) -> str | None:
        """See :meth:`peer.keyboard.Keyboard.line`."""


class PlayedSeat:
    """One seat from its hello to its end."""

    def __init__(
        self,
        session: Session | LastingSession,
        screen: Screen,
        console: Voice,
        *,
        keyboard: Ear | None = None,
        autoplay: Autoplay | None = None,
        start: Callable[[], None] | None = None,
        company: Callable[[Company], None] | None = None,
        reset: Callable[[], None] | None = None,
        manage: Callable[[Managed], None] | None = None,
        end: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        """Without a ``keyboard`` only ``autoplay`` acts, until the match is over.

        ``start``, ``company``, ``reset``, ``manage`` and ``end`` are for the host's own
        player: they begin the match, seat a computer player or have one leave, reset
        the scores, change the table, and close it instead of leaving it.
        """
        self._session = session
        self._screen = screen
        self._console = console
        self._keyboard = keyboard
        self._autoplay = autoplay
        self._start = start
        self._company = company
        self._reset = reset
        self._manage = manage
        self._end = end or session.leave
        self._touched: int | None = None
        "The update whose table the host was told to have been changed."

    async def sit_down(self) -> None:
        """Ask for the seat; without one the session is closed.

        Raises:
            SignalingError: If the host has no seat for us, or another version.
            ChannelClosed: If the host went away.
            ProtocolError: If the host broke the protocol.
        """
        try:
            answer = await self._session.sit_down()
        except BaseException:
            await self._session.leave()
            raise
        self._say(self._screen.told(answer))

    async def play(self) -> Ending:
        """Play until somebody leaves; the session is closed then."""
        heard = asyncio.ensure_future(self._session.receive())
        typed = asyncio.ensure_future(self._line())
        try:
            while True:
                # What is typed ahead waits until the host has answered.
                waits = self._session.guest.pending and self._session.is_up
                sources = {heard} if waits else {heard, typed}
                await asyncio.wait(
                    sources, timeout=self._screen.wait(), return_when="FIRST_COMPLETED"
                )
                ending: Ending | None = None
                if heard.done():
                    ending = await self._hear(heard.result())
                    heard = asyncio.ensure_future(self._session.receive())
                elif typed.done():
                    ending = self._do(typed.result())
                    typed = asyncio.ensure_future(self._line())
                if ending is not None:
                    return ending
                self._see_to_time()
        except ChannelClosed as error:
            self.notice(str(error))
            return "lost"
        except ProtocolError as error:
            self.notice(say("term.played.broke", why=str(error)))
            return "lost"
        finally:
            heard.cancel()
            typed.cancel()
            await asyncio.gather(heard, typed, return_exceptions=True)
            await self._end()
            await self._session.close()
            self._console.close()

    def notice(self, text: str) -> None:
        """Show a sentence that is not the host's."""
        self._say(self._screen.notice(text))

    async def _line(self) -> str | None:
        if self._keyboard is None:
            await asyncio.Event().wait()
            return None
        return await self._keyboard.line()

    async def _hear(self, message: ToGuest | News) -> Ending | None:
        if isinstance(message, News):
            self._say(self._screen.news(message))
            return None
        self._say(self._screen.told(message))
        if isinstance(message, Bye):
            if message.code in ("kicked", "handed_over"):
                return "dismissed"
            return "replaced" if message.replaced else "closed"
        if isinstance(message, Refused):
            return "dismissed"
        if self._autoplay is not None:
            if self._is_over():
                return "left"
            if isinstance(message, Update) and message.table.phase != "ended":
                await self._autoplay.told(message)
            elif isinstance(message, Rejected):
                await self._autoplay.refused(message)
        return None

    def _is_over(self) -> bool:
        """Whether the match has ended and all that is recorded of it has come."""
        guest = self._session.guest
        ended = guest.table is not None and guest.table.phase == "ended"
        return ended and (guest.fair is None or guest.fair.settled)

    def _do(self, line: str | None) -> Ending | None:
        if line is None:
            return "left"
        request = self._screen.typed(line)
        match request:
            case list():
                self._say(request)
            case Quit():
                return "left"
            case Start():
                if self._start is None:
                    self.notice(say("term.played.start"))
                else:
                    self._start()
            case Company():
                if self._company is None:
                    self.notice(say("term.played.company"))
                else:
                    self._company(request)
            case Reset():
                self._reset_scores()
            case (
                Settle()
                | Play()
                | Kick()
                | HandOver()
                | HandBack()
                | Patience()
                | SendAway()
                | End()
            ):
                return self._change(request)
            case Mute(who, on):
                if not self._session.guest.mutes.mute(who, on):
                    self.notice(say("term.nobody.mute"))
            case _:
                self._ask(request)
        return None

    def _see_to_time(self) -> None:
        """Say what time has brought, and tell the host of a turn that has begun."""
        if lines := self._screen.passed():
            self._say(lines)
        guest = self._session.guest
        is_timed = guest.table is not None and guest.table.clock is not None
        if is_timed and self._screen.has_moved_tiles and guest.seq != self._touched:
            self._touched = guest.seq
            self._ask(Touched(guest.seq))

    def _ask(self, request: Next | Wish | Action) -> None:
        try:
            if isinstance(request, Next):
                self._session.ready()
            elif isinstance(request, Wish):
                self._session.wish(request)
            else:
                self._session.act(request)
        except ChannelClosed as error:
            self.notice(str(error))  # if it is for good, who hears is told too

    def _reset_scores(self) -> None:
        if self._reset is None:
            self.notice(say("term.played.reset"))
            return
        try:
            self._reset()
        except ValueError as error:
            self.notice(str(error))

    def _change(self, wanted: Managed) -> Ending | None:
        if self._manage is None:
            self.notice(say("term.played.company"))
            return None
        try:
            self._manage(wanted)
        except (OptionError, IllegalAction) as error:
            self._say(self._screen.refused(error))
            return None
        return "left" if isinstance(wanted, End) else None

    def _say(self, lines: list[str]) -> None:
        self._console.show(lines, self._screen.prompt())
