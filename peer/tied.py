"""
``python -m peer.tied ...`` is ``rummyroom ...`` that ends when its standard input does.

For a process that belongs to another one: however that one ends, by ``kill -9`` too,
nobody holds the other end of the pipe any more.
"""

import os
import signal
import sys
import threading
from contextlib import suppress

from peer.cli import main


def _end_with_input() -> None:
    with suppress(OSError):
        while os.read(0, 4096):
            pass
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    threading.Thread(target=_end_with_input, daemon=True).start()
    sys.exit(main())
