"""Processes are killed or left in mid-game, and nobody's game is lost."""

import os
import shutil
import signal
from pathlib import Path
from typing import Any

from commands import Command, command, host, server


def at(address: str) -> tuple[str, ...]:
    return ("--server", address, "--json")


async def plays(player: Command, seq: int) -> dict[str, Any]:
    """The next update behind ``seq``."""
    while True:
        update = await player.hear("update")
        if update["seq"] > seq:
            return update


async def test_the_signaling_server_is_killed_and_started_again(tmp_path: Path) -> None:
    """The game goes on; friends join with the same code when it is back."""
    name = ("--name", "Ann", "--speed", "fast", "--auto", "--players", "3")
    async with command(tmp_path, "serve", "--listen", "127.0.0.1:0", "--json") as first:
        url = (await first.hear("serving"))["url"]
        port = url.rpartition(":")[2]
        async with command(tmp_path, "host", *at(url), *name, "--bots", "1") as ann:
            code = (await ann.hear("room"))["code"]
            async with command(tmp_path, "join", code, *at(url), "--auto") as bob:
                seq = (await bob.hear("update"))["seq"]
                os.kill(first.process.pid, signal.SIGKILL)
                lost = (await ann.hear("notice"))["text"]
                assert lost.startswith("nobody new can join for now: ")
                seq = (await plays(bob, seq))["seq"]
                await plays(bob, seq)
                listen = ("--listen", f"127.0.0.1:{port}")
                async with command(tmp_path, "serve", *listen, "--json") as second:
                    await second.hear("serving")
                    back = "the signaling server is back, and friends can join again"
                    await ann.hear("notice", text=back)
                    async with command(tmp_path, "join", code, *at(url)) as eve:
                        await eve.hear("waits")
                    os.kill(bob.process.pid, signal.SIGKILL)
                    async with command(tmp_path, "join", code, *at(url)) as again:
                        assert (await again.hear("welcome", back=True))["seat"] == 1


async def test_a_seat_taken_up_elsewhere_is_no_lost_host(
    tmp_path: Path,
) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    async with server(tmp_path) as url:
        async with host(tmp_path, url, "--players", "2", "--auto") as (_, code):
            async with command(here, "join", code, *at(url)) as bob:
                await bob.hear("update")
                shutil.copytree(here, there)
                (seat,) = (there / "state" / "rummyroom" / "seats").iterdir()
                seat.rename(seat.with_name(f"{seat.name[:4]}-99999999"))
                async with command(there, "join", code, *at(url)) as again:
                    assert (await again.hear("welcome"))["back"]
                    bye = await bob.hear("bye", replaced=True)
                    assert bye["message"] == "this seat was taken up from elsewhere"
                    assert (await bob.hear("ending"))["how"] == "replaced"
                    assert await bob.ended() == 4


async def test_a_host_that_leaves_before_the_end_is_told_how_to_go_on(
    tmp_path: Path,
) -> None:
    args = ("host", "--speed", "off", "--port", "0", "--players", "2", "--bots", "1")
    async with command(tmp_path, *args) as ann:
        while not (line := await ann.line()).startswith("Your hand"):
            assert line
        ann.say("quit\nquit")
        assert await ann.ended() == 0
        assert await ann.errors() == (
            "rummyroom: the match is not over; go on with: rummyroom host --resume\n"
        )
    args = ("host", "--resume", "--speed", "off", "--json", "--auto")
    async with command(tmp_path, *args) as ann:
        assert (await ann.hear("ending"))["how"] == "left"


async def test_a_demo_that_is_killed_leaves_nobody_behind(tmp_path: Path) -> None:
    """All its processes have its stderr, and may complain there that nobody reads."""
    async with command(tmp_path, "demo", "--hands", "1000", "--json") as demo:
        await demo.hear("drew")
        os.kill(demo.process.pid, signal.SIGKILL)
        await demo.errors()
