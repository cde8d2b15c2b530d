"""Settings and where they come from; the program's own files."""

import os
import stat
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import get_args

import pytest

from peer.config import (
    Config,
    ConfigError,
    config_folder,
    load_config,
    state_folder,
    write_private,
)
from peer.table_options import TALK
from shared.terms import Talk


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Nothing here reads or writes the files of whoever runs the tests."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path


def environment(home: Path, **variables: str) -> Mapping[str, str]:
    return {"XDG_CONFIG_HOME": str(home / "config"), "USER": "ada", **variables}


def write_config(home: Path, content: str | bytes) -> Path:
    path = home / "config" / "rummyroom" / "config.toml"
    path.parent.mkdir(parents=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def refusal(home: Path, **variables: str) -> str:
    with pytest.raises(ConfigError) as caught:
        load_config(environ=environment(home, **variables))
    return str(caught.value)


# Precedence


def test_the_defaults(home: Path) -> None:
    assert load_config(environ=environment(home)) == Config(None, "ada", True)
    assert load_config(environ={"XDG_CONFIG_HOME": "/none"}).name == ""


def test_the_file_goes_before_the_defaults(home: Path) -> None:
    write_config(home, 'server = "https://A.example/"\nname = " Bea "\nlan = false\n')
    assert load_config(environ=environment(home)) == Config(
        "https://a.example", "Bea", False
    )


def test_the_environment_goes_before_the_file(home: Path) -> None:
    write_config(home, 'server = "https://a.example"\nname = "Bea"\nlan = true\n')
    environ = environment(
        home,
        RUMMYROOM_SERVER="http://b.example:8765",
        RUMMYROOM_NAME="Cai",
        RUMMYROOM_LAN="off",
    )
    assert load_config(environ=environ) == Config("http://b.example:8765", "Cai", False)


def test_flags_go_before_everything(home: Path) -> None:
    environ = environment(
        home, RUMMYROOM_SERVER="https://b.example", RUMMYROOM_LAN="off"
    )
    write_config(home, 'name = "Bea"\n')
    assert load_config("https://c.example/", "Dag", True, environ) == Config(
        "https://c.example", "Dag", True
    )


def test_an_empty_variable_is_none(home: Path) -> None:
    environ = environment(home, RUMMYROOM_SERVER="", RUMMYROOM_LAN=" ")
    assert load_config(environ=environ) == Config(None, "ada", True)


@pytest.mark.parametrize(
    ("text", "lan"), [("on", True), ("TRUE", True), ("0", False), ("No", False)]
)
def test_spellings_of_on_and_off(home: Path, text: str, lan: bool) -> None:
    assert load_config(environ=environment(home, RUMMYROOM_LAN=text)).lan is lan


def test_pace_levels_and_warnings_can_be_settled(home: Path) -> None:
    assert load_config(environ=environment(home))[4:7] == ("normal", "medium", True)
    write_config(home, 'speed = "slow"\nlevel = "hard"\nwarnings = false\n')
    assert load_config(environ=environment(home))[4:7] == ("slow", "hard", False)
    environ = environment(
        home,
        RUMMYROOM_SPEED="fast",
        RUMMYROOM_LEVEL="easy, master",
        RUMMYROOM_WARNINGS="on",
    )
    assert load_config(environ=environ)[4:7] == ("fast", "easy,master", True)
    assert load_config(environ=environ, speed="off").speed == "off"


def test_what_people_may_do_at_ones_table_can_be_settled(home: Path) -> None:
    usual = load_config(environ=environment(home))
    assert (usual.talk, usual.watch) == ("phrases", True)
    write_config(home, 'talk = "off"\nwatch = false\n')
    settled = load_config(environ=environment(home))
    assert (settled.talk, settled.watch) == ("off", False)
    environ = environment(home, RUMMYROOM_TALK="shout")
    with pytest.raises(ConfigError) as caught:
        load_config(environ=environ)
    assert str(caught.value) == "RUMMYROOM_TALK: talk must be off, phrases or text"
    assert get_args(Talk) == TALK


# What makes no sense


def test_a_setting_that_does_not_exist_is_told_with_its_line(home: Path) -> None:
    path = write_config(home, '# mine\nname = "Bea"\nnames = "Bea"\nx = 1\n')
    assert refusal(home) == (
        f"{path}, line 3: there is no setting 'names': did you mean name?"
    )
    path.write_text("x = 1")
    assert refusal(home) == (
        f"{path}, line 1: there is no setting 'x': "
        "only journal_days, lan, lang, level, name, server, speed, talk, warnings, "
        "watch"
    )


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ('lan = "on"', ", line 1: lan must be true or false"),
        ("\n\nname = 7", ", line 3: name must be text"),
        ('name = " "', ", line 1: name must be text"),
        ("[server]\nurl = 1", ", line 1: server must be text"),
        (
            'name = "Bea"\n  "server" = "cards.example"',
            ", line 2: links and addresses of servers begin with https:// or http://",
        ),
        ('"n\\u0061me" = 7', ", line 1: name must be text"),
        (
            "lan = true\nname = ",
            " is not TOML: Invalid value (at end of document)",
        ),
        (
            "name = Bea",
            " is not TOML: Invalid value (at line 1, column 8)",
        ),
        (b"\xff\xfe", " is not UTF-8 text"),
    ],
)
def test_what_is_wrong_in_the_file_is_told(
    home: Path, content: str | bytes, complaint: str
) -> None:
    path = write_config(home, content)
    assert refusal(home) == f"{path}{complaint}"


