"""
Card notation outside, small ints and bit masks inside.

A card is written as rank and suit: ``7H``, ``TS``, ``AC``. Inside the engine it is an
index, ``13 * suit + rank`` with the ace lowest, and a set of cards is an int with
those bits set. Rulesets convert once, where an action comes in or a view goes out.

The cards of a second deck bear a mark, ``7H'``, and follow the first deck's. Jokers
come last: ``J``, then ``J'``, ``J''`` and ``J'''``.
"""

import re
from collections.abc import Iterable, Iterator
from typing import TypeAlias

from shared.errors import IllegalAction

Card: TypeAlias = str
"Notation, as ``7H``."

Cards: TypeAlias = str
"Cards written together, as ``7H8H9H`` or ``4SJ'6S``."

RANKS = "A23456789TJQK"
SUITS = "SHDC"
DECK = 52

NAMES: tuple[Card, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)
"Index to notation."

JOKERS = 2 * DECK
"The index of the first joker, behind two decks."

MAX_JOKERS = 4

CARDS: tuple[Card, ...] = (
    *NAMES,
    *(f"{name}'" for name in NAMES),
    *("J" + "'" * mark for mark in range(MAX_JOKERS)),
)
"Index to notation, with a second deck and jokers."

INDEX: dict[Card, int] = {name: index for index, name in enumerate(CARDS)}
"Notation to index."

_SHOWN = tuple(
    (index >= JOKERS, index % DECK, index) for index in range(JOKERS + MAX_JOKERS)
)
"What to sort indices by: cards that look alike side by side, jokers last."

_CARD = re.compile("[A2-9TJQK][SHDC]'?|J'*")
_SYMBOLS = str.maketrans("♠♥♦♣’′", "SHDC''", "\ufe0f\ufe0e")


def bits(mask: int) -> Iterator[int]:
    """The indices in ``mask``, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def names(mask: int) -> tuple[Card, ...]:
    """The cards in ``mask``, by suit and rank, ace low; jokers last."""
    if mask >> DECK:
        return tuple(
            CARDS[index] for index in sorted(bits(mask), key=_SHOWN.__getitem__)
        )
    return tuple(NAMES[index] for index in bits(mask))


def together(mask: int) -> Cards:
    """The cards in ``mask`` written together, in the order of :func:`names`."""
    return "".join(names(mask))


def apart(cards: Cards) -> tuple[Card, ...]:
    """What was written together, one by one."""
    return tuple(_CARD.findall(cards))


def index_of(card: Card) -> int:
    """The index of ``card``.

    Raises:
        IllegalAction: If there is no such card.
    """
    try:
        return INDEX[card]
    except KeyError:
        raise no_such_card(card) from None


def mask_of(cards: Iterable[Card]) -> int:
    """The bits of ``cards``, in any order.

    Raises:
        IllegalAction: If there is no such card, or one is listed twice.
    """
    mask = 0
    for card in cards:
        bit = 1 << index_of(card)
        if mask & bit:
            raise IllegalAction("card_twice", card=card)
        mask |= bit
    return mask


def check_held(hand: int, cards: int) -> None:
    """Nothing, if ``cards`` are all in ``hand``.

    Raises:
        IllegalAction: If one of them is not.
    """
    missing = cards & ~hand
    if missing:
        raise IllegalAction("not_in_hand", card=names(missing)[0])


def read_card(text: str) -> Card:
    """What a person typed, as notation: ``10h``, ``7♥`` and ``Qs`` are understood.

    Raises:
        IllegalAction: If that is not a card.
    """
    card = text.strip().translate(_SYMBOLS).upper().replace("10", "T", 1)
    if card not in INDEX:
        raise no_such_card(text.strip())
    return card


def no_such_card(text: str) -> IllegalAction:
    """The refusal of a word that names no card."""
    return IllegalAction("no_such_card", word=repr(text[:12])[1:-1])
