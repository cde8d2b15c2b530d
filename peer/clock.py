"""A clock that never goes back and also runs while this machine sleeps."""

import time

_CLOCK = getattr(
    time,
    "CLOCK_BOOTTIME",  # Linux, whose monotonic clock stands still in sleep
    getattr(time, "CLOCK_MONOTONIC", None),  # macOS; there time.monotonic does
)


def now() -> float:
    """Seconds since some moment before this program began."""
    return time.monotonic() if _CLOCK is None else time.clock_gettime(_CLOCK)
