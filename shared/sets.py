"""
Rummikub's sets: which tiles may stand together on the table, and why others may not.

A *group* is three or four tiles of one number and of different colours. A *run* is
three or more tiles of one colour with consecutive numbers; 1 is the lowest and comes
after nothing. A joker stands for any one tile.

The same tiles can stand in several ways when jokers are among them, so their order
counts. If they are a run as they are listed, they are that run: each joker stands for
the number of its place. Otherwise they are put in order: jokers fill the gaps of a run,
then they go on at its high end and, after 13, at its low end. One tile with two jokers
is a group only if it cannot be a run as listed. The colours that the jokers of a group
stand for are those that are missing.
"""

from collections.abc import Container
from typing import Literal, NamedTuple, TypeAlias, assert_never

from shared.errors import IllegalAction
from shared.tiles import JOKER, NAMES

Fault: TypeAlias = Literal[
    "too_few",
    "only_jokers",
    "too_many_jokers",
    "mixed",
    "colour_twice",
    "group_too_long",
    "number_twice",
    "run_too_long",
    "wraps",
    "gap",
]
"Why tiles are not a set."

_JOKERS = bytes([JOKER])


class Set(NamedTuple):
    """A valid set, read."""

    tiles: bytes
    "Kinds in order: a run from low to high, a group by colour and its jokers last."

    kind: Literal["group", "run"]

    colour: int
    "Of a run."

    first: int
    "The number of a group or the lowest of a run; 0 stands for the 1."

    @property
    def jokers(self) -> int:
        """How many jokers it has."""
        return self.tiles.count(JOKER)

    @property
    def value(self) -> int:
        """What it counts, each joker as the tile it stands for.

        (Rummikub rule sheet: joker.)
        """
        size = len(self.tiles)
        if self.kind == "group":
            return size * (self.first + 1)
        return size * (2 * self.first + size + 1) // 2


