"""What holds for every test."""

import os
import subprocess
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

SYSTEM_PARTS = Path(__file__).with_name("system-parts")

settings.register_profile(
    "rummyroom", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("rummyroom")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", "needs(package): skipped by name without it; an error if CI=true"
    )


def pytest_runtest_setup(item: pytest.Item) -> None:
    for mark in item.iter_markers("needs"):
        for package in mark.args:
            if lacks(package):
                refuse(f"{package} is missing; tests/system-parts installs it")


@cache
def lacks(package: str) -> bool:
    """Whether ``package`` of tests/system-parts is missing here."""
    run = subprocess.run([SYSTEM_PARTS, "--check", package], capture_output=True)
    if run.returncode > 1:
        pytest.fail(run.stderr.decode(), pytrace=False)
    return run.returncode == 1


def refuse(reason: str) -> None:
    """Skip the test, except where everything has to be there."""
    if os.environ.get("CI") == "true":
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)
