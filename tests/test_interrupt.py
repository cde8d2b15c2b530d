"""Ctrl-C once leaves the table politely, twice it quits at once."""

import signal
import subprocess
import sys
from pathlib import Path

from commands import command, host, server

STUBBORN = """
import asyncio, sys, threading
from peer import cli

async def stubborn():
    threading.Thread(target=threading.Event().wait).start()
    print("up", flush=True)
    while True:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            print("leaving", flush=True)

cli._COMMANDS["rules"] = lambda options: cli._run(stubborn())
sys.exit(cli.main(["rules"]))
"""


async def test_once_the_last_record_comes_and_then_the_end(tmp_path: Path) -> None:
    async with command(tmp_path, "play", "--json") as playing:
        await playing.hear("update")
        playing.process.send_signal(signal.SIGINT)
        assert (await playing.hear("ending"))["how"] == "left"
        assert await playing.ended() == 130
        assert await playing.errors() == ""


async def test_a_computer_player_takes_the_seat(tmp_path: Path) -> None:
    async with server(tmp_path) as url, host(tmp_path, url) as (table, code):
        join = ("join", code, "--server", url, "--name", "Bob", "--json")
        async with command(tmp_path / "bob", *join) as guest:
            await guest.hear("update")
            table.say('{"type": "start"}')
            while (await guest.hear("update"))["table"]["phase"] != "hand":
                pass
            guest.process.send_signal(signal.SIGINT)
            assert await guest.ended() == 130
        while True:
            seats = (await table.hear("update"))["table"]["seats"]
            if any(seat["name"] == "Bob" and seat["substitute"] for seat in seats):
                break


def test_twice_nobody_is_waited_for() -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", STUBBORN], stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "up\n"
        process.send_signal(signal.SIGINT)
        assert process.stdout.readline() == "leaving\n"
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 130
    finally:
        process.kill()
        process.communicate()
