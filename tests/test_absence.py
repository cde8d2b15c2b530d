"""Who is missed, who is told, and what happens then; at a time of the tests."""

import pytest
from tabled import Table, pair

from peer.absence import LOBBY_KEEP, TRY_AGAIN
from peer.attendance import CLOCK_GAP, DEAD, HEARTBEAT, SUSPECT
from peer.places import Peer, milestone
from shared.actions import Draw
from shared.events import HandDealt, HandVoided
from shared.tableview import SeatView
from shared.terms import Absent, Terms
from shared.wire import Rejected, Update


def seen(table: Table, peer: Peer, seat: int) -> SeatView:
    """A seat as the last update of ``peer`` shows it."""
    shown = table.guests[peer].table
    assert shown is not None
    return shown.seats[seat]


def waiting(
    absent: Absent, after: int = 60, seats: int = 2
) -> tuple[Table, list[Peer]]:
    """A table of that option, cards dealt."""
    table = Table(seats=seats, absent=absent, absent_after=after)
    return table, [table.join(name) for name in ("Ann", "Bob", "Cleo")[:seats]]


# Heartbeat and suspicion


def test_everybody_at_the_table_is_asked_every_two_seconds() -> None:
    table, ann, bob = pair()
    stranger = table.connect()
    table.wait(10 * HEARTBEAT)
    assert table.pinged[ann] == table.pinged[bob] == 10
    assert table.pinged[stranger] == 0


def test_who_is_silent_is_suspected_and_everybody_is_told() -> None:
    table, ann, bob = pair()
    table.mute.add(bob)
    table.wait(SUSPECT)
    assert not seen(table, ann, 1).silent
    table.wait(1)
    assert seen(table, ann, 1).silent
    assert seen(table, ann, 1).here
    assert not seen(table, ann, 0).silent


def test_who_is_heard_again_is_not_suspected_any_more() -> None:
    table, ann, bob = pair()
    table.mute.add(bob)
    table.wait(SUSPECT + 1)
    table.mute.remove(bob)
    before = len(table.said[ann])
    table.wait(5)
    assert not seen(table, ann, 1).silent
    assert len(table.said[ann]) == before + 5 + 1  # a pong each second, one update


def test_an_answer_to_the_hosts_question_is_a_sign_of_life() -> None:
    table, ann, bob = pair()
    table.mute.add(bob)
    for _ in range(10):
        table.wait(3)
        table.say(bob, table.guests[bob].pong())
    assert bob not in table.hung_up
    assert not seen(table, ann, 1).silent


def test_who_is_not_at_the_signaling_server_any_more_is_suspected_at_once() -> None:
    table, ann, bob = pair()
    table.carry_out(table.host.suspect(bob, table.now))
    assert seen(table, ann, 1).silent
    table.say(bob, table.guests[bob].ping())
    assert not seen(table, ann, 1).silent
    assert table.host.suspect(99, table.now) == []


def test_who_stays_silent_is_gone_and_not_suspected_but_missed() -> None:
    table, ann, bob = pair()
    table.mute.add(bob)
    table.wait(DEAD + 1)
    shown = seen(table, ann, 1)
    assert (shown.here, shown.silent, shown.away) == (False, False, 13)


def test_nobody_is_suspected_or_missed_longer_for_the_sleep_of_this_machine() -> None:
    table, ann, bob = pair()
    table.wait(1)
    table.lose(bob)
    table.hung_up.add(bob)
    table.wait(10)
    table.now += CLOCK_GAP + 300
    table.carry_out(table.host.tick(table.now))
    assert not seen(table, ann, 0).silent
    assert table.substitutes == []
    table.wait(49)
    assert table.substitutes == []
    table.wait(1)
    assert len(table.substitutes) == 1


# For how long


def test_it_is_said_for_how_long_somebody_is_missed() -> None:
    table, (ann, bob) = waiting("wait")
    table.lose(bob)
    table.hung_up.add(bob)
    assert seen(table, ann, 1).away == 0
    told = []
    for second in range(1, 130):
        before = len(table.said[ann])
        table.wait(1)
        new = table.said[ann][before:]
        told += [second for message in new if isinstance(message, Update)]
        assert (seen(table, ann, 1).away or 0) <= second
    assert told == [15, 30, 60, 120]
    assert seen(table, ann, 1).away == 120
    table.join(token=table.guests[bob].token)
    assert seen(table, ann, 1).away is None


@pytest.mark.parametrize(
    ("seconds", "last"),
    [(0, 0), (14, 0), (15, 15), (29, 15), (30, 30), (59, 30), (60, 60), (179, 120)],
)
def test_what_is_worth_telling(seconds: int, last: int) -> None:
    assert milestone(seconds) == last


# What happens then


def test_the_table_says_what_will_happen() -> None:
    table, (ann, _) = waiting("void", 90)
    shown = table.guests[ann].table
    assert shown is not None
    assert shown.terms == Terms("void", 90)


def test_a_table_may_wait_for_good() -> None:
    table, (ann, bob) = waiting("wait")
    table.lose(bob)
    table.hung_up.add(bob)
    table.wait(3600, step=4)
    assert table.substitutes == []
    assert table.guests[ann].table.phase == "hand"  # type: ignore[union-attr]
    hand = table.guests[bob].view
    back = table.join(token=table.guests[bob].token)
    assert table.guests[back].view == hand


