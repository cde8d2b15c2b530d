"""Why the computer players did what they did, as sentences. Pure."""

from collections.abc import Sequence

from peer.story import People, spaced
from shared.reasons import Reason, Why

_WORDS: dict[Reason, str] = {
    "out": "it was the last card",
    "only": "nothing else could be discarded",
    "costly": "it counts most of the cards that are in no meld",
    "random": "it was one of the cards that count most",
    "least": "what stayed in the hand counts least without it",
    "chances": "what stayed in the hand has the most ways to a meld without it",
    "loose": "it went with no other card",
    "safe": "it is of little use to the next player",
    "held_back": "all melds were held back, to be laid down at once",
    "knock": "so little was left over that it was time to knock",
    "gin": "every other card was in a meld",
    "most_tiles": "no turn plays more tiles",
    "least_value": "no turn leaves less in the rack",
    "keeps_joker": "so a joker could be kept",
    "simple_sets": "it was there to be seen at once",
    "opening": "it was enough for the first sets",
}


def told(whys: Sequence[Why], people: People) -> list[str]:
    """The reasons of a hand that is over, in the order of the turns."""
    return [_told(why, people) for why in whys]


def _told(why: Why, people: People) -> str:
    name = people.name(why.seat)
    name = name[:1].upper() + name[1:]
    reason = _WORDS[why.reason]
    if not why.cards:
        return f"{name}: {reason}."
    return f"{name}, {spaced(why.cards)}: {reason}."
