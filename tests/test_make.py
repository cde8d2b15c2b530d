"""``make`` chooses what to run and says in a sentence what a machine lacks."""

import os
import pty
import select
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture
def venv(tmp_path: Path) -> Path:
    """An environment that make takes for complete; its game tells how it is called."""
    program(tmp_path / "bin" / "rummyroom", 'echo "rummyroom $@"; exit 5')
    for stamp in (".made", ".game"):
        (tmp_path / stamp).touch()
    return tmp_path


@pytest.fixture
def terminal() -> Iterator[tuple[int, int]]:
    """A keyboard-and-screen end to give to a program, and our end of it."""
    ours, theirs = pty.openpty()
    yield theirs, ours
    os.close(ours)
    os.close(theirs)


def program(path: Path, script: str) -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return path


def make(
    *args: str, stdin: int = subprocess.DEVNULL, stdout: int = subprocess.PIPE
) -> subprocess.CompletedProcess[str]:
    ours = {name for name in os.environ if name.startswith(("MAKE", "MFLAGS"))}
    env = {name: value for name, value in os.environ.items() if name not in ours}
    return subprocess.run(
        ["make", *args],
        cwd=ROOT,
        env=env,
        stdin=stdin,
        stdout=stdout,
        stderr=subprocess.STDOUT if stdout == subprocess.PIPE else subprocess.DEVNULL,
        text=True,
    )


def shown(ours: int) -> str:
    """What the terminal shows, up to what the game said."""
    text = ""
    while "rummyroom" not in text or not text.endswith("\r\n"):
        assert select.select([ours], [], [], 20)[0], f"no more than {text!r}"
        text += os.read(ours, 1024).decode()
    return text


DEMO = "there is no terminal to play in, so the demo runs instead"


def test_play_without_a_terminal_runs_the_demo_and_says_so(
    venv: Path, terminal: tuple[int, int]
) -> None:
    theirs, ours = terminal
    for stdin in (subprocess.DEVNULL, theirs):
        done = make("play", f"VENV={venv}", stdin=stdin)
        assert done.stdout.splitlines()[:2] == [DEMO, "rummyroom demo"]
        assert done.returncode != 0  # as the command's
    make("play", f"VENV={venv}", stdout=theirs)
    assert shown(ours) == f"{DEMO}\r\nrummyroom demo\r\n"


def test_play_in_a_terminal_hosts_a_table(
    venv: Path, terminal: tuple[int, int]
) -> None:
    theirs, ours = terminal
    make("play", f"VENV={venv}", stdin=theirs, stdout=theirs)
    assert shown(ours) == "rummyroom host\r\n"


def test_make_alone_lists_the_commands() -> None:
    said = make().stdout
    for command in ("play", "test", "check", "bench", "clean"):
        assert f"make {command} " in said


def test_an_old_python_is_refused(tmp_path: Path) -> None:
    pretend = "import sys; sys.version_info = (3, 10, 13); exec(sys.argv[2])"
    old = program(tmp_path / "python3", f"'{sys.executable}' -c '{pretend}' \"$@\"")
    for python in (str(old), "no-such-python"):
        done = make("play", f"VENV={tmp_path}/venv", f"PYTHON={python}")
        assert done.returncode != 0
        assert done.stdout.splitlines()[0] == (
            f"{python} is not Python 3.11 or newer; name one that is, as:"
            " make play PYTHON=python3.12"
        )


def test_a_python_without_venv_is_refused(tmp_path: Path) -> None:
    lacking = program(tmp_path / "python3", 'case "$2" in *ensurepip*) exit 1; esac')
    done = make("test", f"VENV={tmp_path}/venv", f"PYTHON={lacking}")
    assert done.returncode != 0
    assert done.stdout.splitlines()[0] == (
        f"{lacking} cannot make virtual environments;"
        " on Debian and Ubuntu: sudo apt-get install python3-venv"
    )
