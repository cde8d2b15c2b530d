"""Who is there, by when each peer was heard last. Pure: time is an argument."""

from collections.abc import Iterator

from peer.places import Peer

HEARTBEAT = 2.0
"Seconds between two questions whether a peer is there."

SUSPECT = 5.0
"Seconds of silence after which everybody is told."

DEAD = 12.0
"Seconds of silence after which a connection counts as gone."

CLOCK_GAP = 5.0
"Seconds between two ticks that mean this machine slept: nobody is blamed for them."


class Attendance:
    """The peers that have a channel to the table."""

    def __init__(self) -> None:
        self._heard: dict[Peer, float] = {}
        "When each was heard last; one without a seat counts from its coming."

        self._suspects: set[Peer] = set()
        self._asked = float("-inf")
        self._last_tick: float | None = None

    def __contains__(self, peer: Peer) -> bool:
        return peer in self._heard

    def __iter__(self) -> Iterator[Peer]:
        return iter(tuple(self._heard))

    def heard(self, peer: Peer, now: float) -> None:
        """``peer`` is there."""
        self._heard[peer] = now
        self._suspects.discard(peer)

    def last_heard(self, peer: Peer, now: float) -> float:
        """When ``peer`` was heard last."""
        return self._heard.get(peer, now)

    def suspect(self, peer: Peer) -> None:
        """``peer`` may be gone: it is until it is heard again."""
        self._suspects.add(peer)

    def forget(self, peer: Peer) -> None:
        """The channel of ``peer`` is closed."""
        self._heard.pop(peer, None)
        self._suspects.discard(peer)

    def slept(self, now: float) -> float:
        """How long this machine slept since the last call; nobody was silent in it."""
        last, self._last_tick = self._last_tick, now
        if last is None or now - last <= CLOCK_GAP:
            return 0.0
        self._heard = dict.fromkeys(self._heard, now)
        return now - last

    def dead(self, now: float) -> list[Peer]:
        """Who has been silent for too long."""
        return [peer for peer, heard in self._heard.items() if now - heard > DEAD]

    def silent(self, peer: Peer, now: float) -> bool:
        """Whether ``peer`` is suspected to be gone."""
        return peer in self._suspects or now - self._heard.get(peer, now) > SUSPECT

    def asks(self, now: float) -> bool:
        """Whether it is time to ask everybody again; then it is not for a while."""
        if now - self._asked < HEARTBEAT:
            return False
        self._asked = now
        return True
