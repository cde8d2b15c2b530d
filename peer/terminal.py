"""Whether the table can be drawn where this program was started."""

import shutil
import sys

LEAST = (80, 24)
"Columns and rows that the drawn table needs."


def can_be_drawn() -> bool:
    """Whether this terminal has room, and is where Textual draws."""
    columns, rows = shutil.get_terminal_size()
    return sys.stderr.isatty() and columns >= LEAST[0] and rows >= LEAST[1]
