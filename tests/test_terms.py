"""What a host settles about a table, by name and text."""

import pytest

from shared.errors import OptionError
from shared.terms import Terms, settled


def test_each_term_has_a_text_form() -> None:
    terms = Terms()
    for name, text in [
        ("absent", "void"),
        ("absent-after", "90"),
        ("talk", "off"),
        ("watch", "no"),
        ("locked", "yes"),
    ]:
        terms = settled(terms, name, text)
    assert terms == Terms("void", 90, "off", False, True)


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        (
            "colour",
            "red",
            "there is no 'colour' to settle: choose from absent, absent-after, talk, "
            "watch, locked",
        ),
        ("absent", "leave", "absent is one of wait, bot, void"),
        ("absent-after", "3601", "absent-after is a number of seconds up to 3600"),
        ("absent-after", "-1", "absent-after is a number of seconds up to 3600"),
        ("talk", "", "talk is one of off, phrases, text"),
        ("watch", "maybe", "watch is yes or no"),
    ],
)
def test_a_value_that_makes_no_sense_is_refused(
    name: str, text: str, sentence: str
) -> None:
    with pytest.raises(OptionError) as refusal:
        settled(Terms(), name, text)
    assert str(refusal.value) == sentence
