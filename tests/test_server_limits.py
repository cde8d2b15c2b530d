"""The real signaling server and its limits, by address, by room and in all."""

import asyncio
import json
import socket
from collections.abc import Iterator
from contextlib import AsyncExitStack, ExitStack, contextmanager, suppress
from typing import Any

import aiohttp
import pytest
from house import NO_SUCH_TABLE
from place import Peer, Place, let_pass, place
from rawsocket import dial, request, upgraded

from shared.errors import RummyError
from shared.signals import CloseCode
from signaling import server
from signaling.limits import Limits, Rate
from signaling.room import Lifetimes
from signaling.rooms import MAX_GUESTS, Rooms
from signaling.server import HALF_OPEN, PAGES, start_server

FEW = Limits(near=1)
"The limits of strangers, for loopback too."


async def limited(peer: Peer, message: str, retry_after: float) -> None:
    """``peer`` is told so, and closed."""
    assert await peer.hear() == {
        "type": "error",
        "code": "limit",
        "message": message,
        "retry_after": retry_after,
    }
    assert await peer.hear_close() == CloseCode.REFUSED


async def test_an_address_connects_so_often() -> None:
    async with place(limits=Limits(connects=Rate(3, 0.1), near=1)) as here:
        for _ in range(3):
            await (await here.peer()).ws.close()
        await limited(
            await here.peer(),
            "your network connects too often; try again in 10 seconds",
            10,
        )


async def test_an_address_has_so_many_sockets_open() -> None:
    async with place(limits=Limits(sockets_per_address=2, near=1)) as here:
        host = await here.host()
        guest = await here.guest(host)
        await limited(
            await here.peer(),
            "your network has too many connections open; try again in 30 seconds",
            30,
        )
        await guest.ws.close()
        await host.hear()
        await here.guest(host)


async def test_a_server_has_so_many_sockets_open() -> None:
    async with place(limits=Limits(sockets=2)) as here:
        host = await here.host()
        await here.guest(host)
        message = "this server is full; try again in 30 seconds"
        await limited(await here.peer(), message, 30)
        await limited(await here.peer(), message, 30)


async def guess(here: Place, room: str) -> dict[str, Any]:
    peer = await here.peer()
    await peer.say({"type": "join", "version": 1, "room": room})
    return await peer.hear()


async def test_an_address_guesses_so_often_from_however_many_sockets() -> None:
    async with place(limits=FEW) as here:
        host = await here.host()
        for n in range(20):
            assert (await guess(here, f"22{n:02}"))["code"] == "unknown_room"
        for room in ("2222", host.room, "not a room"):
            refusal = await guess(here, room)
            assert (refusal["code"], refusal["retry_after"]) == ("limit", 10)
            assert refusal["message"] == (
                "too many codes from your network were wrong; try again in 10 seconds"
            )


async def test_who_gets_in_has_not_guessed() -> None:
    async with place(limits=Limits(failures=Rate(1, 0.001), near=1)) as here:
        host = await here.host()
        for _ in range(5):
            await here.guest(host)


async def test_rooms_that_a_new_server_knows_nothing_of_are_guesses_too() -> None:
    limits = Limits(failures=Rate(2, 0.001), near=1)
    async with place(limits=limits) as here:
        heard = []
        for room in ("7KQM", "CCCC", "2222"):
            host = await here.peer()
            claim = {"type": "create", "version": 1, "room": room, "claim": "c"}
            await host.say(claim)
            heard.append((await host.hear())["type"])
        assert heard == ["created", "created", "error"]


async def test_a_host_that_comes_back_has_not_guessed() -> None:
    async with place(limits=Limits(failures=Rate(1, 0.001), near=1)) as here:
        host = await here.host()
        for _ in range(5):
            again = await here.peer()
            await again.come(type="create", room=host.room, claim=host.claim)
        wrong = {"type": "create", "version": 1, "room": host.room, "claim": "guess"}
        for code in ("claim", "limit"):
            thief = await here.peer()
            await thief.say(wrong)
            assert (await thief.hear())["code"] == code


async def test_a_room_is_joined_so_often_from_wherever() -> None:
    limits = Limits(room_joins=Rate(3, 0.1))
    async with place(limits=limits, trusted_proxies=["127.0.0.1"]) as here:
        host = await here.host()
        said = set()
        for n in range(5):
            async with upgraded(
                here.server.port, X_Forwarded_For=f"203.0.113.{n}"
            ) as raw:
                await raw.say({"type": "join", "version": 1, "room": host.room})
                answer = await raw.hear_message()
                said.add((answer["type"], answer.get("message")))
        assert said == {
            ("joined", None),
            ("error", "this code is tried too often; try again in 10 seconds"),
        }


async def test_an_address_says_so_much_from_however_many_sockets() -> None:
    async with place(limits=Limits(messages=Rate(8, 0.5), near=1)) as here:
        host = await here.host()
        guest = await here.guest(host)
        for _ in range(6):
            await guest.signal(host)
        await guest.signal(host)
        await limited(guest, "your network sends too much; try again in 2 seconds", 2)


async def test_a_table_is_told_so_much_by_its_guests() -> None:
    async with place(limits=Limits(room_messages=Rate(6, 0.5))) as here:
        host = await here.host()
        guest, other = await here.guest(host), await here.guest(host)
        for _ in range(3):
            await guest.signal(host)
            await other.signal(host)
        for _ in range(6):
            assert (await host.hear())["type"] == "signal"
        for _ in range(9):
            await host.signal(other)
        await guest.signal(host)
        await limited(
            guest, "too much is sent at this table; try again in 2 seconds", 2
        )
        for _ in range(9):
            assert (await other.hear())["type"] == "signal"


