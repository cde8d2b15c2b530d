"""Whether the table can be drawn where this program was started."""

import os
import shutil
import sys

from peer.keyboard import has_keys

LEAST = (80, 24)
"Columns and rows that the drawn table needs."


def at_terminal() -> bool:
    """Whether a person may sit here."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def can_be_drawn() -> bool:
    """Whether somebody at this terminal wants the table drawn, and it has room."""
    if os.environ.get("ACCESSIBLE", "") not in ("", "0") or not has_keys():
        return False
    if not sys.stderr.isatty():  # which is where Textual draws
        return False
    columns, rows = shutil.get_terminal_size()
    return columns >= LEAST[0] and rows >= LEAST[1]
