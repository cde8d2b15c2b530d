"""The messages of a proof and what either end makes of them. Sans-I/O."""

import hmac
from collections.abc import Callable, Sequence
from typing import Annotated, Any, NamedTuple, TypeVar

import msgspec
from msgspec import Meta, Struct

from peer.resumption import (
    NONCE_SIZE,
    Nonce,
    Recognition,
    Resumption,
    Talk,
    Unknown,
)
from shared import pake
from shared.errors import ConnectionFailed, ProtocolError
from shared.wire import VERSION
from shared.words import say

MAX_SIZE = 512
"Characters of a message."

FINGERPRINT_SIZE = 32

_LABEL = b"rummyroom proof of the room code"

Share = Annotated[bytes, Meta(min_length=pake.SHARE_SIZE, max_length=pake.SHARE_SIZE)]
Tag = Annotated[bytes, Meta(min_length=pake.TAG_SIZE, max_length=pake.TAG_SIZE)]
Random = Callable[[int], bytes]


class NotProven(ConnectionFailed):
    """The other end tried a secret or fingerprints that are not ours: a wrong guess."""

    def __init__(self) -> None:
        super().__init__(say("way.not_proven"))


class UnknownSeat(ConnectionFailed):
    """The host holds no seat for us, and the code is not to be tried."""

    def __init__(self) -> None:
        super().__init__(say("term.proof.unknown"))


class NotNow(ConnectionFailed):
    """The host believes no code for a while."""

    def __init__(self) -> None:
        super().__init__(say("term.proof.notnow"))


class VersionMismatch(ConnectionFailed):
    """The other end speaks another version of the game messages."""

    def __init__(self, theirs: int) -> None:
        super().__init__(
            say("way.older_there") if theirs < VERSION else say("way.older_here")
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


class Paused(_Message, frozen=True, tag="proof-paused"):
    """The host has not looked at the guest's tag: no code is believed for a while."""


class OtherVersion(_Message, frozen=True, tag="proof-version"):
    """The guest cannot go on with the host's version."""

    version: int


class _Versioned(Struct):
    version: int


_FIRST_ANSWER: Any = Response | Resumption
_TO_A_TOKEN: Any = Recognition | Unknown
_TO_A_TAG: Any = Confirmation | Paused


class HostSide:
    """The initiator's part of one proof. Sans-I/O: texts in, texts out."""

    def __init__(
        self,
        secret: str,
        room: str,
        fingerprints: Fingerprints,
        random: Random,
        tokens: Sequence[str] = (),
    ) -> None:
        """``tokens`` are those of the seats that somebody has."""
        self._room = room
        self._fingerprints = fingerprints
        self._tokens = tokens
        self._nonce = random(NONCE_SIZE)
        self._scalar = random(pake.SCALAR_SIZE)
        blind = random(pake.BLIND_SIZE)
        start = _generator(secret, room, fingerprints, self._nonce, blind)
        self._sent = pake.Sent(pake.multiply(self._scalar, start), b"host")

    def challenge(self) -> str:
        """The first message."""
        return encode(Challenge(VERSION, self._nonce, self._sent.share))

    def recognise(self, text: str) -> str | None:
        """The answer to a guest that shows a token; None if it shows none.

        Raises:
            UnknownSeat: If it is none of ours.
            VersionMismatch: If the guest speaks another version.
            ProtocolError: If ``text`` is neither this nor a response.
        """
        message: Response | Resumption = _decode_first(text, _FIRST_ANSWER)
        if isinstance(message, Response):
            return None
        talk = _talk(
            self._room,
            self._fingerprints,
            Challenge(VERSION, self._nonce, self._sent.share),
            message.nonce,
        )
        token = talk.token_of(message.mac, self._tokens)
        if token is None:
            raise UnknownSeat
        return encode(Recognition(talk.mac("host", token)))

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
        return encode(Confirmation(pake.tag(self._nonce, key, self._sent)))


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
        self._random = random
        self._expected = b""

    def resume(self, text: str, token: str) -> str:
        """The answer to the host's challenge that shows ``token``.

        Raises:
            VersionMismatch: If the host speaks another version.
            ProtocolError: If ``text`` is no challenge.
        """
        challenge = _decode_first(text, Challenge)
        nonce = self._random(NONCE_SIZE)
        talk = _talk(self._room, self._fingerprints, challenge, nonce)
        self._expected = talk.mac("host", token)
        return encode(Resumption(VERSION, nonce, talk.mac("guest", token)))

    def is_recognised(self, text: str) -> bool:
        """Whether the host holds the token too; False if it says that it does not.

        Raises:
            NotProven: If it claims to and does not.
            ProtocolError: If ``text`` is neither.
        """
        answer: Recognition | Unknown = _decode(text, _TO_A_TOKEN)
        if isinstance(answer, Unknown):
            return False
        if not hmac.compare_digest(self._expected, answer.mac):
            raise NotProven
        return True

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
        return encode(Response(VERSION, own.share, pake.tag(nonce, key, own)))

    def check(self, text: str) -> None:
        """Return if the host knows the secret.

        Raises:
            NotProven: If it does not.
            NotNow: If it says that it has not looked whether we do.
            ProtocolError: If ``text`` is neither.
        """
        confirmation: Confirmation | Paused = _decode(text, _TO_A_TAG)
        if isinstance(confirmation, Paused):
            raise NotNow
        if not hmac.compare_digest(self._expected, confirmation.tag):
            raise NotProven


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


T = TypeVar("T")


def _talk(
    room: str, fingerprints: Fingerprints, challenge: Challenge, nonce: bytes
) -> Talk:
    return Talk(
        room=room,
        host_fingerprint=fingerprints.host,
        guest_fingerprint=fingerprints.guest,
        host_nonce=challenge.nonce,
        host_share=challenge.share,
        guest_nonce=nonce,
    )


def encode(message: Struct) -> str:
    """``message`` as it travels."""
    return msgspec.json.encode(message).decode()


def _decode_first(text: str, kind: type[T]) -> T:
    """The first message of an end, whose version may differ and with it the rest."""
    theirs = _decode(text, _Versioned).version
    if theirs != VERSION:
        raise VersionMismatch(theirs)
    return _decode(text, kind)


def _decode(text: str, kind: type[T]) -> T:
    if len(text) > MAX_SIZE:
        raise ProtocolError("a message of the proof is too long")
    try:
        return msgspec.json.decode(text, type=kind)
    except (msgspec.MsgspecError, UnicodeEncodeError, RecursionError) as error:
        raise ProtocolError(f"not the expected message of the proof: {error}") from None
