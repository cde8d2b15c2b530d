"""Rummikub hands of 3 to 14 tiles that can be laid out at once, counted by number.

Another way than that of ``tests/test_winning_tiles.py``: from 1 to 13 it follows, for
all hands together, which runs may be open in each colour. A minute and a half.

Run it with ``python tests/oracle/tiles.py [TILES]``.
"""

import sys
from collections import defaultdict
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from time import perf_counter

PUBLISHED = {
    3: (96, 768),
    4: (53, 848),
    5: (36, 1_152),
    6: (4_656, 264_120),
    7: (4_980, 547_272),
    8: (4_731, 996_837),
    9: (151_728, 54_670_224),
    10: (233_412, 157_545_780),
    11: (279_108, 348_307_872),
    12: (3_753_318, 7_740_251_610),
    13: (7_244_080, 26_987_333_960),
    14: (10_232_524, 68_006_854_852),
}
"By tiles: how many kinds of hands, and how many ways to pick them of 104 tiles."

COLOURS = range(4)
GROUPS = [group for size in (3, 4) for group in combinations(COLOURS, size)]

Open = tuple[int, int]
"How long the two open runs of a colour are; 3 is long enough, 0 is none."

Table = tuple[Open, ...]
Counts = tuple[int, ...]


def in_groups() -> set[Counts]:
    """What the groups of one number can use of each colour."""
    some = (combinations_with_replacement(GROUPS, number) for number in range(3))
    return {
        tuple(sum(colour in group for group in groups) for colour in COLOURS)
        for choices in some
        for groups in choices
    }


USES = sorted(in_groups())
HANDS = sorted(product(range(3), repeat=4), key=sum)
"What a hand may have of one number."


@cache
def followed(open_: Open, tiles: int) -> Open | None:
    """The runs of a colour after some of its next tiles; None: one is left too short.

    A short run has to go on; then it is as well to go on with a long one as to begin.
    """
    short = [length + 1 for length in open_ if length in (1, 2)]
    tiles -= len(short)
    if tiles < 0:
        return None
    long = [3] * min(tiles, open_.count(3))
    runs = short + long + [1] * (tiles - len(long))
    one, other = sorted(runs + [0] * (2 - len(runs)))
    return one, other


@cache
def after(tables: frozenset[Table], hand: Counts) -> frozenset[Table]:
    """Every table there may be after the tiles of the next number."""
    found = set()
    for use in USES:
        in_runs = [held - used for held, used in zip(hand, use, strict=True)]
        if min(in_runs) < 0:
            continue
        for table in tables:
            runs = [followed(*one) for one in zip(table, in_runs, strict=True)]
            if None not in runs:
                found.add(tuple(run for run in runs if run is not None))
    return frozenset(found)


@cache
def missing(tables: frozenset[Table]) -> int:
    """How many tiles the short runs need at least."""
    return min(
        sum(3 - length for open_ in table for length in open_ if length in (1, 2))
        for table in tables
    )


def counted(most: int) -> dict[int, tuple[int, int]]:
    """The hands of up to so many tiles, as in :data:`PUBLISHED`."""
    start = frozenset({((0, 0),) * 4})
    level: dict[frozenset[Table], dict[int, tuple[int, int]]] = {start: {0: (1, 1)}}
    for _ in range(13):
        longer: dict[frozenset[Table], dict[int, tuple[int, int]]] = defaultdict(dict)
        for tables, sizes in level.items():
            for hand in HANDS:
                if min(sizes) + sum(hand) > most:
                    break
                if new := after(tables, hand):
                    add(longer[new], sizes, hand, most - missing(new))
        level = {tables: sizes for tables, sizes in longer.items() if sizes}
    total: dict[int, tuple[int, int]] = {}
    for tables, sizes in level.items():
        if missing(tables) == 0:
            add(total, sizes, (0, 0, 0, 0), most)
    return {size: total[size] for size in sorted(total) if size}


def add(
    total: dict[int, tuple[int, int]],
    sizes: dict[int, tuple[int, int]],
    hand: Counts,
    most: int,
) -> None:
    """Count hands that have these tiles more; of a tile held once, either twin."""
    ways, more = 1 << hand.count(1), sum(hand)
    for size, (kinds, picks) in sizes.items():
        if size + more <= most:
            before = total.get(size + more, (0, 0))
            total[size + more] = (before[0] + kinds, before[1] + picks * ways)


def main() -> None:
    """Count, and compare with what was published."""
    most = int(sys.argv[1]) if len(sys.argv) > 1 else max(PUBLISHED)
    start = perf_counter()
    for size, (kinds, picks) in counted(most).items():
        assert (kinds, picks) == PUBLISHED[size], f"{size} tiles: {kinds}, {picks}"
        print(f"{size:2} tiles: {kinds:12,} hands, {picks:18,} ways to pick them")
    print(f"as published; {perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main()
