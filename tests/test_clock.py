"""The clock that shows that this machine slept."""

import importlib
import time

import pytest

from peer import clock


def test_it_never_goes_back() -> None:
    times = [clock.now() for _ in range(100)]
    assert times == sorted(times)


@pytest.mark.parametrize(
    ("has", "asked"),
    [
        ({"CLOCK_BOOTTIME": 7, "CLOCK_MONOTONIC": 1}, 7),  # Linux
        ({"CLOCK_MONOTONIC": 6}, 6),  # macOS
        ({}, None),  # Windows
    ],
)
def test_it_is_the_one_that_runs_in_sleep(
    has: dict[str, int], asked: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        for name in ("CLOCK_BOOTTIME", "CLOCK_MONOTONIC"):
            patch.delattr(time, name, raising=False)
        for name, number in has.items():
            patch.setattr(time, name, number, raising=False)
        patch.setattr(time, "clock_gettime", float)
        patch.setattr(time, "monotonic", lambda: -1.0)
        assert importlib.reload(clock).now() == (-1.0 if asked is None else asked)
    importlib.reload(clock)
