"""A connection: what opens it, why it does not open, and how it ends."""

import asyncio
import gc
import hashlib
import logging
from collections.abc import Sequence

import aioice
import pytest
from aiortc import RTCConfiguration, RTCPeerConnection, RTCSessionDescription
from cryptography.hazmat.primitives.serialization import Encoding
from peers import (
    DEADLINE,
    closed_off,
    end_of,
    pair,
    silent_server,
    stranger_at,
    without_candidates,
)

from peer import sdp
from peer.connection import RtcConnection
from shared.errors import ChannelClosed, ConnectionFailed, ProtocolError
from shared.signals import Answer, Candidate, Description, IceServer, Offer

NO_PATH = (
    "no way through the networks to the other player was found;"
    " try another network, or a server that offers a relay (TURN)"
)
NOTHING_TOLD = (
    "the other player's program told no address to reach it at;"
    " it may have no network, or may use only a relay that is away"
)
NO_PATH_NOR_RELAY = (
    "no way through the networks to the other player was found, not even by the relay;"
    " try another network"
)
IMPOSTOR = (
    "who was reached has another certificate than who answered;"
    " somebody between you may be changing the connection"
)
NO_HANDSHAKE = (
    "the other player was reached, but the secure connection did not come about;"
    " try again"
)
HUNG_UP = "the other player hung up before the connection was open; try again"
OUT_OF_TURN = "an offer or an answer came out of turn"
BINARY, TEXT = 53, 51


async def failure(connection: RtcConnection, deadline: float = DEADLINE) -> str:
    with pytest.raises(ConnectionFailed) as caught:
        await connection.open(deadline)
    return str(caught.value)


# Opening


async def test_both_ends_see_the_same_two_certificates() -> None:
    async with pair() as peers:
        await peers.open()
        own, theirs = peers.guest.fingerprints
        assert peers.host.fingerprints == (theirs, own)
        offered = sdp.parse(peers.from_guest[0].sdp).fingerprint
        assert own.hex() == offered


async def test_the_fingerprint_is_of_the_certificate_really_used() -> None:
    async with stranger_at() as (stranger, host):
        certificate = stranger.certificate._cert.public_bytes(Encoding.DER)
        assert host.fingerprints[1] == hashlib.sha256(certificate).digest()


async def test_the_time_it_took_is_known() -> None:
    async with pair() as peers:
        assert peers.guest.open_ms is peers.host.open_ms is None
        await peers.open()
        assert peers.guest.open_ms > 0 and peers.host.open_ms > 0
        assert peers.guest.path_found and peers.host.path_found


async def test_aiortcs_own_guest_is_answered() -> None:
    """It offers all at once, with three fingerprints."""
    pc = RTCPeerConnection(RTCConfiguration(iceServers=[]))
    data = pc.createDataChannel("rummy", negotiated=True, id=0)
    got: asyncio.Queue[bytes] = asyncio.Queue()
    data.on("message", got.put_nowait)
    answers: asyncio.Queue[Description] = asyncio.Queue()
    host = RtcConnection("answer", [], answers.put_nowait)
    try:
        await pc.setLocalDescription(await pc.createOffer())
        assert pc.localDescription.sdp.count("a=fingerprint") == 3
        await host.signal(Offer(pc.localDescription.sdp))
        answer = await answers.get()
        await pc.setRemoteDescription(RTCSessionDescription(answer.sdp, "answer"))
        channel = await host.open(DEADLINE)
        channel.send("♠ from us")
        assert await got.get() == "♠ from us".encode()
        data.send("♥ as text")
        data.send("♦ as bytes".encode())
        data.send("")
        data.send(b"")
        heard = [await channel.receive() for _ in range(4)]
        assert heard == ["♥ as text", "♦ as bytes", "", ""]
    finally:
        await host.close()
        await pc.close()


async def test_aiortcs_own_host_answers_us() -> None:
    pc = RTCPeerConnection(RTCConfiguration(iceServers=[]))
    data = pc.createDataChannel("rummy", negotiated=True, id=0)
    offers: asyncio.Queue[Description] = asyncio.Queue()
    guest = RtcConnection("offer", [], offers.put_nowait)
    try:
        await guest.offer()
        offer = await offers.get()
        await pc.setRemoteDescription(RTCSessionDescription(offer.sdp, "offer"))
        await pc.setLocalDescription(await pc.createAnswer())
        await guest.signal(Answer(pc.localDescription.sdp))
        channel = await guest.open(DEADLINE)
        data.send(b"hello")
        assert await channel.receive() == "hello"
    finally:
        await guest.close()
        await pc.close()


