"""What is wrong about the options of a game is a code, and read in one's language."""

import ast
import json
import string
from collections.abc import Callable, Iterator

import pytest
from sayings import trees
from seated import Seated
from spoken import speaking

from peer.ndjson import Ndjson
from shared.errors import IllegalAction, OptionError
from shared.ruleset import find_ruleset, not_for
from shared.terms import USUAL, settled
from shared.words import LANGUAGES, Language, catalogue

NBSP = "\u00a0"


def basic(**options: str) -> Callable[[], object]:
    return lambda: find_ruleset("basic", None, options)


def term(name: str, text: str) -> Callable[[], object]:
    return lambda: settled(USUAL, name, text)


TOLD = [
    (
        lambda: find_ruleset("bridge"),
        f"il n’y a pas de jeu 'bridge'{NBSP}: choisissez parmi basic, gin, rummikub",
        "'bridge' नाम का कोई खेल नहीं है: इनमें से चुनें: basic, gin, rummikub",
    ),
    (
        basic(hand_sise="7"),
        f"il n’y a pas d’option 'hand_sise'{NBSP}: vouliez-vous dire hand_size{NBSP}?",
        "'hand_sise' नाम का कोई विकल्प नहीं है: क्या आपका मतलब hand_size था?",
    ),
    (
        basic(scoring="much"),
        f"scoring ne peut pas être 'much'{NBSP}: choisissez winner_takes ou penalty",
        "scoring का मान 'much' नहीं हो सकता: winner_takes या penalty चुनें",
    ),
    (
        basic(players="2-6"),
        "hand_size et targets doivent être un seul nombre, ou 5 nombres, pour 2 à 6 "
        f"joueurs{NBSP}: réglez-les aussi",
        "2 से 6 खिलाड़ियों के लिए hand_size और targets का मान एक संख्या या 5 संख्याएँ होना "
        "चाहिए: उन्हें भी तय करें",
    ),
    (
        term("clock", "4"),
        "un tour dure de 5 à 3600 secondes",
        "एक बारी 5 से 3600 सेकंड की होती है",
    ),
    (
        term("watch", "oui"),
        "watch est yes ou no",
        "watch का मान yes या no है",
    ),
]


@pytest.mark.parametrize(("attempt", "french", "hindi"), TOLD)
def test_it_is_read_in_the_readers_language(
    attempt: Callable[[], object], french: str, hindi: str
) -> None:
    with pytest.raises(OptionError) as refusal:
        attempt()
    with speaking("fr"):
        assert str(refusal.value) == french
    with speaking("hi"):
        assert str(refusal.value) == hindi


def test_how_many_can_play_is_told_in_one_sentence() -> None:
    told = [str(not_for(find_ruleset(game), 9)) for game in ("basic", "gin")]
    assert told == [
        "basic as cgio is for 2 to 4 players, not for 9",
        "gin as gin_cgio is for 2 players, not for 9",
    ]


def test_a_code_that_is_not_known_is_told_all_the_same() -> None:
    sentence = "no game can be played by these options"
    assert str(OptionError("of_a_newer_program")) == sentence


def raised() -> Iterator[tuple[str, set[str]]]:
    """Each code in the sources, and the values it is given."""
    for tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                if node.func.id == "OptionError":
                    (code,) = node.args
                    values = {str(one.arg) for one in node.keywords}
                    if isinstance(code, ast.Constant):
                        yield str(code.value), values
                    else:  # f"clock.{name}"
                        yield from ((f"clock.{one}", values) for one in CLOCK)


CLOCK = ("turn", "bank", "increment")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_has_the_values_that_its_code_is_given(
    language: Language,
) -> None:
    texts = catalogue(language)
    codes = dict(raised())
    assert len(codes) > 40
    for code, values in codes.items():
        text = texts[f"term.option.{code}"]
        named = {name for _, name, _, _ in string.Formatter().parse(text) if name}
        assert named == values, code
    known = {key.removeprefix("term.option.") for key in texts if "term.option." in key}
    assert known == codes.keys() | {"other"}


def test_a_program_is_told_the_code_and_the_values() -> None:
    option = OptionError("least", name="targets", least=1)
    refusal = IllegalAction("term_in_hand", name="clock")
    with speaking("fr"):
        told = [json.loads(*Ndjson().refused(why)) for why in (option, refusal)]
        assert [one["text"] for one in told] == [str(option), str(refusal)]
    assert [(one["type"], one["code"], one["values"]) for one in told] == [
        ("notice", "option.least", {"name": "targets", "least": 1}),
        ("notice", "term_in_hand", {"name": "clock"}),
    ]


def test_a_person_is_told_the_sentence() -> None:
    mira = Seated(host=True)
    with speaking("fr"):
        told = mira.screen.refused(OptionError("least", name="targets", least=1))
    assert told == ["Targets doit être au moins 1."]
