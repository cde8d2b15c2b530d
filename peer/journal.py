"""
The journals of this user's tables: one file each, from which a table can go on.

A line is on the disk before anybody is told of what it says. A journal belongs to the
process that has it open; it is kept for some weeks after the last line.
"""

import logging
import os
import secrets
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from peer.config import state_folder
from peer.locks import is_locked, lock
from peer.records import JournalError, Record, TableMade, read, written
from peer.table import Table, replayed
from shared.words import say

logger = logging.getLogger(__name__)

DAY = 24 * 3600

_OVER = ".over"
"Ends the name of a journal whose match is over."


class Journal:
    """An open journal; nobody else writes to it. Its methods wait for the disk."""

    def __init__(self, path: Path, descriptor: int, size: int, crc: int) -> None:
        self.path = path
        self._descriptor = descriptor
        self._size = size
        "Of the lines that are kept; what lies behind them is none."

        self._crc = crc

    @classmethod
    def create(cls, made: TableMade, folder: Path | None = None) -> "Journal":
        """A new journal that begins with the making of a table.

        Raises:
            JournalError: If it cannot be written.
        """
        folder = folder or journal_folder()
        name = f"{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(3)}.jsonl"
        path = folder / name
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
            journal = cls(path, os.open(path, flags, 0o600), 0, 0)
        except OSError as error:
            raise _unwritable(folder, error) from None
        try:
            lock(journal._descriptor)
            journal.append([made])
            _keep_name(folder)
        except OSError as error:
            journal.close(forget=True)
            raise _unwritable(folder, error) from None
        return journal

    @classmethod
    def resume(cls, path: Path) -> tuple["Journal", Table]:
        """The journal at ``path``, without an unfinished last line, and its table.

        Raises:
            JournalError: If the table cannot go on; the file is as it was.
        """
        try:
            flags = os.O_RDWR | getattr(os, "O_BINARY", 0)
            descriptor = os.open(path, flags)
        except OSError as error:
            raise _unreadable(path, error) from None
        try:
            lock(descriptor)
            journal, table = cls._read(path, descriptor)
            journal._cut()
            if path.suffix == _OVER:  # not any more
                journal.path = path.replace(path.with_suffix(""))
        except BlockingIOError:
            os.close(descriptor)
            raise _busy(path) from None
        except OSError as error:
            os.close(descriptor)
            raise _unreadable(path, error) from None
        except JournalError:
            os.close(descriptor)
            raise
        return journal, table

    @classmethod
    def _read(cls, path: Path, descriptor: int) -> tuple["Journal", Table]:
        with open(descriptor, "rb", closefd=False) as file:
            found = read(file.read(), str(path))
        table = replayed(found.records, str(path))
        return cls(path, descriptor, found.size, found.crc), table

    def append(self, records: Sequence[Record]) -> None:
        """Write ``records`` down; they are on the disk then.

        Raises:
            OSError: If they cannot be; then none of them is in the journal.
        """
        lines, crc = written(records, self._crc)
        try:
            self._cut()
            os.lseek(self._descriptor, self._size, os.SEEK_SET)
            left = memoryview(lines)
            while left:
                left = left[os.write(self._descriptor, left) :]
            os.fsync(self._descriptor)
        except OSError:
            with suppress(OSError):
                self._cut()
            raise
        self._size += len(lines)
        self._crc = crc

    def close(self, *, over: bool = False, forget: bool = False) -> None:
        """Be done with it: the match is ``over``, or there is nothing to go on with."""
        os.close(self._descriptor)
        with suppress(OSError):
            if forget:
                self.path.unlink()
            elif over:
                self.path.replace(self.path.with_name(self.path.name + _OVER))

    def _cut(self) -> None:
        """Cut off what lies behind the last line that is kept."""
        if os.fstat(self._descriptor).st_size > self._size:
            os.ftruncate(self._descriptor, self._size)
            os.fsync(self._descriptor)


def newest() -> tuple[Journal, Table]:
    """The table that was played last, is not over, and is not being played.

    Raises:
        JournalError: If there is none, or it cannot go on.
    """
    busy: JournalError | None = None
    for path in sorted(_journals(journal_folder(), ".jsonl"), key=_age):
        if is_locked(path):
            busy = busy or _busy(path)
            continue
        journal, table = Journal.resume(path)
        if table.phase != "ended" and not table.ended:
            return journal, table
        journal.close(over=True)
    raise busy or JournalError(
        say("term.journal.nothing", folder=str(journal_folder()))
    )


def forget_old(days: int) -> None:
    """Delete the journals that nobody has written to for so many days."""
    for path in _journals(journal_folder(), ".jsonl", _OVER):
        with suppress(OSError):  # another process may be just as quick
            if _age(path) > days * DAY and not is_locked(path):
                path.unlink()
                logger.info("= a journal of more than %d days ago is deleted", days)


def journal_folder() -> Path:
    """Where the journals lie."""
    return state_folder() / "journals"


def _journals(folder: Path, *endings: str) -> Iterator[Path]:
    with suppress(FileNotFoundError):
        yield from (path for path in folder.iterdir() if path.suffix in endings)


def _age(path: Path) -> float:
    """Seconds since it was written to."""
    try:
        return time.time() - path.stat().st_mtime
    except OSError:
        return 0.0


def _keep_name(folder: Path) -> None:
    """Have the name of a new file on the disk too."""
    if sys.platform != "win32":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _unwritable(folder: Path, error: OSError) -> JournalError:
    why = error.strerror or ""
    return JournalError(say("term.journal.unwritable", folder=str(folder), why=why))


def _busy(path: Path) -> JournalError:
    return JournalError(say("term.journal.busy", path=str(path)))


def _unreadable(path: Path, error: OSError) -> JournalError:
    why = error.strerror or ""
    return JournalError(say("term.journal.unreadable", path=str(path), why=why))
