"""
The seats this player has, kept so that a killed program gets its seat back.

One small file for each process and room, for a day. It belongs to its process, which
has it locked as long as that runs: two players on one machine have two seats.
"""

import logging
import os
import time
from contextlib import suppress
from pathlib import Path

from peer.config import state_folder, write_private
from peer.locks import is_locked, lock
from shared.code import is_room

logger = logging.getLogger(__name__)

DAY = 24 * 3600
"Seconds a seat is remembered."

_MAX_TOKEN = 64

_held: list[int] = []
"The file that this process has; its number alone may be another's after a restart."


def remember_seat(room: str, token: str) -> None:
    """Keep the token that gives this process its seat in ``room`` back."""
    folder = _folder()
    try:
        if folder.exists():
            _forget_old(folder)
        path = folder / f"{_checked(room)}-{os.getpid()}"
        _release()
        write_private(path, token)
        _hold(path)
    except OSError as error:
        logger.warning(
            "x the seat cannot be kept for a restart: %s",
            error.strerror or type(error).__name__,
        )


def seat_token(room: str) -> str | None:
    """The token of a seat in ``room`` whose process has ended, if it had one today.

    It belongs to this process from then on.
    """
    try:
        for path in sorted(_folder().glob(f"{_checked(room)}-*")):
            if _is_fresh(path) and not is_locked(path):
                token = _read(path)
                if token is not None:
                    # Ours from now on: nobody else takes the same seat.
                    _release()
                    _hold(path.replace(_folder() / f"{room}-{os.getpid()}"))
                    return token
    except OSError as error:
        logger.warning("x the file of a seat cannot be read: %s", error.strerror)
    return None


def _folder() -> Path:
    return state_folder() / "seats"


def _checked(room: str) -> str:
    if not is_room(room):
        raise ValueError("what is no room is no file name")
    return room


def _read(path: Path) -> str | None:
    token = path.read_bytes().decode("ascii", "replace")
    if 0 < len(token) <= _MAX_TOKEN and token.isascii() and token.isprintable():
        return token
    path.replace(path.with_name(f"broken-{path.name}"))
    logger.warning("x the file of a seat was broken and is set aside")
    return None


def _is_fresh(path: Path) -> bool:
    return time.time() - path.stat().st_mtime <= DAY


def _hold(path: Path) -> None:
    """Have the file at ``path``, and none that we had before, until we end."""
    _release()
    descriptor = os.open(path, os.O_RDWR)
    _held.append(descriptor)
    with suppress(BlockingIOError):  # somebody looks whether it is ours
        lock(descriptor)


def _release() -> None:
    while _held:
        os.close(_held.pop())


def _forget_old(folder: Path) -> None:
    for path in folder.iterdir():
        # Another process may be just as quick to forget it.
        with suppress(FileNotFoundError):
            if not _is_fresh(path):
                path.unlink()
