"""Standard output by a thread of its own: a screen that is paused stops nobody."""

import contextlib
import os
import queue
import threading

QUEUE = 4096
"Pieces of text that a paused screen may be behind."

LAST_WORDS = 1.0
"Seconds at the end for what is still to be written."


class Printer:
    """What :class:`~peer.console.Console` writes to."""

    def __init__(self, descriptor: int, encoding: str) -> None:
        """Write to ``descriptor``, on which nobody else may write meanwhile."""
        self._descriptor = descriptor
        self._encoding = encoding
        self._texts: queue.Queue[str | None] = queue.Queue(QUEUE)
        self._error: OSError | None = None
        self._done = threading.Event()
        # A daemon on the bare descriptor, as the keyboard's: it may never get done.
        threading.Thread(target=self._print, daemon=True).start()

    def write(self, text: str) -> None:
        """Write ``text`` as soon as the screen takes it.

        Raises:
            OSError: If it took no more the last time.
        """
        if self._error is not None:
            raise self._error
        self._texts.put(text)

    def close(self) -> None:
        """Wait, not for ever, until everything is written."""
        with contextlib.suppress(queue.Full):
            self._texts.put_nowait(None)
            self._done.wait(LAST_WORDS)

    def _print(self) -> None:
        try:
            while (text := self._texts.get()) is not None:
                # A name with letters that this terminal lacks must not end the game.
                data = text.encode(self._encoding, "replace")
                while data:
                    data = data[os.write(self._descriptor, data) :]
        except OSError as error:
            self._error = error
        self._done.set()
