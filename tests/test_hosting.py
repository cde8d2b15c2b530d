"""A table that lives: people and computer players over channels inside one process."""

import asyncio
import logging

import pytest
from tabled import new_host

from peer.autoplay import Autoplay
from peer.bots.medium import Medium
from peer.channel import MemoryChannel
from peer.guest import Guest
from peer.hosting import Hosting
from peer.ndjson import Ndjson
from peer.own_records import record
from peer.requests import Company
from peer.seat import PlayedSeat
from peer.session import Session
from shared.errors import ChannelClosed, ProtocolError, SignalingError
from shared.rulesets.basic import PRESETS
from shared.terms import Terms
from shared.wire import Bye, Rejected, ToGuest, Update, Welcome, encode


def hosting(seats: int, max_hands: int = 1, absent_after: int = 60) -> Hosting:
    host = new_host(
        PRESETS["cgio"],
        seats,
        b"a seed of the tests",
        max_hands=max_hands,
        terms=Terms(absent_after=absent_after),
    )
    return Hosting(host, Medium, pace=0)


async def until(session: Session, phase: str, player: Autoplay | None = None) -> Update:
    """The first update in ``phase``; ``player`` answers those before."""
    while True:
        message = await session.receive()
        if isinstance(message, Update):
            if message.table.phase == phase:
                return message
            if player is not None:
                await player.told(message)


async def test_a_table_of_computer_players_plays_to_the_end() -> None:
    async with hosting(4, max_hands=3) as table:
        session = Session(Guest("Ann"), table.own_channel())
        assert (await session.sit_down()).seat == 0
        table.fill_up()
        last = await until(session, "ended", Autoplay(session, Medium(), 0))
        assert last.table.hand == 3
        assert [seat.kind for seat in last.table.seats] == ["person"] + ["bot"] * 3
        assert len({seat.name for seat in last.table.seats}) == 4
        await session.leave()


async def test_the_end_of_the_table_reaches_everybody() -> None:
    table = hosting(3)
    async with table:
        sessions = [Session(Guest(name), table.own_channel()) for name in "AB"]
        for session in sessions:
            await session.sit_down()
    for session in sessions:
        message: ToGuest = Welcome(version=1, seat=0, token="", last_act=0)
        while not isinstance(message, Bye):
            message = await session.receive()
        assert str(message) == "the host has closed the table"
        with pytest.raises(ChannelClosed):
            await session.receive()
        await session.leave()


async def test_a_guest_without_a_seat_is_told_why() -> None:
    async with hosting(2) as table:
        for name in "AB":
            await Session(Guest(name), table.own_channel()).sit_down()
        session = Session(Guest("Late"), table.own_channel())
        with pytest.raises(
            SignalingError, match="^all seats are taken; watch with --watch$"
        ):
            await session.sit_down()
        await session.leave()


async def test_one_that_talks_nonsense_is_hung_up_on_and_play_goes_on() -> None:
    async with hosting(3) as table:
        session = Session(Guest("Ann"), table.own_channel())
        await session.sit_down()
        stranger = table.own_channel()
        stranger.send("nonsense")
        with pytest.raises(ChannelClosed):
            await stranger.receive()
        table.fill_up()
        await until(session, "ended", Autoplay(session, Medium(), 0))
        await session.leave()


async def test_a_computer_player_ends_the_hand_of_who_vanished() -> None:
    async with hosting(2, absent_after=0) as table:
        ann, bob = (Session(Guest(n), table.own_channel()) for n in ("Ann", "Bob"))
        await ann.sit_down()
        await bob.sit_down()
        await until(bob, "hand")
        await bob.close()
        last = await until(ann, "ended", Autoplay(ann, Medium(), 0))
        assert (last.table.seats[1].here, last.table.seats[1].substitute) == (
            False,
            True,
        )
        await ann.leave()


async def test_a_session_refuses_a_host_that_does_not_answer_the_hello() -> None:
    ours, theirs = MemoryChannel.pair()
    session = Session(Guest("Ann"), ours)
    theirs.send(encode(Rejected(1, "x")))
    with pytest.raises(ProtocolError, match="^the host did not answer our hello$"):
        await session.sit_down()
    await session.leave()


