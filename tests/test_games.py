"""Which game is played by which rules: on the command line and for all to see."""

from pathlib import Path

import pytest
from commands import command, server
from seated import Seated
from spoken import described

from peer import cli
from peer.cli import main
from peer.rulebook import rules_of
from shared.errors import OptionError
from shared.ruleset import (
    DEFAULTS,
    changed_options,
    find_ruleset,
    rulesets,
)


@pytest.fixture(autouse=True)
def no_logging(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command sets up logging for its whole process, here that of the tests."""
    monkeypatch.setattr(cli, "_set_up_logging", lambda verbose: None)


@pytest.mark.parametrize("game", DEFAULTS)
def test_every_game_has_a_preset_of_its_own(game: str) -> None:
    assert find_ruleset(game).name == game
    assert find_ruleset(game) == rulesets()[DEFAULTS[game]]


def test_a_preset_may_be_named_without_its_game() -> None:
    assert find_ruleset("gin", "pagat") == rulesets()["gin_pagat"]
    assert find_ruleset("basic", "pagat") == rulesets()["pagat"]
    assert find_ruleset("rummikub", "tournament") == rulesets()["rk_tournament"]


@pytest.mark.parametrize(
    ("game", "preset", "sentence"),
    [
        ("whist", None, "there is no game 'whist': choose from basic, gin, rummikub"),
        (
            "basic",
            "rk_official",
            "basic has no preset 'rk_official': "
            "choose from cgio, pagat, bicycle, basicapp",
        ),
        ("gin", "pagt", "gin has no preset 'pagt': did you mean gin_pagat?"),
    ],
)
def test_what_there_is_not_is_refused(
    game: str, preset: str | None, sentence: str
) -> None:
    with pytest.raises(OptionError) as refused:
        find_ruleset(game, preset)
    assert str(refused.value) == sentence


def test_only_what_was_changed_is_told() -> None:
    ruleset = find_ruleset("basic", "pagat", {"max_recycles": "2", "ace": "low"})
    assert changed_options(ruleset) == {"max_recycles": "2"}
    assert changed_options(find_ruleset("gin")) == {}


@pytest.mark.parametrize(
    ("args", "code", "said"),
    [
        (
            ["play", "gin", "--players", "3"],
            2,
            "gin as gin_cgio is for 2 players, not for 3",
        ),
        (
            ["host", "rummikub", "--players", "5"],
            2,
            "rummikub as rk_official is for 2 to 4 players, not for 5",
        ),
        (
            ["host", "gin", "--bots", "2"],
            2,
            "gin as gin_cgio is for 2 players, not for 3",
        ),
        (
            ["play", "basic", "--set", "ace=x"],
            2,
            "ace cannot be 'x': choose low, either or corner",
        ),
    ],
)
def test_a_game_that_cannot_be_is_refused(
    capsys: pytest.CaptureFixture[str], args: list[str], code: int, said: str
) -> None:
    assert main(args) == code
    assert capsys.readouterr().err == f"rummyroom: {said}\n"


@pytest.mark.parametrize("preset", rulesets())
def test_the_rules_of_every_preset_are_printed(
    capsys: pytest.CaptureFixture[str], preset: str
) -> None:
    ruleset = rulesets()[preset]
    assert main(["rules", ruleset.name, "--preset", preset]) == 0
    said = capsys.readouterr().out
    assert said.startswith(f"{ruleset.name}, preset {preset}:\n")
    for sentence in described(ruleset):
        assert f"- {sentence}\n" in said


def test_a_guest_reads_the_hosts_rules() -> None:
    player = Seated()
    table = player.table
    ruleset = find_ruleset("basic", "cgio", {"max_recycles": "3"})
    changed = type(table)(
        **{
            name: getattr(table, name)
            for name in table.__struct_fields__
            if name != "options"
        },
        options=changed_options(ruleset),
    )
    assert rules_of(changed) == described(ruleset) != rules_of(table)


def test_a_game_nobody_knows_is_said_to_be_one() -> None:
    player = Seated()
    player.updated(game="whist")
    assert rules_of(player.table) == [
        "This program does not know the game that the host says is played."
    ]


@pytest.mark.parametrize("game", DEFAULTS)
async def test_a_game_is_played_over_a_real_channel(tmp_path: Path, game: str) -> None:
    auto = ("--auto", "--speed", "off", "--json")
    async with server(tmp_path) as url:
        table = (game, "--players", "2", "--hands", "1", "--server", url)
        async with command(tmp_path, "host", *table, *auto) as ann:
            code = (await ann.hear("room"))["code"]
            join = ("join", code, "--server", url)
            async with command(tmp_path, *join, *auto) as bob:
                ends = [await ann.hear("ending"), await bob.hear("ending")]
                assert ends[0] == ends[1]
                assert ends[0]["hands"] == 1
                assert [await ann.ended(), await bob.ended()] == [0, 0]
