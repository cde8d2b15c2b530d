"""Who watches the table, at every screen of it; and what they are told. Pure."""

import textwrap

from peer.tui.canvas import Canvas, fitted, width_of
from peer.tui.desk import Desk
from shared.talk import spoken_text
from shared.words import say

ROW = 3
"Below the people; the game has the left of it at most."

LEFT = 2


def paint(canvas: Canvas, desk: Desk, right: int) -> None:
    """How many watch, and who: at the right of the row, or where there is room."""
    text = told(desk)
    width = min(width_of(text), right - LEFT - 1)
    while text and width > 0:
        for x in (right - width - 1, LEFT):
            if canvas.is_blank(x - 2, ROW, width + 3):
                canvas.put(x, ROW, fitted(text, width), "dim")
                return
        width -= 4


def told(desk: Desk) -> str:
    """The sentence; nothing where nobody watches."""
    table = desk.table
    if table is None or not table.watchers:
        return ""
    names = ", ".join(_called(desk, name) for name in table.watchers)
    return say("term.tui.watchers", count=len(table.watchers), names=names)


def _called(desk: Desk, watcher: str) -> str:
    name = spoken_text(watcher)
    if words := desk.speech.of(watcher):
        return say("term.tui.says", name=name, what=words)
    if desk.guest.mutes.cover(watcher):
        return say("term.tui.muted", name=name)
    return name


def about(canvas: Canvas, desk: Desk, bottom: int, right: int) -> int:
    """What who watches may see, where players have their hand; its first row."""
    table = desk.table
    people = [seat for seat in table.seats if seat.kind != "open"] if table else []
    opens = all(seat.opens for seat in people if seat.kind == "person")
    text = say("term.tui.watch.opened") if opens else say("term.tui.watch.closed")
    lines = textwrap.wrap(text, right - 3)
    top = bottom - len(lines)
    for row, line in enumerate(lines):
        canvas.put(1, top + row, line, "dim")
    return top
