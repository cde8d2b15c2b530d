"""How much better each level of Basic Rummy is than the one below, and how fast.

Run it with ``python tests/strength/basic.py [--part N] [--seed S] [--preset NAME]``; a
part of 10 plays a tenth of the deals. Every deal is played from every seat.
"""

import argparse

from peer.contest import contest, sentences
from shared.reasons import Level
from shared.ruleset import find_ruleset

PLAYED: list[tuple[Level, Level, int, int]] = [
    ("medium", "easy", 2, 5000),
    ("hard", "medium", 2, 7000),
    ("master", "hard", 2, 4000),
    ("medium", "easy", 3, 1500),
    ("hard", "medium", 3, 1500),
    ("master", "hard", 3, 1500),
    ("medium", "easy", 4, 1200),
    ("hard", "medium", 4, 1200),
    ("master", "hard", 4, 1200),
]
"The better level, the one below, how many seats, how many deals."


def main() -> None:
    """Play, and print who won how often."""
    asked = argparse.ArgumentParser()
    asked.add_argument("--part", type=int, default=1)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--preset")
    options = asked.parse_args()
    ruleset = find_ruleset("basic", options.preset)
    for one, two, seats, deals in PLAYED:
        if seats not in ruleset.seats:
            continue
        deals = max(deals // options.part, 2)
        result = contest(ruleset, one, two, seats, deals, options.seed)
        print("\n    ".join(sentences(result, ruleset, one, two, seats)), flush=True)


if __name__ == "__main__":
    main()
