"""A malicious signaling server between a browser and its host gets nothing."""

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from aiohttp import web
from browsing import chromium, tab
from commands import command
from malice import Guess, Replay, drop, hang_up, pass_on, reflect
from playwright.async_api import Browser
from villain import Attack, Villain

from peer.cli import WEB
from shared.code import read_invitation
from signaling.site import Site

pytestmark = [
    pytest.mark.needs("chromium"),
    pytest.mark.asyncio(loop_scope="session"),
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


NOT_PROVEN = (
    "The other end could not prove that it knows the code: either the code is not the"
    " one the host shows now, or somebody between you is changing the connection;"
    " compare the code with the host's and try again."
)
NONSENSE = (
    "The other end sent nonsense where it had to prove that it knows the code;"
    " make sure that both of you run rummyroom."
)


@pytest.mark.parametrize(
    ("make", "sentences"),
    [
        (lambda secret: pass_on, [NOT_PROVEN]),
        (lambda secret: Replay(), [NONSENSE, NONSENSE]),
        (lambda secret: reflect, [NOT_PROVEN]),
        (lambda secret: Guess(secret), [NOT_PROVEN]),
        (lambda secret: hang_up, [NOT_PROVEN]),
        (lambda secret: drop, [NONSENSE]),
    ],
    ids=["swaps", "replays", "reflects", "guesses", "hangs up", "drops"],
)
async def test_a_server_in_the_middle_is_found_out(
    browser: Browser,
    tmp_path: Path,
    make: Callable[[Callable[[], str]], Attack],
    sentences: list[str],
) -> None:
    secret = ""
    async with (
        villainous(make(lambda: secret)) as villain,
        command(tmp_path, "host", "--server", villain.url, "--json") as host,
        chromium(browser) as context,
    ):
        link = (await host.hear("room"))["link"]
        _, (_, secret) = read_invitation(link)
        guest = await tab(context)
        for sentence in sentences:
            await guest.page.goto("about:blank")
            await guest.page.goto(link)
            await guest.page.fill("#name", "Ben")
            await guest.page.click("form button")
            await guest.page.wait_for_selector(f"text={sentence}")
            await villain.done.get()
        heard = [json.loads(text)["type"] for text in villain.heard_of_guests]
        assert set(heard) <= {"proof-response"}
