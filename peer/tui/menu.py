"""What lies over the table: a question, options, or text to read. Pure."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias, TypeVar

from peer.choices import Way
from peer.orders import Question
from peer.requests import Quit, Request
from peer.tui.faces import signed
from peer.tui.prefs import SPEEDS, Prefs
from shared.actions import Call, Discard, Knock, LayDown, LayOff, Move, TakeJoker
from shared.events import Seat
from shared.tableview import TableView
from shared.words import say

T = TypeVar("T")


Leaving: TypeAlias = Literal["table", "seat", "all"]
"""What comes of leaving the table: nothing; a computer player takes the seat; the end
for everybody."""


class Entry(NamedTuple):
    """A line that can be chosen."""

    label: str

    typed: str = ""
    "What to type to the screen in lines then; nothing closes the menu."

    change: str = ""
    "The option to change instead; the menu stays."

    key: str = ""
    "A key of its own."

    asks: Request | None = None
    "What to ask the host for then."

    opens: "Callable[[], Menu | None] | None" = None
    "Does what there is to do here, and makes what lies over the table then."


def not_now() -> Entry:
    """The way out of a choice."""
    return Entry(say("term.tui.not_now"))


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

    refresh: "Callable[[], Menu | None] | None" = None
    "Makes it anew when an option or the table has changed, if it still has a sense."

    back: "Callable[[], Menu | None] | None" = None
    "Where Escape leads, if not to the table."

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
    return Menu(title, entries=[*entries, not_now()])


def leaving(table: TableView | None, me: Seat | None, host: bool) -> Leaving:
    """What comes of leaving now."""
    seats = table.seats if table is not None else ()
    others = any(s.kind == "person" and n != me for n, s in enumerate(seats))
    if table is None or not others or me is None:
        return "table"
    if host:
        return "all"
    return "table" if table.phase == "lobby" else "seat"


def asking(question: Question[Request], left: Leaving) -> Menu:
    """A question of the screen in lines."""
    if "no" in question.answers:
        return _sure(question, left)
    entries = [
        Entry(capital(signed(_label(request, answer))), answer, key=answer)
        for answer, request in question.answers.items()
    ]
    return Menu(say("term.tui.which.one"), [], [*entries, not_now()], asked=True)


def sure(question: str, request: Request) -> Menu:
    """Whether that shall be asked of the host; what does nothing is first."""
    entries = [
        Entry(say("vote.answer.no"), key="n"),
        Entry(say("vote.answer.yes"), key="y", asks=request),
    ]
    return Menu(say("term.tui.sure"), [question], entries)


def _sure(question: Question[Request], left: Leaving) -> Menu:
    """Its first line asks, the others say what to type."""
    request = next(iter(question.answers.values()))
    lines = [signed(line) for line in unprompted(question.lines[:1])]
    yes, no = _yes_no(request, left)
    entries = [Entry(yes, next(iter(question.answers)), key="y")]
    entries.append(Entry(no, "no", key="n"))
    if isinstance(request, Discard):
        entries.append(Entry(say("term.tui.never"), change="warnings", key="w"))
    if "end" in question.answers:
        entries.append(Entry(say("do.ask.end"), "end", key="a"))
    return Menu(say("term.tui.sure"), lines, entries, at=1, asked=True)


def _label(request: Request | None, answer: str) -> str:
    """What an answer asks for, where it is only a number."""
    match request:
        case LayDown(cards):
            return say("do.laydown", cards=spaced(cards))
        case LayOff(card, meld, "low"):
            return say("do.layoff.low", card=card, number=meld + 1)
        case LayOff(card, meld, "high"):
            return say("do.layoff.high", card=card, number=meld + 1)
        case LayOff(card, meld):
            return say("do.layoff", card=card, number=meld + 1)
        case Move(card, meld):
            return say("do.move", card=card, number=meld + 1)
        case TakeJoker(card, meld):
            return say("do.joker", card=card, number=meld + 1)
        case Call(meld):
            return say("term.tui.call", number=meld + 1)
        case Knock(card, melds):
            shown = ", ".join(map(spaced, melds))
            if card is None:
                return say("term.knock.biggin", melds=shown)
            return say("term.tui.knock", card=card, melds=shown)
        case _:
            return answer


def spaced(cards: Sequence[str]) -> str:
    """Cards beside each other."""
    return " ".join(cards)


def _yes_no(request: Request | None, left: Leaving) -> tuple[str, str]:
    match request:
        case Discard():
            return say("term.tui.sure.discard"), say("term.tui.sure.discard.no")
        case LayDown():
            return say("term.tui.sure.laydown"), say("term.tui.sure.laydown.no")
        case Quit():
            yes = say(f"term.tui.sure.leave.{left}")
            return yes, say("term.tui.sure.leave.no")
        case _:
            return say("vote.answer.yes"), say("vote.answer.no")


def options(prefs: Prefs) -> Menu:
    """Everything that can be changed about the screen."""
    theme = say(f"term.tui.opt.theme.{prefs.theme}")
    deck = say(f"term.tui.opt.deck.{prefs.deck}")
    speed = say(f"set.speed.{prefs.speed}")
    shown = {
        "theme": say("term.tui.opt.theme", value=theme),
        "deck": say("term.tui.opt.deck", value=deck),
        "shapes": say(
            "term.tui.opt.shapes" if prefs.shapes else "term.tui.opt.letters"
        ),
        "speed": say("term.tui.opt.speed", value=speed),
        "bell": say("term.tui.opt.bell.on")
        if prefs.bell
        else say("term.tui.opt.bell.off"),
        "warnings": say("term.tui.opt.warnings.on")
        if prefs.warnings
        else say("term.tui.opt.warnings.off"),
    }
    entries = [Entry(label, change=name) for name, label in shown.items()]
    return Menu(
        say("term.tui.key.options"),
        [say("term.tui.opt.how")],
        [*entries, Entry(say("term.tui.opt.back"))],
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
    valid = say("draft.valid")
    return [
        kept
        for line in lines
        if not line.startswith(valid) and (kept := _unprompted(line))
    ]


def _unprompted(line: str) -> str:
    """Without the sentences that say what to type, or what they say of it."""
    kept = map(_untyped, re.split(r"(?<=[.?!।]) ", line))
    return " ".join(filter(None, kept))


def _untyped(one: str) -> str:
    how = re.search(rf"(?:^|\W){say('term.tui.typing')}(?:\W|$)", one, re.IGNORECASE)
    if how is None:
        return one
    before, colon, _ = one[: how.end()].rpartition(":")
    return f"{before.rstrip()}{one[-1]}" if colon else ""
