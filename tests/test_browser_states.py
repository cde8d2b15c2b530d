"""What a page shows rarely has room on every screen too, and can be read by all."""

import asyncio
import os
import signal
from pathlib import Path

import pytest
from browsing import PHONE, PLAYER, Tab, chromium, hosted, tab
from commands import Command
from playwright.async_api import Browser, ViewportSize
from test_browser_access import check
from test_browser_hand import choose
from test_browser_matches import COUNTED, play_on
from test_browser_people import hosted as patient

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.asyncio(loop_scope="session")]

PATIENCE = 90.0
UPRIGHT = ViewportSize(width=PHONE["width"], height=PHONE["height"])


async def upright(guest: Tab) -> None:
    """The phone again, after all sizes were looked at."""
    await guest.page.set_viewport_size(UPRIGHT)


async def test_clocks_a_question_other_decks_and_who_watches_the_results(
    browser: Browser, tmp_path: Path
) -> None:
    options = (*COUNTED, "--hands", "2", "--clock", "90")
    async with (
        patient(tmp_path, "basic", *options, players=2) as (host, link),
        chromium(browser) as one,
        chromium(browser) as other,
        asyncio.timeout(PATIENCE),
    ):
        ben, zed = await tab(one), await tab(other)
        await zed.page.goto(link.replace("/#", "/?watch#"))
        await zed.page.fill("#name", "Zed")
        await zed.page.keyboard.press("Enter")
        await zed.page.wait_for_selector("text=You watch.")
        await check(zed)
        await ben.join(link)
        await ben.my_turn()
        await ben.page.wait_for_selector(".me .time")
        await check(ben)
        await ben.do("Draw")
        await ben.page.wait_for_selector(".melded")
        await ben.page.locator(".melded").first.click()
        await ben.do("Discard")
        await ben.page.wait_for_selector("text=is part of a meld in your hand")
        await check(ben)
        await ben.page.keyboard.press("Escape")
        for deck, size in (("safe", "large"), ("two", "usual")):
            await choose(ben, "Card colours", deck)
            await choose(ben, "Cards", size)
            await check(ben)
        await upright(ben)

        # One has seen the result, the other has not; somebody watches both.
        playing = asyncio.create_task(ben.page.evaluate(PLAYER))
        between = await play_on(host, "between")
        assert between["hand"] == 1
        await ben.page.wait_for_selector("text=We wait for Ann.")
        await check(ben)
        await check(zed)
        host.say('{"type":"next"}')
        await play_on(host, "ended")
        await playing
        await check(ben)
        await check(zed)
        assert ben.complaints == zed.complaints == []


async def test_every_banner(browser: Browser, tmp_path: Path) -> None:
    async with (
        hosted(tmp_path, "basic", "--speed", "slow") as (host, link),
        chromium(browser) as context,
    ):
        old, new = await tab(context), await tab(context)
        await old.join(link)
        await old.cards()
        await new.page.goto(link)
        await new.cards()
        await old.page.wait_for_selector(".banner.stopped")
        await check(old)
        await new.page.click("[aria-label=Menu]")
        await new.page.click("text=Leave the table")
        await new.page.locator("dialog .danger").click()
        await new.page.wait_for_selector("text=You have left the table.")
        await check(new)
        await upright(new)
        await new.page.click("text=Come back to the table")
        await new.page.wait_for_selector(".banner", state="detached")
        assert old.complaints == new.complaints == []
        stop(host, signal.SIGSTOP)
        await new.page.wait_for_selector(".banner.silent")
        await check(new)
        stop(host, signal.SIGKILL)
        await new.page.wait_for_selector(".banner.waiting")
        await check(new)


def stop(host: Command, how: signal.Signals) -> None:
    os.kill(host.process.pid, how)


async def test_tiles_that_are_no_set_yet_and_the_rules_in_the_menu(
    browser: Browser, tmp_path: Path
) -> None:
    async with hosted(tmp_path, "rummikub") as (_, link), chromium(browser) as context:
        guest = await tab(context)
        await guest.join(link)
        await guest.my_turn()
        for face in (0, 1):
            await guest.page.locator(".grid .face").nth(face).click()
        await check(guest)
        await guest.do("New set")
        await guest.page.wait_for_selector(".set.wrong")
        await guest.page.wait_for_selector(".note.bad")
        await check(guest)
        await upright(guest)
        await guest.page.click("[aria-label=Menu]")
        marker = await guest.page.locator("dialog summary").evaluate(
            "one => getComputedStyle(one, '::before').content"
        )
        assert marker == '"▸"'
        await guest.page.click("dialog summary")
        await guest.page.wait_for_selector(".rules li")
        await check(guest)
        assert guest.complaints == []
