"""The server's end of a WebSocket, frame by frame."""

import asyncio
import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from place import Place, let_pass, place
from rawsocket import (
    BINARY,
    CLOSE,
    PING,
    PONG,
    TEXT,
    dial,
    frame,
    request,
    upgraded,
)

from shared.signals import MAX_SIZE, CloseCode
from signaling import websocket

CREATE = '{"type":"create","version":1}'


async def check_that_it_works(here: Place) -> None:
    host = await here.host()
    guest = await here.guest(host)
    await guest.signal(host, 7)
    assert await host.hear_word() == "7"


async def test_frames_come_in_any_pieces() -> None:
    async with place() as here:
        async with dial(here.server.port) as raw:
            for byte in request() + frame(CREATE):
                await raw.write(bytes([byte]))
                await asyncio.sleep(0)
            assert await raw.status() == 101
            assert (await raw.hear_message())["type"] == "created"


async def test_many_frames_come_at_once() -> None:
    async with place() as here:
        host = await here.host()
        async with dial(here.server.port) as raw:
            join = json.dumps({"type": "join", "version": 1, "room": host.room})
            offer = '{"type":"offer","sdp":"%d"}'
            signals = [
                f'{{"type":"signal","to":{host.me},"data":{offer % n}}}'
                for n in range(50)
            ]
            await raw.write(request() + b"".join(map(frame, [join, *signals])))
            assert (await host.hear())["type"] == "arrived"
            for n in range(50):
                assert await host.hear_word() == f"{n}"


@pytest.mark.parametrize(
    ("broken", "code"),
    [
        (frame(CREATE, masked=False), 1002),
        (frame(CREATE, reserved=0x40), 1002),
        (frame(CREATE, reserved=0x10), 1002),
        (frame(CREATE, opcode=3), 1002),
        (frame(CREATE, opcode=0), 1002),
        (frame("", opcode=11), 1002),
        (frame("", PING, final=False), 1002),
        (frame("x" * 126, PING), 1002),
        (frame("x", CLOSE), 1002),
        (frame(b'{"type":"\xff"}'), 1007),
        (frame(b'{"type":"\xed\xa0\x80"}'), 1007),
        (frame(CREATE, final=False), 1008),
        (frame("", BINARY, final=False), 1008),
        (frame("", size=MAX_SIZE), 1009),
        (frame("", size=2**63), 1009),
        (frame("", size=2**64 - 1), 1009),
        (frame("\0"), CloseCode.REFUSED),
        (frame("", BINARY), CloseCode.REFUSED),
    ],
)
@pytest.mark.parametrize("more", [b"", frame(CREATE) * 3, b"\xff" * 1000])
async def test_a_broken_frame_closes_its_socket_only(
    broken: bytes, code: int, more: bytes
) -> None:
    async with place() as here:
        async with upgraded(here.server.port) as raw:
            await raw.write(broken + more)
            assert await raw.hear_close() == code
            await check_that_it_works(here)


async def test_a_member_that_breaks_websocket_has_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(websocket, "LAST_WORDS", 1000)
    async with place() as here:
        host = await here.host()
        async with upgraded(here.server.port) as raw:
            await raw.say({"type": "join", "version": 1, "room": host.room})
            assert (await host.hear())["type"] == "arrived"
            await raw.write(frame("", masked=False))
            assert (await host.hear())["type"] == "left"


@pytest.mark.parametrize("data", [b"", b"x" * 125, b"\xff\0"])
async def test_pings_are_answered(data: bytes) -> None:
    async with place() as here:
        async with upgraded(here.server.port) as raw:
            await raw.write(frame(data, PING) + frame(data, PONG))
            assert await raw.hear() == (PONG, data)


