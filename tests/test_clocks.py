"""Clocks at a host's table: whose runs, what is left, what happens at zero."""

import pytest
from tabled import Table
from timed import (
    clock_of,
    late,
    left,
    look,
    on_clock,
    pause,
    refusals,
    timed,
    touched,
)

from peer.attendance import CLOCK_GAP
from peer.host import Host
from peer.records import Settled, TurnEnded
from peer.requests import Patience
from peer.table import replayed
from shared.actions import Discard, Draw, LayDown, TakeBack
from shared.clock import PAUSE, PAUSES, Control
from shared.errors import IllegalAction
from shared.events import Discarded, Drew, TimedOut
from shared.rulesets.rummikub import PRESETS as TILES
from shared.terms import settled
from shared.view import View
from shared.wire import Answer, Ask, Rejected, Touched, encode

# A clock for each turn


def test_without_one_nobody_is_shown_a_clock_and_waits_as_long_as_it_takes() -> None:
    table = timed("off")
    table.wait(600)
    shown = table.guests[1].table
    assert shown is not None and shown.clock is None
    assert late(table) == [] and table.host.zero(table.now) is None


def test_the_clock_of_whose_turn_it_is_runs_and_no_other() -> None:
    table = timed("30")
    _, seat = on_clock(table)
    assert clock_of(table).runs == seat
    assert clock_of(table).control == Control(turn=30)
    table.wait(12)
    assert left(table, seat) == 18
    assert left(table, 1 - seat) == 30
    assert table.host.zero(table.now) == table.now + 18


def test_a_turn_is_one_however_much_is_done_in_it() -> None:
    table = timed("30")
    peer, seat = on_clock(table)
    table.wait(12)
    table.act(peer, Draw("stock"))
    assert left(table, seat) == 18
    table.wait(5)
    view = table.guests[peer].view
    assert view is not None
    table.act(peer, Discard(view.may_discard[0]))
    assert look(table).runs == 1 - seat
    assert look(table).left == (30_000, 30_000)


def test_what_is_refused_does_not_stop_the_clock() -> None:
    table = timed("30")
    peer, seat = on_clock(table)
    table.wait(12)
    table.act(peer, Discard("KC"))
    assert left(table, seat) == 18


def test_at_zero_a_card_is_drawn_and_one_discarded_and_everybody_is_told() -> None:
    table = timed("30")
    peer, seat = on_clock(table)
    other = 3 - peer
    table.wait(29)
    assert late(table) == []
    table.wait(1)
    assert late(table, peer) == late(table, other) == [seat]
    theirs = table.events(other)[-3:]
    assert [type(event) for event in theirs] == [TimedOut, Drew, Discarded]
    assert isinstance(theirs[1], Drew) and theirs[1].card is None
    mine = table.events(peer)[-2]
    assert isinstance(mine, Drew) and mine.card is not None
    assert look(table).runs == 1 - seat and left(table, seat) == 30


def test_who_has_drawn_already_only_discards() -> None:
    table = timed("30")
    peer, _ = on_clock(table)
    table.act(peer, Draw("stock"))
    table.wait(30)
    events = table.events(peer)[-2:]
    assert [type(event) for event in events] == [TimedOut, Discarded]


def test_a_tick_that_comes_late_takes_nothing_from_the_next_player() -> None:
    table = timed("30")
    _, seat = on_clock(table)
    table.wait(28)
    table.wait(4, step=4)
    assert late(table) == [seat]
    assert left(table, 1 - seat) == 30


def test_an_action_that_is_handled_before_the_zero_counts() -> None:
    table = timed("30")
    peer, _ = on_clock(table)
    table.wait(29)
    table.now += 1
    table.act(peer, Draw("stock"))
    assert refusals(table, peer) == []
    told = [type(event) for event in table.events(peer)[1:]]
    assert told == [Drew, TimedOut, Discarded]


def test_an_action_that_is_handled_after_it_is_refused_in_words() -> None:
    table = timed("30")
    peer, _ = on_clock(table)
    text = table.guests[peer].act(Draw("stock"))
    table.wait(30)
    answers = table.say(peer, text)  # it was under way
    (refusal,) = (one for one in answers if isinstance(one, Rejected))
    assert refusal.code == "stale"
    assert str(refusal) == "the table has changed meanwhile, look again"


def test_between_two_hands_no_clock_runs() -> None:
    table = timed("30", max_hands=2)
    while table.host.table.phase == "hand":
        table.wait(1)
    assert look(table).runs is None
    deadline = table.host.zero(table.now)
    assert deadline is None
    before = len(late(table))
    table.wait(300)
    assert len(late(table)) == before


