"""
What came about on the way to one peer: the timeline of ``-v``, and why there is no way.

The timeline names kinds of addresses and never an address.
"""

import logging
import time
from collections import Counter

from peer.rtc import Kind
from shared.words import say

logger = logging.getLogger(__name__)


def only_relay_unknown() -> str:
    """Nothing but a relay may be used, and there is none."""
    return say("term.path.only.unknown")


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
            asked = self.asked["turn"]
            return say("term.path.only.away") if asked else only_relay_unknown()
        if relayed:
            return say("term.path.none.relay")
        if not self.theirs:
            return say("term.path.untold")
        if self.asked["stun"] and not self.answered["stun"]:
            asked = self.asked["turn"]
            return say("term.path.udp.relay") if asked else say("term.path.udp")
        return say("term.path.relay") if self.asked["turn"] else say("way.no_path")


def kinds(counts: Counter[str]) -> str:
    """``2 host, 1 srflx``, or ``none``."""
    return ", ".join(f"{n} {kind}" for kind, n in sorted(counts.items())) or "none"
