"""Seats are remembered for a day, each by the process that has it."""

import logging
import os
import stat
import subprocess
import sys
import time
from itertools import count
from pathlib import Path
from subprocess import PIPE

import pytest

from peer import seats
from peer.config import write_private
from peer.seats import DAY, remember_seat, seat_token

ROOM, TOKEN = "7KQM", "a-token_of-22-letters.."

numbers = count(1)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path / "rummyroom" / "seats"


def leave_behind(folder: Path, room: str, token: str) -> Path:
    """The file of a process that has ended."""
    path = folder / f"{room}-{next(numbers)}"
    write_private(path, token)
    return path


def test_the_seat_of_an_ended_process_is_found_by_its_room(folder: Path) -> None:
    leave_behind(folder, ROOM, TOKEN)
    leave_behind(folder, "2222", "another")
    assert seat_token(ROOM) == TOKEN
    assert seat_token("2222") == "another"
    assert seat_token("3333") is None


def test_a_seat_is_given_back_once(folder: Path) -> None:
    leave_behind(folder, ROOM, TOKEN)
    leave_behind(folder, ROOM, "another")
    assert {seat_token(ROOM), seat_token(ROOM)} == {TOKEN, "another"}
    assert seat_token(ROOM) is None


def test_the_seat_of_a_living_process_is_its_own(folder: Path) -> None:
    remember_seat(ROOM, TOKEN)
    assert (folder / f"{ROOM}-{os.getpid()}").read_text() == TOKEN
    assert seat_token(ROOM) is None


def test_the_number_of_an_ended_process_may_be_anothers_by_now(folder: Path) -> None:
    path = leave_behind(folder, ROOM, TOKEN)
    path.rename(folder / f"{ROOM}-{os.getppid()}")
    assert seat_token(ROOM) == TOKEN


def test_another_process_has_its_seat_until_it_is_killed(folder: Path) -> None:
    sit = f"from peer.seats import *; remember_seat({ROOM!r}, {TOKEN!r}); print()"
    program = [sys.executable, "-c", f"{sit}; input()"]
    with subprocess.Popen(program, stdin=PIPE, stdout=PIPE, bufsize=0) as other:
        assert other.stdout is not None and other.stdout.readline()
        assert seat_token(ROOM) is None
        other.kill()
        other.wait()
    assert seat_token(ROOM) == TOKEN


def test_only_its_owner_can_read_it(folder: Path) -> None:
    path = leave_behind(folder, ROOM, TOKEN)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_it_is_forgotten_after_a_day(folder: Path) -> None:
    path = leave_behind(folder, ROOM, TOKEN)
    long_ago = time.time() - DAY - 1
    os.utime(path, (long_ago, long_ago))
    assert seat_token(ROOM) is None
    remember_seat("2222", TOKEN)
    assert not path.exists()


@pytest.mark.parametrize("when", ["stat", "unlink"])
def test_another_process_may_forget_it_first(
    folder: Path,
    when: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    path = leave_behind(folder, ROOM, TOKEN)
    os.utime(path, (0, 0))
    method = getattr(Path, when)

    def too_late(this: Path, **options: bool) -> object:
        if this == path:
            os.remove(path)
        return method(this, **options)

    with monkeypatch.context() as patch:
        patch.setattr(Path, when, too_late)
        remember_seat("2222", TOKEN)
    assert caplog.messages == []
    assert (folder / f"2222-{os.getpid()}").exists()
    assert not path.exists()


@pytest.mark.parametrize(
    "content", [b"", b"\xff\x00", b"two words\n", b"x" * 65, b"\x1b[2J"]
)
def test_a_broken_one_is_set_aside(
    folder: Path, content: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    path = leave_behind(folder, ROOM, TOKEN)
    path.write_bytes(content)
    assert seat_token(ROOM) is None
    assert (folder / f"broken-{path.name}").read_bytes() == content
    assert caplog.messages == ["x the file of a seat was broken and is set aside"]


def test_a_room_is_no_way_out_of_the_folder() -> None:
    with pytest.raises(ValueError, match="^what is no room is no file name$"):
        seat_token("../x")
    with pytest.raises(ValueError, match="^what is no room is no file name$"):
        remember_seat("/etc", TOKEN)


def test_a_folder_that_cannot_be_stops_nothing(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder.parent.write_text("in the way")
    remember_seat(ROOM, TOKEN)
    assert seat_token(ROOM) is None
    assert caplog.messages == [
        "x the seat cannot be kept for a restart: Not a directory"
    ]


def test_no_log_names_a_room_or_a_token(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    leave_behind(folder, ROOM, TOKEN).write_bytes(b"")
    seat_token(ROOM)
    assert seats.logger.name == "peer.seats"
    assert ROOM not in caplog.text and TOKEN not in caplog.text
