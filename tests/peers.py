"""Two ends of a connection in one process, and one that keeps to no rules."""

import asyncio
import re
import socket
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field

from aioice import Candidate as IceCandidate
from aiortc import (
    RTCCertificate,
    RTCDtlsFingerprint,
    RTCDtlsParameters,
    RTCDtlsTransport,
    RTCIceGatherer,
    RTCIceParameters,
    RTCIceTransport,
    RTCSctpCapabilities,
    RTCSctpTransport,
)

from peer import sdp
from peer.connection import RtcConnection
from shared.errors import ProtocolError, RummyError
from shared.signals import Answer, Description, IceServer, Offer

DEADLINE = 10.0
"Seconds until a test that hangs fails."

CLOSE_TIMEOUT = 0.3
"Seconds a test waits for an end that is gone."

Change = Callable[[Description], Sequence[Description]]
"What the signaling between two peers makes of a description."


def as_it_is(description: Description) -> Sequence[Description]:
    return [description]


@dataclass
class Pair:
    """A guest and a host that have not begun, and what each has signaled so far."""

    guest: RtcConnection
    host: RtcConnection
    from_guest: list[Description] = field(default_factory=list)
    from_host: list[Description] = field(default_factory=list)

    async def open(self) -> None:
        await self.guest.offer()
        await self.opened()

    async def opened(self) -> None:
        await asyncio.gather(self.guest.open(DEADLINE), self.host.open(DEADLINE))


@asynccontextmanager
async def pair(
    *,
    servers: Sequence[IceServer] = (),
    guest_says: Change = as_it_is,
    host_says: Change = as_it_is,
    close_timeout: float = CLOSE_TIMEOUT,
) -> AsyncIterator[Pair]:
    """Two connections that signal through ``guest_says`` and ``host_says``."""
    to_host: asyncio.Queue[Description] = asyncio.Queue()
    to_guest: asyncio.Queue[Description] = asyncio.Queue()

    def said_by_guest(description: Description) -> None:
        both.from_guest.append(description)
        to_host.put_nowait(description)

    def said_by_host(description: Description) -> None:
        both.from_host.append(description)
        to_guest.put_nowait(description)

    both = Pair(
        RtcConnection("offer", servers, said_by_guest, close_timeout=close_timeout),
        RtcConnection("answer", servers, said_by_host, close_timeout=close_timeout),
    )
    relays = [
        asyncio.create_task(relay(to_host, guest_says, both.host)),
        asyncio.create_task(relay(to_guest, host_says, both.guest)),
    ]
    try:
        yield both
    finally:
        await asyncio.gather(both.guest.close(), both.host.close())
        for task in relays:
            task.cancel()
        await asyncio.gather(*relays, return_exceptions=True)


async def relay(
    queue: "asyncio.Queue[Description]", change: Change, to: RtcConnection
) -> None:
    while True:
        for description in change(await queue.get()):
            try:
                await to.signal(description)
            except ProtocolError as error:
                to.give_up(error)


def without_candidates(description: Description) -> Sequence[Description]:
    """No way to the sender is told, and that there is none."""
    match description:
        case Offer(sdp=text):
            return [Offer(closed_off(text))]
        case Answer(sdp=text):
            return [Answer(closed_off(text))]
    return []


def closed_off(text: str) -> str:
    return f"{stripped(text)}a=end-of-candidates\r\n"


def stripped(text: str) -> str:
    """A description without the candidates in it."""
    return re.sub("^a=candidate:.*\r\n", "", text, flags=re.M)


@contextmanager
def silent_server() -> Iterator[IceServer]:
    """A STUN server that never answers."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as hole:
        hole.bind(("127.0.0.1", 0))
        yield IceServer(urls=(f"stun:127.0.0.1:{hole.getsockname()[1]}",))


class Stranger:
    """A guest made of aiortc's parts that does whatever a test wants."""

    def __init__(self) -> None:
        self.gatherer = RTCIceGatherer(iceServers=[])
        self.agent = self.gatherer._connection
        self.agent.ice_controlling = True
        self.ice = RTCIceTransport(self.gatherer)
        self.certificate = RTCCertificate.generateCertificate()
        self.dtls = RTCDtlsTransport(self.ice, [self.certificate])
        self.dtls._set_role("server")
        self.sctp = RTCSctpTransport(self.dtls)

    async def offer(self) -> Offer:
        await self.gatherer.gather()
        own = sdp.Session(
            ufrag=self.agent.local_username,
            password=self.agent.local_password,
            fingerprint=self.fingerprint(),
            setup="actpass",
            candidates=tuple(
                f"candidate:{candidate.to_sdp()}"
                for candidate in self.agent.local_candidates
            ),
        )
        return Offer(sdp.write(own))

    async def reach(self, answer: Description) -> None:
        """Connect up to DTLS."""
        assert isinstance(answer, Answer)
        self.host = sdp.parse(answer.sdp)
        for line in self.host.candidates:
            candidate = IceCandidate.from_sdp(line.removeprefix("candidate:"))
            await self.agent.add_remote_candidate(candidate)
        await self.ice.start(RTCIceParameters(self.host.ufrag, self.host.password))
        value = sdp.with_colons(self.host.fingerprint)
        await self.dtls.start(RTCDtlsParameters([RTCDtlsFingerprint("sha-256", value)]))

    async def associate(self) -> None:
        await self.sctp.start(RTCSctpCapabilities(0), self.host.port)

    def fingerprint(self) -> str:
        values = {f.algorithm: f.value for f in self.certificate.getFingerprints()}
        return values["sha-256"].replace(":", "").lower()

    async def vanish(self) -> None:
        """Be gone without a word, like a machine without power."""
        for protocol in self.agent._protocols:
            protocol.transport.abort()

    async def stop(self) -> None:
        await self.sctp.stop()
        await self.dtls.stop()
        await self.ice.stop()


@asynccontextmanager
async def stranger_at(
    *, associated: bool = True
) -> AsyncIterator[tuple[Stranger, RtcConnection]]:
    """A stranger and the host it has connected to."""
    stranger = Stranger()
    signaled: list[Description] = []
    host = RtcConnection("answer", [], signaled.append, close_timeout=CLOSE_TIMEOUT)
    try:
        await host.signal(await stranger.offer())
        await stranger.reach(signaled[0])
        if associated:
            await stranger.associate()
            await host.open(DEADLINE)
        yield stranger, host
    finally:
        await host.close()
        await stranger.stop()


async def end_of(connection: RtcConnection) -> RummyError:
    """Why nothing more comes from the other peer."""
    async with asyncio.timeout(DEADLINE):
        while True:
            try:
                await connection.channel.receive()
            except RummyError as end:
                return end
