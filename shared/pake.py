"""
CPace: two ends find out whether they know the same short secret, one guess a try.

draft-irtf-cfrg-cpace-21, suite CPACE-X25519-SHA512, initiator and responder, explicit
key confirmation (section 10.4). Scalars are arguments: all chance is the caller's.
X25519 comes from ``cryptography``; only the map to the curve is ours.
"""

import hashlib
import hmac
from typing import NamedTuple

from cryptography.hazmat.primitives.asymmetric.x25519 import (
    X25519PrivateKey,
    X25519PublicKey,
)

from shared.errors import ProtocolError

SCALAR_SIZE = 32
SHARE_SIZE = 32
TAG_SIZE = 64
BLIND_SIZE = 32

_DSI = b"CPace255"
_HASH_BLOCK = 128
_P = 2**255 - 19
_A = 486662


class Sent(NamedTuple):
    """What one end says in the exchange."""

    share: bytes
    data: bytes
    "Associated data: authenticated, not secret."


def lv_cat(*parts: bytes) -> bytes:
    """``parts`` behind their lengths in LEB128, so that no two lists look alike."""
    return b"".join(_leb128(len(part)) + part for part in parts)


def generator(secret: bytes, channel: bytes, session: bytes, blind: bytes) -> bytes:
    """The point both ends start from; who does not know all three knows no other.

    Section 8.2: ``PRS``, ``CI`` and ``sid`` of the draft. ``blind`` is chance that the
    result does not depend on.
    """
    used = len(lv_cat(_DSI, secret))
    padding = bytes(max(0, _HASH_BLOCK - 1 - used))
    text = lv_cat(_DSI, secret, padding, channel, session)
    field_element = int.from_bytes(hashlib.sha512(text).digest()[:32], "little")
    u = _elligator2(field_element % 2**255, int.from_bytes(blind, "little") | 1)
    return u.to_bytes(32, "little")


def multiply(scalar: bytes, point: bytes) -> bytes:
    """X25519 (RFC 7748).

    Raises:
        ProtocolError: If ``point`` has low order: the result says nothing then.
    """
    private = X25519PrivateKey.from_private_bytes(scalar)
    try:
        return private.exchange(X25519PublicKey.from_public_bytes(point))
    except ValueError:
        raise ProtocolError("the share is a point of low order") from None


def session_key(
    session: bytes, point: bytes, initiator: Sent, responder: Sent
) -> bytes:
    """The key both ends have if they started alike (``ISK``, section 7.2)."""
    text = lv_cat(_DSI + b"_ISK", session, point)
    return hashlib.sha512(text + lv_cat(*initiator) + lv_cat(*responder)).digest()


def tag(session: bytes, key: bytes, own: Sent) -> bytes:
    """The proof of an end that it has ``key`` (section 10.4)."""
    mac_key = hashlib.sha512(b"CPaceMac" + session + key).digest()
    return hmac.digest(mac_key, lv_cat(*own), "sha512")


def _leb128(number: int) -> bytes:
    digits = bytearray()
    while number > 127:
        digits.append(number & 127 | 128)
        number >>= 7
    digits.append(number)
    return bytes(digits)


def _elligator2(u: int, blind: int) -> int:
    """RFC 9380 section 6.7.1 for curve25519, the u-coordinate only.

    Its exceptional case cannot happen: 2 is no square and -1 is one, so the
    denominator is never zero. Python's powers take a time that depends on their base
    (0.3 microseconds between two secrets): ``blind`` makes the bases random and does
    not change what comes out.
    """
    denominator = 1 + 2 * u * u
    x = -_A * blind * pow(denominator * blind % _P, _P - 2, _P) % _P
    y_squared = x * x * x + _A * x * x + x
    # 1 or -1, plus the prime, for a number of the same size in both cases.
    sign = pow(y_squared * blind * blind % _P, (_P - 1) // 2, _P) + _P
    # 1 keeps x, -1 gives -x - A, without a branch on the secret.
    return (sign * x + (sign - 1) * (_A // 2)) % _P
