"""Hand follows hand and match follows match when everybody is ready."""

import pytest
from tabled import SEED, Table, pair

from shared.events import HandDealt, HandEnded, MatchEnded
from shared.wire import Update


def test_the_next_hand_is_dealt_when_everybody_is_ready() -> None:
    table, ann, bob = pair()
    table.finish_hand()
    ended = [e for e in table.events(ann) if isinstance(e, HandEnded)]
    assert len(ended) == 1
    table.say(ann, table.guests[ann].ready())
    seats = table.guests[bob].table.seats  # type: ignore[union-attr]
    assert [seat.ready for seat in seats] == [True, False]
    table.say(bob, table.guests[bob].ready())
    guest = table.guests[bob]
    assert guest.table is not None and guest.view is not None
    assert (guest.table.phase, guest.table.hand) == ("hand", 2)
    dealers = [e.dealer for e in table.events(bob) if isinstance(e, HandDealt)]
    assert dealers[1] == 1 - dealers[0]


def test_who_is_ready_again_and_again_is_told_of_once() -> None:
    table, ann, bob = pair()
    table.finish_hand()
    table.say(bob, table.guests[bob].ready())
    before = len(table.said[ann])
    for _ in range(1000):
        assert table.say(bob, table.guests[bob].ready()) == []
    assert len(table.said[ann]) == before


def test_the_last_hands_readiness_is_not_the_next_ones() -> None:
    table, ann, bob = pair()
    for _ in range(2):
        table.finish_hand()
        seats = table.guests[ann].table.seats  # type: ignore[union-attr]
        assert [seat.ready for seat in seats] == [False, False]
        table.say(ann, table.guests[ann].ready())
        table.say(bob, table.guests[bob].ready())


def test_nobody_deals_while_somebody_is_away() -> None:
    table, ann, bob = pair()
    table.finish_hand()
    table.lose(bob)
    table.say(ann, table.guests[ann].ready())
    assert table.guests[ann].table.phase == "between"  # type: ignore[union-attr]
    back = table.join(token=table.guests[bob].token)
    table.say(back, table.guests[back].ready())
    assert table.guests[ann].table.phase == "hand"  # type: ignore[union-attr]


def test_ready_in_the_middle_of_a_hand_means_nothing() -> None:
    table, ann, _ = pair()
    assert table.say(ann, table.guests[ann].ready()) == []


def test_a_match_ends_after_the_hands_agreed_on_and_another_can_follow() -> None:
    table = Table(max_hands=1)
    ann, bob = table.join("Ann"), table.join("Bob")
    table.finish_hand()
    assert isinstance(table.events(ann)[-1], MatchEnded)
    assert table.guests[ann].table.phase == "ended"  # type: ignore[union-attr]
    for peer in (ann, bob):
        table.say(peer, table.guests[peer].ready())
    after = table.guests[ann].table
    assert after is not None
    assert (after.phase, after.hand, after.scores) == ("hand", 1, (0, 0))


def test_scores_are_reset_between_two_hands() -> None:
    table, ann, bob = pair()
    for refused in (Table(), table):
        with pytest.raises(ValueError, match="^scores can be reset between two hands$"):
            refused.host.reset_scores()
    table.finish_hand()
    shown = table.guests[bob].view
    table.say(ann, table.guests[ann].ready())
    table.carry_out(table.host.reset_scores())
    for peer in (ann, bob):
        after = table.guests[peer].table
        assert isinstance(table.said[peer][-1], Update) and after is not None
        assert (after.phase, after.hand, after.scores) == ("between", 0, (0, 0))
        assert after.seats[0].ready
    assert table.guests[bob].view == shown
    table.say(bob, table.guests[bob].ready())
    assert table.guests[bob].table.hand == 1  # type: ignore[union-attr]
    dealers = [e.dealer for e in table.events(bob) if isinstance(e, HandDealt)]
    assert dealers[1] == 1 - dealers[0]


def test_after_a_match_the_scores_are_reset_too() -> None:
    table = Table(max_hands=1)
    ann, _ = table.join("Ann"), table.join("Bob")
    table.finish_hand()
    table.carry_out(table.host.reset_scores())
    after = table.guests[ann].table
    assert after is not None
    assert (after.phase, after.scores) == ("between", (0, 0))


def test_the_same_seed_deals_the_same_cards_and_another_does_not() -> None:
    def dealt(seed: bytes) -> list[object]:
        table = Table(seed=seed)
        peers = table.join("Ann"), table.join("Bob")
        table.finish_hand()
        for peer in peers:
            table.say(peer, table.guests[peer].ready())
        return [table.guests[peer].view for peer in peers]

    assert dealt(SEED) == dealt(SEED)
    assert dealt(SEED) != dealt(b"another")
