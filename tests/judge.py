"""
What is a meld, found out by trying: for the tests only, apart from the real rules.

Cards are strings, hands are sets.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations, product

from shared.actions import (
    Action,
    Call,
    Discard,
    Draw,
    LayDown,
    LayOff,
    Move,
    Pass,
    TakeJoker,
)
from shared.rulesets.basic_options import Options

RANKS = "A23456789TJQK"
SUITS = "SHDC"
DECK = [rank + suit for suit in SUITS for rank in RANKS]
JOKERS = ["J", "J'", "J''", "J'''"]

Key = tuple[object, ...]
"An action, so that two ways to write it are equal."


def is_joker(card: str) -> bool:
    return card in JOKERS


def whole_deck(game: Options) -> list[str]:
    second = [f"{card}'" for card in DECK] if game.decks == 2 else []
    return [*DECK, *second, *JOKERS[: game.jokers]]


def look(card: str) -> tuple[bool, int, str]:
    """What cards are sorted by: jokers last, a marked card behind the other."""
    return (is_joker(card), 0 if is_joker(card) else DECK.index(card[:2]), card)


def points(game: Options, cards: Iterable[str]) -> int:
    """Pictures count 10, a joker 15, others what they show."""
    total = 0
    for card in cards:
        if is_joker(card):
            total += 15
        elif card[0] == "A":
            total += game.ace_value
        else:
            total += min(RANKS.index(card[0]) + 1, 10)
    return total


@dataclass(frozen=True)
class Meld:
    """A set, or a run with its cards from low to high and what each stands for."""

    cards: tuple[str, ...]
    faces: tuple[str, ...] = ()

    def shown(self) -> tuple[str, ...]:
        return self.cards if self.faces else tuple(sorted(self.cards, key=look))


def run(cards: Iterable[str], faces: tuple[str, ...]) -> Meld:
    """A run of these, with its jokers in order; a whole suit begins with the ace."""
    cards = list(cards)
    if len(faces) == 13:
        faces = tuple(rank + faces[0][1] for rank in RANKS)
    held = {card[:2]: card for card in cards if not is_joker(card)}
    jokers = sorted(filter(is_joker, cards))
    return Meld(tuple(held[f] if f in held else jokers.pop(0) for f in faces), faces)


def run_faces(game: Options) -> Iterator[tuple[str, ...]]:
    """Every run there can be."""
    ring = RANKS * 2
    seen = set()
    for suit, first, size in product(SUITS, range(13), range(game.min_run, 14)):
        reaches = {"low": 13, "either": 14, "corner": 26}[game.ace]
        faces = tuple(rank + suit for rank in ring[first : first + size])
        if first + size <= reaches and (size < 13 or frozenset(faces) not in seen):
            seen.add(frozenset(faces))
            yield faces


def is_set(game: Options, cards: Iterable[str]) -> bool:
    """Two or more cards of one rank, and jokers."""
    cards = list(cards)
    naturals = [card for card in cards if not is_joker(card)]
    suits = [card[1] for card in naturals]
    if len(naturals) < 2 or len({card[0] for card in naturals}) > 1:
        return False
    if not game.same_suit_in_set and (len(set(suits)) < len(suits) or len(cards) > 4):
        return False
    return 3 <= len(cards) <= game.max_set


class Judge:
    """What is a meld by some options."""

    def __init__(self, game: Options) -> None:
        self.game = game
        self.runs = list(run_faces(game))

    def melds_of(self, hand: set[str]) -> Iterator[Meld]:
        """Every meld in a hand."""
        jokers = sorted(hand & set(JOKERS))
        for rank in RANKS:
            held = [card for card in hand if card[0] == rank and not is_joker(card)]
            for size in range(3, len(held) + len(jokers) + 1):
                for cards in combinations([*held, *jokers], size):
                    if is_set(self.game, cards):
                        yield Meld(cards)
        for faces in self.runs:
            yield from self.runs_of(hand, faces, jokers)

    def runs_of(
        self, hand: set[str], faces: tuple[str, ...], jokers: list[str]
    ) -> Iterator[Meld]:
        places = [[c for c in (f, f"{f}'") if c in hand] for f in faces]
        held = sum(map(bool, places))
        if held < 2 or len(faces) - held > len(jokers):
            return
        for cards in product(*([*place, *jokers] for place in places)):
            wild = [card for card in cards if is_joker(card)]
            if wild == sorted(set(wild)) and len(cards) - len(wild) >= 2:
                yield Meld(cards, faces)

    def has_meld(self, cards: set[str]) -> bool:
        """Whether there is any meld in cards, by counting."""
        jokers = len(cards & set(JOKERS))
        natural = [card for card in cards if not is_joker(card)]
        for rank in RANKS:
            suits = [card[1] for card in natural if card[0] == rank]
            some = suits if self.game.same_suit_in_set else set(suits)
            if len(some) >= 2 and len(some) + jokers >= 3:
                return True
        faces = {card[:2] for card in natural}
        return any(
            len(faces & set(run)) >= max(2, len(run) - jokers) for run in self.runs
        )

    def grown(self, meld: Meld, card: str) -> Iterator[tuple[str | None, Meld]]:
        """The melds that come of a card laid off, by the end of a run."""
        if not meld.faces:
            if is_set(self.game, [*meld.cards, card]):
                yield None, Meld((*meld.cards, card))
            return
        for end in ("low", "high"):
            face = self.beside(meld.faces, end)
            if face and (is_joker(card) or card[:2] == face):
                low = end == "low"
                faces = (face, *meld.faces) if low else (*meld.faces, face)
                yield end, run([*meld.cards, card], faces)

    def beside(self, faces: tuple[str, ...], end: str) -> str | None:
        """The card that a run goes on with at an end."""
        ace, face = self.game.ace, faces[0] if end == "low" else faces[-1]
        if len(faces) == 13:
            return None
        if end == "low" and face[0] == "A" and ace != "corner":
            return None
        if end == "high" and face[0] == {"low": "K", "either": "A"}.get(ace):
            return None
        step = -1 if end == "low" else 1
        return RANKS[(RANKS.index(face[0]) + step) % 13] + face[1]

    def swaps(self, meld: Meld, card: str) -> Iterator[tuple[str, Meld]]:
        """The joker that a card is worth in a meld, and the meld with the card."""
        wild = sorted(filter(is_joker, meld.cards))
        if is_joker(card) or not wild:
            return
        if not meld.faces:
            rest = (*(c for c in meld.cards if c != wild[0]), card)
            if is_set(self.game, rest):
                yield wild[0], Meld(rest)
            return
        for place, face in enumerate(meld.faces):
            if face == card[:2] and is_joker(meld.cards[place]):
                cards = [*meld.cards[:place], card, *meld.cards[place + 1 :]]
                yield meld.cards[place], run(cards, meld.faces)


def lifted(judge: Judge, meld: Meld, card: str) -> Meld | None:
    """What a meld is without a card that is no joker, if it is still one."""
    rest = [other for other in meld.cards if other != card]
    if not meld.faces:
        return Meld(tuple(rest)) if is_set(judge.game, rest) else None
    faces = set(meld.faces) - {card[:2]}
    for one in judge.runs:
        natural = [other for other in rest if not is_joker(other)]
        if set(one) == faces and len(natural) >= 2:
            return run(rest, one)
    return None


def down_key(meld: Meld) -> Key:
    """A meld by its cards, and what a run with jokers begins with."""
    wild = any(map(is_joker, meld.cards))
    begins = meld.faces[0] if wild and meld.faces else None
    return ("lay_down", frozenset(meld.cards), begins)


def key_of(action: Action) -> Key:
    """An action as the referee writes it."""
    match action:
        case Draw(source, card):
            return ("draw", source, card)
        case LayDown(cards):
            return ("lay_down", frozenset(cards), begins_with(cards))
        case LayOff(card, place, end):
            return ("lay_off", card, place, end if is_joker(card) else None)
        case TakeJoker(card, place):
            return ("take_joker", card, place)
        case Move(card, place):
            return ("move", card, place)
        case Call(place, end):
            return ("call", place, end)
        case Pass():
            return ("pass",)
        case Discard(card):
            return ("discard", card)


def begins_with(cards: tuple[str, ...]) -> str | None:
    """What a run with jokers begins with, as it is written."""
    natural = [(place, card) for place, card in enumerate(cards) if not is_joker(card)]
    if len(natural) == len(cards) or len({card[0] for _, card in natural}) < 2:
        return None
    place, card = natural[0]
    return RANKS[(RANKS.index(card[0]) - place) % 13] + card[1]
