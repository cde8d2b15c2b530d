"""
A second, slow and obvious judge of Rummikub turns, for the tests only.

Tiles are words. What a joker stands for is found by trying tiles; what may become
of a set with a joker, by making one allowed move after the other. It shares nothing
with the real rules but the names of their options.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import permutations, product
from typing import Any, NamedTuple, TypeAlias

COLOURS = "rbko"
ALL = [f"{number}{colour}" for number in range(1, 14) for colour in COLOURS]

Table: TypeAlias = Sequence[tuple[str, ...]]


class Reading(NamedTuple):
    """A set: what each of its places shows, and what that place stands for."""

    kind: str
    shows: tuple[tuple[str, str], ...]
    "Pairs of (stands for, shows), a run from low to high."

    @property
    def value(self) -> int:
        return sum(number(tile) for tile, _ in self.shows)

    @property
    def tiles(self) -> list[str]:
        return sorted(shown for _, shown in self.shows)


def number(tile: str) -> int:
    return int(tile[:-1])


def is_group(tiles: Sequence[str]) -> bool:
    numbers, colours = {number(t) for t in tiles}, {t[-1] for t in tiles}
    return len(numbers) == 1 and len(colours) == len(tiles) in (3, 4)


def is_run(tiles: Sequence[str]) -> bool:
    """In this order."""
    steps = [
        number(b) - number(a) == 1 and a[-1] == b[-1]
        for a, b in zip(tiles, tiles[1:], strict=False)
    ]
    return len(tiles) >= 3 and all(steps)


@cache
def read(tiles: tuple[str, ...]) -> Reading | None:
    """As a run if it is listed as one, else as a group, else as the highest run."""
    plain = [tile for tile in tiles if tile != "J"]
    if not plain:
        return None
    near = [t for t in ALL if number(t) == number(plain[0]) or t[-1] == plain[0][-1]]
    ways = [
        tuple(zip(stands, tiles, strict=True))
        for stands in product(*(near if t == "J" else [t] for t in tiles))
    ]
    for way in ways:
        if is_run([tile for tile, _ in way]):
            return Reading("run", way)
    for way in ways:
        if is_group([tile for tile, _ in way]):
            return Reading("group", way)
    sorted_ways = [sorted(way, key=_number) for way in ways]
    runs = [way for way in sorted_ways if is_run([tile for tile, _ in way])]
    return Reading("run", tuple(max(runs, key=_sum))) if runs else None


def _number(pair: tuple[str, str]) -> int:
    return number(pair[0])


def _sum(pairs: Sequence[tuple[str, str]]) -> int:
    return sum(map(_number, pairs))


def allowed(
    game: Any, table: Table, rack: Sequence[str], opened: bool, proposal: Table
) -> bool:
    """Whether the turn may end with ``proposal`` on the table."""
    old, new = (
        Counter(tile for one in sets for tile in one) for sets in (table, proposal)
    )
    if old - new or (new - old) - Counter(rack) or not new - old:
        return False
    if any(one.count("J") > game.max_jokers_per_set for one in proposal):
        return False
    readings = [read(one) for one in proposal]
    if None in readings:
        return False
    played = list((new - old).elements())
    before = [read(one) for one in table]
    if not opened and not may_open(game, before, readings, played):
        return False
    if game.joker_set_manipulable:
        return True
    return jokers_kept(game, before, readings, played)


def may_open(game: Any, old: Any, new: Any, played: list[str]) -> bool:
    if not game.initial_from_rack_only:
        values = sorted(
            number(stands) for one in new for stands, shown in one.shows if shown == "J"
        )
        jokers = played.count("J")
        plain = sum(number(tile) for tile in played if tile != "J")
        return plain + sum(values[len(values) - jokers :]) >= game.initial_meld
    rest = [_same(one) for one in old]
    fresh = []
    for one in new:
        if _same(one) in rest:
            rest.remove(_same(one))
        else:
            fresh.append(one)
    if rest and not game.open_then_manipulate:
        return False
    return any(
        sum(one.value for one in some) >= game.initial_meld
        and not Counter(t for one in some for t in one.tiles) - Counter(played)
        for some in _choices(fresh)
    )


def _same(one: Reading) -> Any:
    """Equal for sets that lie in the same way; a group has no order."""
    return one.shows if one.kind == "run" else (one.value, tuple(one.tiles))


def _choices(things: list[Any]) -> Iterator[list[Any]]:
    for chosen in product([False, True], repeat=len(things)):
        yield [thing for thing, taken in zip(things, chosen, strict=True) if taken]


class Moved(NamedTuple):
    """A set on its way: its places, and what the moves did with jokers and tiles."""

    shows: frozenset[tuple[str, str]]
    replaced: tuple[str, ...]
    dropped: int
    extra: int
    credit: int
    "Plain tiles added that have not paid for a dropped joker."


def jokers_kept(game: Any, old: Any, new: Any, played: list[str]) -> bool:
    """Whether moves that are allowed lead from each set with a joker to one of now."""
    sealed = [one for one in old if "J" in one.tiles]
    return any(
        any(
            affordable(game, ways, played)
            for ways in product(
                *(
                    ends(game, one, new[place])
                    for one, place in zip(sealed, places, strict=True)
                )
            )
        )
        for places in permutations(range(len(new)), len(sealed))
    )


def affordable(game: Any, ways: Sequence[Moved], played: list[str]) -> bool:
    for place, way in enumerate(ways):
        others = [w for p, w in enumerate(ways) if p != place]
        jokers = played.count("J") + sum(len(w.replaced) + w.dropped for w in others)
        if game.joker_reuse == "same_turn":
            jokers += len(way.replaced)
        if way.extra > jokers:
            return False
    if game.joker_retrieve_from == "rack":
        return not Counter(t for way in ways for t in way.replaced) - Counter(played)
    return True


def ends(game: Any, old: Reading, new: Reading) -> list[Moved]:
    """The ways in which moves make ``new`` of ``old``."""
    if old.kind != new.kind:
        return []
    group = old.kind == "group"
    start = Moved(_places(old, group), (), 0, 0, 0)
    goal = _places(new, group)
    seen, waiting = {start}, [start]
    while waiting:
        for after in _moves(game, waiting.pop(), old, new, group):
            if after not in seen and len(after.shows) <= 14:
                seen.add(after)
                waiting.append(after)
    return [way for way in seen if way.shows == goal]


def _places(one: Reading, group: bool) -> frozenset[tuple[str, str]]:
    """In a group a joker has no colour of its own: its place is its number."""
    jokers = [shown for _, shown in one.shows].count("J")
    if not group:
        return frozenset(one.shows)
    plain = {(shown, shown) for _, shown in one.shows if shown != "J"}
    number_ = one.shows[0][0][:-1]
    return frozenset(plain | {(f"{number_}{place}", "J") for place in range(jokers)})


def _moves(
    game: Any, now: Moved, old: Reading, new: Reading, group: bool
) -> Iterator[Moved]:
    wanted = {shown for _, shown in new.shows if shown != "J"}
    there = {stands for stands, _ in now.shows}
    jokers = [(s, shown) for s, shown in now.shows if shown == "J"]
    first = old.shows[0][0]
    if group:
        free = [f"{first[:-1]}{c}" for c in COLOURS if f"{first[:-1]}{c}" not in there]
        room = free if len(there) < 4 else []
    else:
        numbers = sorted(map(number, there))
        edges = [n for n in (numbers[0] - 1, numbers[-1] + 1) if 1 <= n <= 13]
        room = free = [f"{n}{first[-1]}" for n in edges]
    for tile in room:
        if tile in wanted:
            shows = now.shows | {(tile, tile)}
            yield now._replace(shows=shows, credit=min(2, now.credit + 1))
    if new.tiles.count("J") > len(jokers) and now.extra < 2:
        spots = [f"{first[:-1]}{len(jokers)}"] if group else free
        for spot in spots if room else []:
            yield now._replace(shows=now.shows | {(spot, "J")}, extra=now.extra + 1)
    for joker in jokers:
        stands = free if group else [joker[0]]
        if group and game.joker_group3 == "both" and len(there) < 4:
            continue
        if now.extra:
            continue
        for tile in stands:
            if tile in wanted:
                last = (f"{first[:-1]}{len(jokers) - 1}", "J") if group else joker
                shows = now.shows - {last} | {(tile, tile)}
                yield now._replace(shows=shows, replaced=(*now.replaced, tile))
        edge = not group and number(joker[0]) in (numbers[0], numbers[-1])
        if game.joker_retrieve_from == "rack_or_table" and edge and now.credit:
            if len(there) > 3:
                yield now._replace(
                    shows=now.shows - {joker},
                    dropped=now.dropped + 1,
                    credit=now.credit - 1,
                )
