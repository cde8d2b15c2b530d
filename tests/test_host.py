"""The host's authority: who sits, who may act, who hears what."""

import msgspec
import pytest
from tabled import Table, pair

from shared.actions import Discard, Draw, LayDown
from shared.events import Drew, HandDealt
from shared.wire import (
    MAX_NAME,
    VERSION,
    Bye,
    Hello,
    Pong,
    Refused,
    Rejected,
    Update,
    Welcome,
    encode,
)

# Sitting down


def test_the_first_to_come_sits_first_and_the_match_begins_when_all_sit() -> None:
    table = Table(seats=2)
    ann = table.join("Ann")
    welcome, update = table.said[ann]
    assert isinstance(welcome, Welcome)
    assert welcome.seat == 0
    assert isinstance(update, Update)
    assert update.table.phase == "lobby"
    assert update.view is None
    bob = table.join("Bob")
    for peer, seat in ((ann, 0), (bob, 1)):
        guest = table.guests[peer]
        assert guest.table is not None and guest.view is not None
        assert guest.table.phase == "hand"
        assert [seat.name for seat in guest.table.seats] == ["Ann", "Bob"]
        assert guest.view.seat == seat
        assert len(guest.view.hand) == 10
        assert isinstance(table.events(peer)[0], HandDealt)


def test_nobody_is_told_what_another_seat_holds() -> None:
    table, ann, bob = pair()
    hands = [set(table.guests[peer].view.hand) for peer in (ann, bob)]  # type: ignore[union-attr]
    assert not hands[0] & hands[1]
    one = table.on_turn()
    other = bob if one == ann else ann
    table.act(one, Draw("stock"))
    (mine,) = [e for e in table.events(one) if isinstance(e, Drew)]
    (theirs,) = [e for e in table.events(other) if isinstance(e, Drew)]
    assert mine.card is not None
    assert theirs.card is None


def test_a_full_table_refuses() -> None:
    table, *_ = pair()
    late = table.join("Cleo")
    assert table.said[late] == [Refused("full_watch")]
    assert str(table.said[late][0]) == "all seats are taken; watch with --watch"
    assert late in table.hung_up


@pytest.mark.parametrize(
    ("version", "code", "older"),
    [(VERSION - 1, "too_old", "yours"), (VERSION + 1, "too_new", "the host's")],
)
def test_another_version_is_told_who_has_to_update(
    version: int, code: str, older: str
) -> None:
    table = Table()
    peer = table.connect()
    said = table.say(peer, encode(Hello(version=version, name="Ann")))
    assert said == [Refused(code, {"host": VERSION, "guest": version})]
    assert str(said[0]) == (
        f"the host speaks version {VERSION} of the game and your program version "
        f"{version}; update {older}"
    )
    assert peer in table.hung_up


def test_a_name_is_made_printable() -> None:
    table = Table(seats=3)
    table.join("  An\x1b[31mn\u202e \n  Lee " + "x" * 40)
    table.join("\u200b \t")
    guest = table.guests[1]
    assert guest.table is not None
    names = [seat.name for seat in guest.table.seats]
    assert names == [("An[31mn Lee " + "x" * 40)[:MAX_NAME], "Player 2", ""]


def test_who_leaves_before_the_match_frees_the_seat() -> None:
    table = Table(seats=3)
    ann, bob = table.join("Ann"), table.join("Bob")
    table.say(bob, table.guests[bob].bye())
    assert bob in table.hung_up
    seats = table.guests[ann].table.seats  # type: ignore[union-attr]
    assert [seat.kind for seat in seats] == ["person", "open", "open"]
    cleo = table.join("Cleo")
    assert table.guests[cleo].seat == 1


def test_a_bot_has_a_seat_from_the_moment_it_is_given_one() -> None:
    table = Table(seats=2)
    table.join("Ann")
    table.carry_out(table.host.seat_bot("Ada"))
    (token,) = table.substitutes
    with pytest.raises(ValueError, match="^no seat is free$"):
        table.host.seat_bot("Bert")
    assert table.host.free_seats() == 0
    bot = table.join(token=token)
    seats = table.guests[bot].table.seats  # type: ignore[union-attr]
    assert [(seat.name, seat.kind) for seat in seats] == [
        ("Ann", "person"),
        ("Ada", "bot"),
    ]
    assert table.guests[1].view is not None


def test_a_match_waits_for_a_computer_player_that_has_no_channel_yet() -> None:
    table = Table(seats=2)
    table.carry_out(table.host.seat_bot("Ada"))
    ann = table.join("Ann")
    assert table.guests[ann].view is None
    assert table.guests[ann].table.phase == "lobby"  # type: ignore[union-attr]


# Acting


def test_a_forbidden_action_is_told_to_its_seat_only() -> None:
    table, *_ = pair()
    one = table.on_turn()
    other = 3 - one
    before = len(table.said[other])
    assert table.act(one, Discard("7H")) == [Rejected(1, "draw_first")]
    assert table.act(other, Draw("stock")) == [Rejected(1, "not_your_turn")]
    assert len(table.said[other]) == before + 1
    assert table.on_turn() == one


def test_no_hand_no_action() -> None:
    table = Table()
    ann = table.join("Ann")
    assert table.act(ann, Draw("stock")) == [Rejected(1, "no_hand")]


def test_an_action_on_an_older_table_is_refused() -> None:
    table, *_ = pair()
    one = table.on_turn()
    stale = table.guests[one].seq
    table.act(one, Draw("stock"))
    table.guests[one].seq = stale
    discard = Discard(table.guests[one].view.may_discard[0])  # type: ignore[union-attr]
    said = table.act(one, discard)
    assert said == [Rejected(2, "stale")]
    assert str(said[0]) == "the table has changed meanwhile, look again"


def test_a_repeated_request_has_no_second_effect() -> None:
    table, *_ = pair()
    one = table.on_turn()
    request = table.guests[one].act(Draw("stock"))
    table.say(one, request)
    stock = table.guests[one].view.stock  # type: ignore[union-attr]
    (again,) = table.say(one, request)
    assert isinstance(again, Update)
    assert again.events == ()
    assert again.view is not None and again.view.stock == stock
    assert table.guests[one].pending == {}


def test_a_ping_is_answered_seated_or_not() -> None:
    table, ann, _ = pair()
    assert table.say(ann, table.guests[ann].ping()) == [Pong()]
    stranger = table.connect()
    assert table.say(stranger, table.guests[stranger].ping()) == [Pong()]


def test_a_request_is_valid_json_of_notation() -> None:
    table, *_ = pair()
    one = table.on_turn()
    text = table.guests[one].act(LayDown(("7H", "8H", "9H")))
    assert msgspec.json.decode(text)["action"] == {
        "type": "lay_down",
        "cards": ["7H", "8H", "9H"],
    }


def test_the_end_of_a_table_is_said() -> None:
    table, ann, bob = pair()
    table.carry_out(table.host.close())
    for peer in (ann, bob):
        assert table.said[peer][-1] == Bye("closed")
        assert str(table.said[peer][-1]) == "the host has closed the table"
    assert table.hung_up == {ann, bob}
    assert table.say(ann, table.guests[ann].ping()) == []
