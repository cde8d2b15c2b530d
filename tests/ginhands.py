"""Hands of Gin Rummy written down as people do, and a few words to play them with."""

import random
from collections.abc import Sequence
from typing import Literal

import msgspec
import pytest

from shared.actions import Action, Discard, Draw, Knock, LayOff, Pass
from shared.cards import INDEX, NAMES, Card, bits, mask_of
from shared.errors import IllegalAction
from shared.events import Event, HandEnded, Seat
from shared.melds import deadwood
from shared.rulesets.gin import PRESETS, Gin
from shared.rulesets.gin_state import State

CGIO = PRESETS["gin_cgio"]
PAGAT = PRESETS["gin_pagat"]
MODERN = PRESETS["gin_modern"]
OKLAHOMA = PRESETS["gin_oklahoma"]
SPIEL = PRESETS["gin_openspiel"]

STOCK = Draw("stock")
UPCARD = Draw("discard")
PASS = Pass()

REST = "..."
"All cards that are not named, in the stock or the discard pile."


def gin(
    hands: Sequence[str],
    *,
    stock: str = REST,
    pile: str = "",
    upcard: str = "",
    phase: Literal["upcard", "draw", "play", "wall"] = "draw",
    taken: str = "",
    limit: int = 10,
    doubled: bool = False,
    **more: int,
) -> State:
    """The middle of a hand in which it is seat 0's turn, with all 52 cards.

    ``stock`` is written with the next card first, ``pile`` from the bottom up, under
    the ``upcard``. Cards that are not named lie where ``...`` stands in one of the two,
    or else at the bottom of the pile.
    """
    drawn, thrown = stock.split(), f"{pile} {upcard}".split()
    if REST not in drawn + thrown:
        thrown.insert(0, REST)
    named = [*" ".join(hands).split(), *drawn, *thrown]
    rest = [card for card in NAMES if card not in named]
    assert len(named) - 1 + len(rest) == len(NAMES), "a card is named twice"
    one, two = (mask_of(hand.split()) for hand in hands)
    return State(
        dealer=1,
        turn=0,
        phase=phase,
        hands=(one, two),
        stock=_pile(drawn, rest)[::-1],
        pile=_pile(thrown, rest),
        limit=limit,
        doubled=doubled,
        taken=mask_of(taken.split()),
        **more,
    )


def _pile(cards: list[str], rest: list[Card]) -> bytes:
    if REST in cards:
        place = cards.index(REST)
        cards = cards[:place] + rest + cards[place + 1 :]
    return bytes(INDEX[card] for card in cards)


def stacked(first: str, dealer: str, upcard: str, stock: str = "") -> list[int]:
    """A deck that deals these hands, the first to the dealer's opponent."""
    pairs = zip(first.split(), dealer.split(), strict=True)
    named = [*(card for pair in pairs for card in pair), upcard, *stock.split()]
    return [INDEX[card] for card in dict.fromkeys([*named, *NAMES])]


def throw(card: Card) -> Discard:
    """Discard a card."""
    return Discard(card)


def off(card: Card, meld: int) -> LayOff:
    """Lay off a card on that meld."""
    return LayOff(card, meld)


def knock(discard: Card | None, *melds: str) -> Knock:
    """Knock with these melds."""
    return Knock(discard, tuple(tuple(meld.split()) for meld in melds))


def play(
    state: State, *actions: Action, game: Gin = CGIO
) -> tuple[State, tuple[Event, ...]]:
    """The table after the actions, each by whose turn it is, and all that happened."""
    told: list[Event] = []
    for action in actions:
        state, events = game.apply(state, state.turn, action)
        told += events
    return state, tuple(told)


def ended(state: State, *actions: Action, game: Gin = CGIO) -> HandEnded:
    """How the hand ended with these actions."""
    state, _ = play(state, *actions, game=game)
    assert state.result is not None
    return state.result


def refused(
    state: State, action: Action, seat: Seat | None = None, game: Gin = CGIO
) -> tuple[str, str]:
    """Code and sentence of the refusal of an action, which must change nothing."""
    before = encoded(state)
    with pytest.raises(IllegalAction) as refusal:
        game.apply(state, state.turn if seat is None else seat, action)
    assert encoded(state) == before
    return refusal.value.code, str(refusal.value)


def cards(state: State) -> list[Card]:
    """Every card of the state, wherever it is."""
    masks = (*state.hands, *state.melds)
    loose = [index for mask in masks for index in bits(mask)]
    return sorted(NAMES[index] for index in (*loose, *state.stock, *state.pile))


def lively(rng: random.Random, state: State, game: Gin) -> Action:
    """What somebody does who likes to meld, to knock somehow, and to lay off."""
    legal = list(game.legal(state, state.turn))
    knocks = [action for action in legal if isinstance(action, Knock)]
    if knocks and rng.random() < 0.5:
        return rng.choice(knocks)
    discards = [action for action in legal if isinstance(action, Discard)]
    if discards and rng.random() < 0.8:
        return min(discards, key=lambda d: deadwood(state.hand ^ mask_of([d.card])))
    return rng.choice(legal)


def encoded(state: State) -> bytes:
    """The state as bytes."""
    return msgspec.json.encode(state)
