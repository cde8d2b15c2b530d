"""
One data channel over aiortc: the only module that imports aiortc and aioice.

aiortc's RTCPeerConnection waits up to 5 s for STUN and TURN servers before it has an
offer, so the parts it is made of are put together here without it. What is used of
them beyond their documentation is held by tests/test_rtc.py to what it does today.
"""

import asyncio
import ipaddress
import logging
import struct
from collections.abc import Awaitable, Callable, Iterator, Sequence
from functools import partial, wraps
from typing import Any

import aioice.ice
import aioice.stun
import aiortc.rtcsctptransport
from aioice import Candidate, Connection
from aiortc import (
    RTCCertificate,
    RTCDataChannel,
    RTCDataChannelParameters,
    RTCDtlsFingerprint,
    RTCDtlsParameters,
    RTCDtlsTransport,
    RTCIceGatherer,
    RTCIceParameters,
    RTCIceServer,
    RTCIceTransport,
    RTCSctpCapabilities,
    RTCSctpTransport,
)
from aiortc.rtcicetransport import connection_kwargs
from aiortc.rtcsctptransport import (
    WEBRTC_BINARY,
    WEBRTC_BINARY_EMPTY,
    WEBRTC_STRING,
    WEBRTC_STRING_EMPTY,
)
from cryptography.hazmat.primitives.hashes import SHA256

from peer import sdp
from shared.errors import ProtocolError
from shared.signals import IceServer

logger = logging.getLogger(__name__)

RELAY_DELAY = 0.4
"Seconds a direct path is given before a relayed one is offered: the first one wins."

MAX_FRAGMENTS = 1024
"Pieces of incomplete messages kept for one peer."


def _or_loopback(find: Callable[..., list[str]]) -> Callable[..., list[str]]:
    """Without any network two peers on one machine still have 127.0.0.1."""

    @wraps(find)
    def found(*args: bool, **kwargs: bool) -> list[str]:
        return find(*args, **kwargs) or ["127.0.0.1"]

    return found


def _value_errors(parse: Callable[[bytes], Any]) -> Callable[[bytes], Any]:
    """A wrong length inside a packet makes it malformed like any other fault."""

    @wraps(parse)
    def parsed(data: bytes) -> Any:
        try:
            return parse(data)
        except struct.error as error:
            raise ValueError(str(error)) from None

    return parsed


# A lost packet is sent again after 0.5, 3 and 1 s by default; players are nearer.
aioice.stun.RETRY_RTO = 0.1
aiortc.rtcsctptransport.SCTP_RTO_INITIAL = 0.5
aiortc.rtcsctptransport.SCTP_RTO_MIN = 0.2  # type: ignore[assignment]
aioice.ice.get_host_addresses = _or_loopback(aioice.ice.get_host_addresses)
aioice.stun.parse_message = _value_errors(aioice.stun.parse_message)  # type: ignore[assignment]


