"""
The STUN and TURN servers that members are told.

A TURN server relays for whoever has a credential, and this one is good for a while
only: coturn's ``use-auth-secret``, draft-uberti-behave-turn-rest. The user name is the
time it ends and the member's number, the password is their HMAC under a secret that
only the two servers know.
"""

import base64
import hashlib
import hmac
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from shared.signals import IceServer, Member

LIFETIME = 12 * 60 * 60
"Seconds that a credential is good for: longer than any evening of cards."


@dataclass(frozen=True)
class Relay:
    """A TURN server and the secret it shares with us."""

    urls: tuple[str, ...]
    secret: str = field(repr=False)
    lifetime: int = LIFETIME

    def credential(self, member: Member, now: float) -> IceServer:
        """What lets ``member`` use the relay; ``now`` is the time of day in seconds."""
        username = f"{int(now) + self.lifetime}:{member}"
        # The draft fixes SHA-1; HMAC does not need its collision resistance.
        digest = hmac.new(self.secret.encode(), username.encode(), hashlib.sha1)
        password = base64.b64encode(digest.digest()).decode()
        return IceServer(urls=self.urls, username=username, credential=password)


def ice_servers(
    stun: Sequence[str],
    turn: Sequence[str],
    secret: str | None,
    clock: Callable[[], float],
) -> Callable[[Member], tuple[IceServer, ...]]:
    """What to tell each member; a relay's credential is made for it alone."""
    fixed = tuple(IceServer(urls=(url,)) for url in stun or _stun_of(turn))
    if not turn or secret is None:
        return lambda _: fixed
    urls = tuple(way for url in turn for way in _ways(url))
    relay = Relay(urls, secret)
    return lambda member: (*fixed, relay.credential(member, clock()))


def _ways(url: str) -> tuple[str, ...]:
    """``url`` once for each transport that it leaves open (RFC 7065 section 3)."""
    if "?" in url:
        return (url,)
    if url.startswith("turns:"):
        return (f"{url}?transport=tcp",)
    return f"{url}?transport=udp", f"{url}?transport=tcp"


def _stun_of(turn: Sequence[str]) -> list[str]:
    """A TURN server answers STUN on the same port (RFC 8656 section 3)."""
    open_to_udp = (
        url.partition("?")[0]
        for url in turn
        if url.startswith("turn:") and not url.endswith("=tcp")
    )
    return [f"stun:{url.removeprefix('turn:')}" for url in dict.fromkeys(open_to_udp)]
