"""Watching and talking from end to end: the same in memory and over aiortc."""

import asyncio

from reached import Reach
from reached import reach as reach
from spoken import speaking
from test_table import hosting, seated, update

from peer.autoplay import Autoplay
from peer.bots.medium import Medium
from peer.fairness import Fairness
from peer.guest import Guest
from peer.heard import heard
from peer.lasting import LastingSession
from peer.session import Session
from shared.actions import Draw
from shared.events import Drew
from shared.wire import Opens, Rejected, Said, Say, Update, Welcome


async def words(session: Session) -> Said:
    """The next thing that is said and heard."""
    while not isinstance(message := await session.receive(), Said):
        pass
    return message


async def refusal(session: Session) -> Rejected:
    """The next refusal."""
    while not isinstance(message := await session.receive(), Rejected):
        pass
    return message


async def test_who_watches_follows_speaks_and_is_muted(reach: Reach) -> None:
    async with hosting(2) as table:
        ann, bob = await seated(table, reach, "Ann", "Bob")
        zed = Session(Guest("Zed", watch=True), await reach(table))
        welcome = await zed.sit_down()
        assert welcome.seat is None
        shown = await update(zed)
        assert shown.view is not None and shown.view.hand == ()
        assert shown.table.watchers == ("Zed",)

        first, _ = await update(ann), await update(bob)
        acts = ann if first.view is not None and first.view.can else bob
        acts.act(Draw("stock"))
        while not (told := await update(zed)).events:
            pass
        drew = told.events[-1]
        assert isinstance(drew, Drew) and drew.card is None

        zed.act(Draw("stock"))
        assert (await refusal(zed)).code == "watching"
        zed.wish(Say("good_luck"))
        said = await words(ann)
        assert said == await words(bob) == await words(zed)
        assert heard(said, shown.table) == "Zed, who watches: Good luck!"
        with speaking("fr"):
            assert (
                heard(said, shown.table)
                == "Zed, qui regarde\u00a0: Bonne chance\u00a0!"
            )
        with speaking("hi"):
            assert heard(said, shown.table) == "Zed, जो देख रहे हैं: शुभकामनाएँ!"

        assert ann.guest.mutes.mute("Zed", True)
        zed.wish(Say("sorry"))
        assert (await words(bob)).phrase == "sorry"
        bob.wish(Say("thanks"))
        assert (await words(ann)).phrase == "thanks", "what Zed said was not heard"
        for session in (zed, ann, bob):
            await session.leave()


async def test_who_watches_comes_back_and_checks_what_is_opened(reach: Reach) -> None:
    async with hosting(2, max_hands=2) as table:
        sessions = [
            Session(Guest(name, fair=Fairness(name.encode())), await reach(table))
            for name in ("Ann", "Bob")
        ]
        fair = Fairness(b"Zed")
        zed = Session(Guest("Zed", watch=True, fair=fair), await reach(table))
        await zed.sit_down()
        await zed.close()
        zed = Session(zed.guest, await reach(table))
        assert (await zed.sit_down()).back
        for session in sessions:
            await session.sit_down()
            session.wish(Opens(True))
        playing = [asyncio.create_task(play_on(session)) for session in sessions]
        while not (fair.chain.lines and fair.settled):
            await zed.receive()
        assert [hand.mark for hand in fair.replay.hands] == fair.marks
        assert len(fair.marks) == 2
        assert {type(one).__name__ for one in fair.news()} == {
            "Judged",
            "Counted",
            "Opened",
        }
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        for session in (zed, *sessions):
            await session.leave()


async def test_who_watches_is_back_by_itself_after_a_break(reach: Reach) -> None:
    async with hosting(2) as table:
        (ann,) = await seated(table, reach, "Ann")
        channel = await reach(table)
        zed = LastingSession(
            Guest("Zed", watch=True),
            channel,
            dial=lambda token: reach(table),
            seated=lambda token: None,
        )
        await zed.sit_down()
        await channel.close()
        while not isinstance(message := await zed.receive(), Welcome):
            pass
        assert message.back and message.seat is None
        assert (await update(zed, "lobby")).table.watchers == ("Zed",)
        await zed.leave()
        await ann.leave()


async def play_on(session: Session) -> None:
    """Play, as long as anybody wants it."""
    player = Autoplay(session, Medium(), 0)
    while True:
        message = await session.receive()
        if isinstance(message, Update) and message.table.phase != "ended":
            await player.told(message)
