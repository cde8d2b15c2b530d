"""The whole screen of one player, painted anew from the desk. Pure."""

import textwrap

from peer.scene import game
from peer.story import own_name
from peer.terminal import LEAST
from peer.tui import card_table, ending, lobby, tile_table
from peer.tui.boxes import menu_box
from peer.tui.canvas import Canvas, fitted, width_of
from peer.tui.desk import Desk
from peer.tui.keys import footer
from shared.view import TileView, View
from shared.wire import TableView

WIDE = 110
"From this width on the story of the hand stands beside the table."

SIDE = 36


def paint(desk: Desk, width: int, height: int) -> Canvas:
    """The screen at that size."""
    if width < LEAST[0] or height < LEAST[1]:
        return _too_small(width, height)
    canvas = Canvas(width, height)
    foot = _footer(canvas, desk)
    _header(canvas, desk)
    _people(canvas, desk)
    right = width - SIDE if width >= WIDE else width
    if right < width:
        _story(canvas, desk, right, 4, SIDE, height - foot - 4)
    _middle(canvas, desk, right, height - foot)
    if desk.over is not None:
        menu_box(canvas, desk.over)
    return canvas


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


def _too_small(width: int, height: int) -> Canvas:
    canvas = Canvas(max(width, 1), max(height, 1))
    text = (
        f"The table needs {LEAST[0]} columns and {LEAST[1]} rows; this window has "
        f"{width} and {height}. Make it larger, or press P to play on in plain lines."
    )
    for row, line in enumerate(textwrap.wrap(text, max(width - 1, 10))):
        canvas.put(0, row, line, "strong")
    return canvas


def _header(canvas: Canvas, desk: Desk) -> None:
    canvas.fill(0, 0, canvas.width, 1, "bar")
    x = canvas.put(1, 0, "Rummyroom ", "bar-strong")
    canvas.put(x, 0, _about(desk.table, desk.room.code if desk.room else ""), "bar")
    state = " ▶ YOUR TURN " if desk.our_turn else ""
    if desk.connection:
        state = " NOT CONNECTED "
    canvas.put(canvas.width - width_of(state), 0, state, "turn")


def _about(table: TableView | None, code: str) -> str:
    told = []
    if table is not None:
        words = game(table).removeprefix("The game is ").rstrip(".")
        told.append(words.split(",")[0].split(" for ")[0])
        if table.target:
            told.append(f"to {table.target}")
        if table.hand:
            told.append(f"· hand {table.hand}")
    return " ".join([*told, f"· code {code}" if code else ""])


def _people(canvas: Canvas, desk: Desk) -> None:
    """Everybody in a column: the name, and below what can be known of them."""
    table, view = desk.table, desk.view
    if table is None:
        return
    each = canvas.width // max(len(table.seats), 1)
    for seat, one in enumerate(table.seats):
        x = seat * each
        waited = view is not None and view.turn == seat and table.phase == "hand"
        name = "free" if one.kind == "open" else own_name(seat, one)
        name += " (you)" if seat == desk.guest.seat else ""
        name += f" · {one.level or 'computer'}" if one.kind == "bot" else ""
        mark = "▶ " if waited else "  "
        ink = "strong" if waited else "felt"
        canvas.put(x, 1, fitted(f"{mark}{name}", each - 1), ink)
        canvas.put(x, 2, fitted(f"  {_facts(desk, seat)}", each - 1), "dim")


def _facts(desk: Desk, seat: int) -> str:
    table, view = desk.table, desk.view
    assert table is not None
    one = table.seats[seat]
    facts = []
    if view is not None and table.phase == "hand":
        noun = "tile" if isinstance(view, TileView) else "card"
        held = view.counts[seat]
        facts.append(f"{held} {noun}{'s' * (held != 1)}")
    if table.hand:
        facts.append(f"{table.scores[seat]} pts")
    if isinstance(view, View) and view.dealer == seat and table.phase == "hand":
        facts.append("deals")
    return ", ".join([*facts, *_state(desk, seat)]) or _kind(one.kind)


def _state(desk: Desk, seat: int) -> list[str]:
    table = desk.table
    assert table is not None
    one = table.seats[seat]
    if one.kind == "bot" and table.phase == "lobby":
        return ["computer player"]
    if one.kind == "person" and not one.here:
        return ["computer plays" if one.substitute else "not connected"]
    if one.kind == "person" and one.silent:
        return ["does not answer"]
    if one.ready and table.phase in ("between", "ended"):
        return ["ready"]
    return []


def _kind(kind: str) -> str:
    return {"open": "nobody yet", "bot": "computer"}.get(kind, "here")


def _story(canvas: Canvas, desk: Desk, x: int, y: int, width: int, height: int) -> None:
    """The newest sentences, wrapped, at the side."""
    canvas.put(x + 1, y - 1, "The story", "dim")
    room = width - 3
    lines: list[tuple[str, bool]] = []
    for number, sentence in enumerate(reversed(desk.log)):
        wrapped = textwrap.wrap(sentence, room) or [""]
        lines = [(line, number == 0) for line in wrapped] + lines
        if len(lines) >= height:
            break
    for row, (line, newest) in enumerate(lines[-height:]):
        canvas.put(x, y + row, "▏", "dim")
        canvas.put(x + 1, y + row, line, "strong" if newest else "felt")


def _footer(canvas: Canvas, desk: Desk) -> int:
    """The keys that do something now, in rows from the bottom; how many rows."""
    rows: list[list[tuple[str, str, str]]] = [[]]
    used = 1
    for item in footer(desk):
        size = width_of(item[0]) + width_of(item[1]) + 3
        if used + size > canvas.width and rows[-1]:
            rows.append([])
            used = 1
        rows[-1].append(item)
        used += size
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
