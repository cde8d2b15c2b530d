"""What `rummyroom serve` is when it has just started."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/maps").exists(), reason="memory is measured in /proc"
)


@contextmanager
def serving() -> Iterator[Path]:
    """What /proc knows of it."""
    command = [sys.executable, "-m", "peer.cli", "serve", "--json"]
    command += ["--listen", "127.0.0.1:0"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as process:
        try:
            assert process.stdout is not None
            assert json.loads(process.stdout.readline())["type"] == "serving"
            yield Path(f"/proc/{process.pid}")
        finally:
            process.kill()


def test_it_is_small_and_knows_nothing_of_webrtc() -> None:
    with serving():
        pass  # compiles what is not compiled yet, which takes memory
    with serving() as proc:
        status, maps = (proc / "status").read_text(), (proc / "maps").read_text()
    [held] = [line for line in status.splitlines() if line.startswith("VmRSS:")]
    assert int(held.split()[1]) <= 45 * 1000
    for library in ("/av/", "av.libs", "pylibsrtp", "numpy"):
        assert library not in maps
    assert ("uvloop" in maps) == (find_spec("uvloop") is not None)


@pytest.mark.parametrize("module", ["signaling.server", "peer.cli"])
def test_it_never_imports_aiortc(module: str) -> None:
    code = f"import {module}, sys; print(*sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True
    )
    packages = {name.partition(".")[0] for name in run.stdout.split()}
    assert module.partition(".")[0] in packages
    assert not packages & {"aiortc", "aioice", "av", "zeroconf", "textual"}


def test_it_may_have_as_many_sockets_as_the_system_lets_it() -> None:
    command = [sys.executable, "-m", "peer.cli", "serve", "--json"]
    few = ["sh", "-c", 'ulimit -Sn 300; exec "$@"', "sh", *command]
    few += ["--listen", "127.0.0.1:0"]
    with subprocess.Popen(few, cwd=ROOT, stdout=subprocess.PIPE) as process:
        try:
            assert process.stdout is not None
            assert json.loads(process.stdout.readline())["type"] == "serving"
            limits = Path(f"/proc/{process.pid}/limits").read_text()
        finally:
            process.kill()
    [line] = [row for row in limits.splitlines() if row.startswith("Max open files")]
    soft, hard = line.split()[3:5]
    assert soft == hard != "300"
