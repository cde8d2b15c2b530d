"""
The second way through a proof: a guest that had a seat proves the token of the seat.

The host's code may have changed since the guest sat down, the token has not: 128 bits
that came over a proven channel (:class:`~shared.wire.Welcome`), so there is nothing to
guess and nothing to count. It answers the same challenge, in as many messages::

    host   Challenge(version, nonce, share), as for the code
    guest  Resumption(version, nonce, mac of the guest)
    host   Recognition(mac of the host), or Unknown(): then the code is left

    mac(end) = HMAC-SHA256(token, lv_cat(label, end, version, room, host fingerprint,
                           guest fingerprint, host nonce, host share, guest nonce))

``end`` is ``host`` or ``guest``, the version is in decimal, texts are UTF-8. Which seat
it is only the MAC tells: the host tries the few tokens it has, and whoever listens in
the middle cannot even see whether two guests are the same. tests/proof_vectors.json has
transcripts for every language that this is written in; WebCrypto has all it needs.
"""

import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from msgspec import Meta, Struct

from shared.pake import lv_cat
from shared.wire import VERSION

NONCE_SIZE = 16
MAC_SIZE = 32

_LABEL = b"rummyroom proof of a seat"

Nonce = Annotated[bytes, Meta(min_length=NONCE_SIZE, max_length=NONCE_SIZE)]
Mac = Annotated[bytes, Meta(min_length=MAC_SIZE, max_length=MAC_SIZE)]


class Resumption(
    Struct, frozen=True, forbid_unknown_fields=True, tag="proof-resumption"
):
    """The guest shows that it holds the token of a seat."""

    version: int
    nonce: Nonce
    mac: Mac


class Recognition(
    Struct, frozen=True, forbid_unknown_fields=True, tag="proof-recognition"
):
    """The host holds it too."""

    mac: Mac


class Unknown(Struct, frozen=True, forbid_unknown_fields=True, tag="proof-unknown"):
    """No seat has such a token; the guest may still prove the code."""


@dataclass(frozen=True)
class Talk:
    """What both ends know of their connection, each as it sees it itself."""

    room: str
    host_fingerprint: bytes
    guest_fingerprint: bytes
    host_nonce: bytes
    host_share: bytes
    guest_nonce: bytes

    def mac(self, end: Literal["host", "guest"], token: str) -> bytes:
        """What ``end`` shows if it holds ``token``."""
        text = lv_cat(
            _LABEL,
            end.encode(),
            str(VERSION).encode(),
            self.room.encode(),
            self.host_fingerprint,
            self.guest_fingerprint,
            self.host_nonce,
            self.host_share,
            self.guest_nonce,
        )
        return hmac.digest(token.encode(), text, "sha256")

    def token_of(self, mac: bytes, tokens: Sequence[str]) -> str | None:
        """The one of ``tokens`` that a guest has shown, in equal time."""
        found = None
        for token in tokens:
            if hmac.compare_digest(self.mac("guest", token), mac):
                found = token
        return found
