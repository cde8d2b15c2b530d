"""Connections that are shown pages: kept for the next one, for so long and so many."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from place import let_pass, place
from rawsocket import RawSocket, dial, request
from test_server_memory import MAX_GROWTH, Served
from test_server_memory import served as served

from signaling.server import FIRST_REQUEST, NEXT_REQUEST, PAGES, PAGES_PER_ADDRESS

PAGE = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"


async def is_kept(raw: RawSocket) -> bool:
    """Read a page; whether the connection waits for another request."""
    head = await asyncio.wait_for(raw.reader.readuntil(b"\r\n\r\n"), 10)
    assert head.startswith(b"HTTP/1.1 200 ")
    assert await raw.reader.readexactly(3) == b"ok\n"
    return b"connection: close" not in head.lower()


async def shown(stack: AsyncExitStack, port: int) -> tuple[RawSocket, bool]:
    """A new connection that was shown a page, and whether it is kept."""
    raw = await stack.enter_async_context(dial(port))
    await raw.write(PAGE)
    return raw, await is_kept(raw)


async def is_closed(raw: RawSocket) -> bool:
    try:
        return await asyncio.wait_for(raw.reader.read(), 10) == b""
    except ConnectionResetError:
        return True


async def test_pages_come_one_after_the_other_and_a_socket_behind_them() -> None:
    async with place() as here, dial(here.server.port) as raw:
        for _ in range(60):
            await raw.write(PAGE)
            assert await is_kept(raw)
        await raw.write(request())
        assert await raw.status() == 101
        await raw.say({"type": "create", "version": 1})
        assert (await raw.hear_message())["type"] == "created"


async def test_a_connection_without_another_request_is_closed_soon(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with place() as here, AsyncExitStack() as stack:
        raw, kept = await shown(stack, here.server.port)
        let_pass(NEXT_REQUEST - 0.5, monkeypatch)
        await raw.write(PAGE)
        assert kept and await is_kept(raw)
        let_pass(NEXT_REQUEST + 0.5, monkeypatch)
        assert await is_closed(raw)


async def test_half_of_another_request_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with place() as here, AsyncExitStack() as stack:
        raw, _ = await shown(stack, here.server.port)
        await raw.write(PAGE[:-2])
        # So that it is there before the clock moves.
        async with dial(here.server.port) as other:
            await other.write(PAGE)
            await is_kept(other)
        let_pass(FIRST_REQUEST + 0.5, monkeypatch)
        assert await is_closed(raw)


async def test_an_address_has_half_of_its_connections_kept() -> None:
    async with place() as here, AsyncExitStack() as stack:
        kept = []
        for _ in range(PAGES_PER_ADDRESS):
            raw, stays = await shown(stack, here.server.port)
            assert stays or await is_closed(raw)
            kept.append(stays)
        most = PAGES_PER_ADDRESS // 2
        assert kept == [True] * most + [False] * (PAGES_PER_ADDRESS - most)


async def test_a_proxy_has_half_of_all_kept_and_a_page_ends_one_of_them() -> None:
    async with (
        place(trusted_proxies=["127.0.0.1"]) as here,
        AsyncExitStack() as stack,
    ):
        all_of = [await shown(stack, here.server.port) for _ in range(PAGES // 2)]
        assert all(kept for _, kept in all_of)
        _, kept = await shown(stack, here.server.port)
        assert not kept
        raw, _ = all_of[0]
        await raw.write(PAGE[:-2] + b"Connection: close\r\n\r\n")
        assert not await is_kept(raw) and await is_closed(raw)
        _, kept = await shown(stack, here.server.port)
        assert kept


@pytest.mark.skipif(
    not Path("/proc/self/clear_refs").exists(), reason="memory is measured in /proc"
)
async def test_all_that_may_be_kept_cost_little(served: Served) -> None:
    async with AsyncExitStack() as stack:
        served.forget_peak()
        held = served.kib("VmRSS")
        kept = [await shown(stack, served.port) for _ in range(PAGES)]
        growth = served.kib("VmHWM") - held
    count = sum(stays for _, stays in kept)
    assert growth <= MAX_GROWTH, f"{growth} KiB for {count} that stay"
