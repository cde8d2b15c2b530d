"""Both ends of a join, as processes: ``joining.py host HOST`` and ``joining.py guest``.

The host runs the signaling server too, and says where it is; at each line on its
standard input, ``SEATS BOTS``, it opens a table with so many and says the code.
The guest joins by each ``URL CODE STUN`` it reads, and says when it was how far.
"""

import asyncio
import json
import secrets
import sys
import time
from collections.abc import AsyncIterator
from typing import Any

from peer import meet
from peer.bots.medium import Medium
from peer.gate import Gate
from peer.guest import Guest
from peer.hosting import Hosting
from peer.opening import Opening, TableOptions
from peer.proof import prove_guest
from peer.session import Session
from peer.sides import Fingerprints
from shared.code import Code, read_code
from shared.ruleset import find_ruleset
from shared.signals import IceServer
from shared.wire import Update
from signaling.server import start_server


def tell(what: Any) -> None:
    print(json.dumps(what), flush=True)


async def lines() -> AsyncIterator[str]:
    reader = asyncio.StreamReader()
    protocol = asyncio.StreamReaderProtocol(reader)
    await asyncio.get_running_loop().connect_read_pipe(lambda: protocol, sys.stdin)
    while line := await reader.readline():
        yield line.decode().strip()


async def be_host(address: str) -> None:
    server = await start_server(address, 0)
    tell(server.url)
    async for line in lines():
        seats, bots = map(int, line.split())
        await open_table(server.url, seats, bots)


async def open_table(url: str, seats: int, bots: int) -> None:
    meeting = await meet.create_room(url)
    rules, seed = find_ruleset("basic", None, {}), secrets.token_bytes(32)
    opening = Opening.new(TableOptions(rules, seats, bots, seed, None), keep=False)
    table = Hosting(opening.host, Medium, 1000.0)
    await table.__aenter__()
    table.add_bots(bots)
    shown: list[Code] = []
    gate = Gate(meeting, table, lambda _: None, lambda code, _: shown.append(code))
    TABLES.append(asyncio.create_task(gate.keep()))
    tell(str(shown[0]))


TABLES: list["asyncio.Task[None]"] = []
"They stay until the process ends."


async def be_guest() -> None:
    async for line in lines():
        url, code, stun = line.split()
        tell(await join(url, read_code(code), (IceServer((stun,)),)))


async def join(url: str, code: Code, stun: tuple[IceServer, ...]) -> dict[str, float]:
    """Milliseconds from the start until each step was done."""
    began = time.perf_counter()
    passed = {}

    def mark(step: str) -> None:
        passed[step] = 1000 * (time.perf_counter() - began)

    meeting = await meet.join_room(url, code.room)
    mark("let in by the server")
    connection, channel = await meet.connect(meeting, ice_servers=stun)
    mark("channel open")
    own, theirs = connection.fingerprints
    both = Fingerprints(host=theirs, guest=own)
    await prove_guest(channel, code.secret, code.room, both)
    mark("code proven")
    session = Session(Guest("Ann", None), channel)
    await session.sit_down()
    while not isinstance(await session.receive(), Update):
        pass
    mark("first view")
    await session.close()
    await meeting.close()
    return passed


if __name__ == "__main__":
    asyncio.run(be_host(sys.argv[2]) if sys.argv[1] == "host" else be_guest())
