"""What holds for every test."""

import asyncio
import logging
import os
import signal
import subprocess
from collections.abc import AsyncIterator, Callable, Generator, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from playwright.async_api import Browser

STILL_HANGING = 5.0
"Seconds after which a test is failed once more that took too long."

SYSTEM_PARTS = Path(__file__).with_name("system-parts")

settings.register_profile(
    "rummyroom", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("rummyroom")


@pytest.fixture(scope="session", autouse=True)
def nobodys_settings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test reads the settings of whoever runs it, or leaves anything in its home.

    With several processes, pytest-xdist tells each how wide the terminal is.
    """
    with pytest.MonkeyPatch.context() as patch:
        for folder in ("XDG_CONFIG_HOME", "XDG_STATE_HOME"):
            patch.setenv(folder, str(tmp_path_factory.mktemp(folder)))
        for variable in [name for name in os.environ if name.startswith("RUMMYROOM_")]:
            patch.delenv(variable)
        for variable in ("LC_ALL", "COLUMNS", "LINES"):
            patch.delenv(variable, raising=False)
        patch.setenv("LC_MESSAGES", "C")
        yield


@pytest.fixture(scope="session", autouse=True)
def compiled_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The hundreds of commands that tests run do not compile the sources each."""
    with pytest.MonkeyPatch.context() as patch:
        if "PYTHONDONTWRITEBYTECODE" in os.environ:
            patch.delenv("PYTHONDONTWRITEBYTECODE")
            folder = tmp_path_factory.mktemp("compiled")
            patch.setenv("PYTHONPYCACHEPREFIX", str(folder))
        yield


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--loop", choices=("asyncio", "uvloop"), help="what async tests run on"
    )


class OnUvloop:
    """All async tests run on it; of those that talk to a server, `make test` does."""

    def pytest_asyncio_loop_factories(
        self, config: pytest.Config, item: pytest.Item
    ) -> dict[str, Callable[[], asyncio.AbstractEventLoop]]:
        from uvclock import Loop

        return {"uvloop": Loop}


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator["Browser"]:
    """One Chromium for the tests of every file."""
    from browsing import launched

    async with launched() as started:
        yield started


@pytest.fixture(autouse=True)
def nobodys_log_levels() -> Iterator[None]:
    """A command that a test ran in this process leaves no test deaf to the logs."""
    yield
    for name in ("peer", "signaling", "aioice", "aiortc"):
        logging.getLogger(name).setLevel(logging.NOTSET)


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--loop") == "uvloop":
        config.pluginmanager.register(OnUvloop())
    config.addinivalue_line(
        "markers", "needs(package): skipped by name without it; an error if CI=true"
    )
    config.addinivalue_line("markers", "soak: make soak tries it ten times as long")


@pytest.hookimpl(wrapper=True)
def pytest_timeout_set_timer(
    item: pytest.Item,
) -> Generator[None, object, object]:
    """Fail a test that hangs, again and again until that is noticed.

    If the time is up while some task of the loop runs, it is that task that fails, and
    whoever waits in the test goes on waiting.
    """
    done = yield
    left, _ = signal.getitimer(signal.ITIMER_REAL)
    if left:
        signal.setitimer(signal.ITIMER_REAL, left, STILL_HANGING)
    return done


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
