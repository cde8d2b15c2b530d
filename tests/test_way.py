"""A guest's way to a host that comes and goes, at a real signaling server."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from house import NO_SUCH_TABLE
from peers import DEADLINE

from peer import redial
from peer.channel import Channel
from peer.connection import RtcConnection
from peer.door import Door
from peer.meet import Meeting, connect, create_room, join_room
from peer.proof import prove_host
from peer.sides import Fingerprints, UnknownSeat
from peer.way import Way
from shared.code import Code
from shared.errors import ConnectionFailed, SignalingError
from shared.signals import Arrived, Error, ToMember
from signaling.rooms import Rooms
from signaling.server import SignalingServer, start_server
from signaling.watch import Watch

SECRET, TOKEN = "3XWC", "a-token_of-22-letters."
NO_ROOM = f"^{NO_SUCH_TABLE}$"


@pytest.fixture
async def server() -> AsyncIterator[SignalingServer]:
    running = await start_server("127.0.0.1", 0, settling=0)
    yield running
    await running.close()


async def welcomed(meeting: Meeting, secret: str = SECRET, token: str = TOKEN) -> int:
    """Let one guest in at the host's end; how many wrong guesses it made."""
    door = Door(meeting)
    wrong: list[None] = []
    try:
        visit = await anext(door)
        own, theirs = visit.connection.fingerprints
        await prove_host(
            visit.channel,
            secret,
            meeting.room,
            Fingerprints(host=own, guest=theirs),
            guessed_wrong=lambda: wrong.append(None),
            tokens=[token],
        )
    except ConnectionFailed:
        pass
    finally:
        await door.close()
    await visit.channel.close()
    return len(wrong)


async def test_a_host_that_lost_its_socket_is_waited_for(
    server: SignalingServer,
) -> None:
    host = await create_room(server.url)
    await host.drop()
    way = Way(server.url, Code(host.room, SECRET))
    coming = asyncio.create_task(way.again(TOKEN))
    await asyncio.wait([coming], timeout=0.1)
    assert not coming.done()
    back = await redial.again(host)
    welcoming = asyncio.create_task(welcomed(back))
    async with asyncio.timeout(DEADLINE):
        await coming
        assert await welcoming == 0
    for meeting in (way, host, back):
        await meeting.close()


async def test_a_host_that_closes_the_table_is_not_waited_for(
    server: SignalingServer,
) -> None:
    host = await create_room(server.url)
    await host.drop()
    way = Way(server.url, Code(host.room, SECRET))
    coming = asyncio.create_task(way.again(TOKEN))
    await asyncio.wait([coming], timeout=0.1)
    back = await redial.again(host)
    await back.close()
    with pytest.raises(SignalingError) as caught:
        await coming
    assert caught.value.code == "closed"
    await way.close()
    await host.close()


async def test_a_room_that_a_new_server_does_not_know_yet_is_waited_for() -> None:
    refused = asyncio.Event()

    class Refusals(Watch):
        def sent(self, member: int, message: ToMember) -> None:
            if isinstance(message, Error):
                refused.set()

    now = asyncio.get_running_loop().time()
    rooms = Rooms(settled=now + 60, new_room=lambda: "7KQM")
    server = await start_server("127.0.0.1", 0, rooms=rooms, watch=Refusals())
    way = Way(server.url, Code("7KQM", SECRET))
    joining = asyncio.create_task(way.first(None))
    await refused.wait()
    host = await create_room(server.url)
    assert await welcomed(host) == 0
    connection, _ = await joining
    await connection.close()
    await way.close()
    await host.close()
    await server.close()


async def test_a_room_that_is_gone(server: SignalingServer) -> None:
    way = Way(server.url, Code("7KQM", SECRET))
    for reaching in (way.first(None), way.again(TOKEN)):
        with pytest.raises(SignalingError, match=NO_ROOM):
            await reaching
    await way.close()


async def test_the_server_is_looked_for_where_it_is_now(
    server: SignalingServer,
) -> None:
    host = await create_room(server.url)
    found = ["", server.url]

    async def find() -> str | None:
        return found.pop(0) or None

    way = Way("127.0.0.1:1", Code(host.room, SECRET), find=find)
    with pytest.raises(SignalingError, match="^the server 127.0.0.1:1 cannot be "):
        await way.again(TOKEN)
    for _ in range(2):
        welcoming = asyncio.create_task(welcomed(host))
        await way.again(TOKEN)
        await welcoming
    assert found == []
    await way.close()
    await host.close()


