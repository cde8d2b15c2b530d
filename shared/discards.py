"""The cards of a hand as discards, suit by suit: a suit of a hand rarely changes."""

from functools import lru_cache

from shared.actions import Discard
from shared.cards import DECK, names

_SUIT = (1 << 13) - 1


def discards(cards: int) -> tuple[Discard, ...]:
    """Each of ``cards`` as a discard, by index: suit and rank, deck by deck."""
    found = (
        _of_suit(0, cards & _SUIT)
        + _of_suit(13, cards >> 13 & _SUIT)
        + _of_suit(26, cards >> 26 & _SUIT)
        + _of_suit(39, cards >> 39 & _SUIT)
    )
    more, first = cards >> DECK, DECK
    while more:
        found += _of_suit(first, more & _SUIT)
        more, first = more >> 13, first + 13
    return found


@lru_cache(1 << 16)
def _of_suit(first: int, held: int) -> tuple[Discard, ...]:
    """One suit of one deck, or the jokers, which come behind two decks."""
    return tuple(Discard(card) for card in names(held << first))
