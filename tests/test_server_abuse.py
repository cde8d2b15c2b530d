"""The real signaling server and members that harm, by malice or by mistake."""

import asyncio
import logging
from typing import Any

import pytest
from aiohttp import WSMsgType
from place import Peer, Place, error, let_pass, place

from shared.signals import MAX_SIZE, CloseCode
from signaling.limits import Limits, Rate
from signaling.room import Lifetimes, Room
from signaling.rooms import Output, Rooms
from signaling.websocket import QUEUE_BYTES, QUEUE_MESSAGES


async def check_that_only_it_is_closed(
    here: Place, bad: Peer, code: int, message: str = ""
) -> None:
    """``bad`` is told ``message`` and closed; a host and a guest notice nothing."""
    if message:
        told = await bad.hear()
        assert told["code"] == "malformed"
        assert told["message"].startswith(message)
    assert await bad.hear_close() == code
    host = await here.host()
    guest = await here.guest(host)
    await guest.signal(host, "7")
    assert await host.hear_word() == "7"


@pytest.mark.parametrize(
    "text",
    ["", "create", "{", '{"type":"create"}', '{"type":"leave","x":1}', "\0", "NaN"]
    + ["[" * 60_000, '{"a":' * 12_000, '{"type":"leave","x":' + "[" * 60_000]
    + ['{"type":"create","version":1,"' + "x" * 60_000 + '":1}']
    + ['{"__proto__":{"type":"create"},"type":"create","version":1}'],
)
async def test_malformed_text_closes_its_sender_only(text: str) -> None:
    async with place() as here:
        bad = await here.peer()
        await bad.say(text)
        await check_that_only_it_is_closed(
            here, bad, CloseCode.REFUSED, "not a signaling message: "
        )


async def test_a_binary_frame_closes_its_sender_only() -> None:
    async with place() as here:
        bad = await here.peer()
        await bad.ws.send_bytes(b'{"type":"leave"}')
        await check_that_only_it_is_closed(
            here, bad, CloseCode.REFUSED, "signaling messages are text, not binary"
        )


async def test_a_frame_too_long_closes_its_sender_only() -> None:
    async with place() as here:
        bad = await here.peer()
        await bad.say(" " * MAX_SIZE)
        await check_that_only_it_is_closed(here, bad, 1009)


async def test_text_that_is_not_utf_8_closes_its_sender_only() -> None:
    async with place() as here:
        bad = await here.peer()
        await bad.ws.send_frame(b'{"type":"\xff"}', WSMsgType.TEXT)
        await check_that_only_it_is_closed(here, bad, 1007)


async def test_a_broken_frame_closes_its_sender_only() -> None:
    async with place() as here:
        bad = await here.peer()
        # Reserved bits set (RFC 6455 section 5.2).
        bad.transport.write(b"\xf1\x80\0\0\0\0")
        await check_that_only_it_is_closed(here, bad, 1002)


async def test_what_a_member_says_after_its_offence_is_not_heard() -> None:
    async with place() as here:
        host = await here.host()
        guest = await here.guest(host)
        bad = f'{{"type":"signal","to":{guest.me},"data":}}'
        again = {"type": "join", "version": 1, "room": host.room}
        for message in (bad, again, again):
            await guest.say(message)
        assert (await guest.hear())["code"] == "malformed"
        assert await guest.hear_close() == CloseCode.REFUSED
        assert (await host.hear())["type"] == "left"
        other = await here.guest(host)
        assert other.me != guest.me