def test_the_sleep_of_the_hosts_machine_is_nobodys_time() -> None:
    table = timed("30")
    _, seat = on_clock(table)
    table.wait(10)
    table.now += CLOCK_GAP + 300
    table.carry_out(table.host.tick(table.now))
    assert left(table, seat) == 20 and late(table) == []


def test_computer_players_are_subject_to_it_too() -> None:
    table = Table(seats=2, terms=timed().host.table.terms)
    table.carry_out(table.host.seat_bot("Ada"))
    table.join(token=table.substitutes.pop())
    table.join("Ann")
    table.wait(70)
    assert sorted(late(table)) == [0, 1]


# Banks


def test_a_bank_lasts_for_the_match_and_each_turn_adds_to_it() -> None:
    table = timed("60s+10s")
    peer, seat = on_clock(table)
    assert look(table).left == (60_000, 60_000)
    table.wait(25)
    table.play_turn()
    assert left(table, seat) == 45
    assert left(table, 1 - seat) == 60
    table.play_turn()
    table.wait(5)
    assert left(table, seat) == 40


def test_an_empty_bank_has_the_increment_so_nobody_is_out_of_the_game() -> None:
    table = timed("60s+10s")
    peer, seat = on_clock(table)
    table.wait(60)
    assert late(table) == [seat]
    assert left(table, seat) == 10
    table.play_turn()
    table.wait(9)
    assert left(table, seat) == 1 and late(table) == [seat]
    table.play_turn()
    assert left(table, seat) == 11


def test_banks_go_on_in_the_next_hand_and_are_full_in_the_next_match() -> None:
    table = timed("200s+10s", max_hands=2)
    while table.host.table.phase == "hand":
        table.wait(1)
        table.play_turn()
    after = look(table).left
    assert after != (200_000, 200_000)
    for peer in (1, 2):
        table.say(peer, table.guests[peer].ready())
    assert table.host.table.phase == "hand" and look(table).left == after
    pause(table, 1)
    table.finish_hand()
    assert look(table).pauses == (PAUSES - 1, PAUSES)
    for peer in (1, 2):
        table.say(peer, table.guests[peer].ready())
    assert table.host.table.phase == "hand"
    assert look(table).left == (200_000, 200_000)
    assert look(table).pauses == (PAUSES, PAUSES)


def test_what_is_laid_and_taken_back_brings_no_time() -> None:
    table = timed("30", seed=b"a meld at once")
    for _ in range(40):
        peer, seat = on_clock(table)
        table.act(peer, Draw("stock"))
        view = table.guests[peer].view
        assert isinstance(view, View)
        if view.may_lay_down:
            break
        table.act(peer, Discard(view.may_discard[0]))
    table.wait(10)
    table.act(peer, LayDown(view.may_lay_down[0]))
    table.wait(10)
    table.act(peer, TakeBack())
    assert refusals(table, peer) == []
    assert left(table, seat) == 10


def test_a_discard_that_all_took_back_gives_nobody_an_increment() -> None:
    table = timed("60s+10s")
    peer, seat = on_clock(table)
    table.wait(20)
    table.play_turn()
    table.say(peer, encode(Ask("undo")))
    vote = table.guests[peer].table
    assert vote is not None and vote.vote is not None
    table.say(3 - peer, encode(Answer(vote.vote.number, True)))
    assert on_clock(table) == (peer, seat)
    assert left(table, seat) == 50 and left(table, 1 - seat) == 60


def test_another_clock_is_settled_for_all_and_anything_else_changes_none() -> None:
    table = timed("30", max_hands=2)
    pause(table, 1)
    table.wait(PAUSE + 10)
    before = table.host.table.banks
    terms = table.host.table.terms
    other, _ = table.host.table.after(Settled(settled(terms, "talk", "off")))
    assert other.banks == before
    other, _ = table.host.table.after(Settled(settled(terms, "clock", "60s+10s")))
    assert other.banks.left == (60_000, 60_000)
    assert other.banks.pauses == before.pauses == (PAUSES - 1, PAUSES)
    none, _ = other.after(Settled(settled(terms, "clock", "off")))
    assert none.banks.control is None


# Patience


