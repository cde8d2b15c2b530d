"""
Basic Rummy by options nobody chose, at every step of which a second referee agrees.

Run it with ``python tests/oracle/basic.py [HANDS]``.
"""

import random
import sys
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parent.parent))

from test_basic_play import judged_by_chance  # noqa: E402

HANDS = 400


def main() -> None:
    """Play until there were so many hands; the first difference ends it."""
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else HANDS
    start = perf_counter()
    for seed in range(wanted // 2):
        judged_by_chance(random.Random(f"oracle {seed}"))
    print(f"{wanted:,} hands in {perf_counter() - start:.0f} s, and no difference")


if __name__ == "__main__":
    main()
