"""
A thousand tries of each kind of cheating host: every guest it touches has to notice.

Run it with ``python tests/oracle/cheats.py``.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from cheats import CHEATS, escaped  # noqa: E402

TRIES = 1000


def main() -> int:
    """Print what each kind came to; 1 if somebody got away with it."""
    bad = 0
    for kind in CHEATS:
        tries, missed, salt = 0, [], 0
        while tries < TRIES:
            more, escaped_now = escaped(kind, [str(salt)])
            tries, salt = tries + more, salt + 1
            missed += escaped_now
        print(f"{kind.__name__}: {tries - len(missed)} of {tries} caught")
        bad += len(missed)
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
