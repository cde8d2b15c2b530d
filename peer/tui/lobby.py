"""Before the first hand: how others come, and who sits where. Pure."""

from peer.scene import game, seats
from peer.tui.canvas import Canvas
from peer.tui.card_table import told
from peer.tui.desk import Desk
from peer.tui.qr import code_rows


def paint(canvas: Canvas, desk: Desk, right: int, bottom: int) -> None:
    """The code and the link in large, a QR code if there is room, the seats."""
    y = 4
    if desk.room is not None:
        y = _room(canvas, desk, y)
    if desk.table is not None:
        canvas.put(2, y, game(desk.table), "felt")
        y += 2
        for line in seats(desk.table, desk.guest.seat):
            canvas.put(2, y, line, "felt")
            y += 1
    told(canvas, desk, bottom - 4, right)
    if desk.room is not None:
        _picture(canvas, desk.room.link, right, bottom - 4)


def _room(canvas: Canvas, desk: Desk, y: int) -> int:
    room = desk.room
    assert room is not None
    canvas.put(2, y, "Room code", "dim")
    canvas.put(2, y + 1, f" {room.code} ", "turn")
    canvas.put(2, y + 3, "Friends join with", "dim")
    canvas.put(2, y + 4, room.command, "strong")
    canvas.put(2, y + 5, "or open in a browser", "dim")
    canvas.put(2, y + 6, room.link, "strong")
    return y + 8


def _picture(canvas: Canvas, link: str, right: int, bottom: int) -> None:
    """The link as a QR code in half blocks, if it fits beside the text."""
    rows = code_rows(link)
    x, y = right - len(rows[0]) - 1, 3
    if y + len(rows) > bottom + 1 or x < 44:
        return
    for row, line in enumerate(rows):
        canvas.put(x, y + row, line, "paper:S")
