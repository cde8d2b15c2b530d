"""The real command in processes of its own, spoken to in JSON lines."""

import asyncio
import contextlib
import os
import signal
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec

COMMAND = str(Path(sys.executable).with_name("rummyroom"))
PATIENCE = 30.0
"Seconds after which a test that waits for a process has failed."


class Command:
    """``rummyroom`` with some arguments, running."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    async def line(self) -> str:
        """The next line it prints; empty at its end."""
        assert self.process.stdout is not None
        async with asyncio.timeout(PATIENCE):
            return (await self.process.stdout.readline()).decode()

    async def hear(self, kind: str, **fields: Any) -> dict[str, Any]:
        """The next record of that type that has these fields."""
        while line := await self.line():
            record: dict[str, Any] = msgspec.json.decode(line)
            if record["type"] == kind and record | fields == record:
                return record
        raise AssertionError(f"ended without {kind}: {await self.errors()}")

    def say(self, text: str) -> None:
        """Type a line."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{text}\n".encode())

    async def ended(self) -> int | None:
        """Its exit code, once it has one."""
        async with asyncio.timeout(PATIENCE):
            assert self.process.stdout is not None
            await self.process.stdout.read()
            return await self.process.wait()

    async def errors(self) -> str:
        """What troubled it, by its stderr, once it has ended."""
        assert self.process.stderr is not None
        async with asyncio.timeout(PATIENCE):
            return troubles((await self.process.stderr.read()).decode())


def troubles(said: str) -> str:
    """What was said on stderr, except that a busy machine hurried a computer player."""
    lines = said.splitlines(keepends=True)
    return "".join(line for line in lines if "a computer player took more" not in line)


@asynccontextmanager
async def command(
    home: Path, *args: str, before: Sequence[str] = (), **env: str
) -> AsyncIterator[Command]:
    """Run ``rummyroom`` with its files in ``home``; it is ended at the end.

    ``before`` is a command that runs it, such as one that enters a namespace.
    """
    process = await asyncio.create_subprocess_exec(
        *(*before, COMMAND, *args),
        stdin=PIPE,
        stdout=PIPE,
        stderr=PIPE,
        limit=1 << 20,
        start_new_session=True,
        env={
            **os.environ,
            "XDG_STATE_HOME": str(home / "state"),
            "XDG_CONFIG_HOME": str(home / "config"),
            "RUMMYROOM_LAN": "off",
            "NO_COLOR": "1",
            **env,
        },
    )
    try:
        yield Command(process)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        await process.communicate()


@asynccontextmanager
async def server(home: Path) -> AsyncIterator[str]:
    """``rummyroom serve`` on a free port of loopback; its address."""
    async with command(home, "serve", "--listen", "127.0.0.1:0", "--json") as running:
        yield (await running.hear("serving"))["url"]


@asynccontextmanager
async def host(
    home: Path, url: str, *args: str, **env: str
) -> AsyncIterator[tuple[Command, str]]:
    """``rummyroom host`` at a server, and its code."""
    args = ("host", "--server", url, "--name", "Ann", "--speed", "off", *args)
    async with command(home, *args, "--json", **env) as running:
        yield running, (await running.hear("room"))["code"]
