"""Which tiles are a set, in which order, and why others are not."""

import json
from collections import Counter
from itertools import chain, combinations, combinations_with_replacement, product
from pathlib import Path
from typing import get_args

import pytest
import tile_judge
from hypothesis import given
from hypothesis import strategies as st

from shared.opening import opening
from shared.sets import Fault, Set, accepted, no_set, read_set, sets_in
from shared.tiles import JOKER, NAMES, kinds_of, names

VECTORS = json.loads(Path(__file__).with_name("set_vectors.json").read_text())

ONE_COLOUR = bytes(range(13))
ONE_NUMBER = bytes(range(6, JOKER, 13))
FULL = bytes([*range(53), JOKER])


def kinds(tiles: str) -> bytes:
    return kinds_of(tiles.split())


def read(tiles: str) -> Set:
    one = read_set(kinds(tiles))
    assert isinstance(one, Set)
    return one


def fault_of(tiles: str, max_jokers: int = 2) -> Fault | None:
    found = read_set(kinds(tiles), max_jokers)
    return None if isinstance(found, Set) else found


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["tiles"])
def test_vectors(vector: dict[str, object]) -> None:
    tiles = str(vector["tiles"])
    most = int(str(vector.get("max_jokers", 2)))
    assert fault_of(tiles, most) == vector.get("fault")
    one = read_set(kinds(tiles), most)
    if isinstance(one, Set):
        assert " ".join(names(one.tiles)) == vector["set"]
        assert (one.kind, one.value) == (vector["kind"], vector["value"])


def test_the_vectors_have_every_fault() -> None:
    named = set(get_args(Fault))
    assert len(named) == 10
    assert {vector["fault"] for vector in VECTORS if "fault" in vector} == named


# The hard cases, by their ids


@pytest.mark.parametrize(
    ("tiles", "fault"),
    [
        pytest.param("13r 13o 13k 13k", "colour_twice", id="K01"),
        pytest.param("8r 8b 8k 8o J", "group_too_long", id="K02"),
        pytest.param("12r 13r 1r", "wraps", id="K03"),
        pytest.param("J 12r 13r 1r", "wraps", id="K03-joker"),
        pytest.param("8r 8r J", "colour_twice", id="K39"),
    ],
)
def test_these_are_no_sets(tiles: str, fault: str) -> None:
    assert fault_of(tiles) == fault


@pytest.mark.parametrize(
    ("tiles", "ordered", "value"),
    [
        pytest.param("12r 13r J", "J 12r 13r", 36, id="K04"),
        pytest.param("1r 2r J", "1r 2r J", 6, id="K05"),
        pytest.param("1r J 3r", "1r J 3r", 6, id="K05-gap"),
        pytest.param("J 1r 2r", "1r 2r J", 6, id="K06"),
        pytest.param("2r J J 5r", "2r J J 5r", 14, id="K38"),
    ],
)
def test_jokers_stand_for_what_is_missing(tiles: str, ordered: str, value: int) -> None:
    one = read(tiles)
    assert (" ".join(names(one.tiles)), one.value) == (ordered, value)


def test_K40_all_numbers_are_one_run() -> None:
    one = read("1r 2r 3r 4r 5r 6r 7r 8r 9r 10r 11r 12r 13r")
    assert (one.kind, one.value) == ("run", 91)


# Why not, in words


@pytest.mark.parametrize(
    ("tiles", "words"),
    [
        ("4r", "has 1 tile; a set has at least three"),
        ("4r 5r", "has 2 tiles; a set has at least three"),
        ("J J J", "has only jokers; a set has a tile that they stand beside"),
        ("8r J J J", "has 3 jokers; a set has at most 2"),
        ("4r 5b 6r", "is neither of one number nor of one colour"),
        (
            "13r 13o 13k 13k",
            "has 13k twice; the colours of a group are all different",
        ),
        ("8r 8b 8k 8o J", "has 5 tiles; a group has at most four"),
        ("4r 5r 5r", "has 5r twice; the numbers of a run are all different"),
        (
            "1r 2r 3r 4r 5r 6r 7r 8r 9r 10r 11r 12r 13r J",
            "has 14 tiles; a run has at most thirteen",
        ),
        ("12r 13r 1r", "has 1 and 13; 1 is the lowest number and does not follow 13"),
        ("3r 6r 5r", "has nothing between 3 and 5; a run has no gaps"),
        ("1o 2o 4o 9o J", "has nothing between 4 and 9; a run has no gaps"),
    ],
)
def test_faults_in_words(tiles: str, words: str) -> None:
    fault = read_set(kinds(tiles))
    assert isinstance(fault, str)
    assert str(no_set(7, kinds(tiles), fault)) == f"set 7 ({tiles}) {words}"


