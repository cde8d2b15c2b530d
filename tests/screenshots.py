"""Pictures of the browser client, on a phone and on a desk, light and dark."""

import asyncio
import sys
import tempfile
from pathlib import Path

from browsing import CHROMIUM, FLAGS, PLAYER, SIZES, hosted, tab
from playwright.async_api import Browser, Page, async_playwright


async def main(folder: Path) -> None:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        await lobby(browser, folder)
        for game, acts in (("basic", 6), ("gin", 4), ("rummikub", 25)):
            await hand(browser, folder, game, acts)
        await browser.close()


async def lobby(browser: Browser, folder: Path) -> None:
    """The first screen, and the wait for others."""
    with tempfile.TemporaryDirectory() as home:
        async with hosted(Path(home), "basic", players=3) as (_, link):
            guest = await tab(await browser.new_context(reduced_motion="reduce"))
            await guest.page.goto(link)
            await pictures(guest.page, folder, "door")
            await guest.join(link)
            await pictures(guest.page, folder, "lobby")


async def hand(browser: Browser, folder: Path, game: str, acts: int) -> None:
    """A table in the middle of a turn, and its end."""
    with tempfile.TemporaryDirectory() as home:
        async with hosted(Path(home), game) as (_, link):
            guest = await tab(await browser.new_context(reduced_motion="reduce"))
            await guest.join(link)
            await guest.page.evaluate(f"window.mostActs = {acts}")
            await guest.page.evaluate(PLAYER)
            await guest.my_turn()
            draw = guest.page.locator(".actions .do", has_text="Draw")
            if game != "rummikub" and await draw.count():
                await draw.click()
                await guest.page.wait_for_selector(".fresh")
            await guest.page.locator(".grid .face").nth(1).click()
            await pictures(guest.page, folder, game)
            await guest.page.evaluate("window.mostActs = undefined")
            await guest.page.evaluate(PLAYER)
            await pictures(guest.page, folder, f"{game}-end")


async def pictures(page: Page, folder: Path, name: str) -> None:
    for width, height in SIZES:
        await page.set_viewport_size({"width": width, "height": height})
        for scheme in ("light", "dark"):
            await page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            await page.screenshot(path=folder / f"{name}-{width}-{scheme}.png")


if __name__ == "__main__":
    wanted = Path(sys.argv[1])
    wanted.mkdir(exist_ok=True)
    asyncio.run(main(wanted))
