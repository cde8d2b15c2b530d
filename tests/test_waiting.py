"""Who comes in the middle of a match has a computer player's seat after the hand."""

from fairly import FairTable
from tabled import Table

from peer.attendance import DEAD
from peer.places import Peer
from peer.requests import Settle
from peer.table import replayed
from peer.waiting import PATIENCE
from shared.actions import Discard, Draw
from shared.replay import replay
from shared.transcript import sealed
from shared.wire import Act, Bye, Changed, Pong, Refused, Update, Waits, Welcome, encode

FULL = Refused("full_watch")


def with_bot(table: Table, *people: str) -> list[Peer]:
    """People and computer players at a table, cards dealt."""
    peers = [table.join(name) for name in people]
    names = iter(("Ada", "Bert", "Cleo"))
    while table.host.free_seats():
        table.carry_out(table.host.seat_bot(next(names), "easy"))
        table.seat_substitutes()
    return peers


def names(table: Table, peer: Peer) -> list[str]:
    shown = table.guests[peer].table
    assert shown is not None
    return [f"{seat.kind} {seat.name}" for seat in shown.seats]


def test_a_newcomer_waits_and_has_the_seat_when_the_hand_is_over() -> None:
    table = Table(seats=2)
    (ann,) = with_bot(table, "Ann")
    bob = table.join("Bob")
    (waits,) = table.said[bob]
    assert isinstance(waits, Waits) and waits.table == table.guests[ann].table
    assert names(table, ann) == ["person Ann", "bot Ada"]
    bot = 2
    table.finish_hand()
    table.wait(PATIENCE + 1)
    assert bot in table.hung_up
    assert names(table, ann) == ["person Ann", "person Bob"]
    assert Changed("took_over", seat=1, name="Ada") in table.said[ann]
    told = [type(one) for one in table.said[bob] if not isinstance(one, Pong)]
    assert told[:3] == [Waits, Welcome, Update]
    assert table.guests[bob].seat == 1
    table.say(ann, table.guests[ann].ready())
    assert table.host.table.phase == "hand", "who sits down is ready"
    assert table.guests[bob].view is not None
    assert replayed(table.records(), "journal") == table.host.table


def test_a_newcomer_inherits_nothing_of_the_computer_player() -> None:
    table = Table(seats=2)
    with_bot(table, "Ann")
    bot, guest = 2, table.guests[2]
    while guest._last_act < 5:
        table.act(bot, Discard("KC"))
    bob = table.join("Bob")
    table.finish_hand()
    table.wait(PATIENCE + 1)
    (welcome,) = (one for one in table.said[bob] if isinstance(one, Welcome))
    assert welcome.last_act == 0
    assert not any(isinstance(one, Bye) for one in table.said[bot])


def test_a_newcomer_between_two_hands_need_not_wait() -> None:
    table = Table(seats=2)
    (ann,) = with_bot(table, "Ann")
    table.finish_hand()
    table.carry_out(table.host.reset_scores())
    bob = table.join("Bob")
    table.wait(PATIENCE + 1)
    assert not any(isinstance(one, Waits) for one in table.said[bob])
    assert names(table, ann) == ["person Ann", "person Bob"]


def test_as_many_wait_as_there_are_computer_players() -> None:
    table = Table(seats=3)
    with_bot(table, "Ann")
    bob, cid, dan = (table.join(name) for name in ("Bob", "Cid", "Dan"))
    assert [type(one) for one in table.said[bob] + table.said[cid]] == [Waits, Waits]
    assert table.said[dan] == [FULL]
    assert dan in table.hung_up


def test_who_sits_in_for_somebody_makes_room_for_nobody() -> None:
    table = Table(seats=2)
    _, bob = (table.join(name) for name in ("Ann", "Bob"))
    table.say(bob, table.guests[bob].bye())
    table.seat_substitutes()
    assert table.said[table.join("Cid")] == [FULL]


