"""How fast the rules of Rummikub are on one core, through their public functions.

Run it with ``python tests/bench/bench_rummikub.py``.
"""

import random
from collections.abc import Callable
from functools import partial
from statistics import median
from time import perf_counter, process_time

START = process_time()

import msgspec  # noqa: E402

from shared.actions import Rearrange  # noqa: E402
from shared.opening import opening  # noqa: E402
from shared.rulesets.rummikub import PRESETS, Rummikub  # noqa: E402
from shared.rulesets.rummikub_state import State  # noqa: E402
from shared.tiles import DECK, KINDS  # noqa: E402

IMPORT = process_time() - START


def main() -> None:
    """Print every figure, one a line."""
    show("import of the engine, CPU", IMPORT * 1e3, "ms")
    for game in PRESETS.values():
        turns = large_turns(game, random.Random(1))
        times = [micros(partial(game.apply, *turn)) for turn in turns]
        tiles = sum(sum(map(len, turn[2].table)) for turn in turns) / len(turns)
        show(f"{game.preset}: tiles of a large table", tiles, "on average")
        show(f"{game.preset}: Rearrange of it, median", median(times), "us")
        show(f"{game.preset}: Rearrange of it, at most", max(times), "us")
    game = PRESETS["rk_official"]
    hands, turns_played, seconds = random_play(game, 3.0, random.Random(2))
    show("simple random play, 4 players", hands / seconds, "hands/s")
    show("simple random play, 4 players", turns_played / seconds, "turns/s")
    states = [turn[0] for turn in large_turns(game, random.Random(3))]
    views = [micros(partial(game.view, state, 0)) for state in states]
    sizes = [len(msgspec.json.encode(game.view(state, 0))) for state in states]
    show("view of a large table", median(views), "us")
    show("view of a large table", median(sizes), "bytes of JSON")
    show("view of a large table, at most", max(sizes), "bytes of JSON")
    rng = random.Random(4)
    racks = [bytes(n % KINDS for n in rng.sample(range(DECK), 14)) for _ in range(2000)]
    searches = [micros(partial(opening, rack, 30), rounds=1) for rack in racks]
    show("first sets of 14 tiles, median", median(searches), "us")
    show("first sets of 14 tiles, at most", max(searches), "us")


def show(what: str, figure: float, unit: str) -> None:
    """One line of the report."""
    print(f"{what:48} {figure:10,.1f} {unit}")  # noqa: T201


def micros(call: Callable[[], object], rounds: int = 5) -> float:
    """Microseconds of one call, the best of some rounds."""
    best = float("inf")
    for _ in range(rounds):
        start = perf_counter()
        call()
        best = min(best, perf_counter() - start)
    return best * 1e6


def large_turns(
    game: Rummikub, rng: random.Random
) -> list[tuple[State, int, Rearrange]]:
    """Turns of hands of four that make a table of 76 to 84 tiles, sets turned about."""
    found: list[tuple[State, int, Rearrange]] = []
    while len(found) < 60:
        state = game.deal(4, rng.sample(range(DECK), DECK), 0)
        while state.result is None:
            action = list(game.legal(state, state.turn))[-1]
            if isinstance(action, Rearrange):
                sets = [tuple(reversed(one)) for one in action.table if "J" not in one]
                sets += [one for one in action.table if "J" in one]
                turned = Rearrange(tuple(rng.sample(sets, len(sets))))
                tiles = sum(map(len, sets))
                if 76 <= tiles <= 84 and state.has_opened:
                    found.append((state, state.turn, turned))
            state, _ = game.apply(state, state.turn, action)
    return found


def random_play(
    game: Rummikub, seconds: float, rng: random.Random
) -> tuple[int, int, float]:
    """Whole hands of random legal actions: how many hands, turns and seconds."""
    hands = turns = 0
    start = perf_counter()
    while perf_counter() - start < seconds:
        state = game.deal(4, rng.sample(range(DECK), DECK), hands % 4)
        while state.result is None:
            action = rng.choice(list(game.legal(state, state.turn)))
            state, _ = game.apply(state, state.turn, action)
            turns += 1
        hands += 1
    return hands, turns, perf_counter() - start


if __name__ == "__main__":
    main()
