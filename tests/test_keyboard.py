"""Standard input by lines and by keys, never more of it than is used."""

import asyncio
import os
from collections.abc import AsyncIterator

import pytest

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


Pipe = tuple[int, int]


@pytest.fixture
async def pipe() -> AsyncIterator[Pipe]:
    """Our end of a pipe, and the end that is the standard input."""
    theirs, ours = os.pipe()
    yield ours, theirs
    os.close(ours)
    # The reader sees the end before its descriptor is closed.
    await asyncio.to_thread(os.read, theirs, 1)
    os.close(theirs)


async def test_lines_of_a_pipe(pipe: Pipe) -> None:
    ours, theirs = pipe
    echo = Echo()
    keyboard = Keyboard(theirs, echo, by_key=False)
    os.write(ours, b"dr")
    os.write(ours, "aw\r\n7♥\n\n".encode() + b"\xff\n")
    assert [await keyboard.line() for _ in range(4)] == ["draw", "7♥", "", "�"]
    assert echo.shown == ["<enter>"] * 4


async def test_keys_are_shown_as_they_come(pipe: Pipe) -> None:
    ours, theirs = pipe
    echo = Echo()
    keyboard = Keyboard(theirs, echo, by_key=True)
    os.write(ours, b"dr\x7f\nhi")
    assert await keyboard.line() == "d"
    os.write(ours, b"t\n\x04")
    assert await keyboard.line() == "hit"
    assert await keyboard.line() is None
    assert "".join(echo.shown).replace("hihit", "hit").startswith("d<enter>hi")


async def test_the_last_line_may_have_no_end() -> None:
    theirs, ours = os.pipe()
    keyboard = Keyboard(theirs, Echo(), by_key=False)
    os.write(ours, b"quit")
    os.close(ours)
    assert await keyboard.line() == "quit"
    assert await keyboard.line() is None
    os.close(theirs)


async def test_input_without_end_is_read_no_faster_than_it_is_used(pipe: Pipe) -> None:
    ours, theirs = pipe
    echo = Echo()
    keyboard = Keyboard(theirs, echo, by_key=False)
    os.write(ours, b"\n" * 4 * QUEUE)
    assert await keyboard.line() == ""
    await echo.many.wait()
    for _ in range(QUEUE):
        await asyncio.sleep(0)
    assert echo.shown.count("<enter>") <= QUEUE + 2
    for _ in range(4 * QUEUE - 1):
        assert await keyboard.line() == ""
