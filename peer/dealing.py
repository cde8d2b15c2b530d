"""
The host's side of the joint shuffle of one deal. Sans-I/O: time is an argument.

Commitments come in ahead of the deal. When it is due, those of all who take part and
the host's own are published together, then all but the host show their seeds, and the
deck follows. Who fails is named, and the others begin again with new seeds: nobody who
has seen seeds can choose between two decks that are both known.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from shared import shuffle
from shared.events import Seat
from shared.transcript import Missing

WITHIN = 5.0
"Seconds that a guest has for its commitment, and then for its seed."

Part: TypeAlias = bytes | Missing
"A commitment or a seed of a seat, or why there is none."


@dataclass(frozen=True)
class Published:
    """Tell everybody these commitments."""

    host: bytes
    seats: tuple[Part, ...]


@dataclass(frozen=True)
class Failed:
    """Nothing came of it because of these seats; begin again without them."""

    missing: Mapping[Seat, Missing]


@dataclass(frozen=True)
class Shuffled:
    """All seeds are there: the deck is made."""

    host: bytes
    "Secret until the hand is over."

    seats: tuple[Part, ...]

    @property
    def seeds(self) -> list[bytes]:
        """What the root follows from."""
        return [*(part for part in self.seats if isinstance(part, bytes)), self.host]


Outcome: TypeAlias = Published | Failed | Shuffled


@dataclass
class Dealing:
    """One deal of a table while it is prepared."""

    table: str
    deal: int
    seats: int
    host_seed: bytes = field(repr=False)
    out: dict[Seat, Missing] = field(default_factory=dict)
    "Who takes no part in it, and why."

    _commits: dict[Seat, bytes] = field(default_factory=dict)
    _seeds: dict[Seat, bytes] = field(default_factory=dict, repr=False)
    _failed: dict[Seat, Missing] = field(default_factory=dict)
    _begun: bool = False
    _published: bool = False
    _deadline: float | None = None

    @property
    def begun(self) -> bool:
        """Whether the deal is due, and only its seeds are waited for."""
        return self._begun

    def commit(self, seat: Seat, deal: int, commitment: bytes) -> None:
        """``seat`` has committed to a seed."""
        if deal != self.deal or seat in self.out:
            return
        if self._commits.get(seat, commitment) != commitment:
            self._fail(seat, "twice")
        elif not self._published:
            self._commits[seat] = commitment

    def reveal(self, seat: Seat, deal: int, seed: bytes) -> None:
        """``seat`` shows its seed."""
        if deal != self.deal or not self._published or seat in self.out:
            return
        if shuffle.promise(self.table, deal, seat, seed) == self._commits[seat]:
            self._seeds[seat] = seed
        else:
            self._fail(seat, "wrong")

    def came(self, seat: Seat) -> None:
        """Another program has the seat now; what it has not published is forgotten."""
        if not self._published:
            self._commits.pop(seat, None)

    def gone(self, seat: Seat) -> None:
        """Nobody is in ``seat``."""
        self.came(seat)
        if self._begun and seat not in self._seeds and seat not in self.out:
            self._fail(seat, "absent")

    def begin(self, out: Mapping[Seat, Missing]) -> None:
        """The deal is due, and ``out`` take no part."""
        self._begun = True
        self.out.update(out)

    def next(self, now: float) -> Outcome | None:
        """What to do, if anything; to be asked whenever something has changed."""
        if not self._begun:
            return None
        if not self._published:
            return self._publish(now)
        self._fail_late(self._seeds, now)
        if self._failed:
            return Failed(self._failed)
        if self._waited_for(self._seeds):
            return None
        return Shuffled(self.host_seed, self._parts(self._seeds))

    def again(self, deal: int, host_seed: bytes) -> "Dealing":
        """The next attempt, without those who failed."""
        out = {**self.out, **self._failed}
        return Dealing(self.table, deal, self.seats, host_seed, out, _begun=True)

    @property
    def published(self) -> bool:
        """Whether this deal's commitments are known to all."""
        return self._published

    def _publish(self, now: float) -> Published | None:
        self._fail_late(self._commits, now)
        self.out.update(self._failed)
        self._failed.clear()
        if self._waited_for(self._commits):
            return None
        self._published, self._deadline = True, None
        host = shuffle.promise(self.table, self.deal, shuffle.HOST, self.host_seed)
        return Published(host, self._parts(self._commits))

    def _fail(self, seat: Seat, why: Missing) -> None:
        """After the commitments all is void; before, only that seat is out."""
        if self._published:
            self._failed.setdefault(seat, why)
        else:
            self.out[seat] = why

    def _fail_late(self, have: Iterable[Seat], now: float) -> None:
        if self._deadline is None:
            self._deadline = now + WITHIN
        if now >= self._deadline:
            for seat in self._waited_for(have):
                self._failed.setdefault(seat, "silent")

    def _waited_for(self, have: Iterable[Seat]) -> list[Seat]:
        return [s for s in range(self.seats) if s not in self.out and s not in have]

    def _parts(self, have: Mapping[Seat, bytes]) -> tuple[Part, ...]:
        seats = range(self.seats)
        return tuple(self.out[s] if s in self.out else have[s] for s in seats)
