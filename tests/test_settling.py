"""What a host changes about a table that lives; everybody is told of it."""

import msgspec
import pytest
from tabled import SEED, STAND, Table, pair

from peer.host import Host
from peer.places import Peer
from peer.requests import End, HandBack, HandOver, Kick, Managed, Play, Settle
from peer.table import replayed
from shared.actions import Draw
from shared.errors import IllegalAction, OptionError
from shared.tableview import SeatView
from shared.terms import Terms
from shared.wire import Act, Answer, Ask, Bye, Changed, Refused, Update, Welcome, encode


def refusal(table: Table, wanted: Managed) -> tuple[str, str]:
    with pytest.raises(IllegalAction) as caught:
        table.manage(wanted)
    return caught.value.code, str(caught.value)


def news(table: Table, peer: Peer) -> list[Changed]:
    return [one for one in table.said[peer] if isinstance(one, Changed)]


def seats(table: Table, peer: Peer) -> list[tuple[str, str]]:
    shown = table.guests[peer].table
    assert shown is not None
    return [(seat.name, seat.kind) for seat in shown.seats]


def shown(table: Table, peer: Peer, seat: int) -> SeatView:
    view = table.guests[peer].table
    assert view is not None
    return view.seats[seat]


def resumed(table: Table) -> Table:
    """The same table from its journal; everybody has to come back."""
    again = Table(seats=2)
    again.host = Host(replayed(table.records(), "journal"), new_token=lambda: "new")
    again.carry_out(again.host.resumed(again.now))
    assert again.host.table == table.host.table
    return again


# Terms


def test_a_term_is_settled_and_everybody_is_told() -> None:
    table, ann, bob = pair()
    table.manage(Settle("talk", " off "))
    for peer in (ann, bob):
        assert news(table, peer) == [Changed("term", name="talk", value="off")]
        view = table.guests[peer].table
        assert view is not None and view.terms == Terms(talk="off")
    assert resumed(table).host.table.terms == Terms(talk="off")


def test_what_is_settled_already_is_no_news() -> None:
    table, ann, _ = pair()
    lines = len(table.kept)
    table.manage(Settle("watch", "yes"))
    assert news(table, ann) == []
    assert len(table.kept) == lines


def test_a_term_that_is_about_the_hand_waits_until_it_is_over() -> None:
    table, *_ = pair()
    assert refusal(table, Settle("absent", "void")) == (
        "term_in_hand",
        "a hand is being played: settle absent when it is over",
    )
    table.finish_hand()
    table.manage(Settle("absent", "void"))
    assert table.host.table.terms.absent == "void"


def test_a_term_or_value_that_makes_no_sense_changes_nothing() -> None:
    table, ann, _ = pair()
    before = table.host.table
    for wanted, why in [
        (
            Settle("colour", "red"),
            "there is no 'colour' to settle: choose from absent, absent-after, talk, "
            "watch, locked, clock",
        ),
        (Settle("talk", "loud"), "talk is one of off, phrases, text"),
    ]:
        with pytest.raises(OptionError) as caught:
            table.manage(wanted)
        assert str(caught.value) == why
    assert table.host.table == before
    assert news(table, ann) == []


def test_who_is_missed_is_waited_for_as_it_is_settled_now() -> None:
    table, ann, bob = pair()
    table.finish_hand()
    table.lose(bob)
    table.hung_up.add(bob)
    table.wait(10)
    table.manage(Settle("absent-after", "15"))
    table.wait(4)
    assert table.substitutes == []
    table.wait(1)
    assert len(table.substitutes) == 1


# Locking


def test_nobody_new_comes_into_a_locked_room_but_who_was_there_comes_back() -> None:
    table = Table(seats=3)
    ann, bob = table.join("Ann"), table.join("Bob")
    table.manage(Settle("locked", "yes"))
    late = table.join("Cleo")
    assert table.said[late] == [Refused("locked")]
    assert late in table.hung_up
    table.lose(bob)
    table.hung_up.add(bob)
    again = table.join(token=table.guests[bob].token)
    assert isinstance(table.said[again][0], Welcome)
    table.manage(Settle("locked", "no"))
    assert table.guests[table.join("Cleo")].seat == 2
    assert seats(table, ann)[2] == ("Cleo", "person")


# Kicking


