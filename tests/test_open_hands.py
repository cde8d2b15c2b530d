"""Hands are opened to who watches one hand later, and only if everybody agrees."""

from typing import Any

import pytest
from fairly import FairTable
from msgspec.structs import replace

from peer.buckets import AGAIN, AT_ONCE
from peer.fair_news import Broken, Counted, Judged, LeftOut, Opened, Verdict
from peer.fairness import Fairness
from peer.places import JUST_LOST, Peer
from peer.records import SeatFreed, SeatTaken, read, written
from peer.table import replayed
from shared.actions import Draw
from shared.errors import ProtocolError
from shared.events import Drew, HandEnded
from shared.wire import Mix, Opens, Recorded, Rejected, encode


def watched(
    max_hands: int | None = None, **options: Any
) -> tuple[FairTable, Peer, Peer, Peer]:
    """Ann and Bob play, and Zed watches and keeps what it is shown."""
    table = FairTable(seats=2, max_hands=max_hands, **options)
    return table, table.join("Ann"), table.join("Bob"), table.watch("Zed")


def agree(table: FairTable, *peers: Peer, yes: bool = True) -> None:
    for peer in peers:
        table.say(peer, encode(Opens(yes)))


def next_hand(table: FairTable, *peers: Peer) -> None:
    for peer in peers:
        table.say(peer, table.guests[peer].ready())


def play_hands(table: FairTable, *peers: Peer, count: int) -> None:
    """So many hands from a deal to an end each, the last one not followed by a deal."""
    for number in range(count):
        if number:
            next_hand(table, *peers)
        table.finish_hand()


def lines(table: FairTable, peer: Peer) -> list[str]:
    """All of the transcript that ``peer`` was sent."""
    return [
        line
        for message in table.said[peer]
        if isinstance(message, Recorded)
        for line in message.lines
    ]


def kinds(table: FairTable, peer: Peer) -> list[str]:
    return [line.split('"')[1] for line in lines(table, peer)]


def opened(table: FairTable, peer: Peer) -> list[bool]:
    """For each seat, whether it opens its hands, as ``peer`` was told."""
    shown = table.guests[peer].table
    assert shown is not None
    return [seat.opens for seat in shown.seats]


# Agreeing


def test_everybody_is_told_who_agrees() -> None:
    table, ann, bob, zed = watched()
    assert opened(table, zed) == [False, False]
    agree(table, bob)
    for peer in (ann, bob, zed):
        assert opened(table, peer) == [False, True]
    agree(table, bob, yes=False)
    assert opened(table, ann) == [False, False]


def test_saying_it_again_changes_nothing_and_is_told_to_nobody() -> None:
    table, ann, bob, _ = watched()
    agree(table, bob)
    kept, told = len(table.kept), len(table.said[ann])
    for _ in range(20):
        agree(table, bob)
    assert len(table.kept) == kept and len(table.said[ann]) == told


def test_who_wavers_is_told_to_wait_and_fills_no_journal() -> None:
    table, ann, bob, _ = watched()
    kept = len(table.kept)
    for turn in range(100):
        agree(table, bob, yes=turn % 2 == 0)
    assert len(table.kept) == kept + AT_ONCE
    assert table.said[bob][-1] == Rejected(0, "too_fast", {"count": 3})
    assert str(table.said[bob][-1]) == "too much at once: wait 3 seconds"
    assert bob not in table.hung_up
    assert opened(table, ann) == [False, True]
    table.now += AGAIN
    agree(table, bob, yes=False)
    assert opened(table, ann) == [False, False]


def test_computer_players_always_agree() -> None:
    table = FairTable(seats=2)
    ann = table.join("Ann")
    table.carry_out(table.host.seat_bot("Ada"))
    table.join(token=table.substitutes.pop())
    assert opened(table, ann) == [False, True]
    agree(table, ann)
    assert table.host.table.is_open_to_watchers


def test_what_was_agreed_is_kept() -> None:
    table, ann, bob, _ = watched()
    agree(table, ann, bob)
    agree(table, ann, yes=False)
    content, _ = written(table.records())
    again = replayed(read(content, "journal").records, "journal")
    assert again == table.host.table
    assert [place.opens for place in again.places] == [False, True]


# What is shown, and when


def test_without_everybody_agreeing_nothing_is_opened() -> None:
    table, ann, bob, zed = watched(max_hands=3)
    agree(table, bob)
    play_hands(table, ann, bob, count=3)
    assert table.host.table.phase == "ended"
    assert lines(table, zed) == []
    assert table.fair(zed).news() == []


def test_a_hand_is_opened_when_the_next_one_is_over() -> None:
    table, ann, bob, zed = watched()
    agree(table, ann, bob)
    table.finish_hand()
    assert lines(table, zed) == []
    next_hand(table, ann, bob)
    for _ in range(3):
        table.play_turn()
    assert lines(table, zed) == []
    table.finish_hand()
    told = kinds(table, zed)
    assert told.count("end") == told.count("deal") == told.count("commit") == 1
    assert told[-1] == "audit"
    (hand,) = table.fair(zed).replay.hands
    assert hand.dealt.hand == 1 and hand.is_over
    assert hand.steps[0].match.state.hands != hand.steps[-1].match.state.hands


