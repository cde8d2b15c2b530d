"""Whether a proposed table is what a turn can make of the table and the rack."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple, assert_never

from shared.errors import IllegalAction
from shared.rulesets.rummikub_jokers import JokerFault, joker_fault
from shared.rulesets.rummikub_options import Options
from shared.rulesets.rummikub_state import State
from shared.sets import Set, no_set, read_set, written
from shared.tiles import JOKER, NAMES, Tile, kinds_of, names
from shared.view import TileView


class Play(NamedTuple):
    """A turn that the rules allow."""

    table: tuple[bytes, ...]
    "All sets, in order."

    played: bytes
    "The tiles from the rack, sorted."

    fresh: tuple[bytes, ...]
    "The sets that were not there before."


def check(options: Options, state: State, proposal: Sequence[Sequence[Tile]]) -> Play:
    """What ``proposal`` comes to.

    (Rummikub rule sheet: the turn; one check of its end: own.)

    Raises:
        IllegalAction: If the turn cannot be ended like that.
    """
    listed = [kinds_of(tiles) for tiles in proposal]
    played = _played(state, listed)
    table = tuple(_set(options, state, n, tiles) for n, tiles in enumerate(listed, 1))
    if not played:
        if state.pool:
            raise IllegalAction("nothing_played")
        raise IllegalAction("nothing_played_or_passed")
    play = Play(table, played, _not_in(table, state.table))
    if not state.has_opened:
        _check_first_sets(options, state, play)
    _check_jokers(options, state, play)
    return play


def allowed(
    options: Options, view: TileView, proposal: Sequence[Sequence[Tile]]
) -> bool:
    """Whether :func:`check` lets ``proposal`` pass, by what the seat in turn sees."""
    seat = 0 if view.seat is None else view.seat
    state = State(
        dealer=seat,
        turn=seat,
        racks=tuple(
            kinds_of(view.hand) if other == seat else b""
            for other in range(len(view.counts))
        ),
        pool=bytes(view.pool),
        table=tuple(kinds_of(tiles) for tiles in view.sets),
        opened=sum(1 << other for other in view.opened),
    )
    try:
        check(options, state, proposal)
    except IllegalAction:
        return False
    return True


def _played(state: State, listed: Sequence[bytes]) -> bytes:
    """What of the rack is on the new table; no tile may have left the old one.

    (Rummikub rule sheet: the turn.)
    """
    new, old = Counter(b"".join(listed)), Counter(b"".join(state.table))
    for kind in sorted(old):
        if new[kind] < old[kind]:
            raise IllegalAction("left_table", tile=NAMES[kind])
    for kind in sorted(new):
        played, held = new[kind] - old[kind], state.rack.count(kind)
        if played > held:
            if held:
                raise IllegalAction("one_in_rack", tile=NAMES[kind])
            raise IllegalAction("not_in_rack", tile=NAMES[kind])
    return bytes(sorted((new - old).elements()))


def _set(options: Options, state: State, number: int, tiles: bytes) -> bytes:
    """One set of the new table, in order.

    (Rummikub rule sheet: groups and runs; joker limit: own.)
    """
    if tiles in state.table:
        return tiles
    one = read_set(tiles, options.max_jokers_per_set)
    if isinstance(one, Set):
        return one.tiles
    raise no_set(number, tiles, one, options.max_jokers_per_set)


def _check_first_sets(options: Options, state: State, play: Play) -> None:
    """Before the first sets nothing of the table may be used; they count enough.

    (Rummikub rule sheet: initial meld; from the table: own.)
    """
    if not options.initial_from_rack_only:
        points = _worth(play)
    elif not _not_in(state.table, play.table):
        points = sum(_read(tiles).value for tiles in play.fresh)
    elif options.open_then_manipulate:
        points = _own(play.fresh, Counter(play.played))
    else:
        raise IllegalAction("not_opened")
    if points < options.initial_meld:
        needed = options.initial_meld
        raise IllegalAction("too_few_points", points=points, needed=needed)


def _worth(play: Play) -> int:
    """What the played tiles count as they lie, jokers as the highest they can be.

    (own.)
    """
    jokers = sorted(
        value
        for tiles in play.table
        if JOKER in tiles
        for value in _joker_values(_read(tiles))
    )
    number = play.played.count(JOKER)
    plain = sum(kind % 13 + 1 for kind in play.played if kind != JOKER)
    return plain + sum(jokers[len(jokers) - number :])


def _joker_values(one: Set) -> list[int]:
    step = one.kind == "run"
    return [
        one.first + 1 + step * place
        for place, kind in enumerate(one.tiles)
        if kind == JOKER
    ]


def _own(fresh: Sequence[bytes], played: Counter[int]) -> int:
    """The most that sets among ``fresh`` count that played tiles alone can make.

    (own.)
    """
    if not fresh:
        return 0
    first, rest = fresh[0], fresh[1:]
    best = _own(rest, played)
    if not Counter(first) - played:
        best = max(best, _read(first).value + _own(rest, played - Counter(first)))
    return best


def _check_jokers(options: Options, state: State, play: Play) -> None:
    """What the rules on jokers say of the new table (Rummikub rule sheet: joker)."""
    old = [_read(tiles) for tiles in state.table if JOKER in tiles]
    if options.joker_set_manipulable or not old:
        return
    new = [_read(tiles) for tiles in play.table]
    fault = joker_fault(options, old, new, play.played)
    if fault is None:
        return
    moved = [tiles for tiles in state.table if JOKER in tiles]
    gone = [tiles for tiles in moved if tiles not in play.table] or moved
    raise _bound(fault, state.table.index(gone[0]) + 1, gone[0])


def _bound(fault: JokerFault, number: int, tiles: bytes) -> IllegalAction:
    match fault:
        case "joker_new_set" | "joker_from_rack":
            return IllegalAction(fault)
        case "joker_both_colours" | "joker_set":
            return IllegalAction(fault, number=number, tiles=written(tiles))
        case _:
            assert_never(fault)


def _not_in(some: Sequence[bytes], others: Sequence[bytes]) -> tuple[bytes, ...]:
    """The sets that are among ``some`` more often than among ``others``."""
    left = Counter(others)
    found = []
    for tiles in some:
        if left[tiles]:
            left[tiles] -= 1
        else:
            found.append(tiles)
    return tuple(found)


def _read(tiles: bytes) -> Set:
    one = read_set(tiles)
    assert isinstance(one, Set), f"{names(tiles)} is no set"
    return one
