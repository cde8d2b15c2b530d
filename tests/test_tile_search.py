"""The best turn with tiles, jokers being free: it is one, and there is no better."""

import random

import pytest
from conftest import refuse
from hypothesis import given
from hypothesis import strategies as st
from tile_milp import most, positions
from tiled import OFFICIAL

from peer.bots.tile_search import TILES, WORK, Turn, best_turn
from shared.sets import Set, read_set
from shared.tiles import JOKER, KINDS, apart, kinds_of, names

try:
    import scipy
except ImportError:
    scipy = None

VALUES = (*(kind % 13 + 1 for kind in range(JOKER)), 30)


def kinds(tiles: str) -> bytes:
    return kinds_of(tiles.split())


def found(table: str, rack: str, worth: tuple[int, ...] = TILES) -> str:
    """What is played, in words."""
    turn = best_turn(kinds(table), kinds(rack), worth)
    if turn is None:
        return ""
    check(kinds(table), turn)
    return " ".join(names(turn.played))


def check(must: bytes, turn: Turn) -> None:
    """The turn is sets of all that was on the table and of what it plays."""
    assert all(isinstance(read_set(tiles), Set) for tiles in turn.sets)
    assert sorted(b"".join(turn.sets)) == sorted(must + turn.played)


def test_sets_of_the_rack_are_found() -> None:
    assert found("", "4r 5r 6r 9k 9o 9b 1k") == "4r 5r 6r 9b 9k 9o"


def test_tiles_are_added_and_sets_split() -> None:
    assert found("4r 5r 6r", "7r 9k") == "7r"
    assert found("3r 4r 5r 6r 7r", "5r 1k") == "5r"
    assert found("4r 5r 6r 7r", "7b 7k") == "7b 7k"


def test_sets_are_taken_apart_for_tiles_of_several_sets() -> None:
    table = "1r 2r 3r 1b 2b 3b 1k 2k 3k"
    assert found(table, "2o") == "2o"
    assert found(table, "2o 1o 3o 4o") == "1o 2o 3o 4o"


def test_a_joker_of_the_table_is_used_for_something_else() -> None:
    assert found("4r 5r J", "6r 9k 9o") == "6r 9k 9o"


def test_a_joker_never_comes_to_the_rack() -> None:
    assert found("4r 5r J", "6r 9k") == "6r"
    assert found("4r 5r J", "9k") == ""


def test_two_jokers_make_a_set_of_one_tile() -> None:
    assert found("", "13k J J 5r", VALUES) == "13k J J"


def test_nothing_is_played_where_nothing_fits() -> None:
    assert found("", "") == ""
    assert found("4r 5r 6r", "9k 9o 1b") == ""
    assert found("11r 12r 13r", "1r 2r") == ""


def test_the_worth_of_tiles_decides() -> None:
    rack = "1r 2r 3r 4r 4b 4k 4o"
    assert found("", "1r 2r 3r 3b 3k") == "1r 2r 3r"
    assert found("", "1r 2r 3r 3b 3k", VALUES) == "3r 3b 3k"
    assert found("", rack) == "1r 2r 3r 4r 4b 4k 4o"


def test_so_much_may_be_left_as_is_said() -> None:
    must, may = kinds("4r 5r 6r"), kinds("7r 9k")
    assert best_turn(must, may, leave=0) is None
    assert best_turn(must, kinds("7r"), leave=0) is not None
    idle = best_turn(must, kinds("9k"), leave=1)
    assert idle is not None
    assert (idle.played, idle.exact) == (b"", True)


def test_work_is_bounded() -> None:
    for must, may in some_positions(60):
        full, none = best_turn(must, may), best_turn(must, may, work=0)
        assert full is None or full.exact
        assert none is None
        little = best_turn(must, may, work=WORK // 100)
        if little is not None:
            check(must, little)
            assert full is not None
            assert len(little.played) <= len(full.played)
            assert little.exact == (little.exact and little == full)


def some_positions(number: int) -> list[tuple[bytes, bytes]]:
    """Some of those that good players come to."""
    spread = positions(random.Random(3), OFFICIAL)
    return [[next(spread) for _ in range(3)][0] for _ in range(number)]


@given(st.randoms(use_true_random=False), st.integers(0, 20))
def test_a_part_of_the_table_is_always_dealt_anew(rng: random.Random, n: int) -> None:
    """Tiles of sets that are all on the rack can all be played."""
    tiles = rng.sample([*range(KINDS)] * 2, n)
    turn = best_turn(b"", bytes(tiles))
    if turn is not None:
        check(b"", turn)
        again = best_turn(turn.played, b"", leave=0)
        assert again is not None
        split = rng.randrange(len(turn.sets) + 1)
        must = b"".join(turn.sets[:split])
        rest = best_turn(must, b"".join(turn.sets[split:]), leave=0)
        assert rest is not None or split == len(turn.sets)


def test_a_milp_finds_nothing_better() -> None:
    if scipy is None:
        refuse("SciPy is missing; pip install scipy brings it")
    for number, (must, may) in enumerate(some_positions(60)):
        worth = VALUES if number % 3 == 2 else TILES
        turn = best_turn(must, may, worth)
        played = b"" if turn is None else turn.played
        assert sum(worth[kind] for kind in played) == most(must, may, worth)


@pytest.mark.parametrize("rack", ["", "7r", "J", "J J"])
def test_what_was_asked_before_changes_nothing(rack: str) -> None:
    must, may = kinds("4r 5r 6r 6b 6k 6o"), kinds(f"{rack} 7r 8k 8o")
    before = best_turn(must, may)
    for other in ("J 1k", "7r 8r", "9o 9b"):
        best_turn(must, kinds(other), VALUES)
    assert best_turn(must, may) == before


CROWDED = (
    "6r7rJ9r10r2o3o4o5o1r1b1k2k3k4k3r3b3k3o4r4k4o5r5b5k5o6r6kJ7o8o9o10o11o1r1k1o"
    "1b2b3b4b5b11r11b11k11o"
)
"Two jokers, and runs and groups through each other."

HELD = "7r9r10r12r7b9b12b12b13b13b2k8k8k13k13k"


def test_a_crowded_table_with_two_jokers_is_thought_through() -> None:
    turn = best_turn(kinds_of(apart(CROWDED)), kinds_of(apart(HELD)))
    assert turn is not None and turn.exact
    assert len(turn.played) == 7


def test_any_turn_is_better_than_none_when_there_is_no_time_for_the_best() -> None:
    must, may = kinds_of(apart(CROWDED)), kinds_of(apart(HELD))
    turn = best_turn(must, may, work=WORK // 50)
    assert turn is not None and not turn.exact
    assert turn.played
