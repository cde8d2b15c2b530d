"""The end of a hand: how it ended, what everybody has, and what comes next. Pure."""

import textwrap

from peer.story import tell, totals
from peer.tui.canvas import Canvas
from peer.tui.card_table import told
from peer.tui.desk import Desk
from peer.tui.faces import signed


def paint(canvas: Canvas, desk: Desk, right: int, bottom: int) -> None:
    """The result in sentences, then the scores, then whether the deal was fair."""
    table, view = desk.table, desk.view
    if table is None:
        return
    over = "The match is over" if table.phase == "ended" else f"Hand {table.hand}"
    canvas.put(2, 4, over, "strong")
    result = None if view is None else view.result
    lines = [] if result is None else tell(result, desk.people)
    y = 5
    for line in lines:
        for row in textwrap.wrap(signed(line), right - 5, subsequent_indent="  "):
            if y < bottom - 10:
                canvas.put(2, y, row, "felt")
                y += 1
    y = _scores(canvas, desk, y + 1, right)
    for line in _verdict(desk):
        for row in textwrap.wrap(line, right - 5):
            if y < bottom - 4:
                ink = "bad" if "NOT" in row else "good"
                canvas.put(2, y, row, ink)
                y += 1
    told(canvas, desk, bottom - 3, right, rows=1)


def _scores(canvas: Canvas, desk: Desk, y: int, right: int) -> int:
    """A bar for each seat, then what the match is played to."""
    table = desk.table
    assert table is not None
    target = max(table.target, *map(abs, table.scores), 1)
    for seat, score in enumerate(table.scores):
        name = desk.people.subject(seat)
        canvas.put(2, y, name, "felt", 16)
        canvas.put(18, y, f"{score:>5}", "strong")
        length = max(0, score) * min(40, right - 30) // target
        canvas.put(25, y, "█" * length, "good")
        y += 1
    canvas.put(2, y, totals(table, desk.people)[-1], "dim", right - 4)
    return y + 2


def _verdict(desk: Desk) -> list[str]:
    """Whether the deal is verified, and the table mark."""
    return [
        line
        for line in desk.log[-30:]
        if "verified" in line or line.startswith("Table mark")
    ][-3:]