async def test_the_code_is_shown_once_and_then_only_to_who_proved_it(
    server: SignalingServer,
) -> None:
    host = await create_room(server.url)
    way = Way(server.url, Code(host.room, SECRET))

    async def come(secret: str) -> int:
        welcoming = asyncio.create_task(welcomed(host, secret))
        try:
            await way.again("of a seat that nobody has")
        finally:
            wrong = await welcoming
        return wrong

    first = asyncio.create_task(welcomed(host))
    await way.first(None)
    await first
    assert await come(SECRET) == 0
    assert await come(SECRET) == 0
    with pytest.raises(ConnectionFailed):
        await come("9999")
    with pytest.raises(UnknownSeat):
        await come(SECRET)
    await way.close()
    await host.close()


async def test_who_stops_trying_keeps_the_place_in_the_room(
    server: SignalingServer,
) -> None:
    """The first connection came back while the second was being built."""
    host = await create_room(server.url)
    hanging = asyncio.Event()

    async def reach(
        meeting: Meeting, deadline: float = DEADLINE
    ) -> tuple[RtcConnection, Channel]:
        if hanging.is_set():
            await asyncio.Event().wait()
        return await connect(meeting, deadline=deadline)

    way = Way(server.url, Code(host.room, SECRET), reach=reach)
    welcoming = asyncio.create_task(welcomed(host))
    await way.first(None)
    await welcoming
    hanging.set()
    trying = asyncio.create_task(way.again(TOKEN))
    await asyncio.wait([trying], timeout=0.1)
    trying.cancel()
    await asyncio.wait([trying])
    assert way._staying is not None and not way._staying.done()
    other = await join_room(server.url, host.room)
    await other.close()
    await way.close()
    await host.close()


async def seated_way(server: SignalingServer, host: Meeting) -> Way:
    """Of a guest that has come in."""
    way = Way(server.url, Code(host.room, SECRET))
    welcoming = asyncio.create_task(welcomed(host))
    await way.first(None)
    await welcoming
    assert not way.hint.is_set()
    return way


async def test_that_the_host_left_the_room_is_a_hint(server: SignalingServer) -> None:
    host = await create_room(server.url)
    way = await seated_way(server, host)
    await host.drop()
    async with asyncio.timeout(DEADLINE):
        await way.hint.wait()
    await way.close()
    await host.close()


async def test_the_host_is_followed_into_another_room(server: SignalingServer) -> None:
    host, other = await create_room(server.url), await create_room(server.url)
    way = await seated_way(server, host)
    way.follow(other.room, "")
    assert isinstance(await other.receive(), Arrived)
    welcoming = asyncio.create_task(welcomed(other))
    await way.again(TOKEN)
    await welcoming
    assert way.room == other.room
    for one in (way, host, other):
        await one.close()


async def test_it_is_followed_by_its_new_code(server: SignalingServer) -> None:
    host, other = await create_room(server.url), await create_room(server.url)
    way = await seated_way(server, host)
    way.follow(other.room, "2222")
    assert isinstance(await other.receive(), Arrived)
    welcoming = asyncio.create_task(welcomed(other, "2222", token="of-somebody-else"))
    await way.again(TOKEN)
    assert await welcoming == 0
    for one in (way, host, other):
        await one.close()


async def test_it_stays_in_the_room_whose_secret_alone_is_new(
    server: SignalingServer,
) -> None:
    host = await create_room(server.url)
    way = await seated_way(server, host)
    staying = way._staying
    way.follow(host.room, "2222")
    await (await join_room(server.url, host.room)).close()
    assert way._staying is staying and staying is not None and not staying.done()
    for one in (way, host):
        await one.close()


async def test_so_is_that_the_server_is_gone_and_that_it_is_back(
    server: SignalingServer,
) -> None:
    """It may be the host's own, and nobody said meanwhile what became of the host."""
    host = await create_room(server.url)
    way = await seated_way(server, host)
    await server.close()
    async with asyncio.timeout(DEADLINE):
        await way.hint.wait()
        way.hint.clear()
        again = await start_server("127.0.0.1", server.port)
        back = await redial.again(host)
        await way.hint.wait()
    for end in (way, host, back, again):
        await end.close()
