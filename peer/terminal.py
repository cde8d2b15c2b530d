"""Whether the table can be drawn where this program was started."""

import os
import shutil
import sys

LEAST = (80, 24)
"Columns and rows that the drawn table needs."


def can_be_drawn() -> bool:
    """Whether this terminal has room, and is where Textual draws."""
    columns, rows = shutil.get_terminal_size()
    return sys.stderr.isatty() and columns >= LEAST[0] and rows >= LEAST[1]


def is_there() -> bool:
    """Whether somebody still holds the other end of the terminal."""
    try:
        os.get_terminal_size(sys.__stdin__.fileno() if sys.__stdin__ else 0)
    except OSError:
        return False
    return True
