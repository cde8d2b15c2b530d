"""Hands of Basic Rummy written down as people do, and a few words to play them with."""

import random
from collections.abc import Sequence
from typing import Literal

import msgspec
import pytest

from shared.actions import Action, Discard, Draw, LayDown, LayOff
from shared.cards import CARDS, DECK, INDEX, JOKERS, Card, mask_of
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
    melded: int = 0,
    game: Basic = CGIO,
) -> State:
    """The middle of a hand, with all cards of the game.

    ``stock`` is written with the next card first, ``pile`` from the bottom up, under
    the ``upcard``. Cards that are not named lie where ``...`` stands in one of the two,
    or else at the bottom of the pile.
    """
    drawn, thrown = stock.split(), f"{pile} {upcard}".split()
    if REST not in drawn + thrown:
        thrown.insert(0, REST)
    named = [*" ".join(hands).split(), *" ".join(melds).split(), *drawn, *thrown]
    rest = [card for card in deck_of(game) if card not in named]
    assert len(named) - 1 + len(rest) == game.deck, "a card is named twice"
    return State(
        deck=bytes(range(game.deck)),
        dealer=len(hands) - 1,
        turn=turn,
        phase=phase,
        hands=tuple(mask_of(hand.split()) for hand in hands),
        stock=_pile(drawn, rest)[::-1],
        pile=_pile(thrown, rest),
        melds=tuple(read_meld(meld, game) for meld in melds),
        owners=tuple(owners or [0] * len(melds)),
        taken=mask_of(taken.split()),
        laid=sum(1 << seat for seat in laid),
        recycles=recycles,
        idle=idle,
        melded=melded,
    )


def deck_of(game: Basic) -> list[Card]:
    """Every card of the game, as the numbers of a deck name them."""
    return [*CARDS[: DECK * game.decks], *CARDS[JOKERS : JOKERS + game.jokers]]


def read_meld(cards: str, game: Basic = CGIO) -> int:
    """A meld as the state holds it."""
    meld = game.rules.read([INDEX[card] for card in cards.split()])
    assert meld, f"{cards} is no meld"
    return meld


def stacked(
    hands: Sequence[str], upcard: str, stock: str = "", game: Basic = CGIO
) -> list[int]:
    """A deck of which the last seat deals these hands, then comes ``stock``."""
    rounds = zip(*(hand.split() for hand in hands), strict=True)
    named = [*(card for cards in rounds for card in cards), upcard, *stock.split()]
    deck = deck_of(game)
    return [deck.index(card) for card in dict.fromkeys([*named, *deck])]


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


def table(state: State, game: Basic = CGIO) -> list[str]:
    """The melds on the table."""
    return [" ".join(meld.cards) for meld in game.view(state, None).melds]


def cards(state: State) -> list[Card]:
    """Every card of the state, wherever it is."""
    masks = [*state.hands, *state.melds]
    loose = [
        index for index in range(len(CARDS)) for mask in masks if mask >> index & 1
    ]
    return sorted(CARDS[index] for index in (*loose, *state.stock, *state.pile))


def lively(rng: random.Random, state: State, game: Basic = CGIO) -> Action:
    """What somebody does who likes to lay cards and to take a useful upcard."""
    legal = list(game.legal(state, state.turn))
    if state.phase == "draw":
        if rng.random() < 0.3:
            return rng.choice(legal)
        hand = faces(state.hand)
        useful = state.pile and deadwood(hand | faces(1 << state.pile[-1])) <= deadwood(
            hand
        )
        return UPCARD if useful else STOCK
    discards = [action for action in legal if isinstance(action, Discard)]
    lays = legal[: len(legal) - len(discards)]
    if lays and (not discards or rng.random() < 0.8):
        return rng.choice(lays)
    if rng.random() < 0.3:
        return rng.choice(discards)
    return min(discards, key=lambda throw: left_over(state.hand, throw.card))


def left_over(hand: int, card: Card) -> int:
    """What a hand is worth without a card, roughly where there are jokers."""
    joker = 50 if card.startswith("J'") or card == "J" else 0
    return joker + deadwood(faces(hand ^ 1 << INDEX[card]))


def faces(cards: int) -> int:
    """Cards as those of one deck, without jokers."""
    one = (1 << DECK) - 1
    return cards & one | cards >> DECK & one


def encoded(state: State) -> bytes:
    """The state as bytes."""
    return msgspec.json.encode(state)
