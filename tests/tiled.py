"""Hands of Rummikub written down as people do, and a few words to play them with."""

import random
from collections.abc import Sequence

import msgspec
import pytest

from shared.actions import Action, Draw, Rearrange
from shared.errors import IllegalAction
from shared.events import Event, Seat
from shared.rulesets.rummikub import PRESETS, Rummikub
from shared.rulesets.rummikub_state import State
from shared.sets import Set, read_set
from shared.tiles import DECK, KINDS, kinds_of, names

OFFICIAL = PRESETS["rk_official"]
CLASSIC = PRESETS["rk_classic"]
TOURNAMENT = PRESETS["rk_tournament"]
STRICT = PRESETS["rk_sabra_strict"]

DRAW = Draw("stock")


def late(game: Rummikub, state: State, touched: bool) -> tuple[State, Sequence[Event]]:
    """The time of whose turn it is is up."""
    return game.timed_out(state, game.overtime(state, touched))


def laid(
    racks: Sequence[str],
    *table: str,
    pool: str | int = 20,
    turn: Seat = 0,
    opened: Sequence[Seat] | None = None,
    passes: int = 0,
    turns_left: int | None = None,
) -> State:
    """The middle of a hand; everybody has opened, unless told otherwise.

    ``pool`` is written with the next tile first, or says how many there are of the
    tiles that are not named.
    """
    held = [kinds_of(rack.split()) for rack in racks]
    sets = [in_order(tiles) for tiles in table]
    left = bytearray([*range(KINDS), *range(KINDS)])
    for kind in b"".join(held + sets):
        left.remove(kind)
    drawn = left[:pool] if isinstance(pool, int) else kinds_of(pool.split())
    who = range(len(racks)) if opened is None else opened
    return State(
        dealer=len(racks) - 1,
        turn=turn,
        racks=tuple(bytes(sorted(rack)) for rack in held),
        pool=bytes(drawn)[::-1],
        table=tuple(sets),
        opened=sum(1 << seat for seat in who),
        passes=passes,
        turns_left=turns_left,
    )


def in_order(tiles: str) -> bytes:
    """A set as it lies on the table."""
    one = read_set(kinds_of(tiles.split()))
    assert isinstance(one, Set), f"{tiles} is no set: {one}"
    return one.tiles


def to(*sets: str) -> Rearrange:
    """Make this the table."""
    return Rearrange(tuple(tuple(tiles.split()) for tiles in sets))


def play(
    state: State, *actions: Action, game: Rummikub = OFFICIAL
) -> tuple[State, tuple[Event, ...]]:
    """The table after the actions, each by whose turn it is, and all that happened."""
    told: list[Event] = []
    for action in actions:
        state, events = game.apply(state, state.turn, action)
        told += events
    return state, tuple(told)


def refused(
    state: State, action: Action, seat: Seat | None = None, game: Rummikub = OFFICIAL
) -> tuple[str, str]:
    """Code and sentence of the refusal of an action, which must change nothing."""
    before = msgspec.json.encode(state)
    with pytest.raises(IllegalAction) as refusal:
        game.apply(state, state.turn if seat is None else seat, action)
    assert msgspec.json.encode(state) == before
    return refusal.value.code, str(refusal.value)


def table(state: State) -> list[str]:
    """The sets on the table."""
    return [" ".join(names(tiles)) for tiles in state.table]


def rack(state: State, seat: Seat) -> str:
    """What a seat holds."""
    return " ".join(names(state.racks[seat]))


def tiles(state: State) -> list[int]:
    """Every tile of the state, wherever it is."""
    return sorted(b"".join((*state.racks, *state.table, state.pool)))


def shuffled(rng: random.Random, game: Rummikub = OFFICIAL, seats: int = 3) -> State:
    """A fresh hand."""
    return game.deal(seats, rng.sample(range(DECK), DECK), rng.randrange(seats))


def lively(rng: random.Random, state: State, game: Rummikub) -> Action:
    """What somebody does who mostly plays what he can."""
    legal = list(game.legal(state, state.turn))
    return rng.choice(legal) if rng.random() < 0.3 else legal[-1]
