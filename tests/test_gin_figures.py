"""Figures of gin that others have published, counted again with our melds."""

from math import comb

from shared.cards import mask_of
from shared.melds import MELDS, arrangements, deadwood

SHORT = [meld for meld in MELDS if meld.bit_count() <= 5]
"A longer run is two of these."


def complete_hands() -> dict[int, set[int]]:
    """Every hand of up to eleven cards that is all melds, by its size."""
    found: dict[int, set[int]] = {size: set() for size in range(3, 12)}
    sizes = [meld.bit_count() for meld in SHORT]
    for one, first in enumerate(SHORT):
        found[sizes[one]].add(first)
        for two in range(one):
            pair, size = first | SHORT[two], sizes[one] + sizes[two]
            if first & SHORT[two]:
                continue
            found[size].add(pair)
            for three in range(two):
                total = size + sizes[three]
                if total <= 11 and not pair & SHORT[three]:
                    found[total].add(pair | SHORT[three])
    return found


def test_how_many_hands_are_gin() -> None:
    found = complete_hands()
    counts = [len(found[size]) for size in range(3, 12)]
    assert counts == [96, 53, 36, 4010, 4100, 3690, 97624, 136694, 147204]
    assert comb(52, 10) // counts[7] == 115733
    assert all(deadwood(hand) == 0 for hand in found[10])
    assert all(deadwood(hand) == 0 for hand in found[11])


def test_big_gin_is_always_gin_after_some_discard() -> None:
    hands = sorted(complete_hands()[11])[::97]
    for hand in hands:
        melds = arrangements(hand, 0)
        assert melds and all(max(map(int.bit_count, m)) >= 4 for m in melds)


def test_how_many_melds_there_are() -> None:
    sizes = [meld.bit_count() for meld in MELDS]
    assert (len(MELDS), len(SHORT)) == (329, 185)
    assert sum(size <= 10 for size in sizes) == 305
    assert sum(size <= 11 for size in sizes) == 317


def test_the_most_that_can_be_left_over() -> None:
    worst = "KS KH QS QH JD JC TD TC 9S 9H"
    assert deadwood(mask_of(worst.split())) == 98
