"""The long run of gin against OpenSpiel: 200,000 moves, or as many as are asked for.

Run it with ``python tests/oracle/gin.py [MOVES]``.
"""

import random
import sys
from collections import Counter
from pathlib import Path
from time import perf_counter

import pyspiel

sys.path.insert(0, str(Path(__file__).parent.parent))

from spiel import Duel  # noqa: E402

from shared.rulesets.gin import PRESETS  # noqa: E402

MOVES = 200_000


def main() -> None:
    """Play, and print what was compared."""
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else MOVES
    game = pyspiel.load_game("gin_rummy")
    parameters = game.get_parameters()
    bots = [pyspiel.make_simple_gin_rummy_bot(parameters, seat) for seat in (0, 1)]
    moves = hands = 0
    ended, allowed = Counter[str](), Counter[str]()
    start = perf_counter()
    while moves < wanted:
        for bot in bots:
            bot.restart()
        by_bots = bots if hands % 4 == 0 else None
        duel = Duel(game, PRESETS["gin_openspiel"], random.Random(hands), by_bots)
        duel.play()
        moves += duel.moves
        hands += 1
        allowed += duel.allowed
        ended[duel.ours.result.reason] += 1
    print(f"{moves:,} moves of {hands:,} hands in {perf_counter() - start:.0f} s")
    print("the hands ended by", ", ".join(f"{k} {n:,}" for k, n in ended.most_common()))
    print("known defects of OpenSpiel met:", dict(allowed) or "none")


if __name__ == "__main__":
    main()
