"""What may be typed for the value of an option: read, or refused in a sentence."""

import argparse
import re
from collections.abc import Callable


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


def address(text: str) -> tuple[str, int]:
    """A host and a port."""
    host, _, port = text.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    digits = port.isascii() and port.isdigit() and len(port) <= 5
    if not _is_host(host) or not digits or int(port) > 65535:
        raise argparse.ArgumentTypeError(
            f"{text[:60]!r} is not an address: write HOST:PORT, such as 127.0.0.1:7867"
        )
    return host, int(port)


def stun(text: str) -> str:
    """The URL of a STUN server (RFC 7064)."""
    scheme, _, rest = text.partition(":")
    host = rest.rpartition(":")[0] if re.search(r":\d+$", rest) else rest
    if scheme != "stun" or not _is_host(host.removeprefix("[").removesuffix("]")):
        raise argparse.ArgumentTypeError(
            f"{text[:60]!r} is not a STUN server: "
            "write stun:HOST or stun:HOST:PORT, such as stun:stun.example.org"
        )
    return text


def turn(text: str) -> str:
    """The URL of a TURN server (RFC 7065)."""
    match = re.fullmatch(
        r"(turns?):(\[[0-9A-Fa-f:.]+\]|[0-9A-Za-z._-]+)(?::[0-9]{1,5})?"
        r"(?:\?transport=(udp|tcp))?",
        text,
    )
    if not match or (match[1], match[3]) == ("turns", "udp"):
        raise argparse.ArgumentTypeError(
            f"{text[:60]!r} is not a TURN server: write turn:HOST:PORT, "
            "turn:HOST:PORT?transport=tcp or turns:HOST:PORT"
        )
    return text


def interface(text: str) -> str:
    """A name, a pattern or a network of ``--interface``."""
    if not text.removeprefix("!").strip():
        raise argparse.ArgumentTypeError(
            f"{text!r} is no interface: write a name, or a network as in 192.168.1.0/24"
        )
    return text


def _is_host(text: str) -> bool:
    """Whether ``text`` may be the name or the address of a machine."""
    labels = text.split(".")
    return re.fullmatch(r"[0-9A-Za-z.:_-]+", text) is not None and all(
        len(label) < 64 for label in labels
    )
