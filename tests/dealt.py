"""Hands of Basic Rummy written down as people do, and a few words to play them with."""

import random
from collections.abc import Sequence
from typing import Literal

import msgspec
import pytest

from shared.actions import Action, Discard, Draw, LayDown, LayOff
from shared.cards import INDEX, NAMES, Card, mask_of
from shared.errors import IllegalAction
from shared.events import Event, Seat
from shared.melds import deadwood
from shared.rulesets.basic import PRESETS, Basic
from shared.rulesets.basic_state import State

CGIO = PRESETS["cgio"]

STOCK = Draw("stock")
UPCARD = Draw("discard")

NOTHING_LEFT = [
    "AS AH AD AC",
    "2S 2H 2D 2C",
    "3S 3H 3D 3C",
    "4S 4H 4D 4C",
    "5S 5H 5D",
    "5C 6C 7C",
    "6D 7D 8D 9D TD",
    "8S 8H 8C",
    "9H TH JH",
    "JS JD JC",
    "QS QH QD QC",
    "KS KH KD KC",
]
"A table that leaves 6S 7S 9S TS 6H 7H 9C TC; nothing of it can be laid."

REST = "..."
"All cards that are not named, in a stock or a pile."


def dealt(
    hands: Sequence[str],
    *,
    melds: Sequence[str] = (),
    owners: Sequence[Seat] | None = None,
    stock: str = REST,
    pile: str = "",
    upcard: str = "",
    turn: Seat = 0,
    phase: Literal["draw", "play"] = "draw",
    taken: str = "",
    laid: Sequence[Seat] = (),
    recycles: int = 0,
    idle: int = 0,
) -> State:
    """The middle of a hand, with all 52 cards.

    ``stock`` is written with the next card first, ``pile`` from the bottom up, under
    the ``upcard``. Cards that are not named lie where ``...`` stands in one of the two,
    or else at the bottom of the pile.
    """
    drawn, thrown = stock.split(), f"{pile} {upcard}".split()
    if REST not in drawn + thrown:
        thrown.insert(0, REST)
    named = [*" ".join(hands).split(), *" ".join(melds).split(), *drawn, *thrown]
    rest = [card for card in NAMES if card not in named]
    assert len(named) - 1 + len(rest) == len(NAMES), "a card is named twice"
    return State(
        deck=bytes(range(52)),
        dealer=len(hands) - 1,
        turn=turn,
        phase=phase,
        hands=tuple(mask_of(hand.split()) for hand in hands),
        stock=_pile(drawn, rest)[::-1],
        pile=_pile(thrown, rest),
        melds=tuple(mask_of(meld.split()) for meld in melds),
        owners=tuple(owners or [0] * len(melds)),
        taken=mask_of(taken.split()),
        laid=sum(1 << seat for seat in laid),
        recycles=recycles,
        idle=idle,
    )


def stacked(hands: Sequence[str], upcard: str, stock: str = "") -> list[int]:
    """A deck of which the last seat deals these hands, then comes ``stock``."""
    rounds = zip(*(hand.split() for hand in hands), strict=True)
    named = [*(card for cards in rounds for card in cards), upcard, *stock.split()]
    return [INDEX[card] for card in dict.fromkeys([*named, *NAMES])]


def _pile(cards: list[str], rest: list[Card]) -> bytes:
    if REST in cards:
        place = cards.index(REST)
        cards = cards[:place] + rest + cards[place + 1 :]
    return bytes(INDEX[card] for card in cards)


def down(cards: str) -> LayDown:
    """Lay down these cards."""
    return LayDown(tuple(cards.split()))


def off(card: Card, meld: int) -> LayOff:
    """Lay off a card on that meld."""
    return LayOff(card, meld)


def throw(card: Card) -> Discard:
    """Discard a card."""
    return Discard(card)


def play(
    state: State, *actions: Action, game: Basic = CGIO
) -> tuple[State, tuple[Event, ...]]:
    """The table after the actions, each by whose turn it is, and all that happened."""
    told: list[Event] = []
    for action in actions:
        state, events = game.apply(state, state.turn, action)
        told += events
    return state, tuple(told)


def refused(
    state: State, action: Action, seat: Seat | None = None, game: Basic = CGIO
) -> tuple[str, str]:
    """Code and sentence of the refusal of an action, which must change nothing."""
    before = encoded(state)
    with pytest.raises(IllegalAction) as refusal:
        game.apply(state, state.turn if seat is None else seat, action)
    assert encoded(state) == before
    return refusal.value.code, str(refusal.value)


def hand(state: State, seat: Seat) -> str:
    """What a seat holds."""
    return " ".join(CGIO.view(state, seat).hand)


def table(state: State) -> list[str]:
    """The melds on the table."""
    return [" ".join(meld.cards) for meld in CGIO.view(state, None).melds]


def cards(state: State) -> list[Card]:
    """Every card of the state, wherever it is."""
    masks = [*state.hands, *state.melds]
    loose = [index for index in range(52) for mask in masks if mask >> index & 1]
    return sorted(NAMES[index] for index in (*loose, *state.stock, *state.pile))


def lively(rng: random.Random, state: State, game: Basic = CGIO) -> Action:
    """What somebody does who likes to lay cards and to take a useful upcard."""
    legal = list(game.legal(state, state.turn))
    if state.phase == "draw":
        useful = state.pile and deadwood(state.hand | 1 << state.pile[-1]) <= deadwood(
            state.hand
        )
        return legal[-1] if useful or rng.random() < 0.1 else legal[0]
    discards = [action for action in legal if isinstance(action, Discard)]
    lays = legal[: len(legal) - len(discards)]
    if lays and (not discards or rng.random() < 0.8):
        return rng.choice(lays)
    if rng.random() < 0.3:
        return rng.choice(discards)
    return min(discards, key=lambda throw: deadwood(state.hand ^ mask_of([throw.card])))


def encoded(state: State) -> bytes:
    """The state as bytes."""
    return msgspec.json.encode(state)
