"""A machine whose only network is itself: a namespace of the test with loopback."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from commands import Command, command
from conftest import refuse

pytestmark = pytest.mark.needs("iproute2")


@pytest.fixture
def inside() -> Iterator[tuple[str, ...]]:
    """What runs a command in there."""
    if os.geteuid() != 0:
        refuse("network namespaces need root")
    name = f"rummyroom-{os.getpid()}"
    subprocess.run(["ip", "netns", "add", name], check=True)
    try:
        subprocess.run(["ip", "-n", name, "link", "set", "lo", "up"], check=True)
        yield ("ip", "netns", "exec", name)
    finally:
        subprocess.run(["ip", "netns", "del", name], check=True)


async def test_the_code_alone_leads_to_a_table_on_the_local_network(
    tmp_path: Path, inside: tuple[str, ...]
) -> None:
    async with AsyncExitStack() as stack:

        async def run(*args: str) -> Command:
            args = (*args, "--auto", "--speed", "off", "--json")
            running = command(tmp_path, *args, before=inside, RUMMYROOM_LAN="on")
            return await stack.enter_async_context(running)

        ann = await run("host", "--players", "2", "--hands", "1")
        code = (await ann.hear("room"))["code"]
        bob = await run("join", code)
        assert (await bob.hear("connected"))["transport"] == "webrtc"
        ends = [await ann.hear("ending"), await bob.hear("ending")]
        assert ends[0] == ends[1]
        assert [await ann.ended(), await bob.ended()] == [0, 0]


async def test_a_table_that_nobody_announces_is_not_found(
    tmp_path: Path, inside: tuple[str, ...]
) -> None:
    join = command(tmp_path, "join", "7KQ-M3X-WC7", before=inside, RUMMYROOM_LAN="on")
    async with join as bob:
        assert await bob.ended() == 5
        assert await bob.errors() == (
            "rummyroom: no table with this code was found on the local network, and "
            "no server is set by the link, --server, RUMMYROOM_SERVER or the config "
            "file; ask the host for the link, or whether the table is still open\n"
        )
