"""The cable between a browser and its host is pulled out, and put in again."""

import asyncio
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from browsing import CHROMIUM, FLAGS, SEED, chromium, tab
from commands import command
from conftest import refuse
from playwright.async_api import async_playwright

pytestmark = pytest.mark.needs("chromium", "iproute2")

HOST, GUEST = "198.51.100.1", "198.51.100.2"
LONG = 10.0
"Seconds without a network: shorter than the time after which a peer counts as gone."


class Cable(NamedTuple):
    """Two namespaces of the test and what connects them."""

    host: str
    guest: str

    def plug(self, way: str) -> None:
        """``up`` or ``down``."""
        ip("-n", self.host, "link", "set", "eth0", way)


def ip(*args: str) -> None:
    subprocess.run(["ip", *args], check=True)


@pytest.fixture
def cable() -> Iterator[Cable]:
    if os.geteuid() != 0:
        refuse("network namespaces need root")
    ends = Cable(f"rummyroom-h{os.getpid()}", f"rummyroom-g{os.getpid()}")
    for end in ends:
        ip("netns", "add", end)
    try:
        peer = ("peer", "name", "eth0", "netns", ends.guest)
        ip("-n", ends.host, "link", "add", "eth0", "type", "veth", *peer)
        for end, address in zip(ends, (HOST, GUEST), strict=True):
            ip("-n", end, "addr", "add", f"{address}/24", "dev", "eth0")
            for link in ("lo", "eth0"):
                ip("-n", end, "link", "set", link, "up")
        yield ends
    finally:
        for end in ends:
            ip("netns", "del", end)


async def test_play_goes_on_after_ten_seconds_without_a_network(
    tmp_path: Path, cable: Cable
) -> None:
    inside = ("ip", "netns", "exec")
    browser_there = tmp_path / "chromium"
    browser_there.write_text(
        f'#!/bin/sh\nexec {" ".join(inside)} {cable.guest} {CHROMIUM} "$@"\n'
    )
    browser_there.chmod(0o755)
    table = ("host", "--players", "2", "--seed", SEED, "--speed", "off", "--auto")
    async with (
        command(tmp_path, *table, "--json", before=(*inside, cable.host)) as host,
        async_playwright() as playwright,
    ):
        browser = await playwright.chromium.launch(
            executable_path=browser_there, args=FLAGS
        )
        async with chromium(browser) as context:
            guest = await tab(context)
            link = (await host.hear("room"))["link"]
            await guest.join(link.replace("127.0.0.1", HOST))
            await guest.my_turn()
            before = await guest.cards()
            cable.plug("down")
            async with asyncio.TaskGroup() as both:
                both.create_task(asyncio.sleep(LONG))
                both.create_task(guest.page.wait_for_selector(".banner"))
            cable.plug("up")
            await guest.page.wait_for_selector(".banner", state="detached")
            assert await guest.cards() == before
            await guest.do("Draw")
            await guest.page.wait_for_selector(".fresh")
        await browser.close()
