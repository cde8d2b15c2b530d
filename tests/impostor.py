"""Servers to meet at that a test writes, and how entering there fails."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
from aiohttp import web

from peer.meet import Meeting
from shared.errors import SignalingError

Script = Callable[[web.WebSocketResponse], Awaitable[None]]


@asynccontextmanager
async def impostor(script: Script) -> AsyncIterator[str]:
    """A WebSocket at /signal that says what ``script`` says, and its address."""

    async def signal(request: web.Request) -> web.WebSocketResponse:
        ws = web.WebSocketResponse()
        await ws.prepare(request)
        await ws.receive()
        await script(ws)
        async for _ in ws:
            pass
        return ws

    app = web.Application()
    app.router.add_get("/signal", signal)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    yield f"127.0.0.1:{runner.addresses[0][1]}"
    await runner.cleanup()


def saying(*frames: str | bytes | None) -> Script:
    """None: hang up."""

    async def script(ws: web.WebSocketResponse) -> None:
        for frame in frames:
            match frame:
                case str():
                    await ws.send_str(frame)
                case bytes():
                    await ws.send_bytes(frame)
                case None:
                    await ws.close()

    return script


async def refusal(entering: Awaitable[Meeting]) -> SignalingError:
    with pytest.raises(SignalingError) as caught:
        await entering
    return caught.value
