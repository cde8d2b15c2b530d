"""A guest's part in the joint shuffle: it gives nothing away and believes nothing."""

import pytest
from fairly import FairTable, pair, type_of

from peer.dealing import WITHIN, Dealing
from peer.fair_news import Broken
from shared.errors import ProtocolError
from shared.wire import Mix, Recorded, encode


def test_a_guest_shows_its_seed_only_for_a_deal_that_has_its_promise() -> None:
    table = FairTable(2)
    sent: list[str] = []

    def answers(peer: int, texts: list[str]) -> list[str]:
        sent.extend(type_of(text) for text in texts if peer == 2)
        return [t for t in texts if peer != 2 or type_of(t) != "commit"]

    table.answers = answers
    table.join("Ann"), table.join("Bob")
    table.wait(WITHIN + 1)
    assert sent == ["commit"]


def test_a_guest_gives_no_seed_of_a_deal_that_has_been() -> None:
    table = pair()
    text = encode(Mix(table.host.table.decks.table, 0))
    with pytest.raises(ProtocolError) as refusal:
        table.guests[1].received(text)
    assert str(refusal.value) == "the host asks for a seed of a deal that has been"


def test_a_guest_that_gets_another_seat_gives_other_seeds_and_judges_anew() -> None:
    table = pair()
    table.finish_hand()
    fair, mix = table.fair(2), Mix(table.host.table.decks.table, 1)
    own, other = fair.told(mix, 1), fair.told(mix, 0)
    assert own and other and own != other
    moved = pair()
    moved.play_turn()
    moved.fair(2).told(Recorded(0, moved.host.table.chronicle.lines), 0)
    moved.finish_hand()
    assert moved.findings(2) == ["partly"]


def test_a_guest_notices_that_the_past_is_told_differently() -> None:
    table = pair()
    lines = list(table.host.table.chronicle.lines)
    lines[2] = lines[2].replace('"seq":1', '"seq":2')
    table.guests[1].received(encode(Recorded(0, tuple(lines))))
    assert table.news(1) == [Broken("line 3 is not what it was before")]


def test_a_guest_does_not_take_lines_with_a_gap() -> None:
    table = pair()
    with pytest.raises(ProtocolError) as refusal:
        table.guests[1].received(encode(Recorded(9, ("[]",))))
    assert str(refusal.value) == "the host left lines of the transcript out"


def test_a_deal_shows_no_seed_when_it_is_printed() -> None:
    assert "seed" not in repr(Dealing("t", 0, 2, bytes(32)))
