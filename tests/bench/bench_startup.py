"""The CPU time of the commands that need no network; the budget is 100 ms."""

import resource
import statistics
import subprocess
import sys
from pathlib import Path

COMMAND = str(Path(sys.executable).with_name("rummyroom"))
RUNS = 20


def cpu_ms(args: list[str]) -> float:
    """User and system time of one run."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(args, capture_output=True, stdin=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return spent * 1000


def main() -> None:
    for name, args in {
        "python -c pass": [sys.executable, "-c", "pass"],
        "rummyroom --version": [COMMAND, "--version"],
        "rummyroom join 7KQ-M3X-WDA": [COMMAND, "join", "7KQ-M3X-WDA"],
    }.items():
        times = [cpu_ms(args) for _ in range(RUNS)]
        least, middle = min(times), statistics.median(times)
        print(f"{name:28} CPU ms: min {least:5.1f}  median {middle:5.1f}")


if __name__ == "__main__":
    main()
