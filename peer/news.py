"""What a guest's player is told about the connection."""

from typing import Literal, NamedTuple


class News(NamedTuple):
    """What has become of the connection, for the player."""

    state: Literal["suspect", "well", "lost", "trying", "back"]
    text: str


SUSPECT = News("suspect", "nothing is heard from the host, trying to reach it anew")
MOVED = News(
    "suspect", "the network of this machine has changed, trying to reach the host anew"
)
WELL = News("well", "the host is there again")
LOST = News("lost", "the connection to the host is lost, trying to come back")
BACK = News("back", "back at the table")


def not_yet(why: str) -> News:
    """A try to come back has failed."""
    return News("trying", f"not yet: {why}; trying on")