@pytest.mark.parametrize("data", [b"", b"\x03\xe8", b"\x03\xe8bye", b"\x0f\xa0"])
async def test_a_close_is_answered_and_ends_the_connection(data: bytes) -> None:
    async with place() as here:
        async with upgraded(here.server.port) as raw:
            await raw.write(frame(data, CLOSE) + frame(CREATE))
            assert await raw.hear() == (CLOSE, data[:2])
            assert await raw.reader.read() == b""


async def test_the_answer_to_our_close_ends_the_connection() -> None:
    async with place() as here:
        async with upgraded(here.server.port) as raw:
            await raw.say("nonsense")
            assert await raw.hear_close() == CloseCode.REFUSED
            await raw.write(frame(b"\x0f\xa0", CLOSE))
            assert await raw.reader.read() == b""


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        (request("/"), 404),
        (request("/signal/"), 404),
        (request("/signal?room=7KQM"), 101),
        (request(Sec_WebSocket_Extensions="permessage-deflate"), 101),
        (request(Content_Length="5") + b"hello", 400),
        (b"GET /signal HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", 200),
        (b"POST /signal HTTP/1.1\r\nHost: localhost\r\n\r\n", 405),
        (b"GET / HTTP/1.1\r\n" + b"x" * 20_000, 431),
        (b"\x16\x03\x01\x02\0", 400),
        (b"nonsense\r\n\r\n", 400),
    ],
)
async def test_what_is_answered_to_a_request(asked: bytes, status: int) -> None:
    async with place() as here:
        async with dial(here.server.port) as raw:
            await raw.write(asked)
            assert await raw.status() == status
            if status == 101:
                await raw.say(CREATE)
                assert (await raw.hear_message())["type"] == "created"
            elif status not in (400, 431):
                await asyncio.wait_for(raw.reader.read(), 10)


PAGE = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"


async def test_a_connection_that_was_shown_pages_becomes_a_websocket() -> None:
    async with place() as here:
        async with dial(here.server.port) as raw:
            for _ in range(2):
                await raw.write(PAGE)
                assert await raw.status() == 200
                assert await raw.reader.readexactly(3) == b"ok\n"
            await raw.write(request())
            assert await raw.status() == 101
            await raw.say(CREATE)
            assert (await raw.hear_message())["type"] == "created"


async def test_a_websocket_is_not_to_be_had_behind_a_page_that_is_still_shown() -> None:
    async with place() as here:
        async with dial(here.server.port) as raw:
            await raw.write(PAGE + request())
            assert await raw.status() == 200
            assert await raw.reader.readexactly(3) == b"ok\n"
            assert await raw.status() == 400


@pytest.mark.parametrize("begun", [b"", PAGE[:-2]])
async def test_a_connection_is_not_kept_for_pages_for_ever(
    begun: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with place() as here:
        async with dial(here.server.port) as raw:
            await raw.write(PAGE)
            assert await raw.status() == 200
            assert await raw.reader.readexactly(3) == b"ok\n"
            await raw.write(begun)
            let_pass(9, monkeypatch)
            with suppress(ConnectionError):
                assert await asyncio.wait_for(raw.reader.read(), 10) == b""


@given(st.binary(max_size=200), st.binary(min_size=4, max_size=4))
def test_unmasking_is_what_the_rfc_says(data: bytes, key: bytes) -> None:
    masked = bytes(byte ^ key[n % 4] for n, byte in enumerate(data))
    assert websocket.unmask(masked, key) == data


@pytest.mark.parametrize("size", [0, 125, 126, 65_535, 65_536])
def test_our_frames_say_their_size(size: int) -> None:
    data = b"x" * size
    assert websocket.frame(data) == frame(data, TEXT, masked=False)


@given(st.lists(st.binary(max_size=40), max_size=12))
async def test_no_bytes_are_a_fault(pieces: list[bytes]) -> None:
    async with place() as here:
        async with upgraded(here.server.port) as raw:
            for piece in pieces:
                raw.writer.write(piece)
            raw.writer.write_eof()
            await asyncio.wait_for(raw.reader.read(), 10)
