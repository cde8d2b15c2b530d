"""
A line typed at a terminal whose own line editing is off, so that news can come between.

With the terminal's own editing nobody knows what has been typed so far, and news would
be written across it. Pure: characters in, finished lines out.
"""

import re
from collections.abc import Iterator

ENTER = "\r\n"
BACKSPACE = "\x08\x7f"
END_OF_INPUT = "\x04"
ERASE_LINE = "\x15"
ERASE_WORD = "\x17"

ESCAPE = "\x1b"
SEQUENCE = ("[", "O")
"Behind an escape, these begin a sequence."

_KEY = re.compile(r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|O.|[^[O])|[^\x1b]", re.DOTALL)
"One key: an escape sequence (ECMA-48 section 5.4), or a character."

_LONGEST_KEY = 16
"Characters of an escape sequence; what is longer is none."


class Line:
    """What has been typed and not been entered."""

    def __init__(self) -> None:
        self.text = ""
        self._unfinished = ""
        "The beginning of an escape sequence."

    def feed(self, keys: str) -> Iterator[str | None]:
        """Take in ``keys``; yields each finished line, None at the end of input.

        Keys that would move within the line, such as arrows, do nothing.
        """
        if self._unfinished == ESCAPE and keys[:1] not in SEQUENCE:
            self._unfinished = ""  # it was the key itself
        keys = self._unfinished + keys
        while key := _KEY.match(keys):
            keys = keys[key.end() :]
            yield from self._press(key[0])
        self._unfinished = keys if len(keys) < _LONGEST_KEY else ""

    def _press(self, key: str) -> Iterator[str | None]:
        if key in ENTER:
            line, self.text = self.text, ""
            yield line
        elif key in BACKSPACE:
            self.text = self.text[:-1]
        elif key == ERASE_LINE:
            self.text = ""
        elif key == ERASE_WORD:
            self.text = re.sub(r"\S*\s*$", "", self.text)
        elif key == END_OF_INPUT and not self.text:
            yield None
        elif key.isprintable():
            self.text += key
