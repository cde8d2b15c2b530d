"""A person at a real terminal: tmux types the keys and reads the screen."""

import shlex
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from commands import COMMAND

PATIENCE = 30.0
"Seconds after which a test that waits for the screen has failed."

pytestmark = pytest.mark.needs("tmux")


class Terminal:
    """80 columns and 24 rows."""

    def __init__(self, home: Path) -> None:
        self._socket = str(home / "tmux")
        self._home = home
        self._before = ""
        "The screen before the last line was typed."

    def tmux(self, *args: str) -> str:
        done = subprocess.run(
            ["tmux", "-f", "/dev/null", "-S", self._socket, *args],
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout

    def run(self, *args: str) -> None:
        """Start ``rummyroom``; its exit code is shown behind its last line."""
        command = (
            f"trap : INT; XDG_STATE_HOME={shlex.quote(str(self._home))} "
            f"RUMMYROOM_LAN=off {shlex.join([COMMAND, *args])}; echo exit $?; read wait"
        )
        self.tmux("new-session", "-d", "-x", "80", "-y", "24", "sh", "-c", command)

    def type(self, text: str) -> None:
        self._before = self.screen()
        self.tmux("send-keys", "-l", text)
        self.tmux("send-keys", "Enter")

    def screen(self) -> str:
        """What stands on the screen and above it."""
        return self.tmux("capture-pane", "-p", "-J", "-S", "-500").rstrip()

    def wait_for(self, text: str) -> str:
        """The screen, once it is a new one and its end has a line that ends so."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            screen = self.screen()
            last = [line.rstrip() for line in screen.splitlines()[-2:]]
            if screen != self._before and any(line.endswith(text) for line in last):
                return screen
        raise AssertionError(f"{text!r} did not come:\n{self.screen()}")


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    terminal = Terminal(tmp_path)
    yield terminal
    terminal.tmux("kill-server")


def test_a_person_plays_a_turn_and_leaves(terminal: Terminal) -> None:
    terminal.run("play", "--players", "2", "--speed", "off", "--seed", "08")
    terminal.wait_for("your turn>")
    terminal.type("drw")
    assert "Did you mean draw?" in terminal.wait_for("your turn>")
    terminal.type("draw")
    screen = terminal.wait_for("your turn>")
    assert "You drew " in screen
    assert "You can lay down QS QH QD: type meld." in screen
    terminal.type("meld")
    assert "You laid down meld 1: QS QH QD." in terminal.wait_for("your turn>")
    terminal.type("quit")
    terminal.wait_for("quit or no>")
    terminal.type("quit")
    screen = terminal.wait_for("exit 0")
    assert all(len(line.rstrip()) < 80 for line in screen.splitlines())


def test_a_host_sees_how_to_join_and_begins_with_computer_players(
    terminal: Terminal,
) -> None:
    terminal.run("host", "--port", "0", "--speed", "off")
    screen = terminal.wait_for("players instead.")
    assert "The room code is " in screen
    assert "The link is http://" in screen
    assert "3 seats are free." in screen
    terminal.type("start")
    terminal.wait_for("your turn>")
    terminal.tmux("send-keys", "C-c")
    terminal.wait_for("exit 130")
