"""Boxes over the table. Pure."""

import textwrap

from peer.tui.canvas import Canvas, width_of
from peer.tui.menu import Menu


def menu_box(canvas: Canvas, over: Menu) -> None:
    """A menu in the middle of the screen, or text that can be scrolled."""
    width = min(canvas.width - 8, 72)
    lines = [row for line in over.lines for row in _wrapped(line, width - 4)]
    most = canvas.height - 6 - len(over.entries) - bool(lines and over.entries)
    over.scroll = max(0, min(over.scroll, len(lines) - most))
    shown = lines[over.scroll : over.scroll + most]
    gap = bool(shown and over.entries)
    inner = max(
        width_of(over.title) + 2,
        *(width_of(line) for line in shown or [""]),
        *(width_of(entry.label) + 6 for entry in over.entries),
        36,
    )
    width = min(width, inner + 4)
    height = len(shown) + gap + len(over.entries) + 4
    x, y = (canvas.width - width) // 2, max(1, (canvas.height - height) // 2)
    canvas.fill(x, y, width, height, "box")
    canvas.spot(x, y, width, height, "box")
    canvas.put(x + 2, y + 1, over.title, "box-strong")
    if len(lines) > most:
        where = f"{over.scroll + 1}-{over.scroll + len(shown)} of {len(lines)}"
        canvas.put(x + width - 2 - len(where), y + 1, where, "box-dim")
    for row, line in enumerate(shown):
        canvas.put(x + 2, y + 2 + row, line, "box")
    _entries(canvas, over, x, y + 2 + len(shown) + gap, width)
    hint = "↑ ↓ Enter   Esc goes back" if over.entries else "↑ ↓ scroll   Esc goes back"
    canvas.put(x + 2, y + height - 1, hint, "box-dim")


def _entries(canvas: Canvas, over: Menu, x: int, y: int, width: int) -> None:
    for number, entry in enumerate(over.entries):
        at = number == over.at
        ink = "box-at" if at else "box"
        canvas.put(x + 1, y + number, "▶ " if at else "  ", ink, width - 2)
        end = x + 3
        if entry.key:
            key = "box-at" if at else "box-key"
            end = canvas.put(end, y + number, f"{entry.key.upper()} ", key)
        canvas.put(end, y + number, entry.label, ink, x + width - 2 - end)
        canvas.spot(x + 1, y + number, width - 2, 1, f"entry {number}")


def _wrapped(line: str, width: int) -> list[str]:
    return textwrap.wrap(line, width, subsequent_indent="  ") or [""]
