"""Which server a command goes to, and what it returns when it fails."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from peer import exits
from peer.cli import _join
from peer.config import ConfigError
from peer.exits import exit_code
from peer.options import EPILOG, read_options
from peer.sides import VersionMismatch
from shared.code import Code
from shared.errors import (
    ChannelClosed,
    CodeError,
    ConnectionFailed,
    IllegalAction,
    OptionError,
    ProtocolError,
    RummyError,
    SettingError,
    SignalingCode,
    SignalingError,
    UsageError,
)

CODE = "7KQ-M3X-WC7"
FLAG, VARIABLE, FILE = (f"https://{name}.example" for name in ("flag", "env", "file"))
LINKED = "https://link.example"
NOBODY = (
    "no server is set by the link, --server, RUMMYROOM_SERVER or the config file; "
    "ask the host for the link, or whether the table is still open"
)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("RUMMYROOM_LAN", "off")
    return tmp_path


@pytest.mark.parametrize("linked", [True, False])
@pytest.mark.parametrize("flag", [True, False])
@pytest.mark.parametrize("variable", [True, False])
@pytest.mark.parametrize("in_file", [True, False])
def test_the_nearest_server_is_asked(
    home: Path,
    monkeypatch: pytest.MonkeyPatch,
    linked: bool,
    flag: bool,
    variable: bool,
    in_file: bool,
) -> None:
    """The link's, else the flag's, else the environment's, else the file's."""
    asked = []

    async def join(server: str, code: Code, *_: object) -> None:
        asked.append(server)
        raise SignalingError("away", "nobody is there")

    monkeypatch.setattr("peer.play.join", join)
    if variable:
        monkeypatch.setenv("RUMMYROOM_SERVER", VARIABLE)
    if in_file:
        path = home / "rummyroom" / "config.toml"
        path.parent.mkdir()
        path.write_text(f'server = "{FILE}"\n')
    where = ("--server", FLAG) if flag else ()
    options = read_options(["join", f"{LINKED}/#{CODE}" if linked else CODE, *where])
    with pytest.raises(SignalingError) as caught:
        _join(options)
    given = {LINKED: linked, FLAG: flag, VARIABLE: variable, FILE: in_file}
    expected = [server for server, is_given in given.items() if is_given]
    assert asked == expected[:1]
    assert str(caught.value) == ("nobody is there" if expected else NOBODY)


def signaling(code: SignalingCode) -> SignalingError:
    return SignalingError(code, "no")


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (ProtocolError("no"), 1),
        (IllegalAction("no"), 1),
        (RummyError("no"), 1),
        (CodeError("no"), 2),
        (ConfigError("no"), 2),
        (OptionError("players"), 2),
        (SettingError("no"), 2),
        (UsageError("no"), 2),
        (signaling("unknown_room"), 3),
        (signaling("full"), 4),
        (signaling("refused"), 4),
        (signaling("limit"), 4),
        (signaling("malformed"), 4),
        (signaling("claim"), 4),
        (signaling("away"), 5),
        (signaling("closed"), 5),
        (ConnectionFailed("no"), 5),
        (ChannelClosed("no"), 6),
        (signaling("version"), 7),
        (VersionMismatch(0), 7),
        (VersionMismatch(999), 7),
    ],
)
def test_the_exit_code_of_a_failure(error: RummyError, code: int) -> None:
    assert exit_code(error) == code


def test_every_exit_code_is_documented() -> None:
    codes = {value for value in vars(exits).values() if type(value) is int}
    readme = (Path(__file__).parent.parent / "README.md").read_text()
    table = readme.split("## Exit codes")[1]
    assert {int(code) for code in re.findall(r"^\| (\d+) \|", table, re.M)} == codes
    assert {int(code) for code in re.findall(r"\d+", EPILOG)} == codes


@pytest.mark.parametrize("taken", ["shared", "signaling"])
def test_another_package_with_our_name_is_told(tmp_path: Path, taken: str) -> None:
    (tmp_path / taken).mkdir()
    (tmp_path / taken / "__init__.py").write_text('__version__ = "1.0"\n')
    code = "from peer.cli import check_names; check_names()"
    path = os.pathsep.join([str(tmp_path), *filter(None, sys.path)])
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": path},
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        f"rummyroom: the package {taken!r} here is somebody else's; install rummyroom "
        "in an environment of its own, with uv tool or pipx\n"
    )
