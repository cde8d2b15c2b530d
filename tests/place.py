"""A real signaling server on loopback, and peers that talk to it word by word."""

import asyncio
import contextlib
import json
import socket
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, cast

import aiohttp
import pytest
from aiohttp import ClientSession, WSMsgType

from signaling.server import SignalingServer, start_server


def free_ports(count: int) -> list[int]:
    """Ports of loopback that nobody has, for a program that cannot choose one."""
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for taken in sockets:
            taken.bind(("127.0.0.1", 0))
        return [taken.getsockname()[1] for taken in sockets]


class Peer:
    """A member's end of its socket."""

    def __init__(self, ws: aiohttp.ClientWebSocketResponse) -> None:
        self.ws = ws
        self.me = 0
        self.room = ""
        self.claim = ""

    @property
    def transport(self) -> asyncio.Transport:
        """What is under the socket, for what no WebSocket client would do."""
        connection = self.ws._response.connection
        transport = connection and connection.transport
        # Those of uvloop are no subclass of it.
        return cast(asyncio.Transport, transport)

    async def say(self, message: Mapping[str, object] | str) -> None:
        text = message if isinstance(message, str) else json.dumps(message)
        await self.ws.send_str(text)

    async def signal(self, to: "Peer", word: object = "") -> None:
        """Make an offer that says ``word``."""
        await self.relay(to, json.dumps({"type": "offer", "sdp": str(word)}))

    async def relay(self, to: "Peer", data: str) -> None:
        await self.say(f'{{"type":"signal","to":{to.me},"data":{data}}}')

    async def hear_word(self) -> str:
        """What the offer says that comes next."""
        message = await self.hear()
        assert message["type"] == "signal", message
        word: str = message["data"]["sdp"]
        return word

    async def hear(self) -> dict[str, Any]:
        """The next message, which is not a close."""
        frame = await self.ws.receive(timeout=10)
        assert frame.type is WSMsgType.TEXT, frame
        message: dict[str, Any] = json.loads(frame.data)
        return message

    async def hear_close(self) -> int:
        """The next frame, which is a close."""
        frame = await self.ws.receive(timeout=10)
        assert frame.type is WSMsgType.CLOSE, frame
        assert isinstance(frame.data, int)
        return frame.data

    async def come(self, **fields: object) -> dict[str, Any]:
        """Create a room, or join one, and note what the server answers."""
        await self.say({"version": 1, **fields})
        answer = await self.hear()
        self.me, self.room = answer["you"], answer["room"]
        self.claim = answer.get("claim", "")
        return answer


class Place:
    """A server with its peers."""

    def __init__(
        self, server: SignalingServer, session: ClientSession, stack: AsyncExitStack
    ) -> None:
        self.server = server
        self.session = session
        self._stack = stack

    async def peer(self, **options: Any) -> Peer:
        ws = await self.session.ws_connect(f"{self.server.url}/signal", **options)
        # One that a test has cut off still holds its connection.
        self._stack.callback(ws._response.close)
        return Peer(ws)

    async def host(self) -> Peer:
        peer = await self.peer()
        await peer.come(type="create")
        return peer

    async def guest(self, host: Peer) -> Peer:
        """A guest that the host knows of."""
        peer = await self.peer()
        await peer.come(type="join", room=host.room)
        heard = await host.hear()
        assert heard == {"type": "arrived", "member": peer.me}, heard
        return peer


@asynccontextmanager
async def place(
    host: str = "127.0.0.1", port: int = 0, **options: Any
) -> AsyncIterator[Place]:
    async with AsyncExitStack() as stack:
        server = await start_server(host, port, **options)
        stack.push_async_callback(server.close)
        session = await stack.enter_async_context(ClientSession())
        yield Place(server, session, stack)


def let_pass(seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the clock of the event loop forward: what is due runs at the next await."""
    loop = asyncio.get_running_loop()
    if (put_forward := getattr(loop, "put_forward", None)) is not None:
        put_forward(seconds)
        return
    time = loop.time
    monkeypatch.setattr(loop, "time", lambda: time() + seconds)


def error(code: str, message: str) -> dict[str, str]:
    return {"type": "error", "code": code, "message": message}