# Who it is


async def test_a_proxy_of_ours_speaks_for_others() -> None:
    limits = Limits(connects=Rate(1, 0.1), near=1)
    async with place(limits=limits, trusted_proxies=["127.0.0.0/8"]) as here:
        for address in ("203.0.113.1", "203.0.113.2", "2001:db8::1", "2001:db8:0:1::"):
            chain = f"198.51.100.7, {address}"
            async with upgraded(here.server.port, X_Forwarded_For=chain) as raw:
                await raw.say({"type": "create", "version": 1})
                assert (await raw.hear_message())["type"] == "created"
        for address in ("203.0.113.1", "2001:db8::2"):
            async with upgraded(here.server.port, X_Forwarded_For=address) as raw:
                assert (await raw.hear_message())["code"] == "limit"


async def test_nobody_else_does() -> None:
    limits = Limits(connects=Rate(1, 0.1), near=1)
    async with place(limits=limits, trusted_proxies=["10.0.0.1"]) as here:
        async with upgraded(here.server.port, X_Forwarded_For="203.0.113.1"):
            pass
        async with upgraded(here.server.port, X_Forwarded_For="203.0.113.2") as raw:
            assert (await raw.hear_message())["code"] == "limit"


async def test_whoever_holds_many_pages_keeps_none_from_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(server, "LINGER", 60.0)
    async with place() as here, AsyncExitStack() as stack:
        slow = b"GET /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n"
        for _ in range(PAGES):
            raw = await stack.enter_async_context(dial(here.server.port))
            with suppress(ConnectionError):
                await raw.write(slow)
        other = aiohttp.TCPConnector(local_addr=("127.0.0.2", 0))
        async with aiohttp.ClientSession(connector=other) as session:
            async with session.get(f"{here.server.url}/healthz") as response:
                assert await response.text() == "ok\n"
        with pytest.raises(aiohttp.ClientError):
            await here.session.get(f"{here.server.url}/healthz")


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        ("https://rummy.example", 101),
        ("https://evil.example", 403),
        ("http://rummy.example", 403),
        ("null", 403),
    ],
)
async def test_pages_of_others_get_no_socket(origin: str, status: int) -> None:
    async with place(base_url="https://rummy.example/") as here:
        await here.host()
        async with dial(here.server.port) as raw:
            await raw.write(request(Origin=origin))
            assert await raw.status() == status
            if status == 403:
                assert await asyncio.wait_for(raw.reader.read(), 10) == (
                    b"this page is of another server; open the one of mine\n"
                )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"trusted_proxies": ["proxy"]},
            "'proxy' is no address of a proxy;"
            " write one like 127.0.0.1 or a network like 10.0.0.0/8",
        ),
        (
            {"base_url": "rummy"},
            "'rummy' is not the address of a server;"
            " one looks like https://rummy.example.org",
        ),
    ],
)
async def test_what_makes_no_sense_is_said_at_the_start(
    options: dict[str, Any], message: str
) -> None:
    with pytest.raises(RummyError) as refused:
        await start_server("127.0.0.1", 0, **options)
    assert str(refused.value) == message


# Which rooms there are


async def test_nobody_learns_which_rooms_there_are() -> None:
    """To the byte, so that nothing about the answer takes longer either."""
    answers = set()
    rooms = Rooms(max_guests=1, lifetimes=Lifetimes(keep=0))
    async with place(rooms=rooms, limits=FEW) as here:
        full, lost = await here.host(), await here.host()
        await here.guest(full)
        await lost.ws.close()
        for room in (full.room, lost.room, "2222", "nonsense", ""):
            async with upgraded(here.server.port) as raw:
                await raw.say({"type": "join", "version": 1, "room": room})
                answers.add(await raw.hear())
    [(_, answer)] = answers
    assert json.loads(answer) == {
        "type": "error",
        "code": "unknown_room",
        "message": NO_SUCH_TABLE,
    }


async def test_idle_guests_do_not_keep_others_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with place() as here:
        host = await here.host()
        idle = [await here.guest(host) for _ in range(MAX_GUESTS)]
        assert (await guess(here, host.room))["code"] == "unknown_room"
        let_pass(16, monkeypatch)
        for guest in idle:
            assert (await guest.hear())["message"] == (
                "nothing was signaled to the host within 15 seconds; join again"
            )
            assert (await host.hear())["type"] == "left"
        await here.guest(host)


# Half a request


@contextmanager
def half_open(port: int, begun: bytes, number: int) -> Iterator[list[socket.socket]]:
    with ExitStack() as stack:
        sockets = []
        for _ in range(number):
            one = stack.enter_context(socket.create_connection(("127.0.0.1", port)))
            one.sendall(begun)
            one.setblocking(False)
            sockets.append(one)
        yield sockets


async def is_gone(one: socket.socket) -> bool:
    loop = asyncio.get_running_loop()
    try:
        return await asyncio.wait_for(loop.sock_recv(one, 1), 10) == b""
    except ConnectionResetError:
        return True


@pytest.mark.parametrize("begun", [b"", b"GET /signal HTTP/1.1\r\nHost: x\r\n"])
async def test_a_thousand_half_open_connections_are_gone_in_time(
    begun: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with place() as here:
        host = await here.host()
        with half_open(here.server.port, begun, 1000) as sockets:
            await here.guest(host)
            assert len(here.server._half_open) <= HALF_OPEN
            let_pass(9, monkeypatch)
            for one in sockets:
                assert await is_gone(one)
            assert not here.server._half_open
            await here.guest(host)
