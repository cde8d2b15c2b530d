"""
What a person has settled once: flag, else environment, else config.toml, else default.

Also where the files of this program lie on each system, and how one is written.
"""

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from shared.code import read_server
from shared.errors import CodeError, RummyError

_KEYS = ("journal_days", "lan", "name", "server")
_SWITCH = {
    **dict.fromkeys(("on", "1", "true", "yes"), True),
    **dict.fromkeys(("off", "0", "false", "no"), False),
}


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


def load_config(
    server: str | None = None,
    name: str | None = None,
    lan: bool | None = None,
    environ: Mapping[str, str] = os.environ,
) -> Config:
    """The settings in force where the arguments are the flags that were given.

    Raises:
        ConfigError: If one makes no sense, whether or not another overrules it.
    """
    settings: dict[str, object] = {
        "server": None,
        "name": environ.get("USER") or environ.get("USERNAME") or "",
        "lan": True,
        "journal_days": 30,
    }
    settings |= _from_file(config_folder(environ) / "config.toml")
    settings |= _from_environment(environ)
    for key, flag in (("server", server), ("name", name), ("lan", lan)):
        if flag is not None:
            settings[key] = _checked(key, flag, f"--{key}")
    chosen = settings["server"]
    return Config(
        server=chosen if isinstance(chosen, str) else None,
        # What is no text in this system's encoding arrives as lone surrogates.
        name=str(settings["name"]).encode(errors="replace").decode(),
        lan=bool(settings["lan"]),
        journal_days=int(str(settings["journal_days"])),
    )


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


def _from_environment(environ: Mapping[str, str]) -> dict[str, object]:
    settings = {}
    for key in _KEYS:
        variable = f"RUMMYROOM_{key.upper()}"
        value: object = environ.get(variable, "").strip()
        if value == "":
            continue
        if key == "lan":
            value = _SWITCH.get(str(value).lower())
            if value is None:
                raise ConfigError(f"{variable} must be on or off")
        if key == "journal_days":
            value = int(str(value)) if str(value).isdecimal() else value
        settings[key] = _checked(key, value, variable)
    return settings


def _from_file(path: Path) -> dict[str, object]:
    try:
        text = path.read_text("utf-8")
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise ConfigError(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ConfigError(f"{path} is not UTF-8 text") from None
    # Most people have no such file.
    import tomllib

    try:
        settings = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{path} is not TOML: {error}") from None
    for key, value in settings.items():
        where = f"{path}, line {_line(text, key)}"
        if key not in _KEYS:
            known = ", ".join(_KEYS)
            raise ConfigError(f"{where}: there is no setting {key!r}, only {known}")
        settings[key] = _checked(key, value, where)
    return settings


def _checked(key: str, value: object, where: str) -> object:
    """``value``, made uniform, if it suits ``key``."""
    if key == "journal_days":
        whole = isinstance(value, int) and not isinstance(value, bool)
        if not (whole and 1 <= int(str(value)) <= 3650):
            raise ConfigError(f"{where}: journal_days must be a number from 1 to 3650")
        return value
    if key == "lan":
        if not isinstance(value, bool):
            raise ConfigError(f"{where}: lan must be true or false")
        return value
    if not isinstance(value, str) or not value.strip():
        raise ConfigError(f"{where}: {key} must be text")
    if key == "name":
        return value.strip()
    try:
        return read_server(value.strip())
    except CodeError as error:
        raise ConfigError(f"{where}: {error}") from None


def _line(text: str, key: str) -> int:
    """The number of the line that sets ``key``; 1 if its spelling hides it."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip(" \t[\"'").startswith(key):
            return number
    return 1
