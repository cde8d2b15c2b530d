"""``rummyroom config``: what is settled and by whom; a line of config.toml changed."""

import re
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path

from peer.config import (
    ConfigError,
    Settled,
    config_file,
    parsed,
    read_file,
    settle,
    variable,
    write_private,
)
from peer.settings import SETTINGS, as_toml, checked, typed

Show = Callable[[str], None]


def run(options: Namespace, show: Show, say: Show) -> None:
    """Carry the command out: what was asked for is shown, the rest is said.

    Raises:
        ConfigError: If it makes no sense.
        OSError: If the file cannot be written.
    """
    match options.action, options.key, options.value:
        case None, None, None:
            _list(options.json, show)
        case "path", None, None:
            show(str(config_file()))
        case "get", str(key), None:
            _get(key, show)
        case "set", str(key), str(value):
            keep(key, _typed(key, value))
            _confirm(key, say)
        case "unset", str(key), None:
            keep(key, None)
            _confirm(key, say)
        case _:
            raise ConfigError(
                "write config, config get KEY, config set KEY VALUE, "
                "config unset KEY or config path"
            )


def keep(key: str, value: object | None) -> None:
    """Write a setting into config.toml, or take it out; all else there stays.

    Raises:
        ConfigError: If the file makes no sense, or is written in a way we cannot edit.
        OSError: If it cannot be written.
    """
    path = config_file().resolve()  # a link to it stays one
    text = read_file(path)
    wanted = parsed(path, text)
    wanted.pop(key, None)
    lines = [line for line in text.splitlines() if not _sets(key, line)]
    if value is not None:
        value = checked(key, value)
        wanted[key] = value
        places = [n for n, line in enumerate(text.splitlines()) if _sets(key, line)]
        place = places[0] if places else len(lines)
        lines.insert(place, f"{key} = {as_toml(value)}")
    changed = "".join(f"{line}\n" for line in lines)
    if not _same(path, changed, wanted):
        raise ConfigError(f"{path} is too special to be edited here; edit it by hand")
    write_private(path, changed)


def _sets(key: str, line: str) -> bool:
    return re.match(rf"""\s*["']?{key}["']?\s*=""", line) is not None


def _same(path: Path, text: str, wanted: dict[str, object]) -> bool:
    try:
        return parsed(path, text) == wanted
    except ConfigError:
        return False


def _list(as_json: bool, show: Show) -> None:
    settled = settle()
    if as_json:
        import json

        facts = {key: one._asdict() for key, one in settled.items()}
        show(json.dumps(facts, ensure_ascii=False))
        return
    for key, one in settled.items():
        show(_told(key, one))


def _told(key: str, one: Settled) -> str:
    """A line that config.toml could have, too."""
    if one.value is None:
        return f"# {key} is not set: {SETTINGS[key].meaning}"
    return f"{key} = {as_toml(one.value)}  # {one.source}: {SETTINGS[key].meaning}"


def _get(key: str, show: Show) -> None:
    value = settle()[key].value
    if value is None:
        raise ConfigError(f"{key} is not set; try rummyroom config set {key} VALUE")
    show(value if isinstance(value, str) else as_toml(value))


def _typed(key: str, text: str) -> object:
    try:
        return typed(key, text)
    except ValueError as error:
        raise ConfigError(str(error)) from None


def _confirm(key: str, say: Show) -> None:
    """What holds from now on, which may be the word of a variable."""
    one = settle()[key]
    if one.source == variable(key):
        say(f"{one.source} is set and overrules it: {_told(key, one)}")
    else:
        say(_told(key, one))
