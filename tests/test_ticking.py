"""What a clock says by itself to who plays in lines, at a time of the test's."""

from dealt import dealt
from msgspec.structs import replace
from seated import Seated, person
from spoken import speaking

from shared.clock import ClockView, Control

MIRA, BOB = range(2)
CLOCK = ClockView(Control(turn=45), (45_000, 45_000), runs=BOB, pauses=(3, 3))


class Timed(Seated):
    """Mira, at a table with a clock."""

    def __init__(self) -> None:
        self.time = 100.0
        super().__init__(now=lambda: self.time)
        self.dealt(dealt(["2S KC", "3D 5D"], turn=1))

    def clock(self, **changes: object) -> list[str]:
        return self.updated(clock=replace(CLOCK, **changes))

    def later(self) -> list[str]:
        """What is said when the time has come that something is to be said."""
        seconds = self.screen.wait()
        assert seconds is not None
        self.time += seconds
        return self.screen.passed()


def test_my_turn_begins_with_what_i_have() -> None:
    mira = Timed()
    assert mira.clock() == []
    assert mira.screen.wait() is None
    assert mira.clock(runs=MIRA) == ["Your time: 0:45"]
    assert mira.clock(runs=MIRA, left=(44_000, 45_000)) == []
    assert mira.clock(runs=BOB) == []
    assert mira.clock(runs=MIRA, left=(31_000, 45_000)) == ["Your time: 0:31"]


def test_two_moments_of_my_turn_are_told_and_no_others() -> None:
    mira = Timed()
    mira.clock(runs=MIRA)
    assert mira.screen.wait() == 15
    mira.time += 14
    assert mira.screen.passed() == []
    assert mira.later() == ["30 seconds left."]
    assert mira.later() == ["10 seconds left."]
    assert mira.screen.wait() is None
    mira.time += 10
    assert mira.screen.passed() == []


def test_an_update_in_between_repeats_nothing() -> None:
    mira = Timed()
    mira.clock(runs=MIRA)
    assert mira.later() == ["30 seconds left."]
    assert mira.clock(runs=MIRA, left=(30_000, 45_000)) == []
    assert mira.later() == ["10 seconds left."]


def test_a_minute_is_told_with_its_end() -> None:
    mira = Timed()
    mira.clock()
    paused = {"holds": 60_000, "why": "pause", "asked": BOB}
    assert mira.clock(**paused) == ["Bob has asked for a minute: the clock stands."]
    assert mira.clock(**paused | {"holds": 50_000}) == []
    assert mira.screen.wait() == 50
    assert mira.later() == ["The clock goes on."]
    assert mira.screen.wait() is None


def test_a_minute_that_ends_with_an_action_is_told_once() -> None:
    mira = Timed()
    mine = {"runs": MIRA, "holds": 60_000, "why": "pause", "asked": MIRA}
    mira.clock(runs=MIRA)
    assert mira.clock(**mine) == ["You have asked for a minute: the clock stands."]
    mira.time += 5
    assert mira.screen.passed() == []
    assert mira.clock() == ["The clock goes on."]


def test_a_clock_that_stands_for_who_is_away_is_told() -> None:
    mira = Timed()
    mira.clock()
    assert mira.clock(holds=110_000, why="away") == [
        "The clock of Bob stands, because the connection is lost: 1:50"
    ]
    assert mira.clock(holds=108_000, why="away") == []


def test_the_clock_and_a_minute_can_be_typed_for() -> None:
    mira = Timed()
    assert mira.types("clock") == ["Nobody’s time is limited."]
    assert mira.types("minute") == [
        "No clock is running now: take all the time you need."
    ]
    mira.clock(runs=MIRA)
    mira.time += 3
    assert mira.types("clock") == [
        "Each turn has 45 seconds.",
        "Your time: 0:42",
        "Bob 0:45",
        "You may ask for 3 more minutes in this match.",
    ]
    assert mira.types("help")[-4] == (
        "clock: the clocks. minute: they stand for a minute, three times a match."
    )


def test_low_time_is_told_in_french_and_hindi() -> None:
    for language, line in (("fr", "Plus que 30 secondes."), ("hi", "30 सेकंड बाक़ी।")):
        with speaking(language):  # type: ignore[arg-type]
            mira = Timed()
            mira.clock(runs=MIRA)
            assert mira.later() == [line]


def test_who_watches_hears_of_minutes_but_not_of_turns() -> None:
    zed = Seated(person("Ann"), person("Bob"), me=None, now=lambda: 0.0)
    zed.dealt(dealt(["2S KC", "3D 5D"], turn=1))
    assert zed.updated(clock=replace(CLOCK, runs=MIRA)) == []
    paused = replace(CLOCK, holds=60_000, why="pause", asked=BOB)
    assert zed.updated(clock=paused) == [
        "Bob has asked for a minute: the clock stands."
    ]
    assert zed.screen.wait() == 60