def test_who_is_kicked_before_the_match_frees_the_seat_and_the_room_is_locked() -> None:
    table = Table(seats=3)
    ann, bob = table.join("Ann"), table.join("Bob")
    table.manage(Kick(1))
    assert table.said[bob][-1] == Bye("kicked")
    assert bob in table.hung_up
    assert news(table, ann) == [Changed("kicked", seat=1, name="Bob")]
    assert seats(table, ann)[1] == ("", "open")
    assert table.host.table.terms.locked


def test_who_is_kicked_in_a_hand_is_played_for() -> None:
    table, ann, bob = pair()
    before = table.guests[bob].view
    table.manage(Kick(1))
    table.seat_substitutes()
    assert seats(table, ann)[1] == ("Ada", "bot")
    assert shown(table, ann, 1).former == ""
    bot = max(table.guests)
    after = table.guests[bot].view
    assert before is not None and after is not None
    assert after.hand == before.hand
    table.finish_hand()
    assert table.guests[ann].table.phase == "between"  # type: ignore[union-attr]


def test_who_was_kicked_has_no_way_back_until_the_host_unlocks_the_room() -> None:
    table, ann, bob = pair()
    token = table.guests[bob].token
    table.manage(Kick(1))
    table.seat_substitutes()
    for name, shows in (("Bob", token), ("Bob", None), ("Cleo", None)):
        again = table.join(name, token=shows)
        assert [type(one) for one in table.said[again]] == [Refused]
        assert again in table.hung_up
    assert token not in table.host.tokens()
    table.manage(Settle("locked", "no"))
    back = table.join("Bob", token=token)
    table.finish_hand()
    table.wait(4)
    assert seats(table, ann)[1] == ("Bob", "person")
    assert table.guests[back].token != token


def test_a_kick_outlives_the_hosts_program() -> None:
    table, ann, bob = pair()
    table.manage(Kick(1))
    again = resumed(table)
    kicked = again.join("Bob", token=table.guests[bob].token)
    assert isinstance(again.said[kicked][0], Refused)
    back = again.join(token=table.guests[ann].token)
    assert seats(again, back) == [("Ann", "person"), ("Ada", "bot")]
    assert len(again.substitutes) == 1


def test_a_missing_player_can_be_kicked_too() -> None:
    table, ann, bob = pair()
    table.say(bob, table.guests[bob].bye())
    table.seat_substitutes()
    substitute = max(table.guests)
    table.manage(Kick(1))
    assert substitute in table.hung_up
    table.seat_substitutes()
    assert seats(table, ann)[1] == ("Ada", "bot")


@pytest.mark.parametrize("wanted", [Kick, HandOver])
def test_only_a_person_can_be_kicked_or_replaced(
    wanted: type[Kick] | type[HandOver],
) -> None:
    table = Table(seats=3)
    table.join("Ann")
    table.carry_out(table.host.seat_bot("Bert"))
    table.seat_substitutes()
    for seat, code, why in [
        (1, "nobody_there", "nobody sits in seat 2"),
        (2, "nobody_there", "nobody sits in seat 3"),
        (3, "no_such_seat", "there is no seat 4 here"),
    ]:
        assert refusal(table, wanted(seat)) == (code, why)


# Handing over, and back


def test_a_seat_is_handed_to_a_computer_player_for_good_and_back() -> None:
    table, ann, bob = pair()
    hand = table.guests[bob].view
    table.manage(HandOver(1))
    assert table.said[bob][-1] == Bye("handed_over")
    assert bob in table.hung_up
    table.seat_substitutes()
    assert news(table, ann) == [Changed("handed_over", seat=1, name="Bob")]
    assert seats(table, ann)[1] == ("Ada", "bot")
    assert shown(table, ann, 1).former == "Bob"
    table.manage(HandBack(1))
    assert news(table, ann)[1:] == [Changed("handed_back", seat=1, name="Ada")]
    seat = shown(table, ann, 1)
    assert (seat.name, seat.kind, seat.here, seat.substitute) == (
        *("Bob", "person"),
        *(False, True),
    )
    back = table.join(token=table.guests[bob].token)
    view = table.guests[back].view
    assert view is not None and hand is not None
    assert view.hand == hand.hand
    assert not shown(table, ann, 1).substitute
    resumed(table)


def test_nobody_takes_a_seat_that_was_handed_over() -> None:
    table, ann, bob = pair()
    table.manage(HandOver(1))
    table.seat_substitutes()
    again = table.join("Bob", token=table.guests[bob].token)
    assert table.said[again] == [Refused("full_watch")]


