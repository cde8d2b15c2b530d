"""
Both ends of a fresh channel prove that they know the secret of the room code.

Nothing else on the channel is believed or answered before. CPace
(:mod:`shared.pake`) gives whoever sits in the middle, or guesses, one guess for one
attempt, and both DTLS fingerprints go into it, so that nobody who changed them can
pass the messages on::

    host   Challenge(version, nonce, share)
    guest  Response(version, share, tag)
    host   Confirmation(tag), only if the guest's tag is right; else it hangs up

The share depends on the nonce. The host is the initiator and speaks first because then
its nonce is known to both before any share is made, and the guest has its answer one
round trip after the channel opened. The guest needs no nonce: its fingerprint is part
of the channel identifier, its share part of the key, and the draft (section 10.6) asks
no more. A host that is not what it says has one guess from the guest's tag; a guest
that is not has none that the host does not see fail.
"""

import hmac
import secrets
from asyncio import timeout
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Annotated, NamedTuple, TypeVar

import msgspec
from msgspec import Meta, Struct

from peer.channel import Channel
from shared import pake
from shared.errors import ChannelClosed, ConnectionFailed, ProtocolError
from shared.wire import VERSION

DEADLINE = 10.0
"Seconds for the whole proof."

MAX_SIZE = 512
"Characters of a message."

NONCE_SIZE = 16
FINGERPRINT_SIZE = 32

_LABEL = b"rummyroom proof of the room code"

Nonce = Annotated[bytes, Meta(min_length=NONCE_SIZE, max_length=NONCE_SIZE)]
Share = Annotated[bytes, Meta(min_length=pake.SHARE_SIZE, max_length=pake.SHARE_SIZE)]
Tag = Annotated[bytes, Meta(min_length=pake.TAG_SIZE, max_length=pake.TAG_SIZE)]
Random = Callable[[int], bytes]


class NotProven(ConnectionFailed):
    """The other end tried a secret or fingerprints that are not ours: a wrong guess."""

    def __init__(self) -> None:
        super().__init__(
            "the other end could not prove that it knows the code: either the code is"
            " not the one the host shows now, or somebody between you is changing the"
            " connection; compare the code with the host's and try again"
        )


class VersionMismatch(ConnectionFailed):
    """The other end speaks another version of the game messages."""

    def __init__(self, theirs: int) -> None:
        super().__init__(
            "the other end's rummyroom is older than this one; it has to be updated"
            if theirs < VERSION
            else "this rummyroom is older than the other end's; update it and try again"
        )


class Fingerprints(NamedTuple):
    """SHA-256 of both DTLS certificates, as this end itself sees them."""

    host: bytes
    guest: bytes


class _Message(Struct, frozen=True, forbid_unknown_fields=True):
    pass


class Challenge(_Message, frozen=True, tag="proof-challenge"):
    """The host opens."""

    version: int
    nonce: Nonce
    share: Share


class Response(_Message, frozen=True, tag="proof-response"):
    """The guest shows first that it knows the secret."""

    version: int
    share: Share
    tag: Tag


class Confirmation(_Message, frozen=True, tag="proof-confirmation"):
    """The host knows it too."""

    tag: Tag


class OtherVersion(_Message, frozen=True, tag="proof-version"):
    """The guest cannot go on with the host's version."""

    version: int


class _Versioned(Struct):
    version: int


class HostSide:
    """The initiator's part of one proof. Sans-I/O: texts in, texts out."""

    def __init__(
        self, secret: str, room: str, fingerprints: Fingerprints, random: Random
    ) -> None:
        self._nonce = random(NONCE_SIZE)
        self._scalar = random(pake.SCALAR_SIZE)
        blind = random(pake.BLIND_SIZE)
        start = _generator(secret, room, fingerprints, self._nonce, blind)
        self._sent = pake.Sent(pake.multiply(self._scalar, start), b"host")

    def challenge(self) -> str:
        """The first message."""
        return _encode(Challenge(VERSION, self._nonce, self._sent.share))

    def confirm(self, text: str) -> str:
        """The answer to a guest that knows the secret.

        Raises:
            NotProven: If it does not.
            VersionMismatch: If it speaks another version.
            ProtocolError: If ``text`` is no response.
        """
        response = _decode_first(text, Response)
        theirs = pake.Sent(response.share, b"guest")
        point = pake.multiply(self._scalar, theirs.share)
        key = pake.session_key(self._nonce, point, self._sent, theirs)
        if not hmac.compare_digest(pake.tag(self._nonce, key, theirs), response.tag):
            raise NotProven
        return _encode(Confirmation(pake.tag(self._nonce, key, self._sent)))


