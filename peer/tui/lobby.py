"""Before the first hand: how others come, and who sits where. Pure."""

import textwrap

from peer.qr import qr_code
from peer.scene import game, seats
from peer.tui.canvas import Canvas
from peer.tui.card_table import told
from peer.tui.desk import Desk, Room

INVERTED = str.maketrans("█▀▄ ", " ▄▀█")
"The ground is light here, whatever the terminal's is, and leaves no gaps."


def paint(canvas: Canvas, desk: Desk, right: int, bottom: int) -> None:
    """The code and the link in large, a QR code if there is room, the seats."""
    told(canvas, desk, bottom - 4, right)
    width = right - 3
    if desk.room is not None:
        width = _picture(canvas, desk.room.link, right, bottom - 2)
    y = 4 if desk.room is None else _room(canvas, desk.room, width)
    if desk.table is not None:
        y = _lines(canvas, y, game(desk.table), width, "felt") + 1
        for line in seats(desk.table, desk.guest.seat):
            y = _lines(canvas, y, line, width, "felt")


def _room(canvas: Canvas, room: Room, width: int) -> int:
    canvas.put(2, 4, "Room code  ", "dim")
    canvas.put(13, 4, f" {room.code} ", "turn")
    y = _lines(canvas, 6, "Friends join with", width, "dim")
    y = _lines(canvas, y, room.command, width, "strong")
    y = _lines(canvas, y, "or open in a browser", width, "dim")
    return _lines(canvas, y, room.link, width, "strong") + 1


def _lines(canvas: Canvas, y: int, text: str, width: int, ink: str) -> int:
    """Wrapped, with no break inside an address; the row behind it."""
    for row in textwrap.wrap(text, width, break_on_hyphens=False):
        canvas.put(2, y, row, ink)
        y += 1
    return y


def _picture(canvas: Canvas, link: str, right: int, bottom: int) -> int:
    """The link as a QR code in half blocks, if it fits; the columns left for text."""
    rows = qr_code(link)
    x, y = right - len(rows[0]) - 1, 3
    if y + len(rows) > bottom or x < 44:
        return right - 3
    for row, line in enumerate(rows):
        canvas.put(x, y + row, line.translate(INVERTED), "paper:S")
    return x - 3