def test_a_seat_that_was_not_handed_over_is_given_back_to_nobody() -> None:
    table, *_ = pair()
    for seat in (0, 1):
        assert refusal(table, HandBack(seat)) == (
            "nobody_to_return",
            f"seat {seat + 1} was not handed over: there is nobody to give it to",
        )
    table.manage(Kick(1))
    assert refusal(table, HandBack(1))[0] == "nobody_to_return"


# What is asked of all


def test_nobody_inherits_the_answer_of_who_was_kicked() -> None:
    table = Table(seats=3)
    ann, bob, _ = (table.join(name) for name in ("Ann", "Bob", "Cid"))
    table.say(ann, encode(Ask("void")))
    table.say(bob, encode(Answer(1, True)))
    table.manage(Kick(1))
    view = table.guests[ann].table
    assert view is not None and view.vote is not None
    assert view.vote.said == (True, None, None)
    assert view.vote.voters == (0, 2)


def test_another_game_ends_what_was_asked() -> None:
    table, ann, _ = pair()
    table.finish_hand()
    table.say(ann, encode(Ask("end")))
    table.manage(Play("rummikub", seats=3))
    view = table.guests[ann].table
    assert view is not None and view.vote is None


# The end


def test_the_host_ends_the_game_for_everybody() -> None:
    table, ann, bob = pair()
    table.manage(End())
    for peer in (ann, bob):
        assert table.said[peer][-1] == Bye("ended")
        assert peer in table.hung_up
    assert replayed(table.records(), "journal").ended


# The disk takes nothing


@pytest.mark.parametrize("wanted", [Kick(1), HandOver(1)])
def test_a_kick_that_cannot_be_kept_has_not_happened(wanted: Managed) -> None:
    table, ann, bob = pair()
    before = table.host.table
    table.host.manage(wanted, STAND, table.now)
    table.hung_up.add(bob)
    table.carry_out(table.host.undo(before, "the disk is full", table.now))
    assert table.host.table == before
    back = table.join(token=table.guests[bob].token)
    assert table.guests[back].seat == 1
    assert seats(table, ann) == [("Ann", "person"), ("Bob", "person")]


def test_a_seat_given_back_in_vain_stays_the_computer_players() -> None:
    table, ann, _ = pair()
    table.manage(HandOver(1))
    table.seat_substitutes()
    bot, before = max(table.guests), table.host.table
    table.host.manage(HandBack(1), STAND, table.now)
    table.carry_out(table.host.undo(before, "the disk is full", table.now))
    assert bot in table.hung_up
    table.seat_substitutes()
    assert seats(table, ann)[1] == ("Ada", "bot")
    assert shown(table, ann, 1).here


# Guests


def test_a_guest_that_tries_any_of_it_is_hung_up_on_and_harms_nobody() -> None:
    table, ann, bob = pair()
    before, lines = table.host.table, len(table.kept)
    for text in [
        '{"type":"kick","seat":0}',
        '{"type":"settle","name":"locked","value":"yes"}',
        '{"type":"end"}',
        '{"type":"changed","what":"kicked"}',
        '{"type":"waits"}',
    ]:
        guest = table.come_back(bob)
        table.say(guest, text)
        assert guest in table.hung_up
        bob = guest
    assert table.host.table == before
    assert len(table.kept) == lines
    table.come_back(bob)
    table.play_turn()
    assert table.host.table.seq == before.seq + 2


def test_what_a_kicked_guest_still_sends_is_not_heard() -> None:
    table, ann, bob = pair()
    draw = encode(Act(id=9, seq=table.guests[bob].seq, action=Draw("stock")))
    table.manage(Kick(1))
    before = table.host.table
    assert table.host.received(bob, draw, table.now) == []
    assert table.host.table == before


def test_no_news_is_secret() -> None:
    table, ann, _ = pair()
    table.manage(HandOver(1))
    tokens = [place.token for place in table.host.table.places]
    tokens += [place.former[1] for place in table.host.table.places if place.former]
    told = msgspec.json.encode(
        [one for one in table.said[ann] if isinstance(one, Changed | Update)]
    ).decode()
    assert not [token for token in tokens if f'"{token}"' in told]
    assert SEED.decode() not in told


def test_nobody_is_spoken_to_at_a_table_that_was_ended() -> None:
    table, *_ = pair()
    table.watch("Zed")
    table.manage(End())
    table.wait(70)
    assert table.host.table.ended
    assert all(presence.peer is None for presence in table.host._company.presences)
