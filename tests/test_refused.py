"""Refusals, farewells and rules travel as codes, and each reader reads their own."""

import ast
import re
import string
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from ginhands import CGIO
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from spoken import speaking
from test_basic_options import CHANGES as BASIC
from test_gin_words import CHANGES as GIN
from test_rummikub_options import BOUND, OFFICIAL, OTHERS

from shared.errors import IllegalAction
from shared.ruleset import Ruleset, describe, rulesets, with_options
from shared.rulesets.gin import Gin
from shared.rulesets.rummikub_jokers import JokerFault
from shared.rulesets.rummikub_turn import _bound
from shared.sets import Fault, no_set
from shared.tiles import kinds_of
from shared.wire import (
    Bye,
    Refused,
    Rejected,
    ToGuest,
    Welcome,
    decode_to_guest,
    encode,
)
from shared.words import LANGUAGES, Language, Saying, catalogue

ROOT = Path(__file__).parent.parent


def over_the_wire(message: ToGuest) -> ToGuest:
    """What arrives of it."""
    return decode_to_guest(encode(message))


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def texts(language: Language, key: str) -> list[str]:
    """What is said under a key: one text, or one for each plural."""
    found = catalogue(language)
    plurals = [found[key + end] for end in ("_one", "_other") if key + end in found]
    return [found[key]] if key in found else plurals


# What is read


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "7H does not fit on TS JS QS"),
        ("fr", "7H ne complète pas TS JS QS"),
        ("hi", "7H मेल TS JS QS में नहीं जुड़ता"),
    ],
)
def test_a_refusal_is_read_in_the_readers_language(
    language: Language, sentence: str
) -> None:
    refusal = IllegalAction("does_not_fit", card="7H", meld="TS JS QS")
    arrived = over_the_wire(Rejected(3, refusal.code, refusal.values))
    with speaking(language):
        assert str(arrived) == str(refusal) == sentence


@pytest.mark.parametrize(
    ("language", "count", "sentence"),
    [
        ("en", 1, "no more than 1 meld may be laid down in a turn"),
        ("en", 2, "no more than 2 melds may be laid down in a turn"),
        ("fr", 1, "on ne pose pas plus de 1 combinaison par tour"),
        ("fr", 2, "on ne pose pas plus de 2 combinaisons par tour"),
        ("hi", 2, "एक बारी में 2 से ज़्यादा मेल नहीं उतारे जा सकते"),
    ],
)
def test_a_refusal_counts(language: Language, count: int, sentence: str) -> None:
    arrived = over_the_wire(Rejected(3, "enough_melds", {"count": count}))
    with speaking(language):
        assert str(arrived) == sentence


@pytest.mark.parametrize(
    ("message", "french", "hindi"),
    [
        (
            Refused("full"),
            "toutes les places de cette table sont prises",
            "इस मेज़ की सभी सीटें भर चुकी हैं",
        ),
        (Bye("closed"), "l’hôte a fermé la table", "मेज़बान ने मेज़ बंद कर दी है"),
        (
            Bye("replaced", replaced=True),
            "cette place a été reprise depuis un autre appareil",
            "यह सीट किसी और जगह से ले ली गई है",
        ),
        (
            Refused("too_old", {"host": 2, "guest": 1}),
            "l’hôte utilise la version 2 du jeu et votre programme la version 1\xa0; "
            "mettez le vôtre à jour",
            "मेज़बान खेल का संस्करण 2 चलाता है और आपका प्रोग्राम संस्करण 1; अपना प्रोग्राम अपडेट करें",
        ),
    ],
)
def test_so_is_what_ends_a_seat(message: ToGuest, french: str, hindi: str) -> None:
    arrived = over_the_wire(message)
    with speaking("fr"):
        assert str(arrived) == french
    with speaking("hi"):
        assert str(arrived) == hindi


