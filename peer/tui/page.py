"""The whole screen of one player, painted anew from the desk. Pure."""

import textwrap
from collections.abc import Sequence
from typing import TypeAlias

from peer.terminal import LEAST
from peer.tui import audience, banner, card_table, ending, lobby, tile_table, top
from peer.tui.boxes import menu_box, writing_box
from peer.tui.canvas import Canvas, uneven, width_of, wrapped
from peer.tui.desk import Desk
from peer.tui.footer import footer
from shared.view import TileView
from shared.words import say

WIDE = 110
"From this width on the story of the hand stands beside the table."

SIDE = 36

FOOT = 2
"Rows of keys at most, if leaving out SPARE makes that possible."

SPARE = ("o", "u", "g", "comma", "e", "w")
"Keys that may be left out, the least missed first."

HEARD = 40
"Sentences that may stand at the side."

Item: TypeAlias = tuple[str, str, str]


def paint(desk: Desk, width: int, height: int) -> Canvas:
    """The screen at that size."""
    if width < LEAST[0] or height < LEAST[1]:
        return too_small(width, height)
    canvas = Canvas(width, height)
    foot = keys(canvas, footer(desk))
    foot += banner.paint(canvas, desk, height - foot)
    top.paint(canvas, desk)
    right = width - SIDE if width >= WIDE and not is_uneven(desk) else width
    if right < width:
        story(canvas, desk, right, 4, SIDE, height - foot - 4)
    _middle(canvas, desk, right, height - foot)
    audience.paint(canvas, desk, right)
    if desk.over is not None:
        menu_box(canvas, desk.over)
    if desk.writing is not None:
        writing_box(canvas, desk.writing)
    return canvas


def paint_top(desk: Desk, width: int) -> Canvas:
    """The first rows of it, which hold all clocks."""
    canvas = Canvas(width, top.HEIGHT)
    top.paint(canvas, desk)
    return canvas


def is_uneven(desk: Desk) -> bool:
    """Whether nothing may stand beside what is said and who is there."""
    names = [*desk.people.names, *(desk.table.watchers if desk.table else ())]
    return uneven("".join([say("term.tui.side"), *names, *desk.log[-HEARD:]]))


def _middle(canvas: Canvas, desk: Desk, right: int, bottom: int) -> None:
    """What lies between the people and the bottom line."""
    table, view = desk.table, desk.view
    if table is None or table.phase == "lobby" or view is None:
        lobby.paint(canvas, desk, right, bottom)
    elif table.phase in ("between", "ended") or view.turn is None:
        ending.paint(canvas, desk, right, bottom)
    elif isinstance(view, TileView):
        tile_table.paint(canvas, desk, view, right, bottom)
    else:
        card_table.paint(canvas, desk, view, right, bottom)


def too_small(width: int, height: int) -> Canvas:
    """What stands there instead."""
    canvas = Canvas(max(width, 1), max(height, 1))
    needs = {"columns": LEAST[0], "rows": LEAST[1]}
    text = say("term.tui.small", **needs, width=width, height=height)
    for row, line in enumerate(textwrap.wrap(text, max(width - 1, 10))):
        canvas.put(0, row, line, "strong")
    return canvas


def story(canvas: Canvas, desk: Desk, x: int, y: int, width: int, height: int) -> None:
    """The newest sentences, wrapped, at the side."""
    canvas.put(x + 1, y - 1, say("term.tui.side"), "dim")
    room = width - 3
    lines: list[tuple[str, bool]] = []
    for number, sentence in enumerate(reversed(desk.log)):
        rows = wrapped(sentence, room)
        lines = [(line, number == 0) for line in rows] + lines
        if len(lines) >= height:
            break
    for row, (line, newest) in enumerate(lines[-height:]):
        canvas.put(x, y + row, "▏", "dim")
        canvas.put(x + 1, y + row, line, "strong" if newest else "felt")


def keys(canvas: Canvas, items: list[Item], sparing: Sequence[str] = SPARE) -> int:
    """The keys that do something now, in rows from the bottom; how many rows.

    What help tells of as well is left out where there would be too many.
    """
    spare = [item for name in sparing for item in items if item[2] == name]
    while len(rows := _rows_of(items, canvas.width)) > FOOT and spare:
        items.remove(spare.pop(0))
    top = canvas.height - len(rows)
    canvas.fill(0, top, canvas.width, len(rows), "bar")
    for number, row in enumerate(rows):
        x = 1
        for key, label, name in row:
            start = x
            x = canvas.put(x, top + number, f"{key} ", "key")
            x = canvas.put(x, top + number, label, "bar") + 2
            canvas.spot(start, top + number, x - start - 1, 1, f"key {name}")
    return len(rows)


def _rows_of(items: list[Item], width: int) -> list[list[Item]]:
    rows: list[list[Item]] = [[]]
    used = 1
    for item in items:
        size = width_of(item[0]) + width_of(item[1]) + 3
        if used + size - 2 > width and rows[-1]:
            rows.append([])
            used = 1
        rows[-1].append(item)
        used += size
    return rows
