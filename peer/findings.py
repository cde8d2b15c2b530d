"""
What came about on the way to one peer: the timeline of ``-v``, and why there is no way.

The timeline names kinds of addresses and never an address.
"""

import logging
import time
from collections import Counter

from peer.rtc import Kind

logger = logging.getLogger(__name__)

NO_PATH = (
    "no way through the networks to the other player was found;"
    " try another network, or a server that offers a relay (TURN)"
)
NO_PATH_NOR_RELAY = (
    "no way through the networks to the other player was found, not even by the relay;"
    " try another network"
)
NO_UDP = (
    "no way to the other player was found: no server answered over UDP, which this"
    " network seems to block, and nobody offers a relay (TURN);"
    " try another network, or a server that offers a relay over TCP or TLS"
)
NO_UDP_NOR_RELAY = (
    "no way to the other player was found: no server answered over UDP, which this"
    " network seems to block, and no relay (TURN) gave us an address either;"
    " try another network, or a relay over TCP or TLS"
)
RELAY_AWAY = (
    "no way through the networks to the other player was found, and the relay (TURN)"
    " gave us no address; check that it runs and takes the password, or try another"
    " network"
)
ONLY_RELAY_AWAY = (
    "only a relay may be used (--relay-only), and none gave us an address;"
    " check that it runs and takes the password"
)
ONLY_RELAY_UNKNOWN = (
    "only a relay may be used (--relay-only), and nobody offers one (TURN);"
    " name one with --turn"
)
NOTHING_TOLD = (
    "the other player's program told no address to reach it at;"
    " it may have no network, or may use only a relay that is away"
)


class Findings:
    """Counts what was asked and told, and notes it with the time since the start."""

    def __init__(self, *, relay_only: bool = False) -> None:
        self.asked: Counter[Kind] = Counter()
        "Servers, from each socket."

        self.answered: Counter[Kind] = Counter()
        self.theirs: Counter[str] = Counter()
        "Addresses that the other peer told, by kind."

        self._relay_only = relay_only
        self._began = time.monotonic()

    def note(self, what: str) -> None:
        """One line of the timeline."""
        logger.info("= %5.0f ms: %s", 1000 * (time.monotonic() - self._began), what)

    def no_path(self) -> str:
        """Why no pair of addresses worked, and what to try."""
        relayed = self.answered["turn"] > 0
        if self._relay_only and not relayed:
            return ONLY_RELAY_AWAY if self.asked["turn"] else ONLY_RELAY_UNKNOWN
        if relayed:
            return NO_PATH_NOR_RELAY
        if not self.theirs:
            return NOTHING_TOLD
        if self.asked["stun"] and not self.answered["stun"]:
            return NO_UDP_NOR_RELAY if self.asked["turn"] else NO_UDP
        return RELAY_AWAY if self.asked["turn"] else NO_PATH


def kinds(counts: Counter[str]) -> str:
    """``2 host, 1 srflx``, or ``none``."""
    return ", ".join(f"{n} {kind}" for kind, n in sorted(counts.items())) or "none"
