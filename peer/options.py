"""What may be typed after ``rummyroom``. Imports nothing heavy: most slips end here."""

import argparse
from collections.abc import Sequence
from functools import partial

import shared
from peer import bot_options, record_options, table_options
from peer.ice_options import add_ways
from peer.parser import Commands, Parser, add_command
from peer.serve_options import add_serve_options
from peer.values import SPEEDS, language, number, option, screen, seed, stun

MAX_SEATS = 6
"Of the game that allows most."
USUAL_SEATS = 4
GAMES = ("basic", "gin", "rummikub")
SHELLS = ("bash", "zsh", "fish")

COMMANDS = (
    *("host", "join", "play", "rules", "serve", "demo", "bots"),
    "doctor",
    *("verify", "replay", "show", "stats"),
    *("config", "completion"),
)

EXAMPLES = """\
Examples:
  rummyroom host                    open a table for friends, get a code and a link
  rummyroom join 7KQ-M3X-WC7        sit down at a friend's table
  rummyroom play                    play alone against computer players
  rummyroom serve                   run a signaling server for tables elsewhere
  rummyroom demo                    watch computer players meet and play on this machine
  rummyroom doctor                  find out why somebody cannot be reached
  rummyroom config set name Ann     settle what would be said again and again
"""

EPILOG = """\
Exit codes: 0 ok, 1 error, 2 usage, 3 room not found, 4 full or refused,
5 no connection, 6 host lost, 7 version, 130 Ctrl-C, 143 terminated.
"""


def read_options(argv: Sequence[str] | None) -> argparse.Namespace:
    """What was typed; without a command the help is shown, and what is wrong told."""
    parser = build_parser()
    options = parser.parse_args(argv)
    if options.command is None:
        parser.print_help()
        parser.exit()
    if getattr(options, "resume", None) is not None:
        table_options.check_resume(parser, options)
    if options.command == "host":
        table_options.fill_in(options)
    if getattr(options, "watches", False) and options.auto:
        parser.error("argument --auto: who watches has no seat to be played")
    if "game" in options:
        options.game = options.game or "basic"
    if options.command == "host" and options.players is not None:
        if options.bots >= options.players:
            parser.error(
                f"argument --bots: {options.bots} computer players and you need "
                f"{options.bots + 1} seats, and --players says {options.players}"
            )
    return options


