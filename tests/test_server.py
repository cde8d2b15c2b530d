"""The real signaling server over loopback."""

import asyncio
import logging

import pytest
from house import NO_SUCH_TABLE
from place import error, place

from shared.code import is_room
from shared.errors import RummyError
from shared.signals import MAX_SIZE, CloseCode, IceServer
from signaling.room import Lifetimes
from signaling.rooms import Rooms
from signaling.server import start_server

# Meeting


async def test_host_and_guest_meet() -> None:
    turn = IceServer(urls=("turn:turn.example",), username="u", credential="c")
    async with place(ice_servers=[turn]) as here:
        host, guest = await here.peer(), await here.peer()
        created = await host.come(type="create")
        ice_servers = [
            {"urls": ["turn:turn.example"], "username": "u", "credential": "c"}
        ]
        assert created["type"] == "created" and created["ice_servers"] == ice_servers
        assert is_room(host.room)
        joined = await guest.come(type="join", room=host.room)
        assert joined == {
            "type": "joined",
            "room": host.room,
            "you": guest.me,
            "host": host.me,
            "ice_servers": ice_servers,
        }
        assert await host.hear() == {"type": "arrived", "member": guest.me}


async def test_signals_come_in_order_and_unread() -> None:
    offer = '{"type":"offer","sdp":"v=0"}'
    odd = ['{ "sdp" : "é\\u0000\\ud83c\\udccf" ,"type":"answer"}']
    candidates = [f'{{"type":"candidate","candidate":"{n}"}}' for n in range(100)]
    async with place() as here:
        host = await here.host()
        guest = await here.guest(host)
        for data in [*candidates[:50], offer, *odd, *candidates[50:]]:
            await guest.relay(host, data)
        for data in [*candidates[:50], offer, *odd, *candidates[50:]]:
            frame = await host.ws.receive(timeout=10)
            assert frame.data == (
                f'{{"type":"signal","from":{guest.me},"data":{data}}}'
            )
        await host.relay(guest, odd[0])
        assert (await guest.ws.receive(timeout=10)).data.endswith(odd[0] + "}")


async def test_two_rooms_never_hear_each_other() -> None:
    async with place() as here:
        hosts = [await here.host(), await here.host()]
        guests = [await here.guest(host) for host in hosts]
        assert hosts[0].room != hosts[1].room
        for stranger in (guests[1], hosts[1]):
            await guests[0].signal(stranger)
            assert await guests[0].hear() == {
                "type": "left",
                "member": stranger.me,
                "reason": "gone",
            }
        for n, (host, guest) in enumerate(zip(hosts, guests, strict=True)):
            await guest.signal(host, f"{n}")
            assert await host.hear_word() == f"{n}"
            await host.signal(guest, f"{n}")
            assert await guest.hear_word() == f"{n}"


async def test_guests_do_not_hear_each_other() -> None:
    async with place() as here:
        host = await here.host()
        guest, other = await here.guest(host), await here.guest(host)
        await guest.signal(other)
        assert await guest.hear() == error(
            "refused", "signals go only between the host and a guest of one table"
        )
        assert await guest.hear_close() == CloseCode.REFUSED
        assert await host.hear() == {
            "type": "left",
            "member": guest.me,
            "reason": "lost",
        }
        await host.signal(other, "7")
        assert await other.hear_word() == "7"


async def test_a_refusal_comes_before_its_close() -> None:
    async with place() as here:
        guest = await here.peer()
        await guest.say({"type": "join", "version": 1, "room": "7KQM"})
        assert await guest.hear() == {
            **error("unknown_room", NO_SUCH_TABLE),
            "retry_after": 2.0,
        }
        assert await guest.hear_close() == CloseCode.REFUSED
        assert guest.ws.close_code == CloseCode.REFUSED


async def test_the_opening_of_a_newer_program_is_told_so() -> None:
    async with place() as here:
        host = await here.peer()
        await host.say({"type": "create", "version": 2, "colour": "red"})
        assert (await host.hear())["code"] == "version"
        assert await host.hear_close() == CloseCode.REFUSED


# Going and coming back


@pytest.mark.parametrize("way", ["leave", "close", "abort"])
async def test_the_others_hear_that_a_member_went(way: str) -> None:
    async with place() as here:
        host = await here.host()
        guest = await here.guest(host)
        if way == "leave":
            await guest.say({"type": "leave"})
            assert await guest.hear_close() == CloseCode.NORMAL
        elif way == "close":
            await guest.ws.close()
        else:
            guest.transport.abort()
        reason = "left" if way == "leave" else "lost"
        assert await host.hear() == {
            "type": "left",
            "member": guest.me,
            "reason": reason,
        }