@pytest.mark.parametrize(
    ("theirs", "ours"), [("active", "passive"), ("passive", "active")]
)
async def test_the_handshake_is_started_by_who_said_so(theirs: str, ours: str) -> None:
    sent: list[Description] = []
    host = RtcConnection("answer", [], sent.append)
    offer = sdp.Session("abcd", "p" * 22, "00" * 32, theirs)
    await host.signal(Offer(sdp.write(offer)))
    assert sdp.parse(sent[0].sdp).setup == ours
    await host.close()


# Not opening


async def test_a_host_that_does_not_answer() -> None:
    guest = RtcConnection("offer", [], lambda _: None)
    await guest.offer()
    expected = "the host does not answer; ask whether the table is still open"
    assert await failure(guest, 0.01) == expected
    await guest.close()


async def test_no_pair_of_candidates() -> None:
    async with pair(
        guest_says=without_candidates, host_says=without_candidates
    ) as peers:
        await peers.guest.offer()
        assert await failure(peers.guest) == NOTHING_TOLD
        assert await failure(peers.host) == NOTHING_TOLD


async def test_no_way_until_the_deadline() -> None:
    def to_nowhere(description: Description) -> Sequence[Description]:
        nowhere = "a=candidate:1 1 udp 2130706431 192.0.2.255 9 typ host\r\n"
        match description:
            case Offer(sdp=text):
                return [Offer(closed_off(text) + nowhere)]
            case Answer(sdp=text):
                return [Answer(closed_off(text) + nowhere)]
        return []

    async with pair(guest_says=to_nowhere, host_says=to_nowhere) as peers:
        await peers.guest.offer()
        assert await failure(peers.guest, 0.2) == NO_PATH


async def test_no_way_even_by_a_relay(monkeypatch: pytest.MonkeyPatch) -> None:
    class Relay:
        local_candidate = aioice.Candidate.from_sdp(
            "1 1 udp 16777215 192.0.2.1 3478 typ relay raddr 192.0.2.2 rport 9"
        )

        async def close(self) -> None:
            pass

    async def relayed(**_: object) -> tuple[aioice.Candidate, Relay]:
        return Relay.local_candidate, Relay()

    monkeypatch.setattr("peer.rtc.RELAY_DELAY", 0)
    monkeypatch.setattr("aioice.ice.relayed_candidate", relayed)
    turn = IceServer(urls=("turn:192.0.2.1",), username="ann", credential="secret")
    async with pair(
        servers=[turn], guest_says=without_candidates, host_says=without_candidates
    ) as peers:
        await peers.guest.offer()
        assert await failure(peers.guest) == NO_PATH_NOR_RELAY
        assert await failure(peers.host) == NO_PATH_NOR_RELAY
        told = [line for line in peers.from_guest if isinstance(line, Candidate)]
        assert "typ relay" in str(told[0].candidate)


async def test_another_certificate_than_the_one_announced() -> None:
    def swapped(description: Description) -> Sequence[Description]:
        if isinstance(description, Answer):
            before = sdp.parse(description.sdp).fingerprint
            text = description.sdp.replace(
                sdp.with_colons(before), sdp.with_colons("ab" * 32)
            )
            return [Answer(text)]
        return [description]

    async with pair(host_says=swapped) as peers:
        await peers.guest.offer()
        assert await failure(peers.guest) == IMPOSTOR


async def test_a_peer_that_hangs_up_before_the_channel_is_open() -> None:
    async with stranger_at(associated=False) as (stranger, host):
        await stranger.dtls.stop()
        assert await failure(host) == HUNG_UP


async def test_a_channel_that_does_not_open() -> None:
    async with stranger_at(associated=False) as (_, host):
        assert await failure(host, 0.01) == NO_HANDSHAKE


async def test_our_own_close_ends_the_waiting() -> None:
    guest = RtcConnection("offer", [], lambda _: None)
    await guest.offer()
    waiting = asyncio.create_task(failure(guest))
    await asyncio.sleep(0)
    await guest.close()
    assert await waiting == "the connection was closed before it was open"


@pytest.mark.parametrize("role", ["offer", "answer"])
async def test_a_connection_that_was_never_used_closes(role: str) -> None:
    connection = RtcConnection(role, [], lambda _: None)
    await connection.close()
    await connection.close()
    await connection.offer()
    await connection.signal(Candidate(candidate=None))


@pytest.mark.parametrize("steps", range(1, 8))
async def test_being_cancelled_while_gathering_leaks_nothing(steps: int) -> None:
    guest = RtcConnection("offer", [], lambda _: None)
    offering = asyncio.create_task(guest.offer())
    for _ in range(steps):
        await asyncio.sleep(0)
    offering.cancel()
    await guest.close()
    gc.collect()  # complains of sockets that nobody closed