def test_a_file_that_cannot_be_read_is_told(home: Path) -> None:
    folder = home / "config" / "rummyroom" / "config.toml"
    folder.mkdir(parents=True)
    assert refusal(home) == f"{folder} cannot be read: Is a directory"


def test_what_is_wrong_in_the_environment_is_told(home: Path) -> None:
    assert refusal(home, RUMMYROOM_LAN="maybe") == (
        "RUMMYROOM_LAN: lan must be on or off"
    )
    assert refusal(home, RUMMYROOM_SPEED="warp") == (
        "RUMMYROOM_SPEED: speed must be off, fast, normal or slow"
    )
    assert refusal(home, RUMMYROOM_SERVER="cards.example") == (
        "RUMMYROOM_SERVER: links and addresses of servers begin with"
        " https:// or http://"
    )


def test_what_is_wrong_in_a_flag_is_told(home: Path) -> None:
    with pytest.raises(ConfigError) as caught:
        load_config(server="https://", environ=environment(home))
    assert str(caught.value) == "--server: this address leads to no server"
    with pytest.raises(ConfigError) as caught:
        load_config(name="", environ=environment(home))
    assert str(caught.value) == "--name: name must be text"


def test_without_a_file_no_parser_is_loaded(home: Path) -> None:
    script = (
        "import sys, peer.config\n"
        "peer.config.load_config()\n"
        "print(*sorted(sys.modules))"
    )
    run = subprocess.run(
        [sys.executable, "-c", script],
        cwd=Path(__file__).parent.parent,
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = set(run.stdout.split())
    assert "peer.config" in loaded
    assert not loaded & {"tomllib", "tempfile", "asyncio"}


# Where files lie


@pytest.mark.parametrize(
    ("platform", "settings", "state"),
    [
        ("linux", "/home/ada/.config", "/home/ada/.local/state"),
        (
            "darwin",
            "/home/ada/Library/Application Support",
            "/home/ada/Library/Application Support",
        ),
        ("win32", "/roaming", "/local"),
    ],
)
def test_each_system_has_its_folders(
    monkeypatch: pytest.MonkeyPatch, platform: str, settings: str, state: str
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setenv("HOME", "/home/ada")
    environ = {"APPDATA": "/roaming", "LOCALAPPDATA": "/local", "XDG_STATE_HOME": "no"}
    assert config_folder(environ) == Path(settings) / "rummyroom"
    assert state_folder(environ) == Path(state) / "rummyroom"


def test_the_xdg_variables_decide() -> None:
    environ = {"XDG_CONFIG_HOME": "/etc/ada", "XDG_STATE_HOME": "/var/ada"}
    assert config_folder(environ) == Path("/etc/ada/rummyroom")
    assert state_folder(environ) == Path("/var/ada/rummyroom")


# Private files


def test_a_private_file_is_for_its_owner_only(home: Path) -> None:
    path = home / "new" / "file"
    write_private(path, "h\u00e4nd\n")
    assert path.read_text("utf-8") == "h\u00e4nd\n"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_a_private_file_is_replaced_as_a_whole(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = home / "file"
    write_private(path, "old")

    def power_cut(descriptor: int) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(os, "fsync", power_cut)
    with pytest.raises(OSError, match="no space left"):
        write_private(path, "new")
    assert path.read_text() == "old"
    assert list(home.iterdir()) == [path]


# For how long a table can go on


def test_for_how_long_journals_are_kept(home: Path) -> None:
    assert load_config(environ=environment(home)).journal_days == 30
    write_config(home, "journal_days = 7\n")
    assert load_config(environ=environment(home)).journal_days == 7
    environ = environment(home, RUMMYROOM_JOURNAL_DAYS="90")
    assert load_config(environ=environ).journal_days == 90


@pytest.mark.parametrize("value", ["0", "3651", "true", "1.5", '"a week"'])
def test_days_are_a_sensible_number(home: Path, value: str) -> None:
    path = write_config(home, f"journal_days = {value}\n")
    assert refusal(home) == (
        f"{path}, line 1: journal_days must be a number from 1 to 3650"
    )


@pytest.mark.parametrize("value", ["0", "-1", "1.5", "a week", "99999999999999999999"])
def test_days_in_the_environment_too(home: Path, value: str) -> None:
    assert refusal(home, RUMMYROOM_JOURNAL_DAYS=value) == (
        "RUMMYROOM_JOURNAL_DAYS: journal_days must be a number from 1 to 3650"
    )