def test_who_waits_and_leaves_leaves_no_trace() -> None:
    table = Table(seats=2)
    (ann,) = with_bot(table, "Ann")
    lines = len(table.kept)
    bob, cid = table.join("Bob"), None
    table.say(bob, table.guests[bob].bye())
    cid = table.join("Cid")
    assert [type(one) for one in table.said[cid]] == [Waits]
    table.lose(cid)
    table.hung_up.add(cid)
    assert len(table.kept) == lines
    table.finish_hand()
    table.wait(PATIENCE + 1)
    assert names(table, ann) == ["person Ann", "bot Ada"]


def test_who_waits_is_heard_and_who_is_silent_waits_no_more() -> None:
    table = Table(seats=3)
    with_bot(table, "Ann")
    bob, cid = table.join("Bob"), table.join("Cid")
    table.mute.add(cid)
    table.wait(DEAD + 2)
    assert bob not in table.hung_up
    assert cid in table.hung_up


def test_a_locked_room_lets_nobody_wait() -> None:
    table = Table(seats=2)
    (ann,) = with_bot(table, "Ann")
    bob = table.join("Bob")
    table.manage(Settle("locked", "yes"))
    assert table.said[bob][-1].code == "locked"  # type: ignore[union-attr]
    assert bob in table.hung_up
    table.finish_hand()
    table.wait(PATIENCE + 1)
    assert names(table, ann) == ["person Ann", "bot Ada"]


def test_who_waits_cannot_act_and_says_hello_once() -> None:
    table = Table(seats=2)
    with_bot(table, "Ann")
    before = table.host.table
    act = encode(Act(id=1, seq=before.seq, action=Draw("stock")))
    for name, text in [
        ("Bob", act),
        ("Cid", '{"type":"ready"}'),
        ("Dan", '{"type":"hello","version":1,"name":"Dan"}'),
    ]:
        peer = table.join(name)
        assert table.say(peer, text) == []
        assert peer in table.hung_up
    assert table.host.table == before


def test_a_newcomer_that_cannot_be_kept_is_told_and_the_computer_player_back() -> None:
    table = Table(seats=2)
    (ann,) = with_bot(table, "Ann")
    table.join("Bob")
    table.finish_hand()
    before = table.host.table
    table.now += PATIENCE + 1
    table.host.tick(table.now)  # is not carried out
    table.now += PATIENCE + 1
    table.host.tick(table.now)
    assert table.host.table != before
    table.carry_out(table.host.undo(before, "the disk is full", table.now, {3}))
    assert 3 in table.hung_up
    table.seat_substitutes()
    assert names(table, ann) == ["person Ann", "bot Ada"]


# The deal stays everybody's


def test_the_computer_player_says_what_it_found_before_it_goes() -> None:
    table = FairTable(2)
    (ann,) = with_bot(table, "Ann")
    bob = table.join("Bob")
    table.finish_hand()
    assert names(table, ann) == ["person Ann", "person Bob"]
    (found,) = [line for line in table.lines() if line[0] == "audit"]
    assert found[2]["seats"] == ["ok", "ok"]
    table.say(ann, table.guests[ann].ready())
    table.finish_hand()
    assert table.findings(bob)[-1] == "ok"


def test_the_transcript_holds_when_people_change_between_hands() -> None:
    table = FairTable(2)
    (ann,) = with_bot(table, "Ann")
    table.join("Bob")
    table.finish_hand()
    table.say(ann, table.guests[ann].ready())
    table.finish_hand()
    told = replay(sealed(table.host.table.chronicle.lines).encode())
    people = [[one.name for one in hand.dealt.people] for hand in told.hands]
    assert people == [["Ann", "Ada"], ["Ann", "Bob"]]


def test_a_computer_player_that_is_called_too_late_is_no_newcomer() -> None:
    table = Table(seats=3)
    table.join("Ann"), table.join("Bob")
    table.carry_out(table.host.seat_bot("Ada"))
    table.seat_substitutes()
    table.lose(2)
    table.hung_up.add(2)
    table.wait(61)
    (token,) = table.substitutes
    table.join("Bob", table.guests[2].token)
    late = table.connect(token=token)
    table.host.connected(late, table.now, stands_in=True)
    (refused,) = table.say(late, table.guests[late].hello())
    assert isinstance(refused, Refused) and refused.code == "full"
    assert late in table.hung_up
    assert [place.kind for place in table.host.table.places] == [
        *("person", "person", "bot")
    ]