class GuestSide:
    """The responder's part of one proof. Sans-I/O: texts in, texts out."""

    def __init__(
        self, secret: str, room: str, fingerprints: Fingerprints, random: Random
    ) -> None:
        self._secret = secret
        self._room = room
        self._fingerprints = fingerprints
        self._scalar = random(pake.SCALAR_SIZE)
        self._blind = random(pake.BLIND_SIZE)
        self._expected = b""

    def respond(self, text: str) -> str:
        """The answer to the host's challenge.

        Raises:
            VersionMismatch: If the host speaks another version.
            ProtocolError: If ``text`` is no challenge.
        """
        challenge = _decode_first(text, Challenge)
        nonce = challenge.nonce
        start = _generator(
            self._secret, self._room, self._fingerprints, nonce, self._blind
        )
        theirs = pake.Sent(challenge.share, b"host")
        own = pake.Sent(pake.multiply(self._scalar, start), b"guest")
        point = pake.multiply(self._scalar, theirs.share)
        key = pake.session_key(nonce, point, theirs, own)
        self._expected = pake.tag(nonce, key, theirs)
        return _encode(Response(VERSION, own.share, pake.tag(nonce, key, own)))

    def check(self, text: str) -> None:
        """Return if the host knows the secret.

        Raises:
            NotProven: If it does not.
            ProtocolError: If ``text`` is no confirmation.
        """
        confirmation = _decode(text, Confirmation)
        if not hmac.compare_digest(self._expected, confirmation.tag):
            raise NotProven


async def prove_host(
    channel: Channel,
    secret: str,
    room: str,
    fingerprints: Fingerprints,
    random: Random = secrets.token_bytes,
    deadline: float = DEADLINE,
    guessed_wrong: Callable[[], None] = lambda: None,
) -> None:
    """Prove the secret to the guest at the other end and make it prove it first.

    ``guessed_wrong`` is called as soon as the guest's proof is seen to be wrong, before
    the time that it takes to hang up.

    Raises:
        ConnectionFailed: If it did not; the channel is closed.
    """
    side = HostSide(secret, room, fingerprints, random)
    async with _attempt(channel, deadline):
        channel.send(side.challenge())
        response = await channel.receive()
        try:
            confirmation = side.confirm(response)
        except NotProven:
            guessed_wrong()
            raise
        channel.send(confirmation)


async def prove_guest(
    channel: Channel,
    secret: str,
    room: str,
    fingerprints: Fingerprints,
    random: Random = secrets.token_bytes,
    deadline: float = DEADLINE,
) -> None:
    """Prove the secret to the host at the other end and make it prove it too.

    Raises:
        ConnectionFailed: If either did not work; the channel is closed.
    """
    side = GuestSide(secret, room, fingerprints, random)
    async with _attempt(channel, deadline):
        challenge = await channel.receive()
        try:
            channel.send(side.respond(challenge))
        except VersionMismatch:
            channel.send(_encode(OtherVersion(VERSION)))
            raise
        try:
            side.check(await channel.receive())
        except ChannelClosed:
            # How a host answers a wrong tag.
            raise NotProven from None


@asynccontextmanager
async def _attempt(channel: Channel, deadline: float) -> AsyncIterator[None]:
    """Hang up on everything that goes wrong inside and say what it means."""
    try:
        async with timeout(deadline):
            yield
    except ConnectionFailed:
        await channel.close()
        raise
    except (ProtocolError, ChannelClosed, TimeoutError) as error:
        await channel.close()
        raise ConnectionFailed(_explanation(error)) from error


def _explanation(error: ProtocolError | ChannelClosed | TimeoutError) -> str:
    match error:
        case ProtocolError():
            return (
                "the other end sent nonsense where it had to prove that it knows the"
                " code; make sure that both of you run rummyroom"
            )
        case ChannelClosed():
            return (
                "the other end hung up before it had proved that it knows the code;"
                " try again"
            )
        case TimeoutError():
            return (
                "the other end did not prove in time that it knows the code; try again"
            )


def _generator(
    secret: str, room: str, fingerprints: Fingerprints, nonce: bytes, blind: bytes
) -> bytes:
    """Where CPace starts for this room, version and pair of certificates.

    Raises:
        ValueError: If a fingerprint is missing: the proof would prove little.
    """
    if any(len(fingerprint) != FINGERPRINT_SIZE for fingerprint in fingerprints):
        raise ValueError("the proof needs the SHA-256 of both certificates")
    version = str(VERSION).encode()
    channel = pake.lv_cat(_LABEL, version, room.encode(), *fingerprints)
    return pake.generator(secret.encode(), channel, nonce, blind)


M = TypeVar("M", bound=_Message)


def _encode(message: _Message) -> str:
    return msgspec.json.encode(message).decode()


def _decode_first(text: str, kind: type[M]) -> M:
    """The first message of an end, whose version may differ and with it the rest."""
    theirs = _decode(text, _Versioned).version
    if theirs != VERSION:
        raise VersionMismatch(theirs)
    return _decode(text, kind)


T = TypeVar("T")


def _decode(text: str, kind: type[T]) -> T:
    if len(text) > MAX_SIZE:
        raise ProtocolError("a message of the proof is too long")
    try:
        return msgspec.json.decode(text, type=kind)
    except (msgspec.MsgspecError, UnicodeEncodeError, RecursionError) as error:
        raise ProtocolError(f"not the expected message of the proof: {error}") from None
