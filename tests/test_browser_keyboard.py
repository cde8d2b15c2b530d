"""From the link to the end of a match without a mouse: what is pressed, and no more."""

import asyncio
import re
from pathlib import Path

import pytest
from browsing import Tab, chromium, hosted, tab
from playwright.async_api import Browser
from test_browser_access import focused, press, tab_to

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.asyncio(loop_scope="session")]

PATIENCE = 90.0
FIRST = ("Big gin", "Gin!", "Knock", "Draw", "Pass", "End the hand")
"What is pressed as soon as it is there; without any of it a card has to go."


async def offered(guest: Tab) -> list[str]:
    """The buttons of the action bar."""
    return await guest.page.locator(".actions .do").all_inner_texts()


async def discard_last(guest: Tab) -> None:
    """To the hand, to its last card, which is selected; then to the button."""
    assert await tab_to(guest, *(await guest.cards()))
    await press(guest, "End")
    if await guest.page.locator(".grid .selected").count() == 0:
        await press(guest, "Space")
    assert await tab_to(guest, "Discard ")
    await press(guest, "Enter")
    if await guest.page.locator("dialog").count():
        assert await tab_to(guest, "Discard it anyway")
        await press(guest, "Enter")


async def acted(guest: Tab) -> None:
    """Do one thing, by keys."""
    buttons = await offered(guest)
    main = [one for name in FIRST for one in buttons if one.startswith(name)]
    if main:
        assert await tab_to(guest, main[0])
        await press(guest, "Enter")
    elif buttons:
        await discard_last(guest)


@pytest.mark.parametrize("game", ["gin", "rummikub"])
async def test_a_match_is_joined_played_and_left_by_keys_alone(
    browser: Browser, tmp_path: Path, game: str
) -> None:
    async with (
        hosted(tmp_path, game) as (host, link),
        chromium(browser) as context,
        asyncio.timeout(PATIENCE),
    ):
        guest = await tab(context)
        page = guest.page
        await page.goto(link)
        await page.wait_for_selector("form")
        await press(guest, "Tab", "Tab")
        assert await page.evaluate("document.activeElement.id") == "name"
        await page.keyboard.type("Ben")
        await press(guest, "Enter")
        await guest.my_turn()
        while not await page.locator(".table.ended").count():
            ready = ".table:not(.busy) .seat.me.to-play, .table.ended"
            await page.wait_for_selector(ready)
            if await page.locator(".table.ended").count() == 0:
                await acted(guest)
        # Everything else is there by keys, too: the menu, and what it has.
        assert await tab_to(guest, "Menu")
        await press(guest, "Enter")
        await page.wait_for_selector("dialog.menu")
        assert await tab_to(guest, "Save the record of this match")
        async with page.expect_download():
            await press(guest, "Enter")
        assert await tab_to(guest, "Leave the table")
        await press(guest, "Escape")
        await page.wait_for_selector("dialog", state="detached")
        assert await focused(guest) == "Menu"
        scores = page.locator(".scores tbody tr td:nth-child(3)")
        shown = [int(one) for one in await scores.all_inner_texts()]
        assert (await host.hear("ending"))["scores"] == shown
        assert guest.complaints == []


async def test_every_letter_that_the_menu_names_does_what_it_says(
    browser: Browser, tmp_path: Path
) -> None:
    async with hosted(tmp_path) as (_, link), chromium(browser) as context:
        guest = await tab(context)
        await guest.join(link)
        await guest.my_turn()
        page = guest.page
        await press(guest, "m")
        await page.wait_for_selector("dialog.menu")
        said = await page.locator("dialog .hint").all_inner_texts()
        [keys] = [text for text in said if re.search(r"\bD\b", text)]
        assert set(re.findall(r"\b[A-Z]\b", keys)) == set("DTXLKPSUHWR")
        await press(guest, "Escape")
        await press(guest, "r")
        await page.wait_for_selector("#teller >> text=/You hold/")
        await press(guest, "s")
        await page.wait_for_selector("text=Sort: by rank")
        await press(guest, "h")
        await page.wait_for_selector("#teller >> text=Hint: Draw.")
        await press(guest, "d")
        await page.wait_for_selector(".fresh")
        await press(guest, "l")
        await page.wait_for_selector(".meld.mine")
        await press(guest, "u")
        await page.wait_for_selector(".meld.mine", state="detached")
        assert await tab_to(guest, *(await guest.cards()))
        held = len(await guest.cards())
        await press(guest, "Space", "x")
        if await page.locator("dialog").count():
            await press(guest, "Tab", "Enter")
        await page.wait_for_selector(f".grid .face:nth-child({held})", state="detached")
        assert guest.complaints == []


async def test_letters_can_be_switched_off_for_who_speaks_to_the_machine(
    browser: Browser, tmp_path: Path
) -> None:
    """WCAG 2.1.4: dictated words press many of them."""
    async with hosted(tmp_path) as (_, link), chromium(browser) as context:
        guest = await tab(context)
        await guest.join(link)
        await guest.my_turn()
        await press(guest, "m")
        await guest.page.get_by_label("Single letters act as keys").uncheck()
        await press(guest, "Escape")
        held = len(await guest.cards())
        await press(guest, "d", "s", "m", "r")
        assert await tab_to(guest, *(await guest.cards()))
        await press(guest, "End", "Space")
        await guest.page.wait_for_selector(".grid .selected")
        assert len(await guest.cards()) == held
        assert await guest.page.locator("dialog").count() == 0
        assert await guest.page.locator("text=Sort: by suit").count() == 1
        assert guest.complaints == []
