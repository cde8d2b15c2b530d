"""The commands about transcripts: lines to print come out, and an exit code."""

import time
from argparse import Namespace
from collections.abc import Callable, Iterable
from dataclasses import asdict
from pathlib import Path

import msgspec

from peer.accounts import difference, link, load, shown, verdict, verified
from peer.config import load_config
from peer.manners import is_drawn, may_be_drawn
from peer.rerun import Rerun
from peer.results import Results, told
from peer.story import sentence
from peer.values import SPEEDS
from shared.code import read_server
from shared.errors import RummyError
from shared.replay import replay
from shared.words import say

Show = Callable[[str], None]


def run(options: Namespace, show: Show, typed: Iterable[str]) -> bool:
    """Carry out one of them; False if a transcript does not hold.

    Raises:
        RummyError: If a file cannot be read, or does not hold.
        OSError: If the results cannot be.
    """
    match options.command:
        case "verify":
            return verify(options, show)
        case "replay":
            watch(options, show, typed)
        case "show":
            summary(options, show)
        case _:
            statistics(options, show)
    return True


def verify(options: Namespace, show: Show) -> bool:
    """Whether a file holds, and tells the same as another one."""
    files = [path for path in (options.file, options.other) if path is not None]
    accounts = [(path, verified(load(path))) for path in files]
    differs = ""
    if len(files) == 2:
        differs = difference(load(files[0]), load(files[1]))
    if options.json:
        listed = [{"file": str(path), **asdict(one)} for path, one in accounts]
        show(msgspec.json.encode({"files": listed, "difference": differs}).decode())
    else:
        for path, account in accounts:
            for line in verdict(account):
                show(f"{path}: {line}" if len(files) > 1 else line)
        if len(files) == 2:
            same = say("term.verify.same")
            show(say("term.verify.files", why=differs) if differs else same)
    return not differs and all(account.ok for _, account in accounts)


def summary(options: Namespace, show: Show) -> None:
    """What a match came to.

    Raises:
        RummyError: If the file does not hold.
    """
    for line in shown(replay(load(options.file))):
        show(line)


def statistics(options: Namespace, show: Show) -> None:
    """One's own results.

    Raises:
        OSError: If they cannot be read or removed.
    """
    results = Results()
    if options.reset:
        results.reset()
        show(say("term.stats.reset"))
    else:
        for line in told(results.all()):
            show(line)


def watch(options: Namespace, show: Show, typed: Iterable[str]) -> None:
    """Watch a match again; ``typed`` are the lines of who steps through it.

    Raises:
        RummyError: If the file does not hold, or there is no such seat.
    """
    if options.link is not None:
        show(link(load(options.file), _server(options.link)))
        return
    rerun = _rerun(options.file, options.seat)
    config = load_config(speed=options.speed, lang=options.lang)
    if may_be_drawn(options):
        if is_drawn(options, config.lang):
            if not _drawn(rerun, config.speed, plays=not options.step):
                return
        else:
            show(sentence(say("term.lines")))
    if options.step:
        _step(rerun, show, typed)
        return
    pause = SPEEDS[config.speed]
    while not rerun.at_end:
        _say(rerun.forward(), show)
        time.sleep(pause)


def _drawn(rerun: Rerun, speed: str, *, plays: bool) -> bool:
    """Watch it on the terminal; only who wants that waits for Textual."""
    from peer.tui.rewatch_app import watch

    return watch(rerun, speed=speed, plays=plays)


def _server(said: str) -> str:
    server = read_server(said) if said else load_config().server
    if not server:
        raise RummyError(
            "say whose pages show it, as in --link https://cards.example.org, or "
            "settle one: rummyroom config server https://cards.example.org"
        )
    return server.rstrip("/")


def _rerun(file: Path, seat: int | None) -> Rerun:
    try:
        return Rerun(replay(load(file)), None if seat is None else seat - 1)
    except ValueError as error:
        raise RummyError(str(error)) from None


def _step(rerun: Rerun, show: Show, typed: Iterable[str]) -> None:
    _say(rerun.forward(), show)
    for line in typed:
        match line.strip().lower():
            case "" | "n":
                _say(rerun.forward(), show)
            case "b":
                _say(rerun.back(), show)
            case "t":
                _say(rerun.table(), show)
            case "q":
                return
            case word if word.isascii() and word.isdigit() and len(word) < 6:
                _say(rerun.jump(int(word)), show)
            case _:
                show(say("term.rerun.how"))


def _say(lines: Iterable[str], show: Show) -> None:
    for line in lines:
        show(line)
