"""The whole screen of one player, painted anew from the desk. Pure."""

import textwrap
from typing import NamedTuple, TypeAlias

from peer.story import own_name
from peer.terminal import LEAST
from peer.tui import card_table, ending, lobby, tile_table
from peer.tui.boxes import menu_box
from peer.tui.canvas import Canvas, fitted, uneven, width_of
from peer.tui.desk import Desk
from peer.tui.footer import footer
from shared.tableview import TableView
from shared.view import TileView, View
from shared.words import say

WIDE = 110
"From this width on the story of the hand stands beside the table."

SIDE = 36

FOOT = 2
"Rows of keys at most, if leaving out SPARE makes that possible."

SPARE = ("o", "u", "g", "comma")
"Keys that may be left out, the least missed first."

HEARD = 40
"Sentences that may stand at the side."

Item: TypeAlias = tuple[str, str, str]


class Person(NamedTuple):
    """What is shown of somebody."""

    mark: str
    name: str
    facts: str
    ink: str


def paint(desk: Desk, width: int, height: int) -> Canvas:
    """The screen at that size."""
    if width < LEAST[0] or height < LEAST[1]:
        return _too_small(width, height)
    canvas = Canvas(width, height)
    foot = _footer(canvas, desk)
    _header(canvas, desk)
    _people(canvas, desk)
    right = width - SIDE if width >= WIDE and not _is_uneven(desk) else width
    if right < width:
        _story(canvas, desk, right, 4, SIDE, height - foot - 4)
    _middle(canvas, desk, right, height - foot)
    if desk.over is not None:
        menu_box(canvas, desk.over)
    return canvas


def _is_uneven(desk: Desk) -> bool:
    """Whether nothing may stand beside what is said and who is there."""
    names = desk.people.names
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


def _too_small(width: int, height: int) -> Canvas:
    canvas = Canvas(max(width, 1), max(height, 1))
    needs = {"columns": LEAST[0], "rows": LEAST[1]}
    text = say("term.tui.small", **needs, width=width, height=height)
    for row, line in enumerate(textwrap.wrap(text, max(width - 1, 10))):
        canvas.put(0, row, line, "strong")
    return canvas


def _header(canvas: Canvas, desk: Desk) -> None:
    canvas.fill(0, 0, canvas.width, 1, "bar")
    state = f" ▶ {say('term.tui.head.turn')} " if desk.our_turn else ""
    if desk.connection:
        state = f" {say('term.tui.head.connection')} "
    left = canvas.width - width_of(state)
    x = canvas.put(1, 0, "Rummyroom ", "bar-strong")
    about = _about(desk.table, desk.room.code if desk.room else "")
    canvas.put(x, 0, about, "bar", left - 1 - x)
    canvas.put(left, 0, state, "turn")


def _about(table: TableView | None, code: str) -> str:
    told = []
    if table is not None:
        game = say(f"game.{table.game}")
        aim = say("term.tui.head.target", game=game, target=table.target)
        told.append(aim if table.target else game)
        if table.hand:
            told.append(say("term.tui.head.hand", hand=table.hand))
    return " · ".join(
        [*told, *([say("term.tui.head.code", code=code)] if code else [])]
    )


def _people(canvas: Canvas, desk: Desk) -> None:
    """Everybody in a column: the name, and below what can be known of them."""
    if desk.table is None:
        return
    everybody = [_person(desk, seat) for seat in range(len(desk.table.seats))]
    if uneven("".join(f"{one.name}{one.facts}" for one in everybody)):
        _people_in_rows(canvas, everybody)
        return
    each = canvas.width // max(len(everybody), 1)
    for seat, one in enumerate(everybody):
        canvas.put(seat * each, 1, fitted(f"{one.mark}{one.name}", each - 1), one.ink)
        canvas.put(seat * each, 2, fitted(f"  {one.facts}", each - 1), "dim")
        canvas.spot(seat * each, 1, each - 1, 2, f"seat {seat}")


def _people_in_rows(canvas: Canvas, everybody: list[Person]) -> None:
    """Names and facts behind each other, where columns would not be straight."""
    each = (len(everybody) + 1) // 2
    room = canvas.width // max(each, 1) - 1
    for seat, one in enumerate(everybody):
        x, y = seat % each * (room + 1), 1 + seat // each
        end = canvas.put(x, y, f"{one.mark}{seat + 1} {one.name} ", one.ink)
        canvas.put(end, y, one.facts, "dim", max(0, x + room - end))
        canvas.spot(x, y, room, 1, f"seat {seat}")


def _person(desk: Desk, seat: int) -> Person:
    table, view = desk.table, desk.view
    assert table is not None
    one = table.seats[seat]
    waited = view is not None and view.turn == seat and table.phase == "hand"
    name = say("term.tui.free") if one.kind == "open" else own_name(seat, one)
    if seat == desk.guest.seat:
        name = say("term.tui.me", name=name)
    if one.kind == "bot":
        level = say(f"level.{one.level}") if one.level else say("seat.bot")
        name += f" · {level}"
    facts = _facts(desk, seat)
    return Person("▶ " if waited else "  ", name, facts, "strong" if waited else "felt")


def _facts(desk: Desk, seat: int) -> str:
    table, view = desk.table, desk.view
    assert table is not None
    one = table.seats[seat]
    facts = []
    if view is not None and table.phase == "hand":
        kind = "tiles" if isinstance(view, TileView) else "cards"
        facts.append(say(f"seat.{kind}", count=view.counts[seat]))
    if table.hand:
        facts.append(say("term.tui.points", count=table.scores[seat]))
    if isinstance(view, View) and view.dealer == seat and table.phase == "hand":
        facts.append(say("term.tui.deals"))
    return ", ".join([*facts, *_state(desk, seat)]) or _kind(one.kind)


def _state(desk: Desk, seat: int) -> list[str]:
    table = desk.table
    assert table is not None
    one = table.seats[seat]
    if one.kind == "bot" and table.phase == "lobby":
        return [say("term.tui.bot")]
    if one.kind == "person" and not one.here:
        return [say("seat.substitute") if one.substitute else say("seat.away")]
    if one.kind == "person" and one.silent:
        return [say("seat.silent")]
    if one.ready and table.phase in ("between", "ended"):
        return [say("seat.ready")]
    return []


def _kind(kind: str) -> str:
    match kind:
        case "open":
            return say("term.tui.nobody")
        case "bot":
            return say("seat.bot")
        case _:
            return say("term.tui.here")


def _story(canvas: Canvas, desk: Desk, x: int, y: int, width: int, height: int) -> None:
    """The newest sentences, wrapped, at the side."""
    canvas.put(x + 1, y - 1, say("term.tui.side"), "dim")
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
    """The keys that do something now, in rows from the bottom; how many rows.

    What help tells of as well is left out where there would be too many.
    """
    items = footer(desk)
    spare = [item for name in SPARE for item in items if item[2] == name]
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
