"""
Which cards are a meld when the ace, runs, decks or jokers may differ from the usual.

:class:`MeldRules` is the seam; :func:`meld_rules` makes the ones for some options.
Here are those of one deck without jokers, where a meld is the mask of its cards;
:mod:`shared.wildmelds` has the others.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Literal, NamedTuple, Protocol, TypeAlias

from shared import melds
from shared.actions import End
from shared.cards import NAMES, RANKS, SUITS, Card, bits

Ace: TypeAlias = Literal["low", "either", "corner"]
"Below the two; or above the king instead; or between the two, as in K A 2."

JOKER_VALUE = 15

_ACES = sum(1 << 13 * suit for suit in range(4))
_KINGS = _ACES << 12
_SUIT = (1 << 13) - 1


class Melding(NamedTuple):
    """The options that decide what a meld is and what cards count."""

    ace: Ace = "low"
    ace_value: int = 1
    min_run: int = 3
    max_set: int = 4
    decks: int = 1
    jokers: int = 0
    same_suit_in_set: bool = False


class MeldRules(Protocol):
    """What is a meld. A meld is an int whose bits in ``full`` are its cards."""

    @property
    def full(self) -> int:
        """Every card in play."""

    def read(self, cards: Sequence[int], /) -> int:
        """The meld that ``cards`` are as they are written; 0: none."""

    def melds_in(self, hand: int, /) -> list[int]:
        """Every meld that can be made of ``hand``, in one order."""

    def shown_in(self, hand: int, first: int, /) -> list[int]:
        """Of melds that look alike one, with the cards in ``first`` if it can be."""

    def has_meld(self, cards: int, /) -> bool:
        """Whether any meld can be made of ``cards``."""

    def has_meld_with(self, cards: int, card: int, /) -> bool:
        """Whether any of them has that card, an index in ``cards``."""

    def accepts(self, meld: int, /) -> int:
        """The cards that fit on ``meld``."""

    def ends(self, meld: int, /) -> tuple[End | None, ...]:
        """Where a joker may be put on ``meld``; None stands for a set."""

    def grown(self, meld: int, card: int, end: End | None, /) -> int:
        """``meld`` with a card that fits, an index, at that end."""

    def replaces(self, meld: int, /) -> int:
        """The cards that may take the place of a joker in ``meld``."""

    def swapped(self, meld: int, card: int, /) -> tuple[int, int]:
        """``meld`` with that card in the place of a joker, and the joker."""

    def without(self, meld: int, card: int, /) -> int:
        """``meld`` when that card, no joker, has left it; 0: then it is none."""

    def in_order(self, meld: int, /) -> tuple[Card, ...]:
        """The cards of ``meld`` as shown: a run from low to high, a set by suit."""

    def value(self, cards: int, /) -> int:
        """What ``cards`` count together."""


class OneDeck:
    """The meld rules of one deck without jokers: everything is read off tables."""

    def __init__(self, options: Melding) -> None:
        self.full = melds.FULL
        self._min_run = options.min_run
        self._wraps = options.ace != "low"
        self._values = (options.ace_value, *melds.VALUES[1:13]) * 4
        self._sets = [_sets(rank, options.max_set) for rank in range(13)]
        self._runs: list[list[int]] = []
        self._starts = 0
        "The cards that a run can begin with."

        accepts: dict[int, int] = {}
        order: dict[int, tuple[Card, ...]] = {}
        for sets in self._sets:
            for meld in sets:
                room = meld.bit_count() < options.max_set
                accepts[meld] = room * (_rank(meld) ^ meld)
                order[meld] = melds.in_order(meld)
        for first in range(len(NAMES)):
            runs = _runs(first, options.ace, options.min_run)
            self._runs.append([sum(1 << card for card in run) for run in runs])
            self._starts |= bool(runs) << first
            for meld, run in zip(self._runs[first], runs, strict=True):
                accepts[meld] = _beside(run, options.ace)
                order[meld] = tuple(NAMES[card] for card in run)
        self._accepts = accepts
        self.accepts = accepts.__getitem__
        self.in_order = order.__getitem__
        usual = options == Melding()
        self.melds_in: Callable[[int], list[int]]
        self.melds_in = melds.melds_in if usual else self._melds_in
        self.has_meld: Callable[[int], bool]
        self.has_meld = melds.has_meld if usual else self._has_meld

    def read(self, cards: Sequence[int]) -> int:
        """See :class:`MeldRules`; the order in which they are written is no matter.

        (cardgames.io, Rummy: melds.)
        """
        meld = sum(1 << card for card in cards)
        return meld if meld in self._accepts else 0

    def _melds_in(self, hand: int) -> list[int]:
        """Sets by rank, then runs by first card and length.

        (cardgames.io, Rummy: melds.)
        """
        found: list[int] = []
        for rank in bits(melds.triples(hand)):
            found += [meld for meld in self._sets[rank] if meld & hand == meld]
        for first in bits(self._run_starts(hand)):
            for meld in self._runs[first]:
                if meld & hand != meld:
                    break
                found.append(meld)
        return found

    def shown_in(self, hand: int, first: int) -> list[int]:
        """See :class:`MeldRules`: no two cards of one deck look alike."""
        return self.melds_in(hand)

    def has_meld_with(self, cards: int, card: int) -> bool:
        """See :class:`MeldRules`."""
        suit = _SUIT << card - card % 13
        near = cards & (suit | _ACES << card % 13)
        return any(meld >> card & 1 for meld in self.melds_in(near))

    def _has_meld(self, cards: int) -> bool:
        starts = bits(self._run_starts(cards))
        runs = (self._runs[first][0] for first in starts)
        return bool(melds.triples(cards)) or any(run & cards == run for run in runs)

    def _run_starts(self, cards: int) -> int:
        """The cards with the two next ones of their suit beside them."""
        second = self._next(cards)
        return cards & second & self._next(second) & self._starts

    def _next(self, cards: int) -> int:
        """The cards after which one of ``cards`` comes."""
        below = cards >> 1 & ~_KINGS
        return below | (cards & _ACES) << 12 if self._wraps else below

    def ends(self, meld: int) -> tuple[End | None, ...]:
        """See :class:`MeldRules`: there is no joker."""
        return ()

    def grown(self, meld: int, card: int, end: End | None) -> int:
        """See :class:`MeldRules`."""
        return meld | 1 << card

    def replaces(self, meld: int) -> int:
        """See :class:`MeldRules`: there is no joker."""
        return 0

    def swapped(self, meld: int, card: int) -> tuple[int, int]:
        """See :class:`MeldRules`: never asked, since nothing :meth:`replaces`."""
        raise AssertionError("there is no joker in this deck")

    def without(self, meld: int, card: int) -> int:
        """See :class:`MeldRules`."""
        rest = meld ^ 1 << card
        return rest if rest in self._accepts else 0

    def value(self, cards: int) -> int:
        """See :class:`MeldRules` (cardgames.io, Rummy: card values)."""
        values = self._values
        return sum(values[index] for index in bits(cards))


@cache
def meld_rules(options: Melding) -> MeldRules:
    """The meld rules for some options, which must not contradict each other."""
    if options.decks == 1 and not options.jokers:
        return OneDeck(options)
    from shared.wildmelds import WildMelds

    return WildMelds(options)


def longest_run(rank: int, ace: Ace) -> int:
    """How many cards a run can have that begins with a card of ``rank``.

    One of all thirteen begins with the ace, so that each run has one beginning
    (cardgames.io, Rummy: ace low; either: Bicycle; round the corner: Wikipedia).
    """
    match ace:
        case "low":
            return 13 - rank
        case "either":
            return 14 - rank if rank > 1 else 13 - rank
        case "corner":
            return 12 if rank else 13


def _rank(meld: int) -> int:
    """The four cards of the rank of a set (cardgames.io, Rummy: sets)."""
    return _ACES << next(bits(meld)) % 13


def _sets(rank: int, largest: int) -> list[int]:
    """The sets of a rank, the lowest mask first (cardgames.io, Rummy: sets)."""
    four = _ACES << rank
    threes = [four ^ 1 << 13 * suit + rank for suit in range(len(SUITS))]
    return sorted([*threes, four] if largest > 3 else threes)


def _runs(first: int, ace: Ace, shortest: int) -> list[tuple[int, ...]]:
    """The runs that begin with a card, the shortest first.

    (cardgames.io, Rummy: runs.)
    """
    suit, rank = divmod(first, len(RANKS))
    cards = [13 * suit + place % 13 for place in range(rank, rank + 13)]
    longest = longest_run(rank, ace)
    return [tuple(cards[:length]) for length in range(shortest, longest + 1)]


def _beside(run: Sequence[int], ace: Ace) -> int:
    """The cards that a run can go on with at either end.

    (cardgames.io, Rummy: laying off.)
    """
    if len(run) == 13:
        return 0
    low, high = run[0], run[-1]
    suit = low - low % 13
    below = [] if low % 13 == 0 and ace != "corner" else [suit + (low - 1) % 13]
    closed = high % 13 == 12 and ace == "low" or high % 13 == 0 and ace == "either"
    above = [] if closed else [suit + (high + 1) % 13]
    return sum(1 << card for card in {*below, *above})
