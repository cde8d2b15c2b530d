"""The screen of a match that is watched again, painted anew from its desk. Pure."""

from collections.abc import Sequence

from peer.terminal import LEAST
from peer.tui import card_table, ending, faces, page, tile_table, top
from peer.tui.boxes import menu_box
from peer.tui.canvas import Canvas, width_of
from peer.tui.card_table import told
from peer.tui.ending import NAME, called
from peer.tui.faces import LARGE, SMALL, Look, short
from peer.tui.page import Item
from peer.tui.rewatch import Rewatch
from shared.events import Seat
from shared.view import TileView
from shared.words import say

ROW = 3
"For the table mark, at its right."

LEAST_TABLE = 6
"Rows for what lies on the table."

CELL = 4
"Columns of a card or tile of a hand."

SPARE = ("home", "end", "g", "comma")
"Keys that may be left out, as help tells of them."

WRITTEN = {
    "left": "←",
    "right": "→",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "home": "Home",
    "end": "End",
    "comma": ",",
    "question_mark": "?",
}


def paint(desk: Rewatch, width: int, height: int) -> Canvas:
    """The screen at that size."""
    if width < LEAST[0] or height < LEAST[1]:
        return page.too_small(width, height)
    canvas = Canvas(width, height)
    bottom = height - page.keys(canvas, items(desk), SPARE)
    top.paint(canvas, desk)
    right = width
    if width >= page.WIDE and not page.is_uneven(desk):
        right = width - page.SIDE
        page.story(canvas, desk, right, 4, page.SIDE, bottom - 4)
    if desk.scene.table.phase == "hand":
        _hand(canvas, desk, right, bottom)
    else:
        ending.paint(canvas, desk, right, bottom)
    _mark(canvas, desk, right)
    if desk.over is not None:
        menu_box(canvas, desk.over)
    return canvas


def items(desk: Rewatch) -> list[Item]:
    """The keys, what each does, its name."""
    play = say("rerun.step.pause") if desk.plays else say("rerun.step.run")
    labels = {
        "left": say("rerun.step.back"),
        "right": say("rerun.step.forward"),
        "space": play,
        "pageup": say("rerun.step.hand_back"),
        "pagedown": say("rerun.step.hand_forward"),
        "e": say("rerun.eyes"),
        "s": say("rerun.pace"),
        "home": say("term.tui.rerun.home"),
        "end": say("term.tui.rerun.end"),
        "g": say("term.tui.key.log"),
        "comma": say("term.tui.key.options"),
        "question_mark": say("term.tui.key.help"),
        "q": say("term.tui.key.leave"),
    }
    space = {"space": say("term.tui.key.space")}
    return [
        ({**WRITTEN, **space}.get(key, key.upper()), label, key)
        for key, label in labels.items()
    ]


def _hand(canvas: Canvas, desk: Rewatch, right: int, bottom: int) -> None:
    talk = bottom - 3
    told(canvas, desk, talk, right)
    tall = bottom >= 32
    hands = _hands(canvas, desk, right, talk, tall)
    view = desk.scene.view
    if isinstance(view, TileView):
        tile_table.sets(canvas, desk, view, right, 4, hands - 1)
    else:
        size = LARGE if tall and right >= 76 else SMALL
        card_table.lying(canvas, desk, view, right, hands - 1, size)


def _hands(canvas: Canvas, desk: Rewatch, right: int, bottom: int, tall: bool) -> int:
    """The hands that are open, small, one below the other; the first row of them."""
    each = (right - NAME - 4) // CELL
    height = 2 if tall else 1
    rows = {
        seat: [held[n : n + each] for n in range(0, len(held), each)] or [()]
        for seat, held in desk.scene.hands.items()
    }
    most = (bottom - 4 - LEAST_TABLE) // height
    if sum(map(len, rows.values())) > most:
        rows = {seat: some[:1] for seat, some in rows.items()}
    y = first = bottom - height * sum(map(len, rows.values()))
    for seat, some in rows.items():
        canvas.put(2, y, called(desk, seat), "felt", NAME)
        missing = len(desk.scene.hands[seat]) - sum(map(len, some))
        for held in some:
            _row(canvas, desk, seat, held, y, tall)
            y += height
        if missing:
            canvas.put(right - 4, y - height, f"+{missing}", "strong")
    return first


def _row(
    canvas: Canvas, desk: Rewatch, seat: Seat, held: Sequence[str], y: int, tall: bool
) -> None:
    x, tiles = NAME + 3, isinstance(desk.scene.view, TileView)
    if not held:
        none = say("term.rerun.tiles") if tiles else say("term.rerun.cards")
        canvas.put(x, y, none, "dim")
    for number, face in enumerate(held):
        new = face == desk.scene.new.get(seat)
        look = Look(picked=new, under=number % 2 == 1)
        at = x + CELL * number
        if tall and tiles:
            faces.tile(canvas, at, y, face, look, desk.prefs.shapes)
        elif tall:
            faces.low_card(canvas, at, y, face, look)
        else:
            text = _small(face, tiles, desk.prefs.shapes)
            canvas.put(at, y, f"{text:>3} ", faces.ink(face, look))


def _small(face: str, tiles: bool, shapes: bool) -> str:
    if tiles:
        return "J*" if face == "J" else f"{face[:-1]}{faces.mark_of(face, shapes)}"
    return short(face).replace("joker", "Jk")


def _mark(canvas: Canvas, desk: Rewatch, right: int) -> None:
    """The mark that everybody had after this hand."""
    text = say("fair.mark", mark=desk.scene.mark) if desk.scene.mark else ""
    x = right - width_of(text) - 1
    if text and canvas.is_blank(x - 1, ROW, right - x) and not desk.verdict:
        canvas.put(x, ROW, text, "dim")
