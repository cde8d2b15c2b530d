"""Rooms: who gets in, and who hears whom."""

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
    house_with,
    refused,
)
from msgspec import Raw

from shared.signals import (
    Arrived,
    CloseCode,
    Create,
    Created,
    Error,
    IceServer,
    Join,
    Joined,
    Leave,
    Left,
    Signal,
    Signaled,
    ToServer,
)
from signaling.room import MAX_CANDIDATES, QUIET
from signaling.rooms import Close, Send

GAVE_WAY = "somebody else needed this place at the table; join again if you do"

# Coming in


def test_a_host_gets_a_room_and_a_guest_gets_in() -> None:
    stun = IceServer(urls=("stun:stun.example",))
    house = House(ice_servers=[stun])
    assert house.say(HOST, CREATE) == [
        Send(HOST, Created("7KQM", HOST, "claim 1", (stun,)))
    ]
    assert house.say(GUEST, JOIN) == [
        Send(GUEST, Joined("7KQM", GUEST, HOST, (stun,))),
        Send(HOST, Arrived(GUEST)),
    ]


def test_each_member_may_have_ice_servers_of_its_own() -> None:
    house = House(ice_servers=lambda member: (IceServer(urls=(f"turn:{member}",)),))
    (created,) = house.say(HOST, CREATE)
    joined, _ = house.say(GUEST, JOIN)
    for output, member in ((created, HOST), (joined, GUEST)):
        assert isinstance(output, Send)
        assert isinstance(output.message, Created | Joined)
        assert output.message.ice_servers == (IceServer(urls=(f"turn:{member}",)),)


def test_rooms_have_different_names_and_claims() -> None:
    house = House("7KQM", "7KQM", "7KQM", "CCCC")
    house.say(HOST, CREATE)
    assert house.say(OTHER, CREATE) == [
        Send(OTHER, Created("CCCC", OTHER, "claim 2", ()))
    ]


def test_joining_never_makes_a_room() -> None:
    house = House()
    unknown = refused(GUEST, "unknown_room", NO_SUCH_TABLE)
    assert house.say(GUEST, JOIN) == unknown
    assert house.say(GUEST, JOIN) == unknown


@pytest.mark.parametrize("room", ["", "7kqm", "7KQM ", "__proto__", "\0"])
def test_a_name_that_no_room_has_is_answered_like_any_other(room: str) -> None:
    house = house_with()
    assert house.say(GUEST, Join(version=1, room=room)) == refused(
        GUEST, "unknown_room", NO_SUCH_TABLE
    )


def test_a_full_table_is_answered_like_none_until_somebody_leaves() -> None:
    house = house_with(GUEST, OTHER, max_guests=2)
    assert house.say(LATE, JOIN) == refused(LATE, "unknown_room", NO_SUCH_TABLE)
    house.say(OTHER, Leave())
    assert house.say(LATE, JOIN)[1] == Send(HOST, Arrived(LATE))


def test_a_table_has_sixteen_guests_at_most() -> None:
    house = house_with(*range(16))
    assert house.say(LATE, JOIN) == refused(LATE, "unknown_room", NO_SUCH_TABLE)


def test_the_quietest_guest_gives_way_at_a_full_table() -> None:
    house = house_with(GUEST, OTHER, max_guests=2)
    house.now += QUIET - 1
    house.signal(GUEST, HOST)
    assert house.say(LATE, JOIN) == refused(LATE, "unknown_room", NO_SUCH_TABLE)
    house.now += 1
    assert house.say(LATE, JOIN) == [
        *refused(OTHER, "refused", GAVE_WAY),
        Send(HOST, Left(OTHER, "lost")),
        Send(LATE, Joined("7KQM", LATE, HOST, ())),
        Send(HOST, Arrived(LATE)),
    ]
    house.now += QUIET - 1
    assert house.say(OTHER, JOIN)[0] == Send(
        GUEST, Error(code="refused", message=GAVE_WAY)
    )


def test_no_guest_keeps_a_full_table_by_signaling_for_ever() -> None:
    house = house_with(GUEST, OTHER, max_guests=2)
    for _ in range(4):
        house.now += QUIET - 1
        for guest in (GUEST, OTHER):
            house.signal(guest, HOST)
        assert house.say(LATE, JOIN) == refused(LATE, "unknown_room", NO_SUCH_TABLE)
    house.now += 4
    assert house.say(LATE, JOIN)[-1] == Send(HOST, Arrived(LATE))


def test_a_server_without_places_has_no_room() -> None:
    house = house_with(max_guests=0)
    for room in ("7KQM", "2222"):
        assert house.say(GUEST, Join(version=1, room=room)) == refused(
            GUEST, "unknown_room", NO_SUCH_TABLE
        )


def test_a_new_server_says_when_to_try_a_code_again() -> None:
    house = House(settled=1010.0)
    error = Error(code="unknown_room", message=NO_SUCH_TABLE, retry_after=2)
    assert house.say(GUEST, JOIN)[0] == Send(GUEST, error)
    house.now += 10
    assert house.say(GUEST, JOIN) == refused(GUEST, "unknown_room", NO_SUCH_TABLE)