def test_what_only_a_newer_host_says_is_said_to_be_that() -> None:
    other = (
        "the host's program forbids that, for a reason that only a newer rummyroom "
        "knows: update yours"
    )
    for code, values in (
        ("of_the_future", {"card": "7H"}),
        ("does_not_fit", {"card": "7H"}),
        ("enough_melds", {"count": "two"}),
        ("enough_melds", {}),
    ):
        assert str(over_the_wire(Rejected(1, code, values))) == other
        assert str(over_the_wire(Refused(code, values))) == other
    assert str(over_the_wire(Bye("of_the_future"))) == "the host has left"
    assert str(Saying("rules.of_the_future")) == (
        "One more rule is in force that only a newer rummyroom can tell."
    )


@given(st.text(), st.dictionaries(st.text(), st.integers() | st.text()))
def test_whatever_a_host_sends_is_a_sentence(
    code: str, values: dict[str, int | str]
) -> None:
    assert str(Rejected(1, code, values)) and str(Saying(code, values))
    for known in ("enough_melds", "does_not_fit", "draw_first"):
        assert str(Rejected(1, known, values))


# The rules of each game


BASIC_TOO = (
    {"max_recycles": "0"},
    {"max_recycles": "2", "recycle_order": "turn_over"},
    {"recycle_top": "turn_up"},
    {"decks": "2", "jokers": "2"},
    {"decks": "2", "jokers": "1", "same_suit_in_set": "on", "max_set": "3"},
    {"decks": "2", "same_suit_in_set": "on", "max_set": "6"},
    {"layoffs_per_turn": "0"},
    {"going_rummy": "off"},
    {"ace": "corner"},
    {"targets": "1", "hand_size": "1"},
)
"Options of Basic Rummy that change other sentences together than alone."

GIN_TOO: tuple[tuple[Gin, dict[str, object]], ...] = (
    (CGIO, {"fiftieth_card_rule": True, "stock_dead_at": 0}),
    (CGIO, {"oklahoma": True, "knock_limit": 0}),
)


def games() -> Iterator[Ruleset[Any]]:
    """Every preset, every option of every game changed, and what goes together."""
    yield from rulesets().values()
    yield from (with_options(game, change) for game, change in BASIC.values())
    cgio = rulesets()["cgio"]
    yield from (with_options(cgio, change) for change in BASIC_TOO)
    yield from (replace(game, **change) for game, change in (*GIN, *GIN_TOO))
    for name, other in OTHERS.items():
        bound = name in ("joker_retrieve_from", "joker_group3", "joker_reuse")
        yield replace(BOUND if bound else OFFICIAL, **{name: other})


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_of_every_game_are_whole_in_every_language(
    language: Language,
) -> None:
    for game in games():
        welcome = Welcome(1, 0, "token", 0, rules=tuple(describe(game)))
        arrived = over_the_wire(welcome)
        assert isinstance(arrived, Welcome)
        english = [str(rule) for rule in arrived.rules]
        with speaking(language):
            said = [str(rule) for rule in arrived.rules]
        assert len(set(said)) == len(said) == len(set(english)) > 8
        end = "।" if language == "hi" else "."
        assert all(line.endswith(end) and "{" not in line for line in said)
        if language != "en":
            assert not set(said) & set(english)


def test_every_sentence_of_the_rules_is_said_of_some_game() -> None:
    said = {rule.key for game in games() for rule in describe(game)}
    kept = {
        re.sub("_(one|other)$", "", key)
        for key in catalogue("en")
        if key.startswith(("rules.basic.", "rules.gin.", "rules.rummikub."))
    }
    assert kept - said == set()
    assert said - kept == set()


