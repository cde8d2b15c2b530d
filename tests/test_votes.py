"""What is asked of all: who answers, how long, and what follows; at a time of tests."""

import pytest
from fairly import FairTable, trio
from tabled import Table

from peer.absence import LOBBY_KEEP
from peer.places import JUST_LOST, Peer
from peer.records import Acted, Stopped, Voided
from peer.requests import Play
from peer.table import replayed
from peer.votes import OPEN, PAUSE
from shared.actions import Discard, Draw, TakeBack
from shared.events import HandVoided, MatchEnded, TakenBack
from shared.replay import replay
from shared.tableview import Motion, VoteView
from shared.transcript import sealed
from shared.wire import Answer, Ask, Rejected, Update


def vote(table: Table, peer: Peer) -> VoteView:
    """What ``peer`` sees asked."""
    shown = table.guests[peer].table
    assert shown is not None and shown.vote is not None
    return shown.vote


def ask(table: Table, peer: Peer, what: Motion) -> None:
    table.say(peer, table.guests[peer].wish(Ask(what)))


def answer(table: Table, peer: Peer, yes: bool, number: int = 1) -> None:
    table.say(peer, table.guests[peer].wish(Answer(number, yes)))


def refusal(table: Table, peer: Peer) -> tuple[str, str]:
    last = table.said[peer][-1]
    assert isinstance(last, Rejected) and last.id == 0
    return last.code, str(last)


def may_take_back(table: Table, peer: Peer) -> str:
    updates = [one for one in table.said[peer] if isinstance(one, Update)]
    return updates[-1].take_back


def three() -> tuple[FairTable, Peer, Peer, Peer]:
    """Ann, Bob and Cid, cards dealt."""
    table = trio()
    return table, 1, 2, 3


def discarded() -> tuple[FairTable, Peer, list[Peer]]:
    """Somebody took the upcard and discarded; the others."""
    table, *peers = three()
    peer = table.on_turn()
    table.act(peer, Draw("discard"))
    view = table.guests[peer].view
    assert view is not None
    table.act(peer, Discard(view.may_discard[0]))
    return table, peer, [other for other in peers if other != peer]


# Take back


def test_a_discard_is_taken_back_when_all_agree() -> None:
    table, peer, (one, other) = discarded()
    seq = table.guests[peer].seq
    ask(table, peer, "undo")
    seat = table.guests[peer].seat
    for each in (peer, one, other):
        asked = vote(table, each)
        assert (asked.what, asked.asker, asked.outcome) == ("undo", seat, "open")
        assert asked.voters == (0, 1, 2)
        assert asked.left == OPEN
    answer(table, one, True)
    assert table.host.table.seq == seq
    answer(table, other, True)
    assert vote(table, one).outcome == "yes"
    assert table.events(one)[-1] == TakenBack(seat or 0)
    assert table.on_turn() == peer
    # The sequence goes on, so what was meant for the table before is stale.
    assert table.host.table.seq == seq + 1


def test_one_who_does_not_agree_is_enough() -> None:
    table, peer, (one, other) = discarded()
    ask(table, peer, "undo")
    answer(table, one, False)
    assert vote(table, other).outcome == "no"
    ask(table, peer, "undo")
    assert refusal(table, peer) == (
        "asked_lately",
        "that was declined just now: ask again later",
    )
    table.wait(PAUSE)
    ask(table, peer, "undo")
    assert vote(table, other).outcome == "open"


def test_who_does_not_answer_in_time_does_not_agree() -> None:
    table, peer, (one, _) = discarded()
    ask(table, peer, "undo")
    answer(table, one, True)
    table.wait(OPEN)
    assert vote(table, one).outcome == "late"
    ask(table, peer, "undo")
    assert refusal(table, peer)[0] == "asked_lately"


def test_when_play_goes_on_there_is_nothing_to_take_back() -> None:
    table, peer, (one, other) = discarded()
    ask(table, peer, "undo")
    table.act(table.on_turn(), Draw("stock"))
    assert vote(table, one).outcome == "off"
    answer(table, other, True)
    assert refusal(table, other) == ("vote_over", "that is not asked any more")
    ask(table, peer, "undo")
    assert refusal(table, peer)[0] == "nothing_to_take_back"


