"""One attempt to reach one peer, and the channel it leads to."""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Literal

from peer import sdp
from peer.channel import QUEUE, Inbox, closed, closed_there, from_frame, to_frame
from peer.findings import Findings, kinds, only_relay_unknown
from peer.policy import OPEN, Policy
from peer.rtc import Link, Path, is_relay
from peer.trickle import Trickle
from shared.errors import ChannelClosed, ConnectionFailed, ProtocolError, RummyError
from shared.signals import Answer, Candidate, Description, IceServer, Offer
from shared.wire import MAX_SIZE
from shared.words import say

logger = logging.getLogger(__name__)

MAX_BUFFERED = QUEUE * MAX_SIZE
"Bytes that may wait for a peer that does not take them."

CLOSE_TIMEOUT = 2.0
"Seconds the other peer is given to take what was sent before a close."


class RtcConnection:
    """A data channel with candidates trickled both ways.

    A guest calls :meth:`offer`; a host is made for an offer that came. What ``send`` is
    called with goes to the other peer, in order; what comes from there goes to
    :meth:`signal`.
    """

    def __init__(
        self,
        role: Literal["offer", "answer"],
        ice_servers: Sequence[IceServer],
        send: Callable[[Description], None],
        *,
        policy: Policy = OPEN,
        close_timeout: float = CLOSE_TIMEOUT,
    ) -> None:
        """``policy`` says which addresses of ours may be used and told."""
        self.open_ms: float | None = None
        "From the offer to the open channel, in milliseconds; None until then."

        self._role = role
        self._send = send
        self._ice_servers = ice_servers
        self._policy = policy
        self._findings = Findings(relay_only=policy.relay_only)
        self._close_timeout = close_timeout
        self._link = Link(
            controlling=role == "offer",
            opened=self._opened,
            closed=self._closed,
            lost=self._lost,
            received=self._received,
            broken=self.give_up,
            policy=policy,
        )
        self._trickle = Trickle(
            self._link, ice_servers, self._send_candidate, self._findings
        )
        self.channel = RtcChannel(self, self._link)
        "To be used once it is open."

        self._began: float | None = None
        self._remote: sdp.Session | None = None
        self._reason: RummyError | None = None
        "Why there is no connection (any more)."

        self._settled = asyncio.Event()
        self._data_closed = asyncio.Event()
        self._gathering: asyncio.Task[None] | None = None
        self._connecting: asyncio.Task[None] | None = None
        self._closing: asyncio.Task[None] | None = None

    @property
    def described(self) -> bool:
        """Whether the other peer's offer or answer is here."""
        return self._remote is not None

    @property
    def path_found(self) -> bool:
        """Whether packets go both ways: signaling is not needed any more."""
        return self._link.path_found

    @property
    def path(self) -> Path | None:
        """The way packets go; None until it is found."""
        return self._link.path

    @property
    def is_open(self) -> bool:
        """Whether what is sent will be delivered, unless the connection is lost."""
        return self._closing is None and self._link.is_open

    @property
    def fingerprints(self) -> tuple[bytes, bytes]:
        """SHA-256 of our certificate and of the one the other peer really used.

        Only once the channel is open.
        """
        peer = self._link.peer_fingerprint
        assert peer is not None, "the channel is not open"
        return bytes.fromhex(self._link.fingerprint), bytes.fromhex(peer)

    async def offer(self) -> None:
        """Send an offer, and candidates as they are found."""
        if await self._gather():
            self._findings.note(self._own_addresses("the offer is sent"))
            self._began = asyncio.get_running_loop().time()
            self._send(Offer(sdp.write(self._link.describe("actpass", "0"))))
            self._trickle.gather()

    async def signal(self, description: Description) -> None:
        """Take in what the other peer sent.

        Raises:
            ProtocolError: If it does not describe one data channel, or comes out of
                turn. Candidates never raise.
        """
        if self._closing is not None:
            return
        match description:
            case Candidate():
                self._trickle.add(description)
            case Offer() if self._role == "answer" and self._began is None:
                await self._accept(sdp.parse(description.sdp))
            case Answer() if self._is_answer_due():
                remote = sdp.parse(description.sdp)
                if remote.setup == "actpass":
                    raise ProtocolError("the answer leaves the handshake to nobody")
                self._findings.note("the answer is here")
                self._connect(remote)
            case _:
                raise ProtocolError("an offer or an answer came out of turn")

    async def open(self, deadline: float) -> "RtcChannel":
        """Wait for the open channel, at most ``deadline`` seconds.

        Raises:
            ConnectionFailed: If it does not open, with the cause found.
            RummyError: What :meth:`give_up` was called with.
        """
        try:
            async with asyncio.timeout(deadline):
                await self._settled.wait()
        except TimeoutError:
            self._findings.note(f"not open after {deadline} s")
            raise ConnectionFailed(self._cause()) from None
        if self._reason is not None and self.open_ms is None:
            raise self._reason
        return self.channel

    def give_up(self, reason: RummyError) -> None:
        """Hang up at once; who waits for the channel, or reads it, is told why."""
        self.channel.inbox.end(reason)
        self._hang_up(reason, deliver=False)

    async def close(self) -> None:
        """Deliver what was sent and hang up. Harmless when repeated."""
        closing = self._hang_up(
            self._after_open(closed(), else_=say("term.path.givenup")), deliver=True
        )
        # To delete a relay's address takes longer than anybody waits if it is away.
        await asyncio.wait([closing], timeout=2 * self._close_timeout)

    # On the way to the channel

    def _is_answer_due(self) -> bool:
        return self._role == "offer" and bool(self._began) and not self.described

    async def _gather(self) -> bool:
        """Find our addresses; False if there is no use for them any more."""
        try:
            check_relays(self._policy, self._ice_servers)
        except ConnectionFailed as error:
            self.give_up(error)
        if self._closing is None:
            # Not to be cancelled: the sockets opened so far would leak.
            self._gathering = asyncio.create_task(self._link.gather())
            await asyncio.shield(self._gathering)
        return self._closing is None

    async def _accept(self, remote: sdp.Session) -> None:
        self._began = asyncio.get_running_loop().time()
        if await self._gather():
            self._findings.note(self._own_addresses("an offer is answered"))
            described = self._link.describe(_our_setup(remote), remote.mid)
            self._send(Answer(sdp.write(described)))
            self._connect(remote)
            self._trickle.gather()

    def _connect(self, remote: sdp.Session) -> None:
        self._remote = remote
        self._trickle.begin(remote)
        self._connecting = asyncio.create_task(self._establish(remote))

    async def _establish(self, remote: sdp.Session) -> None:
        try:
            if await self._link.establish(remote, _our_setup(remote)):
                return
        except ConnectionError:
            logger.debug("x the other peer was lost on the way")
        except Exception:
            # The edge of what a peer can do in a handshake.
            logger.warning("x connecting broke off", exc_info=True)
        self.give_up(ConnectionFailed(self._cause()))

    def _cause(self) -> str:
        if self._remote is None:
            return say("way.no_answer")
        if not self._link.path_found:
            return self._findings.no_path()
        if self._link.peer_fingerprint not in (None, self._remote.fingerprint):
            return say("way.impostor")
        return say("term.path.handshake")

    def _own_addresses(self, what: str) -> str:
        ours = Counter(map(sdp.kind, self._link.candidates))
        return f"{what}, with addresses: {kinds(ours)}"

    def _send_candidate(self, line: str) -> None:
        self._send(
            Candidate(
                candidate=line,
                sdp_mid=self._remote.mid if self._remote else "0",
                sdp_m_line_index=0,
                username_fragment=self._link.ufrag,
            )
        )

    # What the link tells

    def _opened(self) -> None:
        assert self._began is not None
        self.open_ms = 1000 * (asyncio.get_running_loop().time() - self._began)
        if self.path is not None:
            way = "through a relay" if self.path.relayed else "direct"
            ours, theirs = self.path
            self._findings.note(f"the channel is open, {way}: {ours} to {theirs}")
        self._trickle.stop()
        self._settled.set()

    def _received(self, frame: bytes) -> None:
        self.channel.inbox.put(from_frame(frame))

    def _closed(self) -> None:
        self._data_closed.set()
        self._hang_up(self._after_open(closed_there(), else_=_hung_up()), deliver=False)

    def _lost(self) -> None:
        self._hang_up(
            self._after_open(say("term.path.lost"), else_=_hung_up()), deliver=False
        )

    # On the way out

    def _after_open(self, sentence: str, *, else_: str) -> RummyError:
        if self.open_ms is None:
            return ConnectionFailed(else_)
        return ChannelClosed(sentence)

    def _hang_up(self, reason: RummyError, *, deliver: bool) -> asyncio.Task[None]:
        if self._closing is None:
            self._reason = reason
            if self.open_ms is None:
                tried = self._link.pairs_tried
                self._findings.note(f"no channel; {tried} pairs of addresses tried")
            self._settled.set()
            self._closing = asyncio.create_task(self._shut_down(reason, deliver))
        return self._closing

    async def _shut_down(self, reason: RummyError, deliver: bool) -> None:
        if deliver and self._link.is_open:
            self._link.close()
            try:
                async with asyncio.timeout(self._close_timeout):
                    await self._data_closed.wait()
            except TimeoutError:
                logger.debug("x closed without an answer")
        self.channel.inbox.end(reason)
        await self._trickle.close()
        if self._connecting is not None:
            self._connecting.cancel()
            await asyncio.wait([self._connecting])
        if self._gathering is not None:
            await asyncio.wait([self._gathering])
        await self._link.stop()


