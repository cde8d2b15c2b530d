"""Hands of computer players in a test, with what each of them heard."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from msgspec.structs import replace

from peer.bots import Bot
from peer.bots.levels import computer_player
from shared.actions import Action
from shared.events import Event, Seat
from shared.reasons import Level
from shared.ruleset import Ruleset
from shared.view import AnyView


@dataclass
class Asked:
    """One choice: what a seat saw and had heard, and what it did."""

    seat: Seat
    view: AnyView
    state: Any
    action: Action
    stories: list[list[Event]] = field(default_factory=list)
    "What the seat was told at each of its choices of this hand, the last one included."


def choices(
    rules: Ruleset[Any], levels: Sequence[Level], seed: int = 1
) -> Iterator[Asked]:
    """Every choice of a hand, each checked to be legal."""
    bots: list[Bot] = [
        computer_player(level, rules, seed)  # type: ignore[arg-type]
        for level in levels
    ]
    deck = random.Random(seed).sample(range(rules.deck), rules.deck)
    state = rules.deal(len(levels), deck, seed % len(levels))
    fresh: list[list[Event]] = [[] for _ in levels]
    stories: list[list[list[Event]]] = [[] for _ in levels]
    while rules.result(state) is None:
        seat = rules.view(state, None).turn
        assert seat is not None
        stories[seat].append(fresh[seat])
        fresh[seat] = []
        view = rules.view(state, seat)
        action = bots[seat].choose(view, stories[seat][-1])
        yield Asked(seat, view, state, action, [*stories[seat]])
        state, happened = rules.apply(state, seat, action)
        for other, heard in enumerate(fresh):
            heard += [rules.redact(event, other) for event in happened]


def with_secrets_moved(state: Any, seat: Seat, rng: random.Random) -> Any:
    """The same to ``seat``: what it cannot see lies elsewhere."""
    hidden = [
        index
        for other, hand in enumerate(state.hands)
        if other != seat
        for index in range(hand.bit_length())
        if hand >> index & 1
    ]
    cards = [*hidden, *state.stock]
    rng.shuffle(cards)
    hands = []
    for other, hand in enumerate(state.hands):
        if other == seat:
            hands.append(hand)
            continue
        mine, cards = cards[: hand.bit_count()], cards[hand.bit_count() :]
        hands.append(sum(1 << index for index in mine))
    return replace(state, hands=tuple(hands), stock=bytes(cards))
