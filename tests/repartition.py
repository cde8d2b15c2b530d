"""A table of Rummikub and tiles of a rack, dealt anew into sets by trying."""

import random
from collections import Counter
from collections.abc import Iterator

from shared.rulesets.rummikub_state import State
from shared.sets import Set, read_set
from shared.tiles import JOKER, NAMES, names


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


def jokers_moved(state: State, rng: random.Random) -> list[tuple[str, ...]]:
    """Tiles of rack and table put where jokers are, and the jokers elsewhere."""
    sets = [list(names(one)) for one in state.table]
    loose = list(names(state.rack))
    free = []
    for place, tiles_ in enumerate(state.table):
        one = read_set(tiles_)
        assert isinstance(one, Set)
        for spot, kind in enumerate(one.tiles):
            if kind == JOKER and rng.random() < 0.8:
                wanted = (
                    NAMES[13 * one.colour + one.first + spot]
                    if one.kind == "run"
                    else NAMES[one.first + 13 * rng.randrange(4)]
                )
                if wanted in loose:
                    loose.remove(wanted)
                    sets[place][spot] = wanted
                    free.append("J")
    for tile in rng.sample(loose, min(len(loose), rng.randrange(3))):
        target = rng.choice(sets)
        target.insert(rng.choice([0, len(target)]), tile)
        loose.remove(tile)
    for joker in free:
        target = rng.choice(sets)
        target.insert(rng.choice([0, len(target)]), joker)
    return [tuple(tiles_) for tiles_ in sets]
