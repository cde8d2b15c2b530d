"""A WebSocket client that does what no WebSocket client would do."""

import asyncio
import base64
import json
import os
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Any

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


def request(path: str = "/signal", **fields: str) -> bytes:
    """A request for a WebSocket; ``fields`` with underscores are added to it."""
    lines = [
        f"GET {path} HTTP/1.1",
        "Host: localhost",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
        "Sec-WebSocket-Version: 13",
        *(f"{name.replace('_', '-')}: {value}" for name, value in fields.items()),
    ]
    return "\r\n".join([*lines, "", ""]).encode()


def frame(
    data: bytes | str,
    opcode: int = TEXT,
    *,
    final: bool = True,
    masked: bool = True,
    reserved: int = 0,
    size: int | None = None,
) -> bytes:
    """One frame, as broken as wanted; ``size`` is what it claims to have."""
    payload = data.encode() if isinstance(data, str) else data
    size = len(payload) if size is None else size
    head = bytes([0x80 * final | reserved | opcode])
    mask = 0x80 * masked
    if size < 126:
        head += bytes([mask | size])
    elif size < 65536:
        head += bytes([mask | 126]) + size.to_bytes(2, "big")
    else:
        head += bytes([mask | 127]) + size.to_bytes(8, "big")
    if not masked:
        return head + payload
    key = b"\x5a\xa5\x3c\xc3"
    return head + key + bytes(byte ^ key[n % 4] for n, byte in enumerate(payload))


class RawSocket:
    """One connection, byte by byte."""

    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self.reader, self.writer = reader, writer

    async def status(self) -> int:
        """What the answer to a request begins with; its head is read."""
        head = await asyncio.wait_for(self.reader.readuntil(b"\r\n\r\n"), 10)
        return int(head.split()[1])

    async def say(self, message: Mapping[str, object] | str) -> None:
        text = message if isinstance(message, str) else json.dumps(message)
        await self.write(frame(text))

    async def write(self, data: bytes) -> None:
        self.writer.write(data)
        await self.writer.drain()

    async def hear(self) -> tuple[int, bytes]:
        """The next frame."""
        head = await asyncio.wait_for(self.reader.readexactly(2), 20)
        size = head[1]
        if size > 125:
            size = int.from_bytes(await self.reader.readexactly(2), "big")
        return head[0] & 15, await self.reader.readexactly(size)

    async def hear_message(self) -> dict[str, Any]:
        opcode, data = await self.hear()
        assert opcode == TEXT, (opcode, data)
        message: dict[str, Any] = json.loads(data)
        return message

    async def hear_close(self) -> int:
        """The code of the close that comes, after any messages."""
        opcode = TEXT
        while opcode != CLOSE:
            opcode, data = await self.hear()
        return int.from_bytes(data[:2], "big")

    def hang_up(self) -> None:
        self.writer.transport.abort()


@asynccontextmanager
async def dial(port: int) -> AsyncIterator[RawSocket]:
    raw = RawSocket(*await asyncio.open_connection("127.0.0.1", port))
    try:
        yield raw
    finally:
        raw.hang_up()
        with suppress(OSError):
            await raw.writer.wait_closed()


@asynccontextmanager
async def upgraded(port: int, **fields: str) -> AsyncIterator[RawSocket]:
    """A WebSocket."""
    async with dial(port) as raw:
        await raw.write(request(**fields))
        assert await raw.status() == 101
        yield raw
