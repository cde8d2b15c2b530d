"""One hand of Rummikub as a value, and what can be read off it."""

from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct

from shared.events import HandEnded, Seat
from shared.opening import opening
from shared.rulesets.rummikub_options import Options
from shared.sets import accepted, read_set, sets_in
from shared.tiles import Tiles, together
from shared.view import TileKind, TileView


class State(Struct, frozen=True):
    """One hand, secrets included. Tiles are their kinds as bytes; twins are alike."""

    dealer: Seat
    turn: Seat

    racks: tuple[bytes, ...]
    "Sorted."

    pool: bytes
    "The next tile is the last."

    table: tuple[bytes, ...] = ()
    "Sets in order, as :func:`~shared.sets.read_set` gives them."

    opened: int = 0
    "A bit for each seat that has laid down its first sets."

    passes: int = 0
    "Turns in a row that were passed."

    turns_left: int | None = None
    "The turns until the hand ends, when that is certain."

    result: HandEnded | None = None

    @property
    def rack(self) -> bytes:
        """The tiles of the seat whose turn it is."""
        return self.racks[self.turn]

    @property
    def has_opened(self) -> bool:
        """Whether the seat whose turn it is has laid down its first sets."""
        return bool(self.opened >> self.turn & 1)


def with_rack(state: State, rack: bytes) -> tuple[bytes, ...]:
    """The racks when the seat whose turn it is holds ``rack``, in any order."""
    place = state.turn
    return (*state.racks[:place], bytes(sorted(rack)), *state.racks[place + 1 :])


def simple_plays(options: Options, state: State) -> Iterator[tuple[bytes, ...]]:
    """Tables that a simple turn can make: a set of the rack, or one tile added to one.

    Before the first sets are laid: a set that counts enough, or several together.
    """
    most = options.max_jokers_per_set
    if not state.has_opened:
        yield from _openings(options, state)
        return
    for one in sets_in(state.rack, most):
        yield (*state.table, one.tiles)
    held = frozenset(state.rack)
    for place, tiles in enumerate(state.table):
        on = read_set(tiles)
        assert not isinstance(on, str), "only sets lie on the table"
        for kind, grown in accepted(on, most).items():
            if kind in held:
                yield (*state.table[:place], grown, *state.table[place + 1 :])


def _openings(options: Options, state: State) -> Iterator[tuple[bytes, ...]]:
    """Sets of the rack that count enough (Rummikub rule sheet: initial meld)."""
    needed, most = options.initial_meld, options.max_jokers_per_set
    found = False
    for one in sets_in(state.rack, most):
        if one.value >= needed:
            found = True
            yield (*state.table, one.tiles)
    if not found:
        several = opening(state.rack, needed, most)
        if several is not None:
            yield (*state.table, *(one.tiles for one in several))


def may_draw(options: Options, state: State) -> bool:
    """Whether whose turn it is may draw: from a pool, and if he need not play.

    (Rummikub rule sheet: drawing.)
    """
    if not state.pool:
        return False
    return options.voluntary_draw or not any(True for _ in simple_plays(options, state))


def view(options: Options, state: State, seat: Seat | None) -> TileView:
    """What ``seat`` may know; None is a spectator."""
    over = state.result is not None
    opened = tuple(s for s in range(len(state.racks)) if state.opened >> s & 1)
    return TileView(
        seat=seat,
        turn=None if over else state.turn,
        counts=tuple(map(len, state.racks)),
        pool=len(state.pool),
        rack="" if seat is None else together(state.racks[seat]),
        table=tuple(map(_set_together, state.table)),
        opened=opened,
        needed=0 if seat is None or seat in opened else options.initial_meld,
        can=_kinds(options, state) if seat == state.turn and not over else (),
        max_jokers=options.max_jokers_per_set,
        turns_left=state.turns_left,
        result=state.result,
    )


@lru_cache(maxsize=2048)
def _set_together(tiles: bytes) -> Tiles:
    """A set as it is written; most stay what they are from turn to turn."""
    return together(tiles)


def _kinds(options: Options, state: State) -> tuple[TileKind, ...]:
    if not state.pool:
        return ("rearrange", "pass")
    return ("rearrange", "draw") if may_draw(options, state) else ("rearrange",)
