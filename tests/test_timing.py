"""The clocks in words, as one of the players reads them; the time is an argument."""

from msgspec.structs import replace
from seated import person
from spoken import speaking

from peer import timing
from peer.story import People
from shared.clock import ClockView, Control, read_clock
from shared.tableview import TableView

MIRA, BOB, ANN = range(3)
PEOPLE = People(("Mira", "Bob", "Ann"), MIRA)
TURNS = ClockView(
    Control(turn=45), (45_000, 31_500, 90_000), runs=BOB, pauses=(3, 2, 0)
)
BANK = ClockView(
    Control(bank=600, increment=20),
    (70_000, 42_000, 600_000),
    runs=MIRA,
    pauses=(1,) * 3,
)
PAUSED = replace(TURNS, holds=45_000, why="pause", asked=ANN)


def test_time_is_written_so_that_nothing_left_is_nothing() -> None:
    assert timing.stamp(42_000) == "0:42"
    assert timing.stamp(41_001) == "0:42"
    assert timing.stamp(1) == "0:01"
    assert timing.stamp(0) == "0:00"
    assert timing.stamp(725_000) == "12:05"
    assert timing.stamp(3_725_000) == "1:02:05"


def test_what_was_agreed_on_is_a_sentence() -> None:
    said = [timing.agreed(read_clock(text)) for text in ("45", "10m+20s", "90s+5s")]
    assert said == [
        "Each turn has 45 seconds.",
        "Each player has 10 minutes for the match, and 20 seconds more "
        "after every turn.",
        "Each player has 90 seconds for the match, and 5 seconds more "
        "after every turn.",
    ]
    assert timing.agreed(None) == "Nobody’s time is limited."


def test_each_clock_is_short() -> None:
    assert timing.shown(TURNS, BOB, 0, PEOPLE) == "Bob 0:32"
    assert timing.shown(TURNS, BOB, 1_500, PEOPLE) == "Bob 0:30"
    assert timing.shown(TURNS, ANN, 9_999, PEOPLE) == "Ann 1:30"
    assert timing.shown(TURNS, MIRA, 0, PEOPLE) == "Your time: 0:45"
    assert timing.shown(BANK, MIRA, 0, PEOPLE) == "Your time: 1:10 (+20 s)"


def test_why_a_clock_stands_is_said_as_long_as_it_does() -> None:
    assert timing.standing(PAUSED, 0, PEOPLE) == "The clock stands: 0:45"
    assert timing.standing(PAUSED, 44_000, PEOPLE) == "The clock stands: 0:01"
    assert timing.standing(PAUSED, 45_000, PEOPLE) == ""
    assert timing.standing(TURNS, 0, PEOPLE) == ""
    away = replace(TURNS, holds=115_000, why="away")
    assert timing.standing(away, 0, PEOPLE) == (
        "The clock of Bob stands, because the connection is lost: 1:55"
    )
    assert timing.standing(replace(away, runs=MIRA), 0, PEOPLE) == (
        "Your clock stands, because the connection is lost: 1:55"
    )


def test_who_needs_a_minute_is_named() -> None:
    assert timing.pause(TURNS, PEOPLE) == ""
    assert timing.pause(PAUSED, PEOPLE) == (
        "Ann has asked for a minute: the clock stands."
    )
    assert timing.pause(replace(PAUSED, asked=MIRA), PEOPLE) == (
        "You have asked for a minute: the clock stands."
    )


def test_a_minute_can_be_asked_for_while_a_clock_runs_and_some_are_left() -> None:
    assert timing.may_pause(TURNS, 0, MIRA)
    assert timing.may_pause(TURNS, 0, BOB)
    assert not timing.may_pause(TURNS, 0, ANN)
    assert not timing.may_pause(TURNS, 0, None)
    assert not timing.may_pause(PAUSED, 0, MIRA)
    assert timing.may_pause(PAUSED, 45_000, MIRA)
    assert not timing.may_pause(replace(TURNS, runs=None), 0, MIRA)
    assert not timing.may_pause(None, 0, MIRA)


def test_two_moments_of_a_turn_are_worth_a_word() -> None:
    assert timing.low(TURNS, BOB, 0, 1_000) is None
    assert timing.low(TURNS, BOB, 1_000, 1_500) == 30
    assert timing.low(TURNS, BOB, 1_500, 2_000) is None
    assert timing.low(TURNS, BOB, 2_000, 22_000) == 10
    assert timing.low(TURNS, BOB, 0, 31_500) == 10
    assert timing.low(TURNS, MIRA, 0, 99_000) is None
    assert timing.low(PAUSED, BOB, 0, 45_000) is None


def test_the_next_such_moment_is_known() -> None:
    assert timing.next_low(TURNS, BOB, 0) == 1_500
    assert timing.next_low(TURNS, BOB, 1_500) == 20_000
    assert timing.next_low(TURNS, BOB, 21_500) is None
    assert timing.next_low(TURNS, MIRA, 0) is None
    assert timing.next_low(PAUSED, BOB, 5_000) == 41_500


def test_who_asks_hears_everything_about_the_clocks() -> None:
    seats = (person("Mira"), person("Bob"), replace(person("Ann"), patience=200))
    table = TableView("basic", "cgio", "hand", seats, 1, (0, 0, 0), 100)
    assert timing.complete(table, 0, PEOPLE) == ["Nobody’s time is limited."]
    assert timing.complete(replace(table, clock=PAUSED), 1_000, PEOPLE) == [
        "Each turn has 45 seconds.",
        "Your time: 0:45",
        "Bob 0:32",
        "Ann 1:30",
        "Ann has 200 % of the time.",
        "The clock stands: 0:44",
        "You may ask for 3 more minutes in this match.",
    ]


def test_clocks_are_told_in_french_and_hindi() -> None:
    with speaking("fr"):
        assert timing.shown(BANK, MIRA, 0, PEOPLE) == "Votre temps\u00a0: 1:10 (+20 s)"
        assert timing.agreed(read_clock("45")) == "Chaque tour dure 45 secondes."
    with speaking("hi"):
        assert timing.pause(PAUSED, PEOPLE) == "Ann ने एक मिनट माँगा: घड़ी रुकी है।"
        assert timing.agreed(read_clock("10m+20s")) == (
            "हर खिलाड़ी के पास मैच के लिए 10 मिनट हैं, और हर बारी के बाद 20 सेकंड और।"
        )
