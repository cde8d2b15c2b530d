"""Who is waited for and for what, in one line. Pure."""

from peer import scene
from peer.comings import missed_for
from peer.story import People, closed
from shared.tableview import TableView
from shared.view import AnyView, TileView, View
from shared.words import say


def headline(
    table: TableView | None, view: AnyView | None, people: People, host: bool
) -> str:
    """What the table waits for, always."""
    if table is None:
        return say("term.wait.host")
    if table.phase == "lobby":
        return _lobby(table, host)
    if table.phase in ("between", "ended"):
        return _between(table, people)
    if view is None:
        return say("term.head.dealing")
    if view.turn is None:
        return say("term.head.over")
    if view.can:
        return closed(_tile_task(view) if isinstance(view, TileView) else _task(view))
    if view.turn == people.me:
        return say("term.head.moment")
    if scene.calling(view) or scene.is_missed(table, view.turn):
        return scene.whose_turn(view, table, people)[-1]
    return say("term.head.turn", name=people.name(view.turn))


def _lobby(table: TableView, host: bool) -> str:
    free = sum(seat.kind == "open" for seat in table.seats)
    if host:
        return say("term.head.lobby", count=free)
    return scene.lobby(table, host)


def _between(table: TableView, people: People) -> str:
    ended = table.phase == "ended"
    if people.me is not None and not table.seats[people.me].ready:
        return say("term.head.match.next" if ended else "term.head.hand.next")
    waited = []
    for seat, one in enumerate(table.seats):
        if not one.ready:
            name, time = people.name(seat), missed_for(one)
            waited.append(
                say("term.head.missing", name=name, time=time) if time else name
            )
    if not waited:
        return say("story.match.over" if ended else "term.head.hand")
    names = ", ".join(waited)
    return say(
        "term.head.match.waits" if ended else "term.head.hand.waits", names=names
    )


def _tile_task(view: TileView) -> str:
    draws = "draw" in view.can
    if not view.needed:
        return say("turn.tiles" if draws else "turn.tiles.pass")
    key = "term.tiles.first" if draws else "term.tiles.first.pass"
    return say(key, points=view.needed)


def _task(view: View) -> str:
    card = view.upcard or ""
    match view.phase:
        case "call":
            return say("turn.call", card=card)
        case "called":
            return say("turn.called")
        case "layoff":
            return say("turn.layoff")
        case "upcard":
            return say("turn.upcard", card=card)
        case "wall":
            return say("turn.wall", card=card)
        case "draw":
            return say("turn.draw")
        case _ if view.must_lay is not None:
            return say("turn.must", card=view.must_lay)
        case _ if not view.may_discard and view.can:
            return say("turn.stuck")
        case _ if view.may_knock:
            return say("turn.gin")
        case _ if view.has_knock:
            return say("turn.discard")
        case _:
            return say("turn.play")