def test_the_last_hand_is_opened_with_the_end_of_the_match() -> None:
    table, ann, bob, zed = watched(max_hands=2)
    agree(table, ann, bob)
    play_hands(table, ann, bob, count=2)
    assert table.host.table.phase == "ended"
    next_hand(table, ann)
    told = tuple(lines(table, zed))
    assert told == table.host.table.chronicle.lines[: len(told)]
    assert kinds(table, zed).count("end") == 2
    assert "over" in kinds(table, zed)


def test_what_is_opened_is_what_the_players_have() -> None:
    table, ann, bob, zed = watched(max_hands=2)
    agree(table, ann, bob)
    play_hands(table, ann, bob, count=2)
    mine = table.fair(zed).chain.lines
    assert mine == table.fair(ann).chain.lines[: len(mine)]
    assert len(table.fair(zed).replay.hands) == 2


def test_who_comes_later_is_shown_all_that_is_open() -> None:
    table, ann, bob, zed = watched()
    agree(table, ann, bob)
    play_hands(table, ann, bob, count=3)
    late = table.watch("Late")
    assert lines(table, late) == lines(table, zed)
    assert kinds(table, late).count("end") == 2


def test_who_has_no_use_for_lines_is_sent_none() -> None:
    table, ann, bob, _ = watched()
    table.declining.add(4)
    simple = table.watch("Simple")
    agree(table, ann, bob)
    play_hands(table, ann, bob, count=2)
    assert lines(table, simple) == []


def test_all_may_agree_later_to_what_was_before_in_this_match() -> None:
    table, ann, bob, zed = watched()
    play_hands(table, ann, bob, count=3)
    agree(table, ann, bob)
    assert kinds(table, zed).count("end") == 2


def test_who_takes_it_back_closes_what_comes() -> None:
    table, ann, bob, zed = watched()
    agree(table, ann, bob)
    play_hands(table, ann, bob, count=2)
    before = lines(table, zed)
    agree(table, ann, yes=False)
    next_hand(table, ann, bob)
    table.finish_hand()
    assert lines(table, zed) == before


def test_who_left_without_agreeing_keeps_the_match_closed() -> None:
    table, ann, bob, zed = watched(max_hands=2)
    agree(table, ann)
    table.finish_hand()
    host = table.host
    # Somebody else has the seat from now on, whichever way that came about.
    host._company.change(SeatFreed(1, "another token"))
    host._company.change(SeatTaken(1, "Ada", "bot"))
    assert all(place.is_open_to_watchers for place in host.table.places)
    assert not host.table.is_open_to_watchers
    next_hand(table, ann, bob)
    table.finish_hand()
    assert host.table.phase == "ended"
    assert lines(table, zed) == []
    next_hand(table, ann, bob)
    play_hands(table, ann, bob, count=2)
    (told,) = [line for line in lines(table, zed) if line.startswith('["match"')]
    assert '"match":2' in told


def test_a_void_hand_is_opened_like_another() -> None:
    table, ann, bob, zed = watched(absent="void", absent_after=5)
    agree(table, ann, bob)
    table.lose(bob)
    table.hung_up.add(bob)
    table.wait(6)
    back = table.join(token=table.guests[bob].token)
    table.finish_hand()
    assert kinds(table, zed).count("cut") == 1 and "end" not in kinds(table, zed)
    assert back


def test_scores_that_begin_anew_close_nothing() -> None:
    table, ann, bob, zed = watched(max_hands=1)
    agree(table, ann, bob)
    table.finish_hand()
    table.carry_out(table.host.reset_scores())
    next_hand(table, ann, bob)
    table.finish_hand()
    told = kinds(table, zed)
    assert told.count("end") == 2 and told.count("reset") == 1
    assert table.fair(zed).news()


def test_another_match_is_followed_from_its_beginning() -> None:
    table, ann, bob, zed = watched(max_hands=1)
    agree(table, ann, bob)
    table.finish_hand()
    next_hand(table, ann, bob)
    table.finish_hand()
    fair = table.fair(zed)
    assert len(fair.finished) == 1
    assert [hand.dealt.hand for hand in fair.replay.hands] == [1]
    assert not any(isinstance(news, Broken) for news in fair.news())


