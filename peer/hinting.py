"""What a strong computer player would do, as a line for whoever asks."""

from peer import orders
from peer.bots import Bot, advice
from peer.narrator import Narrator
from peer.plain_tiles import TileDesk
from peer.story import sentence
from shared.errors import ProtocolError
from shared.view import TileView
from shared.words import say


def hinted(adviser: Bot | None, narrator: Narrator, tiles: TileDesk) -> list[str]:
    """Advice for the turn of this seat, as what to type."""
    view, table, seat = narrator.view, narrator.table, narrator.people.me
    if view is None or not view.can:
        return [say("term.plain.hint.turn")]
    if adviser is None:
        return [say("term.plain.hint.nobody")]
    try:
        if table is not None and seat is not None:
            adviser.meet(table, seat)
    except ProtocolError as error:
        return [sentence(str(error))]
    action = advice(adviser, view, narrator.events)
    if isinstance(view, TileView):
        return [say("hint", advice=tiles.hint(view, action))]
    return [say("hint", advice=orders.worded(action, view))]
