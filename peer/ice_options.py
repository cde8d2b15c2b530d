"""Options about the ways to other players, and what comes of them."""

import argparse
import os
from argparse import Namespace
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from peer.values import interface, turn

if TYPE_CHECKING:
    from peer.policy import Policy
    from shared.errors import UsageError
    from shared.signals import IceServer

PASSWORD = "RUMMYROOM_TURN_PASSWORD"
"""The variable with the password of a relay. None is an option's value: everybody on
the machine can read those."""


def add_ways(command: argparse.ArgumentParser) -> None:
    """What there is besides ``--stun``, which the server has too."""
    command.add_argument(
        "--turn",
        action="append",
        type=turn,
        default=[],
        metavar="URL",
        help="TURN server that relays where there is no direct way (repeatable)",
    )
    command.add_argument(
        "--turn-user",
        action="append",
        default=[],
        metavar="NAME",
        help="your name there; one for all, or one for each --turn in their order",
    )
    command.add_argument(
        "--turn-password-file",
        action="append",
        default=[],
        type=Path,
        metavar="FILE",
        help=f"file with the password, as often as --turn-user; else ${PASSWORD}",
    )
    command.add_argument(
        "--relay-only",
        action="store_true",
        help="go through a relay only: the others do not learn your address",
    )
    command.add_argument(
        "--interface",
        action="append",
        type=interface,
        default=[],
        metavar="NAME|NETWORK",
        help="use this network only, as eth0 or 192.168.1.0/24; '!tun0' all but that; "
        "those of containers are left out anyway (repeatable)",
    )


def ice_servers(
    options: Namespace, environ: Mapping[str, str] = os.environ
) -> "tuple[IceServer, ...]":
    """The servers that were typed.

    Raises:
        UsageError: If a TURN server lacks a name or a password.
    """
    from shared.signals import IceServer

    stun_servers = [IceServer(urls=(url,)) for url in options.stun]
    urls: list[str] = getattr(options, "turn", [])
    if not urls:
        return tuple(stun_servers)
    names = _for_each("--turn-user", options.turn_user, len(urls))
    passwords = _for_each(
        "--turn-password-file", _passwords(options, environ), len(urls)
    )
    relays = [
        IceServer(urls=(url,), username=name, credential=password)
        for url, name, password in zip(urls, names, passwords, strict=True)
    ]
    return (*stun_servers, *relays)


def policy(options: Namespace) -> "Policy":
    """The addresses that may be used.

    Raises:
        UsageError: If there are none.
    """
    from peer.policy import Policy

    wanted = Policy(options.relay_only, tuple(options.interface))
    wanted.check()
    return wanted


def _passwords(options: Namespace, environ: Mapping[str, str]) -> list[str]:
    if not options.turn_password_file:
        password = environ.get(PASSWORD, "")
        return [password] if password else []
    return [_first_line(path) for path in options.turn_password_file]


def _error(sentence: str) -> "UsageError":
    # The command looks whose package ``shared`` is before anything of it is imported.
    from shared.errors import UsageError

    return UsageError(sentence)


def _first_line(path: Path) -> str:
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it is not text"
        raise _error(f"{path} cannot be read: {why}") from None
    if not lines or not lines[0].strip():
        raise _error(f"{path} holds no password in its first line")
    return lines[0].strip()


def _for_each(option: str, values: Sequence[str], count: int) -> Sequence[str]:
    if len(values) == 1:
        return [*values] * count
    if not values:
        instead = f", or the password in ${PASSWORD}" if "file" in option else ""
        raise _error(f"--turn needs {option} too{instead}")
    if len(values) != count:
        raise _error(
            f"{count} --turn and {len(values)} {option}: give one for all, or as many"
        )
    return values
