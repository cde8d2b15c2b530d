"""A seat whose player is away is kept, and a computer player plays on."""

from tabled import Table, pair

from peer.attendance import CLOCK_GAP, DEAD
from shared.events import Drew
from shared.wire import Bye, Refused


def test_a_lost_seat_is_kept_and_given_back_for_its_token() -> None:
    table, ann, bob = pair()
    hand = table.guests[bob].view
    table.lose(bob)
    assert not table.guests[ann].table.seats[1].here  # type: ignore[union-attr]
    thief = table.join("Bob", token="guess")
    assert isinstance(table.said[thief][0], Refused)
    back = table.join("Robert", token=table.guests[bob].token)
    assert table.guests[back].view == hand
    assert table.guests[ann].table.seats[1].name == "Bob"  # type: ignore[union-attr]


def test_a_second_connection_of_a_seat_replaces_the_first() -> None:
    table, ann, bob = pair()
    again = table.join(token=table.guests[bob].token)
    bye = Bye("replaced", replaced=True)
    assert table.said[bob][-1] == bye
    assert table.hung_up == {bob}
    assert table.guests[again].seat == 1
    assert table.guests[ann].table.seats[1].here  # type: ignore[union-attr]


def test_a_silent_peer_is_gone_after_a_while() -> None:
    table, ann, bob = pair()
    table.mute.add(bob)
    table.wait(DEAD)
    assert bob not in table.hung_up
    table.wait(1)
    assert table.hung_up == {bob}
    assert not table.guests[ann].table.seats[1].here  # type: ignore[union-attr]


def test_who_never_says_hello_is_gone_after_a_while() -> None:
    table, *_ = pair()
    stranger = table.connect()
    table.wait(DEAD + 1)
    assert table.hung_up == {stranger}


def test_nobody_is_blamed_for_the_sleep_of_this_machine() -> None:
    table, *_ = pair()
    table.carry_out(table.host.tick(table.now))
    table.now += CLOCK_GAP + 60
    table.carry_out(table.host.tick(table.now))
    assert not table.hung_up


def test_a_computer_player_plays_for_who_stays_away() -> None:
    table, ann, bob = pair()
    table.lose(bob)
    table.hung_up.add(bob)
    table.wait(59)
    assert table.substitutes == []
    table.wait(1)
    (token,) = table.substitutes
    bot = table.join(token=token)
    seat = table.guests[ann].table.seats[1]  # type: ignore[union-attr]
    assert (seat.name, seat.here, seat.substitute) == ("Bob", False, True)
    for _ in range(4):
        table.play_turn()
    assert any(isinstance(e, Drew) and e.seat == 1 for e in table.events(ann))
    back = table.join(token=table.guests[bob].token)
    assert bot in table.hung_up
    seat = table.guests[ann].table.seats[1]  # type: ignore[union-attr]
    assert (seat.here, seat.substitute) == (True, False)
    view = table.guests[back].view
    assert view is not None and view.seat == 1


def test_who_leaves_on_purpose_is_replaced_at_once() -> None:
    table, ann, bob = pair()
    table.say(bob, table.guests[bob].bye())
    assert len(table.substitutes) == 1
    table.wait(120)
    assert len(table.substitutes) == 1


def test_a_substitute_that_breaks_down_is_replaced_later() -> None:
    table, ann, bob = pair()
    table.say(bob, table.guests[bob].bye())
    bot = table.join(token=table.substitutes[0])
    table.lose(bot)
    table.hung_up.add(bot)
    table.wait(60)
    assert len(table.substitutes) == 2
    table.join(token=table.substitutes[1])
    assert table.guests[ann].table.seats[1].substitute  # type: ignore[union-attr]


def test_a_freed_seats_token_gives_nothing_back() -> None:
    table = Table(seats=3)
    table.join("Ann")
    bob = table.join("Bob")
    table.say(bob, table.guests[bob].bye())
    again = table.join("Robert", token=table.guests[bob].token)
    seats = table.guests[again].table.seats  # type: ignore[union-attr]
    assert seats[1].name == "Robert"


def test_who_came_back_is_not_replaced_after_all() -> None:
    table, ann, bob = pair()
    table.lose(bob)
    table.hung_up.add(bob)
    table.wait(30)
    back = table.join(token=table.guests[bob].token)
    table.wait(60)
    assert table.substitutes == []
    late = table.say(bob, "")
    assert late == [] and back not in table.hung_up


def test_a_substitute_has_a_token_of_its_own() -> None:
    table, _, bob = pair()
    own = table.guests[bob].token
    table.say(bob, table.guests[bob].bye())
    bot = table.join(token=table.substitutes[0])
    assert table.guests[bot].token == table.substitutes[0] != own
    back = table.join(token=own)
    assert table.guests[back].seat == 1 and bot in table.hung_up


def test_a_substitutes_token_ends_with_its_task() -> None:
    table, ann, bob = pair()
    table.say(bob, table.guests[bob].bye())
    bot = table.join(token=table.substitutes[0])
    table.join(token=table.guests[bob].token)
    assert bot in table.hung_up
    late = table.join(token=table.substitutes[0])
    assert isinstance(table.said[late][0], Refused)