async def test_a_fault_of_ours_ends_one_socket(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with place() as here:
        host, guest = await here.host(), await here.peer()
        with monkeypatch.context() as broken:
            broken.setattr(Rooms, "_join", None)
            await guest.say({"type": "join", "version": 1, "room": host.room})
            assert await guest.hear_close() == CloseCode.FAULT
        assert "TypeError" in caplog.text
        await here.guest(host)


async def test_a_fault_of_ours_does_not_end_the_sweeping(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    rooms = Rooms(lifetimes=Lifetimes(idle=0))
    remove, failed = rooms._remove, asyncio.Event()

    def fail_once(room: Room, why: str) -> list[Output]:
        if failed.is_set():
            return remove(room, why)
        failed.set()
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr(rooms, "_remove", fail_once)
    async with place(rooms=rooms, sweep=0.001) as here:
        host = await here.host()
        assert (await host.hear())["code"] == "closed"
    assert failed.is_set() and "RuntimeError: a fault of ours" in caplog.text


async def test_a_silent_socket_is_closed() -> None:
    async with place(first_message=0) as here:
        silent = await here.peer()
        assert await silent.hear() == error(
            "refused", "no create or join within 0 seconds; connect again"
        )
        assert await silent.hear_close() == CloseCode.REFUSED


async def test_only_the_first_message_has_a_deadline(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with place() as here:
        host, silent = await here.host(), await here.peer()
        let_pass(11, monkeypatch)
        assert await silent.hear() == error(
            "refused", "no create or join within 10 seconds; connect again"
        )
        await here.guest(host)


async def test_a_member_that_does_not_answer_pings_is_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with place() as here:
        host = await here.peer(autoping=False)
        await host.come(type="create")
        let_pass(31, monkeypatch)
        assert (await host.ws.receive(timeout=10)).type is WSMsgType.PING
        let_pass(16, monkeypatch)
        assert (await host.ws.receive(timeout=10)).type is WSMsgType.CLOSED
        guest = await here.peer()
        await guest.come(type="join", room=host.room)
        assert (await guest.hear())["type"] == "left"


@pytest.mark.parametrize("begun", [b"", b"GET /signal HTTP/1.1\r\nHost: x\r\n"])
async def test_half_a_request_does_not_stay(
    begun: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with place() as here:
        reader, writer = await asyncio.open_connection("127.0.0.1", here.server.port)
        writer.write(begun)
        await here.host()
        let_pass(11, monkeypatch)
        assert await reader.read() == b""
        writer.close()


# Slow readers


PLENTY = Rate(1e9, 1e9)
UNLIMITED = Limits(messages=PLENTY, room_messages=PLENTY)


async def flood(here: Place, host: Peer, slow: Peer, other: Peer, size: int) -> int:
    """Signal to ``slow``, which does not read, until the server gives it up."""
    big = "x" * size
    sent = 0
    told: asyncio.Task[dict[str, Any]] = asyncio.create_task(host.hear())
    link = here.server._relay.links[slow.me]
    transport = link._transport
    assert transport is not None
    while not told.done():
        await host.signal(slow, big)
        await host.signal(other, sent)
        assert await other.hear_word() == f"{sent}"
        sent += 1
        # And one for the close.
        assert link._waiting <= QUEUE_MESSAGES + 1
        assert transport.get_write_buffer_size() <= QUEUE_BYTES + size + 200
    assert told.result() == {"type": "left", "member": slow.me, "reason": "lost"}
    return sent


@pytest.mark.parametrize("size", [3_000, 16_000])
async def test_a_slow_reader_delays_nobody_and_is_closed(size: int) -> None:
    async with place(limits=UNLIMITED) as here:
        host = await here.host()
        slow, other = await here.guest(host), await here.guest(host)
        sent = await flood(here, host, slow, other, size)
        heard = 0
        while (frame := await slow.ws.receive(timeout=10)).type is WSMsgType.TEXT:
            heard += 1
        assert frame.type is WSMsgType.CLOSE and frame.data == CloseCode.SLOW
        assert 0 < heard < sent


async def check_that_it_is_hung_up_on(here: Place, host: Peer, slow: Peer) -> None:
    """Without a close frame: the rest of what it was sent is thrown away."""
    guest = await here.peer()
    await guest.come(type="join", room=host.room)
    gone = {"type": "left", "member": slow.me, "reason": "gone"}
    while (heard := await host.hear()) != {"type": "arrived", "member": guest.me}:
        assert heard == gone
    while (frame := await slow.ws.receive(timeout=10)).type is WSMsgType.TEXT:
        pass
    assert frame.type in (WSMsgType.CLOSED, WSMsgType.ERROR)


async def test_a_reader_that_never_comes_back_is_hung_up_on(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "signaling.server.http")
    async with place(limits=UNLIMITED) as here:
        host = await here.host()
        slow, other = await here.guest(host), await here.guest(host)
        await flood(here, host, slow, other, 16_000)
        let_pass(6, monkeypatch)
        await check_that_it_is_hung_up_on(here, host, slow)
    assert not caplog.records


async def test_so_is_one_that_says_goodbye_and_leaves_its_mail_unread(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with place(limits=UNLIMITED) as here:
        host = await here.host()
        slow, other = await here.guest(host), await here.guest(host)
        unread = here.server._relay.links[slow.me]._transport
        assert unread is not None
        while not unread.get_write_buffer_size():
            await host.signal(slow, "x" * 3000)
            await host.signal(other)
            await other.hear()
        # A close frame of code 1000 (RFC 6455 section 5.5.1).
        slow.transport.write(b"\x88\x82\0\0\0\0\x03\xe8")
        assert (await host.hear())["type"] == "left"
        let_pass(6, monkeypatch)
        await check_that_it_is_hung_up_on(here, host, slow)


async def test_a_burst_does_not_close_a_member_that_reads() -> None:
    async with place(limits=UNLIMITED) as here:
        host = await here.host()
        guest = await here.guest(host)
        # Sending to a socket with room does not yield: the server finds all at once.
        for n in range(1000):
            await guest.signal(host, n)
        for n in range(1000):
            assert await host.hear_word() == f"{n}"
