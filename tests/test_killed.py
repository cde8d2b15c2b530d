"""Processes are killed in mid-game, and nobody's game is lost."""

import os
import signal
from pathlib import Path
from typing import Any

from commands import Command, command


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
                        assert await eve.ended() == 4
                        assert await eve.errors() == (
                            "rummyroom: every seat at this table is taken\n"
                        )
                    os.kill(bob.process.pid, signal.SIGKILL)
                    async with command(tmp_path, "join", code, *at(url)) as again:
                        assert (await again.hear("welcome", back=True))["seat"] == 1
