"""The host is killed and goes on; the browser comes back by itself."""

import asyncio
import os
import signal
from pathlib import Path

import pytest
from browsing import PLAYER, chromium, hosted, tab
from commands import command
from playwright.async_api import Browser

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.asyncio(loop_scope="session")]

PATIENCE = 60.0
RESUME = ("host", "--name", "Ann", "--speed", "off", "--json", "--auto", "--resume")


async def test_a_browser_comes_back_to_a_host_that_was_killed(
    browser: Browser, tmp_path: Path
) -> None:
    async with chromium(browser) as context:
        guest = await tab(context)
        async with hosted(tmp_path) as (host, link):
            await guest.join(link)
            await guest.my_turn()
            before = await guest.cards()
            os.kill(host.process.pid, signal.SIGKILL)
            await host.process.wait()
        async with command(tmp_path, *RESUME) as host:
            # Chromium never says that the channel is gone: we find out by the silence.
            await guest.page.wait_for_selector(".banner", timeout=30_000)
            await guest.page.wait_for_selector(
                ".banner", state="detached", timeout=30_000
            )
            assert await guest.cards() == before
            async with asyncio.timeout(PATIENCE):
                await guest.page.evaluate(PLAYER)
            # What the host's own program saw went with it.
            for told in (
                "Your program has verified the deal of hand 1.",
                "Deal verified by 1 of 2 players.",
            ):
                await guest.page.wait_for_selector(f".fair >> text={told}")
            cells = await guest.page.locator(".scores tbody tr td:nth-child(3)").all()
            shown = [int(await cell.inner_text()) for cell in cells]
            assert (await host.hear("ending"))["scores"] == shown
        refused = "ERR_CONNECTION_REFUSED"
        assert [one for one in guest.complaints if refused not in one] == []
