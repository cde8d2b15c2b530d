"""The reasons of the computer players: what is kept of a turn, and when it is told."""

from collections.abc import Sequence

from peer.records import Acted
from shared.events import Discarded, Event, Knocked, Rearranged
from shared.reasons import Why

MOST = 100
"Reasons that are told of one hand, so that they fit into a message: the last ones."


def told(acted: Acted, events: Sequence[Event]) -> tuple[Why, ...]:
    """The reason that came with ``acted``, if it was for a turn that everybody saw."""
    if acted.why is None:
        return ()
    for event in events:
        match event:
            case Discarded(seat=seat, card=card) if seat == acted.seat:
                return (Why(seat, (card,), acted.why),)
            case Knocked(seat=seat, discard=discard) if seat == acted.seat:
                thrown = () if discard is None else (discard,)
                return (Why(seat, thrown, acted.why),)
            case Rearranged(seat=seat, tiles=tiles) if seat == acted.seat:
                return (Why(seat, tiles, acted.why),)
    return ()
