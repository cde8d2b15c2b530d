"""Rooms over time: who goes, who comes back, what expires."""

from collections.abc import Iterator

import pytest
from house import (
    CREATE,
    GUEST,
    HOST,
    JOIN,
    LATE,
    NO_SUCH_TABLE,
    OFFER,
    OTHER,
    TAKE_BACK,
    House,
    closed,
    house_with,
    refused,
)

from shared.signals import (
    Arrived,
    CloseCode,
    Create,
    Created,
    Join,
    Joined,
    Leave,
    Left,
    Signal,
    Signaled,
)
from signaling.room import FIRST_SIGNAL, HARD, IDLE, KEEP
from signaling.rooms import Close, Output, Send

# Going


def test_the_host_is_told_how_a_guest_went() -> None:
    house = house_with(GUEST, OTHER)
    assert house.lose(GUEST) == [Send(HOST, Left(GUEST, "lost"))]
    assert house.say(OTHER, Leave()) == [
        Send(HOST, Left(OTHER, "left")),
        Close(OTHER, CloseCode.NORMAL, "left"),
    ]


def test_a_member_is_lost_once() -> None:
    house = house_with(GUEST)
    house.lose(GUEST)
    assert house.lose(GUEST) == []
    assert house.lose(999) == []


def test_a_member_that_is_refused_for_bad_input_is_gone_for_the_others() -> None:
    house = house_with(GUEST)
    house.signal(GUEST, GUEST)
    assert house.lose(GUEST) == []
    assert house.signal(HOST, GUEST) == [Send(HOST, Left(GUEST, "gone"))]


def test_a_host_that_leaves_closes_the_table() -> None:
    house = house_with(GUEST)
    assert house.say(HOST, Leave()) == [
        Send(GUEST, Left(HOST, "left")),
        Close(HOST, CloseCode.NORMAL, "left"),
        *closed(GUEST, "the host has closed this table"),
    ]
    assert house.say(LATE, JOIN)[1] == Close(LATE, CloseCode.REFUSED, "unknown_room")
    assert house.lose(GUEST) == house.lose(HOST) == []


# Coming back


def test_a_host_that_lost_its_socket_takes_the_room_back() -> None:
    house = house_with(GUEST, OTHER)
    assert house.lose(HOST) == [
        Send(GUEST, Left(HOST, "lost")),
        Send(OTHER, Left(HOST, "lost")),
    ]
    assert house.signal(GUEST, HOST) == [Send(GUEST, Left(HOST, "gone"))]
    house.lose(OTHER)
    assert house.say(LATE, TAKE_BACK) == [
        Send(LATE, Created("7KQM", LATE, "claim 1", ())),
        Send(LATE, Arrived(GUEST)),
        Send(GUEST, Arrived(LATE)),
    ]
    assert house.signal(GUEST, LATE) == [Send(LATE, Signaled(GUEST, OFFER))]
    assert house.signal(GUEST, HOST) == [Send(GUEST, Left(HOST, "gone"))]


def test_the_newest_socket_of_a_host_wins() -> None:
    house = house_with(GUEST)
    assert house.say(LATE, TAKE_BACK) == [
        Close(HOST, CloseCode.REPLACED, "replaced"),
        Send(GUEST, Left(HOST, "lost")),
        Send(LATE, Created("7KQM", LATE, "claim 1", ())),
        Send(LATE, Arrived(GUEST)),
        Send(GUEST, Arrived(LATE)),
    ]
    assert house.lose(HOST) == []
    assert house.signal(LATE, GUEST) == [Send(GUEST, Signaled(LATE, OFFER))]


def test_a_guest_may_wait_for_a_host_that_is_away() -> None:
    house = house_with()
    house.lose(HOST)
    assert house.say(GUEST, JOIN) == [
        Send(GUEST, Joined("7KQM", GUEST, HOST, ())),
        Send(GUEST, Left(HOST, "lost")),
    ]
    assert house.lose(GUEST) == []
    house.say(OTHER, JOIN)
    assert house.say(LATE, TAKE_BACK)[1:] == [
        Send(LATE, Arrived(OTHER)),
        Send(OTHER, Arrived(LATE)),
    ]


@pytest.mark.parametrize("claim", ["", "claim 2", "claim", "claim 1 ", "clàim 1"])
def test_a_wrong_claim_changes_nothing(claim: str) -> None:
    house = house_with(GUEST)
    wrong = Create(version=1, room="7KQM", claim=claim)
    assert house.say(LATE, wrong) == refused(
        LATE, "claim", "somebody else hosts a table with this code; host a new one"
    )
    assert house.signal(GUEST, HOST) == [Send(HOST, Signaled(GUEST, OFFER))]


@pytest.mark.parametrize(
    "half", [Create(version=1, room="7KQM"), Create(version=1, claim="claim 1")]
)
def test_half_a_claim_is_malformed(half: Create) -> None:
    assert house_with().say(LATE, half) == refused(
        LATE, "malformed", "taking a room back needs both its name and its claim"
    )


