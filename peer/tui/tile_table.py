"""The table of Rummikub as it is tried out, and one's own rack. Pure."""

import textwrap
from collections.abc import Sequence

from peer.tui import audience, faces
from peer.tui.canvas import Canvas, even
from peer.tui.card_table import told
from peer.tui.desk import Desk
from peer.tui.faces import TILE, Look
from shared.tiles import Tile
from shared.view import TileView
from shared.words import say

CELL = 5
"Columns of a tile on the table."


def paint(canvas: Canvas, desk: Desk, view: TileView, right: int, bottom: int) -> None:
    """Sets above, what is to be said of them in the middle, the rack below."""
    each = max(1, (right - 3) // (TILE.width + 1))
    lines = max(1, -(-len(desk.holding.row) // each))
    rack = bottom - lines * 3 - 1
    if view.seat is None:
        rack = audience.about(canvas, desk, bottom, right)
    valid = textwrap.wrap(_validity(desk, view), right - 3)[:2]
    talk = rack - 3 - len(valid)
    sets(canvas, desk, view, right, 4, talk)
    for row, line in enumerate(valid):
        canvas.put(1, talk + row, line, _tone(desk), right - 2)
    told(canvas, desk, rack - 3, right, rows=2)
    if view.seat is not None:
        _rack(canvas, desk, view, rack, each)


def sets(
    canvas: Canvas, desk: Desk, view: TileView, right: int, top: int, bottom: int
) -> None:
    """Each set with its number, one after the other, as many in a row as fit."""
    draft = desk.draft
    lying: Sequence[Sequence[Tile]] = view.sets if draft is None else draft.sets
    canvas.put(1, 3, _about_table(view), "dim")
    if not any(lying):
        canvas.put(2, top, say("term.tui.sets.none"), "dim")
    canvas.spot(0, 3, right, bottom - 3, "room")
    places = layout([len(one) for one in lying], right - 1)
    rows = places[-1][1] + 1 if places else 0
    each = 3 if rows * 3 <= bottom - top else 1
    at = desk.picks.at
    row_of_cursor = places[at[0] - 1][1] if at else 0
    first = max(0, row_of_cursor - (bottom - top) // each + 1)
    for number, (tiles, (x, row)) in enumerate(zip(lying, places, strict=True), 1):
        y = top + (row - first) * each
        if tiles and top <= y < bottom:
            _set(canvas, desk, number, tiles, x, y, tall=each > 1)


def layout(lengths: Sequence[int], width: int) -> list[tuple[int, int]]:
    """Where each set starts: a column, and a row from 0."""
    found, x, row = [], 1, 0
    for length in lengths:
        needs = 4 + CELL * length if length else 0
        if x > 1 and x + needs > width:
            x, row = 1, row + 1
        found.append((x, row))
        x += needs + (1 if length else 0)
    return found


def _set(
    canvas: Canvas,
    desk: Desk,
    number: int,
    tiles: Sequence[Tile],
    x: int,
    y: int,
    tall: bool,
) -> None:
    draft = desk.draft
    wrong = draft is not None and bool(draft.faulty(number))
    ink = "bad" if wrong else "dim"
    canvas.put(x, y, f"{'!' if wrong else ''}{number}", ink)
    canvas.spot(x, y, 4, 1, f"tile {number} -1")
    x += 3
    for place, tile in enumerate(tiles):
        here = (number, place)
        look = Look(here in desk.picks.picked, here == desk.picks.at)
        _tile(canvas, desk, x, y, tile, look, tall)
        canvas.spot(x, y, CELL, 1 + tall, f"tile {number} {place}")
        x += CELL


def _tile(
    canvas: Canvas, desk: Desk, x: int, y: int, tile: Tile, look: Look, tall: bool
) -> None:
    """A tile of the table, in two rows where there is room."""
    shapes = desk.prefs.shapes
    paint = faces.ink(tile, look)
    if not tall:
        canvas.put(x, y, faces.low_tile(tile, look, shapes), paint)
        return
    faces.tile(canvas, x, y, tile, look, shapes)
    left, right = faces.brackets(look)
    canvas.put(x, y, left, paint)
    canvas.put(x + 3, y, right, paint)


def _about_table(view: TileView) -> str:
    told = [say("term.tui.pool", count=view.pool)]
    if view.turns_left is not None:
        told.append(say("term.tui.turns_left", count=view.turns_left))
    if view.needed:
        told.append(say("term.tui.needed", needed=view.needed))
    return " · ".join(told)


def _validity(desk: Desk, view: TileView) -> str:
    """Whether the table as it is tried out may be proposed."""
    draft = desk.draft
    if draft is None:
        return ""
    if desk.picks.number:
        return say("term.tui.valid.into", number=desk.picks.number)
    if not draft.started:
        return say("term.tui.valid.before")
    if why := draft.fault():
        return say("term.tui.valid.no", why=why)
    if view.needed:
        points = {"points": draft.points(), "needed": view.needed}
        return say("term.tui.valid.points", **points)
    return say("term.tui.valid.yes")


def _tone(desk: Desk) -> str:
    draft = desk.draft
    return "bad" if draft is not None and draft.fault() else "good"


def _rack(canvas: Canvas, desk: Desk, view: TileView, y: int, each: int) -> None:
    held = desk.holding
    about = say(f"term.tui.rack.{held.order}", count=len(held.row))
    if held.picked or desk.picks.picked:
        count = len(held.picked) + len(desk.picks.picked)
        about += f" · {say('term.tui.picked.tiles', count=count)}"
    canvas.put(1, y, about, "dim")
    for place, tile in enumerate(held.row):
        x = 2 + (TILE.width + 1) * (place % each)
        top = y + 1 + 3 * (place // each)
        at = place == held.cursor and not desk.picks.active
        picked = place in held.picked
        look = Look(picked, at)
        faces.tile(canvas, x, top, tile, look, desk.prefs.shapes)
        mark = even(say("term.tui.new"), "*") if tile == desk.new else ""
        mark = f"{held.picked.index(place) + 1}" if picked else mark
        shown = f"▲{mark}" if at else f" {mark}"
        canvas.put(x, top + 2, shown[:5], "good" if at else "dim")
        canvas.spot(x, top, TILE.width + 1, 3, f"hand {place}")
