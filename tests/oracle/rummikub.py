"""The best turn with tiles against a MILP: 1,000 positions, or as many as asked for.

Run it with ``python tests/oracle/rummikub.py [POSITIONS]``. Every third position is
asked about the value of the tiles, the others about their number.
"""

import random
import sys
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from time import process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from tile_milp import most, positions  # noqa: E402
from tiled import OFFICIAL  # noqa: E402

from peer.bots.tile_search import TILES, best_turn  # noqa: E402
from shared.tiles import JOKER  # noqa: E402

POSITIONS = 1000
VALUES = (*(kind % 13 + 1 for kind in range(JOKER)), 30)


def main() -> None:
    """Compare, and print what was found."""
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else POSITIONS
    wrong, ours, theirs = 0, 0.0, 0.0
    jokers = largest = playable = 0
    spread = islice(positions(random.Random(1), OFFICIAL), 0, 4 * wanted, 4)
    for number, (must, may) in enumerate(spread):
        worth = VALUES if number % 3 == 2 else TILES
        turn, seconds = timed(best_turn, must, may, worth)
        ours += seconds
        best, seconds = timed(most, must, may, worth)
        theirs += seconds
        found = 0 if turn is None else sum(worth[kind] for kind in turn.played)
        wrong += found != best
        jokers += JOKER in must + may
        playable += best > 0
        largest = max(largest, len(must))
    print(f"{wanted:,} positions, seed 1: {wrong} answers differ")
    print(f"{playable:,} with something to play, {jokers:,} with jokers")
    print(f"the largest table had {largest} tiles")
    print(f"CPU seconds: {ours:.1f} for ours, {theirs:.1f} for the MILP")


def timed(call: Callable[..., Any], *arguments: object) -> tuple[Any, float]:
    """What a call returns, and the processor time it takes."""
    start = process_time()
    answer = call(*arguments)
    return answer, process_time() - start


if __name__ == "__main__":
    main()
