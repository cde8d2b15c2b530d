"""Guests come in through the host's door, and none is in another's way."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import pytest
from msgspec import Raw
from peers import DEADLINE, Stranger
from ways_in import failure, first_signal, reason_of

from peer import sdp
from peer.channel import Channel
from peer.connection import RtcConnection
from peer.door import Door, Visit
from peer.meet import Meeting, connect, create_room, join_room
from shared.errors import ChannelClosed, ConnectionFailed, ProtocolError, SignalingError
from shared.signals import (
    Answer,
    Candidate,
    Description,
    Offer,
    Restarting,
    Signal,
    Signaled,
    encode_description,
)
from signaling.server import SignalingServer, start_server


@dataclass
class House:
    """A server, a host at its door, and the guests a test sends."""

    server: SignalingServer
    meeting: Meeting
    door: Door

    async def guest(self) -> Meeting:
        return await join_room(self.server.url, self.meeting.room)

    async def next(self) -> Visit:
        async with asyncio.timeout(DEADLINE):
            return await anext(self.door)


@asynccontextmanager
async def house(
    *, deadline: float = DEADLINE, half_open: int = 16
) -> AsyncIterator[House]:
    server = await start_server("127.0.0.1", 0)
    meeting = await create_room(server.url)
    door = Door(meeting, deadline=deadline, half_open=half_open)
    try:
        yield House(server, meeting, door)
    finally:
        await door.close()
        await meeting.close()
        await server.close()


@asynccontextmanager
async def seated(meeting: Meeting) -> AsyncIterator[Channel]:
    """The channel of a guest that comes in as it should."""
    connection, channel = await connect(meeting, deadline=DEADLINE)
    try:
        yield channel
    finally:
        await connection.close()
        await meeting.close()


def say(meeting: Meeting, text: bytes) -> None:
    """Have any data relayed to the host."""
    meeting._outbox.put_nowait(Signal(to=meeting.host, data=Raw(text)))


def an_offer() -> Offer:
    """One that nobody stands behind."""
    return Offer(sdp.write(sdp.Session("abcd", "p" * 22, "00" * 32, "actpass")))


async def test_two_guests_at_once_come_in_and_talk() -> None:
    async with house() as home:
        meetings = [await home.guest(), await home.guest()]
        async with seated(meetings[0]) as one, seated(meetings[1]) as two:
            visits = [await home.next(), await home.next()]
            assert {visit.member for visit in visits} == {m.you for m in meetings}
            for channel in (one, two):
                channel.send("good evening")
            for _, channel, _ in visits:
                assert await channel.receive() == "good evening"
                channel.send("welcome")
            assert [await one.receive(), await two.receive()] == ["welcome"] * 2
            for visit in visits:
                await visit.channel.close()


async def test_a_channel_outlives_signaling() -> None:
    async with house() as home:
        async with seated(await home.guest()) as channel:
            visit = await home.next()
            await home.server.close()
            with pytest.raises(SignalingError) as caught:
                await home.next()
            assert caught.value.code == "away"
            with pytest.raises(SignalingError):
                await home.next()
            channel.send("still there?")
            assert await visit.channel.receive() == "still there?"
            await visit.channel.close()


async def test_a_guest_that_leaves_the_room_keeps_its_way_in() -> None:
    """Its own end may be open, and its meeting closed, before the host's end is."""
    async with house() as home:
        guest, stranger = await home.guest(), Stranger()
        guest.send(guest.host, await stranger.offer())
        await stranger.reach(await first_signal(guest))
        await guest.close()
        async with seated(await home.guest()):
            await (await home.next()).channel.close()
        await stranger.associate()
        visit = await home.next()
        assert visit.member == guest.you
        await stranger.stop()
        await visit.channel.close()


@pytest.mark.parametrize(
    "nonsense",
    [
        b"{}",
        b"[]",
        b'"hello"',
        b'{"type":"offer"}',
        b'{"type":"offer","sdp":""}',
        b'{"type":"offer","sdp":"v=0\\r\\nm=audio 9 RTP/AVP 0\\r\\n"}',
        b'{"type":"candidate","candidate":"x"}',
        encode_description(Candidate(candidate=None)),
        encode_description(Answer("")),
    ],
)
@pytest.mark.parametrize("after_an_offer", [True, False])
async def test_nonsense_is_no_matter_to_others(
    nonsense: bytes, after_an_offer: bool
) -> None:
    async with house() as home:
        bad = await home.guest()
        if after_an_offer:
            bad.send(bad.host, an_offer())
        say(bad, bytes(nonsense))
        async with seated(await home.guest()) as channel:
            visit = await home.next()
            assert visit.member != bad.you
            channel.send("unharmed")
            assert await visit.channel.receive() == "unharmed"
            await visit.channel.close()
        await bad.close()


async def test_a_flood_of_nonsense_is_no_matter_to_others() -> None:
    async with house() as home:
        bad = await home.guest()
        for _ in range(20_000):
            say(bad, b"0")
        async with seated(await home.guest()) as channel:
            visit = await home.next()
            channel.send("unharmed")
            assert await visit.channel.receive() == "unharmed"
            await visit.channel.close()
        await bad.close()


@pytest.mark.parametrize(
    "nonsense", [b"{}", b'{"type":"offer"}', encode_description(Answer(""))]
)
async def test_who_talks_nonsense_on_its_way_in_is_hung_up_on(nonsense: bytes) -> None:
    async with house() as home:
        bad = await home.guest()
        bad.send(bad.host, an_offer())
        await first_signal(bad)
        connection = home.door._guests[bad.you]
        # A server that lets through what ours refuses.
        home.meeting._inbox.put(Signaled(sender=bad.you, data=Raw(nonsense)))
        assert isinstance(await reason_of(connection), ProtocolError)
        await bad.close()


