"""A guest comes back to its seat: what it asked for happens once, whatever was lost."""

from copy import deepcopy

import pytest
from tabled import Table, pair

from peer.places import Peer
from shared.actions import Draw
from shared.errors import ProtocolError
from shared.events import Drew
from shared.wire import Ready, Rejected, Update, Welcome, decode_to_host, encode


def draws(table: Table, peer: Peer) -> int:
    """How many cards whoever was told of it has drawn."""
    return sum(isinstance(event, Drew) for event in table.events(peer))


def test_what_was_lost_on_its_way_to_the_host_is_asked_again() -> None:
    table, ann, bob = pair()
    one = table.on_turn()
    other = bob if one == ann else ann
    table.guests[one].act(Draw("stock"))
    table.lose(one)
    again = table.come_back(one)
    assert draws(table, other) == 1
    assert table.guests[again].pending == {}
    assert "discard" in table.guests[again].view.can  # type: ignore[union-attr]


def test_what_the_host_has_heard_is_not_asked_again() -> None:
    table, ann, bob = pair()
    one = table.on_turn()
    other = bob if one == ann else ann
    guest = table.guests[one]
    request = guest.act(Draw("stock"))
    table.guests[one] = deepcopy(guest)  # hears the answer
    table.say(one, request)
    table.guests[one] = guest
    table.lose(one)
    assert guest.pending
    again = table.come_back(one)
    assert draws(table, other) == 1
    assert guest.pending == {} and guest.repeats() == []
    update = table.said[again][-1]
    assert isinstance(update, Update) and update.view == guest.view


def test_a_request_that_comes_twice_is_done_once() -> None:
    table, ann, bob = pair()
    one = table.on_turn()
    other = bob if one == ann else ann
    request = table.guests[one].act(Draw("stock"))
    table.say(one, request)
    (answer,) = table.say(one, request)
    assert isinstance(answer, Update) and answer.events == ()
    assert draws(table, other) == 1


def test_a_repeat_quotes_the_table_it_was_asked_at() -> None:
    """Else it could do what the player never meant."""
    table = Table(seats=3)
    peers = [table.join(name) for name in "ABC"]
    one, *others = sorted(peers, key=table.on_turn().__ne__)
    guest = table.guests[others[-1]]
    said = [guest.act(Draw("stock")), guest.act(Draw("stock"))]
    table.play_turn()
    assert guest.repeats() == said


def test_a_repeat_that_the_table_has_overtaken_is_refused() -> None:
    table = Table(seats=3)
    peers = [table.join(name) for name in "ABC"]
    one, other, _ = sorted(peers, key=table.on_turn().__ne__)
    table.guests[other].act(Draw("stock"))
    table.play_turn()
    again = table.come_back(other)
    answer = table.said[again][-1]
    assert isinstance(answer, Rejected) and answer.code == "stale"
    assert table.guests[again].pending == {}


def test_ready_is_said_again_until_the_table_shows_it() -> None:
    table, ann, bob = pair()
    table.finish_hand()
    guest = table.guests[ann]
    guest.ready()
    table.lose(ann)
    assert [decode_to_host(text) for text in guest.repeats()] == [Ready()]
    table.come_back(ann)
    assert guest.table is not None and guest.table.seats[0].ready
    assert guest.repeats() == []
    table.say(bob, table.guests[bob].ready())
    assert guest.table.phase == "hand"
    assert guest.repeats() == table.guests[bob].repeats() == []


def test_at_another_seat_nothing_is_asked_again() -> None:
    """A host that was started anew gives us a seat, not our seat."""
    table, *_ = pair()
    guest = table.guests[table.on_turn()]
    guest.act(Draw("stock"))
    guest.token = "of a table that is no more"
    anew = Table(seats=3)
    anew.join("Eve")
    anew.join("Cleo")
    peer = anew.connect()
    anew.guests[peer] = guest
    welcome = anew.say(peer, guest.hello())[0]
    assert isinstance(welcome, Welcome) and not welcome.back
    assert guest.seat == 2
    assert guest.token == welcome.token
    assert guest.repeats() == []


def test_a_host_cannot_move_us_while_we_sit() -> None:
    table, ann, _ = pair()
    guest = table.guests[ann]
    for token in (guest.token or "", "another"):
        moved = Welcome(version=1, seat=1, token=token, last_act=0)
        with pytest.raises(ProtocolError, match="^the host moved us to another seat$"):
            guest.received(encode(moved))