def test_a_hand_may_be_void_and_is_dealt_anew_when_all_are_back() -> None:
    table, (ann, bob) = waiting("void", 30)
    (first,) = [e for e in table.events(ann) if isinstance(e, HandDealt)]
    cards = table.guests[ann].view
    table.lose(bob)
    table.hung_up.add(bob)
    table.wait(29)
    assert not any(isinstance(e, HandVoided) for e in table.events(ann))
    table.wait(1)
    assert table.events(ann)[-1] == HandVoided((1,))
    shown = table.guests[ann].table
    assert shown is not None
    assert (shown.phase, shown.hand, shown.scores) == ("between", 0, (0, 0))
    assert table.guests[ann].view is None
    table.wait(600)
    back = table.join(token=table.guests[bob].token)
    shown = table.guests[back].table
    assert shown is not None
    assert (shown.phase, shown.hand) == ("hand", 1)
    assert table.events(ann)[-1] == first, "the same dealer deals again"
    assert table.guests[ann].view != cards


def test_a_void_hand_is_not_dealt_while_another_is_missing() -> None:
    table, (ann, bob, cleo) = waiting("void", 30, seats=3)
    for peer in (bob, cleo):
        table.lose(peer)
        table.hung_up.add(peer)
    table.wait(30)
    assert table.events(ann)[-1] == HandVoided((1, 2))
    table.join(token=table.guests[bob].token)
    assert table.guests[ann].table.phase == "between"  # type: ignore[union-attr]
    table.join(token=table.guests[cleo].token)
    assert table.guests[ann].table.phase == "hand"  # type: ignore[union-attr]


def test_between_two_hands_nothing_is_void() -> None:
    table, (ann, bob) = waiting("void", 30)
    table.finish_hand()
    scores = table.guests[ann].table.scores  # type: ignore[union-attr]
    table.lose(bob)
    table.hung_up.add(bob)
    table.wait(60)
    shown = table.guests[ann].table
    assert shown is not None
    assert (shown.phase, shown.scores, shown.hand) == ("between", scores, 1)


def test_a_hand_that_begins_without_somebody_long_missed_is_void_at_once() -> None:
    table, (ann, bob) = waiting("void", 30)
    table.finish_hand()
    table.say(bob, table.guests[bob].ready())
    table.lose(bob)
    table.hung_up.add(bob)
    table.wait(60)
    table.say(ann, table.guests[ann].ready())
    assert table.guests[ann].table.phase == "hand"  # type: ignore[union-attr]
    table.wait(1)
    assert table.events(ann)[-1] == HandVoided((1,))


@pytest.mark.parametrize("absent", ["wait", "void"])
def test_who_leaves_on_purpose_is_replaced_whatever_the_option(absent: Absent) -> None:
    table, (_, bob) = waiting(absent)
    table.say(bob, table.guests[bob].bye())
    assert len(table.substitutes) == 1


@pytest.mark.parametrize("absent", ["wait", "void"])
def test_a_computer_player_that_breaks_down_is_replaced_whatever_the_option(
    absent: Absent,
) -> None:
    table = Table(seats=2, absent=absent)
    table.carry_out(table.host.seat_bot("Ada"))
    bot = table.join(token=table.substitutes[0])
    table.join("Ann")
    table.lose(bot)
    table.hung_up.add(bot)
    table.wait(60)
    assert len(table.substitutes) == 2


# Before the match


def test_before_the_match_a_vanished_players_seat_is_kept_for_a_while() -> None:
    table = Table(seats=3)
    ann, bob = table.join("Ann"), table.join("Bob")
    table.lose(bob)
    table.hung_up.add(bob)
    table.wait(LOBBY_KEEP - 1)
    assert (seen(table, ann, 1).name, seen(table, ann, 1).away) == ("Bob", 30)
    back = table.join(token=table.guests[bob].token)
    assert table.guests[back].seat == 1
    table.lose(back)
    table.hung_up.add(back)
    table.wait(LOBBY_KEEP)
    assert seen(table, ann, 1).kind == "open"
    assert table.host.free_seats() == 2


def test_who_starts_the_match_does_not_wait_for_who_has_vanished() -> None:
    table = Table(seats=3)
    ann, bob = table.join("Ann"), table.join("Bob")
    table.lose(bob)
    assert table.host.free_seats() == 1
    table.carry_out(table.host.free_missed())
    assert table.host.free_seats() == 2
    assert (seen(table, ann, 0).here, seen(table, ann, 1).kind) == (True, "open")


def test_a_computer_player_that_vanishes_before_the_match_frees_its_seat() -> None:
    table = Table(seats=2)
    table.carry_out(table.host.seat_bot("Ada"))
    bot = table.join(token=table.substitutes[0])
    table.lose(bot)
    assert table.host.free_seats() == 2


def test_the_tokens_of_all_seats_that_people_have() -> None:
    table = Table(seats=3)
    assert table.host.tokens() == ()
    ann, bob = table.join("Ann"), table.join("Bob")
    table.carry_out(table.host.seat_bot("Ada"))
    tokens = tuple(table.guests[peer].token for peer in (ann, bob))
    assert table.host.tokens() == tokens
    table.lose(bob)
    assert table.host.tokens() == tokens


def test_what_could_not_be_kept_may_be_tried_again_after_a_while() -> None:
    table, ann, bob = pair()
    before = table.host.table
    one = table.on_turn()
    drew = table.guests[one].act(Draw("stock"))
    table.host.received(one, drew, table.now)
    table.carry_out(table.host.undo(before, "it is full", table.now))
    rejected = table.said[one][-1]
    assert rejected == Rejected(1, "not_kept", {"why": "it is full"})
    assert str(rejected) == (
        "the host's computer cannot save that (it is full), so it has not happened; "
        "ask the host to make room on the disk, then try again"
    )
    told = [len(table.said[peer]) for peer in (ann, bob)]
    table.wait(TRY_AGAIN)
    for peer, said in zip((ann, bob), told, strict=True):
        updates = [m for m in table.said[peer][said:] if isinstance(m, Update)]
        assert [update.seq for update in updates] == [before.seq]
    assert isinstance(table.act(one, Draw("stock"))[-1], Update)
