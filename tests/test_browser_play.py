"""Clocks, hints, votes and taking back in a browser, by keys, on the smallest phone."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from browsing import PLAYER, Tab, chromium, hosted, tab
from playwright.async_api import Browser
from test_browser_access import check, press, tab_to
from test_browser_languages import CLIPPED, SMALL_PHONE

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.asyncio(loop_scope="session")]

PATIENCE = 60.0


@asynccontextmanager
async def seated(
    browser: Browser,
    home: Path,
    game: str,
    *args: str,
    locale: str = "en",
    players: int = 2,
) -> AsyncIterator[Tab]:
    async with (
        hosted(home, game, *args, players=players) as (_, link),
        chromium(browser, viewport=SMALL_PHONE, locale=locale) as context,
    ):
        guest = await tab(context)
        await guest.join(link)
        yield guest
        assert guest.complaints == []


async def told(guest: Tab, text: str) -> None:
    """Wait until the story has told that, to the ear too."""
    await guest.page.wait_for_selector(f"#teller p:text-is('{text}')", state="attached")


async def test_clocks_run_stand_for_a_minute_and_are_told(
    browser: Browser, tmp_path: Path
) -> None:
    async with seated(browser, tmp_path, "basic", "--clock", "32") as guest:
        page = guest.page
        await guest.my_turn()
        assert await guest.text(".seat:not(.me) .time") == "0:32"
        await guest.until("document.querySelector('.me .time').textContent < '0:31'")
        await told(guest, "30 seconds left.")
        assert await tab_to(guest, "I need a minute (3 left)")
        await press(guest, "Enter")
        await told(guest, "You have asked for a minute: the clock stands.")
        assert "The clock stands: " in await guest.text(".banner")
        await check(guest)
        left = await guest.text(".me .time")
        await guest.until(
            "!document.querySelector('.banner').textContent.includes('1:00')"
        )
        assert await guest.text(".me .time") == left
        assert await page.evaluate(CLIPPED) == []


async def test_a_hint_is_asked_for_by_a_key_and_seen_on_the_cards(
    browser: Browser, tmp_path: Path
) -> None:
    async with seated(browser, tmp_path, "rummikub", locale="fr") as guest:
        await guest.my_turn()
        await guest.page.click(".do:text-is('Conseil')")
        await guest.page.wait_for_selector(".note:text('Conseil')")
        await check(guest)
    async with seated(browser, tmp_path, "basic") as guest:
        await guest.my_turn()
        await press(guest, "h")
        await told(guest, "Hint: Draw.")
    async with seated(browser, tmp_path, "basic") as guest:
        await guest.my_turn()
        await press(guest, "d")
        await guest.page.wait_for_selector(".fresh")
        await press(guest, "h")
        await guest.page.wait_for_selector(".advised")
        assert "advised" in str(
            await guest.page.locator(".advised").first.get_attribute("aria-label")
        )
        await check(guest)


async def test_a_meld_is_taken_back_by_a_key(browser: Browser, tmp_path: Path) -> None:
    async with seated(browser, tmp_path, "basic") as guest:
        await guest.my_turn()
        await press(guest, "d")
        await guest.page.wait_for_selector(".fresh")
        held = await guest.cards()
        await guest.do("Lay down")
        await guest.page.wait_for_selector(".meld.mine")
        await guest.page.wait_for_selector(".do:text-is('Take back')")
        await check(guest)
        await press(guest, "u")
        await guest.page.wait_for_selector(".meld.mine", state="detached")
        assert sorted(await guest.cards()) == sorted(held)


async def test_all_are_asked_and_answer_by_keys(
    browser: Browser, tmp_path: Path
) -> None:
    async with (
        hosted(tmp_path, "basic", players=3) as (_, link),
        chromium(browser, viewport=SMALL_PHONE) as one,
        chromium(browser, viewport=SMALL_PHONE, locale="hi") as two,
    ):
        ben, cleo = await tab(one), await tab(two)
        await ben.join(link, "Ben")
        await cleo.join(link, "Cleo")
        await ben.cards()
        await cleo.cards()
        await press(ben, "m")
        await ben.page.click("dialog >> text=Ask to void this hand")
        await ben.page.wait_for_selector("text=Declare this hand void?")
        await check(ben)
        await ben.page.click("dialog .danger")
        await ben.page.wait_for_selector(".vote")
        await check(ben)
        await cleo.page.wait_for_selector(".vote")
        await check(cleo)
        assert await cleo.page.evaluate(CLIPPED) == []
        assert await tab_to(cleo, "नहीं")
        await press(cleo, "Enter")
        await told(ben, "Cleo does not agree.")
        await told(ben, "Not enough agree: nothing changes.")
        await ben.page.wait_for_selector(".vote", state="detached")
        assert ben.complaints == cleo.complaints == []


async def test_a_reload_in_mid_hand_leaves_the_verdict_whole(
    browser: Browser, tmp_path: Path
) -> None:
    async with seated(browser, tmp_path, "basic") as guest:
        await guest.my_turn()
        await press(guest, "d")
        await guest.page.wait_for_selector(".fresh")
        await guest.page.reload()
        await guest.my_turn()
        async with asyncio.timeout(PATIENCE):
            await guest.page.evaluate(PLAYER)
        await guest.page.wait_for_selector("text=Deal verified by all 2 players.")


async def test_the_reasons_of_a_computer_player_are_told_after_the_hand(
    browser: Browser, tmp_path: Path
) -> None:
    bots = ("--bots", "1", "--level", "hard")
    async with seated(browser, tmp_path, "basic", *bots, players=3) as guest:
        await guest.cards()
        assert "computer · hard" in await guest.text(".seats")
        async with asyncio.timeout(PATIENCE):
            await guest.page.evaluate(PLAYER)
        await guest.page.click("summary:text('Why the computer players did that')")
        assert await guest.page.locator(".whys li").count() > 1
        await check(guest)


async def test_a_refusal_is_said_when_the_server_is_gone(
    browser: Browser, tmp_path: Path
) -> None:
    async with seated(browser, tmp_path, "basic") as guest:
        await guest.my_turn()
        # Once the menu can be opened everything is there.
        await press(guest, "m")
        await guest.page.wait_for_selector("dialog.menu")
        await press(guest, "Escape")
        await guest.page.context.set_offline(True)
        await press(guest, "h")
        await told(guest, "Hint: Draw.")
        await press(guest, "h")
        await told(guest, "You asked for a hint just now: wait a moment.")