async def test_a_host_takes_its_room_back() -> None:
    async with place() as here:
        host = await here.host()
        guest = await here.guest(host)
        await host.ws.close()
        assert (await guest.hear())["type"] == "left"
        again = await here.peer()
        await again.come(type="create", room=host.room, claim=host.claim)
        assert await again.hear() == {"type": "arrived", "member": guest.me}
        assert await guest.hear() == {"type": "arrived", "member": again.me}
        await guest.signal(again, "7")
        assert await again.hear_word() == "7"


async def test_the_newest_socket_of_a_host_wins() -> None:
    async with place() as here:
        host, again = await here.host(), await here.peer()
        await again.come(type="create", room=host.room, claim=host.claim)
        assert await host.hear_close() == CloseCode.REPLACED
        guest = await here.guest(again)
        await guest.signal(again)
        assert (await again.hear())["from"] == guest.me


async def test_a_room_outlives_its_server() -> None:
    async with place() as here:
        host = await here.host()
        port = here.server.port
    async with place(port=port) as here:
        again = await here.peer()
        await again.come(type="create", room=host.room, claim=host.claim)
        assert (again.room, again.claim) == (host.room, host.claim)
        await here.guest(again)


async def test_rooms_expire_by_themselves() -> None:
    async with place(rooms=Rooms(lifetimes=Lifetimes(idle=0)), sweep=0.001) as here:
        host = await here.host()
        assert (await host.hear())["code"] == "closed"
        assert await host.hear_close() == CloseCode.CLOSED


# Around it


async def test_the_page_tells_how_to_join() -> None:
    async with place() as here, here.session.get(here.server.url) as response:
        text = await response.text()
        headers = response.headers
    assert response.status == 200 and response.content_type == "text/html"
    assert "rummyroom join CODE" in text
    assert "The browser client is not installed on this server." in text
    assert "<script" not in text and "style" not in text and "http" not in text
    assert headers["Cache-Control"] == "no-cache"
    assert headers["Content-Security-Policy"] == (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
        " connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none';"
        " form-action 'none'; frame-ancestors 'none'"
    )
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"


async def test_health() -> None:
    async with place() as here:
        async with here.session.get(f"{here.server.url}/healthz") as response:
            assert (response.status, await response.text()) == (200, "ok\n")
        async with here.session.get(f"{here.server.url}/signal") as response:
            assert response.status == 400
        async with here.session.get(f"{here.server.url}/rooms") as response:
            assert response.status == 404


async def test_compression_is_not_negotiated() -> None:
    async with place() as here:
        ws = await here.session.ws_connect(f"{here.server.url}/signal", compress=15)
        assert ws.compress == 0


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0", "localhost"])
async def test_the_url_can_be_used_as_it_is(host: str) -> None:
    async with place(host) as here:
        assert here.server.url.endswith(f":{here.server.port}")
        assert "0.0.0.0" not in here.server.url
        async with here.session.get(f"{here.server.url}/healthz") as response:
            assert response.status == 200


async def test_closing_tells_everybody_and_frees_the_port() -> None:
    async with place() as here:
        host, waiting = await here.host(), await here.peer()
        closing = asyncio.create_task(here.server.close())
        for peer in (host, waiting):
            assert await peer.hear() == {"type": "restarting", "retry_after": 2.0}
            assert await peer.hear_close() == CloseCode.RESTARTING
        await closing
        await here.server.close()
        assert asyncio.all_tasks() == {asyncio.current_task()}
        async with place(port=here.server.port):
            pass


async def test_a_port_in_use_is_said() -> None:
    async with place() as here:
        port = here.server.port
        with pytest.raises(RummyError) as refused:
            await start_server("127.0.0.1", port)
    assert str(refused.value) == (
        f"port {port} is in use; stop what uses it or choose another port"
    )


async def test_the_log_says_nothing_that_points_at_anybody(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)
    async with place() as here:
        host = await here.host()
        guest = await here.guest(host)
        await guest.signal(host, "v=0 o=198.51.100.7")
        await host.hear()
        for text in ('{"type":"198.51.100.7"}', "\0", " " * MAX_SIZE):
            bad = await here.peer()
            await bad.say(text)
            await bad.ws.receive(timeout=10)
        for request in (b"\x16\x03\x01\r\n\r\n", b"GET / HTTP/9\r\n\r\n", b"GET /\0"):
            reader, writer = await asyncio.open_connection(
                "127.0.0.1", here.server.port
            )
            writer.write(request + b" 198.51.100.7\r\n\r\n")
            writer.write_eof()
            await reader.read()
            writer.close()
        port = here.server.port
        await here.server.close()
    assert [record.getMessage() for record in caplog.records] == [
        "= the signaling server listens",
        "= the signaling server has stopped",
    ]
    for secret in (host.room, host.claim, str(host.me), "127.0.0.1", str(port)):
        assert secret not in caplog.text
