"""
The drawn table in the place of the screen in lines: the same seat plays at either.

It stands for screen, console and keyboard of :class:`peer.seat.PlayedSeat`. When the
window is too small, the player can go on in plain lines in the middle of a hand.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import NamedTuple

from peer import clock
from peer.console import Console
from peer.guest import Guest
from peer.keyboard import Keyboard
from peer.news import News
from peer.plain import Plain
from peer.requests import Request
from peer.story import sentence
from peer.tui.app import TableApp
from peer.tui.book import Book
from peer.tui.desk import Desk, Room
from peer.tui.prefs import load_prefs, save_prefs
from shared.errors import IllegalAction, OptionError
from shared.wire import ToGuest


class Lines(NamedTuple):
    """What plays in lines instead."""

    console: Console
    keyboard: Keyboard


class Front:
    """One seat's table in a terminal."""

    def __init__(
        self,
        guest: Guest,
        plain: Plain,
        book: Book,
        *,
        host: bool,
        in_lines: Callable[[], Lines],
    ) -> None:
        """``in_lines`` makes the console and the keyboard for plain lines.

        ``book`` is what a host chooses from.
        """
        self._plain = plain
        self._in_lines = in_lines
        self._lines: Lines | None = None
        self._typed: asyncio.Queue[str | None] = asyncio.Queue()
        self.desk = Desk(
            guest,
            plain,
            load_prefs(),
            host=host,
            now=clock.now,
            book=book,
            keep=save_prefs,
        )
        self.app = TableApp(self.desk, self._typed.put_nowait)

    @asynccontextmanager
    async def shown(self) -> AsyncIterator[None]:
        """Take the terminal, and give it back with the last words on it."""
        running = asyncio.create_task(self._run())
        try:
            yield
        finally:
            if self._lines is None:
                self.app.exit()
            await running
            if self._lines is None:
                self._in_lines().console.show(self.desk.said[-3:])

    async def _run(self) -> None:
        wanted = await self.app.run_async()
        if wanted == "plain":
            self._lines = self._in_lines()
            narrator = self._plain.narrator
            view = narrator.view
            known = [] if view is None else narrator.open_cards(view)
            lines = [*known, narrator.hand(), *narrator.standing()]
            self.show(lines, self._plain.prompt())
        # Whoever waits for a line looks anew where lines come from.
        self._typed.put_nowait(None)

    def show_room(self, code: str, link: str, command: str) -> None:
        """How others come to this table."""
        self.desk.room = Room(code, link, command)
        self._changed()

    # A screen

    def told(self, message: ToGuest) -> list[str]:
        """See :meth:`peer.seat.Screen.told`."""
        if self._lines is not None:
            return self._plain.told(message)
        self.desk.told(message)
        self._changed()
        return []

    def typed(self, line: str) -> Request | list[str]:
        """See :meth:`peer.seat.Screen.typed`."""
        if self._lines is not None:
            return self._plain.typed(line)
        reply = self.desk.typed(line)
        self._changed()
        return reply

    def refused(self, why: OptionError | IllegalAction) -> list[str]:
        """See :meth:`peer.seat.Screen.refused`."""
        return self.notice(str(why))

    def notice(self, text: str) -> list[str]:
        """See :meth:`peer.seat.Screen.notice`."""
        if self._lines is not None:
            return self._plain.notice(text)
        self.desk.hear([sentence(text)])
        self._changed()
        return []

    def news(self, news: News) -> list[str]:
        """See :meth:`peer.seat.Screen.news`."""
        if self._lines is not None:
            return self._plain.news(news)
        self.desk.news(news)
        self._changed()
        return []

    def prompt(self) -> str:
        """See :meth:`peer.seat.Screen.prompt`."""
        return self._plain.prompt()

    def wait(self) -> float | None:
        """See :meth:`peer.seat.Screen.wait`; drawn, the clock is seen anyway."""
        if self._lines is not None:
            return self._plain.wait()
        return None

    def passed(self) -> list[str]:
        """See :meth:`peer.seat.Screen.passed`."""
        return [] if self._lines is None else self._plain.passed()

    @property
    def has_moved_tiles(self) -> bool:
        """See :class:`peer.seat.Screen`."""
        # Drawn, the keys that move them tell the host at once.
        return self._lines is not None and self._plain.has_moved_tiles

    # A console and a keyboard

    def show(self, lines: list[str], prompt: str = "") -> None:
        """See :meth:`peer.console.Console.show`."""
        if self._lines is not None:
            self._lines.console.show(lines, prompt)

    def close(self) -> None:
        """See :meth:`peer.console.Console.close`."""
        if self._lines is not None:
            self._lines.console.close()

    async def line(self) -> str | None:
        """See :meth:`peer.keyboard.Keyboard.line`."""
        if self._lines is None:
            line = await self._typed.get()
            if line is not None or self._lines is None:
                return line
        return await self._lines.keyboard.line()

    def _changed(self) -> None:
        if self.app.is_running:
            self.app.call_later(self.app.show)
