"""Standard input by lines and by keys, never more of it than is used."""

import asyncio
import os
from collections.abc import AsyncIterator

import pytest

from peer import keyboard as keyboard_module
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


@pytest.fixture
async def pipe(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[int]:
    """Our end of a pipe that is the standard input."""
    theirs, ours = os.pipe()
    with os.fdopen(theirs) as stdin:
        monkeypatch.setattr(keyboard_module.sys, "stdin", stdin)
        yield ours
        os.close(ours)
        # The reader sees the end before its descriptor is closed.
        await asyncio.to_thread(os.read, theirs, 1)


async def test_lines_of_a_pipe(pipe: int) -> None:
    echo = Echo()
    keyboard = Keyboard(echo, by_key=False)
    os.write(pipe, b"dr")
    os.write(pipe, "aw\r\n7♥\n\n".encode() + b"\xff\n")
    assert [await keyboard.line() for _ in range(4)] == ["draw", "7♥", "", "�"]
    assert echo.shown == ["<enter>"] * 4


async def test_keys_are_shown_as_they_come(pipe: int) -> None:
    echo = Echo()
    keyboard = Keyboard(echo, by_key=True)
    os.write(pipe, b"dr\x7f\nhi")
    assert await keyboard.line() == "d"
    os.write(pipe, b"t\n\x04")
    assert await keyboard.line() == "hit"
    assert await keyboard.line() is None
    assert "".join(echo.shown).replace("hihit", "hit").startswith("d<enter>hi")


async def test_the_last_line_may_have_no_end(monkeypatch: pytest.MonkeyPatch) -> None:
    theirs, ours = os.pipe()
    with os.fdopen(theirs) as stdin:
        monkeypatch.setattr(keyboard_module.sys, "stdin", stdin)
        keyboard = Keyboard(Echo(), by_key=False)
        os.write(ours, b"quit")
        os.close(ours)
        assert await keyboard.line() == "quit"
        assert await keyboard.line() is None


async def test_input_without_end_is_read_no_faster_than_it_is_used(pipe: int) -> None:
    echo = Echo()
    keyboard = Keyboard(echo, by_key=False)
    os.write(pipe, b"\n" * 4 * QUEUE)
    assert await keyboard.line() == ""
    await echo.many.wait()
    for _ in range(QUEUE):
        await asyncio.sleep(0)
    assert echo.shown.count("<enter>") <= QUEUE + 2
    for _ in range(4 * QUEUE - 1):
        assert await keyboard.line() == ""
