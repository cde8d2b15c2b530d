"""A server that is left running while the way to it comes and goes."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp
import pytest
from place import free_ports

from signaling import service
from signaling.config import Settings
from signaling.selftest import Finding
from signaling.server import start_server
from signaling.service import Notice


@asynccontextmanager
async def serving(port: int, url: str) -> AsyncIterator[asyncio.Queue[Notice]]:
    """A server whose public address is ``url``, and what it tells."""
    told: asyncio.Queue[Notice] = asyncio.Queue()
    settings = Settings(listen=("127.0.0.1", port), base_url=url)
    running = asyncio.create_task(service.serve(settings, told.put_nowait))
    try:
        yield told
    finally:
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running


async def hear(told: asyncio.Queue[Notice], words: str) -> list[str]:
    """All that is told until something has these words."""
    heard = [""]
    async with asyncio.timeout(30):
        while words not in heard[-1]:
            heard.append((await told.get()).text)
    return heard


async def test_the_public_address_is_tried_until_it_works(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tries, again = 0, asyncio.Event()
    find_out = service.find_out

    async def counted(url: str) -> Finding:
        nonlocal tries
        tries += 1
        if tries == 3:
            again.set()
        return await find_out(url)

    monkeypatch.setattr(service, "AGAIN", (0.01,) * 10_000)
    monkeypatch.setattr(service, "find_out", counted)
    (port,) = free_ports(1)
    async with serving(0, f"http://127.0.0.1:{port}") as told:
        await hear(told, "cannot be reached from here")
        await asyncio.wait_for(again.wait(), 30)
        proxy = await start_server("127.0.0.1", port)
        try:
            heard = await hear(told, "reaches this server")
        finally:
            await proxy.close()
    # What did not work was told once, however often it was tried.
    assert not [line for line in heard if "cannot be reached" in line]


async def test_a_fault_in_the_test_ends_nothing(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(_: str) -> Finding:
        raise ZeroDivisionError

    monkeypatch.setattr(service, "find_out", broken)
    (port,) = free_ports(1)
    async with serving(port, f"http://127.0.0.1:{port}") as told:
        await hear(told, "There is no relay")
        url = f"http://127.0.0.1:{port}/readyz"
        patience = aiohttp.ClientTimeout(total=10)
        async with aiohttp.ClientSession(timeout=patience) as session:
            for _ in range(2):
                async with session.get(url) as answer:
                    assert answer.status == 200
    assert [record.getMessage() for record in caplog.records] == [
        "x the test of the public address was given up"
    ]
    assert caplog.records[0].levelno == logging.ERROR
