"""Why the computer players did what they did, as sentences. Pure."""

from collections.abc import Sequence

from peer.story import People, spaced
from shared.reasons import Why
from shared.words import say


def told(whys: Sequence[Why], people: People) -> list[str]:
    """The reasons of a hand that is over, in the order of the turns."""
    return [_told(why, people) for why in whys]


def _told(why: Why, people: People) -> str:
    name = people.name(why.seat)
    name = name[:1].upper() + name[1:]
    reason = say(f"reason.{why.reason}")
    if not why.cards:
        return say("whys.told", name=name, reason=reason)
    return say("whys.told.cards", name=name, cards=spaced(why.cards), reason=reason)
