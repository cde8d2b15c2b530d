"""Votes and what comes in between: lost connections, a deal, a full disk."""

from collections.abc import Callable
from pathlib import Path

import pytest
from fairly import FairTable, trio, type_of, without
from test_votes import answer, ask, discarded, refusal, vote
from verified import second_opinion

from peer.dealing import WITHIN
from peer.outputs import Keep, Output
from peer.places import JUST_LOST
from peer.records import Acted, DealFailed, Stopped
from peer.requests import HandBack, HandOver, Kick
from peer.table import replayed
from shared.actions import TakeBack
from shared.events import Seat
from shared.replay import replay
from shared.transcript import sealed
from shared.wire import Answer, Ask


def test_nobody_is_overruled_while_the_connection_is_broken_for_a_moment() -> None:
    table, peer, (one, other) = discarded()
    table.lose(other)
    table.hung_up.add(other)
    ask(table, peer, "undo")
    answer(table, one, True)
    assert vote(table, one).outcome == "open"
    seat = table.guests[other].seat
    assert seat in vote(table, one).voters
    table.wait(JUST_LOST - 2)
    back = table.come_back(other)
    answer(table, back, False)
    assert vote(table, one).outcome == "no"


def test_who_left_on_purpose_has_no_say_at_once() -> None:
    table, peer, (one, other) = discarded()
    ask(table, peer, "undo")
    answer(table, one, True)
    table.say(other, table.guests[other].bye())
    assert vote(table, one).outcome == "yes"


def being_dealt() -> FairTable:
    """Three people between two hands; all have committed, and no seed was shown."""
    table = trio()
    table.finish_hand()
    table.slow = True
    table.ready()
    while table.host.table.committed is None:
        for peer, text in table.waiting():
            if type_of(text) != "reveal":
                table.say(peer, text)
    return table


@pytest.mark.needs("nodejs")
def test_all_may_end_the_match_while_a_deal_is_prepared(tmp_path: Path) -> None:
    table = being_dealt()
    ask(table, 1, "end")
    answer(table, 2, True)
    answer(table, 3, True)
    assert vote(table, 1).outcome == "yes"
    kinds = [type(keep.record) for keep in table.kept[-2:]]
    assert kinds == [DealFailed, Stopped]
    assert table.host.table.phase == "ended"
    assert replayed(table.records(), "journal") == table.host.table
    file = sealed(table.host.table.chronicle.lines)
    assert replay(file.encode()).over is not None
    path = tmp_path / "match"
    path.write_text(file)
    assert second_opinion(path) == "ok"


def test_the_next_match_is_dealt_after_such_an_end() -> None:
    table = being_dealt()
    for peer in (1, 2, 3):
        message = Ask("end") if peer == 1 else Answer(1, True)
        table.say(peer, table.guests[peer].wish(message))
    table.slow = False
    table.deliver()
    table.ready()
    table.wait(1)
    assert table.host.table.phase == "hand"
    assert table.host.table.chronicle.matches == 2
    table.finish_hand()
    assert table.findings(1)[-1] == "ok"


def fails(table: FairTable, outputs: list[Output]) -> None:
    """The first of what is to be kept cannot be."""
    first, keep = next((n, o) for n, o in enumerate(outputs) if isinstance(o, Keep))
    table.carry_out(outputs[:first])
    assert isinstance(keep, Keep)
    table.carry_out(table.host.undo(keep.before, "the disk is full", table.now))


def test_what_all_agreed_to_and_could_not_be_kept_is_not_agreed_to() -> None:
    table, peer, (one, other) = discarded()
    seq = table.host.table.seq
    ask(table, peer, "undo")
    answer(table, one, True)
    yes = table.guests[other].wish(Answer(1, True))
    fails(table, table.host.received(other, yes, table.now))
    assert table.host.table.seq == seq
    assert refusal(table, peer) == (
        "not_kept",
        "the host's computer cannot save that (the disk is full), so it has not "
        "happened; ask the host to make room on the disk, then try again",
    )
    table.wait(6)
    assert vote(table, one).outcome == "off"
    ask(table, peer, "undo")
    answer(table, one, True, 2)
    answer(table, other, True, 2)
    assert vote(table, one).outcome == "yes"
    record = table.kept[-1].record
    assert isinstance(record, Acted) and record.action == TakeBack(agreed=True)