def test_a_set_without_tiles_is_named_by_its_number() -> None:
    refusal = no_set(2, b"", "too_few")
    assert refusal.code == "set_empty"
    assert str(refusal) == "set 2 has no tiles; a set has at least three"


def test_with_one_joker_allowed_two_are_too_many() -> None:
    fault = read_set(kinds("4r J J"), 1)
    assert fault == "too_many_jokers"
    refusal = no_set(1, kinds("4r J J"), fault, 1)
    assert str(refusal) == "set 1 (4r J J) has 2 jokers; a set has at most 1"


def test_a_word_that_is_no_tile_is_named() -> None:
    with pytest.raises(Exception, match="'4x' is not a tile"):
        kinds("4r 4x 4b")


# Counted, and against a second opinion


def multisets(tiles: bytes, size: int) -> list[bytes]:
    """Every choice of ``size`` tiles when there are two of each."""
    chosen = map(bytes, combinations_with_replacement(tiles, size))
    return [c for c in chosen if max(Counter(c).values()) <= 2]


def test_sets_without_a_joker_are_counted() -> None:
    plain = bytes(range(JOKER))
    assert len(multisets(plain, 3)) == 24_752
    sets = [c for c in multisets(plain, 3) if isinstance(read_set(c), Set)]
    assert len(sets) == 96
    pairs = {bytes(sorted(a + b)) for a, b in combinations(sets, 2)}
    pairs |= {bytes(sorted(2 * one)) for one in sets}
    assert len(pairs) == 4_656, "six tiles that can be laid out completely"


@pytest.mark.parametrize(("size", "number"), [(3, 96), (4, 53), (5, 36)])
def test_sets_of_one_colour_or_number_are_counted(size: int, number: int) -> None:
    runs = sum(isinstance(read_set(c), Set) for c in multisets(ONE_COLOUR, size))
    groups = sum(isinstance(read_set(c), Set) for c in multisets(ONE_NUMBER, size))
    assert 4 * runs + 13 * groups == number


def test_there_are_329_sets_and_1173_short_ones_with_jokers() -> None:
    lines = [bytes(range(13 * c, 13 * c + 13)) for c in range(4)]
    lines += [bytes(range(number, JOKER, 13)) for number in range(13)]
    plain = {
        bytes(chosen)
        for line in lines
        for size in range(1, 14)
        for chosen in combinations(line, size)
    }
    assert sum(isinstance(read_set(c), Set) for c in plain) == 329
    short = {
        tiles
        for chosen in plain
        for jokers in range(3)
        if 3 <= len(tiles := chosen + bytes([JOKER] * jokers)) <= 5
        and isinstance(read_set(tiles), Set)
    }
    by_jokers = Counter(tiles.count(JOKER) for tiles in short)
    assert by_jokers == {0: 185, 1: 494, 2: 494}
    assert len(short) == 1_173


some_tiles = st.one_of(
    st.lists(st.sampled_from([*ONE_COLOUR, JOKER]), max_size=8),
    st.lists(st.sampled_from([*ONE_NUMBER, JOKER, 0]), max_size=6),
    st.lists(st.integers(0, JOKER), max_size=5),
).map(bytes)


@given(some_tiles)
def test_a_second_judge_reads_the_same_sets(tiles: bytes) -> None:
    if tiles.count(JOKER) > 2:
        return
    one, other = read_set(tiles), tile_judge.read(names(tiles))
    if isinstance(one, str):
        assert other is None
    else:
        assert other is not None
        assert (one.kind, one.value) == (other.kind, other.value)
        assert sorted(one.tiles) == sorted(tiles)


@given(some_tiles)
def test_a_set_in_order_is_the_same_set(tiles: bytes) -> None:
    one = read_set(tiles)
    if isinstance(one, Set):
        assert read_set(one.tiles) == one


# What can be made of a rack


def test_sets_of_a_rack() -> None:
    found = sets_in(kinds("4r 5r 6r 7r 6b 6k"))
    assert [" ".join(names(one.tiles)) for one in found] == [
        "6r 6b 6k",
        "4r 5r 6r",
        "4r 5r 6r 7r",
        "5r 6r 7r",
    ]


def test_a_joker_stands_only_for_what_is_not_there() -> None:
    found = sets_in(kinds("4r 5r 6r J"))
    assert [" ".join(names(one.tiles)) for one in found] == [
        "J 4r 5r",
        "J 4r 5r 6r",
        *("4r 5r 6r", "4r 5r 6r J"),
        "5r 6r J",
    ]


@given(st.lists(st.integers(0, JOKER), max_size=16).map(bytes), st.sampled_from([1, 2]))
def test_the_sets_of_a_rack_are_sets_of_its_tiles(rack: bytes, most: int) -> None:
    found = sets_in(rack, most)
    assert len({one.tiles for one in found}) == len(found)
    for one in found:
        assert read_set(one.tiles, most) == one
        assert not Counter(one.tiles) - Counter(rack)


