"""The files of the journals: private, locked, whole, found again, deleted in time."""

import errno
import os
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tabled import Table, pair

from peer.journal import DAY, Journal, forget_old, journal_folder, newest
from peer.records import JournalError, Record, TableEnded, read


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Nothing here reads or writes the files of whoever runs the tests."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    yield tmp_path


def some_records() -> list[Record]:
    table, *_ = pair()
    for _ in range(3):
        table.play_turn()
    return table.records()


def a_journal(age: float = 0, records: list[Record] | None = None) -> Path:
    """A closed journal that was written to so many seconds ago."""
    first, *rest = records or some_records()
    journal = Journal.create(first)  # type: ignore[arg-type]
    journal.append(rest)
    journal.close()
    written = time.time() - age
    os.utime(journal.path, (written, written))
    return journal.path


def a_finished_match() -> list[Record]:
    table = Table(max_hands=1)
    table.join("Ann"), table.join("Bob")
    table.finish_hand()
    return table.records()


def refusal(path: Path) -> str:
    with pytest.raises(JournalError) as caught:
        Journal.resume(path)
    return str(caught.value)


# Writing


def test_a_journal_is_private_and_begins_with_the_table() -> None:
    first = Table().first
    journal = Journal.create(first)
    assert journal.path.parent == journal_folder()
    assert stat.S_IMODE(journal.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(journal.path.parent.stat().st_mode) == 0o700
    assert read(journal.path.read_bytes(), "").records == (first,)
    journal.close()


def test_each_line_is_on_the_disk_when_append_returns(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    synced: list[int] = []
    fsync = os.fsync

    def noted(descriptor: int) -> None:
        fsync(descriptor)
        synced.append(os.fstat(descriptor).st_size)

    first, *rest = some_records()
    monkeypatch.setattr(os, "fsync", noted)
    journal = Journal.create(first)  # type: ignore[arg-type]
    for record in rest:
        journal.append([record])
        assert synced[-1] == journal.path.stat().st_size
    journal.close()


def test_what_cannot_be_written_leaves_no_trace(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first, *rest = some_records()
    journal = Journal.create(first)  # type: ignore[arg-type]
    journal.append(rest[:2])
    before = journal.path.read_bytes()

    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="No space left on device"):
            journal.append(rest[2:4])
    assert journal.path.read_bytes() == before
    journal.append(rest[2:])
    journal.close()
    assert read(journal.path.read_bytes(), "").records == (first, *rest)


def test_a_tail_that_could_not_be_cut_off_is_cut_off_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first, *rest = some_records()
    journal = Journal.create(first)  # type: ignore[arg-type]

    def broken(*_: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", broken)
        patched.setattr(os, "ftruncate", broken)
        with pytest.raises(OSError, match="Input/output error"):
            journal.append(rest)
    journal.append(rest[:1])
    journal.close()
    assert read(journal.path.read_bytes(), "").records == (first, rest[0])


def test_a_full_disk_is_told_before_the_table_is_opened() -> None:
    """In a process of its own, which may write no byte into a file."""
    program = """
import resource, sys
from tabled import Table
from peer.journal import Journal
from peer.records import JournalError
first = Table().first
resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
try:
    Journal.create(first)
except JournalError as error:
    sys.stderr.write(str(error))
"""
    ended = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert ended.stderr == (
        f"the table cannot be kept for a restart in {journal_folder()}: "
        "File too large; make room or let us write there, or host with --no-journal"
    )
    assert list(journal_folder().iterdir()) == []


def test_a_folder_that_cannot_be_made_is_told(home: Path) -> None:
    (home / "rummyroom").write_text("a file is in the way")
    with pytest.raises(JournalError) as caught:
        Journal.create(Table().first)
    assert str(caught.value) == (
        f"the table cannot be kept for a restart in {journal_folder()}: "
        "Not a directory; make room or let us write there, or host with --no-journal"
    )


# Going on


def test_a_journal_is_gone_on_with() -> None:
    table, *_ = pair()
    path = a_journal(records=table.records())
    journal, found = Journal.resume(path)
    assert found == table.host.table
    before = len(table.kept)
    table.play_turn()
    journal.append([keep.record for keep in table.kept[before:]])
    journal.close()
    again, found = Journal.resume(path)
    assert found == table.host.table
    again.close()


def test_a_torn_tail_is_cut_off_and_no_more() -> None:
    records = some_records()
    path = a_journal(records=records)
    content = path.read_bytes()
    last = len(content.splitlines(keepends=True)[-1])
    for torn in range(1, last + 1):
        path.write_bytes(content[: len(content) - torn])
        journal, _ = Journal.resume(path)
        journal.close()
        assert path.read_bytes() == content[: len(content) - last]


def test_a_damaged_line_is_named_and_nothing_is_overwritten() -> None:
    path = a_journal()
    content = path.read_bytes().replace(b'"stock"', b'"stack"', 1) + b'{"crc":"torn'
    line = content[: content.index(b'"stack"')].count(b"\n") + 1
    path.write_bytes(content)
    assert refusal(path) == (
        f"line {line} of the journal {path} is damaged, so this table cannot go on; "
        "nothing was changed: put a copy of the file in its place, or host a new table"
    )
    assert path.read_bytes() == content


def test_a_journal_that_is_not_there(home: Path) -> None:
    path = home / "gin"
    assert refusal(path) == (
        f"the journal {path} cannot be gone on with: No such file or directory; "
        "name another, or host a new table"
    )


def test_the_journal_of_a_running_host_is_left_alone() -> None:
    first, *rest = some_records()
    journal = Journal.create(first)  # type: ignore[arg-type]
    sentence = (
        f"the table of the journal {journal.path} is open in another window; "
        "close it there first"
    )
    assert refusal(journal.path) == sentence
    with pytest.raises(JournalError) as caught:
        newest()
    assert str(caught.value) == sentence
    forget_old(0)
    journal.append(rest)
    assert read(journal.path.read_bytes(), "").records == (first, *rest)
    journal.close()


# Which one


def test_the_one_played_last_is_offered_first() -> None:
    old, last, older = a_journal(60), a_journal(5), a_journal(600)
    journal, _ = newest()
    assert journal.path == last
    second, _ = newest()
    assert second.path == old
    journal.close()
    second.close()
    assert older.exists()


def test_a_match_that_is_over_is_not_offered_but_may_be_named() -> None:
    unfinished = a_journal(60)
    over = a_journal(5, a_finished_match())
    journal, _ = newest()
    assert journal.path == unfinished
    journal.close()
    put_aside = over.with_name(f"{over.name}.over")
    assert put_aside.exists()
    again, table = Journal.resume(put_aside)
    assert (again.path, table.phase) == (over, "ended")
    again.close(over=True)
    assert put_aside.exists() and not over.exists()


def test_a_game_that_the_host_has_ended_is_not_offered() -> None:
    ended = a_journal(5, [*some_records(), TableEnded()])
    with pytest.raises(JournalError):
        newest()
    assert ended.with_name(f"{ended.name}.over").exists()


def test_nothing_to_go_on_with() -> None:
    a_journal(5, a_finished_match())
    with pytest.raises(JournalError) as caught:
        newest()
    assert str(caught.value) == (
        f"there is no table to go on with in {journal_folder()}; "
        "open one with: rummyroom host"
    )


def test_a_table_at_which_nothing_was_dealt_leaves_nothing() -> None:
    journal = Journal.create(Table().first)
    journal.close(forget=True)
    assert list(journal_folder().iterdir()) == []


def test_old_journals_are_deleted() -> None:
    forget_old(30)
    paths = a_journal(31 * DAY), a_journal(29 * DAY)
    over = a_journal(31 * DAY).rename(journal_folder() / "x.jsonl.over")
    os.utime(over, (time.time() - 31 * DAY,) * 2)
    other = journal_folder() / "notes.txt"
    other.write_text("mine")
    os.utime(other, (0, 0))
    forget_old(30)
    assert [path.exists() for path in paths] == [False, True]
    assert not over.exists()
    assert other.exists()
