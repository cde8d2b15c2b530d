"""
The command ``rummyroom``: options in, exit code out.

Heavy modules are imported inside the commands, so that a slip in a code or a question
for the version is answered at once. This is also the only module of ``peer`` that knows
``signaling``: it starts the server, alone for ``serve`` and beside a host's table.
"""

import contextlib
import sys
from argparse import Namespace
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from peer.exits import (
    ERROR,
    HOST_LOST,
    INTERRUPTED,
    NO_CONNECTION,
    OK,
    REFUSED,
    TERMINATED,
    exit_code,
)
from peer.manners import choose_language, config_of, manner_of
from peer.options import read_options
from peer.table_options import fill_in_settings

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop

    from peer.config import Config
    from peer.manner import Manner
    from peer.opening import Opening
    from peer.play import Ended
    from shared.code import Code
    from shared.signals import IceServer
    from signaling.server import SignalingServer

T = TypeVar("T")

WEB = Path(__file__).with_name("web")
"The browser client, which the signaling server hands out."

USUAL_PORT = 7867
"Of the signaling server beside a host's table, if it is free."


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code; ``argv`` is without the program."""
    check_names()
    _open_streams()
    from shared.errors import RummyError

    options = read_options(argv)
    _set_up_logging(options)
    try:
        choose_language(options)
        return _COMMANDS[options.command](options)
    except KeyboardInterrupt as interrupt:
        from peer.running import QuitAtOnce

        if isinstance(interrupt, QuitAtOnce):
            _end_process()
        return INTERRUPTED
    except BrokenPipeError:
        _give_up_output()
        return ERROR
    except RummyError as error:
        _explain(str(error))
        return exit_code(error)
    except OSError as error:
        _give_up_output()
        from shared.words import say

        _explain(say("term.machine", why=error.strerror or ""))
        return ERROR


def _explain(text: str) -> None:
    """Say why it failed; some words may be another machine's, so none is obeyed."""
    shown = "".join(c if c.isprintable() or c == "\xa0" else " " for c in text[:500])
    _say(f"rummyroom: {shown}")


def check_names() -> None:
    """End if another package has taken one of our import names, which are common."""
    import shared
    import signaling

    for package in (shared, signaling):
        if getattr(package, "__dist__", None) != "rummyroom":
            sys.exit(
                f"rummyroom: the package {package.__name__!r} here is somebody else's; "
                "install rummyroom in an environment of its own, with uv tool or pipx"
            )


def _host(options: Namespace) -> int:
    from peer.journal import forget_old
    from peer.opening import Opening, read_table
    from shared.words import say

    config = config_of(options)
    manner = manner_of(options, config)
    forget_old(config.journal_days)
    if options.resume is None:
        fill_in_settings(options, config.talk, config.watch)
        table = read_table(options, options.bots, manner.levels)
        opening = Opening.new(table, options.journal)
    else:
        opening = Opening.resume(options.resume)
    with contextlib.closing(opening):
        try:
            return _ended(_host_table(options, config, opening, manner), manner)
        finally:
            if opening.may_go_on and not manner.as_json:
                _explain(say("term.resume.how"))


async def _host_table(
    options: Namespace,
    config: "Config",
    opening: "Opening",
    manner: "Manner",
) -> "Ended":
    from peer import play
    from peer.ice_options import ice_servers, policy

    servers, ways = ice_servers(options), policy(options)
    server, port = config.server, options.port
    room = opening.host.table.room
    if room is not None and options.server is None:
        server, port = room.server, room.port if port is None else port
    if server is not None:
        announced = server if config.lan else None
        venue = play.Venue(server, server, None, announced, servers, ways)
        return await play.host(venue, opening, manner)
    embedded = await _embedded_server(port, servers)
    try:
        near = f"http://127.0.0.1:{embedded.port}"
        on_lan = embedded.port if config.lan else None
        venue = play.Venue(near, embedded.url, embedded.port, on_lan, (), ways)
        return await play.host(venue, opening, manner)
    finally:
        await embedded.close()


async def _embedded_server(
    port: int | None, ice_servers: Sequence["IceServer"]
) -> "SignalingServer":
    """A signaling server for this host's table, on the usual port if that is free."""
    from shared.errors import RummyError
    from signaling.server import start_server

    everywhere = "0.0.0.0"
    # Its only host is here already.
    start = partial(start_server, ice_servers=ice_servers, site=WEB, settling=0)
    if port is not None:
        return await start(everywhere, port)
    try:
        return await start(everywhere, USUAL_PORT)
    except RummyError:
        return await start(everywhere, 0)


def _join(options: Namespace) -> int:
    from shared.code import read_invitation

    server, code = read_invitation(options.code)
    config = config_of(options)
    manner = manner_of(options, config)
    return _ended(_join_table(server, code, options, config, manner), manner)


