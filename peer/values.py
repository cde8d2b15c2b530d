"""What may be typed for the value of an option: read, or refused in a sentence."""

import argparse
from collections.abc import Callable

SPEEDS = {"off": 0.0, "fast": 0.3, "normal": 0.9, "slow": 1.8}
"Seconds a computer player takes for an action."

LANGUAGES = ("en", "fr", "hi")
"That :mod:`shared.words` speaks; not imported here, as it is not light."


def language(command: argparse.ArgumentParser) -> None:
    """What the reader speaks."""
    command.add_argument(
        "--lang",
        choices=LANGUAGES,
        help="English, French or Hindi (default: as in rummyroom config, or the "
        "language of this system)",
    )


def screen(command: argparse.ArgumentParser) -> None:
    """How what happens is shown."""
    group = command.add_mutually_exclusive_group()
    group.add_argument(
        "--plain", action="store_true", help="plain lines, to be followed by ear"
    )
    drawn = "the drawn table in Hindi too, which is told in plain lines otherwise"
    group.add_argument("--drawn", action="store_true", help=drawn)


def number(least: int, most: int) -> Callable[[str], int]:
    """A reader of whole numbers from ``least`` to ``most``."""

    def read(text: str) -> int:
        digits = text.isascii() and text.isdigit() and len(text) <= len(str(most))
        if not digits or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(
                f"{text[:20]!r} is not a number from {least} to {most}"
            )
        return int(text)

    return read


def option(text: str) -> tuple[str, str]:
    """An option of a game and its value."""
    name, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(
            f"{text[:40]!r} is not an option: write OPTION=VALUE, such as ace=either"
        )
    return name.strip(), value


def seed(text: str) -> bytes:
    """A seed as bytes."""
    try:
        value = bytes.fromhex(text)
    except ValueError:
        value = b""
    if not value:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a seed: write pairs of the digits 0-9 and a-f"
        )
    return value


def stun(text: str) -> str:
    """The URL of a STUN server."""
    from shared.servers import read_stun

    try:
        return read_stun(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def turn(text: str) -> str:
    """The URL of a TURN server."""
    from shared.servers import read_turn

    try:
        return read_turn(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def interface(text: str) -> str:
    """A name, a pattern or a network of ``--interface``."""
    if not text.removeprefix("!").strip():
        raise argparse.ArgumentTypeError(
            f"{text!r} is no interface: write a name, or a network as in 192.168.1.0/24"
        )
    return text
