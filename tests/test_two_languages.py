"""One table over real data channels, its host in French and a guest in Hindi."""

import os
import pty
import subprocess
import termios
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from commands import COMMAND, Command, command, server

HOST = ("--name", "Ann", "--players", "2", "--lang", "fr")
CODE = "Le code de la table est "


async def until(player: Command, wanted: str) -> list[str]:
    """What a player hears, up to the first line with ``wanted`` in it."""
    heard: list[str] = []
    while line := await player.line():
        heard.append(line.rstrip("\n"))
        if wanted in line:
            return heard
    raise AssertionError(f"no {wanted!r} in {heard}: {await player.errors()}")


@asynccontextmanager
async def table(home: Path) -> AsyncIterator[tuple[Command, Command]]:
    """Ann, who hosts in French, and Bob, who joins her in Hindi."""
    async with (
        server(home) as url,
        command(home, "host", "--server", url, *HOST) as ann,
    ):
        code = (await until(ann, CODE))[-1].removeprefix(CODE).rstrip(".")
        join = ("join", code, "--server", url, "--name", "Bob")
        async with command(home, *join, RUMMYROOM_LANG="hi") as bob:
            yield ann, bob


async def test_each_reads_the_same_turn_in_an_own_language(tmp_path: Path) -> None:
    async with table(tmp_path) as (ann, bob):
        french = await until(ann, "Votre main, 10 cartes\u00a0: ")
        hindi = await until(bob, "आपका हाथ, 10 पत्ते: ")
        assert "Le but est d’être le premier sans cartes." in french
        assert "आप मेज़ पर हैं, सीट 2 पर।" in hindi
        assert "लक्ष्य है सबसे पहले सारे पत्ते ख़त्म करना।" in hindi
        if "C’est à vous de jouer." in french:
            ann.say("draw")
            await until(ann, "Vous piochez ")
            await until(bob, "Ann ने गड्डी से एक पत्ता उठाया।")
        else:
            bob.say("draw")
            await until(bob, "आपने गड्डी से ")
            await until(ann, "Bob pioche une carte.")
        ann.say("quit")
        await until(ann, "Tapez encore quit pour partir, ou non pour rester.")
        ann.say("oui")
        assert await ann.ended() == 0
        assert await bob.ended() == 6


async def test_what_is_wrong_is_told_in_the_language_of_the_variable(
    tmp_path: Path,
) -> None:
    async with command(tmp_path, "join", "7KQ-M3X-WC8", RUMMYROOM_LANG="fr") as bob:
        assert await bob.ended() == 2
        assert "dans ce code\u00a0; comparez-le" in await bob.errors()
    lost = ("join", "7KQ-M3X-WC7", "--lang", "hi")
    async with command(tmp_path, *lost, LANG="fr_FR.UTF-8") as bob:
        assert await bob.ended() == 5
        assert (await bob.errors()).startswith(
            "rummyroom: लिंक, --server, RUMMYROOM_SERVER या कॉन्फ़िग फ़ाइल में कोई सर्वर "
        )


def test_a_terminal_hears_why_hindi_is_told_in_lines(tmp_path: Path) -> None:
    ours, its = pty.openpty()
    termios.tcsetwinsize(its, (40, 120))
    process = subprocess.Popen(
        [COMMAND, "play", "--lang", "hi", "--players", "2", "--speed", "off"],
        stdin=its,
        stdout=its,
        stderr=its,
        env={
            **os.environ,
            "XDG_STATE_HOME": str(tmp_path),
            "XDG_CONFIG_HOME": str(tmp_path),
            "TERM": "xterm",
            "PYTHONIOENCODING": "utf-8",
        },
    )
    os.close(its)
    said = b""
    while "आपकी बारी> ".encode() not in said:
        said += os.read(ours, 1 << 16)
    os.write(ours, b"quit\nquit\n")
    assert process.wait(30) == 0
    os.close(ours)
    assert said.decode(errors="replace").startswith(
        "मेज़ पंक्तियों में सुनाई जा रही है, क्योंकि टर्मिनल देवनागरी अक्षरों की चौड़ाई पर एकमत नहीं हैं;"
    )
