"""Why the computer players did what they did, as sentences. Pure."""

from collections.abc import Sequence

from peer.story import People, spaced
from shared.reasons import Why
from shared.words import say


def told(whys: Sequence[Why], people: People) -> list[str]:
    """The reasons of a hand that is over, in the order of the turns."""
    return [_told(why, people) for why in whys]


def _told(why: Why, people: People) -> str:
    reason = say(f"because.{why.reason}")
    if not why.cards:
        return people.says("because.line", why.seat, why=reason)
    return people.says("because.cards", why.seat, cards=spaced(why.cards), why=reason)
