"""What needs no network answers at once: the version, and a slip in a code."""

import subprocess
import sys
from pathlib import Path

import pytest

import shared

COMMAND = Path(sys.executable).with_name("rummyroom")
HEAVY = {"aiortc", "aioice", "aiohttp", "textual", "zeroconf", "asyncio"}


def run(*args: str) -> tuple[int, str, set[str], list[str]]:
    """Exit code, output, the top-level packages imported, and the rest of stderr."""
    done = subprocess.run(
        [sys.executable, "-X", "importtime", COMMAND, *args],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    imported, said = set(), []
    for line in done.stderr.splitlines():
        if line.startswith("import time:"):
            imported.add(line.rpartition("|")[2].strip().partition(".")[0])
        else:
            said.append(line)
    assert "peer" in imported
    return done.returncode, done.stdout, imported, said


def test_the_version() -> None:
    code, out, imported, said = run("--version")
    assert (code, out, said) == (0, f"rummyroom {shared.__version__}\n", [])
    assert imported & HEAVY == set()


def test_a_slip_in_a_code() -> None:
    code, out, imported, said = run("join", "7KQ-M3X-WDA")
    assert (code, out, len(said)) == (2, "", 1)
    assert said[0].startswith("rummyroom: symbol 8 of this code is D; ")
    assert imported & HEAVY == set()


@pytest.mark.parametrize("heavy", sorted(HEAVY))
def test_a_heavy_import_would_be_seen(heavy: str) -> None:
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-c", f"import {heavy}"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert f"| {heavy}\n" in done.stderr
