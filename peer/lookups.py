"""Threads for what asyncio cannot do without one: looking up the names of servers."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Thread
from typing import Any, TypeVar

T = TypeVar("T")


class Lookups(ThreadPoolExecutor):
    """An event loop's executor for which nobody waits at the end.

    A resolver may take many seconds to say that there is no such name, and neither
    Ctrl-C nor the end of the program can interrupt it.
    """

    def submit(
        self, work: Callable[..., T], /, *args: Any, **options: Any
    ) -> "Future[T]":
        """Run ``work`` in a thread of its own that ends with the program."""
        future: Future[T] = Future()

        def run() -> None:
            if not future.set_running_or_notify_cancel():
                return
            try:
                result = work(*args, **options)
            except BaseException as error:
                future.set_exception(error)
            else:
                future.set_result(result)

        Thread(target=run, name="look-up", daemon=True).start()
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Wait for nothing."""
