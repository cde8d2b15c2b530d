"""Who comes to a table has to prove the code, and cannot guess it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from tabled import new_host

from peer import gate as gate_module
from peer.bots.medium import Medium
from peer.channel import Channel, MemoryChannel
from peer.door import Visit
from peer.gate import LONGEST_PAUSE, MAX_FAILURES, MAX_PROOFS, PAUSE, Gate
from peer.guest import Guest
from peer.hosting import Hosting
from peer.proof import Fingerprints, NotProven, prove_guest
from peer.session import Session
from shared.code import Code
from shared.errors import ChannelClosed, SignalingError
from shared.rulesets.basic import PRESETS

HOST, GUEST = bytes([1] * 32), bytes([2] * 32)


class Connection:
    """What a gate uses of a connection."""

    fingerprints = HOST, GUEST

    def __init__(self, channel: Channel) -> None:
        self.close = channel.close


class Entrance:
    """A gate whose visitors come over channels in memory, at a time of the test."""

    def __init__(self) -> None:
        self.now = 0.0
        self.visits: asyncio.Queue[Visit | SignalingError] = asyncio.Queue()
        self.notices: list[str] = []
        self.codes: list[Code] = []
        self.gate: Gate
        self.keeping: asyncio.Task[None]

    def visit(self) -> Channel:
        """The guest's end of a fresh channel."""
        ours, theirs = MemoryChannel.pair()
        connection: Any = Connection(ours)
        self.visits.put_nowait(Visit(1, ours, connection))
        return theirs

    async def guess(self, secret: str) -> Channel:
        """Come in with ``secret``."""
        channel = self.visit()
        prints = Fingerprints(host=HOST, guest=GUEST)
        await prove_guest(channel, secret, self.gate.code.room, prints)
        return channel

    async def guess_wrong(self, times: int) -> None:
        for _ in range(times):
            wrong = self.gate.code.secret[1:] + self.gate.code.secret[:1]
            with pytest.raises(NotProven):
                await self.guess(wrong if wrong != self.gate.code.secret else "2345")

    def __aiter__(self) -> "Entrance":
        return self

    async def __anext__(self) -> Visit:
        visit = await self.visits.get()
        if isinstance(visit, SignalingError):
            raise visit
        return visit

    async def close(self) -> None:
        pass


@asynccontextmanager
async def entrance(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Entrance]:
    host = new_host(PRESETS["cgio"], 4, b"seed")
    here = Entrance()
    monkeypatch.setattr(gate_module, "Door", lambda *_, **__: here)
    monkeypatch.setattr(gate_module, "_now", lambda: here.now)
    meeting: Any = type("Meeting", (), {"room": "7KQM"})
    async with Hosting(host, Medium, pace=0) as table:
        here.gate = Gate(meeting, table, here.notices.append, here.codes.append)
        here.keeping = asyncio.create_task(here.gate.keep())
        yield here
        here.keeping.cancel()
        await asyncio.gather(here.keeping, return_exceptions=True)


async def test_who_knows_the_code_gets_to_the_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with entrance(monkeypatch) as here:
        session = Session(Guest("Bob"), await here.guess(here.gate.code.secret))
        assert (await session.sit_down()).seat == 0
        await session.leave()


async def test_nobody_says_hello_before_the_proof(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with entrance(monkeypatch) as here:
        channel = here.visit()
        challenge = await channel.receive()
        assert "proof-challenge" in challenge
        channel.send(Guest("Eve").hello())
        with pytest.raises(ChannelClosed):
            await channel.receive()
        assert here.notices == []


async def test_too_many_wrong_guesses_make_a_new_secret(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with entrance(monkeypatch) as here:
        first = here.gate.code
        await here.guess_wrong(MAX_FAILURES - 1)
        assert here.gate.code == first
        await here.guess_wrong(1)
        assert here.gate.code.room == first.room
        assert here.gate.code.secret != first.secret
        assert here.notices == [
            "somebody tried 5 wrong codes, so there is a new one;"
            " who is at the table stays, but needs it to come back"
        ]
        assert here.codes == [first, here.gate.code]


async def test_the_pause_after_a_new_secret_doubles(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with entrance(monkeypatch) as here:
        pause = PAUSE
        while pause < 2 * LONGEST_PAUSE:
            await here.guess_wrong(MAX_FAILURES)
            here.now += min(pause, LONGEST_PAUSE) - 0.1
            with pytest.raises(ChannelClosed):
                await here.visit().receive()
            here.now += 0.2
            channel = await here.guess(here.gate.code.secret)
            await channel.close()
            pause *= 2


async def test_a_proof_of_the_old_secret_ends_with_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with entrance(monkeypatch) as here:
        waiting = here.visit()
        await waiting.receive()
        await here.guess_wrong(MAX_FAILURES)
        with pytest.raises(ChannelClosed):
            await waiting.receive()


async def test_only_so_many_may_prove_themselves_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with entrance(monkeypatch) as here:
        waiting = [here.visit() for _ in range(MAX_PROOFS)]
        for channel in waiting:
            await channel.receive()
        with pytest.raises(ChannelClosed):
            await here.visit().receive()
        await waiting[0].close()
        assert here.notices == []


async def test_the_loss_of_the_server_is_told_and_the_table_stays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with entrance(monkeypatch) as here:
        session = Session(Guest("Bob"), await here.guess(here.gate.code.secret))
        await session.sit_down()
        here.visits.put_nowait(SignalingError("away", "the server is lost"))
        await here.keeping
        assert here.notices == [
            "nobody new can join: the server is lost; the game goes on"
        ]
        session.ready()
        await session.leave()


async def test_a_room_that_is_opened_again_has_its_code(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with entrance(monkeypatch) as here:
        meeting: Any = type("Meeting", (), {"room": "7KQM"})
        code = Code("7KQM", "3XWC")
        table: Any = None
        again = Gate(meeting, table, print, here.codes.append, code=code)
        assert again.code == here.codes[-1] == code
        assert here.codes[0] != code
