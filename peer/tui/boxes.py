"""Boxes over the table. Pure."""

import textwrap

from peer.tui.canvas import Canvas, uneven, width_of
from peer.tui.menu import Menu
from peer.tui.writing import Writing
from shared.talk import MAX_TEXT
from shared.words import say

READ = 72
"Columns of a text to read, at most."


def menu_box(canvas: Canvas, over: Menu) -> None:
    """A menu in the middle of the screen, or text that can be scrolled.

    One with a text of uncertain width reaches to the right edge.
    """
    width = min(canvas.width - 8, READ)
    lines = [row for line in over.lines for row in _wrapped(line, width - 4)]
    most = canvas.height - 6 - len(over.entries) - bool(lines and over.entries)
    over.scroll = max(0, min(over.scroll, len(lines) - most))
    shown = lines[over.scroll : over.scroll + most]
    gap = bool(shown and over.entries)
    hint = say("term.tui.menu.choose") if over.entries else say("term.tui.menu.scroll")
    labels = [entry.label for entry in over.entries]
    inner = max(
        width_of(over.title) + 2,
        width_of(hint),
        *(width_of(line) for line in shown or [""]),
        *(width_of(label) + 3 for label in labels),
        36,
    )
    width = min(canvas.width - 2, inner + 4)
    height = len(shown) + gap + len(over.entries) + 4
    x, y = (canvas.width - width) // 2, max(1, (canvas.height - height) // 2)
    if uneven("".join([over.title, hint, *shown, *labels])):
        x = canvas.width - width
    canvas.clear_uneven(x, y, height)
    canvas.fill(x, y, width, height, "box")
    canvas.spot(x, y, width, height, "box")
    end = canvas.put(x + 2, y + 1, over.title, "box-strong")
    if len(lines) > most:
        _where(canvas, over, x + width - 2, y + 1, end, (len(shown), len(lines)))
    for row, line in enumerate(shown):
        canvas.put(x + 2, y + 2 + row, line, "box")
    _entries(canvas, over, x, y + 2 + len(shown) + gap, width)
    canvas.put(x + 2, y + height - 1, hint, "box-dim", width - 3)


def writing_box(canvas: Canvas, writing: Writing) -> None:
    """A line that is written, above the cards of the player."""
    width, x, y = min(canvas.width - 2, READ), 1, 3
    shown = writing.shown(width - 4)
    title, hint = say("term.tui.write"), say("term.tui.write.how")
    if uneven("".join([title, hint, shown])):
        x = canvas.width - width
    canvas.clear_uneven(x, y, 5)
    canvas.fill(x, y, width, 5, "box")
    canvas.spot(x, y, width, 5, "box")
    end = canvas.put(x + 2, y + 1, title, "box-strong")
    many = say("term.tui.write.many", written=len(writing.text), most=MAX_TEXT)
    if end + 2 + width_of(many) <= x + width - 2:
        canvas.put(x + width - 2 - width_of(many), y + 1, many, "box-dim")
    canvas.put(x + 2, y + 2, shown, "box")
    canvas.put(x + 2, y + 4, hint, "box-dim", width - 3)


def _where(
    canvas: Canvas, over: Menu, right: int, y: int, end: int, lines: tuple[int, int]
) -> None:
    """Which lines of how many are shown, if there is room for it."""
    first, last = over.scroll + 1, over.scroll + lines[0]
    where = say("term.tui.menu.where", first=first, last=last, all=lines[1])
    if end + 2 + width_of(where) <= right:
        canvas.put(right - width_of(where), y, where, "box-dim")


def _entries(canvas: Canvas, over: Menu, x: int, y: int, width: int) -> None:
    for number, entry in enumerate(over.entries):
        at = number == over.at
        ink = "box-at" if at else "box"
        canvas.put(x + 1, y + number, "▶ " if at else "  ", ink, width - 2)
        end = x + 3
        if entry.key:
            key = "box-at" if at else "box-key"
            end = canvas.put(end, y + number, f"{entry.key.upper()} ", key)
        canvas.put(end, y + number, entry.label, ink, x + width - 1 - end)
        canvas.spot(x + 1, y + number, width - 2, 1, f"entry {number}")


def _wrapped(line: str, width: int) -> list[str]:
    return textwrap.wrap(line, width, subsequent_indent="  ") or [""]
