"""``rummyroom replay`` is drawn on a terminal with room, else told in lines."""

import os
from pathlib import Path

import pytest
from spoken import speaking
from test_tui_rewatch import data

from peer import manners, record_commands
from peer.options import read_options
from peer.rerun import Rerun
from peer.tui import rewatch_app
from shared.errors import RummyError


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "match.jsonl"
    path.write_bytes(data())
    return str(path)


class Terminal:
    """A terminal with room, and what is drawn there."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, wants: bool = False) -> None:
        self.drawn: list[tuple[str, bool, int | None]] = []
        self._wants = wants
        monkeypatch.setattr(manners, "at_terminal", lambda: True)
        monkeypatch.setattr(manners, "can_be_drawn", lambda: True)
        monkeypatch.setattr(rewatch_app, "watch", self.watch)
        for name, value in (("TERM", "xterm-256color"), ("ACCESSIBLE", "")):
            monkeypatch.setitem(os.environ, name, value)

    def watch(self, rerun: Rerun, *, speed: str, plays: bool) -> bool:
        self.drawn.append((speed, plays, rerun.seat))
        rerun.forward()
        return self._wants

    def run(self, *args: str) -> list[str]:
        said: list[str] = []
        record_commands.run(read_options(args), said.append, ())
        return said


def test_a_terminal_is_drawn_on(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal(monkeypatch)
    assert terminal.run("replay", file, "--speed", "fast") == []
    assert terminal.run("replay", file, "--step", "--seat", "2") == []
    assert terminal.drawn == [("fast", True, None), ("normal", False, 1)]


def test_so_is_a_link(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal(monkeypatch)
    (link,) = terminal.run("replay", file, "--link", "https://cards.example.org")
    assert terminal.run("replay", link) == [] and len(terminal.drawn) == 1


@pytest.mark.parametrize(
    ("name", "value", "options"),
    [("TERM", "dumb", ()), ("ACCESSIBLE", "1", ()), ("TERM", "vt", ("--plain",))],
)
def test_who_wants_lines_gets_lines(
    name: str,
    value: str,
    options: tuple[str, ...],
    file: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    terminal = Terminal(monkeypatch)
    monkeypatch.setitem(os.environ, name, value)
    said = terminal.run("replay", file, "--step", *options)
    assert terminal.drawn == [] and said[0] == "Hand 1."


def test_without_room_it_is_told_in_lines(
    file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = Terminal(monkeypatch)
    monkeypatch.setattr(manners, "can_be_drawn", lambda: False)
    assert terminal.run("replay", file, "--step")[0] == "Hand 1."
    assert terminal.drawn == []


def test_hindi_is_told_in_lines_unless_it_is_asked_for(
    file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = Terminal(monkeypatch)
    with speaking("hi"):
        said = terminal.run("replay", file, "--step", "--lang", "hi")
    assert "--drawn" in said[0] and said[1] == "बाज़ी 1।" and terminal.drawn == []
    terminal.run("replay", file, "--step", "--lang", "hi", "--drawn")
    assert len(terminal.drawn) == 1


def test_who_goes_on_in_lines_is_at_the_same_place(
    file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = Terminal(monkeypatch, wants=True)
    said = terminal.run("replay", file, "--step")
    assert said == ["Bot 2 drew TD from the stock."]


def test_what_cannot_be_watched_is_refused_as_in_lines(
    file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = Terminal(monkeypatch)
    for args, why in (
        ((file, "--seat", "5"), "there are seats 1 to 4"),
        ((str(tmp_path / "no"),), f"{tmp_path / 'no'} cannot be read: No such file"),
        (
            ("https://cards.example.org/replay#abc",),
            "this link holds no transcript; perhaps it was cut off on its way",
        ),
    ):
        with pytest.raises(RummyError) as refusal:
            terminal.run("replay", *args)
        assert str(refusal.value).startswith(why)
    assert terminal.drawn == []
