"""
A load of peers on a signaling server: raw frames, so that one core is enough.

Each of them runs as ``load.py STAGE PROTOCOL PORT PID`` on a core of its own and prints
what it measured as JSON. CPU time of the server hardly depends on what else runs on the
machine; what depends on the clock does.
"""

import asyncio
import base64
import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

MARK = b"@@"
"Precedes the time at which a message was sent, in nanoseconds and 19 digits."

SMALL, DESCRIPTION, CANDIDATES = 250, 1500, 5
KEY = b"\x5a\xa5\x3c\xc3"
PAIRS, WARM_UP, SECONDS = 200, 1.0, 4.0
RATE, LATENCY_PAIRS = 1000, 50
JOINS, AT_ONCE = 10_000, 16
IDLE = 2000


def frame(payload: bytes, opcode: int = 1) -> bytes:
    """A masked frame."""
    size = len(payload)
    if size < 126:
        head = bytes((0x80 | opcode, 0x80 | size))
    else:
        head = bytes((0x80 | opcode, 0x80 | 126)) + size.to_bytes(2, "big")
    keys = (KEY * (size // 4 + 1))[:size]
    masked = int.from_bytes(payload, "big") ^ int.from_bytes(keys, "big")
    return head + KEY + masked.to_bytes(size, "big")


class Peer(asyncio.Protocol):
    """One socket. ``on_message`` gets what carries MARK, ``greeting`` what does not."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._buffer = b""
        self._up = False
        loop = asyncio.get_running_loop()
        self.ready = loop.create_future()
        self.lost = loop.create_future()
        self.greetings: asyncio.Queue[bytes] = asyncio.Queue()
        self.on_message: Callable[[bytes], None] = lambda _: None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write(
            f"GET {self._path} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.ready.done():
            self.ready.set_exception(ConnectionError("refused"))
        if not self.lost.done():
            self.lost.set_result(None)

    def data_received(self, data: bytes) -> None:
        data = self._buffer + data
        if not self._up:
            head, end, rest = data.partition(b"\r\n\r\n")
            if not end:
                self._buffer = data
                return
            assert b" 101 " in head[:20], head
            data, self._up = rest, True
            self.ready.set_result(None)
        start = 0
        while len(data) - start >= 2:
            size, body = data[start + 1] & 127, start + 2
            if size == 126:
                size = int.from_bytes(data[body : body + 2], "big")
                body += 2
            if len(data) < body + size:
                break
            self._frame(data[start] & 15, data[body : body + size])
            start = body + size
        self._buffer = data[start:]

    def _frame(self, opcode: int, payload: bytes) -> None:
        if opcode == 9:
            self.transport.write(frame(payload, 10))
        elif opcode == 1 and MARK in payload:
            self.on_message(payload)
        elif opcode == 1:
            self.greetings.put_nowait(payload)

    def say(self, message: object) -> None:
        self.transport.write(frame(json.dumps(message, separators=(",", ":")).encode()))

    def bye(self) -> None:
        self.transport.write(frame(b"\x03\xe8", 8))


async def connect(port: int, path: str) -> Peer:
    loop = asyncio.get_running_loop()
    _, peer = await loop.create_connection(lambda: Peer(path), "127.0.0.1", port)
    await asyncio.wait_for(peer.ready, 20)
    return peer


class Pair:
    """A guest and a host in one room, and what the guest says to the host and back."""

    def __init__(self, guest: Peer, host: Peer, ways: list[tuple[str, str]]) -> None:
        self.guest, self.host = guest, host
        self._ways = ways

    def message(self, way: int, size: int, stamp: int = 0) -> bytes:
        """A frame of about ``size``; ``way`` 0 is the guest's, 1 the host's."""
        head, tail = self._ways[way]
        text = f"{head}{MARK.decode()}{stamp:019d}"
        return frame((text + "x" * (size - len(text) - len(tail)) + tail).encode())


async def rummyroom(port: int, number: int) -> Pair:
    host = await connect(port, "/signal")
    host.say({"type": "create", "version": 1})
    created = json.loads(await host.greetings.get())
    guest = await connect(port, "/signal")
    guest.say({"type": "join", "version": 1, "room": created["room"]})
    joined = json.loads(await guest.greetings.get())
    data = '{"type":"offer","sdp":"'
    ways = [
        (f'{{"type":"signal","to":{to},"data":{data}', '"}}')
        for to in (joined["host"], joined["you"])
    ]
    return Pair(guest, host, ways)


async def bare(port: int, number: int) -> Pair:
    host = await connect(port, f"/ws/r{number}?id=h{number}")
    guest = await connect(port, f"/ws/r{number}?id=g{number}")
    ways = [
        (f'{{"type":"signal","to":"{to}{number}","data":{{"candidate":"', '"}}')
        for to in "hg"
    ]
    return Pair(guest, host, ways)


async def peerjs(port: int, number: int) -> Pair:
    path = "/peerjs?key=peerjs&id={0}{1}&token=t{0}{1}"
    host = await connect(port, path.format("h", number))
    guest = await connect(port, path.format("g", number))
    ways = [
        (f'{{"type":"CANDIDATE","dst":"{to}{number}","payload":{{"candidate":"', '"}}')
        for to in "hg"
    ]
    return Pair(guest, host, ways)


PROTOCOLS = {"rummyroom": rummyroom, "bare": bare, "peerjs": peerjs}


def cpu(pid: int) -> float:
    """Seconds of CPU time that the server has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(pid: int) -> float:
    """KiB that it has to itself, with its part of what it shares."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return next(float(line.split()[1]) for line in lines if line.startswith("Pss:"))


Open = Callable[[int], "asyncio.Future[Pair]"]


async def throughput(open_pair: Open, pid: int) -> dict[str, float]:
    """200 pairs with one message in flight each: nothing is ever sent in one go."""
    count = 0
    pairs = [await open_pair(number) for number in range(PAIRS)]
    for pair in pairs:
        message = pair.message(0, SMALL)

        def again(_: bytes, pair: Pair = pair, message: bytes = message) -> None:
            nonlocal count
            count += 1
            pair.guest.transport.write(message)

        pair.host.on_message = again
        pair.guest.transport.write(message)
    await asyncio.sleep(WARM_UP)
    before, used = count, cpu(pid)
    await asyncio.sleep(SECONDS)
    return {"us": 1e6 * (cpu(pid) - used) / (count - before)}


async def latency(open_pair: Open, pid: int) -> dict[str, float]:
    """1,000 messages a second, whatever becomes of them."""
    took: list[float] = []
    pairs = [await open_pair(number) for number in range(LATENCY_PAIRS)]
    for pair in pairs:
        pair.host.on_message = lambda payload: took.append(
            time.perf_counter_ns() - int(payload.partition(MARK)[2][:19])
        )
    sent, started = 0, time.perf_counter()
    while (passed := time.perf_counter() - started) < SECONDS + WARM_UP:
        while sent < passed * RATE:
            pair = pairs[sent % LATENCY_PAIRS]
            stamp = time.perf_counter_ns()
            pair.guest.transport.write(pair.message(0, SMALL, stamp))
            sent += 1
        await asyncio.sleep(0.0005)
    await asyncio.sleep(0.5)
    calm = sorted(took[int(WARM_UP * RATE) :])
    return {"p50": calm[len(calm) // 2] / 1e6, "p99": calm[len(calm) * 99 // 100] / 1e6}


async def join(pair: Pair) -> None:
    """An offer and five candidates each way, one answered at a time; then both go."""
    done = asyncio.get_running_loop().create_future()
    sizes = [DESCRIPTION] + [SMALL] * CANDIDATES
    asked, answered = iter(sizes), iter(sizes)

    def answer(_: bytes) -> None:
        size = next(asked, None)
        if size is not None:
            pair.host.transport.write(pair.message(1, size))

    def heard(_: bytes) -> None:
        next(answered)
        if next(rest, None) is None:
            done.set_result(None)

    rest = iter(range(len(sizes) - 1))
    pair.host.on_message, pair.guest.on_message = answer, heard
    for size in sizes:
        pair.guest.transport.write(pair.message(0, size))
    await asyncio.wait_for(done, 20)
    pair.guest.bye()
    pair.host.bye()
    await asyncio.wait_for(asyncio.gather(pair.guest.lost, pair.host.lost), 20)


async def joins(open_pair: Open, pid: int) -> dict[str, float]:
    """10,000 full joins with two fresh sockets each, 16 at a time."""
    numbers = iter(range(JOINS))

    async def some() -> None:
        for number in numbers:
            await join(await open_pair(number))

    held, used = memory(pid), cpu(pid)
    await asyncio.gather(*(some() for _ in range(AT_ONCE)))
    used = cpu(pid) - used
    await asyncio.sleep(1)
    return {"ms": 1e3 * used / JOINS, "growth": (memory(pid) - held) / 1024}


async def idle(open_pair: Open, pid: int) -> dict[str, float]:
    """2,000 members that say nothing."""
    held = memory(pid)
    pairs = [await open_pair(number) for number in range(IDLE // 2)]
    await asyncio.sleep(1)
    assert not any(pair.guest.lost.done() for pair in pairs)
    return {"kib": (memory(pid) - held) / IDLE, "start": held / 1024}


STAGES = {"throughput": throughput, "latency": latency, "joins": joins, "idle": idle}


async def main(stage: str, protocol: str, port: str, pid: str) -> None:
    async def open_pair(number: int) -> Pair:
        return await PROTOCOLS[protocol](int(port), number)

    print(json.dumps(await STAGES[stage](open_pair, int(pid))))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
