"""A server that goes says so to load balancers while its members have last words."""

import asyncio

import aiohttp
import pytest
from place import Place, place


async def answer(here: Place, path: str) -> tuple[int, str]:
    async with here.session.get(f"{here.server.url}{path}") as got:
        return got.status, await got.text()


async def test_a_server_that_runs_is_ready() -> None:
    async with place() as here:
        assert await answer(here, "/readyz") == (200, "ready\n")
        assert await answer(here, "/healthz") == (200, "ok\n")


async def test_a_server_that_goes_sends_newcomers_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("signaling.relay.FAREWELL", 60)
    monkeypatch.setattr("signaling.websocket.LAST_WORDS", 60)
    async with place() as here:
        host = await here.host()
        guest = await here.guest(host)
        # A member that reads nothing keeps the server up until its time is over.
        guest.transport.pause_reading()
        closing = asyncio.create_task(here.server.close())
        assert (await host.hear())["type"] == "restarting"
        assert await host.hear_close() == 1012
        assert await answer(here, "/readyz") == (503, "draining\n")
        assert await answer(here, "/healthz") == (200, "ok\n")
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await here.peer()
        assert refused.value.status == 503
        assert not closing.done()
        guest.transport.resume_reading()
        assert await guest.hear() == {"type": "restarting", "retry_after": 2.0}
        assert await guest.hear_close() == 1012
        await closing
