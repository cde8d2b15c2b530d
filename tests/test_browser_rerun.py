"""A finished match watched in a browser: from a link, from a file."""

from pathlib import Path

import pytest
from browsing import chromium, tab
from commands import server
from playwright.async_api import Browser
from recorded import recording
from test_browser_access import check

from shared.folded import folded

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.asyncio(loop_scope="session")]

DATA = recording("basic", 3, 2)
LINK = folded(DATA.decode().splitlines())


async def test_a_link_is_watched_step_by_step(browser: Browser, tmp_path: Path) -> None:
    async with server(tmp_path) as url, chromium(browser) as context:
        page = (one := await tab(context)).page
        await page.goto(f"{url}/replay#{LINK}")
        await page.wait_for_selector(".rerun")
        assert "Hand 1 of 2, step 0 of" in await one.text(".aim")
        assert await page.locator(".held .mini .face").count() == 21
        await page.keyboard.press("ArrowRight")
        assert "step 1 of" in await one.text(".aim")
        first = await one.text(".told")
        await page.keyboard.press("PageDown")
        assert "Hand 2 of 2, step 0 of" in await one.text(".aim")
        await page.keyboard.press("End")
        assert "Table mark: " in await one.text(".fair")
        await page.keyboard.press("Home")
        await page.keyboard.press("ArrowRight")
        assert await one.text(".told") == first
        await page.select_option("#eyes", "1")
        assert await page.locator(".held .mini .face").count() == 7
        await check(one)
        assert one.complaints == []


async def test_a_file_is_opened_and_a_wrong_one_is_not(
    browser: Browser, tmp_path: Path
) -> None:
    wrong = tmp_path / "wrong.jsonl"
    wrong.write_bytes(DATA.replace(b'"discard ', b'"discart ', 1))
    async with server(tmp_path) as url, chromium(browser) as context:
        page = (one := await tab(context)).page
        await page.goto(f"{url}/replay")
        await page.set_input_files("#file", wrong)
        await page.wait_for_selector("[role=alert]")
        why = await one.text("[role=alert]")
        assert why.startswith("This match cannot be shown: line ")
        await check(one)
        wrong.write_bytes(DATA)
        await page.set_input_files("#file", wrong)
        await page.wait_for_selector(".rerun")
        await page.goto(f"{url}/replay#{LINK[:-40]}")
        await page.wait_for_selector("[role=alert]")
        assert await one.text("[role=alert]") == (
            "This match cannot be shown: this link holds no transcript; perhaps it was "
            "cut off on its way."
        )


async def test_what_is_wrong_with_a_link_or_a_file_is_said_to_its_reader(
    browser: Browser, tmp_path: Path
) -> None:
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(DATA[:-30])
    async with server(tmp_path) as url, chromium(browser, locale="hi") as context:
        page = (one := await tab(context)).page
        await page.goto(f"{url}/replay#{LINK[:-40]}")
        await page.wait_for_selector("[role=alert]")
        assert await one.text("[role=alert]") == (
            "यह मैच नहीं दिखाया जा सकता: इस लिंक में कोई रिकॉर्ड नहीं है; "
            "शायद लिंक रास्ते में कट गया।"
        )
        await page.set_input_files("#file", cut)
        await page.wait_for_selector("text=फ़ाइल कट गई है।")


async def test_it_goes_on_by_itself(browser: Browser, tmp_path: Path) -> None:
    async with server(tmp_path) as url, chromium(browser) as context:
        page = (one := await tab(context)).page
        await page.goto(f"{url}/replay#{LINK}")
        await page.wait_for_selector(".rerun")
        await page.select_option("#pace", "fast")
        await page.click("[aria-label=Play]")
        await one.until("document.querySelector('.aim').textContent.includes('step 2')")
        await page.click("[aria-label=Pause]")
        await page.wait_for_selector("[aria-label=Play]")
