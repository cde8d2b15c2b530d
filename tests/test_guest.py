"""A guest keeps what the host said last, and what it has not answered yet."""

import pytest
from msgspec.structs import replace
from tabled import Table, pair

from peer.guest import Guest
from shared.actions import Discard, Draw
from shared.clock import ClockView, Control
from shared.errors import ProtocolError
from shared.tableview import VoteView
from shared.view import Fit, MeldView, Spread
from shared.wire import (
    MAX_SENT_NAME,
    VERSION,
    Act,
    Bye,
    Hello,
    Rejected,
    Relocated,
    Touched,
    Update,
    Welcome,
    decode_to_host,
    encode,
)


def test_a_request_is_pending_until_it_is_answered() -> None:
    table, *_ = pair()
    one = table.on_turn()
    guest = table.guests[one]
    request = guest.act(Draw("stock"))
    assert guest.pending == {1: Act(1, guest.seq, Draw("stock"))}
    table.say(one, request)
    assert guest.pending == {}
    table.say(one, guest.act(Draw("stock")))
    assert guest.pending == {}


def test_a_name_of_any_length_can_be_sent() -> None:
    hello = decode_to_host(Guest("a" * 100).hello())
    assert isinstance(hello, Hello) and hello.name == "a" * MAX_SENT_NAME


def test_another_seats_update_answers_nothing() -> None:
    table = Table(seats=3)
    ann, bob, _ = table.join("Ann"), table.join("Bob"), table.join("Cleo")
    other = bob if table.on_turn() == ann else ann
    guest = table.guests[other]
    guest.act(Draw("stock"))
    seq = guest.seq
    table.play_turn()
    assert guest.pending == {1: Act(1, seq, Draw("stock"))}


def test_a_guest_that_comes_back_counts_on() -> None:
    table, ann, bob = pair()
    one = table.on_turn()
    table.act(one, Draw("stock"))
    fresh = table.join(token=table.guests[one].token)
    view = table.guests[fresh].view
    assert view is not None
    said = table.act(fresh, Discard(view.may_discard[0]))
    assert not isinstance(said[0], Rejected)
    assert table.guests[ann if one == bob else bob].view.can  # type: ignore[union-attr]


def test_the_token_of_the_welcome_is_kept() -> None:
    table, ann, _ = pair()
    welcome = table.said[ann][0]
    assert isinstance(welcome, Welcome)
    assert table.guests[ann].token == welcome.token


def test_a_host_that_breaks_the_protocol_is_noticed() -> None:
    table, ann, _ = pair()
    update = encode(table.said[ann][-1])
    with pytest.raises(ProtocolError, match="^not a game message: "):
        Guest("Ann").received("nonsense")
    with pytest.raises(ProtocolError, match="^the host sent an update before a wel"):
        Guest("Ann").received(update)
    moved = Welcome(version=VERSION, seat=1, token="t", last_act=0)
    with pytest.raises(ProtocolError, match="^the host moved us to another seat$"):
        table.guests[ann].received(encode(moved))
    with pytest.raises(ProtocolError, match="^the host sent a room that is none$"):
        Guest("Ann").received(encode(Relocated("../x")))
    assert Guest("Ann").received(encode(Bye())) == Bye()


def test_a_guest_is_moved_when_the_host_says_so() -> None:
    table, ann, _ = pair()
    guest = table.guests[ann]
    guest.act(Draw("stock"))
    moved = Welcome(version=VERSION, seat=1, token="t", last_act=0, moved=True)
    guest.received(encode(moved))
    assert (guest.seat, guest.token, guest.pending, guest.view) == (1, "t", {}, None)
    again = Welcome(version=VERSION, seat=0, token="t", last_act=0, moved=True)
    with pytest.raises(ProtocolError, match="^the host moved us to another seat$"):
        guest.received(encode(again))


def nonsense(update: Update) -> list[Update]:
    """Updates as they are on the wire, naming what is not there."""
    view, table = update.view, update.table
    assert view is not None
    meld = MeldView(seat=2, cards=("7H", "8H", "9H"))
    views = [
        replace(view, seat=1),
        replace(view, seat=None),
        replace(view, turn=2),
        replace(view, dealer=-1),
        replace(view, counts=(1,)),
        replace(view, held="7X"),
        replace(view, upcard="1H"),
        replace(view, melds=(meld,)),
        replace(view, may_lay_off=(Fit("7H", 0),)),
        replace(view, may_move=(Fit("7H", 0),)),
        replace(view, may_call=(Fit("7H", 0),)),
        replace(view, must_keep=("",)),
        replace(view, unmatched=("T",)),
        replace(view, may_knock=(Spread("K", (), 0),)),
        replace(view, may_knock=(Spread(None, (("7H", "8H", "9"),), 0),)),
        replace(view, may_lay_down=(("7H", "8H", "hearts"),)),
    ]
    vote = VoteView(1, "void", 0, (True, None), (0, 1), 30, "open")
    clock = ClockView(Control(turn=45), (45_000,) * 2, runs=0, pauses=(3, 3))
    tables = [
        replace(table, scores=(0,)),
        replace(table, seats=table.seats[:0]),
        replace(table, vote=replace(vote, said=(True,))),
        replace(table, vote=replace(vote, voters=(0, 2))),
        replace(table, vote=replace(vote, asker=-1)),
        replace(table, clock=replace(clock, left=(45_000,))),
        replace(table, clock=replace(clock, pauses=())),
        replace(table, clock=replace(clock, runs=2)),
        replace(table, clock=replace(clock, asked=2)),
    ]
    return [
        *(replace(update, view=view) for view in views),
        *(replace(update, table=table) for table in tables),
    ]


def test_an_update_that_names_what_is_not_there_is_noticed() -> None:
    table, ann, _ = pair()
    update = table.said[ann][-1]
    assert isinstance(update, Update)
    for bad in nonsense(update):
        with pytest.raises(
            ProtocolError, match="^the host sent an update that makes no sense$"
        ):
            table.guests[ann].received(encode(bad))


def test_what_was_begun_at_a_seat_is_not_said_again_at_another() -> None:
    guest = Guest("Ann")
    guest.received(encode(Welcome(version=VERSION, seat=0, token="t", last_act=0)))
    guest.wish(Touched(guest.seq))
    assert guest.repeats() == [encode(Touched(0))]
    moved = Welcome(version=VERSION, seat=1, token="u", last_act=0, moved=True)
    guest.received(encode(moved))
    assert guest.repeats() == []
