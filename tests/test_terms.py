"""What a host settles about a table, by name and text."""

import pytest

from shared.errors import OptionError
from shared.terms import FORMS, NAMES, USUAL, Terms, settled, written_terms


def test_each_term_has_a_text_form() -> None:
    terms = Terms()
    for name, text in [
        ("absent", "void"),
        ("absent-after", "90"),
        ("talk", "off"),
        ("watch", "no"),
        ("locked", "yes"),
        ("clock", "600s+20s"),
    ]:
        terms = settled(terms, name, text)
    assert terms == Terms("void", 90, "off", False, True, "10m+20s")


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        (
            "colour",
            "red",
            "there is no 'colour' to settle: choose from absent, absent-after, talk, "
            "watch, locked, clock",
        ),
        ("absent", "leave", "absent is one of wait, bot, void"),
        ("absent-after", "3601", "absent-after is a number of seconds up to 3600"),
        ("absent-after", "00060", "absent-after is a number of seconds up to 3600"),
        ("absent-after", "9" * 5000, "absent-after is a number of seconds up to 3600"),
        ("absent-after", "-1", "absent-after is a number of seconds up to 3600"),
        ("talk", "", "talk is one of off, phrases, text"),
        ("watch", "maybe", "watch is yes or no"),
        (
            "clock",
            "10+20",
            "clock is off, game, seconds for each turn such as 45, or a bank and more "
            "such as 10m+20s",
        ),
        ("clock", "4", "a turn has from 5 to 3600 seconds"),
        ("clock", "0", "a turn has from 5 to 3600 seconds"),
        ("clock", "29s+5s", "a bank has from 30 to 10800 seconds"),
        ("clock", "10m+0s", "the increment has from 5 to 600 seconds"),
    ],
)
def test_a_value_that_makes_no_sense_is_refused(
    name: str, text: str, sentence: str
) -> None:
    with pytest.raises(OptionError) as refusal:
        settled(Terms(), name, text)
    assert str(refusal.value) == sentence


def test_every_term_says_what_can_be_written_for_it() -> None:
    assert tuple(FORMS) == NAMES
    for name, forms in FORMS.items():
        for form in forms.replace("-3600", "").split(", "):
            terms = settled(USUAL, name, form)
            assert written_terms(terms)[name] == form
