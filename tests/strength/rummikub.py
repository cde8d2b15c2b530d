"""How much better each level of Rummikub is than the one below, and how fast it thinks.

Run it with ``python tests/strength/rummikub.py [--matches N] [--seed S] [--only A B]``.
A match is what the preset says: a round in which everybody begins once; most hands won
win it, then most points; a tie is half a win. Every deck is played as often as there
are seats, with the better player in each.
"""

import argparse
import random
import sys
from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from statistics import fmean, median, stdev
from time import process_time

sys.path.insert(0, str(Path(__file__).parent.parent))

from tiled import OFFICIAL  # noqa: E402

from peer.bots import Bot  # noqa: E402
from peer.bots.levels import LEVELS, computer_player  # noqa: E402
from peer.bots.tile_columns import column, pair  # noqa: E402
from shared.events import HandEnded  # noqa: E402
from shared.reasons import Level  # noqa: E402
from shared.rulesets.rummikub_state import State  # noqa: E402
from shared.tiles import DECK  # noqa: E402
from shared.view import TileView  # noqa: E402


def main() -> None:
    """Play, and print who won how often."""
    asked = argparse.ArgumentParser()
    asked.add_argument("--matches", type=int, default=1000)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--only", nargs=2, choices=LEVELS, metavar=("BETTER", "WORSE"))
    asked.add_argument("--seats", type=int, nargs="*", default=[2, 3, 4])
    options = asked.parse_args()
    pairs = list(zip(LEVELS[1:], LEVELS, strict=False))
    for better, worse in [options.only] if options.only else pairs:
        for seats in options.seats:
            number = options.matches if seats == 2 else options.matches // 4
            compare(better, worse, seats, number, options.seed)
    if not options.only:
        print(
            f"four hard players: {hands_per_second(50):.1f} hands/s of processor time"
        )


def compare(better: Level, worse: Level, seats: int, number: int, seed: int) -> None:
    """One ``better`` against as many ``worse`` as there are other seats."""
    shares, points = [], []
    for match in range(-(-number // seats)):
        for place in range(seats):
            levels = [better if seat == place else worse for seat in range(seats)]
            results = list(played(levels, f"{seed} {match}"))
            shares.append(share(results, place))
            points.append(fmean(result.points[place] for result in results))
    won, fair = fmean(shares), 1 / seats
    print(
        f"{better} against {seats - 1} {worse}: {len(shares):,} matches, seed {seed}, "
        f"won {won:.1%} +-{sqrt(won * (1 - won) / len(shares)):.1%} (fair {fair:.1%}), "
        f"{fmean(points):+.1f} +-{stdev(points) / sqrt(len(points)):.1f} points a hand",
        flush=True,
    )


def played(levels: list[Level], seed: str) -> Iterator[HandEnded]:
    """The results of a match."""
    bots = [computer_player(level, OFFICIAL, seat) for seat, level in enumerate(levels)]
    for dealer in range(len(levels)):
        deck = random.Random(f"{seed} {dealer}").sample(range(DECK), DECK)
        yield from (state.result for state in hand(bots, deck, dealer) if state.result)


def hand(bots: list[Bot], deck: list[int], dealer: int) -> Iterator[State]:
    """The states of a hand."""
    state = OFFICIAL.deal(len(bots), deck, dealer)
    yield state
    while state.result is None:
        action = bots[state.turn].choose(OFFICIAL.view(state, state.turn), ())
        state, _ = OFFICIAL.apply(state, state.turn, action)
        yield state


def share(results: list[HandEnded], seat: int) -> float:
    """How much of a match a seat has won."""
    seats = range(len(results[0].points))
    ranks = [
        (
            sum(result.winner == one for result in results),
            sum(result.points[one] for result in results),
        )
        for one in seats
    ]
    best = [one for one in seats if ranks[one] == max(ranks)]
    return (seat in best) / len(best)


def hands_per_second(number: int) -> float:
    """How many hands of four players who play the most tiles fit in a second."""
    start = process_time()
    for seed in range(number):
        for _ in hand(four("hard"), some_deck(seed), 0):
            pass
    return number / (process_time() - start)


def thinking(level: Level, hands: int) -> str:
    """How long turns take, each the best of three tries that know of none before."""
    times = []
    for seed in range(hands):
        bots = four(level)[: 2 + seed % 3]
        for state in hand(bots, some_deck(seed), 0):
            if state.result is None:
                view = OFFICIAL.view(state, state.turn)
                times.append(min(timed(bots[0], view) for _ in range(3)))
    times.sort()
    return (
        f"p50 {median(times):.1f}, p99 {times[int(0.99 * len(times))]:.1f}, at most "
        f"{times[-1]:.1f} ms in {len(times):,} turns"
    )


def timed(bot: Bot, view: TileView) -> float:
    """Milliseconds of processor time that a choice takes."""
    column.cache_clear()
    pair.cache_clear()
    start = process_time()
    bot.choose(view, ())
    return (process_time() - start) * 1000


def four(level: Level) -> list[Bot]:
    return [computer_player(level, OFFICIAL, seat) for seat in range(4)]


def some_deck(seed: int) -> list[int]:
    return random.Random(seed).sample(range(DECK), DECK)


if __name__ == "__main__":
    main()
