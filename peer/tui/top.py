"""The first rows of the screen: what is played, who is there, their clocks. Pure."""

from typing import NamedTuple

from peer.scene import game_name
from peer.story import own_name
from peer.tui.canvas import Canvas, fitted, uneven, width_of
from peer.tui.desk import Desk
from peer.tui.timers import Timer, timer
from shared.tableview import SeatView, TableView
from shared.view import TileView, View
from shared.words import say

HEIGHT = 3
"Rows."


class Person(NamedTuple):
    """What is shown of somebody."""

    mark: str
    name: str
    facts: str
    ink: str
    timer: Timer | None


def paint(canvas: Canvas, desk: Desk) -> None:
    """All of it."""
    _header(canvas, desk)
    _people(canvas, desk)


def _header(canvas: Canvas, desk: Desk) -> None:
    canvas.fill(0, 0, canvas.width, 1, "bar")
    state = f" {desk.badge} " if desk.badge else ""
    left = canvas.width - width_of(state)
    x = canvas.put(1, 0, "Rummyroom ", "bar-strong")
    about = _about(desk.table, desk.room.code if desk.room else "")
    canvas.put(x, 0, about, "bar", left - 1 - x)
    canvas.put(left, 0, state, "turn")


def _about(table: TableView | None, code: str) -> str:
    told = []
    if table is not None:
        game = game_name(table.game)
        aim = say("term.tui.head.target", game=game, target=table.target)
        to_target = table.target and not (table.max_hands or table.round)
        told.append(aim if to_target else game)
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
        x, time = seat * each, str(one.timer or "")
        room = each - 1 - (width_of(time) + 1 if time else 0)
        name = f"{one.mark}{one.name}"
        end = canvas.put(x, 1, name, one.ink, min(room, width_of(name)))
        if one.timer is not None:
            canvas.put(end + 1, 1, time, "turn" if one.timer.runs else "dim")
        canvas.put(x, 2, fitted(f"  {one.facts}", each - 1), "dim")
        canvas.spot(x, 1, each - 1, 2, f"seat {seat}")


def _people_in_rows(canvas: Canvas, everybody: list[Person]) -> None:
    """Names and facts behind each other, where columns would not be straight."""
    each = (len(everybody) + 1) // 2
    room = canvas.width // max(each, 1) - 1
    for seat, one in enumerate(everybody):
        x, y = seat % each * (room + 1), 1 + seat // each
        end = canvas.put(x, y, f"{one.mark}{seat + 1} ", one.ink)
        if one.timer is not None:
            ink = "turn" if one.timer.runs else "dim"
            end = canvas.put(end, y, str(one.timer), ink) + 1
        left = max(0, x + room - end)
        name = f"{one.name} "
        end = canvas.put(end, y, fitted(name, min(width_of(name), left)), one.ink)
        canvas.put(end, y, one.facts, "dim", max(0, x + room - end))
        canvas.spot(x, y, room, 1, f"seat {seat}")


def _person(desk: Desk, seat: int) -> Person:
    table, view = desk.table, desk.view
    assert table is not None
    one = table.seats[seat]
    waited = view is not None and view.turn == seat and table.phase == "hand"
    name = say("term.sits.free") if one.kind == "open" else own_name(seat, one)
    if seat == desk.guest.seat:
        name = say("term.tui.me", name=name)
    if one.kind == "bot":
        level = say(f"level.{one.level}") if one.level else say("seat.bot")
        name += f" · {level}"
    if words := desk.speech.of(seat):
        name = say("term.tui.says", name=name, what=words)
    facts = _facts(desk, seat)
    mark, ink = ("▶ ", "strong") if waited else ("  ", "felt")
    return Person(mark, name, facts, ink, timer(desk, seat))


def _facts(desk: Desk, seat: int) -> str:
    table, view = desk.table, desk.view
    assert table is not None
    one = table.seats[seat]
    time = timer(desk, seat)
    facts = [time.word] if time is not None and time.word else []
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
    if desk.guest.mutes.cover(seat):
        return [say("seat.muted"), *_presence(one, table.phase)]
    return _presence(one, table.phase)


def _presence(one: SeatView, phase: str) -> list[str]:
    if one.kind == "bot" and phase == "lobby":
        return [say("term.tui.bot")]
    if one.kind == "person" and not one.here:
        return [say("seat.substitute") if one.substitute else say("seat.away")]
    if one.kind == "person" and one.silent:
        return [say("seat.silent")]
    if one.ready and phase in ("lobby", "between", "ended"):
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
