"""Rummikub played at random: nothing is lost, nothing leaks, a second judge agrees."""

import random
from collections import Counter
from collections.abc import Iterator

import msgspec
import pytest
import tile_judge
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from repartition import jokers_moved, rearranged
from tiled import DRAW, OFFICIAL, STRICT, late, lively, shuffled, tiles

from shared.actions import Action, Draw, Rearrange
from shared.errors import IllegalAction
from shared.events import (
    Drew,
    Event,
    HandDealt,
    HandEnded,
    MatchEnded,
    Passed,
    Rearranged,
    Seat,
    TimedOut,
)
from shared.rulesets.rummikub import PRESETS, Rummikub
from shared.rulesets.rummikub_options import Options
from shared.rulesets.rummikub_state import State
from shared.sets import Set, read_set
from shared.tiles import DECK, JOKER, KINDS, NAMES, names

FULL = sorted([*range(KINDS), *range(KINDS)])

VARIED: list[Rummikub] = [
    *PRESETS.values(),
    replace(OFFICIAL, preset="one", max_jokers_per_set=1, pool_out_tie="share"),
    replace(OFFICIAL, preset="early", open_then_manipulate=True, initial_meld=20),
    replace(OFFICIAL, preset="late", initial_from_rack_only=False),
    replace(OFFICIAL, preset="must", voluntary_draw=False, initial_meld=15),
    replace(STRICT, preset="rack", joker_retrieve_from="rack", joker_group3="both"),
    replace(STRICT, preset="ends", joker_retrieve_from="rack_or_table"),
]
every_game = pytest.mark.parametrize("game", VARIED, ids=lambda game: game.preset)

seeds = st.integers(0, 1 << 32)
games = st.sampled_from(VARIED)


def some_states(game: Rummikub, seed: int, seats: int = 3) -> Iterator[State]:
    """The states of one hand."""
    rng = random.Random(seed)
    state = shuffled(rng, game, seats)
    yield state
    while state.result is None:
        state, _ = game.apply(state, state.turn, lively(rng, state, game))
        yield state


# Every hand


@every_game
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_hand_loses_no_tile_and_ends(game: Rummikub, seats: int) -> None:
    for turn, state in enumerate(some_states(game, 1, seats)):
        assert tiles(state) == FULL
        assert turn <= 400
        assert all(isinstance(read_set(one), Set) for one in state.table)
        assert all(bytes(sorted(rack)) == rack for rack in state.racks)
    assert state.result is not None
    assert sum(state.result.points) == 0


@every_game
def test_what_is_legal_is_accepted_and_offered_once(game: Rummikub) -> None:
    for state in some_states(game, 2):
        for seat in range(3):
            legal = list(game.legal(state, seat))
            encoded = {msgspec.json.encode(action) for action in legal}
            assert len(encoded) == len(legal)
            assert bool(legal) == (seat == state.turn and state.result is None)
            for action in legal:
                game.apply(state, seat, action)


@every_game
def test_a_view_offers_to_draw_or_pass_when_that_is_legal(game: Rummikub) -> None:
    for state in some_states(game, 3):
        if state.result is None:
            legal = [type(a).__name__.lower() for a in game.legal(state, state.turn)]
            ends = {kind for kind in legal if kind != "rearrange"}
            assert {*game.view(state, state.turn).can} == {"rearrange", *ends}


@every_game
def test_the_same_deck_and_actions_give_the_same_hand(game: Rummikub) -> None:
    assert list(some_states(game, 4)) == list(some_states(game, 4))


@given(seed=seeds, game=games)
@settings(max_examples=12)
def test_every_state_survives_encoding(seed: int, game: Rummikub) -> None:
    for state in some_states(game, seed):
        text = msgspec.json.encode(state)
        assert msgspec.json.decode(text, type=State) == state
        for seat in (0, None):
            view = game.view(state, seat)
            assert (
                msgspec.json.decode(msgspec.json.encode(view), type=type(view)) == view
            )


# What each seat may know


def scrambled(state: State, seat: int | None, rng: random.Random) -> State:
    """Another state that ``seat`` cannot tell from this one."""
    others = [other for other in range(len(state.racks)) if other != seat]
    unseen = [kind for other in others for kind in state.racks[other]] + [*state.pool]
    rng.shuffle(unseen)
    racks = list(state.racks)
    for other in others:
        size = len(racks[other])
        racks[other], unseen = bytes(sorted(unseen[:size])), unseen[size:]
    return replace(state, racks=tuple(racks), pool=bytes(unseen))


