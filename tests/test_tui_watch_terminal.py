"""Who watches, what is said, and a match again, in real terminals: tmux types."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from recorded import recording
from test_tui_terminal import Window

pytestmark = pytest.mark.needs("tmux")


@pytest.fixture
def windows(tmp_path: Path) -> Iterator[list[Window]]:
    """Three terminals, each with a home of its own."""
    opened = []
    for name in ("host", "watcher", "again"):
        home = tmp_path / name
        home.mkdir()
        opened.append(Window(home))
    yield opened
    for window in opened:
        window.kill()


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "match.jsonl"
    path.write_bytes(recording("basic", 3, 2))
    return str(path)


def code_of(screen: str) -> tuple[str, str]:
    """The room code and the server."""
    link = next(word for word in screen.split() if "/#" in word)
    server, _, code = link.partition("/#")
    return code, server


def test_somebody_watches_and_talks(windows: list[Window]) -> None:
    host, watcher, _ = windows
    size = (80, 24)
    host.run(
        *size,
        *("host", "basic", "--players", "3", "--bots", "1", "--port", "0"),
        *("--speed", "off", "--talk", "text", "--name", "Mira"),
    )
    code, server = code_of(host.shows("/#", "Begin"))
    watcher.run(*size, "join", code, "--server", server, "--watch", "--name", "Eve")
    watcher.shows("You watch", "W Say")
    host.shows("Eve watches")
    host.press("b")
    watcher.shows("hand 1", "You watch this table:")
    watcher.press("w", "2")
    host.shows("Eve “Good luck!” watches", "Eve, who watches: Good luck!")
    host.press("w", "w")
    host.shows("Write to everybody")
    host.tmux("send-keys", "-l", "नमस्ते, q 7H [b]")
    host.shows("नमस्ते", "q 7H [b]")
    host.press("Enter")
    watcher.shows("Mira: नमस्ते", "q 7H [b]")
    host.press("e", "4", "m")
    host.shows("You hear Eve no more.", "Eve (muted) watches")
    host.press("e", "4", "a", "y")
    watcher.shows("exit ")
    host.press("q")
    host.shows("Yes, leave the table")
    host.press("y")
    host.shows("exit 0")


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_a_match_is_watched_again(
    windows: list[Window], file: str, size: tuple[int, int]
) -> None:
    again = windows[2]
    again.run(*size, "replay", file, "--step")
    again.shows("All hands open", "Hand 1 of 2, step 1", "paused")
    again.press("Right", "Right")
    again.shows("step 3 of")
    again.press("2", "Enter")
    again.shows("Hand 2 of 2, step 1")
    again.press("PageUp")
    again.shows("Hand 1 of 2, step 1")
    again.press("e")
    again.shows("Bot 1's eyes")
    again.press("End")
    again.shows("The match is over")
    again.press("Home", "Space")
    again.shows("plays on")
    again.press("q")
    again.shows("exit 0")


def test_a_window_that_got_too_small_goes_on_in_lines(
    windows: list[Window], file: str
) -> None:
    again = windows[2]
    again.run(80, 24, "replay", file, "--step")
    again.shows("All hands open")
    again.tmux("resize-window", "-x", "60", "-y", "20")
    again.shows("press P to play on")
    again.press("p")
    again.shows("from the stock.")
    again.press("q", "Enter")
    again.shows("exit 0")


@pytest.mark.parametrize(
    ("columns", "environ", "options"),
    [
        (80, "", ("--plain",)),
        (80, "ACCESSIBLE=1", ()),
        (80, "TERM=dumb", ()),
        (70, "", ()),
    ],
)
def test_who_wants_lines_gets_lines(
    windows: list[Window], file: str, columns: int, environ: str, options: tuple[str]
) -> None:
    again = windows[2]
    command = ("replay", file, "--step", *options)
    again.run(columns, 24, *command, environ=environ)
    again.shows("Hand 1.", "Bot 1 has")
    again.press("q", "Enter")
    again.shows("exit 0")


def test_a_file_that_does_not_hold_is_refused(
    windows: list[Window], tmp_path: Path
) -> None:
    again = windows[2]
    file = tmp_path / "broken.jsonl"
    file.write_bytes(recording("basic", 3, 1)[:-40])
    again.run(80, 24, "replay", str(file))
    again.shows("rummyroom: ", "exit 1")
