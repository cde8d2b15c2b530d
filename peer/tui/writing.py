"""One line of text that is being written. Pure: keys in."""

import unicodedata
from collections.abc import Callable
from typing import NamedTuple

from peer.requests import Request
from peer.tui.canvas import width_of
from peer.tui.menu import Menu
from shared.talk import MAX_TEXT, spoken_text

CURSOR = "▏"

AHEAD = 8
"Columns that stay in sight behind the cursor."


class Form(NamedTuple):
    """What is written when it is not said to everybody."""

    title: str
    take: Callable[[str], Request]
    "What it asks the host for."

    back: Callable[[], Menu]
    "What lies over the table then."


class Writing:
    """What is written so far, and where in it."""

    def __init__(self, text: str = "", form: Form | None = None) -> None:
        """Something to say to everybody, if it is nothing else."""
        self.text = text
        self.at = len(text)
        self.form = form

    @property
    def spoken(self) -> str:
        """What would be sent."""
        return spoken_text(self.text)

    def press(self, key: str, character: str | None) -> None:
        """A key that moves, deletes or writes."""
        match key:
            case "left":
                self.at = self._step(-1)
            case "right":
                self.at = self._step(1)
            case "home" | "ctrl+a":
                self.at = 0
            case "end" | "ctrl+e":
                self.at = len(self.text)
            case "backspace" | "ctrl+h":
                self._cut(max(0, self.at - 1), self.at)
            case "delete":
                self._cut(self.at, self._step(1))
            case "ctrl+u":
                self._cut(0, self.at)
            case "ctrl+w":
                kept = self.text[: self.at].rstrip()
                self._cut(kept.rfind(" ") + 1, self.at)
            case _ if character:
                self.insert(character)

    def insert(self, text: str) -> None:
        """Write ``text`` where the cursor is, as much of it as there is room for."""
        kept = "".join(char for char in map(_kept, text) if char)
        kept = kept[: max(0, MAX_TEXT - len(self.text))]
        self.text = self.text[: self.at] + kept + self.text[self.at :]
        self.at += len(kept)

    def shown(self, room: int) -> str:
        """The part of it around the cursor that has room, the cursor a sign of it."""
        before, after = self.text[: self.at], self.text[self.at :]
        start = 0
        while width_of(before[start:]) > room - AHEAD - 2 and start < len(before):
            start += 1
        while start < len(before) and _joins(before[start]):
            start += 1
        left = f"…{before[start:]}" if start else before
        right = after
        while width_of(left + right) > room - 1:
            right = right[:-1]
        return f"{left}{CURSOR}{right}"

    def _step(self, by: int) -> int:
        """The next place at which a letter begins, with all its marks."""
        at = self.at + by
        while 0 < at < len(self.text) and _joins(self.text[at]):
            at += by
        return max(0, min(at, len(self.text)))

    def _cut(self, start: int, end: int) -> None:
        self.text = self.text[:start] + self.text[end:]
        self.at = start


def _joins(char: str) -> bool:
    """Whether it is a part of the letter before it."""
    return unicodedata.category(char).startswith("M")


def _kept(char: str) -> str:
    """``char``, a blank for what separates, nothing for what a terminal obeys."""
    if unicodedata.category(char)[0] == "Z" or char in "\t\n\r":
        return " "
    return "" if unicodedata.category(char)[0] == "C" else char
