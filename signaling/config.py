"""
What an operator has settled: flag, else environment, else one TOML file, else default.

Every source says its values as text and the same readers read them, so a wrong value is
the same sentence everywhere, behind the place it came from. Secrets come from files and
from the environment only: a command line can be read by everybody on its machine.
"""

import os
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path
from typing import Any, Literal, TypeAlias
from urllib.parse import urlsplit

from shared.code import ALPHABET, read_server
from shared.errors import CodeError, SettingError
from shared.servers import read_address, read_stun, read_turn

PREFIX = "RUMMYROOM_SERVE_"
"Of the variables: ``max_rooms`` is ``RUMMYROOM_SERVE_MAX_ROOMS``."

ROOMS = range(1, 200_001)
"There are 279,841 names, and a free one must be found quickly."

MEMBERS = range(1, 1_000_001)

Network: TypeAlias = IPv4Network | IPv6Network


@dataclass(frozen=True)
class Settings:
    """The settings in force."""

    listen: tuple[str, int] = ("127.0.0.1", 7867)
    base_url: str | None = None
    "Where players reach this server, if that is not where it listens."

    tls_cert: Path | None = None
    tls_key: Path | None = None
    stun: tuple[str, ...] = ()
    turn: tuple[str, ...] = ()
    turn_secret_file: Path | None = None
    turn_secret: str | None = field(default=None, repr=False)
    max_rooms: int = 10_000
    max_members: int = 10_000
    "In all rooms together."

    trusted_proxy: tuple[Network, ...] = ()
    log: Literal["text", "json"] = "text"
    metrics: tuple[str, int] | None = None
    backend: str | None = None
    "What several servers share their rooms in."

    backend_password_file: Path | None = None
    backend_password: str | None = field(default=None, repr=False)
    room_symbols: str | None = None
    "What the names of rooms opened here begin with, for a load balancer that looks."


def _number(allowed: range) -> Callable[[str], int]:
    def read(text: str) -> int:
        digits = text.isascii() and text.isdigit() and len(text) <= 9
        if not digits or int(text) not in allowed:
            raise ValueError(
                f"{text[:20]!r} is not a number from {allowed[0]} to {allowed[-1]}"
            )
        return int(text)

    return read


def _url(text: str) -> str:
    try:
        return read_server(text)
    except CodeError as error:
        raise ValueError(str(error)) from None


def _network(text: str) -> Network:
    try:
        return ip_network(text, strict=False)
    except ValueError:
        raise ValueError(
            f"{text[:60]!r} is not an address or a network: write one such as "
            "127.0.0.1 or 10.0.0.0/8"
        ) from None


def _log(text: str) -> str:
    if text not in ("text", "json"):
        raise ValueError(f"{text[:20]!r} is neither text nor json")
    return text


def _backend(text: str) -> str:
    if "://" not in text:
        text = f"{text[:20]}://"
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), None
    database = parts.path.removeprefix("/")
    if parts.password is not None:
        raise ValueError(
            "everybody on this machine can read command lines; leave the password out "
            "and name a file with it by --backend-password-file"
        )
    is_one = parts.scheme in ("redis", "rediss") and parts.hostname and port != 0
    if not is_one or parts.query or not (database.isdecimal() or not database):
        raise ValueError(
            f"{text[:60]!r} is not the address of a Redis: one looks like "
            "redis://127.0.0.1:6379/0, or rediss:// with TLS"
        )
    return text


def _symbols(text: str) -> str:
    symbols = text.upper()
    if not symbols or not set(symbols) <= set(ALPHABET):
        raise ValueError(f"{text[:20]!r} is not some of {ALPHABET}")
    return symbols


def _secret(text: str) -> str:
    if len(text.split()) != 1:
        raise ValueError("a secret is one word; openssl rand -hex 32 makes a good one")
    return text


_READERS: dict[str, Callable[[str], object]] = {
    "listen": read_address,
    "base_url": _url,
    "tls_cert": Path,
    "tls_key": Path,
    "stun": read_stun,
    "turn": read_turn,
    "turn_secret_file": Path,
    "turn_secret": _secret,
    "max_rooms": _number(ROOMS),
    "max_members": _number(MEMBERS),
    "trusted_proxy": _network,
    "log": _log,
    "metrics": read_address,
    "backend": _backend,
    "backend_password_file": Path,
    "backend_password": _secret,
    "room_symbols": _symbols,
}

REPEATABLE = ("stun", "turn", "trusted_proxy")
SECRET = ("turn_secret", "backend_password")
PATHS = ("tls_cert", "tls_key", "turn_secret_file", "backend_password_file")


class _Chosen:
    """The values so far and where each came from; later sources overrule earlier."""

    def __init__(self) -> None:
        self.values: dict[str, Any] = {}
        self.places: dict[str, str] = {}

    def take(self, key: str, texts: list[str], place: str) -> None:
        """Read ``texts``, which are one unless ``key`` is repeatable."""
        try:
            read = tuple(_READERS[key](text.strip()) for text in texts)
        except ValueError as error:
            raise SettingError(f"{place}: {error}") from None
        self.values[key] = read if key in REPEATABLE else read[0]
        self.places[key] = place


