"""uvloop, with a clock that tests can put forward."""

from collections.abc import Callable
from contextvars import Context
from typing import Any

import uvloop


class Timer:
    """What is due at a time, wherever the clock is put meanwhile."""

    def __init__(self, loop: "Loop", when: float, run: Callable[..., object]) -> None:
        self.when = when
        self._loop = loop
        self._run = run
        self._handle: Any = None
        self.set()

    def set(self) -> None:
        if self._handle is not None:
            self._handle.cancel()
        delay = max(self.when - self._loop.time(), 0)
        self._handle = self._loop.real_call_later(delay, self._ring)

    def cancel(self) -> None:
        self._handle.cancel()
        self._loop.timers.pop(self, None)

    def cancelled(self) -> bool:
        return self not in self._loop.timers

    def _ring(self) -> None:
        self._loop.timers.pop(self, None)
        self._run()


class Loop(uvloop.Loop):
    """Its timers are ours."""

    def __init__(self) -> None:
        super().__init__()
        self.timers: dict[Timer, None] = {}
        self.real_call_later = super().call_later
        self._ahead = 0.0

    def time(self) -> float:
        return super().time() + self._ahead

    def call_later(  # type: ignore[override]
        self,
        delay: float,
        callback: Callable[..., object],
        *args: Any,
        context: Context | None = None,
    ) -> Timer:
        return self.call_at(self.time() + delay, callback, *args, context=context)

    def call_at(  # type: ignore[override]
        self,
        when: float,
        callback: Callable[..., object],
        *args: Any,
        context: Context | None = None,
    ) -> Timer:
        def run() -> None:
            if context is None:
                callback(*args)
            else:
                context.run(callback, *args)

        timer = Timer(self, when, run)
        self.timers[timer] = None
        return timer

    def put_forward(self, seconds: float) -> None:
        self._ahead += seconds
        for timer in list(self.timers):
            timer.set()
