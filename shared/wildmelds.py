"""
The meld rules of two decks, or with jokers.

A joker stands for any card. In a set it is just one more of the rank; in a run it
stands for the card of its place, so a run with jokers is written from low to high. A
meld has at least :data:`NATURALS` cards that are not jokers: they show what it is.

A meld is the mask of its cards and, for a run, the rank it begins with: that plus one
stands above all cards. Jokers fill the places of a run that no other card of it has, in
the order of their marks.

(Sets and runs: cardgames.io, Rummy: melds. Jokers and two decks: pagat.com, Rummy:
variations. Two natural cards or more, and where a joker stands: own.)
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, combinations

from shared.actions import End
from shared.cards import CARDS, DECK, INDEX, JOKERS, MAX_JOKERS, Card, bits, names
from shared.meldrules import JOKER_VALUE, Melding, longest_run
from shared.melds import FULL, VALUES

NATURALS = 2

REMEMBERED = 1 << 13
"How many answers of each kind are kept: of melds, ranks and suits that have come up."

_SUITS = range(0, DECK, 13)

_CARDS = (1 << len(CARDS)) - 1
_JOKERS = (1 << MAX_JOKERS) - 1 << JOKERS


class WildMelds:
    """See :class:`~shared.meldrules.MeldRules`."""

    def __init__(self, options: Melding) -> None:
        self._options = options
        naturals = FULL | FULL << DECK if options.decks == 2 else FULL
        self.full = naturals | (1 << options.jokers) - 1 << JOKERS
        values = (options.ace_value, *VALUES[1:13]) * 8
        self._values = (*values, *[JOKER_VALUE] * MAX_JOKERS)
        self._copies = [
            naturals & (1 << face | 1 << face + DECK) for face in range(DECK)
        ]
        "Of each card that is no joker: itself and its like."

        self._ranks = [sum(self._copies[rank::13]) for rank in range(13)]
        self._suits = [sum(self._copies[suit : suit + 13]) for suit in _SUITS]
        remember = lru_cache(REMEMBERED)
        self.accepts: Callable[[int], int] = remember(self._accepts)
        self.replaces: Callable[[int], int] = remember(self._replaces)
        self.in_order: Callable[[int], tuple[Card, ...]] = remember(self._in_order)
        self._windows = remember(self._all_windows)
        self._sets = remember(self._sets_of)
        self._runs = remember(self._runs_of)

    # What is a meld

    def read(self, cards: Sequence[int]) -> int:
        """See :class:`~shared.meldrules.MeldRules`.

        (cardgames.io, Rummy: melds; jokers: pagat.com, Rummy: variations.)
        """
        naturals = [card for card in cards if card < JOKERS]
        if len(naturals) < NATURALS or len(cards) < 3:
            return 0
        if len({card % 13 for card in naturals}) == 1:
            mask = sum(1 << card for card in cards)
            return mask if self._is_set(mask) else 0
        if len(naturals) < len(cards):
            return self._read_run(cards)
        by_rank = {card % 13: card for card in cards}
        for first in sorted(by_rank) if len(by_rank) == len(cards) else ():
            ranks = [place % 13 for place in range(first, first + len(cards))]
            if by_rank.keys() == set(ranks):
                if run := self._read_run([by_rank[rank] for rank in ranks]):
                    return run
        return 0

    def _is_set(self, mask: int) -> bool:
        """Whether so many cards of one rank and jokers are a set.

        (cardgames.io, Rummy: sets; two cards of one suit: pagat.com, two decks.)
        """
        if mask.bit_count() > self._options.max_set:
            return False
        naturals = list(bits(mask & ~_JOKERS))
        suits = {card % DECK // 13 for card in naturals}
        return self._options.same_suit_in_set or len(suits) == len(naturals)

    def _read_run(self, cards: Sequence[int]) -> int:
        """The run of ``cards`` from low to high; 0: they are none.

        (cardgames.io, Rummy: runs; the ace: Bicycle, Wikipedia; jokers: pagat.com.)
        """
        length, ace = len(cards), self._options.ace
        where = [(place, card) for place, card in enumerate(cards) if card < JOKERS]
        first = (where[0][1] - where[0][0]) % 13
        right = all(card % 13 == (first + place) % 13 for place, card in where)
        if not right or len({card % DECK // 13 for _, card in where}) > 1:
            return 0
        if length == 13 and (ace == "corner" or ace == "either" and first == 1):
            first = 0
        if not self._options.min_run <= length <= longest_run(first, ace):
            return 0
        return sum(1 << card for card in cards) | _beginning(first)

    # What a hand has

    def melds_in(self, hand: int) -> list[int]:
        """See :class:`~shared.meldrules.MeldRules`: sets by rank, runs by suit."""
        return self._found(hand, 0, True)

    def shown_in(self, hand: int, first: int) -> list[int]:
        """See :class:`~shared.meldrules.MeldRules`.

        In a run, a joker does not stand for a card that the hand has too.
        """
        return self._found(hand, first, False)

    def _found(self, hand: int, first: int, every: bool) -> list[int]:
        """The melds in ``hand``, rank by rank and suit by suit, as far as two agree.

        A card drawn or laid changes one rank and one suit: the others are remembered.
        """
        found: list[int] = []
        jokers = hand & _JOKERS
        for cards in self._ranks:
            held = hand & cards
            if held & held - 1:
                held |= jokers
                found += self._sets(held, held & first, every)
        for cards in self._suits:
            held = hand & cards
            if held & held - 1:
                held |= jokers
                found += self._runs(held, held & first, every)
        return found

    def has_meld(self, cards: int) -> bool:
        """See :class:`~shared.meldrules.MeldRules`."""
        jokers = (cards & _JOKERS).bit_count()
        return any(self._has_set(cards & rank, jokers) for rank in self._ranks) or any(
            self._windows(_faces(cards & suit), jokers) for suit in self._suits
        )

    def has_meld_with(self, cards: int, card: int) -> bool:
        """See :class:`~shared.meldrules.MeldRules`.

        A joker finds its place in whatever meld there is.
        """
        if card >= JOKERS:
            return self.has_meld(cards)
        jokers = (cards & _JOKERS).bit_count()
        if self._has_set(cards & self._ranks[card % 13], jokers):
            return True
        faces = _faces(cards & self._suits[card % DECK // 13])
        rank = card % 13
        return any(
            (rank - first) % 13 < length
            for first, length in self._windows(faces, jokers)
        )

    def _has_set(self, held: int, jokers: int) -> bool:
        """Whether cards of one rank, with so many jokers, have a set."""
        if not self._options.same_suit_in_set:
            held = (held | held >> DECK) & FULL
        number = held.bit_count()
        return number >= NATURALS and number + jokers >= 3

    def _all_windows(self, faces: int, jokers: int) -> tuple[tuple[int, int], ...]:
        """Where runs can begin in a suit, and how long they can be at most.

        ``faces`` has a bit for each rank that is held.
        """
        found = []
        for first in range(13):
            length = gaps = naturals = 0
            for place in range(longest_run(first, self._options.ace)):
                held = faces >> (first + place) % 13 & 1
                if gaps + 1 - held > jokers:
                    break
                gaps += 1 - held
                naturals += held
                length += 1
            if naturals >= NATURALS and length >= self._options.min_run:
                found.append((first, length))
        return tuple(found)

    def _sets_of(self, cards: int, first: int, every: bool) -> tuple[int, ...]:
        """The sets of one rank; of those that look alike all, or only the first."""
        jokers = _ordered(cards & _JOKERS, first)
        held = _ordered(cards & ~_JOKERS, first)
        found: list[int] = []
        seen = set()
        sizes = range(NATURALS, len(held) + 1)
        for naturals in chain.from_iterable(combinations(held, n) for n in sizes):
            look = tuple(sorted(card % DECK for card in naturals))
            if not every and look in seen:
                continue
            seen.add(look)
            mask = sum(1 << card for card in naturals)
            for joker in range(max(0, 3 - len(naturals)), len(jokers) + 1):
                if self._is_set(mask | sum(1 << card for card in jokers[:joker])):
                    found += _with_jokers(mask, jokers, joker, every)
        return tuple(found)

    def _runs_of(self, cards: int, first: int, every: bool) -> tuple[int, ...]:
        """The runs of one suit; of those that look alike all, or only the first."""
        jokers = _ordered(cards & _JOKERS, first)
        naturals = cards & ~_JOKERS
        suit = next(bits(naturals)) % DECK // 13 * 13
        held = [
            _ordered(self._copies[suit + rank] & naturals, first)[
                : None if every else 1
            ]
            for rank in range(13)
        ]
        found: list[int] = []
        for rank, longest in self._windows(_faces(naturals), len(jokers)):
            ways = [(0, 0)]
            for length in range(1, longest + 1):
                copies = held[(rank + length - 1) % 13]
                ways = [
                    *((mask | 1 << card, n) for mask, n in ways for card in copies),
                    *((mask, n + 1) for mask, n in ways if every or not copies),
                ]
                ways = [(mask, n) for mask, n in ways if n <= len(jokers)]
                for mask, n in ways if length >= self._options.min_run else ():
                    if mask.bit_count() >= NATURALS:
                        run = mask | _beginning(rank)
                        found += _with_jokers(run, jokers, n, every)
        return tuple(found)

    # What fits on a meld

    def _accepts(self, meld: int) -> int:
        """See :class:`~shared.meldrules.MeldRules`.

        (cardgames.io, Rummy: laying off.)
        """
        if not meld >> len(CARDS):
            return self._fits_set(meld)
        beside = [self._copies[face] for face in self._beside(meld).values()]
        jokers = _JOKERS & self.full & ~meld if beside else 0
        return sum(set(beside)) | jokers

    def _fits_set(self, meld: int) -> int:
        if meld.bit_count() == self._options.max_set:
            return 0
        return (self._missing(meld) | _JOKERS & self.full) & ~meld

    def _missing(self, meld: int) -> int:
        """The cards that could be in a set besides those that are no jokers.

        (cardgames.io, Rummy: sets.)
        """
        naturals = list(bits(meld & ~_JOKERS))
        rank = self._ranks[naturals[0] % 13] & ~meld
        if self._options.same_suit_in_set:
            return rank
        return rank & ~sum(self._copies[card % DECK] for card in naturals)

    def _beside(self, run: int) -> dict[End, int]:
        """The cards that a run can go on with, by end.

        (cardgames.io, Rummy: laying off; the ace: Bicycle, Wikipedia.)
        """
        faces, ace = self._stands_for(run), self._options.ace
        beside: dict[End, int] = {}
        if len(faces) == 13:
            return beside
        low, high = faces[0], faces[-1]
        if low % 13 or ace == "corner":
            beside["low"] = low - low % 13 + (low - 1) % 13
        closed = ace == "low" and high % 13 == 12 or ace == "either" and high % 13 == 0
        if not closed:
            beside["high"] = high - high % 13 + (high + 1) % 13
        return beside

    def _stands_for(self, run: int) -> list[int]:
        """What each card of a run is or stands for, from low to high."""
        cards, first = run & _CARDS, (run >> len(CARDS)) - 1
        natural = next(bits(cards)) % DECK
        suit = natural - natural % 13
        places = range(first, first + cards.bit_count())
        return [suit + place % 13 for place in places]

    def ends(self, meld: int) -> tuple[End | None, ...]:
        """See :class:`~shared.meldrules.MeldRules`.

        (Jokers on a run: pagat.com, Rummy: variations.)
        """
        return tuple(self._beside(meld)) if meld >> len(CARDS) else (None,)

    def grown(self, meld: int, card: int, end: End | None) -> int:
        """See :class:`~shared.meldrules.MeldRules`."""
        grown = meld | 1 << card
        if not meld >> len(CARDS):
            return grown
        first = (meld >> len(CARDS)) - 1
        low = self._beside(meld).get("low")
        if end == "low" if card >= JOKERS else card % DECK == low:
            first = (first - 1) % 13
        if (meld & _CARDS).bit_count() == 12:
            first = 0
        return grown & _CARDS | _beginning(first)

    def _replaces(self, meld: int) -> int:
        """See :class:`~shared.meldrules.MeldRules`.

        (The natural card for a joker: Parlett.)
        """
        if not meld & _JOKERS:
            return 0
        if not meld >> len(CARDS):
            return self._missing(meld)
        return sum(self._copies[face] for face in self._wild_places(meld))

    def _wild_places(self, run: int) -> dict[int, int]:
        """The jokers of a run by what they stand for."""
        faces = [face for face in self._stands_for(run) if not self._copies[face] & run]
        return dict(zip(faces, bits(run & _JOKERS), strict=True))

    def swapped(self, meld: int, card: int) -> tuple[int, int]:
        """See :class:`~shared.meldrules.MeldRules`.

        (The natural card for a joker: Parlett.)
        """
        if meld >> len(CARDS):
            joker = self._wild_places(meld)[card % DECK]
        else:
            joker = next(bits(meld & _JOKERS))
        return meld ^ 1 << joker | 1 << card, joker

    def without(self, meld: int, card: int) -> int:
        """See :class:`~shared.meldrules.MeldRules`.

        A run loses one of its ends; a whole suit has its ends where it is opened.
        """
        if not meld >> len(CARDS):
            rest = meld ^ 1 << card
            few = (rest & ~_JOKERS).bit_count() < NATURALS or rest.bit_count() < 3
            return 0 if few else rest
        order = [INDEX[name] for name in self.in_order(meld)]
        place = order.index(card)
        if len(order) < 13 and 0 < place < len(order) - 1:
            return 0
        left = order[place + 1 :] + order[:place]
        few = sum(other < JOKERS for other in left) < NATURALS
        return 0 if few else self._read_run(left)

    # What melds look like and count

    def _in_order(self, meld: int) -> tuple[Card, ...]:
        """See :class:`~shared.meldrules.MeldRules`."""
        if not meld >> len(CARDS):
            return names(meld)
        wild = self._wild_places(meld)
        held = {card % DECK: card for card in bits(meld & _CARDS & ~_JOKERS)}
        return tuple(CARDS[{**held, **wild}[face]] for face in self._stands_for(meld))

    def value(self, cards: int) -> int:
        """See :class:`~shared.meldrules.MeldRules`.

        (cardgames.io, Rummy: card values; a joker: pagat.com, Rummy: variations.)
        """
        return sum(self._values[card] for card in bits(cards))


def _faces(cards: int) -> int:
    """The ranks that cards of one suit have, as a mask."""
    cards = (cards | cards >> DECK) & FULL
    return (cards | cards >> 13 | cards >> 26 | cards >> 39) & (1 << 13) - 1


def _beginning(rank: int) -> int:
    """The bits of a run that begins with ``rank``."""
    return rank + 1 << len(CARDS)


def _ordered(cards: int, first: int) -> list[int]:
    """The indices in ``cards``, those in ``first`` before the others."""
    return [*bits(cards & first), *bits(cards & ~first)]


def _with_jokers(
    meld: int, jokers: list[int], number: int, every: bool
) -> Iterator[int]:
    """``meld`` with so many of ``jokers``: any of them, or the first ones."""
    some = combinations(jokers, number) if every else (jokers[:number],)
    return (meld | sum(1 << joker for joker in chosen) for chosen in some)
