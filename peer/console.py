"""Where a screen of lines is shown: standard output, with a prompt on a terminal."""

import io
import shutil
import sys
import textwrap
from typing import TextIO


class Console:
    """Writes lines, and keeps the prompt below them."""

    def __init__(self, out: TextIO = sys.stdout, *, prompts: bool) -> None:
        """``prompts``: for a person at a terminal; lines are wrapped between words."""
        self._out = out
        if isinstance(out, io.TextIOWrapper):
            # A name with letters that this terminal lacks must not end the game.
            out.reconfigure(errors="replace")
        self._prompts = prompts
        self._prompt = ""

    def show(self, lines: list[str], prompt: str = "") -> None:
        """Write ``lines``, then ``prompt``, in place of the prompt that stands."""
        if self._prompts and lines and self._prompt:
            # What was typed behind the old prompt stays in the terminal's own buffer.
            self._out.write("\r" + " " * len(self._prompt) + "\r")
            self._prompt = ""
        for line in lines:
            self._out.write(f"{self._wrapped(line)}\n")
        if self._prompts and not self._prompt:
            self._out.write(prompt)
            self._prompt = prompt
        self._out.flush()

    def entered(self) -> None:
        """The person has typed a line: the terminal's own echo ended the prompt's."""
        self._prompt = ""

    def _wrapped(self, line: str) -> str:
        if not self._prompts:
            return line
        return textwrap.fill(
            line,
            shutil.get_terminal_size().columns - 1,
            break_long_words=False,
            break_on_hyphens=False,
        )
