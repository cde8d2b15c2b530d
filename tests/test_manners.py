"""Which screen somebody gets, and how it takes what is typed."""

import sys

import pytest

from peer.config import Config
from peer.manners import is_spoken, manner_of, wants_lines
from peer.options import read_options

XTERM = {"TERM": "xterm-256color"}


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody sits at one."""
    for stream in (sys.stdin, sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: True)


@pytest.mark.parametrize(
    ("args", "environ", "lines"),
    [
        ("", XTERM, False),
        ("--plain", XTERM, True),
        ("", XTERM | {"ACCESSIBLE": "1"}, True),
        ("", XTERM | {"ACCESSIBLE": "0"}, False),
        ("", XTERM | {"ACCESSIBLE": ""}, False),
        ("", {"TERM": "dumb"}, True),
        ("", {}, True),
    ],
)
@pytest.mark.usefixtures("terminal")
def test_who_gets_lines(args: str, environ: dict[str, str], lines: bool) -> None:
    options = read_options(["play", *args.split()])
    assert wants_lines(options, environ) is lines


def test_where_there_is_no_terminal_there_are_lines() -> None:
    assert wants_lines(read_options(["play"]), XTERM)


def test_windows_has_no_names_for_terminals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    assert not is_spoken({})
    assert is_spoken({"ACCESSIBLE": "1"})


@pytest.mark.usefixtures("terminal")
def test_nothing_is_drawn_over_for_a_screen_reader(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    config = Config(None, "Ann", True, speed="fast", warnings=False)
    options = read_options(["play"])
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("ACCESSIBLE", raising=False)
    manner = manner_of(options, config)
    assert (manner.prompts, manner.by_key) == (True, True)
    assert (manner.pace, manner.warnings) == (0.3, False)
    monkeypatch.setenv("ACCESSIBLE", "1")
    manner = manner_of(options, config)
    assert (manner.prompts, manner.by_key) == (True, False)
