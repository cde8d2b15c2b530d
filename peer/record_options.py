"""What may be typed about transcripts: saving, verifying, watching, counting."""

from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path

from peer.values import SPEEDS, language, number, screen, seed


def add(command: Callable[[str, str, str], ArgumentParser]) -> None:
    """The commands about transcripts; ``command`` makes one, with its examples."""
    _verify(
        command(
            "verify",
            "check a transcript: the chain, the seeds, every deck, every action",
            """
            rummyroom verify match.jsonl
            rummyroom verify mine.jsonl yours.jsonl      did both see the same table?
            """,
        )
    )
    _replay(
        command(
            "replay",
            "watch a match again",
            """
            rummyroom replay match.jsonl --speed fast
            rummyroom replay match.jsonl --step --seat 2
            rummyroom replay match.jsonl --link https://cards.example.org
            """,
        )
    )
    _show(command("show", "tell who won what", "rummyroom show match.jsonl"))
    _stats(
        command(
            "stats",
            "tell your own results, which are kept on this machine only",
            """
            rummyroom stats
            rummyroom stats --reset
            """,
        )
    )


def save(command: ArgumentParser) -> None:
    """Where the transcript goes."""
    command.add_argument(
        "--save",
        type=Path,
        metavar="FILE",
        help="keep the transcript of the match, which anybody can verify and watch",
    )


def mix(command: ArgumentParser) -> None:
    """What a guest's part in the decks follows from."""
    command.add_argument(
        "--seed",
        type=seed,
        metavar="HEX",
        help="add to the shuffle what follows from this seed, instead of chance",
    )


def _file(command: ArgumentParser) -> None:
    command.add_argument(
        "file", type=Path, metavar="FILE", help="a transcript, or a link to one"
    )


def _verify(command: ArgumentParser) -> None:
    _file(command)
    command.add_argument(
        "other",
        type=Path,
        nargs="?",
        metavar="FILE2",
        help="another player's of the same match: do they tell the same?",
    )
    command.add_argument("--json", action="store_true", help="say it as JSON")
    language(command)


def _replay(command: ArgumentParser) -> None:
    _file(command)
    command.add_argument(
        "--speed",
        choices=SPEEDS,
        help="pace of the steps (default: as in rummyroom config, or normal)",
    )
    command.add_argument(
        "--step",
        action="store_true",
        help="do not go on by itself; in plain lines: wait for Enter (forwards), b "
        "(backwards), a number (jump to that hand), t (the table) or q (quit)",
    )
    command.add_argument(
        "--seat",
        type=number(1, 6),
        metavar="N",
        help="see what this seat saw (default: all hands are open)",
    )
    screen(command)
    command.add_argument(
        "--link",
        metavar="URL",
        nargs="?",
        const="",
        help="only print a link that shows the match in a browser, from the pages of "
        "this signaling server (default: the server in rummyroom config)",
    )
    language(command)


def _show(command: ArgumentParser) -> None:
    _file(command)
    language(command)


def _stats(command: ArgumentParser) -> None:
    command.add_argument(
        "--reset", action="store_true", help="forget all results that were kept"
    )
    language(command)