def test_a_server_that_restarted_lets_a_host_open_the_same_room_again() -> None:
    house = House()
    assert house.say(HOST, TAKE_BACK) == [
        Send(HOST, Created("7KQM", HOST, "claim 1", ()))
    ]
    assert house.say(GUEST, JOIN)[1] == Send(HOST, Arrived(GUEST))
    house.lose(HOST)
    assert house.say(LATE, TAKE_BACK)[0] == Send(
        LATE, Created("7KQM", LATE, "claim 1", ())
    )


@pytest.mark.parametrize("room", ["", "7kqm", "7KQM9", "AAAA", "<b>"])
def test_only_the_name_of_a_room_is_taken_back(room: str) -> None:
    assert House().say(HOST, Create(version=1, room=room, claim="c")) == refused(
        HOST, "malformed", "this is not the name of a room"
    )


# Time


def test_a_guest_that_signals_nothing_goes() -> None:
    house = house_with(GUEST, OTHER)
    house.now += FIRST_SIGNAL - 1
    house.signal(OTHER, HOST)
    house.signal(HOST, GUEST)
    house.now += FIRST_SIGNAL - 1
    assert house.expire() == []
    house.now += 1
    assert house.expire() == [
        *refused(
            GUEST,
            "refused",
            "nothing was signaled to the host within 15 seconds; join again",
        ),
        Send(HOST, Left(GUEST, "lost")),
    ]
    assert house.expire() == []


def test_a_guest_that_waits_for_its_host_has_nobody_to_signal() -> None:
    house = house_with()
    house.lose(HOST)
    house.say(GUEST, JOIN)
    house.now += FIRST_SIGNAL
    assert house.expire() == []
    house.say(LATE, TAKE_BACK)
    house.now += FIRST_SIGNAL - 1
    assert house.expire() == []
    house.now += 1
    assert house.expire()[1] == Close(GUEST, CloseCode.REFUSED, "refused")


def test_a_room_does_not_live_for_ever() -> None:
    house = house_with(GUEST)
    house.signal(GUEST, HOST)
    for _ in range(7):
        house.now += HARD / 7
        assert house.signal(HOST, GUEST)
    house.now -= 1
    assert house.expire() == []
    house.now += 1
    sentence = "this table has been open for too long; host a new one"
    assert house.expire() == [*closed(HOST, sentence), *closed(GUEST, sentence)]
    assert HARD == 7 * 24 * 3600


def test_a_room_waits_for_its_host_for_ten_minutes() -> None:
    house = house_with(GUEST)
    house.lose(HOST)
    house.now += KEEP - 1
    assert house.expire() == []
    house.now += 1
    assert house.expire() == closed(
        GUEST, "the host of this table did not come back; ask for a new code"
    )
    assert house.expire() == house.lose(GUEST) == []
    assert KEEP == 600


def test_a_room_that_nobody_uses_for_a_day_goes() -> None:
    house = house_with()
    for member, message in (
        (LATE, TAKE_BACK),
        (GUEST, JOIN),
        (LATE, Signal(to=GUEST, data=OFFER)),
    ):
        house.now += IDLE - 1
        assert house.expire() == []
        house.say(member, message)
        if message == JOIN:
            house.signal(GUEST, LATE)
    house.now += IDLE - 1
    assert house.expire() == []
    house.now += 1
    sentence = "nobody came to this table for too long; host a new one"
    assert house.expire() == [*closed(LATE, sentence), *closed(GUEST, sentence)]
    assert IDLE == 24 * 3600


def test_rooms_expire_one_by_one() -> None:
    house = House("7KQM", "CCCC")
    house.say(HOST, CREATE)
    house.now += 1
    house.say(OTHER, CREATE)
    house.now += IDLE - 1
    assert [output.member for output in house.expire()] == [HOST, HOST]
    assert house.say(GUEST, Join(version=1, room="CCCC"))[1:] == [
        Send(OTHER, Arrived(GUEST))
    ]


def answers_to_a_late_guest(house: House) -> Iterator[list[Output]]:
    """Before and after the expired room is swept away."""
    yield house.say(LATE, JOIN)
    house.expire()
    yield house.say(LATE, JOIN)


@pytest.mark.parametrize("away", [False, True])
def test_an_expired_room_is_answered_like_an_unknown_one(away: bool) -> None:
    house = house_with()
    if away:
        house.lose(HOST)
    house.now += KEEP if away else IDLE
    for answer in answers_to_a_late_guest(house):
        assert answer == refused(LATE, "unknown_room", NO_SUCH_TABLE)


@pytest.mark.parametrize("swept", [False, True])
def test_a_host_may_come_back_even_late(swept: bool) -> None:
    house = house_with()
    house.lose(HOST)
    house.now += KEEP
    if swept:
        house.expire()
    assert house.say(LATE, TAKE_BACK) == [
        Send(LATE, Created("7KQM", LATE, "claim 1", ()))
    ]
    assert house.expire() == []
    assert house.say(GUEST, JOIN)[1] == Send(LATE, Arrived(GUEST))
