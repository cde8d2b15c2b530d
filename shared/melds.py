"""
Sets and runs as bit masks, exact and fast.

A *set* is three or four cards of one rank, a *run* three or more consecutive cards of
one suit. There are 329 melds in a deck; each is a mask of the indices of
:mod:`shared.cards`. Which of them may lie on the table, in what order they are listed
and what fits on them is known here and nowhere else.
"""

from collections.abc import Iterable

from shared.cards import DECK, Card, bits, mask_of, names
from shared.errors import IllegalAction

FULL = (1 << DECK) - 1
"Every card."

VALUES = tuple(min(index % 13 + 1, 10) for index in range(DECK))
"What a card counts: the ace 1, pictures 10."

_SUIT = (1 << 13) - 1
"One suit, shifted down to the ace of spades."


def _sets(rank: int) -> tuple[int, ...]:
    """The sets of a rank, the lowest mask first."""
    four = sum(1 << 13 * suit + rank for suit in range(4))
    threes = (four ^ 1 << 13 * suit + rank for suit in range(4))
    return tuple(sorted((*threes, four)))


def _runs(first: int) -> tuple[int, ...]:
    """The runs that begin with a card, the shortest first: the ace is low only."""
    longest = 13 - first % 13
    return tuple((1 << length) - 1 << first for length in range(3, longest + 1))


_SETS = tuple(_sets(rank) for rank in range(13))
_RUNS = tuple(_runs(first) for first in range(DECK))
_RUN_STARTS = sum(1 << first for first in range(DECK) if _RUNS[first])

MELDS: tuple[int, ...] = tuple(meld for melds in _SETS + _RUNS for meld in melds)
"Every meld in the one order: sets by rank, then runs by first card and length."


def _beside(run: int, first: int) -> int:
    """The cards next to a run in its suit, which begins with the card ``first``."""
    return (run >> 1 | run << 1) & ~run & _SUIT << first - first % 13


_ACCEPTS: dict[int, int] = {meld: sets[-1] ^ meld for sets in _SETS for meld in sets}
_ACCEPTS |= {
    run: _beside(run, first) for first, runs in enumerate(_RUNS) for run in runs
}


def is_meld(cards: int) -> bool:
    """Whether ``cards`` are one set or one run."""
    return cards in _ACCEPTS


def read_meld(cards: Iterable[Card]) -> int:
    """``cards``, in any order, as a meld.

    Raises:
        IllegalAction: If they are not one set or one run.
    """
    meld = mask_of(cards)
    if meld.bit_count() < 3:
        raise IllegalAction("small_meld")
    if not is_meld(meld):
        raise IllegalAction("not_a_meld", cards=" ".join(names(meld)))
    return meld


def accepts(meld: int) -> int:
    """The cards that fit on ``meld``: none on four of a rank, none on A to K."""
    return _ACCEPTS[meld]


def in_order(meld: int) -> tuple[Card, ...]:
    """The cards of ``meld`` as shown: a run from low to high, a set by suit."""
    return names(meld)


def triples(cards: int) -> int:
    """The ranks of which ``cards`` has three or four, as spades: a mask."""
    spades, hearts = cards & _SUIT, cards >> 13 & _SUIT
    diamonds, clubs = cards >> 26 & _SUIT, cards >> 39
    return spades & hearts & (diamonds | clubs) | diamonds & clubs & (spades | hearts)


def has_meld(cards: int) -> bool:
    """Whether any meld can be made of ``cards``."""
    return bool(cards & cards >> 1 & cards >> 2 & _RUN_STARTS or triples(cards))


def melds_in(cards: int) -> list[int]:
    """Every meld that can be made of ``cards``, in the order of :data:`MELDS`."""
    found: list[int] = []
    for rank in bits(triples(cards)):
        found += [meld for meld in _SETS[rank] if meld & cards == meld]
    for first in bits(cards & cards >> 1 & cards >> 2 & _RUN_STARTS):
        for meld in _RUNS[first]:
            if meld & cards != meld:
                break
            found.append(meld)
    return found


def value(cards: int) -> int:
    """What ``cards`` count together."""
    return sum(VALUES[index] for index in bits(cards))


def _left_by_runs() -> list[int]:
    """For each holding in one suit, the least value that runs leave over."""
    left = [0] * (_SUIT + 1)
    for holding in range(1, _SUIT + 1):
        high = holding.bit_length() - 1
        least = left[holding ^ 1 << high] + VALUES[high]
        run, low = 1 << high, high
        while low and holding >> low - 1 & 1:
            low -= 1
            run |= 1 << low
            if high - low >= 2 and left[holding ^ run] < least:
                least = left[holding ^ run]
        left[holding] = least
    return left


_LEFT = _left_by_runs()


def deadwood(hand: int) -> int:
    """The least value any arrangement of ``hand`` into melds leaves over; exact.

    Only sets tie the suits together, and a hand has three or four of very few ranks:
    every way of using those as sets is tried, and a table answers for the runs.
    """
    spades, hearts = hand & _SUIT, hand >> 13 & _SUIT
    diamonds, clubs = hand >> 26 & _SUIT, hand >> 39
    triples = spades & hearts & (diamonds | clubs) | diamonds & clubs & (
        spades | hearts
    )
    if triples:
        return _least(spades, hearts, diamonds, clubs, triples)
    return _LEFT[spades] + _LEFT[hearts] + _LEFT[diamonds] + _LEFT[clubs]


def _least(s: int, h: int, d: int, c: int, triples: int) -> int:
    """The least value left over when any of ``triples`` may be used as sets."""
    least = _LEFT[s] + _LEFT[h] + _LEFT[d] + _LEFT[c]
    while triples:
        rank = triples & -triples
        triples ^= rank
        s0, h0, d0, c0 = s & ~rank, h & ~rank, d & ~rank, c & ~rank
        ways = [(s0, h0, d0, c0)]
        if s & h & d & c & rank:
            ways += [(s, h0, d0, c0), (s0, h, d0, c0), (s0, h0, d, c0), (s0, h0, d0, c)]
        for way in ways:
            left = _least(*way, triples)
            if left < least:
                least = left
    return least


def best_melds(hand: int) -> tuple[int, ...]:
    """Melds that leave no more than :func:`deadwood` over, the longest first.

    A meld is part of a best arrangement exactly when taking it out changes nothing.
    """
    least = deadwood(hand)
    best: list[int] = []
    for meld in sorted(melds_in(hand), key=int.bit_count, reverse=True):
        if meld & hand == meld and deadwood(hand ^ meld) == least:
            best.append(meld)
            hand ^= meld
    return tuple(best)


def arrangements(hand: int, limit: int) -> list[tuple[int, ...]]:
    """Every choice of melds in ``hand`` that leaves at most ``limit`` over.

    The melds of each are in the order of :data:`MELDS`, and so are the choices: one
    comes before those that begin with it.
    """
    found: list[tuple[int, ...]] = []
    if deadwood(hand) <= limit:
        _arrange(hand, melds_in(hand), limit, (), found)
    return found


def _arrange(
    rest: int,
    melds: list[int],
    limit: int,
    chosen: tuple[int, ...],
    found: list[tuple[int, ...]],
) -> None:
    """Add ``chosen`` and all that goes on with some of ``melds`` out of ``rest``."""
    if value(rest) <= limit:
        found.append(chosen)
    for place, meld in enumerate(melds):
        if meld & rest == meld and deadwood(rest ^ meld) <= limit:
            _arrange(rest ^ meld, melds[place + 1 :], limit, (*chosen, meld), found)
