"""What a host wants done by whoever runs it."""

from typing import NamedTuple, TypeAlias

from peer.places import Peer


class Send(NamedTuple):
    """Send this text to that peer."""

    peer: Peer
    text: str


class HangUp(NamedTuple):
    """Close that peer's channel once what was sent has gone out."""

    peer: Peer


class Substitute(NamedTuple):
    """Seat a computer player that says hello with this token."""

    token: str


Output: TypeAlias = Send | HangUp | Substitute
