"""What holds for every preset of every game."""

import ast
from pathlib import Path

import pytest
from basic_playthroughs import FOLDER
from spoken import described

from shared.errors import OptionError
from shared.ruleset import options, rulesets, with_options

ALL = rulesets()

TESTS = Path(__file__).parent


def test_the_presets_of_all_games_are_there() -> None:
    games = {game.name for game in ALL.values()}
    assert games == {"basic", "gin", "rummikub"}
    assert all(name == game.preset for name, game in ALL.items())


@pytest.mark.parametrize("preset", ALL)
def test_every_option_survives_being_written(preset: str) -> None:
    game = ALL[preset]
    said = options(game)
    assert set(said) == set(game.__struct_fields__) - {"preset"}
    assert with_options(game, said) == game
    for name, text in said.items():
        assert with_options(game, {name: text}) == game


@pytest.mark.parametrize("preset", ALL)
def test_every_preset_can_be_described(preset: str) -> None:
    lines = described(ALL[preset])
    assert len(lines) > 8
    assert all(line.endswith(".") and line[0] == line[0].upper() for line in lines)


def test_every_preset_has_golden_hands() -> None:
    kept = {path.stem.removeprefix("basic_") for path in FOLDER.glob("*.jsonl")}
    assert set(ALL) <= kept


@pytest.mark.parametrize(
    ("preset", "name", "text", "value"),
    [
        ("gin_cgio", "big_gin_bonus", "Off", "off"),
        ("gin_cgio", "big_gin_bonus", "50", 50),
        ("gin_openspiel", "max_returned", "unlimited", None),
        ("gin_cgio", "oklahoma", "yes", True),
        ("gin_cgio", "targets", "250", (250,)),
        ("rk_official", "never_opened_penalty", "100-200", (100, 200)),
        ("rk_official", "turn_seconds", "0", 0),
        ("rk_official", "pool_end", "one_more_turn", "one_more_turn"),
    ],
)
def test_options_of_the_other_games_are_read_too(
    preset: str, name: str, text: str, value: object
) -> None:
    changed = with_options(ALL[preset], {name: text})
    assert getattr(changed, name) == value
    assert described(changed) != described(ALL[preset]) or changed == ALL[preset]


def test_what_a_bonus_may_be_is_said() -> None:
    with pytest.raises(OptionError) as refusal:
        with_options(ALL["gin_cgio"], {"big_gin_bonus": "much"})
    sentence = "big_gin_bonus cannot be 'much': write a number or off"
    assert str(refusal.value) == sentence


def test_every_refusal_of_the_rules_is_in_some_test() -> None:
    codes = {
        node.args[0].value
        for source in (TESTS.parent / "shared").rglob("*.py")
        for node in ast.walk(ast.parse(source.read_text()))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "IllegalAction"
        and isinstance(node.args[0], ast.Constant)
    }
    assert {"not_dealt", "not_in_this_game", "hand_over", "pool_empty"} <= codes
    tests = "".join(path.read_text() for path in TESTS.glob("test_*.py"))
    assert [code for code in sorted(codes) if f'"{code}"' not in tests] == []
