"""What the second verifier, in JavaScript, says of a file."""

import subprocess
from pathlib import Path

TESTS = Path(__file__).parent


def run_node(script: str) -> str:
    """What a module prints that may import from this folder."""
    command = ["node", "--input-type=module", "--eval", script]
    done = subprocess.run(command, cwd=TESTS, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def second_opinion(path: Path) -> str:
    """``ok``, or the first line that does not hold and why."""
    command = ["node", str(TESTS / "verifier.mjs"), str(path)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.stderr == ""
    assert done.returncode == (done.stdout != "ok\n")
    return done.stdout.strip()
