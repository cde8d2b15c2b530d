"""A guest's session outlives its connections; the test moves its clock."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from cuttable import RHYTHM, Place, place
from msgspec.structs import replace
from peers import DEADLINE

from peer.channel import Channel, MemoryChannel
from peer.guest import Guest
from peer.news import BACK, LOST, MOVED, SUSPECT, WELL, News, not_yet
from peer.records import RoomOpened
from peer.session import Session
from peer.sides import NotProven, UnknownSeat, VersionMismatch
from shared.actions import Draw
from shared.errors import (
    ChannelClosed,
    ConnectionFailed,
    ProtocolError,
    RummyError,
    SignalingError,
)
from shared.wire import Bye, Refused, Relocated, Update, Welcome, encode

# Lost and back


async def test_a_connection_that_breaks_is_replaced() -> None:
    async with place() as here:
        await here.wires[0].channel.close()
        assert await here.hear(News) == LOST
        assert await here.hear(News) == BACK
        welcome = await here.hear(Welcome)
        assert isinstance(welcome, Welcome)
        assert (welcome.seat, welcome.back) == (1, True)
        update = await here.hear(Update)
        assert isinstance(update, Update) and update.table.seats[1].here
        assert here.seated == [welcome.token, welcome.token]
        assert here.dialed == 1


async def test_a_table_that_has_another_room_says_so() -> None:
    async with place() as here:
        room = RoomOpened(server=None, port=1, room="7KQM", claim=None, secret="3XWC")
        for name in ("7KQM", "7KQM", "QQQQ"):
            here.table.open_room(replace(room, room=name), lambda: None)
        assert await here.hear(Relocated) == Relocated("QQQQ", "3XWC")
        assert here.seated == [here.bob.guest.token] * 2


async def test_when_the_host_falls_silent_a_second_connection_takes_over() -> None:
    async with place() as here:
        here.wires[0].cut()
        await here.silence(6)
        assert await here.hear(News) == SUSPECT
        assert await here.hear(News) == BACK
        assert here.bob.is_up
        await here.hear(Update)
        assert here.wires[0].closed
        await here.silence(4)
        assert here.dialed == 1


async def test_the_first_connection_is_kept_if_it_comes_back_first() -> None:
    async with place() as here:
        here.reachable.clear()
        here.wires[0].cut()
        await here.silence(6)
        assert await here.hear(News) == SUSPECT
        assert not here.bob.is_up
        here.now += 1
        here.wires[0].mend()
        assert await here.hear(News) == WELL
        here.reachable.set()
        await here.looks()
        assert (here.dialed, len(here.wires), here.bob.is_up) == (1, 1, True)
        assert not here.wires[0].closed


async def test_a_host_that_stays_silent_is_hung_up_on() -> None:
    async with place() as here:
        here.reachable.clear()
        here.wires[0].cut()
        await here.silence(14)
        assert await here.hear(News) == SUSPECT
        assert await here.hear(News) == LOST
        await here.looks()
        assert here.wires[0].closed
        here.reachable.set()
        assert await here.hear(News) == BACK


async def test_a_host_that_may_be_gone_is_asked_and_not_waited_for() -> None:
    async with place() as here:
        here.wires[0].cut()
        here.hint.set()
        await here.looks()
        here.now += 2
        assert await here.hear(News) == SUSPECT
        assert await here.hear(News) == BACK
        assert here.dialed == 1


async def test_a_host_that_was_said_to_be_gone_and_is_there_notices_nothing() -> None:
    async with place() as here:
        here.hint.set()
        here.now += 0.5
        await here.looks()
        assert not here.hint.is_set()
        await here.silence(4)
        assert (here.dialed, here.bob.is_up) == (0, True)


async def test_a_machine_that_slept_tries_at_once() -> None:
    async with place() as here:
        here.wires[0].cut()
        here.now += 3600
        assert await here.hear(News) == SUSPECT
        assert await here.hear(News) == BACK
        assert here.dialed == 1


async def test_a_machine_with_another_address_tries_at_once() -> None:
    async with place() as here:
        here.wires[0].cut()
        here.address = ""  # not yet
        await here.looks()
        assert here.dialed == 0
        here.address = "192.168.0.2"
        assert await here.hear(News) == MOVED
        assert await here.hear(News) == BACK
        assert here.dialed == 1


@pytest.mark.parametrize("change", ["address", "sleep"])
async def test_a_try_that_hangs_in_what_has_changed_is_begun_anew(change: str) -> None:
    async with place() as here:
        here.reachable.clear()
        await here.wires[0].channel.close()
        await here.hear(LOST)
        await here.looks()
        assert here.dialed == 1
        if change == "sleep":
            here.now += 60
        else:
            here.address = "192.168.0.2"
        async with asyncio.timeout(DEADLINE):
            while here.dialed == 1:
                await here.looks()
        here.reachable.set()
        assert await here.hear(News) == BACK


async def test_a_network_that_is_back_is_tried_at_once() -> None:
    async with place() as here:
        here.obstacles = [SignalingError("away", "no network", 50.0)]
        await here.wires[0].channel.close()
        await here.hear(LOST)
        await here.hear(News)
        here.address = ""
        await here.looks()
        here.address = "10.0.0.1"
        assert await here.hear(News) == BACK


# What was asked for


async def test_what_the_host_has_not_heard_is_asked_again() -> None:
    async with place() as here:
        await here.on_turn()
        seq = here.bob.guest.seq
        here.wires[0].cut()
        here.bob.act(Draw("stock"))
        await here.wires[0].channel.close()
        await here.hear(BACK)
        while here.bob.guest.pending:
            await here.hear(Update)
        assert here.bob.guest.seq == seq + 1


async def test_nothing_can_be_asked_for_without_a_connection() -> None:
    async with place() as here:
        here.reachable.clear()
        await here.wires[0].channel.close()
        await here.hear(LOST)
        for ask in (here.bob.ready, lambda: here.bob.act(Draw("stock"))):
            with pytest.raises(ChannelClosed) as caught:
                ask()
            assert str(caught.value) == (
                "the connection to the host is lost; wait until it is back,"
                " or type quit"
            )
        assert here.bob.guest.pending == {}


# Tries that fail


async def test_each_new_reason_is_told_once() -> None:
    async with place() as here:
        away = SignalingError("away", "the server is away")
        here.obstacles = [away, away, ConnectionFailed("no way"), away]
        await here.wires[0].channel.close()
        await here.hear(LOST)
        told = []
        while (news := await passing(here, News)) != BACK:
            told.append(news)
        assert told == [
            not_yet(why)
            for why in ("the server is away", "no way", "the server is away")
        ]
        assert here.dialed == 5


async def passing(here: Place, wanted: type) -> object:
    """What Bob hears next, while time passes."""
    hearing = asyncio.ensure_future(here.hear(wanted))
    while not hearing.done():
        here.now += 1
        await here.looks()
    return hearing.result()


@pytest.mark.parametrize(
    "why",
    [
        UnknownSeat(),
        NotProven(),
        VersionMismatch(99),
        SignalingError("closed", "the host has closed this table"),
        SignalingError("version", "update yours"),
    ],
)
async def test_it_ends_where_no_try_can_help(why: RummyError) -> None:
    async with place() as here:
        here.obstacles = [why]
        await here.wires[0].channel.close()
        assert str(await here.end()) == f"there is no way back to the table: {why}"
        await here.silence(60)
        assert here.dialed == 1


async def test_it_ends_after_a_long_time() -> None:
    async with place() as here:
        here.reachable.clear()
        await here.wires[0].channel.close()
        await here.hear(LOST)
        await here.silence(RHYTHM.patience + 1)
        assert str(await here.end()) == (
            "the connection to the host is lost and did not come back for a long time;"
            " join again with the code to go on trying"
        )


Answer = Callable[[Channel], Awaitable[None]]


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (Refused("full"), None),
        (Bye("closed"), None),
        (Update, "the host did not answer our hello"),
    ],
)
async def test_it_ends_when_the_host_has_no_seat_for_us(
    answer: Refused | Bye | type, sentence: str | None
) -> None:
    async with place() as here:
        ours, theirs = MemoryChannel.pair()
        if isinstance(answer, type):
            theirs.send('{"type":"rejected","id":1,"code":""}')
        else:
            theirs.send(encode(answer))
            sentence = str(answer)
        here.wire = lambda: ours  # type: ignore[method-assign, assignment, return-value]
        await here.wires[0].channel.close()
        assert str(await here.end()) == f"there is no way back to the table: {sentence}"


async def test_a_second_connection_that_breaks_before_the_welcome_is_one_more_try() -> (
    None
):
    async with place() as here:
        wire = here.wire
        broken, _ = MemoryChannel.pair()
        await broken.close()
        answers = [lambda: broken, wire]
        here.wire = lambda: answers.pop(0)()  # type: ignore[method-assign, assignment, return-value]
        await here.wires[0].channel.close()
        await here.hear(LOST)
        told = await passing(here, News)
        assert isinstance(told, News) and told.state == "trying"
        assert await passing(here, News) == BACK


# One seat, one connection


async def test_who_is_replaced_is_told_why_and_does_not_come_back() -> None:
    async with place() as here:
        elsewhere = Session(
            Guest("Bob", here.bob.guest.token), here.table.own_channel()
        )
        assert (await elsewhere.sit_down()).seat == 1
        bye = await here.hear(Bye)
        assert bye == Bye("replaced", replaced=True)
        end = await here.end()
        assert str(end) == "this seat was taken up from elsewhere"
        await here.silence(60)
        assert here.dialed == 0
        await elsewhere.close()


async def test_the_end_of_the_table_is_the_end() -> None:
    async with place() as here:
        await here.table.close()
        assert await here.hear(Bye) == Bye("closed")
        await here.silence(60)
        assert here.dialed == 0


async def test_a_host_that_breaks_the_protocol_is_not_dialed_again() -> None:
    async with place() as here:
        for channel in here.table._channels.values():
            channel.send("nonsense")
        assert isinstance(await here.end(), ProtocolError)
        await here.silence(60)
        assert here.dialed == 0