def test_no_set_of_a_full_rack_is_missed() -> None:
    plain = [one for one in sets_in(FULL) if not one.jokers]
    assert len(plain) == 329


@pytest.mark.parametrize(
    ("on", "fits"),
    [
        ("4r 5r 6r", {"3r": "3r 4r 5r 6r", "7r": "4r 5r 6r 7r", "J": "4r 5r 6r J"}),
        ("11r 12r 13r", {"10r": "10r 11r 12r 13r", "J": "J 11r 12r 13r"}),
        ("J 12r 13r", {"10r": "10r J 12r 13r", "J": "J J 12r 13r"}),
        ("1r J J", {"4r": "1r J J 4r"}),
        ("7r 7b 7k", {"7o": "7r 7b 7k 7o", "J": "7r 7b 7k J"}),
        ("7r 7b J", {"7k": "7r 7b 7k J", "7o": "7r 7b 7o J", "J": "7r 7b J J"}),
        ("7r 7b 7k 7o", {}),
        ("J 1r J", {c: f"1r {c} J J" for c in ("1b", "1k", "1o")}),
    ],
)
def test_what_can_be_added(on: str, fits: dict[str, str]) -> None:
    found = accepted(read(on))
    assert {NAMES[k]: " ".join(names(grown)) for k, grown in found.items()} == fits


@given(some_tiles)
def test_what_is_added_makes_a_set(tiles: bytes) -> None:
    one = read_set(tiles)
    if isinstance(one, Set):
        for kind, grown in accepted(one).items():
            bigger = read_set(grown)
            assert isinstance(bigger, Set) and bigger.tiles == grown
            assert bigger.kind == one.kind
            assert Counter(grown) == Counter(one.tiles) + Counter([kind])


# Whether first sets can be made


def best_by_trying(rack: tuple[str, ...]) -> int:
    """The most that sets of a small rack count: every way to deal it out is tried."""
    places = range(len(rack))
    best = {frozenset(): 0}
    for size in range(3, len(rack) + 1):
        for chosen in combinations(places, size):
            orders = {
                one.value
                for one in map(tile_judge.read, all_orders([rack[p] for p in chosen]))
                if one is not None
            }
            if orders:
                best[frozenset(chosen)] = max(orders)
    singles = list(best.items())
    return max(
        a + b
        for (some, a), (others, b) in product(singles, singles)
        if not some & others
    )


def all_orders(tiles: list[str]) -> list[tuple[str, ...]]:
    """Orders that differ in what the jokers are: they take every pair of places."""
    plain = sorted((t for t in tiles if t != "J"), key=lambda t: int(t[:-1]))
    jokers = len(tiles) - len(plain)
    orders = []
    for places in combinations(range(len(tiles)), jokers):
        rest = iter(plain)
        orders.append(
            tuple("J" if p in places else next(rest) for p in range(len(tiles)))
        )
    return orders


lines = [
    ["4r", "5r", "6r", "7r", "6b", "6k", "J"],
    ["1r", "2r", "3r", "1b", "1k", "J", "J"],
    ["12r", "13r", "13b", "13k", "12b", "J", "12k"],
    ["13r", "J", "J", "2b", "5k", "12o"],
    ["8r", "9r", "10r", "8b", "8k", "9b", "10b"],
    ["3r", "4r", "5r", "5b", "5k", "6r", "7r"],
    ["9o", "10o", "J", "3k", "3r", "J", "3b"],
]


@pytest.mark.parametrize("rack", lines, ids=" ".join)
def test_first_sets_are_found_exactly(rack: list[str]) -> None:
    best = best_by_trying(tuple(rack))
    found = opening(kinds_of(rack), best)
    assert found is not None
    assert sum(one.value for one in found) >= best
    laid = Counter(chain.from_iterable(one.tiles for one in found))
    assert not laid - Counter(kinds_of(rack))
    assert opening(kinds_of(rack), best + 1) is None


@given(st.lists(st.integers(0, JOKER), min_size=6, max_size=7).map(bytes))
def test_first_sets_of_any_small_rack_are_found_exactly(rack: bytes) -> None:
    if max(Counter(rack).values()) > 2:
        return
    best = best_by_trying(names(rack))
    assert opening(rack, best) is not None
    assert opening(rack, best + 1) is None


def test_deals_that_can_open_are_as_frequent_as_they_should_be() -> None:
    import random

    rng = random.Random(8)
    deals = 2_000
    able = sum(
        opening(bytes(n % 53 for n in rng.sample(range(106), 14)), 30) is not None
        for _ in range(deals)
    )
    assert abs(able / deals - 0.491) < 0.04
