"""
The best turn with tiles that the rules allow: first sets, and jokers on the table.

The search knows nothing of either. Where a rule is in its way it searches with the sets
in question left alone, and what it finds is put before the rules.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from peer.bots.tile_search import TILES, WORK, best_turn
from shared.opening import opening, without
from shared.rulesets.rummikub_options import Options
from shared.rulesets.rummikub_turn import allowed
from shared.sets import Set, accepted, read_set
from shared.tiles import JOKER, kinds_of, names
from shared.view import TileView

VALUES = tuple(kind % 13 + 1 for kind in range(JOKER)) + (1,)
"What tiles count, when first sets are made."


WHOLE = 150_000
"""Steps that are thought about to play a whole rack: one that takes more is rare, and
its owner asks again after the next tile."""


class Proposal(NamedTuple):
    """A table, and what of the rack it takes."""

    table: tuple[bytes, ...]
    played: bytes


class _Goal(NamedTuple):
    """What counts, and how much of it may stay on the rack."""

    worth: Sequence[int]
    leave: int


class _Start(NamedTuple):
    """What a search begins with: tiles of the rack may have been used before it."""

    alone: tuple[bytes, ...]
    "Sets that it leaves alone."

    must: bytes
    may: bytes
    played: bytes


def best(
    view: TileView,
    rules: Options,
    worth: Sequence[int] = TILES,
    held: bytes = b"",
    out: bool = False,
) -> Proposal | None:
    """The turn that plays the most worth and none of ``held``; None: none is found.

    With ``out`` it has to play all of the rack.
    """
    rack = without(kinds_of(view.hand), held)
    table = [kinds_of(tiles) for tiles in view.sets]
    leave = 0 if out else sum(worth[kind] for kind in rack) - 1
    find = _first if view.needed else _later
    for found in find(view, rules, table, rack, _Goal(worth, leave)):
        if out and len(found.played) < len(rack):
            continue
        likely = Proposal(_settled(table, found.table), found.played)
        if allowed(rules, view, [*map(names, likely.table)]):
            return likely
    return None


def _settled(old: Sequence[bytes], new: Sequence[bytes]) -> tuple[bytes, ...]:
    """The new table with as much as can be seen at once lying where it lay.

    Where some new sets are made of just the tiles of some old ones, the old ones stay.
    """
    tidy = Counter(one.tiles for one in map(read_set, new) if isinstance(one, Set))
    gone, fresh = Counter(old) - tidy, tidy - Counter(old)
    part = _parts([*gone, *fresh])

    def tiles_of(sets: Counter[bytes], one: int) -> bytes:
        some = (tiles for tiles in sets.elements() if part[tiles[0]] == one)
        return bytes(sorted(b"".join(some)))

    same = {one for one in part.values() if tiles_of(gone, one) == tiles_of(fresh, one)}
    stay = []
    for tiles in old:
        if gone[tiles] and part[tiles[0]] not in same:
            gone[tiles] -= 1
        else:
            stay.append(tiles)
    return (*stay, *(tiles for tiles in fresh.elements() if part[tiles[0]] not in same))


def _parts(sets: Sequence[bytes]) -> dict[int, int]:
    """For each kind of tile in the sets the number of its part: no tile is in two."""
    part: dict[int, int] = {}
    for tiles in sets:
        touched = {part.get(kind, kind) for kind in tiles}
        first = min(touched)
        part.update({kind: first for kind, one in part.items() if one in touched})
        part.update(dict.fromkeys(tiles, first))
    return part


# The first sets


def _first(
    view: TileView,
    rules: Options,
    table: Sequence[bytes],
    rack: bytes,
    goal: _Goal,
) -> Iterator[Proposal]:
    """First sets: with the table, if the rules let one, then of the rack alone."""
    simple = opening(rack, view.needed, view.max_jokers)
    if table and not rules.initial_from_rack_only:
        yield from _searched(_Start((), b"".join(table), rack, b""), goal)
    if simple is None:
        return
    sets = tuple(one.tiles for one in simple)
    used = bytes(sorted(b"".join(sets)))
    if table and rules.open_then_manipulate:
        start = _Start(sets, b"".join(table), without(rack, used), used)
        yield from _searched(start, goal)
    for objective in (goal, _Goal(VALUES, sum(VALUES) * 2)):
        for found in _searched(_Start((), b"", rack, b""), objective):
            if _value(found.table) >= view.needed:
                yield Proposal((*table, *found.table), found.played)
    yield Proposal((*table, *sets), used)


def _value(sets: Sequence[bytes]) -> int:
    read = [read_set(tiles) for tiles in sets]
    return sum(one.value for one in read if isinstance(one, Set))


# Later ones


def _later(
    view: TileView,
    rules: Options,
    table: Sequence[bytes],
    rack: bytes,
    goal: _Goal,
) -> Iterator[Proposal]:
    """Turns with the sets that have a joker taken apart, or else left alone.

    With few jokers to a set, also turns that keep the jokers of the rack.
    """
    sealed = [tiles for tiles in table if JOKER in tiles]
    free = b"".join(tiles for tiles in table if JOKER not in tiles)
    if not sealed or rules.joker_set_manipulable:
        yield from _searched(_Start((), b"".join(table), rack, b""), goal)
        if view.max_jokers > 1:
            return
    everything = _Goal(goal.worth, sum(goal.worth[kind] for kind in rack))
    plain = rack.replace(bytes([JOKER]), b"")
    racks = dict.fromkeys((rack, plain if view.max_jokers == 1 else rack))
    starts = [start for may in racks for start in _starts(sealed, free, may)]
    found = [
        _added(way, len(start.alone), rack, view.max_jokers)
        for start in starts
        for way in _searched(start, everything, WORK // len(starts))
    ]
    found.sort(key=lambda way: -sum(goal.worth[kind] for kind in way.played))
    yield from (way for way in found if way.played)


def _starts(sealed: Sequence[bytes], free: bytes, rack: bytes) -> Iterator[_Start]:
    """Every choice of which jokers of sealed sets are freed by which tiles."""
    options: list[list[tuple[bytes, bytes]]] = [[(tiles, b"")] for tiles in sealed]
    for tiles, ways in zip(sealed, options, strict=True):
        ways += _freed(tiles)
    for chosen in product(*options):
        alone = tuple(tiles for tiles, _ in chosen)
        need = b"".join(instead for _, instead in chosen)
        from_rack = bytes(kind for kind in need if kind in rack)
        from_table = bytes(kind for kind in need if kind not in rack)
        if _has(rack, from_rack) and _has(free, from_table):
            jokers = sum(tiles.count(JOKER) for tiles in sealed)
            freed = jokers - sum(tiles.count(JOKER) for tiles in alone)
            must = without(free, from_table) + bytes([JOKER]) * freed
            yield _Start(alone, must, without(rack, from_rack), from_rack)


def _freed(tiles: bytes) -> Iterator[tuple[bytes, bytes]]:
    """A set with one of its jokers replaced, in each way, and the tiles that takes."""
    one = read_set(tiles)
    if not isinstance(one, Set):
        return
    if one.kind == "run":
        for place, kind in enumerate(one.tiles):
            if kind == JOKER:
                instead = bytes([13 * one.colour + one.first + place])
                yield one.tiles[:place] + instead + one.tiles[place + 1 :], instead
        return
    missing = [k for k in range(one.first, JOKER, 13) if k not in one.tiles]
    rest = without(one.tiles, bytes([JOKER]))
    for kind in missing:
        yield bytes(sorted((*rest, kind))), bytes([kind])
    if len(missing) == 2:
        yield bytes(sorted((*rest, *missing))), bytes(missing)


def _has(tiles: bytes, some: bytes) -> bool:
    return all(tiles.count(kind) >= some.count(kind) for kind in set(some))


def _added(way: Proposal, alone: int, rack: bytes, max_jokers: int) -> Proposal:
    """With what is left of the rack added to the first ``alone`` sets."""
    table, played = list(way.table), way.played
    left = without(rack, played).replace(bytes([JOKER]), b"")
    place = 0
    while place < alone:
        on = read_set(table[place])
        fits = accepted(on, max_jokers) if isinstance(on, Set) else {}
        kind = next((kind for kind in fits if kind in left), None)
        if kind is None:
            place += 1
            continue
        table[place] = fits[kind]
        left = without(left, bytes([kind]))
        played += bytes([kind])
    return Proposal(tuple(table), bytes(sorted(played)))


def _searched(start: _Start, goal: _Goal, work: int = WORK) -> Iterator[Proposal]:
    """What the search finds, if anything, as a whole table.

    Where all has to be played it is searched as lying there: that is much faster.
    """
    must, may, sure = start.must, start.may, start.played
    if not goal.leave:
        must, may, sure, work = must + may, b"", sure + may, min(work, WHOLE)
    turn = best_turn(must, may, goal.worth, leave=goal.leave, work=work)
    if turn is not None:
        played = bytes(sorted(sure + turn.played))
        yield Proposal((*start.alone, *turn.sets), played)
