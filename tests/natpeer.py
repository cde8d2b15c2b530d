"""
A machine's hosts and guests, for test_nat.py: requests in and outcomes out, as lines.

Each request opens a room as a host, or joins one as a guest; at the end it tells which
way packets went, or why there was none.
"""

import asyncio
import json
import sys
from typing import Any

import peer.rtc
from peer import meet
from peer.channel import Channel
from peer.connection import RtcConnection
from peer.door import Door
from peer.policy import Policy
from shared.errors import RummyError
from shared.signals import IceServer

# A busy machine must not look like a network without a direct way.
peer.rtc.RELAY_DELAY = 3.0

GREETING = "hello from far away"


def tell(number: int, **what: Any) -> None:
    sys.stdout.write(f"{json.dumps({'id': number, **what})}\n")
    sys.stdout.flush()


async def carry_out(request: dict[str, Any]) -> None:
    servers = [IceServer(**server) for server in request["servers"]]
    policy = Policy(relay_only=request["relay_only"])
    try:
        if request["room"] is None:
            await be_host(request["id"], request["server"], servers, policy)
        else:
            await be_guest(request, servers, policy)
    except RummyError as error:
        tell(request["id"], failed=str(error))


async def be_host(
    number: int, server: str, servers: list[IceServer], policy: Policy
) -> None:
    meeting = await meet.create_room(server)
    door = Door(meeting, ice_servers=servers, policy=policy, deadline=60)
    tell(number, room=meeting.room)
    async for _, channel, connection in door:
        channel.send(await channel.receive())
        await left(channel)
        tell(number, path=path(connection))


async def be_guest(
    request: dict[str, Any], servers: list[IceServer], policy: Policy
) -> None:
    meeting = await meet.join_room(request["server"], request["room"])
    try:
        connection, channel = await meet.connect(
            meeting, ice_servers=servers, policy=policy, deadline=60
        )
        channel.send(GREETING)
        assert await channel.receive() == GREETING
        tell(request["id"], path=path(connection))
        await channel.close()
    finally:
        await meeting.close()


async def left(channel: Channel) -> None:
    try:
        await channel.receive()
    except RummyError:
        return
    raise AssertionError("more came than was said")


def path(connection: RtcConnection) -> str:
    assert connection.path is not None
    return "relayed" if connection.path.relayed else "direct"


async def main() -> None:
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader()
    protocol = asyncio.StreamReaderProtocol(reader)
    await loop.connect_read_pipe(lambda: protocol, sys.stdin)
    tasks = set()
    while line := await reader.readline():
        task = asyncio.create_task(carry_out(json.loads(line)))
        tasks.add(task)
        task.add_done_callback(tasks.discard)


if __name__ == "__main__":
    asyncio.run(main())
