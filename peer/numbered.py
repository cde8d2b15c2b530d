"""What a seat can do now, to be chosen by number: a view in, ways out. Pure."""

from peer import choices, tile_scene
from peer.choices import Choice, Way
from peer.plain_tiles import TileDesk
from peer.story import spaced
from peer.tile_plan import plan
from shared.events import Seat
from shared.tableview import TableView
from shared.view import AnyView, TileView, View
from shared.words import say


def ways(
    table: TableView | None,
    view: AnyView | None,
    me: Seat | None,
    host: bool,
    desk: TileDesk,
) -> list[Way]:
    """All that the seat ``me`` can do, each with the words that do it."""
    if table is None or me is None:
        return []
    if table.phase != "hand":
        return _between(table, host, table.seats[me].ready)
    match view:
        case TileView():
            return _of_tiles(view, desk)
        case View():
            return _of_cards(view)
        case None:
            return []


def spoken(number: int, way: Way) -> str:
    """One of them as a line: its number, what to type instead, what that does."""
    if way.label.lower() == way.typed.lower():
        return say("term.offer.same", number=number, typed=way.typed)
    return say("term.offer", number=number, typed=way.typed, label=way.label)


def _between(table: TableView, host: bool, ready: bool) -> list[Way]:
    """Outside a hand."""
    if table.phase == "lobby":
        lobby = choices.of_lobby(table, host)
        return [Way(say("term.do.start"), "start"), *_flat(lobby[1:])] if host else []
    found = [] if ready else [choices.onwards(table)]
    zero = Way(say("term.do.zero"), "reset scores")
    return [*found, zero] if host else found


def _of_cards(view: View) -> list[Way]:
    discards = [
        Way(say("term.do.discard", card=card), f"discard {card}")
        for card in view.may_discard
    ]
    return [*_flat(choices.of_cards(view, (), None)), *discards]


def _of_tiles(view: TileView, desk: TileDesk) -> list[Way]:
    started = bool(view.can) and desk.draft(view).started
    ends = _flat(choices.of_tiles(view, started))
    if started:
        back = [Way(say("term.do.undo"), "undo"), Way(say("term.do.again"), "reset")]
        return [*ends, *back]
    steps = plan(view).steps if view.can else ()
    return [
        *(
            Way(say("term.do.tiles", tiles=spaced(step.tiles)), tile_scene.typed(step))
            for step in steps
        ),
        *ends,
    ]


def _flat(found: list[Choice]) -> list[Way]:
    """Each way by itself; what says no more than its words is called as its choice."""
    return [
        Way(choice.label if way.label == way.typed else way.label, way.typed)
        for choice in found
        for way in choice.ways
    ]
