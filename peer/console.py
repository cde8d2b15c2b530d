"""Where a screen of lines is shown: standard output, with a prompt on a terminal."""

import shutil
import textwrap
import unicodedata
from typing import Protocol

ERASE_BELOW = "\r\x1b[J"
"ECMA-48: everything from the start of this row on."


class Out(Protocol):
    """Where text goes."""

    def write(self, text: str, /) -> object:
        """Take ``text``."""


class Console:
    """Writes lines, and keeps the prompt and what is being typed below them."""

    def __init__(self, out: Out, *, prompts: bool, by_key: bool = False) -> None:
        """``prompts``: for a person at a terminal; lines are wrapped between words.

        ``by_key``: the terminal shows no keys itself and understands ECMA-48.
        """
        self._out = out
        self._prompts = prompts
        self._by_key = by_key
        self._prompt = ""
        self._typed = ""

    def show(self, lines: list[str], prompt: str = "") -> None:
        """Write ``lines`` above ``prompt`` and what is being typed."""
        self._make_room()
        for line in lines:
            self._out.write(f"{self._wrapped(line)}\n")
        if self._prompts:
            self._prompt = prompt
            self._out.write(self._prompt + self._typed)

    def typing(self, text: str) -> None:
        """``text`` stands behind the prompt now."""
        self._make_room()
        self._typed = text
        self._out.write(self._prompt + self._typed)

    def entered(self) -> None:
        """What was typed is entered and stays where it is."""
        if self._by_key:
            self._out.write("\n")
        self._prompt = self._typed = ""

    def close(self) -> None:
        """Leave nothing unfinished on the screen."""
        self._make_room()
        self._prompt = self._typed = ""

    def _make_room(self) -> None:
        """Take away the prompt, with all rows that what is typed has come to."""
        standing = _least_cells(self._prompt + self._typed)
        if standing and self._by_key:
            rows = (standing - 1) // shutil.get_terminal_size().columns
            self._out.write((f"\x1b[{rows}A" if rows else "") + ERASE_BELOW)
        elif standing:
            self._out.write("\n")

    def _wrapped(self, line: str) -> str:
        if not self._prompts:
            return line
        return textwrap.fill(
            line,
            shutil.get_terminal_size().columns - 1,
            break_long_words=False,
            break_on_hyphens=False,
        )


def _least_cells(text: str) -> int:
    """How many cells ``text`` takes at least: terminals differ about marks (Unicode M).

    Too few leaves something behind on the screen, too many would take away what was
    said.
    """
    return sum(
        not unicodedata.category(character).startswith("M") for character in text
    )
