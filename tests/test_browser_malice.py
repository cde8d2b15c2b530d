"""A malicious signaling server between a browser and its host gets nothing."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from aiohttp import web
from browsing import browser as browser
from browsing import chromium, tab
from commands import command
from malice import pass_on, reflect
from playwright.async_api import Browser
from villain import Attack, Villain

from peer.cli import WEB
from signaling.site import Site

pytestmark = [
    pytest.mark.needs("chromium"),
    pytest.mark.asyncio(loop_scope="module"),
]


@asynccontextmanager
async def villainous(attack: Attack) -> AsyncIterator[Villain]:
    """A villain that hands out our page as it is."""
    villain = Villain(attack)
    app = web.Application()
    app.router.add_get("/signal", villain.signal)
    app.add_routes(Site(WEB).routes())
    runner = web.AppRunner(app, shutdown_timeout=1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    villain.url = "http://{}:{}".format(*runner.addresses[0][:2])
    try:
        yield villain
    finally:
        await villain.stop()
        await runner.cleanup()


@pytest.mark.parametrize("attack", [pass_on, reflect])
async def test_a_server_in_the_middle_is_found_out(
    browser: Browser, tmp_path: Path, attack: Attack
) -> None:
    async with (
        villainous(attack) as villain,
        command(tmp_path, "host", "--server", villain.url, "--json") as host,
        chromium(browser) as context,
    ):
        link = (await host.hear("room"))["link"]
        guest = await tab(context)
        await guest.page.goto(link)
        await guest.page.fill("#name", "Ben")
        await guest.page.click("form button")
        await guest.page.wait_for_selector(
            "text=The other end could not prove that it knows the code: either the code"
            " is not the one the host shows now, or somebody between you is changing"
            " the connection; compare the code with the host's and try again."
        )
        await villain.done.get()
        heard = [json.loads(text)["type"] for text in villain.heard_of_guests]
        assert set(heard) <= {"proof-response"}
