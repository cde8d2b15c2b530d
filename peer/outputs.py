"""What a host wants done by whoever runs it."""

from typing import NamedTuple, TypeAlias

from peer.places import Peer
from peer.records import Record
from peer.table import Table
from shared.events import Seat


class Send(NamedTuple):
    """Send this text to that peer."""

    peer: Peer
    text: str
    is_welcome: bool = False
    "The peer waits for it: without it, it does not know that it has a seat."


class HangUp(NamedTuple):
    """Close that peer's channel once what was sent has gone out."""

    peer: Peer


class Substitute(NamedTuple):
    """Seat a computer player that says hello with this token."""

    token: str


class Advise(NamedTuple):
    """Think about what is best for that seat, and tell that peer."""

    peer: Peer
    seat: Seat


class Keep(NamedTuple):
    """Write this down for good before anything that follows is done."""

    record: Record

    before: Table
    "To give back to :meth:`peer.host.Host.undo` if that cannot be."


Output: TypeAlias = Send | HangUp | Substitute | Advise | Keep