@pytest.mark.parametrize("opening", [CREATE, TAKE_BACK])
def test_a_server_has_so_many_tables_and_no_more(opening: Create) -> None:
    house = House("CCCC", "DDDD", "7KQM", max_rooms=2)
    house.say(HOST, CREATE)
    house.say(OTHER, CREATE)
    message = "this server has no free table; try again later or use another server"
    assert house.say(LATE, opening) == [
        Send(LATE, Error(code="limit", message=message, retry_after=60)),
        Close(LATE, CloseCode.REFUSED, "limit"),
    ]
    house.say(HOST, Leave())
    assert isinstance(house.say(LATE, opening)[0].message, Created)  # type: ignore[union-attr]


def test_a_server_that_finds_no_free_name_says_so() -> None:
    house = House("2222")
    house.say(HOST, CREATE)
    assert house.say(OTHER, CREATE)[1] == Close(OTHER, CloseCode.REFUSED, "limit")


@pytest.mark.parametrize("version", [-1, 0])
def test_a_program_too_old_is_told_so(version: int) -> None:
    assert house_with().say(GUEST, Join(version=version, room="7KQM")) == refused(
        GUEST, "version", "this rummyroom is too old for the server; update it"
    )


def test_a_program_too_new_is_told_so() -> None:
    assert House().say(HOST, Create(version=2)) == refused(
        HOST,
        "version",
        "this rummyroom is too new for the server;"
        " ask whoever runs the server to update it",
    )


@pytest.mark.parametrize("message", [Signal(to=HOST, data=OFFER), Leave()])
def test_the_first_message_is_an_opening(message: ToServer) -> None:
    assert house_with().say(LATE, message) == refused(
        LATE, "refused", "the first message is create or join"
    )


@pytest.mark.parametrize("member", [HOST, GUEST])
@pytest.mark.parametrize("message", [CREATE, JOIN, TAKE_BACK])
def test_there_is_one_opening(member: int, message: ToServer) -> None:
    house = house_with(GUEST)
    outputs = house.say(member, message)
    other = GUEST if member == HOST else HOST
    assert outputs == [
        *refused(
            member,
            "refused",
            "already at a table; open another connection for another one",
        ),
        Send(other, Left(member, "lost")),
    ]


# Signaling


def test_a_guest_and_the_host_signal_each_other() -> None:
    house = house_with(GUEST, OTHER)
    odd = Raw(b' {"sdp":"v=0" ,"type": "answer"}')
    assert house.signal(GUEST, HOST) == [Send(HOST, Signaled(GUEST, OFFER))]
    assert house.signal(HOST, OTHER, odd) == [Send(OTHER, Signaled(HOST, odd))]


CANDIDATE = Raw(b'{"type":"candidate","candidate":null}')


@pytest.mark.parametrize(("member", "to"), [(GUEST, HOST), (HOST, GUEST)])
def test_candidates_are_counted_each_way(member: int, to: int) -> None:
    house = house_with(GUEST)
    for _ in range(2):
        house.signal(member, to)
        for _ in range(MAX_CANDIDATES):
            assert house.signal(member, to, CANDIDATE) == [
                Send(to, Signaled(member, CANDIDATE))
            ]
            house.signal(to, member, CANDIDATE)
        house.signal(to, member)
    assert house.signal(member, to, CANDIDATE)[:2] == refused(
        member,
        "refused",
        "more than 64 candidates for one description; connect again",
    )


@pytest.mark.parametrize(
    "data",
    [b"null", b"{}", b'{"type":"offer"}', b'{"type":"offer","sdp":"","x":1}']
    + [b'{"type":"answer","sdp":"' + b"x" * 16_385 + b'"}']
    + [b'{"type":"candidate","candidate":"' + b"x" * 1025 + b'"}'],
)
def test_nothing_but_descriptions_is_relayed(data: bytes) -> None:
    house = house_with(GUEST)
    told, close, left = house.signal(GUEST, HOST, Raw(data))
    assert isinstance(told, Send) and isinstance(told.message, Error)
    assert told.message.code == "malformed"
    assert told.message.message.startswith("not a signaling message: ")
    assert close == Close(GUEST, CloseCode.REFUSED, "malformed")
    assert left == Send(HOST, Left(GUEST, "lost"))


def test_a_guest_may_not_signal_another_guest() -> None:
    house = house_with(GUEST, OTHER)
    assert house.signal(GUEST, OTHER) == [
        *refused(
            GUEST,
            "refused",
            "signals go only between the host and a guest of one table",
        ),
        Send(HOST, Left(GUEST, "lost")),
    ]


@pytest.mark.parametrize("member", [HOST, GUEST])
def test_nobody_signals_itself(member: int) -> None:
    house = house_with(GUEST)
    assert house.signal(member, member)[1] == Close(
        member, CloseCode.REFUSED, "refused"
    )


def test_a_signal_for_somebody_who_has_just_gone_is_no_offence() -> None:
    house = house_with(GUEST)
    house.lose(GUEST)
    assert house.signal(HOST, GUEST) == [Send(HOST, Left(GUEST, "gone"))]


@pytest.mark.parametrize("to", [201, 202, 999])
@pytest.mark.parametrize("member", [HOST, GUEST])
def test_another_room_is_as_far_as_no_room(member: int, to: int) -> None:
    house = House("7KQM", "CCCC")
    house.say(HOST, CREATE)
    house.say(GUEST, JOIN)
    house.say(201, CREATE)
    house.say(202, Join(version=1, room="CCCC"))
    assert house.signal(member, to) == [Send(member, Left(to, "gone"))]
