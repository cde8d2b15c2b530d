"""A test that hangs fails, whatever it is doing when its time is up."""

import os
import subprocess
import sys
from pathlib import Path

HANGS = """
import asyncio


async def busy():
    while True:
        for _ in range(100_000):
            pass
        await asyncio.sleep(0)


async def test_while_another_task_runs():
    task = asyncio.create_task(busy())
    await asyncio.Event().wait()
"""


def test_a_test_fails_although_the_alarm_only_ended_another_task(
    tmp_path: Path,
) -> None:
    (tmp_path / "test_hangs.py").write_text(HANGS)
    (tmp_path / "pytest.ini").write_text("[pytest]\nasyncio_mode = auto\n")
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "conftest", "--timeout", "1"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        timeout=200,
    )
    assert "1 failed" in run.stdout, run.stdout + run.stderr
