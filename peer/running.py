"""Runs the work of a command until it ends or somebody ends it."""

import asyncio
import contextlib
import signal
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from peer.lookups import Lookups

T = TypeVar("T")


def run(
    work: Coroutine[Any, Any, T],
    new_loop: Callable[[], asyncio.AbstractEventLoop] | None = None,
) -> T:
    """Run ``work`` so that a request to terminate ends it as cleanly as Ctrl-C.

    Raises:
        CancelledError: If it was requested.
    """

    async def ended_by_signal() -> T:
        task = asyncio.current_task()
        assert task is not None
        asyncio.get_running_loop().set_default_executor(Lookups())
        for name in ("SIGTERM", "SIGHUP"):
            # Not on Windows.
            with contextlib.suppress(AttributeError, NotImplementedError):
                asyncio.get_running_loop().add_signal_handler(
                    getattr(signal, name), task.cancel
                )
        return await work

    with asyncio.Runner(loop_factory=new_loop) as runner:
        return runner.run(ended_by_signal())
