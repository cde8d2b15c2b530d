"""Where a host's decks come from: one seed, and all that follows from it. Pure."""

import hashlib
from collections.abc import Sequence

from shared import shuffle
from shared.events import Seat


class Decks:
    """The decks of one table, hand after hand; the same seed gives the same ones."""

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._table = hashlib.sha256(b"rummyroom-table\0" + seed).hexdigest()[:16]
        self._dealt = 0

    def first_dealer(self, seats: int) -> Seat:
        """Who deals first."""
        return shuffle.first_dealer(self._root(), seats)

    def next(self, cards: int) -> Sequence[int]:
        """A whole deck of so many cards, in the order they are dealt."""
        deck = shuffle.shuffle(cards, self._root())
        self._dealt += 1
        return deck

    def _root(self) -> bytes:
        number = self._dealt.to_bytes(4, "big")
        seed = hashlib.sha256(b"rummyroom-hand\0" + self._seed + number).digest()
        return shuffle.root(self._table, self._dealt, (seed,))