class Link:
    """ICE, DTLS, SCTP and the data channel, each started after the one before."""

    def __init__(
        self,
        *,
        controlling: bool,
        opened: Callable[[], None],
        closed: Callable[[], None],
        lost: Callable[[], None],
        received: Callable[[bytes], None],
        broken: Callable[[ProtocolError], None],
    ) -> None:
        """A ProtocolError of ``received`` goes to ``broken`` like one of the link."""
        self.relayed = False
        "Whether a relay has given us an address."

        # An empty list and not None, which would mean a public STUN server.
        self._gatherer = RTCIceGatherer(iceServers=[])
        self._agent: Connection = self._gatherer._connection
        self._agent.ice_controlling = controlling
        self._ice = RTCIceTransport(self._gatherer)
        self._ice._recv = partial(_receive_dtls, self._agent)
        self._certificate = RTCCertificate.generateCertificate()
        self._dtls = RTCDtlsTransport(self._ice, [self._certificate])
        self._sctp = _Sctp(self._dtls, received, broken)
        self._data = RTCDataChannel(
            self._sctp, RTCDataChannelParameters(label="rummy", negotiated=True, id=0)
        )
        self._data.on("open", opened)
        self._data.on("close", closed)
        self._lost = lost
        self._dtls.on("statechange", self._dtls_changed)

    def _dtls_changed(self) -> None:
        if self._dtls.state == "closed":
            self._lost()

    # What the other peer has to know

    @property
    def ufrag(self) -> str:
        """Marks the candidates of this link."""
        return self._agent.local_username

    def describe(self, setup: sdp.Setup, mid: str) -> sdp.Session:
        """This end of the link."""
        return sdp.Session(
            ufrag=self._agent.local_username,
            password=self._agent.local_password,
            fingerprint=self.fingerprint,
            setup=setup,
            mid=mid,
            candidates=self.candidates,
        )

    @property
    def candidates(self) -> tuple[str, ...]:
        """The addresses of this machine, once they are gathered."""
        return tuple(map(_line, self._agent.local_candidates))

    @property
    def fingerprint(self) -> str:
        """SHA-256 of our certificate in hexadecimal."""
        values = {f.algorithm: f.value for f in self._certificate.getFingerprints()}
        return values["sha-256"].replace(":", "").lower()

    @property
    def peer_fingerprint(self) -> str | None:
        """The same of the certificate the other peer used; None without one."""
        ssl = self._dtls._ssl
        certificate = ssl and ssl.get_peer_certificate(as_cryptography=True)
        return certificate.fingerprint(SHA256()).hex() if certificate else None

    # Candidates

    async def gather(self) -> None:
        """Open a socket on each address of this machine: milliseconds, no network."""
        await self._gatherer.gather()

    def questions(
        self, servers: Sequence[IceServer]
    ) -> Iterator[Callable[[], Awaitable[str]]]:
        """What to ask the servers about us; each answer is a candidate."""
        for server in _one_by_one(servers):
            if "stun_server" in server:
                # From each socket, as each has its own address outside.
                for socket in self._agent._protocols:
                    if ipaddress.ip_address(socket.local_candidate.host).version == 4:
                        yield partial(_reflexive, socket, server["stun_server"])
            else:
                yield partial(self._relay, server)

    async def _relay(self, server: dict[str, Any]) -> str:
        await asyncio.sleep(RELAY_DELAY)
        candidate, socket = await aioice.ice.relayed_candidate(
            component=1,
            hide_related_address=False,
            protocol_factory=lambda: aioice.ice.StunProtocol(self._agent),
            **server,
        )
        self.relayed = True
        self._agent._protocols.append(socket)
        for remote in self._agent.remote_candidates:
            self._agent._pair_remote_candidate(remote)
        self._agent.sort_check_list()
        return _line(candidate)

    async def add(self, candidate: str | None) -> None:
        """A candidate of the other peer as :func:`~peer.sdp.candidate` makes it.

        None after the last. Takes up to a second for a name that has to be resolved.
        """
        parsed = None if candidate is None else Candidate.from_sdp(candidate)
        await self._agent.add_remote_candidate(parsed)

    # Connecting and talking

    @property
    def path_found(self) -> bool:
        """Whether packets go both ways."""
        return self._ice.state == "completed"

    async def establish(self, remote: sdp.Session, setup: sdp.Setup) -> bool:
        """Find a path, shake hands, associate; ``opened`` is called if all is well.

        False if one of them failed.
        """
        self._dtls._set_role("client" if setup == "active" else "server")
        expected = RTCDtlsFingerprint("sha-256", sdp.with_colons(remote.fingerprint))
        await self._ice.start(RTCIceParameters(remote.ufrag, remote.password))
        if self._ice.state == "completed":
            await self._dtls.start(RTCDtlsParameters([expected]))
        if self._dtls.state != "connected":
            return False
        capabilities = RTCSctpCapabilities(remote.max_message_size)
        await self._sctp.start(capabilities, remote.port)
        return True

    @property
    def is_open(self) -> bool:
        """Whether :meth:`send` may be called."""
        return self._data.readyState == "open"

    @property
    def buffered(self) -> int:
        """Bytes that wait for the network or the other peer."""
        return self._data.bufferedAmount

    def send(self, frame: bytes) -> None:
        """Queue one message."""
        self._data.send(frame)

    def close(self) -> None:
        """Close the channel after what was sent (RFC 8831 section 6.7).

        ``closed`` is called when the other peer has got it all and agrees.
        """
        self._data.close()

    async def stop(self) -> None:
        """Tell the other peer, if it can be told, and close the sockets."""
        await self._sctp.stop()
        await self._dtls.stop()
        await self._ice.stop()


class _Sctp(RTCSctpTransport):
    """Hands over every message of our one channel, whatever it is.

    aiortc's own way to a message handler breaks off at text that is not UTF-8, opens
    channels as the peer likes and keeps incomplete messages without a bound.
    """

    def __init__(
        self,
        transport: RTCDtlsTransport,
        received: Callable[[bytes], None],
        broken: Callable[[ProtocolError], None],
    ) -> None:
        super().__init__(transport)
        self._received = received
        self._broken = broken

    async def _handle_data(self, data: bytes) -> None:
        try:
            await super()._handle_data(data)
            self._check_what_is_kept()
        except ConnectionError:
            raise  # aiortc's own way to end
        except ProtocolError as error:
            self._broken(error)
        except Exception:
            # The edge of what a peer can put into a packet.
            logger.warning("x a packet broke SCTP", exc_info=True)
            self._broken(ProtocolError("a packet is malformed"))

    def _check_what_is_kept(self) -> None:
        for number, stream in self._inbound_streams.items():
            if number != 0:
                raise ProtocolError("a message came on a channel that does not exist")
            if len(stream.reassembly) > MAX_FRAGMENTS:
                raise ProtocolError("too many pieces of incomplete messages came")

    async def _receive(self, stream_id: int, pp_id: int, data: bytes) -> None:
        if stream_id == 0 and pp_id in (WEBRTC_BINARY, WEBRTC_STRING):
            self._received(data)
        elif stream_id == 0 and pp_id in (WEBRTC_BINARY_EMPTY, WEBRTC_STRING_EMPTY):
            self._received(b"")


async def _receive_dtls(agent: Connection) -> bytes:
    """The next packet that can be DTLS (RFC 7983).

    Any packet from anywhere gets here, and aiortc ends a connection at an empty one.
    """
    while True:
        data = await agent.recv()
        if data and 19 < data[0] < 64:
            return data


async def _reflexive(socket: aioice.ice.StunProtocol, server: tuple[str, int]) -> str:
    candidate, _ = await aioice.ice.server_reflexive_candidate(socket, server)
    return _line(candidate)


def _one_by_one(servers: Sequence[IceServer]) -> Iterator[dict[str, Any]]:
    """What aioice needs to know; of several servers at once it would ask the first."""
    for server in servers:
        for url in server.urls:
            one = RTCIceServer([url], server.username, server.credential)
            try:
                known = connection_kwargs([one])
            except ValueError:
                known = {}
            if known:
                yield known
            else:
                logger.warning("x an ICE server that cannot be used is left out")


def _line(candidate: Candidate) -> str:
    return f"candidate:{candidate.to_sdp()}"