@pytest.mark.parametrize("moment", ["hand", "between", "later"])
def test_no_seed_is_open_before_its_time(moment: str) -> None:
    """What is sent while a hand is played does not hold what its deck follows from."""
    table, ann, bob, zed = watched()
    agree(table, ann, bob)
    table.finish_hand()
    if moment != "between":
        next_hand(table, ann, bob)
        table.play_turn()
    if moment == "later":
        table.finish_hand()
        next_hand(table, ann, bob)
        table.play_turn()
    last = table.host.table.chronicle.lines
    ends = [line for line in last if line.startswith('["end"')]
    told = lines(table, zed)
    assert not set(ends[-1:]) & set(told)
    assert len([line for line in told if line.startswith('["end"')]) == len(ends) - 1


def test_what_was_secret_in_a_hand_is_shown_when_it_is_opened() -> None:
    table, ann, bob, zed = watched(max_hands=2)
    dealt = [table.guests[peer].view for peer in (ann, bob)]
    agree(table, ann, bob)
    play_hands(table, ann, bob, count=2)
    first, second = [one for one in table.fair(zed).news() if isinstance(one, Opened)]
    assert (first.hand, second.hand) == (1, 2)
    assert [*first.dealt] == [view.hand for view in dealt if view is not None]
    drew = [event for event in first.events if isinstance(event, Drew)]
    assert drew and all(event.card is not None for event in drew)
    assert isinstance(first.events[-1], HandEnded)


# What who watches makes of it


def verdicts(table: FairTable, peer: Peer) -> list[Judged]:
    return [one for one in table.fair(peer).news() if isinstance(one, Judged)]


def test_who_watches_verifies_every_hand_and_says_nothing() -> None:
    table, ann, bob, zed = watched(max_hands=3)
    agree(table, ann, bob)
    play_hands(table, ann, bob, count=3)
    found = verdicts(table, zed)
    assert [one.hand for one in found] == [1, 2, 3]
    assert {one.verdict for one in found} == {Verdict("ok")}
    assert [one.mark for one in found] == table.fair(ann).marks
    assert not any(isinstance(one, Rejected) for one in table.said[zed])


def test_who_came_in_the_middle_of_a_hand_verifies_what_it_saw() -> None:
    table = FairTable(seats=2)
    ann, bob = table.join("Ann"), table.join("Bob")
    table.play_turn()
    zed = table.watch("Zed")
    agree(table, ann, bob)
    play_hands(table, ann, bob, count=2)
    (found,) = verdicts(table, zed)
    assert found.verdict.finding == "partly"
    assert found.verdict.why.startswith("2 of ")


def test_who_watches_hears_what_the_others_found_and_not_who_was_late() -> None:
    table, ann, bob, zed = watched()
    agree(table, ann, bob)
    table.finish_hand()
    next_hand(table, bob)
    table.lose(bob)
    table.hung_up.add(bob)
    table.wait(JUST_LOST + 1)
    next_hand(table, ann)
    assert LeftOut(1, "absent", again=False) in table.fair(ann).news()
    back = table.join(token=table.guests[bob].token)
    table.finish_hand()
    next_hand(table, ann, back)
    table.finish_hand()
    news = table.fair(zed).news()
    assert any(isinstance(one, Counted) for one in news)
    assert [one.hand for one in news if isinstance(one, Judged)] == [1, 2]
    assert not any(isinstance(one, LeftOut) for one in news)


def test_a_host_that_shows_who_watches_another_table_is_found_out() -> None:
    table, ann, bob, zed = watched()
    agree(table, ann, bob)
    table.finish_hand()
    next_hand(table, ann, bob)
    told = table.said[zed][-1]
    fair = table.fair(zed)
    (seen,) = fair._witness._seen[told.seq]  # type: ignore[union-attr]
    view = seen.view
    assert view is not None
    lied = replace(seen, view=replace(view, stock=view.stock + 1))  # type: ignore[union-attr]
    fair._witness._seen[told.seq] = [lied]  # type: ignore[union-attr]
    table.finish_hand()
    next_hand(table, ann, bob)
    table.finish_hand()
    *_, last = verdicts(table, zed)
    assert last.verdict.finding == "failed"
    assert "stock" in last.verdict.why


def test_who_watches_is_asked_for_no_seed() -> None:
    table, ann, bob, zed = watched()
    agree(table, ann, bob)
    play_hands(table, ann, bob, count=2)
    assert not any(isinstance(one, Mix) for one in table.said[zed])
    with pytest.raises(ProtocolError, match="asks who watches for a seed"):
        table.guests[zed].received(encode(Mix("table", 3)))


def test_a_deal_does_not_wait_for_who_watches() -> None:
    table, ann, bob, zed = watched()
    table.mute.add(zed)
    while table.host.table.phase == "hand":
        table.play_turn()
    next_hand(table, ann, bob)
    assert table.host.table.phase == "hand"
    table.act(table.on_turn(), Draw("stock"))


def test_what_cannot_be_checked_yet_does_not_pile_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("peer.audit.KEPT", 10)
    table, ann, bob, zed = watched()
    play_hands(table, ann, bob, count=2)
    fair = table.fair(zed)
    assert isinstance(fair, Fairness)
    assert len(fair._witness._seen) == 10
