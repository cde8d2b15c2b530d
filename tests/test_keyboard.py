"""Standard input by lines and by keys, never more of it than is used."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from peer.keyboard import QUEUE, Keyboard


class Echo:
    def __init__(self) -> None:
        self.shown: list[str] = []
        self.many = asyncio.Event()
        "More lines have come than may be typed ahead."

    def typing(self, text: str) -> None:
        self.shown.append(text)

    def entered(self) -> None:
        self.shown.append("<enter>")
        if self.shown.count("<enter>") > QUEUE:
            self.many.set()


class Typed:
    """A keyboard, and our end of what it reads."""

    def __init__(self, *, by_key: bool) -> None:
        self.theirs, self._ours = os.pipe()
        self.echo = Echo()
        self.keyboard = Keyboard(self.theirs, self.echo, by_key=by_key)

    def type(self, data: bytes) -> None:
        os.write(self._ours, data)

    def end(self) -> None:
        """Nothing more will be typed."""
        os.close(self._ours)


@asynccontextmanager
async def typed(*, by_key: bool) -> AsyncIterator[Typed]:
    typed = Typed(by_key=by_key)
    yield typed
    # Its descriptor is closed when nobody reads from it any more.
    assert await typed.keyboard.line() is None
    os.close(typed.theirs)


async def test_lines_of_a_pipe() -> None:
    async with typed(by_key=False) as pipe:
        pipe.type(b"dr")
        pipe.type("aw\r\n7♥\n\n".encode() + b"\xff\n")
        heard = [await pipe.keyboard.line() for _ in range(4)]
        assert heard == ["draw", "7♥", "", "�"]
        assert pipe.echo.shown == ["<enter>"] * 4
        pipe.end()


async def test_keys_are_shown_as_they_come() -> None:
    async with typed(by_key=True) as pipe:
        pipe.type(b"dr\x7f\nhi")
        assert await pipe.keyboard.line() == "d"
        pipe.type(b"t\n\x04")
        assert await pipe.keyboard.line() == "hit"
        assert await pipe.keyboard.line() is None
        shown = "".join(pipe.echo.shown)
        assert shown.replace("hihit", "hit").startswith("d<enter>hi")
        pipe.end()


async def test_the_last_line_may_have_no_end() -> None:
    async with typed(by_key=False) as pipe:
        pipe.type(b"quit")
        pipe.end()
        assert await pipe.keyboard.line() == "quit"


async def test_input_without_end_is_read_no_faster_than_it_is_used() -> None:
    async with typed(by_key=False) as pipe:
        pipe.type(b"\n" * 4 * QUEUE)
        assert await pipe.keyboard.line() == ""
        await pipe.echo.many.wait()
        for _ in range(QUEUE):
            await asyncio.sleep(0)
        assert pipe.echo.shown.count("<enter>") <= QUEUE + 2
        for _ in range(4 * QUEUE - 1):
            assert await pipe.keyboard.line() == ""
        pipe.end()
