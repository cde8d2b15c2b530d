"""Where the log of a command goes: to stderr, or into a file while a screen is up."""

import logging
import os
from io import TextIOWrapper
from pathlib import Path
from typing import TextIO

from peer.config import state_folder

MAX_SIZE = 1 << 20
"Bytes after which a new file is begun; of the old ones the last is kept."


def set_up(verbose: int, path: Path | None) -> None:
    """Log to ``path``, or to stderr if that is None."""
    handler = logging.StreamHandler() if path is None else PrivateFile(path)
    logging.basicConfig(format="%(asctime)s %(name)s %(message)s", handlers=[handler])
    ours = {0: logging.WARNING, 1: logging.INFO}.get(verbose, logging.DEBUG)
    for name in ("peer", "signaling"):
        logging.getLogger(name).setLevel(ours)
    # These name addresses.
    for name in ("aioice", "aiortc"):
        level = logging.DEBUG if verbose > 1 else logging.ERROR
        logging.getLogger(name).setLevel(level)


def log_file() -> Path:
    """Where it goes while a screen is up."""
    return state_folder() / "rummyroom.log"


class PrivateFile(logging.FileHandler):
    """A file that is made with its first line, readable for this user only."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, encoding="utf-8", delay=True)
        self._path = path

    def _open(self) -> TextIOWrapper:
        try:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            if self._path.exists() and self._path.stat().st_size > MAX_SIZE:
                self._path.replace(self._path.with_name(f"{self._path.name}.1"))
            return open(self._path, "a", encoding="utf-8", opener=_private)
        except OSError:  # nobody plays on for want of a log
            return open(os.devnull, "a", encoding="utf-8")


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def goes_to_file(command: str, stderr: TextIO) -> bool:
    """Whether stderr is where a table is shown."""
    return command in ("host", "join", "play") and stderr.isatty()
