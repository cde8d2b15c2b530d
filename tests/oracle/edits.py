"""
Ten thousand random edits of transcripts: every one has to be noticed.

Run it with ``python tests/oracle/edits.py``.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from edits import unnoticed  # noqa: E402
from recorded import recording  # noqa: E402

TRIES = 10_000


def main() -> int:
    """Print how many were missed; 1 if any was."""
    missed = 0
    for game, seats, hands in (("basic", 3, 2), ("gin", 2, 2)):
        bad = unnoticed(recording(game, seats, hands), TRIES // 2)
        print(f"{game}: {len(bad)} of {TRIES // 2} edits were not noticed")
        missed += len(bad)
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
