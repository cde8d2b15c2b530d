"""What is used of aiortc, and what a hostile peer or packet does to it: nothing."""

import asyncio
import importlib.metadata
import logging
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import aioice.ice
import aiortc.rtcsctptransport
import ifaddr
import pytest
from aiortc import RTCSctpTransport
from aiortc.rtcsctptransport import DataChunk
from peers import end_of, pair, stranger_at

from peer import rtc, sdp
from shared.errors import ProtocolError

BINARY, TEXT = 53, 51


# What we use of aiortc and aioice beyond their documentation


@pytest.mark.parametrize(
    ("what", "there"),
    [
        ("RTCIceGatherer._connection", lambda link: link._gatherer._connection),
        ("RTCIceTransport._recv", lambda link: link._ice._recv),
        ("RTCDtlsTransport._set_role", lambda link: link._dtls._set_role),
        ("RTCDtlsTransport._ssl", lambda link: link._dtls._ssl is None),
        ("Connection._protocols", lambda link: link._agent._protocols == []),
        (
            "Connection._pair_remote_candidate",
            lambda link: link._agent._pair_remote_candidate,
        ),
        ("Connection.sort_check_list", lambda link: link._agent.sort_check_list),
        ("Connection.ice_controlling", lambda link: link._agent.ice_controlling),
        ("RTCSctpTransport._handle_data", lambda _: RTCSctpTransport._handle_data),
        ("RTCSctpTransport._receive", lambda _: RTCSctpTransport._receive),
        (
            "RTCSctpTransport._inbound_streams",
            lambda link: link._sctp._inbound_streams == {},
        ),
        ("aioice.ice.StunProtocol", lambda _: aioice.ice.StunProtocol),
        ("aioice.ice.relayed_candidate", lambda _: aioice.ice.relayed_candidate),
        (
            "aioice.ice.server_reflexive_candidate",
            lambda _: aioice.ice.server_reflexive_candidate,
        ),
        ("aioice.ice.CandidatePair", lambda _: rtc.TRIED[0].name == "IN_PROGRESS"),
        ("Connection._check_list", lambda link: link._agent._check_list == []),
        ("Connection._nominated", lambda link: link._agent._nominated == {}),
        (
            "Connection.get_component_candidates",
            lambda link: link._agent.get_component_candidates.func,
        ),
        (
            "Connection._transport_policy",
            lambda link: link._agent._transport_policy.name == "ALL",
        ),
    ],
)
async def test_what_is_not_documented_is_still_there(
    what: str, there: Callable[[Any], object]
) -> None:
    link = new_link()
    try:
        found = there(link)
    except AttributeError:
        found = None
    finally:
        await link.stop()
    versions = [f"{n} {importlib.metadata.version(n)}" for n in ("aiortc", "aioice")]
    assert found, f"{what} is not what peer/rtc.py was written for in {versions}"


def new_link() -> rtc.Link:
    def nothing(*_: object) -> None:
        pass

    return rtc.Link(
        controlling=True,
        opened=nothing,
        closed=nothing,
        lost=nothing,
        received=nothing,
        broken=nothing,
    )


async def test_no_server_is_asked_that_nobody_named() -> None:
    link = new_link()
    assert (link._agent.stun_server, link._agent.turn_server) == (None, None)
    await link.stop()


async def test_a_machine_without_networks_reaches_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: [])
    async with pair() as peers:
        await peers.open()
        assert " 127.0.0.1 " in peers.from_guest[0].sdp


# A peer that keeps to no rules


async def test_text_that_is_not_utf_8() -> None:
    async with stranger_at() as (stranger, host):
        await stranger.sctp._send(0, TEXT, b"fine")
        await stranger.sctp._send(0, TEXT, b"\xff\xfe")
        assert await host.channel.receive() == "fine"
        end = await end_of(host)
        assert repr(end) == repr(ProtocolError("a message is not text"))


async def test_a_message_that_is_too_long() -> None:
    async with stranger_at() as (stranger, host):
        await stranger.sctp._send(0, BINARY, b"x" * 16385)
        end = await end_of(host)
        assert repr(end) == repr(ProtocolError("a message of 16385 bytes is too long"))


async def test_messages_that_never_end() -> None:
    async with stranger_at() as (stranger, host):
        chunk = DataChunk(flags=0b010)
        chunk.protocol, chunk.stream_id, chunk.user_data = BINARY, 0, b"x"
        with suppress(ConnectionError):
            for _ in range(1100):
                chunk.tsn = stranger.sctp._local_tsn
                stranger.sctp._local_tsn += 1
                await stranger.sctp._send_chunk(chunk)
                await asyncio.sleep(0)
                chunk.flags = 0
        end = await end_of(host)
        expected = ProtocolError("too many pieces of incomplete messages came")
        assert repr(end) == repr(expected)


async def test_other_channels_are_not_opened() -> None:
    async with stranger_at() as (stranger, host):
        await stranger.sctp._send(7, BINARY, b"x")
        end = await end_of(host)
        expected = ProtocolError("a message came on a channel that does not exist")
        assert repr(end) == repr(expected)


async def test_messages_of_other_kinds_are_ignored() -> None:
    async with stranger_at() as (stranger, host):
        for kind in (50, 52, 54, 0, 99):
            await stranger.sctp._send(0, kind, b"\x03" + b"\xff" * 30)
        await stranger.sctp._send(0, BINARY, b"a message")
        assert await host.channel.receive() == "a message"


async def test_a_packet_that_breaks_sctp(caplog: pytest.LogCaptureFixture) -> None:
    async with stranger_at() as (stranger, host):
        chunk = aiortc.rtcsctptransport.ReconfigChunk()
        chunk.params.append((aiortc.rtcsctptransport.SCTP_STR_RESET_OUT_REQUEST, b"x"))
        await stranger.sctp._send_chunk(chunk)
        assert repr(await end_of(host)) == repr(ProtocolError("a packet is malformed"))
        assert "x a packet broke SCTP" in caplog.messages


@pytest.mark.parametrize(
    "packet",
    [
        b"",
        b"\0",
        b"\x14",
        b"\x17\xfe\xfd" + b"\0" * 10,
        b"\x80" * 20,
        b"\xff" * 1500,
        bytes.fromhex("0001000c2112a442" + "00" * 12 + "0024000500000000" + "00000000"),
    ],
)
async def test_a_packet_from_anybody_changes_nothing(
    packet: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    """An empty one ends a connection of aiortc alone; scanners send those."""
    async with pair() as peers:
        await peers.open()
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as scanner:
            for line in sdp.parse(peers.from_host[0].sdp).candidates:
                host, port = sdp.address(line).split()
                if ":" not in host:
                    scanner.sendto(packet, (host, int(port)))
        for _ in range(3):
            peers.guest.channel.send("there?")
            assert await peers.host.channel.receive() == "there?"
            peers.host.channel.send("yes")
            assert await peers.guest.channel.receive() == "yes"
    assert [r for r in caplog.records if r.levelno >= logging.WARNING] == []
