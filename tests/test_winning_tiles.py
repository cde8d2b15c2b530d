"""How many hands of tiles can be laid out at once, counted again with our own sets.

Hands of 3 to 11 tiles are counted here one by one. ``make oracle`` counts those of up
to 14 another way (``tests/oracle/tiles.py``), which takes a minute and a half.
"""

from shared.sets import sets_in
from shared.tiles import JOKER

ONES = sum(1 << 2 * kind for kind in range(JOKER))
"A hand is an int with two bits for each kind; this one has every tile once."

SETS = [
    (len(one.tiles), sum(1 << 2 * kind for kind in one.tiles))
    for one in sets_in(bytes(range(JOKER)), longest=5)
]
"The sets without a joker; a longer run is two of these."


def laid_out(most: int) -> list[set[int]]:
    """The hands of up to so many tiles that are sets, none of a kind three times."""
    hands: list[set[int]] = [{0}, *(set[int]() for _ in range(most))]
    for size in range(3, most + 1):
        for length, tiles in SETS:
            for smaller in hands[size - length] if length <= size else ():
                hand = smaller + tiles
                if not hand & hand >> 1 & ONES:
                    hands[size].add(hand)
    return hands


def physical(hands: set[int]) -> int:
    """How many ways to pick them: of a tile that a hand has once, either twin."""
    return sum(1 << (hand & ONES).bit_count() for hand in hands)


def test_how_many_hands_can_be_laid_out_at_once() -> None:
    hands = laid_out(11)[3:]
    assert [len(some) for some in hands] == [
        *(96, 53, 36, 4_656, 4_980, 4_731, 151_728, 233_412, 279_108)
    ]
    assert [physical(some) for some in hands] == [
        *(768, 848, 1_152, 264_120, 547_272, 996_837),
        *(54_670_224, 157_545_780, 348_307_872),
    ]
