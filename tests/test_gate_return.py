"""The signaling server dies in mid-game: the game goes on, and it is found again."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

import pytest
from peers import DEADLINE
from tabled import new_host

from peer import gate, pauses, redial
from peer.bots.medium import Medium
from peer.channel import Channel
from peer.gate import Gate
from peer.guest import Guest
from peer.hosting import Hosting
from peer.meet import Meeting, connect, create_room, join_room
from peer.pauses import Pauses
from peer.proof import prove_guest
from peer.session import Session
from peer.sides import Fingerprints
from shared.code import Code
from shared.rulesets.basic import PRESETS
from shared.signals import Create
from shared.wire import Ping, decode_to_guest
from signaling.rooms import Rooms
from signaling.server import SignalingServer, start_server

BACK = "the signaling server is back, and friends can join again"


@dataclass
class House:
    """A host at a gate, whose signaling server comes and goes."""

    gate: Gate
    table: Hosting
    server: SignalingServer
    port: int
    told: "asyncio.Queue[str | Code]"

    async def hear(self) -> str | Code:
        async with asyncio.timeout(DEADLINE):
            return await self.told.get()

    async def lose_server(self) -> None:
        """End the server and let the host notice."""
        await self.server.close()
        assert await self.hear() == (
            f"nobody new can join for now: the connection to the server "
            f"127.0.0.1:{self.port} is lost; the game goes on"
        )

    async def new_server(self, **options: Any) -> None:
        """Start another one that knows no rooms."""
        self.server = await start_server("127.0.0.1", self.port, **options)

    async def join(self) -> tuple[Session, AsyncExitStack]:
        """A guest that comes in by the code."""
        stack = AsyncExitStack()
        meeting = await join_room(self.server.url, self.gate.code.room)
        stack.push_async_callback(meeting.close)
        channel = await proven(meeting, self.gate.code)
        session = Session(Guest("Bob"), channel)
        stack.push_async_callback(session.close)
        await session.sit_down()
        return session, stack


async def proven(meeting: Meeting, code: Code) -> Channel:
    connection, channel = await connect(meeting, deadline=DEADLINE)
    own, theirs = connection.fingerprints
    prints = Fingerprints(host=theirs, guest=own)
    await prove_guest(channel, code.secret, code.room, prints)
    return channel


@asynccontextmanager
async def house(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[House]:
    monkeypatch.setattr(redial, "Pauses", partial(Pauses, 0.01, 0.05))
    monkeypatch.setattr(pauses, "LONGEST_WISH", 0.01)
    host = new_host(PRESETS["cgio"], 4, b"seed")
    server = await start_server("127.0.0.1", 0)
    port = int(server.url.rpartition(":")[2])
    meeting = await create_room(server.url)
    told: asyncio.Queue[str | Code] = asyncio.Queue()
    async with Hosting(host, Medium, pace=0) as table:
        entrance = Gate(
            meeting, table, told.put_nowait, lambda code, _: told.put_nowait(code)
        )
        here = House(entrance, table, server, port, told)
        assert await here.hear() == entrance.code
        keeping = asyncio.create_task(entrance.keep())
        yield here
        keeping.cancel()
        await asyncio.gather(keeping, return_exceptions=True)
    await here.server.close()


async def test_the_room_is_there_again_under_the_same_code(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with house(monkeypatch) as here:
        code = here.gate.code
        seated, leaving = await here.join()
        await here.lose_server()
        seated.ready()  # the game goes on
        await here.new_server()
        assert await here.hear() == BACK
        assert here.gate.code == code
        newcomer, away = await here.join()
        assert newcomer.guest.seat == 1
        assert here.told.empty()
        await leaving.aclose()
        await away.aclose()


async def test_it_is_told_once_when_it_is_lost_and_once_when_it_is_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with house(monkeypatch) as here:
        for _ in range(3):
            await here.lose_server()
            await here.new_server()
            assert await here.hear() == BACK
        assert here.told.empty()


async def test_when_somebody_else_has_the_room_there_is_a_new_code(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with house(monkeypatch) as here:
        code = here.gate.code
        await here.lose_server()
        rooms = Rooms()
        rooms.received(1, Create(version=1, room=code.room, claim="theirs"), now=0)
        await here.new_server(rooms=rooms)
        new = await here.hear()
        assert isinstance(new, Code) and new == here.gate.code
        assert new.room != code.room and new.secret != code.secret
        assert await here.hear() == BACK
        _, leaving = await here.join()
        await leaving.aclose()


async def test_a_table_that_was_opened_from_elsewhere_does_not_fight_for_its_room(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with house(monkeypatch) as here:
        other = await redial.again(here.gate._meeting)
        assert await here.hear() == (
            "nobody new can join: this table was opened from elsewhere;"
            " the game goes on"
        )
        await other.close()


async def test_a_host_with_another_address_goes_back_to_the_server_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    address = "10.0.0.1"
    monkeypatch.setattr(gate, "LOOK", 0.01)
    monkeypatch.setattr(gate, "own_address", lambda: address)
    async with house(monkeypatch) as here:
        _, leaving = await here.join()
        await leaving.aclose()
        former = here.gate._meeting
        address = "192.168.0.2"
        assert "nobody new can join for now: " in str(await here.hear())
        assert await here.hear() == BACK
        assert here.gate._meeting is not former
        assert here.gate._meeting.claim == former.claim
        _, leaving = await here.join()
        await leaving.aclose()


async def test_a_guest_that_leaves_the_room_is_asked_whether_it_is_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with house(monkeypatch) as here:
        meeting = await join_room(here.server.url, here.gate.code.room)
        channel = await proven(meeting, here.gate.code)
        channel.send(Guest("Bob").hello())
        await meeting.close()
        async with asyncio.timeout(DEADLINE):
            while "ping" not in (said := await channel.receive()):
                pass
        assert decode_to_guest(said) == Ping()
        await channel.close()
