"""Every kind of network meets every other: a direct way, a relayed one, or a reason."""

import asyncio
import contextlib
import json
import os
import subprocess
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import count, product
from pathlib import Path
from typing import Any, Literal

import pytest
from commands import Command, command
from netns import (
    KINDS,
    NEAR,
    SERVER,
    Internet,
    Kind,
    Place,
    credentials,
    internet,
    relay,
    wire,
)

pytestmark = pytest.mark.needs("iproute2", "nftables", "coturn")

PATIENCE = 120.0
"Seconds after which a test of many machines has failed."

AT_ONCE = 6
"Pairs that find a way at the same time; those that find none only wait."

Over = Literal["none", "udp", "tcp", "tls"]
OVER: tuple[Over, ...] = ("none", "udp", "tcp", "tls")

STUN = {"urls": [f"stun:{SERVER}:3478"]}
URLS = {
    "udp": f"turn:{SERVER}:3478",
    "tcp": f"turn:{SERVER}:3478?transport=tcp",
    "tls": f"turns:{SERVER}:5349",
}

NO_PATH = (
    "no way through the networks to the other player was found;"
    " try another network, or a server that offers a relay (TURN)"
)
NO_PATH_NOR_RELAY = (
    "no way through the networks to the other player was found, not even by the relay;"
    " try another network"
)
NO_UDP = (
    "no way to the other player was found: no server answered over UDP, which this"
    " network seems to block, and nobody offers a relay (TURN);"
    " try another network, or a server that offers a relay over TCP or TLS"
)
NO_UDP_NOR_RELAY = (
    "no way to the other player was found: no server answered over UDP, which this"
    " network seems to block, and no relay (TURN) gave us an address either;"
    " try another network, or a relay over TCP or TLS"
)


def expected(host: Kind, guest: Kind, over: Over) -> str:
    """What physics allows, and what the guest is told where it allows nothing."""
    ends = {host, guest}
    if "blocked" not in ends and ("open" in ends or ends == {"cone"}):
        return "direct"
    if over in ("tcp", "tls") or (over == "udp" and "blocked" not in ends):
        return "relayed"
    if guest == "blocked":
        return NO_UDP if over == "none" else NO_UDP_NOR_RELAY
    return NO_PATH if over == "none" else NO_PATH_NOR_RELAY


