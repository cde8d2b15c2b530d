"""When a clock stands: its player is disconnected, or somebody needs a minute."""

from tabled import Table
from timed import (
    NO_CLOCK,
    NONE_LEFT,
    STANDS,
    clock_of,
    late,
    leave,
    left,
    look,
    on_clock,
    pause,
    refusals,
    timed,
)

from peer.attendance import DEAD, SUSPECT
from peer.timekeeper import GRACE
from shared.actions import Discard, Draw
from shared.clock import PAUSE, PAUSES
from shared.wire import Answer, Ask, Touched, encode

# Disconnected


def test_the_clock_stands_while_its_player_is_disconnected() -> None:
    table = timed("30")
    peer, seat = on_clock(table)
    table.wait(10)
    leave(table, peer)
    assert clock_of(table, 3 - peer).why == "away"
    table.wait(GRACE - 1)
    assert left(table, seat) == 20 and late(table, 3 - peer) == []
    again = table.join(token=table.guests[peer].token)
    assert look(table).why is None
    table.wait(5)
    assert left(table, seat) == 15
    assert clock_of(table, again).runs == seat


def test_but_not_for_longer_than_the_others_can_be_asked_to_wait() -> None:
    table = timed("30")
    peer, seat = on_clock(table)
    leave(table, peer)
    table.wait(GRACE + 29)
    assert late(table, 3 - peer) == []
    table.wait(1)
    assert late(table, 3 - peer) == [seat]


def test_who_disconnects_again_and_again_has_no_more_of_it_in_one_hand() -> None:
    table = timed("30")
    peer, seat = on_clock(table)
    other, waited = 3 - peer, 0
    while not late(table, other) and waited < 1000:
        leave(table, peer)
        table.wait(20)
        waited += 20
        peer = table.join(token=table.guests[peer].token)
    assert late(table, other) == [seat]
    assert waited == GRACE + 40  # 20 seconds at a time


def test_in_another_hand_one_may_be_away_as_long_again() -> None:
    table = timed("30", max_hands=3)
    peer, _ = on_clock(table)
    other = 3 - peer
    for _ in range(2):
        leave(table, peer)
        while not late(table, other):
            table.wait(10)
        table.said[other].clear()
        peer = table.join(token=table.guests[peer].token)
        while table.host.table.phase == "hand":
            table.play_turn()
        for one in (peer, other):
            table.say(one, table.guests[one].ready())
        if on_clock(table)[0] != peer:
            table.play_turn()
        leave(table, peer)
        table.wait(GRACE - 5)
        assert look(table).why == "away"
        peer = table.join(token=table.guests[peer].token)


def test_the_seconds_in_which_somebody_fell_silent_are_given_back() -> None:
    table = timed("30")
    peer, seat = on_clock(table)
    table.wait(10)
    table.mute.add(peer)
    table.wait(SUSPECT)
    assert left(table, seat) == 15
    table.wait(1)
    assert look(table).why == "away" and left(table, seat) == 20
    table.wait(DEAD)
    assert left(table, seat) == 20


def test_the_clock_goes_on_when_a_computer_player_sits_in() -> None:
    table = timed("30", absent="bot")
    peer, seat = on_clock(table)
    leave(table, peer)
    table.wait(60)
    table.join(token=table.substitutes.pop())
    assert look(table).why is None
    table.wait(30)
    assert late(table, 3 - peer) == [seat]


def test_the_clock_of_who_is_there_does_not_stand_for_others() -> None:
    table = timed("30")
    peer, seat = on_clock(table)
    leave(table, 3 - peer)
    table.wait(30)
    assert late(table, peer) == [seat]


# Need a minute


def test_a_minute_is_had_without_a_question() -> None:
    table = timed("30")
    peer, seat = on_clock(table)
    table.wait(10)
    pause(table, peer)
    shown = clock_of(table, 3 - peer)
    assert (shown.why, shown.asked, shown.holds) == ("pause", seat, PAUSE * 1000)
    assert shown.pauses[seat] == PAUSES - 1
    table.wait(PAUSE)
    assert left(table, seat) == 20 and look(table).asked is None
    table.wait(20)
    assert late(table) == [seat]


