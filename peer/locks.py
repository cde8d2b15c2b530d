"""Files that one process has for itself, until it ends, however it ends."""

import os
import sys
from pathlib import Path


def lock(descriptor: int) -> None:
    """Have the file for this process alone, until it ends.

    Raises:
        BlockingIOError: If another process has it.
    """
    if sys.platform == "win32":
        import msvcrt

        os.lseek(descriptor, 1 << 30, os.SEEK_SET)  # far behind all lines
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            raise BlockingIOError from None
        finally:
            os.lseek(descriptor, 0, os.SEEK_SET)
    else:
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


def is_locked(path: Path) -> bool:
    """Whether a process has it."""
    try:
        descriptor = os.open(path, os.O_RDWR)
    except OSError:
        return False
    try:
        lock(descriptor)
    except OSError:
        return True
    finally:
        os.close(descriptor)
    return False
