"""The end of a hand: how it ended, what everybody has, and what comes next. Pure."""

import textwrap
from collections.abc import Sequence
from typing import NamedTuple

from peer.story import tell, totals
from peer.tui import faces
from peer.tui.canvas import Canvas, even, uneven
from peer.tui.card_table import told
from peer.tui.desk import Desk
from peer.tui.faces import SMALL, Look, signed
from shared.events import HandEnded
from shared.view import MeldView, TileView, View
from shared.words import say

NAME = 16
"Columns for a name in front of scores and cards."

MARK = 3
"Rows for the verdict on the deal, at most."


LEAST_TOLD = 2
"Rows of sentences that are always there."


class Part(NamedTuple):
    """Cards of one seat that lie together."""

    cards: Sequence[str]
    meld: bool


def paint(canvas: Canvas, desk: Desk, right: int, bottom: int) -> None:
    """The result, the cards of everybody, the scores, whether the deal was fair."""
    table, view = desk.table, desk.view
    if table is None:
        return
    over = say("term.tui.end.hand", hand=table.hand)
    if table.phase == "ended":
        over = say("term.tui.end.match")
    canvas.put(2, 3, over, "strong")
    result = None if view is None else view.result
    verdict = [
        (row, bad)
        for line, bad in desk.verdict[-MARK:]
        for row in textwrap.wrap(line, right - 5)
    ][:MARK]
    end = bottom - 3
    below = len(table.scores) + 2 + len(verdict)
    y = 4
    if result is not None:
        tiles = isinstance(view, TileView)
        y = _result(canvas, desk, result, right, end - below, tiles)
    y = _scores(canvas, desk, min(y + 1, end - below), right)
    for row, bad in verdict:
        canvas.put(2, y, row, "bad" if bad else "good")
        y += 1
    told(canvas, desk, end, right, rows=1)


def _result(
    canvas: Canvas, desk: Desk, result: HandEnded, right: int, end: int, tiles: bool
) -> int:
    """Sentences first, then the cards, as many as there is room for."""
    view = desk.view
    melds = view.melds if isinstance(view, View) else ()
    lines = [
        row
        for line in tell(result, desk.people)
        for row in textwrap.wrap(signed(line), right - 5, subsequent_indent="  ")
    ]
    wishes: tuple[dict[int, list[Part]], ...] = (
        parts_of(result, melds),
        parts_of(result, melds, left_only=True),
        {},
    )
    least = min(len(lines), LEAST_TOLD)
    parts = next(
        one for one in wishes if _height(one, right, tiles) <= max(0, end - 4 - least)
    )
    # What is drawn need not be read; the first sentences say how it ended.
    shown = lines[: max(0, end - 4 - _height(parts, right, tiles))]
    for row, line in enumerate(shown, 4):
        canvas.put(2, row, line, "felt")
    y = 4 + len(shown)
    for seat, some in parts.items():
        y = _cards(canvas, desk, seat, some, y, right, tiles)
    return y


def parts_of(
    result: HandEnded, melds: Sequence[MeldView], left_only: bool = False
) -> dict[int, list[Part]]:
    """By seat what lies in front of it: its melds, and what it is left with."""
    found: dict[int, list[Part]] = {}
    for seat, left in enumerate(result.hands):
        own = result.melds[seat] if seat < len(result.melds) else ()
        laid = own or tuple(meld.cards for meld in melds if meld.seat == seat)
        parts = [] if left_only else [Part(meld, True) for meld in laid]
        if left:
            parts.append(Part(left, False))
        if parts:
            found[seat] = parts
    return found


def _tall(tiles: bool) -> int:
    return faces.TILE.height if tiles else SMALL.height - 1


def _step(tiles: bool) -> int:
    return faces.TILE.width + 1 if tiles else SMALL.width - 1


def _width(part: Part, tiles: bool) -> int:
    return _step(tiles) * len(part.cards) + 2


def _room(right: int) -> int:
    return right - NAME - 5


def _rows(parts: Sequence[Part], right: int, tiles: bool) -> int:
    return len(_lines(parts, right, tiles))


def _height(parts: dict[int, list[Part]], right: int, tiles: bool) -> int:
    return sum(_rows(some, right, tiles) for some in parts.values()) * _tall(tiles)


def _lines(parts: Sequence[Part], right: int, tiles: bool) -> list[list[Part]]:
    """The parts in rows; one that is longer than a row goes on in the next."""
    most = max(1, (_room(right) - 2) // _step(tiles))
    lines: list[list[Part]] = [[]]
    used = 0
    for part in parts:
        for start in range(0, len(part.cards), most):
            piece = Part(part.cards[start : start + most], part.meld)
            if used and used + _width(piece, tiles) > _room(right):
                lines.append([])
                used = 0
            lines[-1].append(piece)
            used += _width(piece, tiles)
    return lines


def _cards(
    canvas: Canvas,
    desk: Desk,
    seat: int,
    parts: Sequence[Part],
    y: int,
    right: int,
    tiles: bool,
) -> int:
    """The cards of one seat as faces, behind its name; the row below."""
    canvas.put(2, y, called(desk, seat), "felt", NAME)
    for line in _lines(parts, right, tiles):
        x = NAME + 3
        for part in line:
            _part(canvas, desk, part, x, y, tiles)
            x += _width(part, tiles)
        y += _tall(tiles)
    return y


def _part(canvas: Canvas, desk: Desk, part: Part, x: int, y: int, tiles: bool) -> None:
    """Melds are lighter than what is left over, and stand with a line before them."""
    canvas.put(x - 1, y, "▏" if part.meld else " ", "dim")
    for number, face in enumerate(part.cards):
        look = Look(under=not part.meld)
        at = x + _step(tiles) * number
        if tiles:
            faces.tile(canvas, at, y, face, look, desk.prefs.shapes)
        else:
            faces.low_card(canvas, at, y, face, look)


def called(desk: Desk, seat: int) -> str:
    """A name with other things behind it in the row."""
    if seat == desk.people.me:
        return even(say("term.you"), f"#{seat + 1}")
    return even(desk.people.name(seat), f"#{seat + 1}")


def _scores(canvas: Canvas, desk: Desk, y: int, right: int) -> int:
    """A bar for each seat, then what the match is played to."""
    table = desk.table
    assert table is not None
    target = max(table.target, *map(abs, table.scores), 1)
    for seat, score in enumerate(table.scores):
        name = desk.people.name(seat)
        canvas.put(2, y, called(desk, seat), "felt", NAME)
        canvas.put(18, y, f"{score:>5}", "strong")
        length = max(0, score) * min(40, right - 30) // target
        canvas.put(25, y, "█" * length, "good")
        if uneven(name):
            canvas.put(26 + length, y, name, "felt", right - 28 - length)
        y += 1
    for row in textwrap.wrap(totals(table, desk.people)[-1], right - 4)[:1]:
        canvas.put(2, y, row, "dim")
    return y + 1