@given(seed=seeds, game=games)
@settings(max_examples=24)
def test_views_and_events_do_not_tell_hidden_tiles(seed: int, game: Rummikub) -> None:
    rng = random.Random(seed)
    for state in some_states(game, seed):
        if state.result is not None:
            break
        legal = list(game.legal(state, state.turn))
        actions = [None, *rng.sample(legal, min(2, len(legal)))]
        if DRAW in legal:
            actions.append(DRAW)
        for seat in (0, 1, 2, None):
            other = scrambled(state, seat, rng)
            assert game.view(other, seat) == game.view(state, seat)
            for action in actions:
                told = heard(game, state, action, seat)
                assert told is None or heard(game, other, action, seat) in (told, None)


def heard(
    game: Rummikub, state: State, action: Action | None, seat: Seat | None
) -> list[Event] | None:
    """What ``seat`` is told of an action, or of a turn whose time is up.

    None: it cannot be done, or ends the hand and shows the racks, or ``seat`` drew.
    """
    if action is None:
        _, events = late(game, state, True)
    else:
        try:
            _, events = game.apply(state, state.turn, action)
        except IllegalAction:
            return None
    told = [game.redact(event, seat) for event in events]
    own = any(isinstance(event, Drew) and event.seat == seat for event in told)
    ended = any(isinstance(event, HandEnded) for event in told)
    return None if own or ended else told


def test_a_spectator_sees_the_public_part_of_every_view() -> None:
    for state in some_states(OFFICIAL, 6):
        for seat in range(3):
            public = OFFICIAL.view(state, None)
            assert OFFICIAL.view(state, seat).public() == public


def test_only_the_drawer_sees_a_tile() -> None:
    drew = Drew(1, "stock", "7r")
    assert OFFICIAL.redact(drew, 1) == drew
    for seat in (0, 2, None):
        assert OFFICIAL.redact(drew, seat) == Drew(1, "stock", None)


@pytest.mark.parametrize(
    "event",
    [
        HandDealt(0, 1),
        Rearranged(1, ("7r",), (("5r", "6r", "7r"),)),
        Passed(1),
        TimedOut(1),
        HandEnded("pool_out", 1, False, (-10, 10), (("9k",), ())),
        MatchEnded((1,), (-10, 10)),
    ],
)
def test_everybody_is_told_the_rest(event: Event) -> None:
    for seat in (0, 1, None):
        assert OFFICIAL.redact(event, seat) == event


