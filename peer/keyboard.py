"""Lines from standard input that block neither the loop nor the end of the program."""

import asyncio
import codecs
import os
import sys
import threading
from collections.abc import Coroutine, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from typing import Protocol

from peer.lineedit import Line

QUEUE = 64
"Lines that may be typed ahead."


class Echo(Protocol):
    """Where a person sees what is typed."""

    def typing(self, text: str) -> None:
        """This has been typed and not been entered."""

    def entered(self) -> None:
        """The line is finished."""


class Keyboard:
    """Reads in a thread of its own: works on a terminal, a pipe, and on Windows."""

    def __init__(self, descriptor: int, echo: Echo, *, by_key: bool) -> None:
        """``by_key``: inside :func:`keys_one_by_one`, so ``echo`` shows each key."""
        self._descriptor = descriptor
        self._loop = asyncio.get_running_loop()
        self._lines: asyncio.Queue[str | None] = asyncio.Queue(QUEUE)
        self._echo = echo
        self._by_key = by_key
        self._line = Line()
        self._rest = ""
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        # A daemon on the bare descriptor: one that holds the lock of sys.stdin would
        # break the interpreter's shutdown.
        threading.Thread(target=self._read, daemon=True).start()

    async def line(self) -> str | None:
        """The next line without its end; None when there will be no more."""
        return await self._lines.get()

    def _read(self) -> None:
        take = self._keys if self._by_key else self._text
        try:
            while data := os.read(self._descriptor, 4096):
                self._wait_for(take(data))
        except (OSError, ValueError):
            pass  # no standard input, or none any more
        except CancelledError:
            return  # nobody wants to know any more
        with suppress(CancelledError):
            self._wait_for(self._end())

    def _wait_for(self, work: Coroutine[None, None, None]) -> None:
        """Have the loop do ``work``; input that comes faster than it is used waits."""
        try:
            asyncio.run_coroutine_threadsafe(work, self._loop).result()
        except RuntimeError:  # the loop is closed
            work.close()
            raise CancelledError from None

    async def _text(self, data: bytes) -> None:
        *lines, self._rest = (self._rest + self._decode(data)).split("\n")
        for line in lines:
            self._echo.entered()
            await self._lines.put(line.rstrip("\r"))

    async def _keys(self, data: bytes) -> None:
        for line in self._line.feed(self._decode(data)):
            self._echo.typing(line or "")
            self._echo.entered()
            await self._lines.put(line)
        self._echo.typing(self._line.text)

    async def _end(self) -> None:
        if self._rest:
            await self._lines.put(self._rest)
        await self._lines.put(None)


@contextmanager
def keys_one_by_one() -> Iterator[None]:
    """Have the terminal hand over each key at once and show none of them itself."""
    import termios

    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    now = termios.tcgetattr(terminal)
    now[3] &= ~(termios.ICANON | termios.ECHO)
    termios.tcsetattr(terminal, termios.TCSADRAIN, now)
    try:
        yield
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)
