"""What may be typed about how a host's table is run, and how long it lasts."""

import argparse

from peer.values import number

TALK = ("off", "phrases", "text")
"As shared.terms has them, which takes longer to load."

USUAL_WAIT = 60
"Seconds somebody is missed before something happens."


def add_to(command: argparse.ArgumentParser) -> None:
    """The options of a table that outlives its host's program and its guests."""
    command.add_argument(
        "--absent",
        choices=("wait", "bot", "void"),
        help="when somebody is gone for long: wait, let a computer player play on "
        "(default), or end the hand without points and deal it anew",
    )
    command.add_argument(
        "--absent-after",
        type=number(0, 3600),
        metavar="N",
        help="seconds until that happens (default 60)",
    )
    add_clock(command)
    command.add_argument(
        "--talk",
        choices=TALK,
        help="what people may say to each other: nothing, ready-made phrases "
        "(default), or whatever they write",
    )
    command.add_argument(
        "--watch",
        choices=("yes", "no"),
        help="whether people may watch who do not play (default yes)",
    )
    command.add_argument(
        "--locked",
        choices=("yes", "no"),
        help="whether nobody new may sit down or watch (default no)",
    )
    command.add_argument(
        "--resume",
        nargs="?",
        const="",
        metavar="FILE",
        help="go on with the table of a journal (default: the last one played that "
        "is not over)",
    )
    command.add_argument(
        "--no-journal",
        dest="journal",
        action="store_false",
        help="keep nothing on the disk: the table cannot go on after a crash",
    )


def add_clock(command: argparse.ArgumentParser) -> None:
    """The option of every table, for one player or more."""
    command.add_argument(
        "--clock",
        type=clock,
        metavar="TIME",
        help="how much time there is: off, seconds for each turn such as 45, or a bank "
        "and more for each turn such as 10m+20s (default: game, as the rules have it)",
    )


def clock(text: str) -> str:
    """A clock to play by.

    Raises:
        ArgumentTypeError: If it is none.
    """
    from shared.clock import checked_clock

    try:
        return checked_clock(text.strip())
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def check_resume(parser: argparse.ArgumentParser, options: argparse.Namespace) -> None:
    """A table that goes on is what it was: nothing about it can be said anew."""
    fresh = {
        "a game": options.game,
        "--preset": options.preset,
        "--set": options.changes,
        "--players": options.players,
        "--bots": options.bots,
        "--hands": options.hands,
        "--seed": options.seed,
        "--no-journal": not options.journal,
        "--clock": options.clock,
        "--absent": options.absent,
        "--absent-after": options.absent_after is not None,
        "--talk": options.talk,
        "--watch": options.watch,
        "--locked": options.locked,
    }
    said = [name for name, value in fresh.items() if value]
    if said:
        parser.error(
            f"argument --resume: a table goes on as it was; leave out {said[0]}"
        )


def fill_in(options: argparse.Namespace) -> None:
    """What was not said about it."""
    options.absent = options.absent or "bot"
    if options.absent_after is None:
        options.absent_after = USUAL_WAIT


def fill_in_settings(options: argparse.Namespace, talk: str, watch: bool) -> None:
    """What was not said about it, but is settled once and for all."""
    options.talk = options.talk or talk
    options.watch = options.watch or ("yes" if watch else "no")
