"""Draws the PNG icon of the browser client from its SVG, in Chromium: iOS wants one.

python tests/icons.py
"""

import asyncio
from pathlib import Path

from browsing import CHROMIUM, FLAGS
from playwright.async_api import async_playwright

WEB = Path(__file__).parent.parent / "peer" / "web"
SIZE = 180
"What iOS puts on its home screen; all others take the drawing itself."


async def main() -> None:
    """Write ``icon-180.png``."""
    # The corners are rounded by whoever shows it.
    drawing = (WEB / "icon.svg").read_text().replace(' rx="13"', "", 1)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = await browser.new_page(viewport={"width": SIZE, "height": SIZE})
        await page.set_content(f'<body style="margin:0;display:block">{drawing}')
        await page.screenshot(path=WEB / f"icon-{SIZE}.png")
        await browser.close()


if __name__ == "__main__":
    asyncio.run(main())