def load_settings(
    flags: Mapping[str, object], environ: Mapping[str, str] = os.environ
) -> Settings:
    """The settings in force where ``flags`` are what was typed, as text, by setting.

    Raises:
        SettingError: If one makes no sense, whether or not another overrules it, or
            they do not go together.
    """
    chosen = _Chosen()
    file = flags.get("config") or environ.get(f"{PREFIX}CONFIG")
    if file:
        _take_file(chosen, Path(str(file)))
    _take_environment(chosen, environ)
    for key in _READERS:
        typed = flags.get(key)
        if typed not in (None, []):
            texts = [
                str(one) for one in (typed if isinstance(typed, list) else [typed])
            ]
            chosen.take(key, texts, f"--{key.replace('_', '-')}")
    for key in SECRET:
        _read_secret_file(chosen, key)
    _check_pairs(chosen)
    return Settings(**chosen.values)


def _take_environment(chosen: _Chosen, environ: Mapping[str, str]) -> None:
    for variable in sorted(environ):
        key = variable.removeprefix(PREFIX).lower()
        if not variable.startswith(PREFIX) or key == "config":
            continue
        if key not in _READERS:
            raise SettingError(f"{variable}: {_no_such_setting(key)}")
        value = environ[variable].strip()
        if value:
            texts = value.replace(",", " ").split() if key in REPEATABLE else [value]
            chosen.take(key, texts, variable)


def _take_file(chosen: _Chosen, path: Path) -> None:
    text = _read_text(path)
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SettingError(f"{path} is not TOML: {error}") from None
    for key, value in table.items():
        place = f"{path}, line {_line(text, key)}"
        if key in SECRET:
            raise SettingError(
                f"{place}: a secret belongs into a file of its own; name it by "
                f"{key}_file"
            )
        if key not in _READERS:
            raise SettingError(f"{place}: {_no_such_setting(key)}")
        texts = _texts(key, value, place)
        if key in PATHS:
            # What is written in a file is meant from where that file lies.
            texts = [str(path.parent / name) for name in texts]
        chosen.take(key, texts, place)


def _texts(key: str, value: object, place: str) -> list[str]:
    """A TOML value as a flag would have it."""
    values = value if isinstance(value, list) and key in REPEATABLE else [value]
    number = key in ("max_rooms", "max_members")
    if number and isinstance(value, int) and not isinstance(value, bool):
        return [str(value)]
    if number or not all(isinstance(one, str) and one.strip() for one in values):
        kind = "a number" if number else "text"
        more = ", or a list of texts" if key in REPEATABLE else ""
        raise SettingError(f"{place}: {key} must be {kind}{more}")
    return [str(one) for one in values]


def _read_text(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except OSError as error:
        raise SettingError(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise SettingError(f"{path} is not UTF-8 text") from None


def _read_secret_file(chosen: _Chosen, key: str) -> None:
    file = f"{key}_file"
    path = chosen.values.get(file)
    if path is None:
        return
    if key in chosen.values:
        raise SettingError(
            f"{chosen.places[key]}: {chosen.places[file]} gives the secret too; keep "
            "one of them"
        )
    try:
        chosen.take(key, [_read_text(path)], str(path))
    except SettingError as error:
        raise SettingError(f"{chosen.places[file]}: {error}") from None


def _check_pairs(chosen: _Chosen) -> None:
    for one, other, needs in (
        ("tls_cert", "tls_key", "a certificate needs its key; set --tls-key too"),
        ("tls_key", "tls_cert", "a key needs its certificate; set --tls-cert too"),
        ("turn", "turn_secret", "a relay needs a secret; set --turn-secret-file too"),
        ("turn_secret", "turn", "a secret needs its relay; set --turn too"),
        ("backend_password", "backend", "it is for a backend; set --backend too"),
    ):
        if one in chosen.values and other not in chosen.values:
            raise SettingError(f"{chosen.places[one]}: {needs}")


def _no_such_setting(key: str) -> str:
    known = ", ".join(name.name for name in fields(Settings) if name.name not in SECRET)
    return f"there is no setting {key[:40]!r}, only {known}"


def _line(text: str, key: str) -> int:
    """The number of the line that sets ``key``; 1 if its spelling hides it."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip(" \t[\"'").startswith(key):
            return number
    return 1


def warnings(settings: Settings) -> list[str]:
    """What an operator probably does not want, a sentence each."""
    host, port = settings.listen
    where = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    url = settings.base_url or ""
    proxied = url.startswith("https:") and settings.tls_cert is None
    found = []
    if settings.tls_cert is None and _is_public(host) and not settings.trusted_proxy:
        found.append(
            f"{where} serves plain http to the world, so anybody on the way can "
            "read who meets whom and take its place; set --tls-cert and --tls-key, or "
            "listen on 127.0.0.1 behind a proxy that does TLS"
        )
    elif url.startswith("http:") and not _is_home(url):
        found.append(
            f"{url} is plain http, so anybody on the way can read who meets whom and "
            "take its place; have a proxy do TLS and set --base-url to https"
        )
    if proxied and not settings.trusted_proxy:
        found.append(
            "all players come through the proxy in front of this server and count as "
            "one address against its limits; name it, as in --trusted-proxy 127.0.0.1"
        )
    return found


def _is_public(host: str) -> bool:
    """Whether listening on ``host`` may mean the world."""
    try:
        address = ip_address(host)
    except ValueError:
        return host != "localhost"
    return address.is_unspecified or address.is_global


def _is_home(url: str) -> bool:
    """Whether ``url`` stays on this machine or its network."""
    return not _is_public(urlsplit(url).hostname or "")