class RtcChannel:
    """A :class:`~peer.channel.Channel` over a data channel."""

    def __init__(self, connection: RtcConnection, link: Link) -> None:
        self.inbox = Inbox[str]()
        "The connection puts in what arrives."

        self._connection = connection
        self._link = link

    def send(self, text: str) -> None:
        """See :meth:`~peer.channel.Channel.send`."""
        frame = to_frame(text)
        if not self._connection.is_open:
            raise ChannelClosed(closed())
        if self._link.buffered > MAX_BUFFERED:
            not_taken = say("term.path.nottaken")
            self._connection.give_up(ProtocolError(not_taken))
            raise ChannelClosed(not_taken)
        self._link.send(frame)

    async def receive(self) -> str:
        """See :meth:`~peer.channel.Channel.receive`."""
        return await self.inbox.get()

    async def close(self) -> None:
        """See :meth:`~peer.channel.Channel.close`."""
        await self._connection.close()


def check_relays(policy: Policy, ice_servers: Sequence[IceServer]) -> None:
    """See that there is a relay where nothing else may be used.

    Raises:
        ConnectionFailed: If there is none.
    """
    if policy.relay_only and not any(map(is_relay, ice_servers)):
        raise ConnectionFailed(only_relay_unknown())


def _hung_up() -> str:
    return say("term.path.hungup")


def _our_setup(remote: sdp.Session) -> sdp.Setup:
    return "passive" if remote.setup == "active" else "active"