async def test_a_table_that_closes_before_we_sit_says_so() -> None:
    ours, theirs = MemoryChannel.pair()
    session = Session(Guest("Ann"), ours)
    theirs.send(encode(Bye("closed")))
    with pytest.raises(ChannelClosed, match="^the host has closed the table$"):
        await session.sit_down()
    await session.leave()


async def test_a_failure_of_a_task_is_logged_and_harms_nobody(
    caplog: pytest.LogCaptureFixture,
) -> None:
    failed = asyncio.Event()

    class Broken(Medium):
        def choose(self, *_: object) -> None:  # type: ignore[override]
            failed.set()
            raise LookupError("a fault of ours")

    async with hosting(2, absent_after=0) as table:
        table._new_bot = Broken
        session = Session(Guest("Ann"), table.own_channel())
        await session.sit_down()
        table.fill_up()
        player = Autoplay(session, Medium(), 0)
        seen = asyncio.ensure_future(until(session, "ended", player))
        await failed.wait()
        table._new_bot = Medium
        assert (await seen).table.seats[1].substitute
        await session.leave()
    (record,) = caplog.records
    assert record.levelno == logging.ERROR
    assert "a fault of ours" in caplog.text


async def test_the_hosts_own_player_resets_the_scores() -> None:
    async with hosting(2, max_hands=2) as table:
        session = Session(Guest("Ann"), table.own_channel())
        await session.sit_down()
        table.fill_up()
        with pytest.raises(ValueError, match="^scores can be reset between two hands$"):
            table.reset_scores()
        await until(session, "between", Autoplay(session, Medium(), 0))
        table.reset_scores()
        after = await session.receive()
        while isinstance(after, Update) and after.table.hand:
            after = await session.receive()
        assert isinstance(after, Update)
        assert (after.table.phase, after.table.scores) == ("between", (0, 0))
        await session.leave()


class Typist:
    """A keyboard on which one line is typed, and a console that keeps what is shown."""

    def __init__(self, line: str) -> None:
        self.lines: list[str | None] = [line, None]
        self.shown: list[str] = []

    async def line(self) -> str | None:
        return self.lines.pop(0)

    def show(self, lines: list[str], prompt: str) -> None:
        self.shown += lines

    def close(self) -> None:
        pass


@pytest.mark.parametrize(
    ("hosts", "answer"),
    [
        (True, "scores can be reset between two hands"),
        (False, "only the host can reset the scores"),
    ],
)
async def test_a_reset_that_cannot_be_is_answered(hosts: bool, answer: str) -> None:
    async with hosting(2) as table:
        typist = Typist('{"type":"reset"}')
        seat = PlayedSeat(
            Session(Guest("Ann"), table.own_channel()),
            Ndjson(),
            typist,  # type: ignore[arg-type]
            keyboard=typist,  # type: ignore[arg-type]
            reset=table.reset_scores if hosts else None,
        )
        await seat.sit_down()
        assert await seat.play() == "left"
        assert record("notice", text=answer, code="", values={}) in typist.shown


async def seated_there(session: Session, kind: str) -> None:
    """Wait until the last seat has somebody of that kind, or nobody."""
    while True:
        message = await session.receive()
        if isinstance(message, Update):
            last = message.table.seats[-1]
            if last.kind == kind and last.here == (kind == "bot"):
                return


async def test_a_computer_player_sits_down_and_leaves_before_the_match() -> None:
    async with hosting(3) as table:
        session = Session(Guest("Ann"), table.own_channel())
        await session.sit_down()
        table.company(Company(more=True, level="hard"))
        await seated_there(session, "bot")
        assert table.host.table.places[-1].level == "hard"
        table.company(Company(more=False))
        await seated_there(session, "open")
        table.company(Company(more=False))  # nobody is left who could
        assert table.host.free_seats() == 2
        await session.leave()
