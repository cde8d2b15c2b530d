"""A headless Chromium as a guest of a real host, and what is wrong with a page."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from commands import Command, command
from playwright.async_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    async_playwright,
)

CHROMIUM = "/usr/bin/chromium"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PHONE = {"width": 390, "height": 844}
SIZES = [(320, 568), (390, 844), (844, 390), (1280, 800)]
PLAYER = (Path(__file__).parent / "web" / "player.js").read_text()
SERVER_GONE = "An unknown error occurred when fetching the script."
"What the console says when a host ends before the page has fetched its worker."

SEED = "07"
CHANCE = "crypto.getRandomValues = (bytes) => bytes.fill(6);"
"A guest's seed is in the deck too: with this one its first hand of cards has a meld."


@asynccontextmanager
async def launched() -> AsyncIterator[Browser]:
    """Chromium, for many tests: to start one takes longer than most of them."""
    async with async_playwright() as playwright:
        started = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            yield started
        finally:
            await started.close()


@asynccontextmanager
async def chromium(browser: Browser, **settings: Any) -> AsyncIterator[BrowserContext]:
    """Somebody's browser, with nothing kept; ``settings`` as ``new_context`` has."""
    options = {"viewport": PHONE, "reduced_motion": "reduce", **settings}
    context = await browser.new_context(**options)
    context.set_default_timeout(15_000)
    await context.add_init_script(CHANCE)
    yield context
    await context.close()


class Tab:
    """One page, and everything that went wrong in it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.complaints: list[str] = []
        self.requests: list[str] = []
        page.on("console", self._said)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", lambda request: self.requests.append(request.url))

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and SERVER_GONE not in message.text:
            self.complaints.append(f"{message.text} ({message.location['url']})")

    async def join(self, link: str, name: str = "Ben") -> None:
        """Open a link, say who we are, and wait for the seat."""
        await self.page.goto(link)
        await self.page.fill("#name", name)
        await self.page.click("form button")
        await self.page.wait_for_selector(".seats")

    async def cards(self) -> list[str]:
        """The names of the cards or tiles in the hand, as they are spoken."""
        await self.page.wait_for_selector(".grid .face")
        faces = self.page.locator(".grid .face")
        labels = await faces.evaluate_all(
            "faces => faces.map(face => face.getAttribute('aria-label'))"
        )
        return [label.split(",")[0] for label in labels]

    async def until(self, condition: str) -> None:
        """Wait until an expression is true; the page lets nobody evaluate texts."""
        frame = "await new Promise((resolve) => setTimeout(resolve, 20))"
        async with asyncio.timeout(15):
            await self.page.evaluate(
                f"(async () => {{ while (!({condition})) {frame}; }})()"
            )

    async def my_turn(self) -> None:
        """Wait until this seat has to act."""
        await self.page.wait_for_selector(".seat.me.to-play")

    async def do(self, label: str) -> None:
        """Press a button of the action bar."""
        pattern = re.compile(rf"^{re.escape(label)}")
        await self.page.locator(".actions .do").filter(has_text=pattern).first.click()

    async def text(self, selector: str) -> str:
        """What an element says."""
        return await self.page.inner_text(selector)


async def tab(context: BrowserContext) -> Tab:
    """A new page."""
    return Tab(await context.new_page())


@asynccontextmanager
async def hosted(
    home: Path, game: str = "basic", *args: str, players: int = 2
) -> AsyncIterator[tuple[Command, str]]:
    """A host whose own seat a computer player has, with a server, and its link."""
    table = ("--players", str(players), "--hands", "1", "--seed", SEED)
    fixed = ("--port", "0", "--speed", "off", "--name", "Ann", "--auto", "--json")
    async with command(home, "host", game, *table, *fixed, *args) as running:
        link = (await running.hear("room"))["link"]
        yield running, re.sub(r"//[^:/]+:", "//127.0.0.1:", link)
