"""What a guest's player is told about the connection."""

from typing import Literal, NamedTuple

from shared.words import say


class News(NamedTuple):
    """What has become of the connection, for the player."""

    state: Literal["suspect", "well", "lost", "trying", "back"]
    what: Literal["suspect", "moved", "well", "lost", "trying", "back"]
    why: str = ""

    @property
    def text(self) -> str:
        """It as a sentence."""
        return say(f"term.news.{self.what}", why=self.why)


SUSPECT = News("suspect", "suspect")
MOVED = News("suspect", "moved")
WELL = News("well", "well")
LOST = News("lost", "lost")
BACK = News("back", "back")


def not_yet(why: str) -> News:
    """A try to come back has failed."""
    return News("trying", "trying", why)
