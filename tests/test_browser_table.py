"""A table that lives, in a browser: other games, other seats, and waiting."""

from pathlib import Path

import pytest
from browsing import Tab, chromium, tab
from commands import server
from playwright.async_api import Browser
from test_browser_access import check
from test_browser_people import hosted

from shared.words import LANGUAGES, catalogue

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.asyncio(loop_scope="session")]

ROWS = """() => [...document.querySelectorAll(".banner button")]
  .map((one) => one.getBoundingClientRect().top)"""


async def says(guest: Tab, text: str) -> None:
    """Wait until the live region has told it."""
    await guest.page.wait_for_selector(f"#teller >> text={text}")


async def test_what_the_host_changes_is_told_and_drawn(
    browser: Browser, tmp_path: Path
) -> None:
    async with (
        hosted(tmp_path, "basic", players=3) as (host, link),
        chromium(browser) as context,
        chromium(browser, locale="hi-IN") as other,
    ):
        ben = await tab(context)
        await ben.join(link)
        lobby = ben.page.locator(".lobby.panel")
        await lobby.locator("text=Basic Rummy").wait_for()
        await lobby.locator("text=People may say ready-made phrases.").wait_for()
        await ben.page.click("text=How it is played")
        await lobby.locator(".rules li").first.wait_for()
        await check(ben)
        host.say('{"type":"settle","name":"talk","value":"text"}')
        await says(ben, "People may write what they like.")
        await lobby.locator("text=People may write what they like.").wait_for()

        # The match begins; who comes now waits, and sees for what and with whom.
        host.say('{"type":"seat","level":"hard"}')
        await ben.cards()
        await ben.page.wait_for_selector(".facts >> text=hard")
        cleo = await tab(other)
        await cleo.page.goto(link)
        await cleo.page.fill("#name", "Cleo")
        await cleo.page.click("form button >> nth=0")
        waits = catalogue("hi")["waits"]
        await cleo.page.wait_for_selector(f".lobby.panel >> text={waits}")
        assert await cleo.page.locator(".seat").count() == 3
        assert "Ben" in await cleo.text(".seats")
        await check(cleo)

        # Another game: from cards to tiles, with everybody asked anew.
        host.say('{"type":"ask","what":"end"}')
        await ben.page.click(".vote button:text-is('Yes')")
        await says(ben, "All agree: the match is over.")
        await cleo.page.wait_for_selector(".seat.me >> text=Cleo")
        host.say('{"type":"play","game":"rummikub"}')
        await says(ben, "The host has changed what is played.")
        await lobby.locator("text=Rummikub").wait_for()
        for guest in (ben, cleo):
            await guest.page.locator(".lobby.panel .do.main").first.click()
        host.say('{"type":"next"}')
        await ben.page.wait_for_selector(".with-tiles .grid .tile")
        assert await ben.page.locator(".grid .card").count() == 0
        await cleo.page.wait_for_selector(".with-tiles .grid .tile")

        # A seat that is taken away is told to all, and to who had it.
        host.say('{"type":"kick","seat":2}')
        await says(ben, "The host has taken the seat of Cleo and locked the room.")
        await cleo.page.wait_for_selector(".banner.stopped")
        await cleo.page.set_viewport_size({"width": 320, "height": 568})
        kicked = catalogue("hi")["bye.kicked"]
        assert kicked in await cleo.text(".banner")
        assert len(set(await cleo.page.evaluate(ROWS))) == 1
        await check(cleo)
        host.say('{"type":"hand_over","seat":1}')
        await ben.page.wait_for_selector(".banner.stopped")
        assert "ask the host, who can give it back" in await ben.text(".banner")
        assert ben.complaints == cleo.complaints == []


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_server_that_has_just_begun_is_waited_for(
    browser: Browser, tmp_path: Path, language: str
) -> None:
    async with (
        server(tmp_path) as url,
        chromium(
            browser, locale=language, viewport={"width": 320, "height": 568}
        ) as context,
    ):
        guest = await tab(context)
        await guest.page.goto(f"{url}/#7KQ-M3X-WC7")
        await guest.page.fill("#name", "Ben")
        await guest.page.keyboard.press("Enter")
        waiting = guest.page.locator(".banner.waiting")
        await waiting.wait_for()
        texts = catalogue(language)  # type: ignore[arg-type]
        assert texts["signal.unknown_room"][1:20] in await waiting.inner_text()
        retry = waiting.locator("button", has_text=texts["stage.retry"])
        text, button = await waiting.locator("span").bounding_box(), None
        button = await retry.bounding_box()
        assert text is not None and button is not None
        assert button["y"] < text["y"] + text["height"], "both in one row"
        # Trying now asks the server at once, which has no more to say.
        await guest.page.evaluate("document.querySelector('.banner').dataset.old = 1")
        await retry.click()
        await waiting.wait_for()
        assert guest.complaints == []
