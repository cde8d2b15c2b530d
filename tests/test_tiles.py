"""How tiles are written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.errors import IllegalAction
from shared.tiles import (
    DECK,
    INDEX,
    NAMES,
    apart,
    kinds_of,
    names,
    read_tile,
    together,
    value,
)


def test_there_are_106_tiles_of_53_kinds() -> None:
    assert DECK == 106
    assert len(set(NAMES)) == 53
    assert NAMES[:2] == ("1r", "2r")
    assert NAMES[12:14] == ("13r", "1b")
    assert NAMES[-2:] == ("13o", "J")
    assert all(NAMES[kind] == name for name, kind in INDEX.items())


@given(st.lists(st.integers(0, 52)).map(bytes))
def test_notation_and_back(kinds: bytes) -> None:
    assert kinds_of(names(kinds)) == kinds
    assert apart(together(kinds)) == names(kinds)


def test_tiles_written_together() -> None:
    assert together(kinds_of(["13k", "1o", "J", "10r"])) == "13k1oJ10r"
    assert apart("13k1oJ10r") == ("13k", "1o", "J", "10r")
    assert apart("") == ()


def test_K32_a_rack_counts_a_joker_30() -> None:
    assert value(kinds_of(["J", "5r", "13k"]), joker=30) == 48
    assert value(kinds_of(["J", "5r", "13k"]), joker=100) == 118


@pytest.mark.parametrize(
    ("typed", "tile"),
    [
        ("7r", "7r"),
        (" 13K ", "13k"),
        ("R7", "7r"),
        ("b12", "12b"),
        ("j", "J"),
        ("Joker", "J"),
        ("*", "J"),
    ],
)
def test_what_people_type_is_understood(typed: str, tile: str) -> None:
    assert read_tile(typed) == tile


@pytest.mark.parametrize("word", ["", "7", "14r", "0b", "7h", "7H", "07r", "rr", "JJ"])
def test_other_words_are_no_tiles(word: str) -> None:
    with pytest.raises(IllegalAction) as refusal:
        read_tile(word)
    assert refusal.value.code == "no_such_tile"
    assert str(refusal.value) == (
        f"{word!r} is not a tile: write a number and a colour (r, b, k or o), "
        "such as 7r or 13k, or J for a joker"
    )


def test_on_the_wire_only_exact_notation_counts() -> None:
    with pytest.raises(IllegalAction, match="'R7' is not a tile"):
        kinds_of(["7r", "R7"])
