"""The commands about transcripts: verify, replay, show, stats, and --save."""

import json
import os
import subprocess
import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

import pytest
from recorded import Recording, recording
from verified import second_opinion

from peer import record_commands
from peer.accounts import difference
from peer.options import read_options
from peer.rerun import Rerun
from shared.errors import RummyError
from shared.replay import replay

DATA = recording("basic", 3, 2)
ACTIONS = DATA.count(b'["do"')


def run(*args: str, typed: Sequence[str] = ()) -> tuple[bool, list[str]]:
    """Whether all held, and what was said."""
    said: list[str] = []
    options: Namespace = read_options(args)
    return record_commands.run(options, said.append, typed), said


def rummyroom(*args: str, home: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "peer.cli", *args],
        capture_output=True,
        text=True,
        env={**os.environ, "XDG_STATE_HOME": str(home)},
    )


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "match.jsonl"
    path.write_bytes(DATA)
    return str(path)


# verify


def test_a_file_that_holds_is_said_to(file: str) -> None:
    told = replay(DATA)
    ok, said = run("verify", file)
    assert ok
    assert said == [
        f"This transcript holds: 2 hands, {ACTIONS} actions, "
        "every deck from its seeds.",
        f"Table marks: {told.hands[0].mark} and {told.hands[1].mark}.",
    ]


def test_the_first_line_that_does_not_hold_is_named(file: str) -> None:
    Path(file).write_bytes(DATA.replace(b'"draw"]', b'"take"]', 1))
    ok, said = run("verify", file)
    assert not ok
    assert said == [
        "This transcript does NOT hold. Line 5: this line does not carry the hash of "
        "the line before."
    ]


def test_an_unfinished_hand_cannot_be_verified(file: str) -> None:
    table = Recording(seats=3, hands=2, audits=False)
    table.play_hand()
    table.begin_hand()
    Path(file).write_bytes(table.file)
    ok, said = run("verify", file)
    assert not ok
    assert said[0].endswith("hand 2 was not finished, so nobody can check it.")


def test_a_match_that_was_left_between_two_hands_holds(file: str) -> None:
    table = Recording(seats=3, hands=2, audits=False)
    table.play_hand()
    Path(file).write_bytes(table.file)
    assert run("verify", file)[0]
    assert "The match was not played to its end." in run("show", file)[1]


def test_programs_hear_it_as_json(file: str) -> None:
    ok, (said,) = run("verify", file, "--json")
    told = json.loads(said)
    assert ok and told["difference"] == ""
    assert told["files"][0]["ok"] and told["files"][0]["hands"] == 2


def test_two_files_that_tell_the_same_are_said_to(file: str) -> None:
    ok, said = run("verify", file, file)
    assert ok and said[-1] == "Both files tell the same."


def test_two_stories_are_found_by_comparing_files(file: str, tmp_path: Path) -> None:
    other = tmp_path / "other.jsonl"
    table = Recording(seats=3, hands=2, audits=False)
    table.at = 1
    other.write_bytes(table.play().file)
    ok, said = run("verify", file, str(other))
    assert not ok
    why = "line 4 is not the same in both: one of you was lied to"
    assert said[-1] == f"The files DIFFER: {why}."


def test_a_file_that_was_saved_earlier_tells_the_same() -> None:
    table = Recording(seats=3, hands=2, audits=False)
    table.play_hand()
    assert difference(table.file, DATA) == difference(DATA, table.file) == ""


def test_different_matches_are_not_compared() -> None:
    why = "these are two different matches, or their first lines differ"
    assert difference(DATA, recording("gin", 2, 1)) == why


def test_a_file_that_is_not_there_is_an_error() -> None:
    with pytest.raises(RummyError) as refusal:
        run("verify", "nowhere.jsonl")
    why = "nowhere.jsonl cannot be read: No such file or directory"
    assert str(refusal.value) == why


