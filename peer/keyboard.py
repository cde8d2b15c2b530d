"""Lines from standard input that block neither the loop nor the end of the program."""

import asyncio
import codecs
import os
import sys
import threading


class Keyboard:
    """Reads in a thread of its own: works on a terminal, a pipe, and on Windows."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        # A daemon on the bare descriptor: one that holds the lock of sys.stdin would
        # break the interpreter's shutdown.
        threading.Thread(target=self._read, daemon=True).start()

    async def line(self) -> str | None:
        """The next line without its end; None when there will be no more."""
        return await self._lines.get()

    def _read(self) -> None:
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        rest = ""
        try:
            while data := os.read(sys.stdin.fileno(), 4096):
                *lines, rest = (rest + decoder.decode(data)).split("\n")
                for line in lines:
                    self._put(line.rstrip("\r"))
            if rest:
                self._put(rest)
            self._put(None)
        except (OSError, ValueError):
            self._put(None)

    def _put(self, line: str | None) -> None:
        try:
            self._loop.call_soon_threadsafe(self._lines.put_nowait, line)
        except RuntimeError:
            pass  # the loop is closed: nobody wants to know any more
