"""A table of Rummikub and tiles of a rack, dealt anew into sets by trying."""

import random
from collections import Counter
from collections.abc import Iterator

from shared.rulesets.rummikub_state import State
from shared.sets import Set, read_set
from shared.tiles import JOKER, names


def rearranged(state: State, rng: random.Random) -> list[tuple[str, ...]] | None:
    """The table and some tiles of the rack, dealt anew into sets, if it can be."""
    played = rng.sample(state.rack, rng.randrange(0, min(4, len(state.rack)) + 1))
    every = Counter(b"".join(state.table)) + Counter(played)
    found = partition(every, rng, [300])
    return None if found is None else [names(one) for one in found]


def partition(
    left: Counter[int], rng: random.Random, patience: list[int]
) -> list[bytes] | None:
    """Some way to make sets of all these tiles, by trying."""
    left = +left
    if not left:
        return []
    patience[0] -= 1
    if patience[0] < 0:
        return None
    lowest = min(left)
    options = list(sets_with(lowest, left))
    rng.shuffle(options)
    for one in options:
        rest = partition(left - Counter(one), rng, patience)
        if rest is not None:
            return [one, *rest]
    return None


def sets_with(kind: int, left: Counter[int]) -> Iterator[bytes]:
    """Sets of ``kind`` and other tiles that are left, with what jokers are left."""
    if kind == JOKER:
        return
    line = [k for k in range(kind % 13, 52, 13) if k > kind and left[k]]
    groups = [[kind]]
    for other in line:
        groups += [[*group, other] for group in groups]
    runs = [[kind]]
    ends = runs
    for other in range(kind + 1, kind - kind % 13 + 13):
        plain = [[*run, other] for run in ends if left[other]]
        jokers = [[*run, JOKER] for run in ends if run.count(JOKER) < left[JOKER]]
        ends = plain + jokers
        runs = runs + ends
    for some in groups + runs:
        for more in range(left[JOKER] - some.count(JOKER) + 1):
            one = read_set(bytes([*some, *[JOKER] * more]))
            if isinstance(one, Set):
                yield one.tiles
