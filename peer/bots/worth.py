"""What a hand is worth under the meld rules of a table, as fast as one deck allows."""

from functools import cache

from shared.cards import DECK, JOKERS, Card, bits, index_of
from shared.meldrules import Melding, meld_rules
from shared.melds import FULL, VALUES, triples
from shared.rulesets.basic_options import Options

_SUIT = (1 << 13) - 1
_RANK = sum(1 << 13 * suit for suit in range(4))


def faces(cards: int) -> int:
    """A mask of any cards as those of one deck, without jokers."""
    one = (1 << DECK) - 1
    return cards & one | (cards >> DECK) & one


def face(card: Card) -> int:
    """The same of one card, as a mask; 0: a joker."""
    index = index_of(card)
    return 0 if index >= JOKERS else 1 << index % DECK


class _Left(dict[int, int]):
    """For each holding in one suit, the least that runs leave over; worked out once."""

    def __init__(self, runs: tuple[int, ...], values: tuple[int, ...]) -> None:
        super().__init__({0: 0})
        self._values = values
        self._ending = [
            [run for run in runs if run.bit_length() == high + 1] for high in range(13)
        ]

    def __missing__(self, holding: int) -> int:
        high = holding.bit_length() - 1
        least = self[holding ^ 1 << high] + self._values[high]
        for run in self._ending[high]:
            if run & holding == run:
                least = min(least, self[holding ^ run])
        self[holding] = least
        return least


class Worth:
    """What is left over of hands of one deck, and what completes a meld."""

    def __init__(self, options: Options, extra: int) -> None:
        """``extra`` is what a card counts beyond its value, for being one more."""
        runs = _spade_runs(options)
        values = (options.ace_value, *VALUES[1:13])
        self.values = tuple(extra + value for value in values)
        self._by_cost = [
            (
                cost,
                sum(_RANK << rank for rank in range(13) if self.values[rank] == cost),
            )
            for cost in sorted({*self.values}, reverse=True)
        ]
        self._fours = options.max_set > 3
        self._left = _Left(tuple(runs), self.values)
        self._shortest = [run for run in runs if not _holds_another(run, runs)]
        self._completes = cache(self._completing_run)

    def left(self, hand: int) -> int:
        """The least any arrangement of ``hand`` leaves over; sets have up to four."""
        left = self._left
        s, h = hand & _SUIT, hand >> 13 & _SUIT
        d, c = hand >> 26 & _SUIT, hand >> 39
        threes = triples(hand)
        if threes:
            return self._least(s, h, d, c, threes)
        return left[s] + left[h] + left[d] + left[c]

    def _least(self, s: int, h: int, d: int, c: int, threes: int) -> int:
        left = self._left
        least = left[s] + left[h] + left[d] + left[c]
        while threes:
            rank = threes & -threes
            threes ^= rank
            s0, h0, d0, c0 = s & ~rank, h & ~rank, d & ~rank, c & ~rank
            four = s & h & d & c & rank
            ways = [(s0, h0, d0, c0)] if self._fours or not four else []
            if four:
                ways += [(s, h0, d0, c0), (s0, h, d0, c0)]
                ways += [(s0, h0, d, c0), (s0, h0, d0, c)]
            for way in ways:
                least = min(least, self._least(*way, threes))
        return least

    def least_after(self, hand: int) -> int:
        """What is left over after the best discard; the costly ones are tried first."""
        total = best = self.left(hand)
        for cost, cards in self._by_cost:
            if best <= total - cost:
                break
            for card in bits(hand & cards):
                left = self.left(hand ^ 1 << card)
                if left == total - cost:
                    return min(left, best)
                best = min(best, left)
        return best

    def completing(self, hand: int) -> int:
        """The cards, not in ``hand``, that make a meld with cards of it."""
        s, h = hand & _SUIT, hand >> 13 & _SUIT
        d, c = hand >> 26 & _SUIT, hand >> 39
        pairs = s & (h | d | c) | h & (d | c) | d & c
        found = pairs | pairs << 13 | pairs << 26 | pairs << 39
        for place, held in ((0, s), (13, h), (26, d), (39, c)):
            found |= self._completes(held) << place
        return found & ~hand

    def _completing_run(self, held: int) -> int:
        found = 0
        for run in self._shortest:
            missing = run & ~held
            if missing & missing - 1 == 0:
                found |= missing
        return found


def _spade_runs(options: Options) -> list[int]:
    """Every run of spades, of one deck."""
    melding = Melding(ace=options.ace, min_run=options.min_run)
    found = meld_rules(melding).melds_in(FULL)
    return [meld for meld in found if not meld & ~_SUIT]


def _holds_another(run: int, runs: list[int]) -> bool:
    return any(other != run and other & run == other for other in runs)


@cache
def worth_under(options: Options, extra: int) -> Worth:
    """One for all the tables that play so: what it has worked out is kept."""
    return Worth(options, extra)
