"""Why a room cannot be entered, word for word."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from aiohttp import web
from impostor import impostor, refusal, saying

from peer.meet import _address, create_room, join_room
from shared.signals import Arrived, IceServer, encode
from signaling.rooms import Rooms
from signaling.server import SignalingServer, start_server


@pytest.fixture
async def server() -> AsyncIterator[SignalingServer]:
    turn = IceServer(urls=("turn:turn.example",), username="u", credential="c")
    running = await start_server("127.0.0.1", 0, rooms=Rooms(ice_servers=[turn]))
    yield running
    await running.close()


async def test_an_unknown_room(server: SignalingServer) -> None:
    error = await refusal(join_room(server.url, "2222"))
    assert error.code == "unknown_room"
    assert str(error) == (
        "no table with a free place has this code;"
        " ask the host to read it to you again, or whether a place gets free"
    )


async def test_a_full_room() -> None:
    server = await start_server("127.0.0.1", 0, rooms=Rooms(max_guests=1))
    host = await create_room(server.url)
    guest = await join_room(server.url, host.room)
    assert (await refusal(join_room(server.url, host.room))).code == "unknown_room"
    await guest.close()
    await host.close()
    await server.close()


async def test_a_claim_that_is_not_ours(server: SignalingServer) -> None:
    host = await create_room(server.url)
    error = await refusal(create_room(server.url, claim="guessed", room=host.room))
    assert error.code == "claim"
    await host.close()


async def test_a_server_that_is_away(server: SignalingServer) -> None:
    await server.close()
    error = await refusal(create_room(server.url))
    name = server.url.removeprefix("http://")
    assert error.code == "away"
    assert str(error) == (
        f"the server {name} cannot be reached; check the address and your network"
    )


async def test_a_server_without_a_certificate(server: SignalingServer) -> None:
    name = server.url.removeprefix("http://")
    error = await refusal(create_room(f"https://{name}"))
    assert error.code == "away"
    assert str(error) == (
        f"the server {name} has no valid certificate; check the address and your clock"
    )


async def test_a_server_that_says_nothing() -> None:
    async with impostor(saying()) as name:
        error = await refusal(create_room(name, deadline=0.1))
        assert str(error) == (
            f"the server {name} does not answer; check the address and your network"
        )


async def test_a_port_where_nobody_speaks() -> None:
    ended = asyncio.Event()

    async def silence(
        reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        await reader.read()
        writer.close()
        await writer.wait_closed()
        ended.set()

    listener = await asyncio.start_server(silence, "127.0.0.1", 0)
    name = "{}:{}".format(*listener.sockets[0].getsockname())
    error = await refusal(join_room(name, "7KQM", deadline=0.1))
    assert str(error) == (
        f"the server {name} does not answer; check the address and your network"
    )
    await ended.wait()
    listener.close()
    await listener.wait_closed()


@pytest.mark.parametrize(
    "frame",
    [
        "hello",
        b"\0",
        encode(Arrived(1)),
        '{"type":"joined","room":"7KQM","you":1,"host":2,"ice_servers":[]}',
        "x" * 70_000,
        None,
    ],
)
async def test_who_answers_is_no_such_server(frame: str | bytes | None) -> None:
    async with impostor(saying(frame)) as name:
        error = await refusal(create_room(name))
        assert error.code == "away"
        assert str(error) == (
            f"{name} does not talk like a rummyroom server; check the address"
        )


async def test_a_web_page_is_no_such_server(server: SignalingServer) -> None:
    name = server.url.removeprefix("http://")
    error = await refusal(create_room(f"{server.url}/elsewhere"))
    assert str(error) == (
        f"{name} does not talk like a rummyroom server; check the address"
    )


async def test_giving_up_the_entering_leaves_nothing_open() -> None:
    reached = asyncio.Event()

    async def silence(ws: web.WebSocketResponse) -> None:
        reached.set()

    async with impostor(silence) as name:
        entering = asyncio.create_task(create_room(name))
        await reached.wait()
        entering.cancel()
        with pytest.raises(asyncio.CancelledError):
            await entering


# Addresses


@pytest.mark.parametrize(
    ("server", "url", "name"),
    [
        ("https://rummy.example", "wss://rummy.example/signal", "rummy.example"),
        ("HTTPS://Rummy.Example/", "wss://Rummy.Example/signal", "Rummy.Example"),
        ("http://localhost:8080", "ws://localhost:8080/signal", "localhost:8080"),
        ("ws://10.0.0.7:80/x/", "ws://10.0.0.7:80/x/signal", "10.0.0.7:80"),
        ("wss://a.example/x?y=1", "wss://a.example/x/signal", "a.example"),
        ("https://a.example/#7KQ-M3X-WD9", "wss://a.example/signal", "a.example"),
        (" rummy.example ", "wss://rummy.example/signal", "rummy.example"),
        ("rummy.example:8443", "wss://rummy.example:8443/signal", "rummy.example:8443"),
        ("localhost:8080", "ws://localhost:8080/signal", "localhost:8080"),
        ("192.168.1.5:8080", "ws://192.168.1.5:8080/signal", "192.168.1.5:8080"),
        ("[::1]:8080", "ws://[::1]:8080/signal", "[::1]:8080"),
        ("annas-laptop.local", "ws://annas-laptop.local/signal", "annas-laptop.local"),
    ],
)
def test_an_address_is_understood(server: str, url: str, name: str) -> None:
    assert _address(server) == (url, name)


@pytest.mark.parametrize(
    "server",
    [
        "",
        "http://",
        "ftp://rummy.example",
        "not a server",
        "https://rummy.example:port",
        "https://rummy.example:99999",
        "https://me:secret@rummy.example",
        "http://[::1",
        "-",
        "a..b",
        "http://http://rummy.example",
    ],
)
async def test_what_is_no_address_is_said_to_be_none(server: str) -> None:
    for entering in (create_room(server), join_room(server, "7KQM")):
        error = await refusal(entering)
        assert error.code == "away"
        assert str(error) == (
            f"{server!r} is not the address of a server;"
            " one looks like https://rummy.example.org"
        )
