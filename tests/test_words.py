"""Texts in the language of whoever reads them."""

import pytest
from spoken import speaking

from shared.words import category, say, spoken_language


def test_a_text_takes_its_values() -> None:
    assert say("seat.player", number=3) == "Player 3"


@pytest.mark.parametrize(("count", "text"), [(0, "0 cards"), (1, "1 card")])
def test_a_text_follows_its_count(count: int, text: str) -> None:
    assert say("seat.cards", count=count) == text


def test_french_and_hindi_have_a_singular_nothing() -> None:
    assert category("en", 0) == "other"
    assert category("fr", 0) == category("hi", 0) == "one"


def test_a_text_that_is_not_there_is_an_error() -> None:
    with pytest.raises(KeyError):
        say("no.such.text", count=1)


def test_the_language_is_that_of_the_reader() -> None:
    with speaking("fr"):
        assert spoken_language() == "fr"
    assert spoken_language() == "en"
