"""A guest that does not get in is told why, and one that is through needs no server."""

import asyncio
from functools import partial

from peers import DEADLINE
from ways_in import failure, first_signal

from peer.connection import RtcConnection
from peer.meet import connect, create_room, join_room
from shared.errors import ConnectionFailed, ProtocolError, SignalingError
from shared.signals import Answer, Signaled
from signaling.server import start_server

HOST_LEFT = "the host has left the table; ask whether it is still open"


async def test_a_host_without_a_door() -> None:
    server = await start_server("127.0.0.1", 0)
    host = await create_room(server.url)
    error = await failure(await join_room(server.url, host.room), deadline=0.1)
    assert repr(error) == repr(
        ConnectionFailed(
            "the host does not answer; ask whether the table is still open"
        )
    )
    await host.close()
    await server.close()


async def test_a_host_that_is_lost_before_it_answers() -> None:
    server = await start_server("127.0.0.1", 0)
    host = await create_room(server.url)
    guest = await join_room(server.url, host.room)
    failing = asyncio.create_task(failure(guest))
    assert isinstance((await host.receive(), await host.receive())[1], Signaled)
    await host._socket.close()
    error = await failing
    assert isinstance(error, SignalingError)
    assert (error.code, str(error)) == ("away", HOST_LEFT)
    await host.close()
    await server.close()


async def test_a_host_that_closes_its_room_before_it_answers() -> None:
    server = await start_server("127.0.0.1", 0)
    host = await create_room(server.url)
    guest = await join_room(server.url, host.room)
    await host.close()
    error = await failure(guest)
    assert isinstance(error, SignalingError)
    assert error.code == "closed"
    await server.close()


async def test_a_server_that_goes_down_before_the_answer() -> None:
    server = await start_server("127.0.0.1", 0)
    host = await create_room(server.url)
    guest = await join_room(server.url, host.room)
    failing = asyncio.create_task(failure(guest))
    await host.receive()
    await server.close()
    error = await failing
    assert isinstance(error, SignalingError)
    assert error.code == "away"
    await host.close()


async def test_a_host_that_closes_its_room_right_after_its_answer_is_reached() -> None:
    server = await start_server("127.0.0.1", 0)
    meeting = await create_room(server.url)
    guest = await join_room(server.url, meeting.room)
    connecting = asyncio.create_task(connect(guest, deadline=DEADLINE))
    host = RtcConnection("answer", [], partial(meeting.send, guest.you))
    offer = await first_signal(meeting)
    await host.signal(offer)
    await meeting.close()
    connection, channel = await connecting
    channel.send("without a server")
    assert await host.channel.receive() == "without a server"
    await connection.close()
    await host.close()
    await guest.close()
    await server.close()


async def test_a_host_that_answers_nonsense() -> None:
    server = await start_server("127.0.0.1", 0)
    host = await create_room(server.url)
    guest = await join_room(server.url, host.room)
    host.send(guest.you, Answer("nonsense"))
    error = await failure(guest)
    assert isinstance(error, ProtocolError)
    await host.close()
    await server.close()
