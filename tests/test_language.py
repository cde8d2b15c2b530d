"""Which language a command speaks, and the screen that follows from it."""

import sys
from pathlib import Path

import pytest

from peer.config import Config, ConfigError, load_config, settle
from peer.manners import manner_of
from peer.options import read_options
from peer.values import LANGUAGES
from shared import words


def language(tmp_path: Path, **variables: str) -> str:
    return load_config(environ={"XDG_CONFIG_HOME": str(tmp_path), **variables}).lang


def write_config(tmp_path: Path, content: str) -> Path:
    path = tmp_path / "rummyroom" / "config.toml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(content)
    return path


def test_the_languages_that_may_be_typed_are_those_there_are() -> None:
    assert LANGUAGES == words.LANGUAGES


@pytest.mark.parametrize(
    ("locale", "lang"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "hi_IN"}, "hi"),
        ({"LANG": "fr"}, "fr"),
        ({"LANG": "FR-ca"}, "fr"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "fra_FR"}, "en"),
        ({"LANG": "!"}, "en"),
        ({"LC_MESSAGES": "hi_IN", "LANG": "fr_FR"}, "hi"),
        ({"LC_MESSAGES": "", "LANG": "fr_FR"}, "fr"),
        ({"LC_ALL": "fr_FR", "LC_MESSAGES": "hi_IN"}, "fr"),
        ({"LC_ALL": "de_DE", "LANG": "fr_FR"}, "en"),
    ],
)
def test_the_system_has_a_language(
    tmp_path: Path, locale: dict[str, str], lang: str
) -> None:
    assert language(tmp_path, **locale) == lang


def test_flag_variable_file_and_system_are_asked_in_this_order(tmp_path: Path) -> None:
    environ = {"XDG_CONFIG_HOME": str(tmp_path), "LANG": "fr_FR"}
    assert settle(environ)["lang"] == ("fr", "LANG")
    path = write_config(tmp_path, 'lang = "hi"\n')
    assert settle(environ)["lang"] == ("hi", f"{path}, line 1")
    environ["RUMMYROOM_LANG"] = "en"
    assert settle(environ)["lang"] == ("en", "RUMMYROOM_LANG")
    assert load_config(environ=environ, lang="fr").lang == "fr"


def test_another_language_cannot_be_settled(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as caught:
        language(tmp_path, RUMMYROOM_LANG="de")
    assert str(caught.value) == "RUMMYROOM_LANG: lang must be en, fr or hi"
    path = write_config(tmp_path, 'lan = true\nlang = "de"\n')
    with pytest.raises(ConfigError) as caught:
        language(tmp_path)
    assert str(caught.value) == f"{path}, line 2: lang must be en, fr or hi"


@pytest.mark.parametrize(
    "command",
    ["play", "host", "join CODE", "rules", "replay F", "show F", "stats", "verify F"],
)
def test_every_command_of_a_player_takes_a_language(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert read_options([*command.split(), "--lang", "hi"]).lang == "hi"
    assert read_options(command.split()).lang is None
    with pytest.raises(SystemExit) as ended:
        read_options([*command.split(), "--lang", "de"])
    assert ended.value.code == 2
    assert (
        "argument --lang: there is no 'de'; choose from en, fr, hi"
        in capsys.readouterr().err
    )


@pytest.mark.parametrize(
    ("lang", "args", "drawn", "could_draw"),
    [
        ("fr", "", True, False),
        ("fr", "--plain", False, False),
        ("hi", "", False, True),
        ("hi", "--plain", False, False),
        ("hi", "--drawn", True, False),
        ("hi", "--json", False, False),
    ],
)
def test_hindi_is_told_in_lines_unless_the_table_is_asked_for(
    lang: str,
    args: str,
    drawn: bool,
    could_draw: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        monkeypatch.setattr(stream, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("ACCESSIBLE", raising=False)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("LINES", "40")
    config = Config(None, "Ann", True, lang=lang)
    manner = manner_of(read_options(["play", *args.split()]), config)
    assert (manner.drawn, manner.could_draw) == (drawn, could_draw)
