"""Which lines of the transcript each guest was told. Pure."""

from collections.abc import Collection, Iterator

from peer.chronicle import Chronicle
from peer.places import Peer
from shared.wire import MAX_SIZE, Recorded

ROOM = MAX_SIZE // 2
"Bytes of lines in one message: within it their quotes are escaped."


class Ledger:
    """The guests that keep the transcript, and how far each has it."""

    def __init__(self) -> None:
        self._told: dict[Peer, tuple[int, int]] = {}
        "The match, and how many lines of it."

    def __contains__(self, peer: Peer) -> bool:
        return peer in self._told

    def open(self, peer: Peer) -> None:
        """``peer`` wants every line from now on, and those before."""
        self._told[peer] = 0, 0

    def forget(self, peer: Peer) -> None:
        """``peer`` is gone."""
        self._told.pop(peer, None)

    def undo(self, chronicle: Chronicle, unsure: Collection[Peer]) -> None:
        """Nobody was told what is behind ``chronicle``.

        How much less ``unsure`` were told is not known: they are told all of it again.
        """
        most = chronicle.matches, len(chronicle.lines)
        self._told = {
            peer: (0, 0) if peer in unsure else min(told, most)
            for peer, told in self._told.items()
        }

    def news(
        self, peer: Peer, chronicle: Chronicle, most: int | None = None
    ) -> Iterator[Recorded]:
        """What ``peer`` has not been told yet, of the first ``most`` lines."""
        match, first = self._told.get(peer, (chronicle.matches, len(chronicle.lines)))
        if match != chronicle.matches:
            first = 0
        told = chronicle.lines[:most]
        while first < len(told):
            lines = _as_many_as_fit(told, first)
            yield Recorded(first, lines)
            first += len(lines)
        if peer in self._told:
            self._told[peer] = chronicle.matches, first


def _as_many_as_fit(lines: tuple[str, ...], first: int) -> tuple[str, ...]:
    end, size = first + 1, len(lines[first].encode())
    while end < len(lines) and size + len(lines[end].encode()) <= ROOM:
        size += len(lines[end].encode())
        end += 1
    return lines[first:end]
