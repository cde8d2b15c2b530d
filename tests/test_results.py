"""One's own results: kept from transcripts, counted, forgotten."""

from pathlib import Path

import pytest
from msgspec.structs import replace
from recorded import TABLE, Recording, secret

from peer.accounts import shown
from peer.keeping import Kept
from peer.rerun import Rerun
from peer.results import (
    HandResult,
    MatchResult,
    Results,
    counted,
    result_of,
    told,
)
from shared.errors import RummyError
from shared.replay import replay
from shared.transcript import Sitting
from shared.wire import Recorded

LOST, WON = HandResult(False, "went_out"), HandResult(True, "went_out")


def match(
    *hands: HandResult,
    number: int = 1,
    game: str = "basic",
    won: bool | None = None,
    opponents: tuple[str, ...] = ("Bob",),
) -> MatchResult:
    return MatchResult(TABLE, number, 0, game, opponents, hands, won)


def test_hands_and_matches_are_counted() -> None:
    all_ = counted(
        [
            match(WON, WON, LOST, won=True),
            match(HandResult(False, "stalemate"), number=2, opponents=("Bob", "Cid")),
            match(HandResult(True, "gin"), number=3, game="gin", won=False),
            match(HandResult(True, "went_out", True), number=4),
        ]
    )
    assert (all_.matches, all_.finished, all_.matches_won) == (4, 2, 1)
    assert (all_.hands, all_.won, all_.stalemates) == (6, 4, 1)
    assert (all_.going_rummy, all_.gins, all_.streak) == (1, 1, 2)
    assert all_.games == {"basic": (3, 5), "gin": (1, 1)}
    assert all_.opponents == {"Bob": (4, 6), "Cid": (0, 1)}


def test_they_are_told_in_sentences() -> None:
    assert told([match(WON, HandResult(False, "stalemate"), won=True)]) == [
        "1 match, 1 played to the end, 1 won.",
        "2 hands, 1 won and 1 lost, 1 of them as stalemates.",
        "Going rummy: 0. Gin: 0. Most hands won in a row: 1.",
        "At Basic Rummy: 1 of 2 hands won.",
        "Against Bob: 1 of 2 hands won.",
    ]
    assert told([]) == ["No match has been kept yet."]


def test_a_match_that_goes_on_replaces_what_was_known_of_it(tmp_path: Path) -> None:
    results = Results(tmp_path / "results.jsonl")
    results.add(match(WON))
    results.add(match(LOST, number=2))
    results.add(match(WON, WON))
    assert results.all() == [match(LOST, number=2), match(WON, WON)]
    results.reset()
    assert results.all() == []


def test_a_line_that_is_none_is_skipped(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    Results(path).add(match(WON))
    path.write_bytes(b"torn\n" + path.read_bytes() + b"\xff\n")
    assert Results(path).all() == [match(WON)]


def kept_by(table: Recording, kept: Kept) -> None:
    """Tell ``kept`` in seat 0 all that was recorded."""
    kept.told(Recorded(0, table.chronicle.lines), 0)


def test_the_results_are_those_of_the_transcript(tmp_path: Path) -> None:
    table = Recording("gin", 2, 3).play()
    results = Results(tmp_path / "results.jsonl")
    kept_by(table, Kept(secret("me"), results=results))
    (found,) = results.all()
    hands = replay(table.file).hands
    closed = [hand.closed for hand in hands if hand.closed is not None]
    assert [hand.won for hand in found.hands] == [c.result.winner == 0 for c in closed]
    assert (found.game, found.opponents) == ("gin", ("Bot 2",))
    assert found.won is not None


def test_hands_that_somebody_else_played_in_the_seat_do_not_count() -> None:
    table = Recording("basic", 2, 3)
    table.names = ["Ada", "Bob"]
    told_ = replay(table.play().file)
    first, *own = told_.hands
    me = (Sitting("Me", "person"), Sitting("Bob", "bot"))
    last = (Sitting("Me", "person"), Sitting("Cid", "person"))
    for hand, people in zip(own, (me, last), strict=True):
        hand.dealt = replace(hand.dealt, people=people)
    found = result_of(told_, 0)
    assert len(found.hands) == 2
    assert [hand.opponents for hand in found.hands] == [("Bob",), ("Cid",)]
    all_ = counted([found])
    assert {name: hands for name, (_, hands) in all_.opponents.items()} == {
        "Bob": 1,
        "Cid": 1,
    }
    assert len(result_of(told_, 1).hands) == 1


def test_a_match_that_all_have_agreed_to_end_is_not_lost() -> None:
    told_ = replay(Recording("basic", 2, 1).play().file)
    assert result_of(told_, 0).won is not None
    assert told_.over is not None
    told_.over = replace(told_.over, winners=())
    assert result_of(told_, 0).won is None
    assert shown(told_)[-1] == "The match was not played to its end."


def test_people_of_one_name_are_told_apart_in_what_is_kept() -> None:
    table = Recording("basic", 2, 1)
    table.names = ["Ann", "Ánn"]
    told_ = replay(table.play().file)
    assert "Ann (seat 1) " in shown(told_)[2] and "Ánn (seat 2) " in shown(told_)[2]
    assert "Ann (seat 1) has " in Rerun(told_, None).forward()[1]


def test_each_match_of_a_table_has_its_file(tmp_path: Path) -> None:
    path = tmp_path / "own.jsonl"
    first, second = Recording(hands=1, salt="1").play(), Recording(hands=1, salt="2")
    second.chronicle = first.chronicle.begun(second.ruleset, 4, 1, 0, 1_760_000_999)
    kept = Kept(secret("me"), path)
    kept_by(first, kept)
    kept_by(second, kept)
    kept.keep()
    assert path.read_bytes() == first.file
    assert (tmp_path / "own-2.jsonl").read_bytes() == second.file


def test_a_file_that_is_there_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "own.jsonl"
    path.write_text("precious")
    with pytest.raises(RummyError) as refusal:
        Kept(secret("me"), path)
    why = f"{path} is there already: name another file to save to"
    assert str(refusal.value) == why


def test_a_disk_that_takes_nothing_is_told_once(tmp_path: Path) -> None:
    blocked = tmp_path / "no folder"
    blocked.write_text("")
    said: list[str] = []
    kept = Kept(secret("me"), blocked / "own.jsonl", warn=said.append)
    kept_by(Recording(hands=1).play(), kept)
    kept.keep()
    assert said == ["the match cannot be saved: File exists"]