class Machine:
    """A process of natpeer.py somewhere, and the outcomes that are waited for."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._numbers = count()
        self._told: dict[int, asyncio.Queue[dict[str, Any]]] = {}

    async def listen(self) -> None:
        assert self._process.stdout is not None
        while line := await self._process.stdout.readline():
            said = json.loads(line)
            self._told[said["id"]].put_nowait(said)
        for waiting in self._told.values():
            waiting.put_nowait({"failed": "the process has ended"})

    def ask(
        self, server: str, over: Over, *, room: str | None, relay_only: bool = False
    ) -> "asyncio.Queue[dict[str, Any]]":
        """Begin to be a host, or a guest of ``room``."""
        number = next(self._numbers)
        self._told[number] = asyncio.Queue()
        user, password = credentials()
        turn = {"username": user, "credential": password}
        relays = [{"urls": [URLS[over]], **turn}] if over in URLS else []
        request = {
            "id": number,
            "server": server,
            "room": room,
            "relay_only": relay_only,
            "servers": [STUN, *relays],
        }
        assert self._process.stdin is not None
        self._process.stdin.write(f"{json.dumps(request)}\n".encode())
        return self._told[number]


@asynccontextmanager
async def machine(place: Place, certificate: Path) -> AsyncIterator[Machine]:
    script = str(Path(__file__).with_name("natpeer.py"))
    process = await asyncio.create_subprocess_exec(
        *(*place.inside, sys.executable, script),
        stdin=PIPE,
        stdout=PIPE,
        env={**os.environ, "SSL_CERT_FILE": str(certificate)},
    )
    made = Machine(process)
    listening = asyncio.create_task(made.listen())
    try:
        yield made
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
        await listening


@asynccontextmanager
async def world(folder: Path) -> AsyncIterator[tuple[Internet, str, Path]]:
    """An internet with a signaling server and a relay in the middle."""
    async with AsyncExitStack() as stack:
        middle = stack.enter_context(internet())
        certificate = await stack.enter_async_context(relay(middle, folder))
        serve = ("serve", "--listen", f"{SERVER}:7867", "--json")
        server = await stack.enter_async_context(
            command(folder, *serve, before=middle.inside)
        )
        await server.hear("serving")
        yield middle, f"http://{SERVER}:7867", certificate


async def outcome(server: str, host: Machine, guest: Machine, over: Over) -> str:
    """How the two connected, or what the guest was told."""
    at_host = host.ask(server, over, room=None)
    room = (await at_host.get())["room"]
    told = await guest.ask(server, over, room=room).get()
    if "failed" in told:
        return str(told["failed"])
    paths = {told["path"], (await at_host.get())["path"]}
    return "relayed" if "relayed" in paths else "direct"


async def test_every_network_meets_every_other(tmp_path: Path) -> None:
    async with asyncio.timeout(PATIENCE), AsyncExitStack() as stack:
        middle, server, certificate = await stack.enter_async_context(world(tmp_path))
        hosts, guests = [
            {
                kind: await stack.enter_async_context(
                    machine(middle.place(kind), certificate)
                )
                for kind in KINDS
            }
            for _ in range(2)
        ]
        few = asyncio.Semaphore(AT_ONCE)

        async def met(host: Kind, guest: Kind, over: Over) -> str:
            waits = expected(host, guest, over) not in ("direct", "relayed")
            async with contextlib.nullcontext() if waits else few:
                return await outcome(server, hosts[host], guests[guest], over)

        cells = list(product(KINDS, KINDS, OVER))
        found = await asyncio.gather(*(met(*cell) for cell in cells))
        assert dict(zip(cells, found, strict=True)) == {
            cell: expected(*cell) for cell in cells
        }


def seen_outside(place: Place) -> int:
    """How many packets a machine behind a NAT has sent to anybody but the server."""
    router = place.namespace.replace("m", "r")
    listed = subprocess.run(
        [
            "ip",
            "netns",
            "exec",
            router,
            "nft",
            "list",
            "counter",
            "ip",
            "nat",
            "others",
        ],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    return int(listed.split("packets ")[1].split()[0])


@pytest.mark.parametrize("hidden", ["host", "guest"])
async def test_a_relay_alone_hides_an_address(tmp_path: Path, hidden: str) -> None:
    """On the wire: without it the two exchange packets, with it not one leaves."""
    async with asyncio.timeout(PATIENCE), AsyncExitStack() as stack:
        middle, server, certificate = await stack.enter_async_context(world(tmp_path))
        places = {"host": middle.place("cone"), "guest": middle.place("cone")}
        host, guest = [
            await stack.enter_async_context(machine(place, certificate))
            for place in places.values()
        ]
        at_host = host.ask(server, "udp", room=None, relay_only=hidden == "host")
        room = (await at_host.get())["room"]
        asked = guest.ask(server, "udp", room=room, relay_only=hidden == "guest")
        assert "path" in await asked.get()
        await at_host.get()
        assert seen_outside(places[hidden]) == 0
        at_host = host.ask(server, "udp", room=None)
        room = (await at_host.get())["room"]
        assert (await guest.ask(server, "udp", room=room).get())["path"] == "direct"
        assert seen_outside(places[hidden]) > 0


async def test_a_hand_through_a_relay(tmp_path: Path) -> None:
    """The command itself, with servers from its options and a password from a file."""
    user, password = credentials()
    (tmp_path / "password").write_text(f"{password}\n")
    ways = ["--stun", STUN["urls"][0], "--turn", URLS["udp"], "--turn-user", user]
    ways += ["--turn-password-file", str(tmp_path / "password")]
    options = ["--auto", "--speed", "off", "--json"]
    async with AsyncExitStack() as stack:
        middle, server, _ = await stack.enter_async_context(world(tmp_path))

        async def run(*args: str) -> Command:
            inside = middle.place("symmetric").inside
            return await stack.enter_async_context(
                command(tmp_path, *args, *ways, *options, before=inside)
            )

        host = ("host", "--server", server, "--players", "2", "--hands", "1")
        ann = await run(*host)
        code = (await ann.hear("room"))["code"]
        bob = await run("join", code, "--server", server, "-v")
        assert (await bob.hear("connected"))["path"] == "relayed"
        ends = [await ann.hear("ending"), await bob.hear("ending")]
        assert ends[0] == ends[1]
        assert [await ann.ended(), await bob.ended()] == [0, 0]
        assert "the channel is open, through a relay" in await bob.errors()


async def test_a_join_that_fails_ends_in_a_sentence_and_tells_its_timeline(
    tmp_path: Path,
) -> None:
    options = ("--stun", STUN["urls"][0], "--auto", "--json")
    async with AsyncExitStack() as stack:
        middle, server, _ = await stack.enter_async_context(world(tmp_path))

        async def run(kind: Kind, *args: str) -> Command:
            inside = middle.place(kind).inside
            running = command(tmp_path, *args, *options, before=inside)
            return await stack.enter_async_context(running)

        ann = await run("cone", "host", "--server", server, "--players", "2")
        code = (await ann.hear("room"))["code"]
        bob = await run("blocked", "join", code, "--server", server, "-v")
        assert await bob.ended() == 5
        *timeline, last = (await bob.errors()).splitlines()
        assert last == f"rummyroom: {NO_UDP}"
        happened = [line.partition(" ms: ")[2] for line in timeline if " ms: " in line]
        assert happened[0] == "the signaling server has let us in"
        assert "the offer is sent, with addresses: 1 host" in happened
        assert "the answer is here" in happened
        assert "an address of theirs: srflx" in happened
        assert "a STUN server gave no address" in happened
        assert happened[-1].endswith(" pairs of addresses tried")
        assert "203.0.113" not in "".join(timeline).replace(SERVER, "")
        assert "192.168." not in "".join(timeline)


async def test_a_hand_over_a_wire_that_loses_and_reorders(tmp_path: Path) -> None:
    """5 % are lost each way, and every packet may be overtaken by the next few."""
    options = ("--auto", "--speed", "off", "--json")
    async with AsyncExitStack() as stack:
        near, far = await stack.enter_async_context(
            wire(delay=0.005, loss=0.05, jitter=0.02)
        )
        host = ("host", "--port", "7867", "--players", "2", "--hands", "1", *options)
        ann = await stack.enter_async_context(
            command(tmp_path, *host, before=near.inside)
        )
        code = (await ann.hear("room"))["code"]
        join = ("join", code, "--server", f"http://{NEAR}:7867", *options)
        bob = await stack.enter_async_context(
            command(tmp_path, *join, before=far.inside)
        )
        ends = [await ann.hear("ending"), await bob.hear("ending")]
        assert ends[0] == ends[1]
        assert [await ann.ended(), await bob.ended()] == [0, 0]
