"""How much better each level of Gin is than another, and than OpenSpiel's player.

Run it with ``python tests/strength/gin.py [--part N] [--seed S]``; a part of 10 plays a
tenth of the deals. Every deal is played from both seats. Our medium plays as the simple
player of the Gin Rummy EAAI challenge (Neller) does; OpenSpiel's plays under its own
rules, of which a match is hands to 100 here.
"""

import argparse
import random
import sys
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev

sys.path.insert(0, str(Path(__file__).parent.parent))

from against_spiel import Player, Stage  # noqa: E402

from peer.contest import contest, sentences  # noqa: E402
from shared.cards import DECK  # noqa: E402
from shared.reasons import Level  # noqa: E402
from shared.ruleset import find_ruleset  # noqa: E402

PLAYED: list[tuple[Level, Level, int]] = [
    ("medium", "easy", 4000),
    ("hard", "medium", 9000),
    ("master", "medium", 9000),
    ("master", "hard", 9000),
    ("hard", "hard", 500),
]
"The better level, another, how many deals."

AGAINST_SPIEL = 4000
"Deals against OpenSpiel's player."

TARGET = 100


def main() -> None:
    """Play, and print who won how often."""
    asked = argparse.ArgumentParser()
    asked.add_argument("--part", type=int, default=1)
    asked.add_argument("--seed", type=int, default=1)
    options = asked.parse_args()
    ruleset = find_ruleset("gin")
    for one, two, deals in PLAYED:
        deals = max(deals // options.part, 2)
        result = contest(ruleset, one, two, 2, deals, options.seed)
        print("\n    ".join(sentences(result, ruleset, one, two, 2)), flush=True)
    levels: tuple[Level, ...] = ("hard", "master")
    for level in levels:
        against_spiel(level, max(AGAINST_SPIEL // options.part, 2), options.seed)


def against_spiel(level: Level, deals: int, seed: int) -> None:
    """Our player against the one that comes with OpenSpiel."""
    stage, rng = Stage(), random.Random(seed)
    gained: list[float] = []
    scores = [[0.0, 0.0], [0.0, 0.0]]
    games = won = 0
    for _ in range(deals):
        order = rng.sample(range(DECK), DECK)
        both = 0.0
        for seat in (0, 1):
            points = stage.played(order, seat, Player(level, seat))
            both += points
            scores[seat][points < 0] += abs(points)
            if max(scores[seat]) >= TARGET:
                games += 1
                won += scores[seat][0] > scores[seat][1]
                scores[seat] = [0.0, 0.0]
        gained.append(both / 2)
    share = won / games if games else 0.0
    print(
        f"{level} against OpenSpiel's simple player, its rules, seed {seed}: {deals} "
        f"deals from both seats, points a hand {fmean(gained):+.2f} (standard error "
        f"{stdev(gained) / sqrt(deals):.2f}), games to {TARGET} won: {share:.1%} of "
        f"{games} (standard error {sqrt(share * (1 - share) / max(games, 1)):.1%})"
    )


if __name__ == "__main__":
    main()
