"""The real signaling server in a process of its own, and what harm may cost it.

Whatever is done to it, its memory peaks at most 8 MiB higher, and a host and a guest
that come while it is done meet.
"""

import asyncio
import json
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest
from rawsocket import CLOSE, PING, TEXT, RawSocket, dial, frame, request, upgraded

ROOT = Path(__file__).parent.parent

MAX_GROWTH = 8 * 1024
"KiB."

SERVER = """
import asyncio
from signaling.server import loop_factory, start_server

async def main():
    server = await start_server("127.0.0.1", 0, trusted_proxies=["127.0.0.1"])
    print(server.port, flush=True)
    await asyncio.Event().wait()

with asyncio.Runner(loop_factory=loop_factory()) as runner:
    runner.run(main())
"""

CREATE = '{"type":"create","version":1}'

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/clear_refs").exists(), reason="memory is measured in /proc"
)


class Served:
    """A server, and what its process holds."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        assert process.stdout is not None
        self.pid = process.pid
        self.port = int(process.stdout.readline())
        self._addresses = 0

    def kib(self, row: str) -> int:
        status = Path(f"/proc/{self.pid}/status").read_text()
        return next(int(line.split()[1]) for line in status.splitlines() if row in line)

    def forget_peak(self) -> None:
        Path(f"/proc/{self.pid}/clear_refs").write_text("5")

    def new_address(self) -> str:
        """One that nobody has called from, in a network of its own."""
        self._addresses += 1
        return f"2001:db8:{self._addresses >> 16:x}:{self._addresses & 0xFFFF:x}::1"


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    command = [sys.executable, "-c", SERVER]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            yield Served(process)
        finally:
            process.kill()


@asynccontextmanager
async def pair(served: Served) -> AsyncIterator[tuple[RawSocket, RawSocket, int]]:
    """A host, a guest that never stops, and the number of the guest."""
    async with AsyncExitStack() as stack:
        host, guest = [
            await stack.enter_async_context(
                upgraded(served.port, X_Forwarded_For=served.new_address())
            )
            for _ in range(2)
        ]
        await host.say(CREATE)
        room = (await host.hear_message())["room"]
        await guest.say({"type": "join", "version": 1, "room": room})
        joined = await guest.hear_message()
        assert await host.hear_message() == {"type": "arrived", "member": joined["you"]}
        await guest.write(frame(signal(joined["host"])))
        assert (await host.hear_message())["type"] == "signal"
        yield host, guest, joined["you"]


def signal(to: int, sdp: str = "v=0") -> str:
    data = {"type": "offer", "sdp": sdp}
    return json.dumps({"type": "signal", "to": to, "data": data}, separators=(",", ":"))


async def send_until_closed(raw: RawSocket, data: bytes, times: int) -> None:
    """Send it over and over to a server that may have hung up."""
    try:
        for _ in range(times):
            await asyncio.wait_for(raw.write(data), 20)
    except ConnectionError:
        pass


# What is done to it

Harm = Callable[[Served, AsyncExitStack], Awaitable[None]]


def once(data: bytes, times: int = 1, sockets: int = 20) -> Harm:
    """So many sockets send it so many times, each from its own address."""

    async def harm(served: Served, stack: AsyncExitStack) -> None:
        for _ in range(sockets):
            raw = await stack.enter_async_context(
                upgraded(served.port, X_Forwarded_For=served.new_address())
            )
            await send_until_closed(raw, data, times)

    return harm


def connections(begun: bytes, number: int = 1000) -> Harm:
    """So many connections begin like that and go no further."""

    async def harm(served: Served, stack: AsyncExitStack) -> None:
        for _ in range(number):
            raw = await stack.enter_async_context(dial(served.port))
            await send_until_closed(raw, begun, 1)

    return harm


async def silent_members(served: Served, stack: AsyncExitStack) -> None:
    for _ in range(1000):
        await stack.enter_async_context(
            upgraded(served.port, X_Forwarded_For=served.new_address())
        )


async def many_addresses(served: Served, stack: AsyncExitStack) -> None:
    for number in range(1500):
        address = served.new_address()
        async with upgraded(served.port, X_Forwarded_For=address) as raw:
            room = "".join("23456789CF"[int(digit)] for digit in f"{number:04}")
            await raw.say({"type": "join", "version": 1, "room": room})
            await raw.hear_message()


async def one_address(served: Served, stack: AsyncExitStack) -> None:
    for _ in range(500):
        async with upgraded(served.port, X_Forwarded_For="203.0.113.5") as raw:
            await raw.say({"type": "join", "version": 1, "room": "2222"})
            assert (await raw.hear_message())["type"] == "error"


async def a_slow_guest(served: Served, stack: AsyncExitStack) -> None:
    host, _, guest = await stack.enter_async_context(pair(served))
    await send_until_closed(host, frame(signal(guest, "x" * 16_000)), 7_000)


async def a_slow_host(served: Served, stack: AsyncExitStack) -> None:
    host, guest, _ = await stack.enter_async_context(pair(served))
    await send_until_closed(guest, frame(signal(5)), 20_000)


async def pings_that_nobody_hears(served: Served, stack: AsyncExitStack) -> None:
    raw = await stack.enter_async_context(upgraded(served.port))
    await send_until_closed(raw, frame("x" * 125, PING) * 100, 500)


HARMS: dict[str, Harm] = {
    "deep JSON": once(frame("[" * 60_000)),
    "deep objects": once(frame('{"a":' * 12_000)),
    "a deep signal": once(frame('{"type":"signal","to":1,"data":' + "[" * 60_000)),
    "__proto__": once(frame('{"__proto__":{"type":"create"},"version":1}')),
    "a field twice": once(frame('{"type":"create","type":"create","version":1}')),
    "60,000 fields": once(frame("{" + '"a":1,' * 9_000 + '"type":"create"}')),
    "NUL": once(frame("\0" * 60_000)),
    "invalid UTF-8": once(frame(b"\xff" * 60_000)),
    "binary": once(frame(b"\0" * 60_000, 2)),
    "an unmasked frame": once(frame("x" * 60_000, masked=False)),
    "fragments": once(frame("x" * 60_000, final=False), 100),
    "continuations": once(frame("x" * 60_000, 0, final=False), 100),
    "32 MiB": once(frame(b"\0" * 65_536, size=2**25), 512, 2),
    "half a frame": once(frame("x" * 60_000)[:-1], sockets=60),
    "pings": pings_that_nobody_hears,
    "closes": once(frame(b"\x03\xe8", CLOSE) * 1000, 50),
    "after an offence": once(frame("no") + frame("x" * 60_000, TEXT) * 10, 10),
    "nothing": connections(b""),
    "half a request": connections(b"GET /signal HTTP/1.1\r\nHost: x\r\n"),
    "8,000 bytes of a request": connections(
        b"GET /signal HTTP/1.1\r\nX: " + b"x" * 7_900
    ),
    "a long request": connections(b"GET /signal HTTP/1.1\r\nX: " + b"x" * 90_000, 200),
    "half a body": connections(
        b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n"
    ),
    "TLS": connections(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"),
    "pages unread": connections(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n" * 30, 300),
    "other paths": connections(request("/" + "x" * 4000)),
    "silent members": silent_members,
    "many addresses": many_addresses,
    "one address": one_address,
    "a slow guest": a_slow_guest,
    "a slow host": a_slow_host,
}


@pytest.mark.parametrize("harm", HARMS)
async def test_harm_costs_little_and_stops_nobody(harm: str, served: Served) -> None:
    async with pair(served):
        served.forget_peak()
        held = served.kib("VmRSS")
        async with AsyncExitStack() as stack:
            await HARMS[harm](served, stack)
            async with pair(served):
                growth = served.kib("VmHWM") - held
    assert growth <= MAX_GROWTH, f"{growth} KiB"
