"""A clock and a table that lives: it is settled, seats change hands, others watch."""

import pytest
from tabled import Table, pair
from timed import clock_of, left, look, on_clock, refusals, timed

from peer.host import Host
from peer.requests import HandBack, HandOver, Kick, Patience, Play, Settle
from peer.table import replayed
from shared.actions import Discard, Draw
from shared.clock import Control
from shared.errors import IllegalAction, OptionError
from shared.view import View
from shared.wire import Answer, Ask, Changed, Pause, Touched, encode


def shown_patience(table: Table, seat: int) -> int:
    view = table.guests[1].table
    assert view is not None
    return view.seats[seat].patience


def test_a_clock_is_settled_between_two_hands() -> None:
    table, ann, bob = pair()
    with pytest.raises(IllegalAction) as caught:
        table.manage(Settle("clock", "45"))
    assert str(caught.value) == "a hand is being played: settle clock when it is over"
    table.finish_hand()
    table.manage(Settle("clock", "600s+20s"))
    for peer in (ann, bob):
        assert Changed("term", name="clock", value="600s+20s") in table.said[peer]
        clock = clock_of(table, peer)
        assert clock.control == Control(bank=600, increment=20)
        assert clock.left == (600_000, 600_000)
    assert table.host.table.terms.clock == "10m+20s"
    assert replayed(table.records(), "journal") == table.host.table


def test_a_turn_that_a_void_hand_cut_short_takes_nothing_from_the_next() -> None:
    table = timed("30")
    table.finish_hand()
    for peer in (1, 2):
        table.say(peer, table.guests[peer].ready())
    peer, seat = on_clock(table)
    table.wait(20)
    table.act(peer, Draw("stock"))
    assert left(table, seat) == 10
    table.say(1, encode(Ask("void")))
    table.say(2, encode(Answer(1, True)))
    assert look(table).left == (30_000, 30_000)


def test_an_action_after_zero_that_came_before_the_tick_owes_nothing() -> None:
    table = timed("30s+20s")
    peer, seat = on_clock(table)
    table.act(peer, Draw("stock"))
    table.wait(29)
    table.now += 3
    view = table.guests[peer].view
    assert isinstance(view, View)
    table.act(peer, Discard(view.may_discard[0]))
    assert left(table, seat) == 20


def test_a_clock_that_makes_no_sense_is_refused() -> None:
    table, *_ = pair()
    table.finish_hand()
    with pytest.raises(OptionError) as caught:
        table.manage(Settle("clock", "3"))
    assert str(caught.value) == "a turn has from 5 to 3600 seconds"


def test_another_game_has_its_own_clock_and_a_clock_for_each_seat() -> None:
    table = timed("game")
    assert table.host.table.banks.control is None
    table.finish_hand()
    table.manage(Play("rummikub", "rk_official", seats=3))
    assert look(table).control == Control(turn=60)
    assert look(table).left == (60_000,) * 3
    assert replayed(table.records(), "journal") == table.host.table
    table.join("Cleo")
    for peer in (1, 2):
        table.say(peer, table.guests[peer].ready())
    _, seat = on_clock(table)
    table.wait(60)
    assert clock_of(table).runs == (seat + 1) % 3


def test_a_seat_that_is_handed_over_and_back_keeps_its_patience() -> None:
    table = timed("30")
    table.manage(Patience(1, 200))
    table.manage(HandOver(1))
    table.seat_substitutes()
    assert shown_patience(table, 1) == 200
    table.manage(HandBack(1))
    assert shown_patience(table, 1) == 200
    again = Host(replayed(table.records(), "journal"), new_token=lambda: "new")
    assert again.table == table.host.table


def test_a_computer_player_acts_in_time_for_who_was_kicked() -> None:
    table = timed("30")
    _, seat = on_clock(table)
    table.wait(10)
    table.manage(Kick(seat))
    table.seat_substitutes()
    assert left(table, seat) == 20
    assert look(table).runs == seat


def test_who_watches_sees_the_clocks_and_stops_none() -> None:
    table = timed("30")
    watcher = table.watch("Zed")
    before = clock_of(table, watcher)
    assert before.runs is not None
    table.say(watcher, encode(Pause()))
    table.say(watcher, encode(Touched(table.guests[watcher].seq)))
    why = ("watching", "you only watch: wait for a free seat to play")
    assert refusals(table, watcher) == [why, why]
    assert look(table) == before
