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
from peer.proof import prove_guest
from peer.session import Session
from peer.sides import Fingerprints, NotNow, NotProven, UnknownSeat
from shared.code import Code
from shared.errors import ChannelClosed, SignalingError
from shared.rulesets.basic import PRESETS

HOST, GUEST = bytes([1] * 32), bytes([2] * 32)


class Connection:
    """What a gate uses of a connection."""

    fingerprints = HOST, GUEST

    def __init__(self, channel: Channel) -> None:
        self.close = channel.close


class Meeting:
    """What a gate uses of a meeting."""

    room = "7KQM"
    claim = "the claim"

    async def close(self) -> None:
        pass


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

    def show(self, code: Code, _: str | None) -> None:
        self.codes.append(code)

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
    meeting: Any = Meeting()
    async with Hosting(host, Medium, pace=0) as table:
        here.gate = Gate(meeting, table, here.notices.append, here.show)
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
            " who is at the table stays, and comes back without it"
        ]
        assert here.codes == [first, here.gate.code]


async def test_who_was_kicked_knows_a_code_that_is_none_any_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with entrance(monkeypatch) as here:
        first = here.gate.code
        here.gate.renew()
        assert here.gate.code.room == first.room
        assert here.gate.code.secret != first.secret
        assert here.notices == [
            "who was kicked knows the code, so there is a new one; the room is locked:"
            " unlock it when others are to come in"
        ]
        assert here.codes[-1] == here.gate.code


async def test_the_pause_after_a_new_secret_doubles(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with entrance(monkeypatch) as here:
        pause = PAUSE
        while pause < 2 * LONGEST_PAUSE:
            await here.guess_wrong(MAX_FAILURES)
            here.now += min(pause, LONGEST_PAUSE) - 0.1
            with pytest.raises(NotNow):
                await here.guess(here.gate.code.secret)
            here.now += 0.2
            channel = await here.guess(here.gate.code.secret)
            await channel.close()
            pause *= 2


async def test_a_guess_in_a_pause_is_neither_looked_at_nor_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with entrance(monkeypatch) as here:
        await here.guess_wrong(MAX_FAILURES)
        code = here.gate.code
        for secret in [code.secret, *["2345"] * 2 * MAX_FAILURES]:
            with pytest.raises(NotNow) as caught:
                await here.guess(secret)
        assert str(caught.value) == (
            "the host lets nobody new in for a while, because somebody tried wrong"
            " codes; try again in a few minutes"
        )
        assert here.gate.code == code


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


async def test_a_server_that_has_no_room_for_us_any_more_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with entrance(monkeypatch) as here:
        session = Session(Guest("Bob"), await here.guess(here.gate.code.secret))
        await session.sit_down()
        here.visits.put_nowait(SignalingError("closed", "the table is closed"))
        await here.keeping
        assert here.notices == [
            "nobody new can join: the table is closed; the game goes on"
        ]
        session.ready()
        await session.leave()


async def test_a_room_that_is_opened_again_has_its_code(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with entrance(monkeypatch) as here:
        meeting: Any = type("Meeting", (), {"room": "7KQM", "claim": None})
        code = Code("7KQM", "3XWC")
        table: Any = None
        again = Gate(meeting, table, print, here.show, code=code)
        assert again.code == here.codes[-1] == code
        assert here.codes[0] != code


async def test_a_guest_with_a_seat_comes_in_without_the_new_code(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with entrance(monkeypatch) as here:
        first = here.gate.code
        session = Session(Guest("Bob"), await here.guess(first.secret))
        welcome = await session.sit_down()
        await here.guess_wrong(MAX_FAILURES)
        assert here.gate.code != first  # and in the pause
        channel = here.visit()
        prints = Fingerprints(host=HOST, guest=GUEST)
        await prove_guest(channel, None, first.room, prints, token=welcome.token)
        again = Session(Guest("Bob", welcome.token), channel)
        assert (await again.sit_down()).seat == welcome.seat
        await session.close()
        await again.leave()


async def test_tokens_that_are_none_are_no_wrong_guesses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with entrance(monkeypatch) as here:
        first = here.gate.code
        for number in range(2 * MAX_FAILURES):
            prints = Fingerprints(host=HOST, guest=GUEST)
            token = f"token {number}"  # of a seat that nobody has
            with pytest.raises(UnknownSeat):
                await prove_guest(here.visit(), None, "7KQM", prints, token=token)
        assert (here.gate.code, here.notices) == (first, [])
