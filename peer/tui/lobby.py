"""Before the first hand: how others come, and who sits where. Pure."""

import textwrap

from peer.qr import qr_code
from peer.scene import game, seats
from peer.tui.canvas import Canvas, uneven, width_of
from peer.tui.card_table import told
from peer.tui.desk import Desk, Room
from peer.tui.ruling import sentences
from shared.terms import Terms
from shared.words import say

INVERTED = str.maketrans("█▀▄ ", " ▄▀█")
"The ground is light here, whatever the terminal's is, and leaves no gaps."


def paint(canvas: Canvas, desk: Desk, right: int, bottom: int) -> None:
    """The code and the link in large, a QR code if there is room, the seats.

    Texts of uncertain width are the last of their rows: the picture is left of them.
    """
    about = [] if desk.table is None else [game(desk.table)]
    if desk.table is not None:
        about += seats(desk.table, desk.guest.seat)
    first = uneven("".join([*about, say("term.tui.lobby.join")]))
    said = bottom - (3 if first else 4)
    x, width = 2, right - 3
    if desk.room is not None:
        x, width = _picture(canvas, desk.room.link, right, bottom - 2, said, first)
    beside = right if first else x + width
    told(canvas, desk, said, right, 1 if first else 2, beside)
    y = 4 if desk.room is None else _room(canvas, desk.room, x, width)
    needs = sum(len(textwrap.wrap(line, width)) for line in about)
    gap = y + needs < said
    for number, line in enumerate(about):
        y = _lines(canvas, x, y, line, width, "felt", said) + (gap and number == 0)
    if desk.table is not None:
        _terms(canvas, desk.table.terms, x, y + 1, width, said)


def _terms(canvas: Canvas, terms: Terms, x: int, y: int, width: int, end: int) -> None:
    """How the table is run, as far as there is room; all of it is in a menu."""
    for line in sentences(terms):
        if y + len(textwrap.wrap(line, width)) > end:
            return
        y = _lines(canvas, x, y, line, width, "dim", end)


def _room(canvas: Canvas, room: Room, x: int, width: int) -> int:
    code = say("door.code")
    gap = 0 if uneven(code) else width_of(code) + 2
    canvas.put(x + gap, 4, f" {room.code} ", "turn")
    canvas.put(x if gap else x + width_of(room.code) + 4, 4, code, "dim")
    y = _lines(canvas, x, 6, say("term.tui.lobby.join"), width, "dim")
    y = _lines(canvas, x, y, room.command, width, "strong")
    y = _lines(canvas, x, y, say("term.tui.lobby.browser"), width, "dim")
    return _lines(canvas, x, y, room.link, width, "strong") + 1


def _lines(
    canvas: Canvas, x: int, y: int, text: str, width: int, ink: str, end: int = 99
) -> int:
    """Wrapped, with no break inside an address; the row behind it, ``end`` at most."""
    for row in textwrap.wrap(text, width, break_on_hyphens=False)[: max(0, end - y)]:
        canvas.put(x, y, row, ink)
        y += 1
    return y


def _picture(
    canvas: Canvas, link: str, right: int, bottom: int, said: int, first: bool
) -> tuple[int, int]:
    """The link as a QR code in half blocks, if it fits; where text goes, how wide."""
    rows = qr_code(link)
    size = len(rows[0])
    x, y = 2 if first else right - size - 1, 3
    if y + len(rows) > (said if first else bottom) or right - size - 1 < 44:
        return 2, right - 3
    for row, line in enumerate(rows):
        canvas.put(x, y + row, line.translate(INVERTED), "paper:S")
    return (size + 4, right - size - 5) if first else (2, x - 3)
