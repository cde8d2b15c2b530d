"""The drawn table in a real terminal: tmux types the keys and reads the screen."""

import contextlib
import os
import pty
import re
import shlex
import subprocess
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from commands import COMMAND

PATIENCE = 40.0
"Seconds after which a test that waits for the screen has failed."

pytestmark = pytest.mark.needs("tmux")


class Window:
    """A terminal of some size with the command in it."""

    def __init__(self, home: Path) -> None:
        self._socket = str(home / "tmux")
        self._home = home

    def tmux(self, *args: str) -> str:
        done = subprocess.run(
            ["tmux", "-f", "/dev/null", "-S", self._socket, *args],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "LC_ALL": "C.UTF-8"},
        )
        return done.stdout

    def run(self, columns: int, rows: int, *args: str, environ: str = "") -> None:
        """Start ``rummyroom``; its exit code is shown behind its last line."""
        command = (
            f"export XDG_STATE_HOME={shlex.quote(str(self._home))} RUMMYROOM_LAN=off "
            f"{environ}; {shlex.join([COMMAND, *args])}; echo exit $?; read wait"
        )
        size = ("-x", str(columns), "-y", str(rows))
        self.tmux("new-session", "-d", *size, "sh", "-c", command)

    def kill(self) -> None:
        """Whatever runs there ends; nothing may."""
        with contextlib.suppress(subprocess.CalledProcessError):
            self.tmux("kill-server")

    def press(self, *keys: str) -> None:
        self.tmux("send-keys", *keys)

    def screen(self) -> str:
        return self.tmux("capture-pane", "-p")

    def until(self, holds: Callable[[str], bool]) -> str:
        """The screen, once that holds of it."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            screen = self.screen()
            if holds(screen):
                return screen
            time.sleep(0.05)  # between two looks; tmux tells nobody of a change
        raise AssertionError(f"it did not come:\n{self.screen()}")

    def shows(self, *texts: str) -> str:
        return self.until(lambda screen: all(text in screen for text in texts))


@pytest.fixture
def window(tmp_path: Path) -> Iterator[Window]:
    window = Window(tmp_path)
    yield window
    window.tmux("kill-server")


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Window]:
    """One more, with a home of its own."""
    home = tmp_path / "other"
    home.mkdir()
    other = Window(home)
    yield other
    other.tmux("kill-server")


PLAY = ("play", "basic", "--players", "2", "--speed", "off", "--seed", "08")


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_a_hand_is_played(window: Window, size: tuple[int, int]) -> None:
    window.run(*size, *PLAY)
    window.shows("YOUR TURN", "S Draw")
    while "Play another hand" not in (screen := window.screen()):
        if "Are you sure?" in screen:
            window.press("y")
        elif "which?" in screen:
            window.press("Enter")
        elif "S Draw" in screen:
            window.press("s")
        elif "M Meld" in screen:
            window.press("m")
        elif "L Lay off" in screen:
            window.press("l")
        elif "D Discard" in screen:
            window.press("d")
        window.until(lambda now, before=screen: now != before)  # type: ignore[misc]
    assert "The hand is over." in window.shows("Deal verified by")
    window.press("n")
    window.shows("hand 2")
    window.press("q")
    window.shows("Yes, leave the table")
    window.press("y")
    window.shows("exit 0")


def test_the_terminal_is_given_back_and_the_size_may_change(window: Window) -> None:
    window.run(80, 24, *PLAY)
    window.shows("YOUR TURN")
    window.tmux("resize-window", "-x", "60", "-y", "20")
    window.shows("The table needs 80 columns and 24 rows")
    window.tmux("resize-window", "-x", "100", "-y", "30")
    window.shows("YOUR TURN", "S Draw")
    window.press("C-c")
    window.shows("Yes, leave the table")
    window.press("y")
    window.shows("exit 0")


def test_a_window_that_got_too_small_goes_on_in_lines(window: Window) -> None:
    window.run(80, 24, *PLAY)
    window.shows("YOUR TURN")
    window.tmux("resize-window", "-x", "60", "-y", "20")
    window.shows("press P to play on")
    window.press("p")
    window.shows("Type draw for a card from the stock", "your turn>")
    window.press("draw", "Enter")
    window.shows("You drew ")
    window.press("quit", "Enter")
    window.shows("quit or no>")
    window.press("quit", "Enter")
    window.shows("exit 0")


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
    window: Window, columns: int, environ: str, options: tuple[str, ...]
) -> None:
    window.run(columns, 24, *PLAY, *options, environ=environ)
    window.shows("Type draw for a card")


def test_a_host_in_the_lobby(window: Window) -> None:
    window.run(80, 24, "host", "basic", "--port", "0", "--speed", "off")
    window.shows("Room code", "rummyroom join", "3 seats are free", "A Add computer")
    window.press("a")
    window.shows(
        "Add computer: which?", "1 Seat a computer player that plays as beginners do"
    )
    window.press("3")
    window.shows("Ada, a computer player (hard)", "R Remove computer")
    window.press("r")
    window.shows("Seat 4: free")
    window.press("b")
    window.until(lambda screen: "hand 1" in screen and "turn" in screen)
    window.press("q")
    window.shows("Yes, leave the table")
    window.press("y")
    window.shows("exit 0")


def test_it_ends_when_nobody_holds_its_terminal_any_more(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (40, 120))
    folders = {"XDG_STATE_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    command = [COMMAND, "play", "basic", "--players", "2"]
    with subprocess.Popen(
        command,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, **folders, "TERM": "xterm-256color"},
    ) as game:
        os.close(theirs)
        shown = b""
        while b"Leave" not in shown:
            shown += os.read(ours, 65536)
        os.close(ours)  # without the signal that a login shell would pass on
        try:
            assert game.wait(PATIENCE) == 0
        finally:
            game.kill()


def faces(screen: str) -> list[str]:
    """The rows that hold nothing but a hand of cards."""
    cards = re.compile("([ 0-9AJQK]+[♠♥♦♣]){5,}")
    return [row for row in screen.splitlines() if cards.fullmatch(row)]


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_hindi_breaks_no_row(
    window: Window, other: Window, size: tuple[int, int]
) -> None:
    other.run(*size, *PLAY)
    english = other.shows("YOUR TURN", "S Draw")
    window.run(*size, *PLAY, "--lang", "hi", "--drawn")
    hindi = window.shows("आपकी बारी", "H सलाह")
    assert faces(hindi) == faces(english) and len(faces(english)) >= 2
    window.press("Right", "Space", "Space", "o", "o", "o", ",")
    window.shows("मेज़ पर वापस")
    window.press("Escape")
    again = window.until(lambda screen: "मेज़ पर वापस" not in screen)
    for now in (hindi, again):
        rows = now.splitlines()
        assert len(rows) == size[1] and rows[0].startswith(" Rummyroom")
        assert rows[-1].startswith(" ") and "छोड़ें" in rows[-1]
    assert faces(again) == faces(english)
    window.press("q")
    window.shows("हाँ, मेज़ छोड़ें")
    window.press("y")
    window.shows("exit 0")