def test_a_file_that_is_far_too_big_is_not_read(
    file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("peer.accounts.MAX_FILE", 10)
    with pytest.raises(RummyError) as refusal:
        run("show", file)
    assert str(refusal.value) == f"{file} is too big for a transcript"


def test_the_exit_code_is_0_only_for_a_file_that_holds(
    file: str, tmp_path: Path
) -> None:
    assert rummyroom("verify", file, home=tmp_path).returncode == 0
    Path(file).write_bytes(DATA[:-1])
    assert rummyroom("verify", file, home=tmp_path).returncode == 1


# show


def test_a_match_is_told_in_short(file: str) -> None:
    said = run("show", file)[1]
    told = replay(DATA)
    assert said[0] == "Match 1 of table 5f1ce2a90b7d4436, 2025-10-09 08:53 UTC."
    assert said[1] == "Basic Rummy as cgio, 3 players."
    assert said[2].startswith("Hand 1: ") and told.hands[0].mark in said[2]
    assert said[-1].startswith("The match is over: Bot ")


def test_what_somebody_called_himself_is_made_printable(file: str) -> None:
    table = Recording(seats=3, hands=1, audits=False)
    table.names = ["\x1b[2J", "Bob", "Cid"]
    Path(file).write_bytes(table.play().file)
    for command in ("show", "replay"):
        args = (command, file, *(("--speed", "off") if command == "replay" else ()))
        assert not any("\x1b" in line for line in run(*args)[1])


# replay


def test_all_hands_are_open(file: str) -> None:
    said = run("replay", file, "--speed", "off")[1]
    assert sum(line.startswith("Hand ") for line in said) == 2
    assert sum(" has " in line for line in said) >= 6
    assert not any("a card from the stock" in line for line in said)
    assert sum(line.startswith("Table mark: ") for line in said) == 2


def test_one_seat_sees_its_own_cards_only(file: str) -> None:
    said = run("replay", file, "--speed", "off", "--seat", "2")[1]
    assert any(line.endswith("drew a card from the stock.") for line in said)
    dealt = [line for line in said if " has " in line and "melds" not in line]
    assert len(dealt) == 2 and all(line.startswith("Bot 2 has ") for line in dealt)


def test_stepping_goes_forwards_backwards_and_to_a_hand(file: str) -> None:
    typed = ["", "b", "b", "2\n", "9", "t", "what", "q", ""]
    said = run("replay", file, "--step", typed=typed)[1]
    assert said[0] == "Hand 1."
    assert said.count("Hand 1.") == 2
    assert "This is the beginning." in said
    assert "Hand 2." in said
    assert "There is no hand 9: choose from 1 to 2." in said
    assert "There is no meld on the table yet." in said
    help_ = "Enter goes on, b back, a number to that hand, t shows the table."
    assert said[-1] == help_


def test_there_is_an_end() -> None:
    rerun = Rerun(replay(DATA), None)
    while not rerun.at_end:
        rerun.forward()
    assert rerun.forward() == ["That was all."]


@pytest.mark.parametrize(("game", "seats"), [("gin", 2), ("rummikub", 3)])
def test_every_game_can_be_watched(game: str, seats: int, tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    path.write_bytes(recording(game, seats, 1))
    assert len(run("replay", str(path), "--speed", "off")[1]) > 20
    assert run("replay", str(path), "--step", typed=["t", "b"])[0]


def test_a_seat_that_is_not_there_is_refused(file: str) -> None:
    with pytest.raises(RummyError) as refusal:
        run("replay", file, "--seat", "5")
    assert str(refusal.value) == "there are seats 1 to 3"


def test_a_match_without_a_hand_cannot_be_watched(file: str) -> None:
    Path(file).write_bytes(Recording(seats=3).file)
    with pytest.raises(RummyError) as refusal:
        run("replay", file)
    assert str(refusal.value) == "no hand of this match was played"


# --save and stats


@pytest.mark.needs("nodejs")
def test_who_plays_has_the_file_and_the_statistics(tmp_path: Path) -> None:
    path = tmp_path / "own.jsonl"
    play = ("play", "--players", "2", "--hands", "1", "--speed", "off")
    done = rummyroom(*play, "--auto", "--save", str(path), home=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Deal verified by all 2 players.\n" in done.stdout
    mark = next(
        line for line in done.stdout.splitlines() if line.startswith("Table mark: ")
    )
    assert (
        mark in rummyroom("replay", str(path), "--speed", "off", home=tmp_path).stdout
    )
    assert run("verify", str(path))[0]
    assert second_opinion(path) == "ok"
    again = rummyroom(*play, "--auto", "--save", str(path), home=tmp_path)
    assert again.returncode == 1
    why = f"rummyroom: {path} is there already: name another file to save to\n"
    assert again.stderr == why


def test_statistics_can_be_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert run("stats") == (True, ["No match has been kept yet."])
    assert run("stats", "--reset") == (True, ["All results are forgotten."])
