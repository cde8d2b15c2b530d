"""Who is waited for and for what, in one line. Pure."""

from peer import scene
from peer.comings import away_for
from peer.story import People
from shared.view import AnyView, TileView, View
from shared.wire import TableView


def headline(
    table: TableView | None, view: AnyView | None, people: People, host: bool
) -> str:
    """What the table waits for, always."""
    if table is None:
        return "We wait for the host."
    if table.phase == "lobby":
        return _lobby(table, host)
    if table.phase in ("between", "ended"):
        return _between(table, people)
    if view is None:
        return "The cards are being dealt."
    if view.turn is None:
        return "This hand is over."
    if view.can:
        return f"Your turn: {_to_do(view)}."
    waited = scene.whose_turn(view, table, people)
    return waited[-1].replace("It is", "Waiting:") if waited else "One moment."


def _lobby(table: TableView, host: bool) -> str:
    free = sum(seat.kind == "open" for seat in table.seats)
    seats = f"{free} {'seat is' if free == 1 else 'seats are'} free"
    if host:
        return f"{seats}. Begin when you like: computer players take what is free."
    return f"{seats}. We wait for players, or for the host to begin."


def _between(table: TableView, people: People) -> str:
    waited = [
        people.name(seat) + away_for(one)
        for seat, one in enumerate(table.seats)
        if not one.ready
    ]
    over = "The match is over" if table.phase == "ended" else "The hand is over"
    if people.me is not None and not table.seats[people.me].ready:
        return f"{over}. Play on, or leave?"
    return f"{over}. Waiting for {', '.join(waited)}." if waited else f"{over}."


def _to_do(view: AnyView) -> str:
    if isinstance(view, TileView):
        end = "draw a tile" if "draw" in view.can else "pass"
        first = f"your first sets need {view.needed} points" if view.needed else ""
        return f"play tiles or {end}; {first}" if first else f"play tiles or {end}"
    return _with_cards(view)


def _with_cards(view: View) -> str:
    match view.phase:
        case "call":
            return f"{view.upcard} fits a meld, call rummy or pass"
        case "called":
            return "discard a card for the rummy you called"
        case "layoff":
            return "lay off on the knocker's melds, or say that you have no more"
        case "upcard":
            return f"take {view.upcard}, or pass"
        case "wall":
            return f"take {view.upcard} to knock, or pass"
        case "draw":
            return "draw a card"
        case _ if view.must_lay is not None:
            return f"lay {view.must_lay}, which you took"
        case _ if not view.may_discard and view.can:
            return "lay down or lay off; you cannot discard now"
        case _ if view.may_knock:
            return "discard a card, or knock"
        case _:
            return "meld, lay off, or discard a card to end it"