def test_a_guest_cannot_claim_that_all_agreed() -> None:
    table, peer, _ = discarded()
    table.act(peer, TakeBack(agreed=True))
    last = table.said[peer][-1]
    assert isinstance(last, Rejected)
    assert (last.code, str(last)) == (
        "ask_to_take_back",
        "that can be taken back only if all agree: ask them",
    )
    table.act(peer, TakeBack())
    last = table.said[peer][-1]
    assert isinstance(last, Rejected) and last.code == "ask_to_take_back"


def test_the_seat_is_told_what_it_may_take_back() -> None:
    table, peer, (one, _) = discarded()
    assert may_take_back(table, peer) == "asking"
    assert may_take_back(table, one) == "no"


# Abuse


def test_nobody_answers_twice_or_for_another() -> None:
    table, peer, (one, other) = discarded()
    ask(table, peer, "undo")
    answer(table, peer, True)
    assert refusal(table, peer) == ("voted", "you have answered that already")
    answer(table, one, True)
    answer(table, one, False)
    assert refusal(table, one) == ("voted", "you have answered that already")
    answer(table, other, True, number=7)
    assert refusal(table, other) == ("vote_over", "that is not asked any more")
    assert vote(table, other).outcome == "open"


def test_one_thing_is_asked_at_a_time() -> None:
    table, peer, (one, _) = discarded()
    ask(table, peer, "undo")
    ask(table, one, "end")
    assert refusal(table, one) == (
        "vote_open",
        "something else is being asked: answer it",
    )


def test_a_stranger_neither_asks_nor_answers() -> None:
    table, peer, (one, _) = discarded()
    ask(table, peer, "undo")
    stranger = table.connect("Eve")
    answer(table, stranger, True)
    assert stranger in table.hung_up
    assert vote(table, one).outcome == "open"


@pytest.mark.parametrize(
    ("what", "code", "sentence"),
    [
        ("go_on", "nobody_missed", "nobody is waited for"),
        ("void", "no_hand", "no hand is being played now"),
        ("end", "no_match", "no match is being played now"),
        (
            "undo",
            "nothing_to_take_back",
            "you can take back what was done last, if you did it and no hidden card "
            "was seen since",
        ),
    ],
)
def test_what_makes_no_sense_is_not_asked(
    what: Motion, code: str, sentence: str
) -> None:
    table = FairTable(3)
    ann = table.join("Ann")
    ask(table, ann, what)
    assert refusal(table, ann) == (code, sentence)


# Going on without somebody


def missed(absent: str = "wait") -> tuple[FairTable, Peer, Peer, Peer]:
    table = trio(absent=absent)
    table.lose(3)
    table.hung_up.add(3)
    return table, 1, 2, 3


def test_more_than_half_decide_to_wait_no_longer() -> None:
    table, ann, bob, _ = missed()
    table.wait(30)
    assert not table.substitutes
    ask(table, ann, "go_on")
    assert vote(table, bob).voters == (0, 1)
    answer(table, bob, True)
    assert vote(table, ann).outcome == "yes"
    assert len(table.substitutes) == 1


def test_the_hand_is_void_at_once_where_that_is_the_table_s_way() -> None:
    table, ann, bob, _ = missed("void")
    ask(table, ann, "go_on")
    answer(table, bob, True)
    assert table.events(ann)[-1] == HandVoided((2,))


def test_who_comes_back_meanwhile_has_the_seat_and_nothing_is_asked_any_more() -> None:
    table, ann, _, cid = missed()
    ask(table, ann, "go_on")
    again = table.join(token=table.guests[cid].token)
    assert vote(table, again).outcome == "off"
    assert not table.substitutes


def test_who_comes_back_after_it_has_the_seat_at_once() -> None:
    table, ann, bob, cid = missed()
    ask(table, ann, "go_on")
    answer(table, bob, True)
    bot = table.join(token=table.substitutes[0])
    again = table.join(token=table.guests[cid].token)
    assert bot in table.hung_up
    assert table.guests[again].seat == 2


