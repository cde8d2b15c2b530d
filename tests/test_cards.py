"""Card notation and bit masks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.cards import (
    CARDS,
    DECK,
    INDEX,
    NAMES,
    apart,
    bits,
    index_of,
    mask_of,
    names,
    read_card,
    together,
)
from shared.errors import IllegalAction

masks = st.integers(0, (1 << DECK) - 1)


def test_the_deck_is_four_suits_with_the_ace_lowest() -> None:
    assert " ".join(NAMES[:13]) == "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"
    assert [NAMES[suit * 13] for suit in range(4)] == ["AS", "AH", "AD", "AC"]
    assert len(set(NAMES)) == DECK == 52
    assert all(NAMES[INDEX[card]] == card for card in NAMES)


@given(masks)
def test_names_of_a_mask_are_the_mask(mask: int) -> None:
    assert mask_of(names(mask)) == mask
    assert mask_of(reversed(names(mask))) == mask


@given(masks)
def test_bits_come_once_and_in_order(mask: int) -> None:
    indices = list(bits(mask))
    assert indices == sorted(set(indices))
    assert sum(1 << index for index in indices) == mask


def test_a_card_that_is_none_is_refused() -> None:
    for text in ("", "7", "H7", "1H", "10H", "7h", "XX", "7HH"):
        with pytest.raises(IllegalAction) as refusal:
            index_of(text)
        assert refusal.value.code == "no_such_card"
    with pytest.raises(IllegalAction) as refusal:
        mask_of(["7H", "8X"])
    assert str(refusal.value) == (
        "'8X' is not a card: write a rank and a suit, such as 7H or TS"
    )


def test_a_long_word_is_cut_in_the_refusal() -> None:
    with pytest.raises(IllegalAction) as refusal:
        read_card("\N{RIGHT-TO-LEFT OVERRIDE}" + "x" * 5000)
    assert str(refusal.value) == (
        r"'\u202exxxxxxxxxxx' is not a card: "
        "write a rank and a suit, such as 7H or TS"
    )


def test_a_card_listed_twice_is_refused() -> None:
    with pytest.raises(IllegalAction) as refusal:
        mask_of(["7H", "8H", "7H"])
    assert refusal.value.code == "card_twice"
    assert str(refusal.value) == "7H is listed twice"


@pytest.mark.parametrize(
    ("typed", "card"),
    [
        ("7H", "7H"),
        ("7h", "7H"),
        (" qs ", "QS"),
        ("10d", "TD"),
        ("td", "TD"),
        ("7♥", "7H"),
        ("10♠", "TS"),
        ("A♣️", "AC"),
        ("k♦︎", "KD"),
    ],
)
def test_people_may_write_cards_in_several_ways(typed: str, card: str) -> None:
    assert read_card(typed) == card


@given(st.text(max_size=6))
def test_what_a_person_types_is_a_card_or_refused(text: str) -> None:
    try:
        assert read_card(text) in INDEX
    except IllegalAction as refusal:
        assert refusal.code == "no_such_card"


@given(st.sets(st.integers(0, len(CARDS) - 1)))
def test_cards_written_together_come_apart_again(indices: set[int]) -> None:
    mask = sum(1 << index for index in indices)
    assert apart(together(mask)) == names(mask)


def test_together_is_for_people_too() -> None:
    assert together(mask_of(["J'", "8H", "7S'", "7S", "J"])) == "7S7S'8HJJ'"
    assert apart("") == ()
