"""A host and its guests: the same over channels in memory and over aiortc."""

import asyncio

import pytest
from reached import Reach
from reached import reach as reach
from tabled import new_host

from peer.autoplay import Autoplay
from peer.bots.medium import Medium
from peer.guest import Guest
from peer.hosting import Hosting
from peer.session import Session
from shared.actions import Discard, Draw
from shared.errors import ChannelClosed
from shared.events import Drew, TakenBack
from shared.rulesets.basic import PRESETS
from shared.terms import Terms
from shared.view import View
from shared.wire import Answer, Ask, Bye, Rejected, Update


def hosting(seats: int, max_hands: int = 1) -> Hosting:
    host = new_host(
        PRESETS["cgio"],
        seats,
        b"a seed of the tests",
        max_hands=max_hands,
        terms=Terms(absent_after=0),
    )
    return Hosting(host, Medium, pace=0)


async def seated(table: Hosting, reach: Reach, *names: str) -> list[Session]:
    sessions = [Session(Guest(name), await reach(table)) for name in names]
    for session in sessions:
        await session.sit_down()
    return sessions


async def update(session: Session, phase: str = "hand") -> Update:
    """The next update in that phase."""
    while True:
        message = await session.receive()
        if isinstance(message, Update) and message.table.phase == phase:
            return message


async def play(session: Session) -> Update:
    """Play to the end of the match; the last update."""
    player = Autoplay(session, Medium(), 0)
    while True:
        message = await session.receive()
        assert isinstance(message, Update)
        if message.table.phase == "ended":
            return message
        await player.told(message)


async def test_a_match_is_played_to_the_same_end_for_all(reach: Reach) -> None:
    async with hosting(3, max_hands=2) as table:
        sessions = await seated(table, reach, "Ann", "Bob", "Cleo")
        last = await asyncio.gather(*(play(session) for session in sessions))
        views = [message.view for message in last]
        assert all(view is not None for view in views)
        assert len({view.public() for view in views if view}) == 1
        assert len({message.table.scores for message in last}) == 1
        for session in sessions:
            await session.leave()


async def test_an_action_is_told_to_all_and_its_card_to_one(reach: Reach) -> None:
    async with hosting(2) as table:
        ann, bob = await seated(table, reach, "Ann", "Bob")
        firsts = [await update(ann), await update(bob)]
        acts, waits = (ann, bob) if firsts[0].view.can else (bob, ann)  # type: ignore[union-attr]
        acts.act(Draw("stock"))
        (mine,) = (await update(acts)).events
        (theirs,) = (await update(waits)).events
        assert isinstance(mine, Drew) and isinstance(theirs, Drew)
        assert mine.card is not None and theirs.card is None
        for session in (ann, bob):
            await session.leave()


async def test_a_refusal_comes_with_its_reason_and_play_goes_on(reach: Reach) -> None:
    async with hosting(2) as table:
        ann, bob = await seated(table, reach, "Ann", "Bob")
        firsts = [await update(ann), await update(bob)]
        acts = ann if firsts[0].view.can else bob  # type: ignore[union-attr]
        acts.act(Discard("7H"))
        while not isinstance(message := await acts.receive(), Rejected):
            pass
        assert str(message) == "draw a card first"
        acts.act(Draw("stock"))
        assert isinstance((await update(acts)).events[0], Drew)
        for session in (ann, bob):
            await session.leave()


async def test_nonsense_ends_its_own_channel_only(reach: Reach) -> None:
    async with hosting(2) as table:
        ann, _ = await seated(table, reach, "Ann", "Bob")
        await update(ann)
        stranger = await reach(table)
        stranger.send("[" * 10_000)
        with pytest.raises(ChannelClosed):
            await stranger.receive()
        player = Autoplay(ann, Medium(), 0)
        assert ann.guest.view is not None
        if ann.guest.view.can:
            ann.act(Draw("stock"))
            await player.told(await update(ann))
        await ann.leave()


async def test_a_seat_is_played_on_and_given_back(reach: Reach) -> None:
    async with hosting(2) as table:
        ann, bob = await seated(table, reach, "Ann", "Bob")
        hand = (await update(bob)).view
        await bob.close()
        while not (await update(ann)).table.seats[1].substitute:
            pass
        again = Session(Guest("Bob", bob.guest.token), await reach(table))
        assert (await again.sit_down()).seat == 1
        back = await update(again)
        assert back.table.seats[1].here and not back.table.seats[1].substitute
        assert hand is not None and back.view is not None
        await again.leave()
        await ann.leave()


async def test_the_hosts_goodbye_arrives(reach: Reach) -> None:
    async with hosting(2) as table:
        ann, bob = await seated(table, reach, "Ann", "Bob")
    for session in (ann, bob):
        while not isinstance(message := await session.receive(), Bye):
            pass
        assert str(message) == "the host has closed the table"
        await session.leave()


async def test_all_are_asked_whether_a_discard_may_be_taken_back(reach: Reach) -> None:
    async with hosting(3) as table:
        sessions = await seated(table, reach, "Ann", "Bob", "Cleo")
        firsts = [await update(session) for session in sessions]
        (acts,) = (
            session
            for session, first in zip(sessions, firsts, strict=True)
            if first.view is not None and first.view.can
        )
        acts.act(Draw("discard"))
        drawn = await update(acts)
        assert isinstance(drawn.view, View)
        acts.act(Discard(drawn.view.may_discard[0]))
        acts.wish(Ask("undo"))
        for session in sessions:
            while (asked := (await update(session)).table.vote) is None:
                pass
            if session is not acts:
                session.wish(Answer(asked.number, True))
        for session in sessions:
            while not (told := await update(session)).events:
                pass
            while told.events[-1] != TakenBack(acts.guest.seat or 0):
                told = await update(session)
            assert told.table.vote is not None and told.table.vote.outcome == "yes"
        for session in sessions:
            await session.leave()