async def test_a_fault_of_ours_costs_one_guest_only(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    class Faulty(RtcConnection):
        async def signal(self, description: Description) -> None:
            if isinstance(description, Offer):
                raise RuntimeError("a fault of ours")

    async with house() as home:
        unlucky = await home.guest()
        with monkeypatch.context() as patch:
            patch.setattr("peer.door.RtcConnection", Faulty)
            unlucky.send(unlucky.host, an_offer())
            error = await failure(await home.guest(), deadline=0.1)
        assert isinstance(error, ConnectionFailed)
        assert caplog.messages.count("x a guest could not be let in") == 2
        async with seated(await home.guest()):
            await (await home.next()).channel.close()
        await unlucky.close()


async def test_a_fault_of_ours_in_a_later_signal_costs_one_guest_only(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    class Faulty(RtcConnection):
        async def signal(self, description: Description) -> None:
            if isinstance(description, Candidate):
                raise RuntimeError("a fault of ours")
            await super().signal(description)

    async with house() as home:
        unlucky = await home.guest()
        with monkeypatch.context() as patch:
            patch.setattr("peer.door.RtcConnection", Faulty)
            unlucky.send(unlucky.host, an_offer())
            await first_signal(unlucky)
        connection = home.door._guests[unlucky.you]
        unlucky.send(unlucky.host, Candidate(candidate="x"))
        reason = await reason_of(connection)
        assert repr(reason) == repr(ConnectionFailed("a signal was too much for us"))
        assert caplog.messages == ["x a signal of a guest could not be taken in"]
        async with seated(await home.guest()):
            await (await home.next()).channel.close()
        await unlucky.close()


async def test_a_fault_of_ours_that_ends_the_door_is_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def faulty(meeting: Meeting) -> None:
        raise RuntimeError("a fault of ours")

    with monkeypatch.context() as patch:
        patch.setattr(Meeting, "receive", faulty)
        async with house() as home:
            with pytest.raises(SignalingError) as caught:
                await home.next()
    assert str(caught.value) == "a fault of this program has closed the door"
    [record] = caplog.records
    assert record.levelname == "ERROR"
    assert record.message == "x a task in the background failed"
    assert "RuntimeError: a fault of ours" in caplog.text


async def test_two_fingerprints_are_not_answered() -> None:
    async with house() as home:
        guest = await home.guest()
        text = (
            an_offer().sdp + f"a=fingerprint:sha-256 {sdp.with_colons('ab' * 32)}\r\n"
        )
        guest.send(guest.host, Offer(text))
        async with seated(await home.guest()):
            visit = await home.next()
            await visit.channel.close()
        await home.server.close()
        assert isinstance(await guest.receive(), Restarting)
        await guest.close()


async def test_a_guest_that_never_finishes_is_closed() -> None:
    async with house(deadline=0.1) as home:
        guest = await home.guest()
        guest.send(guest.host, an_offer())
        assert isinstance(await first_signal(guest), Answer)
        connection = home.door._guests[guest.you]
        reason = await reason_of(connection)
        assert str(reason) == "the connection was closed before it was open"
        assert home.door._guests == {}
        await guest.close()


async def test_a_guest_that_leaves_on_its_way_in_is_closed() -> None:
    async with house() as home:
        guest = await home.guest()
        guest.send(guest.host, an_offer())
        await first_signal(guest)
        connection = home.door._guests[guest.you]
        await guest.close()
        assert str(await reason_of(connection)) == "the guest has left"


async def test_another_offer_replaces_the_first() -> None:
    async with house() as home:
        guest = await home.guest()
        guest.send(guest.host, an_offer())
        await first_signal(guest)
        first = home.door._guests[guest.you]
        async with seated(guest) as channel:
            visit = await home.next()
            assert visit.member == guest.you and visit.connection is not first
            channel.send("second try")
            assert await visit.channel.receive() == "second try"
            await visit.channel.close()
        assert str(await reason_of(first)) == "the guest has made another offer"


async def test_only_so_many_come_in_at_once(caplog: pytest.LogCaptureFixture) -> None:
    async with house(half_open=1) as home:
        slow = await home.guest()
        slow.send(slow.host, an_offer())
        await first_signal(slow)
        error = await failure(await home.guest(), deadline=0.2)
        assert str(error) == (
            "the host does not answer; ask whether the table is still open"
        )
        assert "x too many guests come in at once" in caplog.messages
        connection = home.door._guests[slow.you]
        await slow.close()
        await reason_of(connection)
        await connection.close()
        async with seated(await home.guest()):
            await (await home.next()).channel.close()


async def test_a_closed_door_hangs_up_on_who_is_not_through() -> None:
    async with house() as home:
        slow = await home.guest()
        slow.send(slow.host, an_offer())
        await first_signal(slow)
        on_its_way = home.door._guests[slow.you]
        async with seated(await home.guest()) as not_taken_up:
            await home.door.close()
            with pytest.raises(ChannelClosed):
                await not_taken_up.receive()
        with pytest.raises(SignalingError) as caught:
            await home.next()
        assert str(caught.value) == "the door is closed"
        assert str(await reason_of(on_its_way)) == "the door is closed"
        await slow.close()
