"""Hints that the host gives to who holds no rules; at a time of the tests."""

from tabled import Table, pair
from test_hosting import hosting

from peer.advising import PAUSE
from peer.guest import Guest
from peer.outputs import Advise
from peer.places import Peer
from peer.session import Session
from shared.actions import Draw
from shared.wire import (
    Advice,
    Hint,
    Rejected,
    encode,
)


def ask(table: Table, peer: Peer) -> list[Advise]:
    outputs = table.host.received(peer, encode(Hint()), table.now)
    table.carry_out(outputs)
    return [output for output in outputs if isinstance(output, Advise)]


def refusal(table: Table, peer: Peer) -> tuple[str, str]:
    last = table.said[peer][-1]
    assert isinstance(last, Rejected)
    return last.code, str(last)


def test_a_hint_is_found_for_who_is_to_act() -> None:
    table, ann, bob = pair()
    peer = table.on_turn()
    other = bob if peer == ann else ann
    (wanted,) = ask(table, peer)
    assert wanted == Advise(peer, table.guests[peer].seat or 0)
    advice = Advice(table.host.table.seq, Draw("stock"))
    table.carry_out(table.host.advise(peer, advice))
    assert table.said[peer][-1] == advice
    assert not any(isinstance(one, Advice) for one in table.said[other])


def test_who_is_not_to_act_gets_none() -> None:
    table, ann, bob = pair()
    other = bob if table.on_turn() == ann else ann
    assert ask(table, other) == []
    assert refusal(table, other) == ("hint_for_turn", "a hint is for your own turn")


def test_who_asks_again_and_again_has_to_wait() -> None:
    table, _, _ = pair()
    peer = table.on_turn()
    assert len(ask(table, peer)) == 1
    assert ask(table, peer) == []
    assert refusal(table, peer) == (
        "hint_lately",
        "you asked for a hint just now: wait a moment",
    )
    table.wait(PAUSE)
    assert len(ask(table, peer)) == 1


def test_another_connection_is_no_way_around_that() -> None:
    table, _, _ = pair()
    peer = table.on_turn()
    assert len(ask(table, peer)) == 1
    again = table.come_back(peer)
    assert ask(table, again) == []
    assert refusal(table, again)[0] == "hint_lately"


def test_a_hint_that_comes_too_late_is_not_told() -> None:
    table, _, _ = pair()
    peer = table.on_turn()
    ask(table, peer)
    late = Advice(table.host.table.seq, Draw("stock"))
    table.act(peer, Draw("stock"))
    before = len(table.said[peer])
    table.carry_out(table.host.advise(peer, late))
    assert len(table.said[peer]) == before
    table.lose(peer)
    assert table.host.advise(peer, Advice(table.host.table.seq, Draw("stock"))) == []


async def test_a_table_that_lives_finds_something_legal() -> None:
    async with hosting(2) as table:
        session = Session(Guest("Ann"), table.own_channel())
        await session.sit_down()
        table.fill_up()
        seq, asked = -1, -1
        while seq != asked or asked < 0:
            message = await session.receive()
            view = session.guest.view
            if isinstance(message, Advice):
                seq = message.seq
                session.act(message.action)
            elif view is not None and view.can and asked != session.guest.seq:
                asked = session.guest.seq
                session.wish(Hint())
        while session.guest.seq == seq:
            assert not isinstance(await session.receive(), Rejected)
        await session.leave()
