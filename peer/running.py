"""Runs the work of a command until it ends or somebody ends it."""

import asyncio
import contextlib
import signal
from collections.abc import Callable, Coroutine
from types import FrameType
from typing import Any, TypeVar

from peer.lookups import Lookups

T = TypeVar("T")


class QuitAtOnce(KeyboardInterrupt):
    """Ctrl-C was pressed again, while we were leaving."""


def run(
    work: Coroutine[Any, Any, T],
    new_loop: Callable[[], asyncio.AbstractEventLoop] | None = None,
    leaving: Callable[[], None] = lambda: None,
) -> T:
    """Run ``work`` so that a request to terminate ends it as cleanly as Ctrl-C.

    ``leaving`` is called when Ctrl-C has been pressed and what that takes begins.

    Raises:
        CancelledError: If it was requested to terminate.
        KeyboardInterrupt: If Ctrl-C ended it.
        QuitAtOnce: At a second Ctrl-C; nothing is finished then, and the process
            should end.
    """
    interrupts = _Interrupts(leaving)

    async def ended_by_signal() -> T:
        task = asyncio.current_task()
        assert task is not None
        loop = asyncio.get_running_loop()
        loop.set_default_executor(Lookups())
        for name in ("SIGTERM", "SIGHUP"):
            # Not on Windows.
            with contextlib.suppress(AttributeError, NotImplementedError):
                loop.add_signal_handler(getattr(signal, name), task.cancel)
        interrupts.end(lambda: loop.call_soon_threadsafe(task.cancel))
        return await work

    runner = asyncio.Runner(loop_factory=new_loop)
    try:
        return runner.run(ended_by_signal())
    except asyncio.CancelledError:
        if interrupts.counted:
            raise KeyboardInterrupt from None
        raise
    finally:
        if interrupts.counted < 2:
            runner.close()
        signal.signal(signal.SIGINT, signal.default_int_handler)


class _Interrupts:
    """What Ctrl-C does: the first ends the work, the second everything."""

    def __init__(self, leaving: Callable[[], None]) -> None:
        self.counted = 0
        self._leaving = leaving
        self._cancel: Callable[[], object] = lambda: None

    def end(self, cancel: Callable[[], object]) -> None:
        """From now on Ctrl-C comes here; ``cancel`` ends the work."""
        self._cancel = cancel
        # Not by the loop: it may be what hangs.
        signal.signal(signal.SIGINT, self._pressed)

    def _pressed(self, signum: int, frame: FrameType | None) -> None:
        self.counted += 1
        if self.counted > 1:
            raise QuitAtOnce
        self._cancel()
        self._leaving()