def test_who_needs_twice_the_time_has_it() -> None:
    table = timed("30")
    peer, seat = on_clock(table)
    table.manage(Patience(seat, 200))
    assert look(table).left[seat] == 60_000
    shown = table.guests[3 - peer].table
    assert shown is not None and shown.seats[seat].patience == 200
    table.wait(59)
    assert late(table) == []
    table.wait(1)
    assert late(table) == [seat]
    assert left(table, 1 - seat) == 30 and left(table, seat) == 60


def test_patience_settled_in_a_turn_takes_nothing_away() -> None:
    table = timed("30")
    _, seat = on_clock(table)
    table.manage(Patience(seat, 300))
    table.wait(45)
    assert left(table, seat) == 45
    table.manage(Patience(seat, 100))
    assert left(table, seat) == 15
    table.wait(5)
    assert left(table, seat) == 10


def test_a_bank_and_its_increment_are_larger_too() -> None:
    table = timed("60s+10s")
    _, seat = on_clock(table)
    table.manage(Patience(seat, 150))
    table.wait(30)
    table.play_turn()
    assert left(table, seat) == 75


@pytest.mark.parametrize("percent", [99, 501, -100])
def test_patience_has_limits(percent: int) -> None:
    with pytest.raises(IllegalAction) as refusal:
        timed().manage(Patience(0, percent))
    assert str(refusal.value) == (
        "a player has from 100 to 500 percent of the time: choose a number between"
    )


def test_a_seat_that_is_not_there_has_no_patience() -> None:
    with pytest.raises(IllegalAction) as refusal:
        timed().manage(Patience(2, 200))
    assert str(refusal.value) == "there is no seat 3 here"


# Tiles


def test_at_zero_a_tile_is_drawn_or_three_by_who_had_begun_to_move_some() -> None:
    table = timed("game", rules=TILES["rk_official"])
    peer, seat = on_clock(table)
    assert look(table).control == Control(turn=60)
    table.wait(60)
    assert late(table) == [seat]
    other, place = on_clock(table)
    table.say(other, touched(table, other))
    table.wait(60)
    assert late(table) == [seat, place]
    drawn = [one.seat for one in table.events(1) if isinstance(one, Drew)]
    assert drawn == [seat, place, place, place]
    view = table.guests[peer].view
    assert view is not None and view.counts[place] == 17
    table.wait(60)
    table.wait(60)
    drawn = [one.seat for one in table.events(1) if isinstance(one, Drew)]
    assert drawn[4:] == [seat, place]


def test_what_one_has_touched_is_ones_own_turn_and_this_one() -> None:
    table = timed("game", rules=TILES["rk_official"])
    peer, seat = on_clock(table)
    table.say(3 - peer, touched(table, 3 - peer))
    table.say(peer, encode(Touched(0)))
    table.wait(60)
    drawn = [one.seat for one in table.events(1) if isinstance(one, Drew)]
    assert drawn == [seat]


# Journal


def test_a_journal_brings_back_the_banks_and_nobody_lost_time_meanwhile() -> None:
    table = timed("60s+10s")
    peer, seat = on_clock(table)
    table.manage(Patience(1 - seat, 200))
    pause(table, peer)
    table.wait(PAUSE + 20)
    table.play_turn()
    table.wait(30)  # not recorded: the host dies
    again = Table(seats=2)
    again.host = Host(replayed(table.records(), "journal"), new_token=lambda: "new")
    assert again.host.table == table.host.table
    again.now = table.now + 5000
    again.carry_out(again.host.resumed(again.now))
    tokens = [table.guests[one].token for one in (1, 2)]
    back = [again.join(token=token) for token in tokens]
    assert left(again, seat) == 50 and left(again, 1 - seat) == 120
    assert look(again).pauses[seat] == PAUSES - 1
    again.wait(120)
    assert late(again, back[0]) == [1 - seat]


def test_what_cannot_be_kept_has_not_happened_and_is_tried_again_later() -> None:
    table = timed("30")
    _, seat = on_clock(table)
    before = table.host.table
    table.wait(29)
    table.now += 1
    table.host.tick(table.now)  # the disk takes nothing
    table.carry_out(table.host.undo(before, "the disk is full", table.now))
    assert table.host.table == before and late(table) == []
    assert left(table, seat) == 30
    table.wait(30)
    assert late(table) == [seat]


def test_what_was_done_at_zero_is_one_record() -> None:
    table = timed("30")
    table.wait(30)
    (record,) = (one for one in table.records() if isinstance(one, TurnEnded))
    assert record.actions[0] == Draw("stock")
    assert isinstance(record.actions[1], Discard)
    assert replayed(table.records(), "journal") == table.host.table
