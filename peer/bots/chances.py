"""What a hand may become, as masks: cards that make a meld, what a draw is worth."""

from collections.abc import Iterator

from shared.cards import bits
from shared.melds import FULL, MELDS, VALUES, deadwood

_SUIT = (1 << 13) - 1
_NO_ACE = FULL ^ sum(1 << 13 * suit for suit in range(4))
_NO_KING = FULL ^ sum(1 << 13 * suit + 12 for suit in range(4))

_THREES = tuple(meld for meld in MELDS if meld.bit_count() == 3)
_PARTNERS = tuple(
    tuple(meld ^ 1 << card for meld in _THREES if meld >> card & 1)
    for card in range(52)
)
"For each card, the two others of every meld of three it belongs to."

NEAR = tuple(
    sum(1 << c for c in range(52) if any(p >> c & 1 for p in pairs))
    for pairs in _PARTNERS
)
"For each card, the cards that are with it in a meld of three."


_BY_COST = tuple(
    (cost, sum(1 << card for card in range(52) if VALUES[card] == cost))
    for cost in range(10, 0, -1)
)


def completing(hand: int) -> int:
    """The cards, not in ``hand``, that make a meld of three with two of its cards."""
    above = hand >> 1 & _NO_KING
    below = hand << 1 & _NO_ACE
    runs = (
        above & above >> 1 & _NO_KING | above & below | below & (below << 1) & _NO_ACE
    )
    s, h = hand & _SUIT, hand >> 13 & _SUIT
    d, c = hand >> 26 & _SUIT, hand >> 39
    pairs = s & (h | d | c) | h & (d | c) | d & c
    sets = pairs | pairs << 13 | pairs << 26 | pairs << 39
    return (runs | sets) & ~hand


def partners(card: int) -> Iterator[int]:
    """The two other cards of each meld of three that ``card`` belongs to."""
    return iter(_PARTNERS[card])


def least_after(hand: int, kept: int = 0) -> int:
    """What is left over after the best discard that is none of ``kept``.

    A card saves at most what it counts, so the costly ones are tried first, until one
    saves that.
    """
    total = best = deadwood(hand)
    for cost, cards in _BY_COST:
        if best <= total - cost:
            break
        tried = hand & cards & ~kept
        while tried:
            card = tried & -tried
            tried ^= card
            left = deadwood(hand ^ card)
            if left == total - cost:
                return min(left, best)
            if left < best:
                best = left
    return best


def gains(hand: int, unseen: int, left: int) -> tuple[int, int]:
    """What the next card may save, summed over all that may come.

    First by melds that it makes, then by taking the place of a costlier card that is in
    no meld. ``left`` is the deadwood of ``hand``.
    """
    melds = low = 0
    completes = completing(hand) & unseen
    for card in bits(completes):
        best = least_after(hand | 1 << card, 1 << card)
        if best < left:
            melds += left - best
    costliest = _costliest_loose(hand, left)
    others = unseen & ~completes
    for cost, cards in _BY_COST:
        if cost < costliest:
            low += (costliest - cost) * (others & cards).bit_count()
    return melds, low


def _costliest_loose(hand: int, left: int) -> int:
    """The most that any card costs which is in no meld."""
    for cost, cards in _BY_COST:
        for card in bits(hand & cards):
            if deadwood(hand ^ 1 << card) == left - cost:
                return cost
    return 0
