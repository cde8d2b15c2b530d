"""
What a person has settled once: flag, else environment, else config.toml, else default.

The default of the language is that of the system.

Also where the files of this program lie on each system, and how one is written.
"""

import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from peer.settings import SETTINGS, checked, typed, unknown
from peer.values import LANGUAGES
from shared.errors import RummyError


class ConfigError(RummyError):
    """A setting makes no sense; the message says where it is."""


class Config(NamedTuple):
    """The settings in force."""

    server: str | None
    "Address of the signaling server."

    name: str
    "What the others call this player; if it is empty, the host thinks of something."

    lan: bool
    "Tables are announced and looked for on the local network."

    journal_days: int = 30
    "For how long after its last change a table can go on."

    speed: str = "normal"
    "Pace of the computer players."

    level: str = "medium"
    "How well they play; with commas one for each."

    warnings: bool = True
    "Whether to ask before a discard that has a better use."

    lang: str = "en"
    "What the reader speaks."
    talk: str = "phrases"
    "What people may say to each other at one's own table."

    watch: bool = True
    "Whether people may watch there who do not play."


class Settled(NamedTuple):
    """A setting in force, and who says so."""

    value: object
    source: str


def load_config(
    server: str | None = None,
    name: str | None = None,
    lan: bool | None = None,
    environ: Mapping[str, str] = os.environ,
    speed: str | None = None,
    lang: str | None = None,
) -> Config:
    """The settings in force where the arguments are the flags that were given.

    Raises:
        ConfigError: If one makes no sense, whether or not another overrules it.
    """
    flags = {"server": server, "name": name, "lan": lan, "speed": speed, "lang": lang}
    settled = settle(environ)
    for key, flag in flags.items():
        if flag is not None:
            settled[key] = Settled(_checked(key, flag, f"--{key}"), f"--{key}")
    values = {key: one.value for key, one in settled.items()}
    # What is no text in this system's encoding arrives as lone surrogates.
    values["name"] = str(values["name"]).encode(errors="replace").decode()
    return Config(**values)  # type: ignore[arg-type]


def settle(environ: Mapping[str, str] = os.environ) -> dict[str, Settled]:
    """Every setting, from the environment, else config.toml, else the default.

    Raises:
        ConfigError: If one makes no sense, whether or not another overrules it.
    """
    login = environ.get("USER") or environ.get("USERNAME") or ""
    defaults = Config(server=None, name=login, lan=True)._asdict()
    return {
        **{key: Settled(defaults[key], "default") for key in sorted(defaults)},
        **_from_locale(environ),
        **_from_file(config_file(environ)),
        **_from_environment(environ),
    }


def config_file(environ: Mapping[str, str] = os.environ) -> Path:
    """What a person writes settings into."""
    return config_folder(environ) / "config.toml"


def config_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """Where a person writes config.toml."""
    return _folder("XDG_CONFIG_HOME", ".config", "APPDATA", environ)


def state_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """Where the program keeps what it must not forget."""
    return _folder("XDG_STATE_HOME", ".local/state", "LOCALAPPDATA", environ)


def _folder(
    xdg: str, under_home: str, on_windows: str, environ: Mapping[str, str]
) -> Path:
    chosen = Path(environ.get(xdg, ""))
    if not chosen.is_absolute():  # the XDG specification: then it does not count
        home = Path(os.path.expanduser("~"))
        if sys.platform == "win32":
            chosen = Path(environ.get(on_windows) or home)
        elif sys.platform == "darwin":
            chosen = home / "Library/Application Support"
        else:
            chosen = home / under_home
    return chosen / "rummyroom"


def write_private(path: Path, text: str) -> None:
    """Replace ``path`` as a whole, readable for this user only.

    Raises:
        OSError: If it cannot be; the old file is there still.
    """
    import tempfile

    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor, unfinished = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
    try:
        with open(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(unfinished, path)
    except BaseException:
        os.unlink(unfinished)
        raise


def variable(key: str) -> str:
    """The environment variable for a setting."""
    return f"RUMMYROOM_{key.upper()}"


def _from_environment(environ: Mapping[str, str]) -> dict[str, Settled]:
    settled = {}
    for key in SETTINGS:
        name = variable(key)
        text = environ.get(name, "").strip()
        if text:
            try:
                settled[key] = Settled(typed(key, text), name)
            except ValueError as error:
                raise ConfigError(f"{name}: {error}") from None
    return settled


def _from_locale(environ: Mapping[str, str]) -> dict[str, Settled]:
    """The language of the system's messages, if we speak it (POSIX, XBD 8.2)."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if locale := environ.get(name):
            spoken = re.split("[^a-z]", locale.lower(), maxsplit=1)[0]
            return {"lang": Settled(spoken, name)} if spoken in LANGUAGES else {}
    return {}


def _from_file(path: Path) -> dict[str, Settled]:
    text = read_file(path)
    settled = {}
    for key, value in parsed(path, text).items():
        where = f"{path}, line {_line(text, key)}"
        if key not in SETTINGS:
            raise ConfigError(f"{where}: {unknown(key)}")
        settled[key] = Settled(_checked(key, value, where), where)
    return settled


def read_file(path: Path) -> str:
    """What config.toml says; nothing, if there is none.

    Raises:
        ConfigError: If it cannot be read.
    """
    try:
        return path.read_text("utf-8")
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise ConfigError(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ConfigError(f"{path} is not UTF-8 text") from None


def parsed(path: Path, text: str) -> dict[str, object]:
    """The settings in ``text``, whatever they are.

    Raises:
        ConfigError: If it is not TOML.
    """
    if not text:
        return {}  # as most people have it: no parser is loaded
    import tomllib

    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{path} is not TOML: {error}") from None


def _checked(key: str, value: object, where: str) -> object:
    try:
        return checked(key, value)
    except ValueError as error:
        raise ConfigError(f"{where}: {error}") from None


def _line(text: str, key: str) -> int:
    """The number of the line that sets ``key``; 1 if its spelling hides it."""
    for number, line in enumerate(text.splitlines(), 1):
        if re.match(rf"""[ \t\["']*{re.escape(key)}\b""", line):
            return number
    return 1