def test_who_leaves_has_no_say_any_more() -> None:
    table, peer, (one, other) = discarded()
    ask(table, peer, "undo")
    answer(table, one, True)
    table.lose(other)
    table.hung_up.add(other)
    assert vote(table, one).outcome == "open"
    table.wait(JUST_LOST + 1)
    assert vote(table, one).outcome == "yes"


def test_with_another_game_all_may_be_asked_again() -> None:
    table, ann, bob, cid = three()
    table.finish_hand()
    ask(table, ann, "end")
    answer(table, bob, False)
    table.manage(Play("basic", "cgio", seats=4))
    table.manage(Play("basic", "cgio", seats=3))
    table.ready()
    ask(table, ann, "end")
    assert vote(table, cid).outcome == "open"


def test_when_the_asker_leaves_nobody_is_asked_any_more() -> None:
    table, peer, (one, _) = discarded()
    ask(table, peer, "undo")
    table.lose(peer)
    table.hung_up.add(peer)
    table.wait(JUST_LOST + 1)
    assert vote(table, one).outcome == "off"


def test_alone_among_computer_players_one_decides() -> None:
    table = Table(seats=2)
    ann = table.join("Ann")
    table.carry_out(table.host.seat_bot("Ada"))
    table.join(token=table.substitutes[0])
    ask(table, ann, "void")
    assert vote(table, ann).outcome == "yes"


# Void, end


def test_a_hand_is_void_when_all_agree_and_another_is_dealt() -> None:
    table, ann, bob, cid = three()
    ask(table, ann, "void")
    for peer in (bob, cid):
        answer(table, peer, True)
    assert HandVoided(()) in table.events(ann)
    assert table.host.table.phase == "hand"
    assert table.kinds().count("cut") == 1


def test_a_match_ends_when_all_agree_and_nobody_has_won() -> None:
    table, ann, bob, cid = three()
    ask(table, ann, "end")
    for peer in (bob, cid):
        answer(table, peer, True)
    assert table.host.table.phase == "ended"
    assert table.events(cid)[-2:] == [HandVoided(()), MatchEnded((), (0, 0, 0))]
    told = replay(sealed(table.host.table.chronicle.lines).encode())
    assert told.over == MatchEnded((), (0, 0, 0))
    table.ready()
    assert table.host.table.phase == "hand"
    assert table.kinds() == "match commit deal"


def test_it_ends_between_two_hands_with_the_scores_as_they_are() -> None:
    table, ann, bob, cid = three()
    table.finish_hand()
    scores = table.host.table.match.scores  # type: ignore[union-attr]
    ask(table, ann, "end")
    for peer in (bob, cid):
        answer(table, peer, True)
    assert table.events(ann)[-1] == MatchEnded((), scores)
    told = replay(sealed(table.host.table.chronicle.lines).encode())
    assert told.over == MatchEnded((), scores)


def test_scores_can_be_reset_after_it() -> None:
    table, ann, bob, cid = three()
    ask(table, ann, "end")
    for peer in (bob, cid):
        answer(table, peer, True)
    table.carry_out(table.host.reset_scores())
    assert table.host.table.phase == "between"
    table.ready()
    told = sealed(table.host.table.chronicle.lines).encode()
    assert replay(told).over is None


def test_a_journal_brings_it_all_back() -> None:
    table, peer, (one, other) = discarded()
    ask(table, peer, "undo")
    answer(table, one, True)
    answer(table, other, True)
    for number, what in ((2, "void"), (3, "end")):
        ask(table, one, what)  # type: ignore[arg-type]
        answer(table, peer, True, number)
        answer(table, other, True, number)
    kinds = {type(record) for record in table.records()}
    assert {Acted, Voided, Stopped} <= kinds
    assert replayed(table.records(), "j") == table.host.table


def test_before_the_match_nobody_is_missed() -> None:
    table = FairTable(3)
    ann, bob = table.join("Ann"), table.join("Bob")
    table.lose(bob)
    table.hung_up.add(bob)
    ask(table, ann, "go_on")
    assert refusal(table, ann)[0] == "nobody_missed"
    table.wait(LOBBY_KEEP)
