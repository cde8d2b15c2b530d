"""Where a host's decks come from: one seed, and all that follows from it. Pure."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field

from shared import shuffle
from shared.events import Seat


@dataclass(frozen=True)
class Decks:
    """The decks of one table, hand after hand; the same seed gives the same ones."""

    _seed: bytes = field(repr=False)

    def seed(self, deal: int) -> bytes:
        """The host's part in a deal, counted from 0."""
        number = deal.to_bytes(4, "big")
        return hashlib.sha256(b"rummyroom-hand\0" + self._seed + number).digest()

    def promise(self, deal: int) -> bytes:
        """The host's commitment to its part."""
        return shuffle.promise(self.table, deal, shuffle.HOST, self.seed(deal))

    def secret(self, whose: str) -> bytes:
        """What the seeds of the other players in this process follow from."""
        part = b"rummyroom-player\0" + whose.encode() + b"\0" + self._seed
        return hashlib.sha256(part).digest()

    def root(self, deal: int, seeds: Sequence[str]) -> bytes:
        """What a deal follows from, by the seeds of who took part, in hexadecimal.

        Raises:
            ValueError: If one is none.
        """
        return shuffle.root(self.table, deal, [bytes.fromhex(seed) for seed in seeds])

    def first_dealer(self, root: bytes, seats: int) -> Seat:
        """Who deals first."""
        return shuffle.first_dealer(root, seats)

    def deck(self, root: bytes, cards: int) -> Sequence[int]:
        """A whole deck of so many cards, in the order they are dealt."""
        return shuffle.shuffle(cards, root)

    @property
    def lots(self) -> int:
        """From what the computer players draw lots."""
        digest = hashlib.sha256(b"rummyroom-lots\0" + self._seed).digest()
        return int.from_bytes(digest[:8], "big")

    @property
    def table(self) -> str:
        """What commitments and roots are bound to."""
        return hashlib.sha256(b"rummyroom-table\0" + self._seed).hexdigest()[:16]
