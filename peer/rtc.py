"""
One data channel over aiortc, tuned by ``tuning.py``.

aiortc's RTCPeerConnection waits up to 5 s for STUN and TURN servers before it has an
offer, so the parts it is made of are put together here without it. What is used of
them beyond their documentation is held by tests/test_rtc.py to what it does today.
"""

import asyncio
import ipaddress
import logging
from collections.abc import Awaitable, Callable, Iterator, Sequence
from functools import partial
from typing import Any, Literal, NamedTuple

import aioice.ice
from aioice import Candidate, Connection, TransportPolicy
from aioice.ice import CandidatePair
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
)
from aiortc.rtcicetransport import connection_kwargs
from cryptography.hazmat.primitives.hashes import SHA256

from peer import sdp
from peer.policy import OPEN, Policy
from peer.tuning import Sctp, receive_dtls
from shared.errors import ProtocolError
from shared.signals import IceServer

logger = logging.getLogger(__name__)

RELAY_DELAY = 0.4
"Seconds a direct path is given before a relayed one is offered: the first one wins."

TRIED = tuple(CandidatePair.State)[2:]
"States of a pair of addresses through which something was sent."

Kind = Literal["stun", "turn"]


class Question(NamedTuple):
    """What a server can be asked about us; the answer is a candidate."""

    kind: Kind
    ask: Callable[[], Awaitable[str]]


class Path(NamedTuple):
    """The kinds of the two addresses that packets go between: host, srflx, ..."""

    ours: str
    theirs: str

    @property
    def relayed(self) -> bool:
        """Whether a relay of ours or, as far as was told, of theirs is between."""
        return "relay" in self


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
        policy: Policy = OPEN,
    ) -> None:
        """A ProtocolError of ``received`` goes to ``broken`` like one of the link."""
        self._policy = policy
        # An empty list and not None, which would mean a public STUN server.
        self._gatherer = RTCIceGatherer(iceServers=[])
        self._agent: Connection = self._gatherer._connection
        self._agent.ice_controlling = controlling
        self._agent.get_component_candidates = partial(  # type: ignore[method-assign]
            _candidates_of, self._agent.get_component_candidates, policy
        )
        if policy.relay_only:
            self._agent._transport_policy = TransportPolicy.RELAY
        self._ice = RTCIceTransport(self._gatherer)
        self._ice._recv = partial(receive_dtls, self._agent)
        self._certificate = RTCCertificate.generateCertificate()
        self._dtls = RTCDtlsTransport(self._ice, [self._certificate])
        self._sctp = Sctp(self._dtls, received, broken)
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

    def questions(self, servers: Sequence[IceServer]) -> Iterator[Question]:
        """What to ask the servers about us."""
        for server in _one_by_one(servers):
            if "stun_server" in server:
                # From each socket, as each has its own address outside.
                for socket in self._agent._protocols:
                    if ipaddress.ip_address(socket.local_candidate.host).version == 4:
                        ask = partial(_reflexive, socket, server["stun_server"])
                        yield Question("stun", ask)
            else:
                yield Question("turn", partial(self._relay, server))

    async def _relay(self, server: dict[str, Any]) -> str:
        if not self._policy.relay_only:
            await asyncio.sleep(RELAY_DELAY)
        candidate, socket = await aioice.ice.relayed_candidate(
            component=1,
            hide_related_address=True,
            protocol_factory=lambda: aioice.ice.StunProtocol(self._agent),
            **server,
        )
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

    @property
    def path(self) -> Path | None:
        """The way packets go; None until it is found."""
        pair = self._agent._nominated.get(1)
        if pair is None:
            return None
        return Path(pair.local_candidate.type, pair.remote_candidate.type)

    @property
    def pairs_tried(self) -> int:
        """How many ways have been tried."""
        return sum(pair.state in TRIED for pair in self._agent._check_list)

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


async def _candidates_of(
    gather: Callable[..., Awaitable[list[Candidate]]],
    policy: Policy,
    *,
    component: int,
    addresses: list[str],
) -> list[Candidate]:
    """What aioice gathers, from the addresses that ``policy`` lets it use."""
    usable = [] if policy.relay_only else policy.addresses()
    return await gather(component=component, addresses=usable)


async def _reflexive(socket: aioice.ice.StunProtocol, server: tuple[str, int]) -> str:
    candidate, _ = await aioice.ice.server_reflexive_candidate(socket, server)
    return _line(candidate)


def is_relay(server: IceServer) -> bool:
    """Whether ``server`` relays (TURN)."""
    return any(url.startswith(("turn:", "turns:")) for url in server.urls)


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
