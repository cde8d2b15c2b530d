"""
A second, slow and obvious judge of Basic Rummy as on cardgames.io, for the tests only.

Cards are strings, hands are sets, every question is answered by trying. It shares the
words for actions and events with the real rules, and nothing else.
"""

import struct
from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import combinations

from shared.actions import Action, Discard, Draw, LayDown, LayOff
from shared.events import (
    Discarded,
    Drew,
    Event,
    HandEnded,
    LaidDown,
    LaidOff,
    Recycled,
)

RANKS = "A23456789TJQK"
SUITS = "SHDC"
DECK = [rank + suit for suit in SUITS for rank in RANKS]


def is_meld(cards: Iterable[str]) -> bool:
    """A set of three or four, or a run of three or more with the ace low."""
    cards = set(cards)
    ranks = sorted(RANKS.index(card[0]) for card in cards)
    suits = {card[1] for card in cards}
    if len(cards) < 3:
        return False
    if len(set(ranks)) == 1:
        return True
    steps = [high - low for low, high in zip(ranks, ranks[1:], strict=False)]
    return len(suits) == 1 and set(steps) == {1}


def points(cards: Iterable[str]) -> int:
    """Pictures count 10, the ace 1, others what they show."""
    return sum(min(RANKS.index(card[0]) + 1, 10) for card in cards)


def melds_of(hand: set[str]) -> Iterator[frozenset[str]]:
    """Every meld in a hand: cards of one rank or of one suit are tried."""
    groups = [{card for card in hand if sign in card} for sign in (*RANKS, *SUITS)]
    for group in groups:
        for size in range(3, len(group) + 1):
            yield from filter(is_meld, map(frozenset, combinations(group, size)))


class Referee:
    """One hand, from the deck to the result."""

    def __init__(
        self, deck: list[str], seats: int, dealer: int, size: int, recycles: int = 1
    ) -> None:
        self.deck = list(deck)
        self.recycles = recycles
        self.reshuffles = 0
        self.seats = seats
        self.hands: list[set[str]] = [set() for _ in range(seats)]
        self.turn = (dealer + 1) % seats
        stock = list(deck)
        for card in range(size * seats):
            self.hands[(self.turn + card) % seats].add(stock.pop(0))
        self.pile = [stock.pop(0)]
        self.stock = stock
        self.melds: list[set[str]] = []
        self.drawn = False
        self.taken: str | None = None
        self.lays: list[tuple[int, int]] = []
        "Who laid something, and in which turn."

        self.turns = 0
        self.over = False

    def legal(self) -> set[tuple[object, ...]]:
        """Everything whose turn it is may do."""
        if self.over:
            return set()
        if not self.drawn:
            upcard = {("draw", "discard")} if self.pile else set()
            return {("draw", "stock")} | upcard
        hand = self.hands[self.turn]
        allowed: set[tuple[object, ...]] = set()
        for meld in melds_of(hand):
            if self.can_end(hand - meld, [*self.melds, set(meld)]):
                allowed.add(("lay_down", meld))
        for place, cards in enumerate(self.melds):
            for card in hand - cards:
                melds = [*self.melds, cards | {card}]
                if is_meld(cards | {card}) and self.can_end(hand - {card}, melds):
                    allowed.add(("lay_off", card, place))
        return allowed | {("discard", card) for card in hand if card != self.taken}

    def can_end(self, hand: set[str], melds: list[set[str]]) -> bool:
        """Whether some way is left to end the turn."""
        if not hand or hand - {self.taken}:
            return True
        return any(is_meld(meld | hand) for meld in melds)

    def play(self, action: Action) -> list[Event]:
        """What happens; the action is taken to be legal."""
        seat, hand = self.turn, self.hands[self.turn]
        match action:
            case Draw("discard"):
                self.taken = self.pile.pop()
                hand.add(self.taken)
                self.drawn = True
                return [Drew(seat, "discard", self.taken)]
            case Draw():
                return self.draw_stock()
            case LayDown(cards):
                hand -= set(cards)
                self.melds.append(set(cards))
                order = tuple(sorted(cards, key=DECK.index))
                return self.laid(LaidDown(seat, order, len(self.melds) - 1))
            case LayOff(card, place):
                hand.remove(card)
                self.melds[place].add(card)
                return self.laid(LaidOff(seat, card, place))
            case Discard(card):
                hand.remove(card)
                self.pile.append(card)
                return self.discarded(Discarded(seat, card))

    def draw_stock(self) -> list[Event]:
        """From the stock, or from the pile shuffled into one, or not at all."""
        events: list[Event] = []
        if not self.stock:
            if self.reshuffles == self.recycles:
                return [self.end("exhausted")]
            self.reshuffles += 1
            self.stock, self.pile = self.shuffled(), []
            events.append(Recycled(len(self.stock), True))
        card = self.stock.pop(0)
        self.hands[self.turn].add(card)
        self.drawn = True
        return [*events, Drew(self.turn, "stock", card)]

    def shuffled(self) -> list[str]:
        """The pile as the shuffle module describes a reshuffle."""
        deck = bytes(DECK.index(card) for card in self.deck)
        tag = b"rummy-reshuffle-v1\0"
        root = sha256(tag + struct.pack(">I", self.reshuffles) + deck).digest()
        words: list[int] = []
        for block in range(100):
            digest = sha256(root + struct.pack(">I", block)).digest()
            words += struct.unpack(">8I", digest)
        order = list(range(len(self.pile)))
        for i in reversed(range(1, len(order))):
            fair = 2**32 - 2**32 % (i + 1)
            while words[0] >= fair:
                words.pop(0)
            j = words.pop(0) % (i + 1)
            order[i], order[j] = order[j], order[i]
        return [self.pile[place] for place in order]

    def laid(self, event: Event) -> list[Event]:
        self.lays.append((self.turn, self.turns))
        if self.hands[self.turn]:
            return [event]
        return [event, self.end("went_out")]

    def discarded(self, event: Event) -> list[Event]:
        if not self.hands[self.turn]:
            return [event, self.end("went_out")]
        self.turn = (self.turn + 1) % self.seats
        self.turns += 1
        self.drawn = False
        self.taken = None
        last = max((turn for _, turn in self.lays), default=-1)
        if self.stuck() or self.turns - last > 200:
            return [event, self.end("stalemate")]
        return [event]

    def stuck(self) -> bool:
        """Whether no card can ever be laid again, wherever the hidden cards are."""
        table = set().union(*self.melds)
        outside = set(DECK) - table
        fits = any(is_meld(meld | {card}) for meld in self.melds for card in outside)
        can_meld = any(len(hand) > 1 for hand in self.hands) and any(melds_of(outside))
        return not fits and not can_meld

    def end(self, reason: str) -> HandEnded:
        self.over = True
        winner = self.turn if reason == "went_out" else None
        before = [seat for seat, turn in self.lays if turn < self.turns]
        rummy = winner is not None and winner not in before
        total = sum(map(points, self.hands)) * (2 if rummy else 1)
        scores = [total if seat == winner else 0 for seat in range(self.seats)]
        hands = [tuple(sorted(hand, key=DECK.index)) for hand in self.hands]
        return HandEnded(reason, winner, rummy, tuple(scores), tuple(hands))  # type: ignore[arg-type]
