"""Who does not answer, is missed, and for how long: in sentences."""

from typing import Any

import pytest
from dealt import dealt
from msgspec.structs import replace
from seated import at, bot, person

from peer.comings import absence, changes, duration, missed_for
from peer.scene import seats
from peer.story import People, tell
from shared.actions import Discard
from shared.events import HandVoided
from shared.tableview import SeatView, TableView
from shared.terms import Terms

PEOPLE = People(("Mira", "Bob", "Ann"), me=0)
AWAY = replace(person("Bob"), here=False)


def table(bob: SeatView, **changed: Any) -> TableView:
    """A table of Mira and Bob in the middle of a hand."""
    usual = TableView(
        game="basic",
        preset="cgio",
        phase="hand",
        seats=(person("Mira"), bob),
        hand=1,
        scores=(0, 0),
        target=100,
    )
    return replace(usual, **changed)


def told(was: SeatView, now: SeatView, **changed: Any) -> list[str]:
    old, new = table(was, **changed), table(now, **changed)
    return changes(old, new, People.at(new, 0))


def test_who_does_not_answer_is_named_and_who_answers_again() -> None:
    silent = replace(person("Bob"), silent=True)
    assert told(person("Bob"), silent) == [
        "Bob does not answer; perhaps the connection is lost."
    ]
    assert told(silent, silent) == []
    assert told(silent, person("Bob")) == ["Bob answers again."]


@pytest.mark.parametrize(
    ("changed", "then"),
    [
        ({}, " A computer player plays on after 1 minute."),
        ({"terms": Terms(absent_after=0)}, " A computer player plays on."),
        ({"terms": Terms("void", 90)}, " The hand is void after 1 minute."),
        ({"terms": Terms("void", 5)}, " The hand is void after 5 seconds."),
        ({"terms": Terms("wait")}, " We wait."),
        ({"phase": "lobby"}, ""),
    ],
)
def test_what_happens_when_somebody_is_missed_is_said_with_it(
    changed: dict[str, Any], then: str
) -> None:
    gone = f"Bob is not connected; the seat is kept.{then}"
    assert told(person("Bob"), AWAY, **changed) == [gone]
    assert absence(table(AWAY, **changed)) == then.strip()


@pytest.mark.parametrize(
    ("before", "after", "time"),
    [(0, 15, "15 seconds"), (15, 31, "31 seconds"), (59, 60, "1 minute"),
     (119, 130, "2 minutes"), (61, 119, None), (16, 29, None), (0, 14, None)],
)  # fmt: skip
def test_for_how_long_is_said_now_and_then(
    before: int, after: int, time: str | None
) -> None:
    was, now = replace(AWAY, away=before), replace(AWAY, away=after)
    assert told(was, now) == ([f"Bob has been missing for {time}."] if time else [])
    stand_in = replace(now, substitute=True)
    assert told(replace(was, substitute=True), stand_in) == []


def test_that_the_scores_were_reset_is_told() -> None:
    before = table(person("Bob"), phase="between", hand=3, scores=(7, 90))
    reset = table(person("Bob"), phase="between", hand=0)
    people = People.at(reset, 0)
    assert changes(before, reset, people) == ["All scores are 0 now."]
    assert changes(reset, reset, people) == []
    lobby = table(person("Bob"), phase="lobby", hand=0)
    assert changes(before, lobby, people) == [], "that is another game"


def test_nobody_hears_that_of_computer_players() -> None:
    assert told(bot("Ada"), replace(bot("Ada"), silent=True)) == []


def test_the_seats_are_told_with_it() -> None:
    seated = [
        replace(person("Bob"), silent=True),
        replace(AWAY, away=45),
        replace(AWAY, away=130, substitute=True),
    ]
    assert [seats(table(bob), 0)[1] for bob in seated] == [
        "Seat 2: Bob, who does not answer.",
        "Seat 2: Bob, not connected for 45 seconds.",
        "Seat 2: Bob, not connected for 2 minutes; a computer player plays on.",
    ]
    assert missed_for(replace(AWAY, away=0)) == ""
    assert duration(1) == "1 second"


def test_whose_turn_it_is_is_told_with_it() -> None:
    player = at(dealt(["KC 2S", "3D 5D"], phase="play"))
    player.updated(seats=(person("Mira"), AWAY))
    player.happens(Discard("KC"))
    player.updated(seats=(person("Mira"), replace(AWAY, away=75)))
    assert player.types("") == [
        "It is Bob's turn.",
        "Bob has not been connected for 1 minute; we wait.",
    ]


@pytest.mark.parametrize(
    ("missing", "who"), [((1,), "Bob"), ((1, 2), "Bob and Ann"), ((0,), "you")]
)
def test_a_void_hand_is_told(missing: tuple[int, ...], who: str) -> None:
    assert tell(HandVoided(missing), PEOPLE) == [
        "The hand is void: nobody scores. It is dealt anew when nobody is missing; "
        f"we wait for {who}."
    ]
    assert tell(HandVoided(()), PEOPLE) == [
        "The hand is void: nobody scores. It is dealt anew."
    ]


def test_a_screen_lives_through_a_void_hand() -> None:
    player = at(dealt(["KC 2S", "3D 5D"], phase="play"))
    player.updated(seats=(person("Mira"), AWAY))
    player.state = None
    assert player.updated(HandVoided((1,)), phase="between", hand=0) == [
        "The hand is void: nobody scores. It is dealt anew when nobody is missing; "
        "we wait for Bob.",
        "Type next for another hand, or quit to leave.",
    ]
    assert player.types("hand") == ["No cards have been dealt yet."]


def test_a_seat_that_is_given_back_to_who_is_not_there_is_not_taken_yet() -> None:
    player = at(dealt(["KC 2S", "3D 5D"], phase="play"))
    player.updated(seats=(person("Mira"), bot("Ada")))
    assert player.updated(seats=(person("Mira"), AWAY)) == [
        "Bob is not connected; the seat is kept. A computer player plays on after 1 "
        "minute."
    ]
    assert player.updated(seats=(person("Mira"), person("Bob"))) == ["Bob is back."]
