"""What may be typed about computer players: their level, and matches of two of them."""

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING

from peer.values import number

if TYPE_CHECKING:
    from shared.reasons import Level

LEVELS: "tuple[Level, ...]" = ("easy", "medium", "hard", "master")

USUAL_HANDS = 200


def add_level(command: argparse.ArgumentParser) -> None:
    """How well the computer players of a table play."""
    command.add_argument(
        "--level",
        dest="levels",
        type=levels,
        metavar="LEVEL",
        help="of the computer players: easy, medium, hard or master (default medium); "
        "with commas one for each, such as easy,hard",
    )


def levels(text: str) -> "tuple[Level, ...]":
    """One level, or one for each computer player."""
    return tuple(level(word) for word in text.split(","))


def level(text: str) -> "Level":
    """The level of a computer player."""
    for known in LEVELS:
        if text.strip().lower() == known:
            return known
    raise argparse.ArgumentTypeError(
        f"{text[:20]!r} is not a level: choose easy, medium, hard or master"
    )


def add_contest(commands: Callable[[str, str, str], argparse.ArgumentParser]) -> None:
    """The command ``rummyroom bots``; ``commands`` makes one."""
    command = commands(
        "bots",
        "let computer players play matches against each other",
        """
        rummyroom bots match hard medium
        rummyroom bots match master hard --game gin --hands 1000 --seed 7
        rummyroom bots match hard medium --players 4 --json
        """,
    )
    command.add_argument("what", choices=("match",), metavar="match")
    for name in ("one", "two"):
        command.add_argument(
            name, type=level, metavar=name.upper(), help="easy, medium, hard or master"
        )
    command.add_argument(
        "--game",
        choices=("basic", "gin", "rummikub"),
        default="basic",
        help="what is played (default basic)",
    )
    command.add_argument(
        "--preset", metavar="NAME", help="a known set of house rules of the game"
    )
    command.add_argument(
        "--players",
        type=number(2, 6),
        default=2,
        metavar="N",
        help="seats: ONE has one of them, TWO all the others (default 2)",
    )
    command.add_argument(
        "--hands",
        type=number(1, 1_000_000),
        default=USUAL_HANDS,
        metavar="N",
        help=f"deals, each played from every seat (default {USUAL_HANDS})",
    )
    command.add_argument(
        "--seed",
        type=number(0, 10**9),
        default=1,
        metavar="N",
        help="of the deals: the same number gives the same result (default 1)",
    )
    command.add_argument("--json", action="store_true", help="say it as a JSON line")