async def test_a_reason_given_from_outside_is_what_is_raised() -> None:
    guest = RtcConnection("offer", [], lambda _: None)
    guest.give_up(ConnectionFailed("the weather"))
    assert await failure(guest) == "the weather"
    await guest.close()


# Descriptions that are not what was asked for


async def test_nonsense_is_refused_and_the_right_one_still_taken() -> None:
    async with pair() as peers:
        with pytest.raises(ProtocolError):
            await peers.host.signal(Offer("v=0"))
        await peers.open()


async def test_what_comes_out_of_turn_is_refused() -> None:
    async with pair() as peers:
        early = Answer(sdp.write(sdp.Session("abcd", "p" * 22, "00" * 32, "active")))
        with pytest.raises(ProtocolError) as caught:
            await peers.guest.signal(early)
        assert str(caught.value) == OUT_OF_TURN
        await peers.open()
        for connection, description in [
            (peers.host, peers.from_guest[0]),
            (peers.host, early),
            (peers.guest, peers.from_host[0]),
            (peers.guest, Offer(early.sdp)),
        ]:
            with pytest.raises(ProtocolError) as caught:
                await connection.signal(description)
            assert str(caught.value) == OUT_OF_TURN
        peers.guest.channel.send("none the worse")
        assert await peers.host.channel.receive() == "none the worse"


async def test_an_answer_that_decides_nothing_is_refused() -> None:
    guest = RtcConnection("offer", [], lambda _: None)
    await guest.offer()
    answer = sdp.Session("abcd", "p" * 22, "00" * 32, "actpass")
    with pytest.raises(ProtocolError) as caught:
        await guest.signal(Answer(sdp.write(answer)))
    assert str(caught.value) == "the answer leaves the handshake to nobody"
    await guest.close()


# Ending


async def test_a_lost_connection() -> None:
    async with stranger_at() as (stranger, host):
        await stranger.sctp._send(0, BINARY, b"last words")
        await stranger.dtls.stop()
        assert await host.channel.receive() == "last words"
        end = await end_of(host)
        expected = ChannelClosed("the connection to the other player is lost")
        assert repr(end) == repr(expected)


async def test_a_peer_that_aborts() -> None:
    async with stranger_at() as (stranger, host):
        await stranger.stop()
        end = await end_of(host)
        assert repr(end) == repr(ChannelClosed("the other end closed the channel"))


async def test_closing_towards_a_peer_that_vanished() -> None:
    async with stranger_at() as (stranger, host):
        await stranger.vanish()
        host.channel.send("anybody there?")
        async with asyncio.timeout(DEADLINE):
            await host.channel.close()
        assert repr(await end_of(host)) == repr(ChannelClosed("the channel is closed"))


async def test_a_peer_that_takes_nothing_is_given_up() -> None:
    async with stranger_at() as (stranger, host):
        await stranger.vanish()
        with pytest.raises(ChannelClosed) as caught:
            for _ in range(300):
                host.channel.send("x" * 16384)
        assert str(caught.value) == "the other player does not take what is sent"
        assert str(await end_of(host)) == str(caught.value)


async def test_nothing_is_taken_for_a_peer_that_was_given_up() -> None:
    async with pair() as peers:
        await peers.open()
        peers.host.give_up(ProtocolError("enough"))
        with pytest.raises(ChannelClosed):
            peers.host.channel.send("lost")
        assert repr(await end_of(peers.host)) == repr(ProtocolError("enough"))
        assert isinstance(await end_of(peers.guest), ChannelClosed)


async def test_one_guest_that_breaks_off_is_no_matter_to_another() -> None:
    async with pair() as peers, stranger_at() as (stranger, host):
        await peers.open()
        await stranger.sctp._send(0, TEXT, b"\xff")
        await end_of(host)
        peers.guest.channel.send("unharmed")
        assert await peers.host.channel.receive() == "unharmed"


async def test_nothing_is_left_behind(caplog: pytest.LogCaptureFixture) -> None:
    before = asyncio.all_tasks()
    async with pair() as peers:
        await peers.open()
        peers.guest.channel.send("x")
    assert asyncio.all_tasks() == before
    assert [r for r in caplog.records if r.levelno >= logging.WARNING] == []


async def test_nothing_is_left_of_what_did_not_come_about() -> None:
    before = asyncio.all_tasks()
    with silent_server() as silent:
        guest = RtcConnection("offer", [silent], lambda _: None)
        await guest.offer()
        assert asyncio.all_tasks() > before
        await guest.close()
    assert asyncio.all_tasks() == before


async def test_no_server_is_asked_any_more_once_the_channel_is_open() -> None:
    with silent_server() as silent:
        async with pair(servers=[silent]) as peers:
            await peers.open()
            await asyncio.sleep(0)
            assert peers.guest._trickle._tasks == peers.host._trickle._tasks == set()
