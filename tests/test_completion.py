"""Completion as the real shells do it."""

import os
import pty
import re
import select
import shlex
import subprocess
import sys
import time
from pathlib import Path

import pytest

from peer.completion import script
from peer.options import COMMANDS, SHELLS, build_parser

EXPECTED = [
    (["rummyroom", "jo"], ["join"]),
    (["rummyroom", "host", "--play"], ["--players"]),
    (["rummyroom", "host", "ru"], ["rummikub"]),
    (["rummyroom", "play", "--speed", "s"], ["slow"]),
    (["rummyroom", "host", "--preset", "gin_p"], ["gin_pagat"]),
    (["rummyroom", "host", "--absent", ""], ["bot", "void", "wait"]),
    (["rummyroom", "verify", "mat"], ["match.jsonl"]),
    (["rummyroom", "play", "--save", "mat"], ["match.jsonl"]),
    (["rummyroom", "join", "--name", ""], []),
    (["rummyroom", "config", "set", "spe"], ["speed"]),
    (["rummyroom", "completion", "f"], ["fish"]),
]

PRINTED = "printf '%s\\n' \"${{COMPREPLY[@]}}\""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """With all scripts and one match in it."""
    for shell in SHELLS:
        (tmp_path / f"rummyroom.{shell}").write_text(script(shell, build_parser()))
    (tmp_path / "match.jsonl").touch()
    return tmp_path


def asked(folder: Path, *shell: str, first: str, each: str) -> list[list[str]]:
    """What a shell offers for each line of ``EXPECTED``, sorted."""
    lines = [each.format(*ways(words)) for words, _ in EXPECTED]
    done = subprocess.run(
        [*shell, "; ".join([first, *(f"{line}; echo =" for line in lines)])],
        cwd=folder,
        capture_output=True,
        text=True,
        env=clean(folder),
        timeout=60,
    )
    assert done.stderr == ""
    found = done.stdout.split("=\n")[:-1]
    return [sorted(filter(None, offers.splitlines())) for offers in found]


def ways(words: list[str]) -> tuple[str, int, str]:
    """A line that is being typed: its words, the place of the last, and the line."""
    return shlex.join(words), len(words) - 1, shlex.quote(" ".join(words))


def clean(folder: Path) -> dict[str, str]:
    return {**os.environ, "HOME": str(folder), "XDG_CONFIG_HOME": str(folder / "none")}


def test_bash(folder: Path) -> None:
    offers = "COMP_WORDS=({0}); COMP_CWORD={1}; _rummyroom; " + PRINTED
    found = asked(
        folder, "bash", "--norc", "-c", first="source rummyroom.bash", each=offers
    )
    assert found == [expected for _, expected in EXPECTED]


def test_bash_completes_a_value_behind_an_equals_sign(folder: Path) -> None:
    line = "COMP_WORDS=(rummyroom play --speed = f); COMP_CWORD=4"
    done = subprocess.run(
        [
            "bash",
            "-c",
            f"source rummyroom.bash; {line}; _rummyroom; {PRINTED}".format(),
        ],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "fast\n"


@pytest.mark.needs("fish")
def test_fish(folder: Path) -> None:
    found = asked(
        folder,
        *("fish", "--no-config", "-c"),
        first="source rummyroom.fish",
        each='complete -C {2} | string replace -r "\t.*" ""',
    )
    assert found == [expected for _, expected in EXPECTED]


@pytest.mark.needs("zsh")
def test_zsh(folder: Path) -> None:
    """At a prompt of its own, as completion there is a part of its line editor."""
    terminal, process = zsh(folder)
    try:
        for words, expected in EXPECTED:
            if len(expected) == 1 and words[-1]:
                shown = typed(terminal, f"{' '.join(words)}\t", expected[0])
                assert expected[0] in shown, words
    finally:
        process.kill()
        process.wait()
        os.close(terminal)


def zsh(folder: Path) -> tuple[int, "subprocess.Popen[bytes]"]:
    """A shell with completion, ready to be typed at."""
    (folder / ".zshrc").write_text(
        "PS1='ready> '\nsetopt no_list_beep\nautoload -Uz compinit\ncompinit -u -D\n"
        "source rummyroom.zsh\n"
    )
    ours, its = pty.openpty()
    process = subprocess.Popen(
        ["zsh", "-d", "-i"],
        stdin=its,
        stdout=its,
        stderr=its,
        cwd=folder,
        env={**clean(folder), "ZDOTDIR": str(folder), "TERM": "vt100"},
        start_new_session=True,
    )
    os.close(its)
    heard(ours, "ready> ")
    return ours, process


def typed(terminal: int, line: str, expected: str) -> str:
    """What is shown for a line that is given up then."""
    os.write(terminal, line.encode())
    shown = heard(terminal, f"{expected} ")
    os.write(terminal, b"\x15\r")  # Ctrl-U: the line is forgotten
    heard(terminal, "ready> ")
    return shown


def heard(terminal: int, end: str) -> str:
    """What comes from the shell until it has said ``end``; fails after 20 seconds."""
    shown, until = "", time.monotonic() + 20
    while end not in shown:
        ready, _, _ = select.select([terminal], [], [], until - time.monotonic())
        assert ready, f"no {end!r} in {shown!r}"
        data = os.read(terminal, 4096).decode(errors="replace")
        shown = re.sub("\x1b\\[[0-9;]*m|[\0\a]", "", shown + data)
    return shown


def test_every_command_is_offered_with_what_it_is(folder: Path) -> None:
    for shell in SHELLS:
        text = (folder / f"rummyroom.{shell}").read_text()
        for name in COMMANDS:
            assert name in text
        assert "--turn-secret-file" in text or "-l turn-secret-file" in text
        assert "SUPPRESS" not in text
    assert "sit down at a friend" in (folder / "rummyroom.zsh").read_text()


def test_the_command_prints_it(folder: Path) -> None:
    command = [sys.executable, "-m", "peer.cli", "completion", "bash"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == (folder / "rummyroom.bash").read_text()
