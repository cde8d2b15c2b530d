"""
The signaling messages between a member and the server, JSON text over one WebSocket.

A host sends ``create`` and learns its room; a guest sends ``join`` with that room. The
server then relays ``signal`` between the host and each guest and nothing else: ``data``
is an offer, an answer or one ICE candidate, which it passes on byte for byte.
The guest offers, the host answers, and both trickle their candidates (RFC 8838).

When something is refused the server says :class:`Error` first and then closes; every
other end has a :class:`CloseCode` of its own.
"""

import json
from enum import IntEnum
from typing import Annotated, Literal, TypeAlias, TypeVar

import msgspec
from msgspec import Meta, Raw, Struct

from shared.errors import ProtocolError, SignalingCode

VERSION = 1

MAX_SIZE = 64 * 1024
"Bytes of one frame, which is smaller than this."

MAX_DATA = MAX_SIZE - 1024
"Bytes of what is relayed, so that it fits a frame again on its way out."

MAX_BRACKETS = 64
"In what is relayed, so that no decoder on the way gives up on its depth."

Member: TypeAlias = Annotated[int, Meta(ge=0, le=2**53 - 1)]
"""A peer in a room, numbered by the server: at random, and anew for each socket. A host
that comes back has another number, so what was said to the old one never reaches it."""

ShortText: TypeAlias = Annotated[str, Meta(max_length=64)]


class _Message(Struct, frozen=True, forbid_unknown_fields=True):
    pass


class CloseCode(IntEnum):
    """Why the server closed a socket (RFC 6455 section 7.4)."""

    NORMAL = 1000
    "The member said Leave."

    FAULT = 1011
    "The server made a mistake of its own; come back."

    RESTARTING = 1012
    "Come back after the ``retry_after`` of :class:`Restarting`."

    REFUSED = 4000
    "An :class:`Error` came before it."

    REPLACED = 4001
    "The host of this room came back on another socket; do not come back on this one."

    CLOSED = 4002
    "The room is gone; an :class:`Error` ``closed`` came before it."

    SLOW = 4008
    "The member read too slowly for what was sent to it."


class IceServer(_Message, frozen=True, omit_defaults=True):
    """W3C RTCIceServer: a STUN or TURN server a peer may use."""

    urls: tuple[str, ...]
    username: str | None = None
    credential: str | None = None


# Member to server


class Create(_Message, frozen=True, tag="create"):
    """Open a room with me as its host."""

    version: int
    claim: ShortText | None = None
    "From an earlier Created: take that room back, with :attr:`room`."

    room: ShortText | None = None


class Join(_Message, frozen=True, tag="join"):
    """Let me into this room as a guest."""

    version: int
    room: ShortText


class Signal(_Message, frozen=True, tag="signal"):
    """Relay this to that member of my room."""

    to: Member
    data: Raw


class Leave(_Message, frozen=True, tag="leave"):
    """I am going."""


# Server to member


class Created(_Message, frozen=True, tag="created"):
    """Your room is open."""

    room: str
    you: Member
    claim: str
    "Keep it secret: it takes the room back after the socket was lost."

    ice_servers: tuple[IceServer, ...]


class Joined(_Message, frozen=True, tag="joined"):
    """You are in."""

    room: str
    you: Member
    host: Member
    ice_servers: tuple[IceServer, ...]


class Arrived(_Message, frozen=True, tag="arrived"):
    """To the host: a guest came in. To a guest: the host is back."""

    member: Member


class Left(_Message, frozen=True, tag="left"):
    """A member's socket is gone; what runs between peers is not touched by that."""

    member: Member
    reason: str
    """``left``: it said so. ``lost``: its socket is gone; a host may come back.
    ``gone``: the answer to a signal for somebody who is not there (any more)."""


class Signaled(_Message, frozen=True, tag="signal"):
    """That member of your room sent you this."""

    sender: Member = msgspec.field(name="from")
    data: Raw


class Error(_Message, frozen=True, omit_defaults=True, tag="error"):
    """What you asked for was refused; the server closes the socket."""

    code: SignalingCode
    message: str
    retry_after: float | None = None


class Restarting(_Message, frozen=True, tag="restarting"):
    """The server is going down and will be back."""

    retry_after: float


ToServer: TypeAlias = Create | Join | Signal | Leave
ToMember: TypeAlias = Created | Joined | Arrived | Left | Signaled | Error | Restarting


