"""The drawn table in the place of the screen in lines: a seat played at either."""

import asyncio

from seated import Seated, person

from peer.console import Console
from peer.keyboard import Keyboard
from peer.news import LOST
from peer.requests import Quit
from peer.tui.book import NoBook
from peer.tui.front import Front, Lines


class Out:
    """Where the lines go."""

    def __init__(self) -> None:
        self.text = ""

    def write(self, text: str) -> None:
        self.text += text


class Typed(Keyboard):
    """What is typed in lines."""

    def __init__(self, *lines: str) -> None:
        self._left = [*lines]

    async def line(self) -> str | None:
        return self._left.pop(0) if self._left else None


def fronted(*lines: str) -> tuple[Front, Out]:
    seated, out = Seated(person("Mira"), person("Bob"), host=True), Out()
    seated.updated()

    def in_lines() -> Lines:
        return Lines(Console(out, prompts=False), Typed(*lines))

    return Front(
        seated.guest, seated.screen, NoBook(), host=True, in_lines=in_lines
    ), out


async def test_what_is_said_stands_on_the_table_not_in_lines() -> None:
    front, out = fronted()
    assert front.notice("somebody tried wrong codes") == []
    assert front.news(LOST) == []
    front.show(["never seen"])
    assert front.desk.said == [
        "Somebody tried wrong codes.",
        "The connection to the host is lost, trying to come back.",
    ]
    assert front.desk.connection and out.text == ""


async def test_leaving_gives_the_terminal_back_with_the_last_words() -> None:
    front, out = fronted()
    async with front.app.run_test():
        await front.app.action_quit()
    front.desk.hear(["The host has left."])
    front.app.run_async = _nothing  # type: ignore[method-assign, assignment]
    async with front.shown():
        assert await front.line() is None
    assert out.text == "The host has left.\n"


async def _nothing() -> None:
    await asyncio.sleep(0)


async def test_a_player_who_wants_lines_goes_on_in_them() -> None:
    front, out = fronted("hand", "quit")
    front.app.run_async = _plain  # type: ignore[method-assign, assignment]
    async with front.shown():
        assert await front.line() == "hand"
        front.show(front.typed("hand"))  # type: ignore[arg-type]
        assert await front.line() == "quit"
        assert front.notice("hello") == ["Hello."]
        assert front.news(LOST) == [
            "The connection to the host is lost, trying to come back."
        ]
        front.typed("quit")
        assert front.typed("yes") == Quit()
        assert await front.line() is None
        front.close()
    assert "No cards have been dealt yet." in out.text


async def _plain() -> str:
    return "plain"


async def test_the_room_is_shown() -> None:
    front, _ = fronted()
    front.show_room("7KQ-M3X-WD9", "http://192.0.2.7/#7KQ-M3X-WD9", "rummyroom join")
    assert front.desk.room is not None and front.desk.room.code == "7KQ-M3X-WD9"
