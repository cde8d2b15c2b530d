"""What may be typed after ``rummyroom serve``. The values are read by the server."""

import argparse
from collections.abc import Sequence
from typing import NoReturn

VARIABLES = """\
Every option may also be set by a variable, such as RUMMYROOM_SERVE_MAX_ROOMS, or in the
file of --config, such as max_rooms = 100. An option goes before a variable, and that
before the file.
"""


def add_serve_options(command: argparse.ArgumentParser) -> None:
    """Everything an operator can settle."""
    command.epilog = VARIABLES
    _where(command)
    _ways(command)
    _limits(command)
    command.add_argument(
        "--log", metavar="text|json", help="how to write the log (default text)"
    )
    command.add_argument(
        "--metrics",
        metavar="HOST:PORT",
        help="tell Prometheus figures on this address, which players should not reach",
    )
    _backend(command)
    command.add_argument("--config", metavar="FILE", help="settings in TOML")
    command.add_argument(
        "--check", action="store_true", help="only check the settings, and end"
    )
    command.add_argument("--json", action="store_true", help="say it as JSON lines")


def _where(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--listen",
        metavar="HOST:PORT",
        help="where to listen (default 127.0.0.1:7867; port 0 is a free one)",
    )
    command.add_argument(
        "--base-url",
        metavar="URL",
        help="where players reach this server, through a proxy or by its name",
    )
    command.add_argument(
        "--tls-cert",
        metavar="FILE",
        help="speak https with this certificate in PEM (read again at SIGHUP)",
    )
    command.add_argument("--tls-key", metavar="FILE", help="its key")
    command.add_argument(
        "--trusted-proxy",
        action="append",
        metavar="ADDRESS",
        help="believe this address or network who its players are (repeatable)",
    )


def _ways(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--stun",
        action="append",
        metavar="URL",
        help="STUN server that peers may ask for their public address (repeatable)",
    )
    command.add_argument(
        "--turn",
        action="append",
        metavar="URL",
        help="TURN server that relays where there is no direct way (repeatable)",
    )
    command.add_argument(
        "--turn-secret-file",
        metavar="FILE",
        help="holds its static-auth-secret",
    )
    command.add_argument(
        "--turn-secret", action=_Secret, nargs="?", help=argparse.SUPPRESS
    )


def _limits(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--max-rooms", metavar="N", help="rooms at a time (default 10000)"
    )
    command.add_argument(
        "--max-members", metavar="N", help="people at a time (default 10000)"
    )


def _backend(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--backend",
        metavar="URL",
        help="share rooms with other servers in this Redis, such as "
        "redis://127.0.0.1:6379/0",
    )
    command.add_argument(
        "--backend-password-file", metavar="FILE", help="holds its password"
    )
    command.add_argument(
        "--room-symbols",
        metavar="SYMBOLS",
        help="what the codes of tables opened here begin with, for a load balancer "
        "(default any)",
    )
    command.add_argument(
        "--backend-password", action=_Secret, nargs="?", help=argparse.SUPPRESS
    )


class _Secret(argparse.Action):
    """An option that must not be."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[object] | None,
        option_string: str | None = None,
    ) -> NoReturn:
        raise argparse.ArgumentError(
            self,
            "everybody on this machine can read command lines; write the secret into a "
            f"file and name it with --{self.dest.replace('_', '-')}-file, or set "
            f"RUMMYROOM_SERVE_{self.dest.upper()}",
        )
