"""Life at a table over channels in memory and over aiortc."""

import asyncio
from collections.abc import Callable

import pytest
from reached import Reach
from reached import reach as reach
from tabled import new_host

from peer.autoplay import Autoplay
from peer.guest import Guest
from peer.hosting import Hosting
from peer.newcomer import Newcomer
from peer.requests import End, HandBack, HandOver, Kick, Play, Settle
from peer.session import Session
from shared.errors import ChannelClosed, IllegalAction, SignalingError
from shared.rulesets.basic import PRESETS
from shared.terms import Terms
from shared.wire import Bye, Changed, ToGuest, Update, Waits, Welcome


def hosting(seats: int = 2, max_hands: int = 1) -> Hosting:
    seed = b"a seed of the tests"
    terms = Terms(absent_after=0)
    host = new_host(PRESETS["cgio"], seats, seed, max_hands=max_hands, terms=terms)
    return Hosting(host, Newcomer, pace=0)


async def joined(table: Hosting, reach: Reach, name: str) -> Session:
    session = Session(Guest(name), await reach(table))
    await session.sit_down()
    return session


async def heard(session: Session, is_it: Callable[[ToGuest], bool]) -> ToGuest:
    """The next message like that."""
    async with asyncio.timeout(30):
        while True:
            message = await session.receive()
            if is_it(message):
                return message


async def phase(session: Session, wanted: str, heard: object = None) -> Update:
    """Play on until the table is there, from what was heard last."""
    player = Autoplay(session, Newcomer(), 0)
    if isinstance(heard, Update):
        await player.told(heard)
    async with asyncio.timeout(60):
        while True:
            message = await session.receive()
            if isinstance(message, Update):
                if message.table.phase == wanted:
                    return message
                await player.told(message)


def is_bye(message: ToGuest) -> bool:
    return isinstance(message, Bye)


async def test_the_same_people_play_another_game(reach: Reach) -> None:
    async with hosting() as table:
        sessions = [await joined(table, reach, name) for name in ("Ann", "Bob")]
        await asyncio.gather(*(phase(session, "ended") for session in sessions))
        table.manage(Play("rummikub", hands=1))
        for session in sessions:
            news = await heard(session, lambda one: isinstance(one, Changed))
            assert isinstance(news, Changed) and news.rules
            session.ready()
        last = await asyncio.gather(*(phase(session, "ended") for session in sessions))
        assert {update.table.game for update in last} == {"rummikub"}
        for session in sessions:
            await session.leave()


async def test_who_is_kicked_is_told_and_stays_out(reach: Reach) -> None:
    kicked: list[str] = []
    async with hosting() as table:
        table.kicked = lambda: kicked.append("a new code")
        ann = await joined(table, reach, "Ann")
        bob = await joined(table, reach, "Bob")
        with pytest.raises(IllegalAction, match="^that is your own seat: leave it wit"):
            table.manage(Kick(0))
        table.manage(Kick(1))
        assert await heard(bob, is_bye) == Bye("kicked")
        again = Session(Guest("Bob", bob.guest.token), await reach(table))
        with pytest.raises(
            SignalingError, match="^the host has locked the room: "
        ) as e:
            await again.sit_down()
        assert e.value.code == "refused"
        assert kicked == ["a new code"]
        assert (await phase(ann, "ended")).table.seats[1].kind == "bot"
        for session in (ann, bob, again):
            await session.leave()


async def test_a_seat_is_handed_over_and_back(reach: Reach) -> None:
    async with hosting() as table:
        ann = await joined(table, reach, "Ann")
        bob = await joined(table, reach, "Bob")
        table.manage(HandOver(1))
        assert await heard(bob, is_bye) == Bye("handed_over")
        table.manage(HandBack(1))
        again = Session(Guest("Bob", bob.guest.token), await reach(table))
        welcome = await again.sit_down()
        assert isinstance(welcome, Welcome) and (welcome.seat, welcome.back) == (
            1,
            True,
        )
        last = await asyncio.gather(phase(ann, "ended"), phase(again, "ended"))
        assert last[0].table.scores == last[1].table.scores
        for session in (ann, bob, again):
            await session.leave()


async def test_a_newcomer_has_a_computer_players_seat_after_the_hand(
    reach: Reach,
) -> None:
    async with hosting(max_hands=2) as table:
        ann = await joined(table, reach, "Ann")
        table.fill_up()
        first = await heard(
            ann, lambda one: isinstance(one, Update) and one.table.phase == "hand"
        )
        bob = Session(Guest("Bob"), await reach(table))
        assert isinstance(await bob.sit_down(), Waits)
        last = await asyncio.gather(phase(ann, "ended", first), phase(bob, "ended"))
        for update in last:
            assert [seat.kind for seat in update.table.seats] == ["person", "person"]
        for session in (ann, bob):
            await session.leave()


async def test_a_term_is_told_to_everybody_and_the_end_too(reach: Reach) -> None:
    async with hosting() as table:
        sessions = [await joined(table, reach, name) for name in ("Ann", "Bob")]
        table.manage(Settle("talk", "off"))
        table.manage(End())
        for session in sessions:
            news = await heard(session, lambda one: isinstance(one, Changed))
            assert news == Changed("term", name="talk", value="off")
            assert await heard(session, is_bye) == Bye("ended")
            with pytest.raises(ChannelClosed):
                await session.receive()
            await session.leave()