def test_the_view_of_a_large_table_is_small() -> None:
    sizes = [
        len(msgspec.json.encode(OFFICIAL.view(state, 0)))
        for seed in range(30)
        for state in some_states(OFFICIAL, seed, 4)
        if 74 <= sum(map(len, state.table)) <= 78 and state.result is None
    ]
    assert len(sizes) > 20
    assert sorted(sizes)[len(sizes) // 2] <= 400


# Turns against a second judge


def test_turns_against_a_second_judge() -> None:
    rng = random.Random(11)
    verdicts: Counter[tuple[str, bool]] = Counter()
    for number in range(150):
        game = VARIED[number % len(VARIED)]
        for state in mixed_states(game, rng):
            for kind, table in proposals(game, state, rng):
                verdicts[kind, agreed(game, state, table)] += 1
    accepted = sum(n for (_, ok), n in verdicts.items() if ok)
    assert accepted > 1_000
    assert sum(verdicts.values()) - accepted > 5_000
    assert {kind for kind, ok in verdicts if ok} == {
        *("simple", "rearranged", "corrupted", "jokers")
    }


def agreed(game: Rummikub, state: State, table: list[tuple[str, ...]]) -> bool:
    """Whether both take ``table`` for a turn; they must not differ."""
    try:
        game.apply(state, state.turn, Rearrange(tuple(table)))
        verdict = True
    except IllegalAction:
        verdict = False
    old = [names(one) for one in state.table]
    rack, opened = names(state.rack), state.has_opened
    other = tile_judge.allowed(game, old, rack, opened, table)
    assert verdict == other, (game.preset, old, rack, opened, table)
    return verdict


def mixed_states(game: Rummikub, rng: random.Random) -> Iterator[State]:
    """Small tables with jokers, and racks that have something to do with them."""
    for _ in range(3):
        table, left = [], Counter(FULL)
        while len(table) < rng.randrange(1, 5):
            one = random_set(rng, left, game.max_jokers_per_set)
            if one is not None:
                table.append(one)
                left -= Counter(one)
        near = [kind for kind in close_to(table) if left[kind]]
        rack = Counter(rng.sample(near, min(len(near), rng.randrange(1, 6))))
        rack += Counter(rng.sample(sorted((left - rack).elements()), rng.randrange(5)))
        rack += Counter({JOKER: min(left[JOKER], rng.choice([0, 0, 1]))}) - rack
        held = bytes(sorted((rack & left).elements()))
        opened = rng.choice([3, 3, 2])
        yield State(
            dealer=1, turn=0, racks=(held, b"\0"), pool=b"\1" * 5, table=tuple(table),
            opened=opened,
        )  # fmt: skip


def random_set(rng: random.Random, left: Counter[int], most: int) -> bytes | None:
    if rng.random() < 0.5:
        first = rng.randrange(52)
        length = min(rng.choice([3, 3, 4, 5, 7]), 13 - first % 13)
        kinds = list(range(first, first + length))
    else:
        number = rng.randrange(13)
        kinds = rng.sample(range(number, 52, 13), rng.choice([3, 3, 4]))
    for _ in range(rng.choice([0, 1, 1, 2])):
        kinds[rng.randrange(len(kinds))] = JOKER
    one = read_set(bytes(kinds), most)
    if isinstance(one, Set) and not Counter(one.tiles) - left:
        return one.tiles
    return None


def close_to(table: list[bytes]) -> list[int]:
    """Tiles that go with those of the table: what the jokers are, and neighbours."""
    found = set()
    for tiles_ in table:
        one = read_set(tiles_)
        assert isinstance(one, Set)
        if one.kind == "group":
            found |= set(range(one.first, 52, 13))
        else:
            low, high = one.first - 1, one.first + len(one.tiles)
            numbers = range(max(low, 0), min(high, 12) + 1)
            found |= {13 * one.colour + number for number in numbers}
    return sorted(found)


def proposals(
    game: Rummikub, state: State, rng: random.Random
) -> Iterator[tuple[str, list[tuple[str, ...]]]]:
    """Tables somebody might propose, sound ones and others."""
    simple = [a for a in game.legal(state, 0) if isinstance(a, Rearrange)]
    for action in rng.sample(simple, min(3, len(simple))):
        yield "simple", list(action.table)
    for _ in range(4):
        found = rearranged(state, rng)
        if found is not None:
            yield "rearranged", found
            for _ in range(3):
                yield "corrupted", corrupted(found, state, rng)
    for _ in range(6):
        yield "jokers", jokers_moved(state, rng)
    for _ in range(3):
        old = [names(one) for one in state.table]
        yield "corrupted", corrupted(old, state, rng)


def corrupted(
    table: list[tuple[str, ...]], state: State, rng: random.Random
) -> list[tuple[str, ...]]:
    """A table with something done to it that may be wrong."""
    sets = [list(one) for one in table] or [[]]
    one, other = rng.choice(sets), rng.choice(sets)
    rack = names(state.rack)
    match rng.randrange(8):
        case 0 if one:
            one.pop(rng.randrange(len(one)))
        case 1 if one:
            one[rng.randrange(len(one))] = rng.choice(NAMES)
        case 2 if rack:
            one.append(rng.choice(rack))
        case 3 if one:
            other.insert(rng.randrange(len(other) + 1), one.pop())
        case 4:
            rng.shuffle(one)
        case 5 if rack:
            one.insert(0, rng.choice(rack))
        case 6:
            sets.append(rng.sample(rack, min(3, len(rack))))
        case _:
            sets.remove(one)
    return [tuple(tiles_) for tiles_ in sets]


@every_game
def test_in_real_hands_too(game: Rummikub) -> None:
    rng = random.Random(12)
    for turn, state in enumerate(some_states(game, 13)):
        if turn % 12 or state.result is not None:
            continue
        simple = [a for a in game.legal(state, state.turn) if a != DRAW]
        for action in rng.sample(simple, min(2, len(simple))):
            if isinstance(action, Rearrange):
                assert agreed(game, state, list(action.table))
                worse = corrupted(list(action.table), state, rng)
                agreed(game, state, worse)


# Odd requests


texts = st.lists(
    st.lists(st.sampled_from([*NAMES, "", "7", "x"]), max_size=5).map(tuple), max_size=5
).map(tuple)


@given(texts)
def test_any_table_is_a_turn_or_a_refusal(table: tuple[tuple[str, ...], ...]) -> None:
    state = shuffled(random.Random(9))
    before = msgspec.json.encode(state)
    try:
        OFFICIAL.apply(state, state.turn, Rearrange(table))
    except IllegalAction as refusal:
        assert str(refusal)
    assert msgspec.json.encode(state) == before


def test_the_options_are_those_of_the_ruleset() -> None:
    assert issubclass(Rummikub, Options)
    action: Action = Draw("stock")
    assert action == DRAW
    assert DECK == len(FULL)
