"""The signaling client: entering a room, what is heard there, and every way out."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from impostor import impostor, refusal, saying
from peers import DEADLINE
from spoken import speaking

from peer.channel import QUEUE, Inbox
from peer.meet import Event, Meeting, create_room, join_room
from peer.redial import again, another
from shared.errors import SignalingError
from shared.signals import (
    Arrived,
    Candidate,
    Created,
    Error,
    IceServer,
    Left,
    Restarting,
    Signaled,
    decode_description,
    encode,
)
from shared.words import catalogue
from signaling.rooms import Rooms
from signaling.server import SignalingServer, start_server

LEFT = SignalingError("closed", "we have left the room")
WELCOME = encode(Created(room="7KQM", you=1, claim="secret", ice_servers=()))


@pytest.fixture
async def server() -> AsyncIterator[SignalingServer]:
    turn = IceServer(urls=("turn:turn.example",), username="u", credential="c")
    running = await start_server("127.0.0.1", 0, rooms=Rooms(ice_servers=[turn]))
    yield running
    await running.close()


async def end_of(meeting: Meeting) -> SignalingError:
    async with asyncio.timeout(DEADLINE):
        while True:
            try:
                await meeting.receive()
            except SignalingError as end:
                return end


# In a room


async def test_a_host_and_a_guest_meet(server: SignalingServer) -> None:
    host = await create_room(server.url)
    guest = await join_room(server.url, host.room)
    assert (host.host, guest.host) == (host.you, host.you)
    assert (guest.room, guest.claim) == (host.room, None)
    assert host.claim
    assert host.ice_servers == guest.ice_servers
    assert host.ice_servers[0].credential == "c"
    assert await host.receive() == Arrived(guest.you)
    await guest.close()
    assert await host.receive() == Left(guest.you, "left")
    await host.close()


async def test_what_is_sent_comes_in_order(server: SignalingServer) -> None:
    host = await create_room(server.url)
    guest = await join_room(server.url, host.room)
    for number in range(50):
        guest.send(host.you, Candidate(candidate=str(number)))
    await host.receive()
    for number in range(50):
        event = await host.receive()
        assert isinstance(event, Signaled) and event.sender == guest.you
        assert decode_description(event.data) == Candidate(candidate=str(number))
    await guest.close()
    await host.close()


async def test_what_was_said_before_leaving_is_said(server: SignalingServer) -> None:
    host = await create_room(server.url)
    guest = await join_room(server.url, host.room)
    guest.send(host.you, Candidate(candidate="last"))
    await guest.close()
    assert [type(await host.receive()) for _ in range(3)] == [Arrived, Signaled, Left]
    await host.close()


async def test_after_leaving_nothing_comes(server: SignalingServer) -> None:
    host = await create_room(server.url)
    await asyncio.gather(host.close(), host.close())
    await host.close()
    host.send(1, Candidate(candidate="nobody hears it"))
    for _ in range(2):
        assert repr(await end_of(host)) == repr(LEFT)


async def test_a_room_is_taken_back(server: SignalingServer) -> None:
    host = await create_room(server.url)
    guest = await join_room(server.url, host.room)
    again = await create_room(server.url, claim=host.claim, room=host.room)
    assert (again.room, again.claim) == (host.room, host.claim)
    assert again.you != host.you
    assert await again.receive() == Arrived(guest.you)
    assert await guest.receive() == Left(host.you, "lost")
    assert await guest.receive() == Arrived(again.you)
    assert guest.host == again.you
    end = await end_of(host)
    assert (end.code, str(end)) == ("closed", "this table was opened from elsewhere")
    for meeting in (host, guest, again):
        await meeting.close()


async def test_both_enter_the_same_room_again(server: SignalingServer) -> None:
    host = await create_room(server.url)
    guest = await join_room(server.url, host.room)
    back, guest_back = await again(host), await again(guest)
    assert (back.room, back.claim) == (host.room, host.claim)
    assert guest_back.host == back.you
    other = await another(back)
    assert other.room != host.room
    for meeting in (host, guest, back, guest_back, other):
        await meeting.close()


async def test_a_server_that_restarts_says_for_how_long(
    server: SignalingServer,
) -> None:
    host = await create_room(server.url)
    await server.close()
    said = await host.receive()
    assert isinstance(said, Restarting)
    assert (await end_of(host)).retry_after == said.retry_after
    await host.close()


async def test_the_host_closes_the_room(server: SignalingServer) -> None:
    host = await create_room(server.url)
    guest = await join_room(server.url, host.room)
    await host.close()
    end = await end_of(guest)
    assert (end.code, str(end)) == ("closed", "the host has closed this table")
    await guest.close()


async def test_the_server_goes_down(server: SignalingServer) -> None:
    host = await create_room(server.url)
    await server.close()
    assert isinstance(await host.receive(), Restarting)
    end = await end_of(host)
    name = server.url.removeprefix("http://")
    assert (end.code, str(end)) == (
        "away",
        f"the connection to the server {name} is lost",
    )
    await host.close()


@pytest.mark.parametrize("frame", ["hello", b"\0", '{"type":"created"}', WELCOME])
async def test_a_server_that_talks_nonsense_later(frame: str | bytes) -> None:
    async with impostor(saying(WELCOME, frame)) as name:
        host = await create_room(name)
        end = await end_of(host)
        expected = f"{name} does not talk like a rummyroom server; check the address"
        assert (end.code, str(end)) == ("away", expected)
        await host.close()


async def test_a_refusal_later_is_told_as_it_is() -> None:
    error = encode(Error(code="limit", message="slow down", retry_after=3.0))
    async with impostor(saying(WELCOME, error)) as name:
        host = await create_room(name)
        end = await end_of(host)
        assert (end.code, str(end), end.retry_after) == ("limit", "slow down", 3.0)
        await host.close()


async def test_a_refusal_cannot_steer_the_terminal() -> None:
    message = "\x1b[2Jno\r\n\u202e way" + "x" * 9000
    async with impostor(saying(encode(Error(code="full", message=message)))) as name:
        error = await refusal(create_room(name))
        assert str(error).startswith("[2Jno wayxxx") and len(str(error)) < 500


async def test_a_server_is_quoted_to_who_reads_english_only() -> None:
    error = encode(Error(code="limit", message="slow down", retry_after=3.0))
    async with impostor(saying(error)) as name:
        with speaking("fr"):
            refused = await refusal(join_room(name, "7KQM"))
    assert (refused.code, refused.retry_after) == ("limit", 3.0)
    assert str(refused) == catalogue("fr")["signal.limit"]
    assert "réessayez" in str(refused)


async def test_a_flood_waits_until_it_is_read() -> None:
    flood = [encode(Arrived(number)) for number in range(20_000)]
    async with impostor(saying(WELCOME, *flood, None)) as name:
        host = await create_room(name)
        async with asyncio.timeout(DEADLINE):
            for number in range(20_000):
                assert await host.receive() == Arrived(number)
        expected = f"the connection to the server {name} is lost"
        assert str(await end_of(host)) == expected
        await host.close()


async def test_a_flood_that_nobody_reads_can_be_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    flood = [encode(Arrived(number)) for number in range(QUEUE + 1)]
    async with impostor(saying(WELCOME, *flood)) as name:
        host = await create_room(name)
        inbox, full = host._inbox, asyncio.Event()

        def noted(event: Event) -> None:
            Inbox.put(inbox, event)
            if event == Arrived(QUEUE - 1):
                full.set()

        monkeypatch.setattr(inbox, "put", noted)
        async with asyncio.timeout(DEADLINE):
            await full.wait()
            await host.close()
        assert repr(await end_of(host)) == repr(LEFT)
