"""The catalogues of all languages: complete, alike, and all of them is said."""

import json
import re
import subprocess
from pathlib import Path

import pytest
from babel import Locale
from pseudo import LONGER, pseudo, pseudo_catalogue
from sayings import (
    PLURALS,
    is_said,
    prefixes,
    python_literals,
    refusals,
    said,
    script_literals,
    stem,
)

from shared.words import LANGUAGES, TERMINAL, Language, catalogue, category

ROOT = Path(__file__).parent.parent
LOCALE = ROOT / "shared" / "locale"
OTHERS: list[Language] = [each for each in LANGUAGES if each != "en"]

COUNTS = [*range(201), 1_000, 1_001, 9_999, 123_456, 1_000_000, 2_000_000]
NBSP = "\u00a0"

SELECT = """const [languages, counts] = JSON.parse(process.argv[1]);
const select = (language) => {
  const rules = new Intl.PluralRules(language);
  return counts.map((count) => rules.select(count));
};
console.log(JSON.stringify(languages.map(select)));"""


def placeholders(text: str) -> list[str]:
    return sorted(set(re.findall(r"\{\w*\}", text)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_is_sorted_and_written_in_one_way(language: Language) -> None:
    text = (LOCALE / f"{language}.json").read_text(encoding="utf-8")
    texts = json.loads(text)
    written = json.dumps(texts, indent=2, ensure_ascii=False, sort_keys=True)
    assert text == written + "\n"
    assert len(texts) == text.count("\n") - 2, "a key is there twice"


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_the_same_texts_with_the_same_values(
    language: Language,
) -> None:
    english, other = catalogue("en"), catalogue(language)
    assert english.keys() == other.keys()
    differing = {
        key: other[key]
        for key in english
        if placeholders(english[key]) != placeholders(other[key])
    }
    assert differing == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_empty_or_has_loose_ends(language: Language) -> None:
    loose = {
        key: text
        for key, text in catalogue(language).items()
        if not text.strip() or text.strip(" ") != text or "  " in text.strip()
    }
    assert {key for key in loose if not key.startswith(TERMINAL)} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_plural_has_all_that_its_language_needs(language: Language) -> None:
    texts = catalogue(language)
    needed = {f"_{category(language, count)}" for count in COUNTS}
    counted = {
        key.removesuffix(plural): plural
        for key in texts
        for plural in PLURALS
        if key.endswith(plural)
    }
    for name in counted:
        has = {plural for plural in PLURALS if name + plural in texts}
        assert has == needed, name
        assert name not in texts, f"{name} is there with plurals and without"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_plural_rules_are_those_of_cldr(language: Language) -> None:
    rule = Locale(language).plural_form
    for count in COUNTS:
        # Of a million cards French has another plural, which no game needs.
        expected = rule(count).replace("many", "other")
        assert category(language, count) == expected, count


@pytest.mark.needs("nodejs")
def test_browsers_have_the_same_plural_rules() -> None:
    asked = json.dumps([LANGUAGES, COUNTS])
    run = subprocess.run(
        ["node", "-e", SELECT, asked], capture_output=True, check=True, text=True
    )
    for language, found in zip(LANGUAGES, json.loads(run.stdout), strict=True):
        expected = [category(language, count) for count in COUNTS]
        assert [one.replace("many", "other") for one in found] == expected


def test_everything_that_is_said_is_in_the_catalogues() -> None:
    known = catalogue("en").keys()
    stems = {stem(key) for key in known}
    assert {key for key in said() if key not in known and key not in stems} == set()


def test_what_looks_like_a_key_is_one() -> None:
    known = {*catalogue("en"), *map(stem, catalogue("en"))}
    starts = {key.split(".")[0] for key in known if "." in key}
    keys = {
        text
        for text in python_literals() | script_literals()
        if re.fullmatch(r"[a-z]+(?:\.\w+)+", text) and text.split(".")[0] in starts
    }
    begun = {key for key in keys if any(one.startswith(f"{key}.") for one in known)}
    assert keys - known - begun - NO_KEYS == set()


NO_KEYS = {
    "page.html",
    "table.json",
    "watch.sees",
    "watch.log",
    "watch.opened",
}
"What looks like a key and is something else."


def test_everything_in_the_catalogues_is_said() -> None:
    assert {key for key in catalogue("en") if not is_said(key)} == set()


def test_what_is_put_together_begins_with_what_there_is() -> None:
    known = catalogue("en")
    spoken = [start for start in prefixes() if start.split(".")[0] in SPACES]
    assert [
        one for one in spoken if not any(key.startswith(one) for key in known)
    ] == []


SPACES = {key.split(".")[0] for key in catalogue("en") if "." in key}


def test_every_refusal_has_its_sentence() -> None:
    stems = {stem(key) for key in catalogue("en")}
    assert {f"refused.{code}" for code in refusals()} - stems == set()


def test_a_page_says_nothing_that_only_terminals_have() -> None:
    assert {one for one in script_literals() if one.startswith(TERMINAL)} == set()


def test_french_has_its_spaces_before_high_punctuation() -> None:
    loose = {
        key: text
        for key, text in catalogue("fr").items()
        if re.search(rf"(?<![{NBSP}\d])[;!?»](?!\w)|(?<=\w):(?= )|« | [:;!?»%]|'", text)
    }
    assert loose == {}


ANOTHER_WORD = {
    "fr": r"grand gin|par rang|joueur virtuel|salon\b|\bFILE\b",
    "hi": r"टेबल|सुझाव|अभिलेख|रम्मी|गायब|गुलाम|खाली|\bकदम|दुग्गी|दुगन|नंबर|बाकी",
}
"For what has a word already; or another spelling of it."


@pytest.mark.parametrize("language", OTHERS)
def test_a_thing_is_called_by_one_word(language: Language) -> None:
    texts = catalogue(language)
    another = re.compile(ANOTHER_WORD[language])
    assert {key: text for key, text in texts.items() if another.search(text)} == {}


def test_hindi_ends_its_sentences_with_its_own_sign() -> None:
    hindi = re.compile(r"[\u0900-\u097f]\.(?= |$)")
    found = {key: text for key, text in catalogue("hi").items() if hindi.search(text)}
    assert set(found) == {key for key in found if "से." in found[key]}


@pytest.mark.parametrize(
    "text", ["Draw", "{game}, {preset}", "K", "Take {card} ({why})"]
)
def test_the_pseudo_language_is_longer_and_keeps_what_is_filled_in(text: str) -> None:
    longer = pseudo(text)
    assert placeholders(longer) == placeholders(text)
    plain = re.sub(r"\{\w+\}", "", text)
    assert len(re.sub(r"\{\w+\}", "", longer)) >= LONGER * len(plain)
    assert pseudo_catalogue({"a": text}) == {"a": longer}


ALIKE = [
    # Codes of the wire: each family has a sentence for each of its codes.
    {"bye.no_watching", "refused.no_watching"},
    {"bye.not_kept", "refused.not_kept"},
    {"fair.again_you", "fair.out_you"},
    # Keys of the terminal, and settings of either screen, by the names they have there.
    {"do.hint", "term.tui.key.hint"},
    {"menu.leave.yes", "term.tui.key.leave"},
    {"table", "term.tui.key.table"},
    {"set.deck.four", "term.tui.opt.deck.four"},
    # What somebody says, and what is: to go on, or only to look on.
    {"phrase.your_turn", "term.turn.yours"},
    {"do.next", "rerun.step.hand_forward"},
]
"The same texts in every language under keys that cannot be one."


def test_nothing_is_in_the_catalogues_twice() -> None:
    alike: dict[tuple[str, ...], set[str]] = {}
    for key in catalogue("en"):
        if not key.endswith(PLURALS):
            texts = tuple(catalogue(language)[key] for language in LANGUAGES)
            alike.setdefault(texts, set()).add(key)
    twice = [keys for keys in alike.values() if len(keys) > 1]
    assert sorted(map(sorted, twice)) == sorted(map(sorted, ALIKE))
