"""What we change in aiortc and aioice still reaches what it is for, and is needed."""

import asyncio
import inspect
import socket
import time
from typing import Any

import aioice.ice
import aioice.stun
import aioice.turn
import aiortc.rtcsctptransport
import pytest
from aioice import stun
from aiortc.rtcdtlstransport import State as DtlsState
from aiortc.rtcsctptransport import DataChunk, InitChunk, RTCSctpTransport
from OpenSSL import SSL
from test_rtc import new_link

from peer import tuning


async def test_stun_is_sent_again_soon() -> None:
    """The value is read when it is used, not when aioice is imported."""
    link = new_link()
    transaction = stun.Transaction(
        stun.Message(stun.Method.BINDING, stun.Class.REQUEST),
        ("127.0.0.1", 9),
        link._agent,
    )
    assert transaction._Transaction__timeout_delay == 0.1
    await link.stop()


async def test_sctp_is_sent_again_soon() -> None:
    link = new_link()
    assert link._sctp._rto == 0.5
    link._sctp._update_rto(0.001)
    assert link._sctp._rto == 0.2
    await link.stop()


async def test_the_defaults_are_what_they_were() -> None:
    """If aiortc has better ones by now, ours have to go."""
    sctp = inspect.getsource(aiortc.rtcsctptransport)
    assert "SCTP_RTO_INITIAL = 3.0\n" in sctp and "SCTP_RTO_MIN = 1\n" in sctp
    assert "RETRY_RTO = 0.5\n" in inspect.getsource(aioice.stun)
    assert aioice.turn.DEFAULT_CHANNEL_REFRESH_TIME == 500


class Relay(asyncio.DatagramProtocol):
    """A TURN server that wants no password and gives everybody one address."""

    def __init__(self) -> None:
        self.bound = 0

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def datagram_received(self, data: bytes, sender: tuple[str, int]) -> None:
        try:
            request = stun.parse_message(data)
        except ValueError:
            return  # what is to be relayed
        self.bound += request.message_method == stun.Method.CHANNEL_BIND
        response = stun.Message(
            request.message_method,
            stun.Class.RESPONSE,
            transaction_id=request.transaction_id,
        )
        response.attributes["LIFETIME"] = 600
        response.attributes["XOR-MAPPED-ADDRESS"] = sender
        response.attributes["XOR-RELAYED-ADDRESS"] = ("203.0.113.10", 50000)
        self.transport.sendto(bytes(response), sender)


@pytest.mark.parametrize(("later", "bound"), [(230, 1), (250, 2)])
async def test_a_relays_channel_is_bound_again_in_time(
    later: int, bound: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before the permission of 300 s ends, by a clock that nobody sets."""
    loop = asyncio.get_running_loop()
    served, relay = await loop.create_datagram_endpoint(
        Relay, local_addr=("127.0.0.1", 0), family=socket.AF_INET
    )
    link = new_link()
    candidate, protocol = await aioice.ice.relayed_candidate(
        component=1,
        hide_related_address=True,
        protocol_factory=lambda: aioice.ice.StunProtocol(link._agent),
        turn_server=served.get_extra_info("sockname"),
        turn_username=None,
        turn_password=None,
        turn_ssl=False,
        turn_transport="udp",
    )
    peer = ("192.0.2.7", 4242)
    await protocol.transport._TurnTransport__inner_protocol.send_data(b"x", peer)
    monkeypatch.setattr(time, "time", lambda: 0)
    now = time.monotonic() + later
    monkeypatch.setattr(tuning._monotonic, "time", lambda: now)
    await protocol.transport._TurnTransport__inner_protocol.send_data(b"x", peer)
    assert relay.bound == bound
    await protocol.close()
    served.close()
    await link.stop()


async def test_sctp_reads_a_clock_that_nobody_sets() -> None:
    assert aiortc.rtcsctptransport.time.time is time.monotonic
    assert aioice.turn.time.time is time.monotonic


def test_a_wrong_length_inside_a_packet_still_breaks_aioice() -> None:
    packet = bytes.fromhex(
        "0001000c2112a442" + "00" * 12 + "0024000500000000" + "0" * 8
    )
    with pytest.raises(ValueError):
        aioice.stun.parse_message(packet)
    with pytest.raises(Exception) as fault:
        aioice.stun.parse_message.__wrapped__(packet)  # type: ignore[attr-defined]
    assert not isinstance(fault.value, ValueError), "aioice does this itself by now"


@pytest.mark.parametrize("end", ["over", "being shut down"])
async def test_a_timer_that_fires_after_the_end_leaves_no_fault(end: str) -> None:
    link = new_link()
    link._sctp._remote_port = 5000
    if end == "being shut down":
        link._dtls._state = DtlsState.CONNECTED
        link._dtls._ssl = SSL.Connection(SSL.Context(SSL.DTLS_METHOD))
        link._dtls._ssl.set_connect_state()
    with pytest.raises((ConnectionError, SSL.Error)):
        await RTCSctpTransport._send_chunk(link._sctp, InitChunk())
    link._sctp._t1_chunk = InitChunk()
    before = asyncio.all_tasks()
    link._sctp._t1_expired()
    await asyncio.gather(*asyncio.all_tasks() - before)
    await link.stop()


@pytest.mark.parametrize("name", ["_handle_data", "_receive", "_send_chunk"])
def test_what_guards_sctp_overrides_what_there_is(name: str) -> None:
    assert callable(getattr(RTCSctpTransport, name))
    assert getattr(tuning.Sctp, name) is not getattr(RTCSctpTransport, name)


@pytest.mark.parametrize("kind", ["an error of a handler", "text that is not UTF-8"])
async def test_aiortc_still_ends_a_connection_at(kind: str) -> None:
    """Else our own way to a message could go."""
    sctp = new_link()._sctp
    chunk = DataChunk(flags=3)
    chunk.protocol, chunk.stream_id, chunk.tsn = 51, 0, 0
    chunk.user_data = b"\xff" if "UTF" in kind else b"fine"

    def raises(_: object) -> None:
        raise RuntimeError("an error of a handler")

    channel = next(iter(sctp._data_channels.values()))
    channel.on("message", raises)
    with pytest.raises((UnicodeDecodeError, RuntimeError)):
        await RTCSctpTransport._receive(sctp, 0, 51, chunk.user_data)


def test_windows_gets_an_event_loop_whose_sockets_keep_hearing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its usual one is not made at all."""
    monkeypatch.setattr(asyncio, "new_event_loop", lambda: pytest.fail("made"))
    loop = tuning.new_loop("win32")
    assert isinstance(loop, asyncio.SelectorEventLoop)
    loop.close()
