"""The log of a table never comes onto its screen; the program's files are private."""

import io
import logging
import os
import pty
import select
import stat
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from commands import COMMAND, command

from peer.logs import MAX_SIZE, PrivateFile, goes_to_file, log_file


class Terminal(io.StringIO):
    """A stream that a person looks at."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def handler(tmp_path: Path) -> Iterator[PrivateFile]:
    """A log file that is not there yet."""
    handler = PrivateFile(tmp_path / "state" / "rummyroom.log")
    yield handler
    handler.close()


def log(handler: PrivateFile, text: str) -> None:
    handler.emit(logging.LogRecord("peer", logging.INFO, "", 0, text, (), None))


@pytest.mark.parametrize("name", ["host", "join", "play"])
def test_where_a_table_is_shown_the_log_goes_into_a_file(name: str) -> None:
    assert goes_to_file(name, Terminal())
    assert not goes_to_file(name, io.StringIO())
    assert not goes_to_file("serve", Terminal())


def test_the_file_lies_with_the_state(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", "/var/ada")
    assert log_file() == Path("/var/ada/rummyroom/rummyroom.log")


def test_it_is_made_with_its_first_line_and_private(handler: PrivateFile) -> None:
    path = Path(handler.baseFilename)
    assert not path.exists()
    log(handler, "one")
    log(handler, "two")
    assert path.read_text() == "one\ntwo\n"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_a_long_one_is_begun_anew_and_the_last_is_kept(handler: PrivateFile) -> None:
    path = Path(handler.baseFilename)
    path.parent.mkdir()
    path.write_text("x" * (MAX_SIZE + 1))
    log(handler, "new")
    assert path.read_text() == "new\n"
    assert len(path.with_name("rummyroom.log.1").read_text()) == MAX_SIZE + 1


def test_where_no_file_can_be_nothing_is_logged(tmp_path: Path) -> None:
    (tmp_path / "state").touch()
    handler = PrivateFile(tmp_path / "state" / "rummyroom.log")
    log(handler, "one")
    handler.close()
    assert (tmp_path / "state").read_text() == ""


def test_on_a_terminal_it_is_only_said_where_the_log_is(tmp_path: Path) -> None:
    ours, its = pty.openpty()
    args = ("host", "--port", "0", "--players", "2", "--bots", "1", "--hands", "1")
    done = subprocess.run(
        [COMMAND, *args, "--auto", "--speed", "off", "-vv"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=its,
        env={
            **os.environ,
            "XDG_STATE_HOME": str(tmp_path / "state"),
            "XDG_CONFIG_HOME": str(tmp_path / "config"),
            "RUMMYROOM_LAN": "off",
        },
    )
    os.close(its)
    path = tmp_path / "state" / "rummyroom" / "rummyroom.log"
    assert done.returncode == 0
    assert select.select([ours], [], [], 20)[0], "nothing was said"
    assert os.read(ours, 1 << 16).decode() == f"rummyroom: the log goes to {path}\r\n"
    os.close(ours)
    assert "peer." in path.read_text()


async def test_all_that_a_table_leaves_behind_is_private(tmp_path: Path) -> None:
    args = ("host", "--port", "0", "--bots", "1", "--players", "2", "--hands", "1")
    more = ("--auto", "--speed", "off", "--save", str(tmp_path / "match.jsonl"), "-v")
    before = os.umask(0)
    try:
        async with command(tmp_path, *args, *more) as hosting:
            assert await hosting.ended() == 0
    finally:
        os.umask(before)
    left = [path for path in (tmp_path / "state").rglob("*") if path.is_file()]
    assert left
    assert {stat.S_IMODE(path.stat().st_mode) for path in left} == {0o600}