def read_set(tiles: bytes, max_jokers: int = 2) -> Set | Fault:
    """The set that these kinds are, or why they are none.

    (Rummikub rule sheet: groups and runs.)
    """
    if len(tiles) < 3:
        return "too_few"
    plain = tiles.replace(_JOKERS, b"")
    if not plain:
        return "only_jokers"
    if len(tiles) - len(plain) > max_jokers:
        return "too_many_jokers"
    one_number = len({kind % 13 for kind in plain}) == 1
    one_colour = len({kind // 13 for kind in plain}) == 1
    if one_colour and (not one_number or len(plain) == 1):
        run = _run_as_listed(tiles, plain)
        if run is not None:
            return run
    if one_number:
        return _group(tiles, plain)
    return _run(tiles, plain) if one_colour else "mixed"


def _run_as_listed(tiles: bytes, plain: bytes) -> Set | None:
    place = tiles.index(plain[0])
    colour, number = divmod(plain[0], 13)
    first = number - place
    if first < 0 or first + len(tiles) > 13:
        return None
    start = plain[0] - place
    for kind in tiles:
        if kind != start and kind != JOKER:
            return None
        start += 1
    return Set(tiles, "run", colour, first)


def _group(tiles: bytes, plain: bytes) -> Set | Fault:
    """Three or four of one number, no colour twice (Rummikub rule sheet: group)."""
    if len(set(plain)) < len(plain):
        return "colour_twice"
    if len(tiles) > 4:
        return "group_too_long"
    ordered = bytes(sorted(tiles))
    if len(plain) == 1 and plain[0] % 13 < 6:
        ordered = _JOKERS * 2 + plain  # in the other order it would be a run
    return Set(ordered, "group", 0, plain[0] % 13)


def _run(tiles: bytes, plain: bytes) -> Set | Fault:
    """A run of tiles that are not listed as one (Rummikub rule sheet: run)."""
    if len(set(plain)) < len(plain):
        return "number_twice"
    if len(tiles) > 13:
        return "run_too_long"
    low, high = min(plain), max(plain)
    spare = len(tiles) - (high - low + 1)
    if spare < 0:
        return "wraps" if high - low == 12 else "gap"
    colour, first = divmod(low, 13)
    above = min(spare, 12 - high % 13)
    filled = bytes(kind if kind in plain else JOKER for kind in range(low, high + 1))
    below = spare - above
    ordered = _JOKERS * below + filled + _JOKERS * above
    return Set(ordered, "run", colour, first - below)


def no_set(
    number: int, tiles: bytes, fault: Fault, max_jokers: int = 2
) -> IllegalAction:
    """The refusal of set ``number``: these kinds, with that fault."""
    if not tiles:
        return IllegalAction("set_empty", number=number)
    size, shown = len(tiles), written(tiles)

    def because(code: str, **values: str | int) -> IllegalAction:
        return IllegalAction(code, number=number, tiles=shown, **values)

    match fault:
        case "too_few":
            return because("small_set", count=size)
        case "too_many_jokers":
            return because(fault, jokers=tiles.count(JOKER), most=max_jokers)
        case "colour_twice" | "number_twice":
            return because(fault, tile=NAMES[_repeated(tiles)])
        case "group_too_long" | "run_too_long":
            return because(fault, size=size)
        case "gap":
            low, high = _gap(tiles)
            return because(fault, low=low, high=high)
        case "only_jokers" | "mixed" | "wraps":
            return because(fault)
        case _:
            assert_never(fault)


def _gap(tiles: bytes) -> tuple[int, int]:
    """The numbers around the first gap that the jokers do not fill."""
    jokers = tiles.count(JOKER)
    numbers = sorted(kind % 13 + 1 for kind in tiles if kind != JOKER)
    gaps = list(zip(numbers, numbers[1:], strict=False))
    for low, high in gaps:
        jokers -= high - low - 1
        if jokers < 0:
            return low, high
    raise ValueError("there is no gap")


def _repeated(tiles: bytes) -> int:
    """The first kind that comes a second time."""
    return next(
        kind
        for place, kind in enumerate(tiles)
        if kind != JOKER and kind in tiles[:place]
    )


# What can be made of the tiles of a rack


def sets_in(rack: bytes, max_jokers: int = 2, longest: int = 13) -> list[Set]:
    """The sets that can be made of a rack, a joker only for a tile that is not there.

    Groups by number, then runs by first tile and length (Rummikub rule sheet: groups
    and runs).
    """
    jokers = min(rack.count(JOKER), max_jokers)
    held = frozenset(rack)
    return [*_groups_in(held, jokers), *_runs_in(held, jokers, longest)]


def _groups_in(held: Container[int], jokers: int) -> list[Set]:
    found = []
    for number in range(13):
        have = [kind for kind in range(number, JOKER, 13) if kind in held]
        for chosen in _some_of(have):
            free = 4 - len(chosen)
            for more in range(max(0, free - 1), min(jokers, free) + 1):
                group = read_set(bytes(chosen) + _JOKERS * more)
                if isinstance(group, Set) and group.kind == "group":
                    found.append(group)
    return found


def _some_of(kinds: list[int]) -> list[tuple[int, ...]]:
    """Every choice of one or more."""
    chosen: list[tuple[int, ...]] = [()]
    for kind in kinds:
        chosen += [(*choice, kind) for choice in chosen]
    return chosen[1:]


def _runs_in(held: Container[int], jokers: int, longest: int) -> list[Set]:
    found = []
    for first in range(JOKER):
        tiles, missing = b"", 0
        for kind in range(first, min(first + longest, first - first % 13 + 13)):
            there = kind in held
            missing += not there
            if missing > jokers:
                break
            tiles += bytes([kind if there else JOKER])
            if len(tiles) >= 3:
                found.append(Set(tiles, "run", first // 13, first % 13))
    return found


def accepted(on: Set, max_jokers: int = 2) -> dict[int, bytes]:
    """The kinds that can be added to a set as it lies, and what it is then.

    A run grows at its high end, if it can, or else at its low end (Rummikub rule sheet:
    adding to a set; which end: own).
    """
    more: dict[int, bytes] = {}
    room = on.jokers < max_jokers
    if on.kind == "group":
        if len(on.tiles) < 4:
            kinds = [
                kind for kind in range(on.first, JOKER, 13) if kind not in on.tiles
            ]
            kinds += [JOKER] * room
            more = {kind: bytes(sorted((*on.tiles, kind))) for kind in kinds}
        return more
    last = on.first + len(on.tiles) - 1
    if on.first > 0:
        below = 13 * on.colour + on.first - 1
        more[below] = bytes([below]) + on.tiles
        if room:
            more[JOKER] = _JOKERS + on.tiles
    if last < 12:
        above = 13 * on.colour + last + 1
        more[above] = on.tiles + bytes([above])
        if room:
            more[JOKER] = on.tiles + _JOKERS
    return more


def written(tiles: bytes) -> str:
    """Tiles as they are quoted in a sentence: ``4r 5r``."""
    return " ".join(NAMES[kind] for kind in tiles)
