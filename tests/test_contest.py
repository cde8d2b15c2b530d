"""Matches of computer players: from every seat of the same deals, and what is told."""

import json

import pytest

from peer.cli import main
from peer.contest import contest, played, sentences, summary
from peer.options import read_options
from shared.errors import OptionError
from shared.ruleset import find_ruleset
from shared.shuffle import shuffle

CGIO = find_ruleset("basic")
APP = find_ruleset("basic", "pagat", {"scoring": "penalty"})


def test_every_deal_is_played_from_every_seat() -> None:
    result = contest(CGIO, "medium", "easy", 3, 8, 1)
    assert len(result.differences) == 8
    assert sum(result.reasons.values()) == 24
    assert result.points > 0 and result.points_error < abs(result.points)


def test_a_match_goes_to_the_target_and_is_counted_once() -> None:
    result = contest(CGIO, "medium", "easy", 2, 30, 1)
    assert result.matches >= 4
    assert 50 < result.share <= 100 and result.share_error < 50


def test_fewer_points_are_better_where_points_are_bad() -> None:
    assert contest(APP, "medium", "easy", 2, 20, 1).points > 0


def test_a_round_is_won_by_the_hands_that_are_won() -> None:
    rummikub = find_ruleset("rummikub")
    result = contest(rummikub, "medium", "easy", 2, 4, 1)
    assert result.matches == 4


def test_the_same_deal_ends_alike() -> None:
    deck = shuffle(CGIO.deck, b"root")
    first = played(CGIO, ["easy", "hard"], deck, 0, 5)
    assert first == played(CGIO, ["easy", "hard"], deck, 0, 5)


def test_so_many_cannot_play() -> None:
    sentence = "^gin as gin_cgio is for 2 players, not for 3$"
    with pytest.raises(OptionError, match=sentence):
        contest(find_ruleset("gin"), "easy", "easy", 3, 1, 1)


def test_the_result_is_told() -> None:
    result = contest(CGIO, "hard", "medium", 3, 6, 4)
    first, points, matches, ended, *times, rate = sentences(
        result, CGIO, "hard", "medium", 3
    )
    assert first == "hard against 2 of medium, cgio, seed 4: 6 deals, each from 3 seats"
    assert points.startswith("points a hand: ")
    assert "fair is 33.3" in matches and ended.startswith("hands ended: went_out ")
    assert [line.split(":")[0] for line in sorted(times)] == ["hard", "medium"]
    assert rate.endswith(" hands a second of the players' CPU time")
    assert summary(contest(CGIO, "hard", "hard", 2, 1, 1))["share"] is None


def test_the_command_prints_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bots", "match", "medium", "easy", "--hands", "2"]) == 0
    assert capsys.readouterr().out.startswith(
        "medium against easy, cgio, seed 1: 2 deals, each from 2 seats\n"
    )
    line = ["bots", "match", "hard", "easy", "--game", "gin", "--hands", "2", "--json"]
    assert main([*line, "--preset", "pagat"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["type"], told["one"], told["deals"]) == ("contest", "hard", 2)
    assert main(["bots", "match", "hard", "easy", "--players", "5"]) == 2
    assert (
        capsys.readouterr().err
        == "rummyroom: basic as cgio is for 2 to 4 players, not for 5\n"
    )


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (
            "play --level expert",
            "rummyroom play: argument --level: 'expert' is not a level: "
            "choose easy, medium, hard or master",
        ),
        (
            "bots match good easy",
            "rummyroom bots: argument ONE: 'good' is not a level: "
            "choose easy, medium, hard or master",
        ),
    ],
)
def test_a_slip_is_told(
    capsys: pytest.CaptureFixture[str], args: str, said: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        read_options(args.split())
    assert ended.value.code == 2
    assert capsys.readouterr().err.splitlines()[0] == said


def test_each_computer_player_may_have_a_level() -> None:
    assert read_options(["play", "--level", "easy,Hard"]).levels == ("easy", "hard")
    assert read_options(["host"]).levels is None