# What two peers say to each other through ``data``


class Offer(_Message, frozen=True, tag="offer"):
    """W3C RTCSessionDescription of a guest."""

    sdp: Annotated[str, Meta(max_length=16 * 1024)]


class Answer(_Message, frozen=True, tag="answer"):
    """W3C RTCSessionDescription of the host."""

    sdp: Annotated[str, Meta(max_length=16 * 1024)]


class Candidate(_Message, frozen=True, tag="candidate", rename="camel"):
    """One ICE candidate, the fields of W3C RTCIceCandidateInit."""

    candidate: Annotated[str, Meta(max_length=1024)] | None
    "None or empty: the end of candidates."

    sdp_mid: ShortText | None = None
    sdp_m_line_index: Annotated[int, Meta(ge=0, le=65535)] | None = None
    username_fragment: Annotated[str, Meta(max_length=256)] | None = None
    "Which description it belongs to."


Description: TypeAlias = Offer | Answer | Candidate


class _Opening(Struct):
    """What create and join have in common in every version."""

    type: Literal["create", "join"]
    version: int


_encoder = msgspec.json.Encoder()
_to_server = msgspec.json.Decoder(ToServer)
_to_member = msgspec.json.Decoder(ToMember)
_opening = msgspec.json.Decoder(_Opening)
_description = msgspec.json.Decoder(Description)

M = TypeVar("M")


def encode(message: ToServer | ToMember) -> str:
    """``message`` as JSON text."""
    return _encoder.encode(message).decode()


def encode_utf_8(message: ToServer | ToMember) -> bytes:
    """``message`` as the bytes of JSON text."""
    return _encoder.encode(message)


def encode_description(description: Description) -> Raw:
    """``description`` as the ``data`` of a signal."""
    return Raw(_encoder.encode(description))


def decode_to_server(text: str | bytes) -> ToServer:
    """What a member sent.

    A create or join of another version may have fields that this one does not know; it
    is returned as a bare :class:`Create` of that version, which is enough to refuse it.

    Raises:
        ProtocolError: If it is not one of the messages a member may send.
    """
    try:
        message = _decode(_to_server, text)
    except ProtocolError:
        version = _other_version(text)
        if version is None:
            raise
        return Create(version=version)
    if isinstance(message, Signal):
        size = _check_data(bytes(message.data)) + len(str(message.to))
        if len(text) == len('{"type":"signal","to":,"data":}') + size:
            # Every field once, in any order, and nothing else: nothing would fit.
            return message
    elif isinstance(message, Join) and len(text) == len(encode_utf_8(message)):
        return message
    _check_fields(text)
    return message


def decode_to_member(text: str) -> ToMember:
    """What the server sent.

    Raises:
        ProtocolError: If it is not one of the messages a server may send.
    """
    return _decode(_to_member, text)


def decode_description(data: Raw) -> Description:
    """What the other peer sent through the server.

    Raises:
        ProtocolError: If it is neither an offer, an answer nor a candidate.
    """
    return _decode(_description, data)


def _other_version(text: str | bytes) -> int | None:
    try:
        version = _decode(_opening, text).version
    except ProtocolError:
        return None
    return None if version == VERSION else version


def _check_data(data: bytes) -> int:
    if len(data) > MAX_DATA:
        raise ProtocolError("what is to be relayed is too long")
    # Counting is cheap and never below the depth, and no description comes near it.
    if data.count(b"[") + data.count(b"{") > MAX_BRACKETS:
        raise ProtocolError("what is to be relayed is nested too deeply")
    return len(data)


def _check_fields(text: str | bytes) -> None:
    # Two readers of one text must not see two messages in it (RFC 8259 section 4).
    repeated = json.loads(
        text,
        object_pairs_hook=lambda pairs: len(pairs) - len(dict(pairs)),
        parse_int=str,
    )
    if repeated:
        raise ProtocolError("a signaling message has a field twice")


def _decode(decoder: msgspec.json.Decoder[M], text: str | bytes | Raw) -> M:
    try:
        if isinstance(text, str):
            text = text.encode()
        # A Raw, which has no length of its own, is a part of a message.
        if isinstance(text, bytes) and len(text) > MAX_SIZE:
            raise ProtocolError("the signaling message is too long")
        return decoder.decode(text)
    except (msgspec.MsgspecError, UnicodeEncodeError, RecursionError) as error:
        raise ProtocolError(f"not a signaling message: {error}") from None
