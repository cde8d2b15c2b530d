"""What lies over the table: a question, options, or text to read. Pure."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from peer.choices import Way
from peer.orders import Question
from peer.requests import Quit, Request
from peer.tui.faces import signed
from peer.tui.prefs import SPEEDS, Prefs
from shared.actions import Discard, LayDown

T = TypeVar("T")


class Entry(NamedTuple):
    """A line that can be chosen."""

    label: str

    typed: str = ""
    "What to type to the screen in lines then; nothing closes the menu."

    change: str = ""
    "The option to change instead; the menu stays."

    key: str = ""
    "A key of its own."


NOT_NOW = Entry("Not now")


def capital(text: str) -> str:
    """Text at the start of a line."""
    return text[:1].upper() + text[1:]


@dataclass
class Menu:
    """A box with text, and lines to choose from."""

    title: str
    lines: list[str] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    at: int = 0
    scroll: int = 0

    asked: bool = False
    "It belongs to a question of the screen in lines."

    refresh: "Callable[[], Menu] | None" = None
    "Makes it anew when an option has changed."

    def move(self, by: int) -> None:
        """To another entry, or through the text where there is none."""
        if self.entries:
            self.at = (self.at + by) % len(self.entries)
        else:
            self.scroll = max(0, self.scroll + by)


def choosing(title: str, ways: Sequence[Way]) -> Menu:
    """Which of several ways to do it?"""
    entries = [
        Entry(capital(signed(way.label)), way.typed, key=str(n) if n < 10 else "")
        for n, way in enumerate(ways, 1)
    ]
    return Menu(title, entries=[*entries, NOT_NOW])


def asking(question: Question[Request]) -> Menu:
    """A question of the screen in lines."""
    lines = [signed(line) for line in unprompted(question.lines)]
    if "no" in question.answers:
        request = question.answers[next(iter(question.answers))]
        yes, no = _yes_no(request)
        entries = [Entry(yes, next(iter(question.answers)), key="y")]
        entries += [Entry(no, "no", key="n")]
        if isinstance(request, Discard):
            label = "Don't show me these warnings again"
            entries.append(Entry(label, change="warnings", key="w"))
        return Menu("Are you sure?", lines, entries, at=1, asked=True)
    labels = {
        found[1]: found[2]
        for line in lines
        if (found := re.match(r"(?:Choice|Meld) (\d+)[:,] (.*)", line))
    }
    entries = [
        Entry(labels.get(answer, answer), answer, key=answer)
        for answer in question.answers
    ]
    return Menu("Which one?", [], [*entries, NOT_NOW], asked=True)


def _yes_no(request: Request | None) -> tuple[str, str]:
    match request:
        case Discard():
            return "Yes, discard it", "No, don't discard it"
        case LayDown():
            return "Yes, lay it down", "No, keep it"
        case Quit():
            return "Yes, leave the table", "No, stay"
        case _:
            return "Yes", "No"


def options(prefs: Prefs) -> Menu:
    """Everything that can be changed about the screen."""
    decks = {
        "four": "four colours",
        "two": "two colours",
        "safe": "red-green safe",
        "ascii": "letters and lines (ASCII)",
    }
    onoff = {True: "on", False: "off"}
    shown = {
        "theme": f"Background: {prefs.theme}",
        "deck": f"Deck: {decks[prefs.deck]}",
        "shapes": f"Colours of tiles: {'shapes' if prefs.shapes else 'letters'}",
        "speed": f"Show what has changed: {prefs.speed}",
        "bell": f"Ring when it is my turn: {onoff[prefs.bell]}",
        "warnings": f"Ask before a discard with a better use: {onoff[prefs.warnings]}",
    }
    entries = [Entry(label, change=name) for name, label in shown.items()]
    return Menu(
        "Options",
        ["Enter changes a line; the options are kept."],
        [*entries, Entry("Back to the table")],
        refresh=lambda: options(prefs),
    )


def change(prefs: Prefs, name: str) -> None:
    """Change one option to its next value."""
    match name:
        case "theme":
            prefs.theme = "light" if prefs.theme == "dark" else "dark"
        case "deck":
            prefs.deck = _next(prefs.deck, ("four", "two", "safe", "ascii"))
        case "speed":
            prefs.speed = _next(prefs.speed, tuple(SPEEDS))
        case "shapes":
            prefs.shapes = not prefs.shapes
        case "bell":
            prefs.bell = not prefs.bell
        case "warnings":
            prefs.warnings = not prefs.warnings


def _next(now: T, every: Sequence[T]) -> T:
    return every[(every.index(now) + 1) % len(every)]


def unprompted(lines: Iterable[str]) -> list[str]:
    """Lines without what is on the screen anyway, or says what to type."""
    return [
        kept
        for line in lines
        if not line.startswith("Table valid") and (kept := _unprompted(line))
    ]


def _unprompted(line: str) -> str:
    sentences = re.split(r"(?<=[.?!]) ", line)
    return " ".join(
        re.sub(r": type .*\.$", ".", one)
        for one in sentences
        if not re.search(r"^Type |, type ", one)
    )
