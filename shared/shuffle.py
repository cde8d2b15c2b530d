"""
Chance that anybody can check: all contribute a seed, and the deck follows from them.

Everything here is SHA-256 over bytes, so that a second implementation is short. ``u8``
and ``u32`` are unsigned integers of one and four bytes, big-endian; ``+`` joins bytes;
``match`` is an identifier in UTF-8 without a NUL; ``\\0`` is one zero byte.

Commitment of a seat to its secret 32-byte seed, published before any seed is::

    commit = SHA-256("rummy-commit-v1\\0" + match + "\\0" + u8(seat) + seed)

At a table the commitment to the deal ``d`` is one for the match ``table + "/" + d``,
so that it can be shown in that deal only. The host commits as seat 255, whatever seat
its player has, and its seed is the last.

Root of one hand, from the seeds of the ``n`` who took part, by seat (hands count
from 0)::

    root = SHA-256("rummy-root-v1\\0" + match + "\\0" + u32(hand) + u8(n) + seeds)

Stream of a root: the words of ``SHA-256(root + u32(0))``, then of
``SHA-256(root + u32(1))`` and so on, eight u32 each. A number below ``m`` is the next
word ``w`` modulo ``m``, but a ``w`` of ``floor(2**32 / m) * m`` or more is skipped, so
that no number is likelier than another.

Shuffle of ``n`` things: begin with the list 0 to n-1; for ``i`` from n-1 down to 1 draw
``j`` below ``i + 1`` and swap the elements ``i`` and ``j``. The first element is dealt
first.

Reshuffle: a discard pile of ``p`` cards that becomes the stock for the ``k``-th time in
a hand (k counts from 1) is shuffled with a root of its own, which follows from the deck
as it was dealt::

    root = SHA-256("rummy-reshuffle-v1\\0" + u32(k) + deck)

where ``deck`` has one u8 per card in the order of the deal. If the shuffle of ``p``
begins ``5, 0, ...``, the next card of the stock is the pile's sixth from the bottom,
then its bottom card.

First dealer among ``n`` seats: a number below ``n`` from the stream of
``SHA-256("rummy-dealer-v1\\0" + root)``.
"""

import hashlib
import struct
from collections.abc import Sequence

SEED = 32
"Bytes of a seed."

HOST = 255
"The seat that a host has in its commitment."

_COMMIT = b"rummy-commit-v1\0"
_ROOT = b"rummy-root-v1\0"
_RESHUFFLE = b"rummy-reshuffle-v1\0"
_DEALER = b"rummy-dealer-v1\0"


def commit(match: str, seat: int, seed: bytes) -> bytes:
    """What ``seat`` publishes before it shows its ``seed``.

    Raises:
        ValueError: If the seed has not 32 bytes.
    """
    return _hash(_COMMIT, match.encode(), b"\0", struct.pack(">B", seat), _sized(seed))


def promise(table: str, deal: int, seat: int, seed: bytes) -> bytes:
    """The commitment of ``seat`` to its seed of a deal at a table.

    Raises:
        ValueError: If the seed has not 32 bytes.
    """
    return commit(f"{table}/{deal}", seat, seed)


def root(match: str, hand: int, seeds: Sequence[bytes]) -> bytes:
    """From what the deck of a hand follows; ``seeds`` in the order of the seats.

    Raises:
        ValueError: If a seed has not 32 bytes.
    """
    counts = struct.pack(">IB", hand, len(seeds))
    return _hash(_ROOT, match.encode(), b"\0", counts, *map(_sized, seeds))


class Stream:
    """Numbers that follow from a root, each as likely as any other."""

    def __init__(self, root: bytes) -> None:
        self._root = root
        self._blocks = 0
        self._words: list[int] = []
        "Of the last block, the next one at the end."

    def below(self, n: int) -> int:
        """The next number from 0 to n-1, for ``n`` up to 2**32."""
        end = (1 << 32) // n * n
        while True:
            if not self._words:
                self._refill()
            word = self._words.pop()
            if word < end:
                return word % n

    def _refill(self) -> None:
        block = _hash(self._root, struct.pack(">I", self._blocks))
        self._words = list(reversed(struct.unpack(">8I", block)))
        self._blocks += 1


def shuffle(n: int, root: bytes) -> tuple[int, ...]:
    """The numbers 0 to n-1 in an order that follows from ``root``."""
    order = list(range(n))
    below = Stream(root).below
    for last in range(n - 1, 0, -1):
        other = below(last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def reshuffle(pile: bytes, deck: bytes, recycle: int) -> bytes:
    """The cards of ``pile`` in the order in which they are drawn from the new stock.

    ``recycle`` counts how often this ``deck``'s pile became the stock, from 1.
    """
    root = _hash(_RESHUFFLE, struct.pack(">I", recycle), deck)
    return bytes(pile[place] for place in shuffle(len(pile), root))


def first_dealer(root: bytes, seats: int) -> int:
    """The seat that deals the first hand of a match, from the first hand's root."""
    return Stream(_hash(_DEALER, root)).below(seats)


def _hash(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


def _sized(seed: bytes) -> bytes:
    if len(seed) != SEED:
        raise ValueError(f"a seed has {SEED} bytes, not {len(seed)}")
    return seed