def test_what_was_done_and_not_kept_cannot_be_taken_back() -> None:
    table, peer, (one, other) = discarded()
    seq, ahead = table.host.table.seq, table.host.table
    ask(table, peer, "undo")
    before = next(k.before for k in reversed(table.kept) if k.before.seq < seq)
    table.carry_out(table.host.undo(before, "the disk is full", table.now))
    assert table.host.table.seq == seq - 1 and ahead.seq == seq
    assert refusal(table, peer)[0] == "not_kept"
    answer(table, one, True)
    assert refusal(table, one)[0] == "vote_over"


def a_deal_has_failed() -> FairTable:
    """The first deal of the second match has come to nothing; the next is prepared."""
    table = trio(max_hands=1)
    table.finish_hand()
    assert table.host.table.phase == "ended"
    table.answers = without("reveal", 3)
    table.ready()
    table.slow = True
    table.wait(WITHIN + 1)
    assert table.kinds() == "match commit void"
    return table


def test_scores_are_reset_before_the_first_hand_of_a_match() -> None:
    table = a_deal_has_failed()
    table.carry_out(table.host.reset_scores())
    assert table.host.table.phase == "between"
    table.slow = False
    table.deliver()
    table.ready()
    table.wait(WITHIN + 1)
    assert table.kinds().startswith("match commit void commit deal")
    table.finish_hand()
    assert table.findings(1) == ["ok", "ok"]
    assert replayed(table.records(), "journal") == table.host.table


def test_a_match_is_ended_before_its_first_hand() -> None:
    table = a_deal_has_failed()
    table.carry_out(table.host.reset_scores())
    ask(table, 1, "end")
    answer(table, 2, True)
    answer(table, 3, True)
    assert table.host.table.phase == "ended"
    assert table.kinds() == "match commit void"
    table.slow = False
    table.deliver()
    table.ready()
    table.wait(WITHIN + 1)
    assert table.host.table.chronicle.matches == 3
    table.finish_hand()
    assert table.findings(1) == ["ok", "ok"]
    assert replayed(table.records(), "journal") == table.host.table


def kick(table: FairTable, seat: Seat) -> None:
    table.manage(Kick(seat))


def hand_over(table: FairTable, seat: Seat) -> None:
    table.manage(HandOver(seat))


def leave(table: FairTable, seat: Seat) -> None:
    table.say(seat + 1, table.guests[seat + 1].bye())


def break_the_protocol(table: FairTable, seat: Seat) -> None:
    table.say(seat + 1, "{}")


@pytest.mark.parametrize("goes", [kick, hand_over, leave, break_the_protocol])
def test_votes_are_counted_anew_whenever_a_seat_changes(
    goes: Callable[[FairTable, Seat], None],
) -> None:
    table = trio()
    ask(table, 1, "void")
    answer(table, 2, True)
    goes(table, 2)
    is_lost = goes is break_the_protocol  # and may be back in a moment
    assert vote(table, 1).outcome == ("open" if is_lost else "yes")
    assert vote(table, 1).voters == ((0, 1, 2) if is_lost else (0, 1))


@pytest.mark.parametrize("goes", [kick, hand_over, leave])
def test_what_somebody_asked_for_who_has_no_seat_any_more_is_off(
    goes: Callable[[FairTable, Seat], None],
) -> None:
    table = trio()
    ask(table, 3, "void")
    answer(table, 1, True)
    goes(table, 2)
    assert vote(table, 1).outcome == "off"
    assert table.host.table.phase == "hand"


def test_a_seat_that_is_handed_back_has_a_say_again() -> None:
    table = trio()
    table.manage(HandOver(2))
    table.seat_substitutes()
    ask(table, 1, "void")
    table.manage(HandBack(2))
    assert vote(table, 2).voters == (0, 1)
    back = table.join("Cid", token="token 3")
    answer(table, 2, True)
    assert vote(table, 2).outcome == "open"
    answer(table, back, True)
    assert vote(table, 2).outcome == "yes"