@pytest.mark.parametrize(
    ("preset", "language", "sentences"),
    [
        (
            "cgio",
            "fr",
            [
                "À 3-4 joueurs, chacun reçoit 7 cartes.",
                "La carte suivante commence la défausse\xa0; le reste forme la pioche.",
                "Vous pouvez poser autant de combinaisons que vous voulez par tour.",
            ],
        ),
        (
            "gin_cgio",
            "hi",
            [
                "बिना मेल वाले पत्तों का जोड़ 10 या कम हो तो नॉक किया जा सकता है।",
                "जिन पर विपक्षी के बचे अंक और 25 मिलते हैं।",
            ],
        ),
        (
            "rk_official",
            "fr",
            [
                "Une combinaison a au plus 2 jokers.",
                "Quand le temps est écoulé, vous piochez 1 tuile.",
            ],
        ),
    ],
)
def test_some_of_them(preset: str, language: Language, sentences: list[str]) -> None:
    with speaking(language):
        said = [str(rule) for rule in describe(rulesets()[preset])]
    assert set(sentences) <= set(said)


# What is raised anywhere


def raised() -> Iterator[tuple[str, str, set[str]]]:
    """Where, and the code and the values of every refusal that is written out."""
    for source in sorted([*ROOT.glob("shared/**/*.py"), *ROOT.glob("peer/**/*.py")]):
        for node in ast.walk(ast.parse(source.read_text())):
            match node:
                case ast.Call(
                    func=ast.Name(id="IllegalAction"),
                    args=[ast.Constant(value=str(code))],
                    keywords=keywords,
                ):
                    values = {str(keyword.arg) for keyword in keywords}
                    yield f"{source.name}:{node.lineno}", code, values


SETS: dict[Fault, str] = {
    "too_few": "4r 5r",
    "only_jokers": "J J J",
    "too_many_jokers": "4r J J J",
    "mixed": "4r 5b 6r",
    "colour_twice": "8r 8r 8b",
    "group_too_long": "8r 8b 8k 8o J",
    "number_twice": "4r 5r 5r",
    "run_too_long": "1r 2r 3r 4r 5r 6r 7r 8r 9r 10r 11r 12r 13r J",
    "wraps": "12r 13r 1r",
    "gap": "3r 6r 5r",
}


def made() -> Iterator[tuple[str, str, set[str]]]:
    """The same of those whose code is worked out."""
    refusals = [no_set(1, kinds_of(SETS[f].split()), f) for f in get_args(Fault)]
    refusals += [_bound(f, 1, kinds_of(["4r", "J"])) for f in get_args(JokerFault)]
    for refusal in refusals:
        yield refusal.code, refusal.code, set(refusal.values)


REFUSALS = [*raised(), *made()]


@pytest.mark.parametrize(("where", "code", "values"), REFUSALS)
def test_every_refusal_has_its_sentence_and_no_value_too_few_or_too_many(
    where: str, code: str, values: set[str]
) -> None:
    for language in LANGUAGES:
        found = texts(language, f"refused.{code}")
        assert found, f"{where}: {code} in {language}"
        for text in found:
            assert placeholders(text) | ({"count"} & values) == values, where


def test_no_refusal_is_worked_out_where_nobody_looks() -> None:
    hidden = {
        source.name
        for source in [*ROOT.glob("shared/**/*.py"), *ROOT.glob("peer/**/*.py")]
        for node in ast.walk(ast.parse(source.read_text()))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "IllegalAction"
        and not (len(node.args) == 1 and isinstance(node.args[0], ast.Constant))
    }
    assert hidden == {"rummikub_turn.py", "sets.py"}


def test_no_sentence_is_kept_for_what_is_never_refused() -> None:
    kept = {
        re.sub("_(one|other)$", "", key.removeprefix("refused."))
        for key in catalogue("en")
        if key.startswith("refused.")
    }
    of_the_host = {
        *("other", "full", "locked", "too_old", "too_new", "not_kept"),
        *("full_watch", "crowded", "no_watching", "watching"),
        *("talk_off", "talk_phrases", "no_phrase", "nothing_said", "too_long"),
        "too_fast",
    }
    assert kept == {code for _, code, _ in REFUSALS} | of_the_host


def test_the_same_placeholders_in_every_language() -> None:
    for language in LANGUAGES:
        for key, english in catalogue("en").items():
            if key.startswith(("refused.", "bye.", "rules.")):
                assert placeholders(catalogue(language)[key]) == placeholders(english)