def build_parser() -> Parser:
    """The whole command line."""
    parser = Parser(
        prog="rummyroom",
        description="Rummy with friends, peer to peer: no account, no game server.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.examples = EXAMPLES
    parser.add_argument(
        "--version", action="version", version=f"rummyroom {shared.__version__}"
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    for build in (_host, _join, _play, _rules, _serve, _demo, _bots):
        build(commands)
    for build in (_doctor, _records):
        build(commands)
    for build in (_config, _completion):
        build(commands)
    return parser


def _host(commands: Commands) -> None:
    command = add_command(
        commands,
        "host",
        "open a table and play at it",
        """
        rummyroom host                         up to four, friends join by the code
        rummyroom host gin                     Gin Rummy, for two
        rummyroom host basic --preset pagat --set max_recycles=2
        rummyroom host --players 2             begins when one friend has joined
        rummyroom host --players 4 --bots 2    two friends and two computer players
        rummyroom host --server https://cards.example.org
        rummyroom host --resume                go on with the last table after a crash
        """,
    )
    _game(command)
    _players(command)
    command.add_argument(
        "--bots",
        type=number(0, MAX_SEATS - 1),
        default=0,
        metavar="N",
        help="seats that computer players take at once (default 0)",
    )
    _name(command)
    command.add_argument(
        "--server",
        metavar="URL",
        help="meet through this signaling server instead of one on this machine",
    )
    command.add_argument(
        "--port",
        type=number(0, 65535),
        metavar="N",
        help="of the signaling server on this machine (default: 7867, or a free one)",
    )
    _ice(command)
    add_ways(command)
    table_options.add_to(command)
    command.add_argument(
        "--no-lan",
        action="store_true",
        help="do not announce the table on the local network",
    )
    _match(command)
    _front_end(command)


def _join(commands: Commands) -> None:
    command = add_command(
        commands,
        "join",
        "sit down at a friend's table",
        """
        rummyroom join 7KQ-M3X-WC7             finds the table on the local network
        rummyroom join 'http://192.0.2.7:7867/#7KQ-M3X-WC7'
        rummyroom join 7KQ-M3X-WC7 --server https://cards.example.org
        rummyroom join 7KQ-M3X-WC7 --watch     see how they play, without any hand
        """,
    )
    command.add_argument("code", metavar="CODE|LINK", help="what the host told you")
    _name(command)
    command.add_argument(
        "--watch",
        dest="watches",
        action="store_true",
        help="take no seat, see what everybody sees",
    )
    record_options.mix(command)
    command.add_argument(
        "--server", metavar="URL", help="the signaling server, when the link has none"
    )
    _ice(command)
    add_ways(command)
    _speed(command)
    _front_end(command)


def _play(commands: Commands) -> None:
    command = add_command(
        commands,
        "play",
        "play alone against computer players, without any network",
        """
        rummyroom play                         against three of them
        rummyroom play gin --speed fast
        rummyroom play rummikub --players 2
        """,
    )
    _game(command)
    _players(command)
    _name(command)
    table_options.add_clock(command)
    _match(command)
    _front_end(command)


def _rules(commands: Commands) -> None:
    command = add_command(
        commands,
        "rules",
        "print the rules of a game as they are played",
        """
        rummyroom rules                        Basic Rummy as it is played by default
        rummyroom rules gin --preset pagat
        rummyroom rules basic --set ace=either
        """,
    )
    _game(command)
    language(command)


def _serve(commands: Commands) -> None:
    command = add_command(
        commands,
        "serve",
        "run a signaling server",
        """
        rummyroom serve                              for this machine, to try it
        rummyroom serve --listen 192.0.2.7:7867      for the local network
        rummyroom serve --base-url https://cards.example.org --trusted-proxy 127.0.0.1
                                                     for the internet behind a proxy
        rummyroom serve --config serve.toml --check  whether its settings make sense
        """,
    )
    add_serve_options(command)


def _demo(commands: Commands) -> None:
    command = add_command(
        commands,
        "demo",
        "watch a server, a host and guests play on this machine",
        """
        rummyroom demo                         two guests, three hands
        rummyroom demo --guests 3 --hands 5 --json
        """,
    )
    command.add_argument(
        "--guests",
        type=number(1, USUAL_SEATS - 1),
        default=2,
        metavar="N",
        help=f"1 to {USUAL_SEATS - 1} (default 2)",
    )
    command.add_argument(
        "--hands",
        type=number(1, 1000),
        default=3,
        metavar="N",
        help="how many hands to play (default 3)",
    )
    _seed(command)
    record_options.save(command)
    command.add_argument("--json", action="store_true", help="say it as JSON lines")


def _records(commands: Commands) -> None:
    record_options.add(partial(add_command, commands))


def _doctor(commands: Commands) -> None:
    command = add_command(
        commands,
        "doctor",
        "find out who can be reached from here, and why somebody cannot",
        """
        rummyroom doctor                                 this machine and its network
        rummyroom doctor --server https://cards.example.org
        rummyroom doctor --stun stun:stun.example.org --json
        """,
    )
    command.add_argument(
        "--server", metavar="URL", help="the signaling server to be used"
    )
    _ice(command)
    add_ways(command)
    command.add_argument("--json", action="store_true", help="say it as JSON lines")


def _bots(commands: Commands) -> None:
    bot_options.add_contest(partial(add_command, commands))


def _config(commands: Commands) -> None:
    command = add_command(
        commands,
        "config",
        "show or change what is settled once and for all",
        """
        rummyroom config                       every setting, and where it comes from
        rummyroom config set name Ann
        rummyroom config set speed fast
        rummyroom config unset server
        rummyroom config path                  where the file is
        """,
    )
    from peer.settings import SETTINGS

    command.add_argument(
        "action",
        nargs="?",
        choices=("get", "set", "unset", "path"),
        help="without one, all settings and where each comes from",
    )
    command.add_argument("key", nargs="?", choices=SETTINGS, help="which setting")
    command.add_argument("value", nargs="?", metavar="VALUE")
    command.add_argument("--json", action="store_true", help="say it as JSON")


def _completion(commands: Commands) -> None:
    command = add_command(
        commands,
        "completion",
        "print what makes a shell complete this command",
        """
        rummyroom completion fish | source       a line for ~/.config/fish/config.fish
        source <(rummyroom completion bash)      for ~/.bashrc
        source <(rummyroom completion zsh)       for ~/.zshrc, after compinit
        """,
    )
    command.add_argument("shell", choices=SHELLS, help="which one")


def _game(command: Parser) -> None:
    command.add_argument(
        "game",
        nargs="?",
        choices=GAMES,
        help="what is played (default basic)",
    )
    command.add_argument(
        "--preset", metavar="NAME", help="a known set of house rules of the game"
    )
    command.add_argument(
        "--set",
        dest="changes",
        type=option,
        action="append",
        default=[],
        metavar="OPTION=VALUE",
        help="change one rule of the preset (repeatable); see rummyroom rules",
    )


def _players(command: Parser) -> None:
    command.add_argument(
        "--players",
        type=number(2, MAX_SEATS),
        metavar="N",
        help=f"seats at the table (default {USUAL_SEATS}, or what the game allows)",
    )


def _name(command: Parser) -> None:
    command.add_argument("--name", metavar="NAME", help="what the others call you")


def _match(command: Parser) -> None:
    command.add_argument(
        "--hands",
        type=number(1, 1000),
        metavar="N",
        help="a match of so many hands, whatever the scores",
    )
    bot_options.add_level(command)
    _speed(command)
    _seed(command)


def _speed(command: Parser) -> None:
    command.add_argument(
        "--speed",
        choices=SPEEDS,
        help="pace of the computer players (default: as in rummyroom config, or "
        "normal)",
    )


def _seed(command: Parser) -> None:
    command.add_argument(
        "--seed",
        type=seed,
        metavar="HEX",
        help="deal from this seed: the same seed gives the same cards",
    )


def _ice(command: Parser) -> None:
    command.add_argument(
        "--stun",
        action="append",
        type=stun,
        default=[],
        metavar="URL",
        help="STUN server that peers may ask for their public address (repeatable)",
    )


def _front_end(command: Parser) -> None:
    record_options.save(command)
    command.add_argument(
        "--auto", action="store_true", help="let a computer player play your seat"
    )
    language(command)
    screen(command)
    command.add_argument(
        "--json",
        action="store_true",
        help="for programs: events out and actions in as JSON lines",
    )
