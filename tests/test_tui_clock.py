"""The drawn table: clocks, minutes, what is asked of all, and taking back."""

from typing import Any

import pytest
from dealt import dealt
from drawn import Drawn, seen
from msgspec.structs import replace
from seated import bot, person
from spoken import speaking
from test_tui_app import screen, shown
from tiled import OFFICIAL, laid

from peer.tui.board import Board
from peer.tui.timers import until_change, warning
from shared.actions import TakeBack
from shared.clock import ClockView, Control
from shared.tableview import VoteView
from shared.wire import Answer, Ask, Pause, Touched, Update

CLOCK = ClockView(Control(turn=45), (45_000, 45_000), runs=0, pauses=(3, 3))


class Time:
    """A clock that stands until it is set."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def timed(clock: ClockView = CLOCK, **changes: Any) -> tuple[Drawn, Time]:
    table = seen(dealt(["4S 5H QD", "3D 5D"], upcard="JH"), **changes)
    time = Time()
    table.desk._now = time
    table.updated(clock=clock)
    return table, time


def test_the_time_is_beside_the_name_and_marked_for_who_plays() -> None:
    table, time = timed()
    names = table.text().splitlines()[1]
    assert "▶ Mira (you) [0:45]" in names and "Bob 0:45" in names
    time.now += 10.5
    names = table.text().splitlines()[1]
    assert "[0:35]" in names and "Bob 0:45" in names


def test_little_time_is_said_in_words() -> None:
    table, time = timed()
    assert "little time" not in table.text()
    time.now += 15
    assert warning(table.desk) == "30 seconds left."
    assert "little time" in table.text().splitlines()[2]
    assert warning(table.desk) == ""
    time.now += 20
    assert warning(table.desk) == "10 seconds left."
    assert "last seconds!" in table.text().splitlines()[2]


def test_others_are_not_hurried_by_our_screen() -> None:
    table, time = timed(replace(CLOCK, runs=1))
    time.now += 40
    assert warning(table.desk) == ""
    assert "last seconds!" in table.text().splitlines()[2]


def test_it_looks_again_when_something_else_is_shown() -> None:
    table, time = timed()
    assert until_change(table.desk) == 1
    time.now += 0.25
    assert until_change(table.desk) == 0.75
    time.now += 100
    assert until_change(table.desk) is None


def test_nothing_ticks_while_no_clock_runs() -> None:
    table, _ = timed(replace(CLOCK, runs=None))
    assert until_change(table.desk) is None
    table.updated(clock=None)
    assert until_change(table.desk) is None


def test_a_pause_is_said_with_its_seconds() -> None:
    held = replace(CLOCK, holds=60_000, why="pause", asked=1)
    table, time = timed(held)
    time.now += 18
    text = table.text()
    assert "Bob has asked for a minute: the clock stands, 0:42 more." in text
    assert "[0:45]" in text
    time.now += 50
    assert "has asked for a minute" not in table.text()
    assert "[0:37]" in table.text()


def test_a_clock_stands_while_its_player_is_away() -> None:
    table, _ = timed(replace(CLOCK, runs=1, holds=80_000, why="away"))
    said = "The clock of Bob stands, because the connection is lost: 1:20"
    assert said in table.text()


def test_a_minute_is_asked_for_by_a_key() -> None:
    table, _ = timed()
    assert "I A minute" in table.text()
    table.press("i")
    assert table.asked.pop() == Pause()
    table.press("f")
    assert "M I need a minute (3 left)" in table.text()
    table.press("m")
    assert table.asked.pop() == Pause()
    table.updated(clock=replace(CLOCK, pauses=(0, 3)))
    assert "I A minute" not in table.text()


async def test_a_tick_writes_the_first_rows_only() -> None:
    table, time = timed()
    table.desk.prefs.speed = "off"
    async with shown(table) as (pilot, _):
        board = pilot.app.query_one(Board)
        before = [board.row(y).text for y in range(24)]
        time.now += 3
        board.tick()
        after = [board.row(y).text for y in range(24)]
        assert [y for y in range(24) if before[y] != after[y]] == [1]
        assert "[0:42]" in screen(pilot)


async def test_the_clock_goes_on_by_itself() -> None:
    table, time = timed(replace(CLOCK, left=(45_050, 45_000)))
    table.desk.prefs.speed = "off"
    async with shown(table) as (pilot, _):
        assert "[0:46]" in screen(pilot)
        app: Any = pilot.app
        time.now += 20
        app._passed()
        assert "[0:26]" in screen(pilot) and "30 seconds left." in screen(pilot)
        table.updated(clock=replace(CLOCK, runs=None))
        app.show()
        assert app._clock is None


def test_first_moved_tile_is_told_once_a_turn() -> None:
    table = seen(laid(["7r 8r 13k", "1r 2r"], "4r 5r 6r"), rules=OFFICIAL)
    table.updated(clock=CLOCK)
    table.press("space")
    assert table.asked == []
    table.press("1", "enter")
    assert table.asked.pop() == Touched(table.guest.seq)
    table.press("right", "space", "1", "enter", "u")
    assert table.asked == []


def test_without_a_clock_nobody_hears_of_it() -> None:
    table = seen(laid(["7r 8r 13k", "1r 2r"], "4r 5r 6r"), rules=OFFICIAL)
    table.press("space", "1", "enter")
    assert table.asked == []


# Votes

VOTE = VoteView(
    number=4, what="end", asker=1, said=(None, True), voters=(0, 1), left=30,
    outcome="open",
)  # fmt: skip


def voting(vote: VoteView = VOTE) -> tuple[Drawn, Time]:
    table, time = timed()
    table.updated(clock=None, vote=vote)
    return table, time


def test_what_is_asked_stands_above_the_keys_and_takes_none_of_them() -> None:
    table, time = voting()
    time.now += 5
    assert "Y Answer (25 s): Bob asks to end the match." in table.text()
    assert table.desk.over is None
    table.press("s")
    assert table.asked  # a card is drawn all the same


def test_an_answer_takes_two_keys_and_a_slip_answers_nothing() -> None:
    table, _ = voting()
    table.press("y")
    text = table.text()
    assert "Bob agrees." in text and "Still to answer: you." in text
    assert "▶ Not now" in text
    table.press("enter")
    assert table.asked == []
    table.press("y", "n")
    assert table.asked.pop() == Answer(4, False)
    table.press("y", "y")
    assert table.asked.pop() == Answer(4, True)


def test_it_can_be_clicked() -> None:
    table, _ = voting()
    table.click("key y")
    table.click("entry 0")
    assert table.asked.pop() == Answer(4, True)


def test_the_result_is_in_the_story() -> None:
    table, _ = voting()
    table.press("y")
    table.updated(vote=replace(VOTE, said=(True, True), outcome="yes"))
    assert table.desk.over is None
    assert "All agree: the match is over." in table.desk.log
    assert "Bob asks to end the match." in table.desk.log


def test_who_has_answered_sees_who_is_waited_for() -> None:
    vote = replace(VOTE, asker=0, said=(True, None))
    table, _ = voting(vote)
    text = table.text()
    assert "You ask everybody to end the match." in text
    assert "Still to answer: Bob." in text and "Y Answer" not in text


@pytest.mark.parametrize(
    ("label", "motion"),
    [("Ask to declare the hand void", "void"), ("Ask to end the match", "end")],
)
def test_everybody_is_asked_only_after_a_question(label: str, motion: str) -> None:
    table, _ = timed()
    table.press("f")
    assert table.desk.over is not None
    labels = [entry.label for entry in table.desk.over.entries]
    table.press(*["down"] * labels.index(label), "enter")
    assert "▶ N No" in table.text()
    table.press("y")
    assert table.asked.pop() == Ask(motion)  # type: ignore[arg-type]


def test_going_on_without_who_is_missed() -> None:
    table, _ = timed()
    table.updated(seats=(person("Mira"), replace(person("Bob"), here=False, away=20)))
    table.press("f")
    assert "Ask to go on without who is missed" in table.text()


# Taking back


def may_take_back(table: Drawn, how: str) -> None:
    view = table.rules.view(table.state, 0)
    update = Update(table.seq, 1000, (), table.table, view, take_back=how)  # type: ignore[arg-type]
    table.hears(update)


def test_what_harms_nobody_is_taken_back_at_once() -> None:
    table, _ = timed()
    may_take_back(table, "freely")
    assert "U Take back" in table.text()
    table.press("space", "u")  # the pick, which nobody else saw, comes first
    assert table.asked == [] and not table.desk.holding.picked
    table.press("u")
    assert table.asked.pop() == TakeBack()


def test_else_everybody_is_asked_after_a_question() -> None:
    table, _ = timed()
    may_take_back(table, "asking")
    table.press("u")
    assert "Ask everybody whether you may take back" in table.text()
    table.press("enter")
    assert table.asked == []
    table.press("u", "y")
    assert table.asked.pop() == Ask("undo")


def test_clocks_and_votes_in_french_and_hindi() -> None:
    with speaking("fr"):
        table, time = timed()
        time.now += 36
        assert "dernières secondes" in table.text()
        assert "I Une minute" in table.text()
    with speaking("hi"):
        table, time = timed()
        time.now += 36
        assert "आख़िरी सेकंड!" in table.text() and "[0:09]" in table.text()


def test_six_seats_have_room_for_their_clocks() -> None:
    seats = (person("Mira"), person("Bartholomew Longname"), *map(bot, "ABCD"))
    table = Drawn(*seats)
    left = (45_000, 3_600_000, *[45_000] * 4)
    clock = ClockView(Control(turn=45), left, runs=1, pauses=(3,) * 6)
    table.updated(phase="hand", clock=clock, scores=(0,) * 6)
    names = table.text().splitlines()[1]
    assert "[1:00:00]" in names and names.count("0:45") == 5