async def _join_table(
    server: str | None,
    code: "Code",
    options: Namespace,
    config: "Config",
    manner: "Manner",
) -> "Ended":
    from peer import lan, play
    from peer.ice_options import ice_servers, policy
    from shared.errors import SignalingError
    from shared.words import say

    servers, ways = ice_servers(options), policy(options)
    server, find = server or config.server, None
    if server is None and config.lan:
        find = partial(lan.find, code.room)
        server = await find()
    if server is None:
        why = say("term.join.lan") if config.lan else say("term.join.noserver")
        raise SignalingError("away", why)
    return await play.join(server, code, manner, servers, ways, find)


def _play(options: Namespace) -> int:
    from peer import play
    from peer.opening import read_table

    config = config_of(options)
    manner = manner_of(options, config)
    table = read_table(options, 0, manner.levels)
    return _ended(play.alone(table, manner), manner)


def _rules(options: Namespace) -> int:
    from peer.rulebook import rulebook

    for line in rulebook(options.game, options.preset, dict(options.changes)):
        print(line)
    return OK


def _serve(options: Namespace) -> int:
    from peer.own_records import record
    from signaling import service
    from signaling.config import load_settings
    from signaling.logs import log_as
    from signaling.server import loop_factory

    settings = load_settings(vars(options))
    as_json = options.json or settings.log == "json"

    def tell(notice: service.Notice) -> None:
        facts = record(notice.kind, **notice.facts)
        print(facts if as_json else notice.text, flush=True)

    log_as(settings.log)
    if options.check:
        for notice in service.check(settings):
            tell(notice)
    else:
        _run(service.serve(settings, tell, WEB), loop_factory())
    return OK


def _demo(options: Namespace) -> int:
    from peer.demo import run_demo

    demo = run_demo(options, _show)
    return OK if _run(demo) else ERROR


def _doctor(options: Namespace) -> int:
    from peer.doctor import examine
    from peer.ice_options import ice_servers, policy
    from peer.tuning import new_loop

    def show(line: str) -> None:
        print(line, flush=True)

    servers, ways = ice_servers(options), policy(options)
    examined = examine(options.server, servers, ways, show, as_json=options.json)
    return OK if _run(examined, new_loop) else NO_CONNECTION


def _records(options: Namespace) -> int:
    from peer import record_commands

    return OK if record_commands.run(options, _show, sys.stdin) else ERROR


def _settings(options: Namespace) -> int:
    from peer import config_commands

    config_commands.run(options, _show, _say)
    return OK


def _completion(options: Namespace) -> int:
    from peer.completion import script
    from peer.options import build_parser

    print(script(options.shell, build_parser()), end="")
    return OK


def _show(line: str) -> None:
    print(line, flush=True)


def _bots(options: Namespace) -> int:
    from peer import contest

    contest.run(options, _show)
    return OK


def _say(line: str) -> None:
    """Talk, which is no part of what was asked for."""
    with contextlib.suppress(OSError):
        print(line, file=sys.stderr, flush=True)


_COMMANDS: dict[str, Callable[[Namespace], int]] = {
    "host": _host,
    "join": _join,
    "play": _play,
    "rules": _rules,
    "serve": _serve,
    "demo": _demo,
    "bots": _bots,
    **dict.fromkeys(("verify", "replay", "show", "stats"), _records),
    "doctor": _doctor,
    "config": _settings,
    "completion": _completion,
}


def _ended(game: "Coroutine[Any, Any, Ended]", manner: "Manner") -> int:
    """Play, and turn how it ended into an exit code."""
    from peer.keyboard import keys_one_by_one
    from peer.tuning import new_loop

    with keys_one_by_one() if manner.by_key else contextlib.nullcontext():
        ended = _run(game, new_loop)
    if ended.how == "lost" or (ended.how == "closed" and ended.in_mid_hand):
        return HOST_LOST
    return REFUSED if ended.how in ("replaced", "dismissed") else OK


def _run(
    work: "Coroutine[Any, Any, T]",
    loop_factory: "Callable[[], AbstractEventLoop] | None" = None,
) -> "T":
    import asyncio

    from peer.running import run

    try:
        return run(work, loop_factory, _leaving)
    except asyncio.CancelledError:
        sys.exit(TERMINATED)


def _leaving() -> None:
    from shared.words import say

    if sys.stderr.isatty():
        _say(f"\n{say('term.leaving')}")


def _set_up_logging(options: Namespace) -> None:
    """Never onto the screen of a table; with -v it is said where instead."""
    from peer.logs import goes_to_file, log_file, set_up

    path = log_file() if goes_to_file(options.command, sys.stderr) else None
    set_up(options.verbose, path)
    if path is not None and options.verbose:
        _say(f"rummyroom: the log goes to {path}")


def _open_streams() -> None:
    """Whoever started us may have closed the standard streams: then they are empty."""
    import os

    if sys.stdin is None:
        sys.stdin = open(os.devnull)
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w")
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")


def _end_process() -> NoReturn:
    """End at once, whatever threads and connections are still there."""
    import os

    os._exit(INTERRUPTED)


def _give_up_output() -> None:
    """Whoever read our output has gone: say nothing more, not even at exit."""
    import os

    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
