"""What a fair deal costs in CPU time: the shuffle, the audit, the file, verifying.

Run it with ``python tests/bench/bench_fair.py``.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).parent.parent))

from recorded import TABLE, Recording, recording, secret  # noqa: E402

from peer.audit import Witness, judged  # noqa: E402
from peer.dealing import Dealing, Shuffled  # noqa: E402
from shared import shuffle  # noqa: E402
from shared.replay import Replay, replay  # noqa: E402
from shared.wire import Update  # noqa: E402

GAMES = (("basic", 4, 10), ("gin", 2, 10), ("rummikub", 4, 4))


def main() -> None:
    """Print every figure, one a line."""
    show("joint shuffle of 52 cards, 4 guests", joint(52), "us")
    show("the deck alone, as without it", deck_alone(52), "us")
    show("one guest's commitment and its check", promise(), "us")
    for game, seats, hands in GAMES:
        data = recording(game, seats, hands)
        actions = data.count(b'["do"')
        best = min(timed(lambda data=data: replay(data)) for _ in range(5))
        show(f"{game}, {seats} players, {hands} hands", len(data) / 1000, "kB")
        show(f"{game}: actions", actions, "actions")
        show(f"{game}: verified", actions / best, "actions/s")
        times = audits(game, seats)
        show(f"{game}: audit of a hand, mean", sum(times) / len(times) * 1e3, "ms")
        show(f"{game}: audit of a hand, longest", max(times) * 1e3, "ms")


def show(what: str, figure: float, unit: str) -> None:
    """One line of the report."""
    print(f"{what:42} {figure:12,.1f} {unit}")


def timed(work: Callable[[], object]) -> float:
    """How many seconds it takes."""
    start = process_time()
    work()
    return process_time() - start


def joint(cards: int) -> float:
    """Microseconds of the host between the last seed and the deck, checks included."""
    rounds, seats, spent = 2000, 4, 0.0
    seeds = [secret(f"{seat}") for seat in range(seats)]
    for deal in range(rounds):
        dealing = Dealing(TABLE, deal, seats, secret("host"))
        for seat, seed in enumerate(seeds):
            commitment = shuffle.promise(TABLE, deal, seat, seed)
            dealing.commit(seat, deal, commitment)
        dealing.begin({})
        dealing.next(0.0)
        start = process_time()
        for seat, seed in enumerate(seeds):
            dealing.reveal(seat, deal, seed)
        shuffled = dealing.next(0.0)
        assert isinstance(shuffled, Shuffled)
        shuffle.shuffle(cards, shuffle.root(TABLE, deal, shuffled.seeds))
        spent += process_time() - start
    return spent / rounds * 1e6


def deck_alone(cards: int) -> float:
    """Microseconds of a deck from one seed."""
    rounds = 2000
    start = process_time()
    for deal in range(rounds):
        shuffle.shuffle(cards, shuffle.root(TABLE, deal, [secret("host")]))
    return (process_time() - start) / rounds * 1e6


def promise() -> float:
    """Microseconds."""
    rounds, seed = 10_000, secret("guest")
    start = process_time()
    for deal in range(rounds):
        shuffle.promise(TABLE, deal, 1, seed)
    return (process_time() - start) / rounds * 1e6


class _Watched(Recording):
    """Keeps what seat 0 is sent."""

    def __init__(self, game: str, seats: int, salt: str) -> None:
        self.seen: list[Update] = []
        super().__init__(game, seats, 1, salt=salt)

    def says(self, seat: int, message: object) -> None:
        if seat == 0 and isinstance(message, Update):
            self.seen.append(message)
        super().says(seat, message)  # type: ignore[arg-type]


def audits(game: str, seats: int) -> list[float]:
    """Seconds that one guest takes for each of some hands, from seeds to verdict."""
    times = []
    for salt in range(12):
        table = _Watched(game, seats, f"{salt}")
        table.play_hand()
        told, witness = Replay(), Witness()
        for update in table.seen:
            witness.saw(update)
        lines = list(table.chronicle.lines)
        end = next(n for n, line in enumerate(lines) if line.startswith('["end"'))
        for line in lines[:end]:
            told.add(line)
        start = process_time()
        told.add(lines[end])
        hand = told.hands[-1]
        own = hand.dealt.seats[0]
        verdict = judged(witness, hand, 0, table.ruleset, own)
        times.append(process_time() - start)
        assert verdict.finding == "ok"
    return times


if __name__ == "__main__":
    main()