def test_a_minute_can_be_had_in_the_turn_of_another_who_may_act() -> None:
    table = timed("30")
    peer, seat = on_clock(table)
    pause(table, 3 - peer)
    table.play_turn()
    assert look(table).why == "pause"
    table.wait(PAUSE - 1)
    assert late(table) == []
    assert left(table, 1 - seat) == 30


def test_a_minute_lasts_as_long_though_the_hosts_machine_sleeps() -> None:
    table = timed("30")
    peer, seat = on_clock(table)
    pause(table, peer)
    table.wait(20)
    table.now += 1000
    table.carry_out(table.host.tick(table.now))
    assert look(table).holds == (PAUSE - 20) * 1000
    assert left(table, seat) == 30


def test_it_ends_when_who_asked_for_it_acts() -> None:
    table = timed("30")
    peer, seat = on_clock(table)
    pause(table, peer)
    table.wait(10)
    table.act(peer, Draw("stock"))
    assert look(table).why is None
    table.wait(30)
    assert late(table) == [seat]


def test_it_ends_with_the_hand() -> None:
    table = timed("30")
    peer, _ = on_clock(table)
    pause(table, peer)
    deals = table.host.table.deals
    table.say(peer, encode(Ask("void")))
    table.say(3 - peer, encode(Answer(1, True)))
    assert table.host.table.deals == deals + 1
    assert table.host.table.phase == "hand"
    assert (look(table).asked, look(table).holds) == (None, 0)


def test_a_refused_action_does_not_end_it() -> None:
    table = timed("30")
    peer, _ = on_clock(table)
    pause(table, peer)
    table.act(peer, Discard("KC"))
    assert look(table).why == "pause"


def test_nobody_pauses_for_ever() -> None:
    table = timed("30")
    peer, seat = on_clock(table)
    for _ in range(PAUSES):
        pause(table, peer)
        table.wait(PAUSE)
    assert refusals(table, peer) == []
    lines = len(table.kept)
    for _ in range(50):
        pause(table, peer)
    assert refusals(table, peer) == [NONE_LEFT] * 50
    assert len(table.kept) == lines
    table.wait(30)
    assert late(table) == [seat]


def test_asking_twice_takes_one_minute() -> None:
    table = timed("30")
    peer, seat = on_clock(table)
    pause(table, peer)
    pause(table, peer)
    pause(table, 3 - peer)
    assert refusals(table, peer) == refusals(table, 3 - peer) == [STANDS]
    assert look(table).pauses[seat] == PAUSES - 1
    assert look(table).pauses[1 - seat] == PAUSES


def test_where_no_clock_runs_there_is_nothing_to_stop() -> None:
    table = timed("off")
    pause(table, 1)
    assert refusals(table, 1) == [NO_CLOCK]
    lobby = Table(seats=3)
    lobby.join("Ann")
    pause(lobby, 1)
    assert refusals(lobby, 1) == [NO_CLOCK]
    between = timed("30", max_hands=2)
    while between.host.table.phase == "hand":
        between.wait(1)
    pause(between, 1)
    assert refusals(between, 1) == [NO_CLOCK]


def test_a_pause_of_somebody_without_a_seat_breaks_the_protocol() -> None:
    table = timed("30")
    stranger = table.connect("Eve")
    pause(table, stranger)
    assert stranger in table.hung_up
    assert look(table).why is None


def test_what_is_touched_by_somebody_without_a_seat_breaks_the_protocol() -> None:
    table = timed("30")
    stranger = table.connect("Eve")
    table.say(stranger, encode(Touched(1)))
    assert stranger in table.hung_up


def test_a_pause_and_an_absence_are_waited_for_one_after_the_other() -> None:
    table = timed("30")
    peer, seat = on_clock(table)
    pause(table, peer)
    leave(table, peer)
    assert table.host.zero(table.now) == table.now + PAUSE + GRACE + 30
    table.wait(PAUSE + GRACE + 29)
    assert late(table, 3 - peer) == []
    table.wait(1)
    assert late(table, 3 - peer) == [seat]
