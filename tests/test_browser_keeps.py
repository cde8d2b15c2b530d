"""Whatever is done to the page, the seat is kept; and what a page tells and shares."""

import os
import signal
from pathlib import Path

import pytest
from browsing import Tab, chromium, hosted, tab
from playwright.async_api import Browser
from test_browser import PEERS
from test_browser_device import DEVICE
from test_browser_matches import played, result
from test_browser_people import hosted as patient

from shared.words import catalogue

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.asyncio(loop_scope="session")]


async def go_back(guest: Tab) -> None:
    """The back button of the browser, which is no part of the page."""
    await guest.page.evaluate("history.back()")
    await guest.page.wait_for_selector("dialog.question")


async def test_back_is_pressed_again_and_again_and_after_a_reload(
    browser: Browser, tmp_path: Path
) -> None:
    async with hosted(tmp_path) as (_, link), chromium(browser) as context:
        guest = await tab(context)
        # A page before it, for Back to lead to.
        await guest.page.goto(link.partition("#")[0] + "replay")
        await guest.join(link)
        await guest.my_turn()
        before = await guest.cards()
        for _ in range(3):
            await go_back(guest)
        await guest.page.keyboard.press("Escape")
        await guest.page.wait_for_selector("dialog", state="detached")
        assert await guest.cards() == before
        await guest.page.reload()
        assert await guest.cards() == before
        await go_back(guest)
        await guest.page.click("dialog >> text=Stay")
        assert await guest.cards() == before
        await guest.do("Draw")
        await guest.page.wait_for_selector(".fresh")
        # Who really goes may come back by the same way.
        await go_back(guest)
        await guest.page.locator("dialog .danger").click()
        await guest.page.wait_for_selector("text=You have left the table.")
        await guest.page.reload()
        await guest.page.wait_for_selector(".seat.me >> text=Ben")
        assert guest.complaints == []


async def test_a_reload_keeps_the_seat_in_the_lobby_and_at_the_end(
    browser: Browser, tmp_path: Path
) -> None:
    async with (
        patient(tmp_path, "basic", "--hands", "1", players=3) as (host, link),
        chromium(browser) as context,
    ):
        guest = await tab(context)
        await guest.join(link)
        for way in (link, "about:blank"):
            await guest.page.goto(way)
            await guest.page.goto(link)
            await guest.page.reload()
            await guest.page.wait_for_selector(".lobby.panel")
            await guest.page.wait_for_selector(".seat.me >> text=Ben")
            assert await guest.page.locator(".seat.free").count() == 1
        host.say('{"type":"start"}')
        scores = await played(host, guest)
        await guest.page.reload()
        assert await result(guest) == scores
        await guest.page.wait_for_selector(".seat.me >> text=Ben")
        await guest.page.click("text=Another match")
        host.say('{"type":"next"}')
        await guest.cards()
        assert guest.complaints == []


HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
"A phone that is put away, and taken out again."


async def test_a_phone_that_wakes_up_does_not_wait_for_the_long_silence(
    browser: Browser, tmp_path: Path
) -> None:
    async with hosted(tmp_path) as (host, link), chromium(browser) as context:
        await context.add_init_script(PEERS)
        guest = await tab(context)
        await guest.join(link)
        await guest.my_turn()
        before = await guest.cards()
        os.kill(host.process.pid, signal.SIGSTOP)
        await guest.page.wait_for_selector("text=The host has not answered for a while")
        await guest.page.evaluate(HIDE, True)
        await guest.page.evaluate(HIDE, False)
        # At once, while the old line would have been given seven more seconds.
        anew = "text=/Looking for the table|Connecting|Trying again/"
        await guest.page.wait_for_selector(anew, timeout=4_000)
        os.kill(host.process.pid, signal.SIGCONT)
        await guest.page.wait_for_selector(".banner", state="detached")
        assert await guest.page.evaluate("peers.length") > 1
        assert await guest.cards() == before


async def test_a_network_that_is_there_again_is_used_at_once(
    browser: Browser, tmp_path: Path
) -> None:
    async with hosted(tmp_path) as (_, link), chromium(browser) as context:
        await context.add_init_script(PEERS)
        guest = await tab(context)
        await guest.join(link)
        await guest.my_turn()
        before = await guest.cards()
        await context.set_offline(True)
        await guest.page.evaluate("peers[0].close()")
        # Until the tries are far apart.
        await guest.page.wait_for_selector("text=/Trying again in [6-9] s/")
        await context.set_offline(False)
        await guest.page.wait_for_selector(".banner", state="detached", timeout=4_000)
        assert await guest.cards() == before


async def test_the_screen_stays_on_again_after_the_page_was_hidden(
    browser: Browser, tmp_path: Path
) -> None:
    async with hosted(tmp_path) as (_, link), chromium(browser) as context:
        await context.add_init_script(DEVICE)
        guest = await tab(context)
        await guest.join(link)
        await guest.my_turn()
        await guest.until("asked.includes('lock screen')")
        await guest.page.evaluate(HIDE, True)
        await guest.until("asked.at(-1) === 'release'")
        await guest.page.evaluate(HIDE, False)
        await guest.until("asked.at(-1) === 'lock screen'")
        assert guest.complaints == []


TITLES = """window.titles = [];
new MutationObserver(() => {
  if (document.title !== window.titles.at(-1)) window.titles.push(document.title);
}).observe(document, { childList: true, subtree: true, characterData: true });"""


async def test_the_cue_comes_once_a_turn_and_never_flashes(
    browser: Browser, tmp_path: Path
) -> None:
    async with (
        hosted(tmp_path, "basic", "--clock", "90") as (_, link),
        chromium(browser, reduced_motion="no-preference") as context,
    ):
        await context.add_init_script(TITLES)
        guest = await tab(context)
        await guest.join(link)
        await guest.my_turn()
        # While the clocks go on.
        await guest.until("document.querySelector('.me .time').textContent < '1:28'")
        seen = await guest.page.evaluate("titles")
        assert seen == ["Rummyroom", "● Your turn – Rummyroom"]
        endless = "document.getAnimations().map((one) => one.effect.getTiming())"
        assert await guest.page.evaluate(endless) == []
        assert guest.complaints == []


SHARE = """window.shared = [];
navigator.share = async (what) => {
  if (window.shared.push(what) > 1) throw new DOMException("no", "AbortError");
};"""


async def test_the_share_button_gives_the_link_to_the_device(
    browser: Browser, tmp_path: Path
) -> None:
    async with (
        hosted(tmp_path, "basic", players=3) as (_, link),
        chromium(browser) as context,
    ):
        await context.add_init_script(SHARE)
        guest = await tab(context)
        await guest.join(link)
        # Who thinks better of it is told nothing.
        for count in (1, 2):
            await guest.page.click("text=Invite somebody")
            await guest.until(f"shared.length === {count}")
        assert (
            await guest.page.evaluate("shared")
            == [{"title": "Rummyroom", "url": link}] * 2
        )
        assert await guest.page.locator("[role=status]:text('copied')").count() == 0
        assert guest.complaints == []


NO_CLIPBOARD = (
    "Object.defineProperty(Navigator.prototype, 'clipboard', { value: null })"
)


async def test_where_nothing_can_be_copied_the_link_is_shown(
    browser: Browser, tmp_path: Path
) -> None:
    """As over plain http."""
    async with (
        hosted(tmp_path, "basic", players=3) as (_, link),
        chromium(browser) as context,
    ):
        await context.add_init_script(
            f"{NO_CLIPBOARD}; delete Navigator.prototype.share;"
        )
        guest = await tab(context)
        await guest.join(link)
        await guest.page.click("text=Invite somebody")
        await guest.page.wait_for_selector(f".lobby [role=status]:text-is('{link}')")
        assert guest.complaints == []


IMPOSTOR = """RTCDtlsTransport.prototype.getRemoteCertificates = () =>
  [new Uint8Array([1, 2, 3]).buffer];"""


async def test_a_certificate_that_is_another_than_was_described_ends_it(
    browser: Browser, tmp_path: Path
) -> None:
    async with hosted(tmp_path) as (_, link), chromium(browser) as context:
        await context.add_init_script(IMPOSTOR)
        guest = await tab(context)
        await guest.page.goto(link)
        await guest.page.fill("#name", "Ben")
        await guest.page.keyboard.press("Enter")
        why = catalogue("en")["way.impostor"]
        await guest.page.wait_for_selector(f"text={why[0].upper()}{why[1:]}")
        assert await guest.page.locator(".seats").count() == 0


@pytest.mark.parametrize("how", ["spoken", "pasted"])
async def test_a_code_is_typed_as_it_was_heard_or_its_link_is_pasted(
    browser: Browser, tmp_path: Path, how: str
) -> None:
    async with hosted(tmp_path) as (_, link), chromium(browser) as context:
        guest = await tab(context)
        page, _, code = link.partition("#")
        await guest.page.goto(page)
        heard = code.replace("-", " ").lower()
        await guest.page.fill("#code", heard if how == "spoken" else f" {link} ")
        await guest.page.fill("#name", "Ben")
        await guest.page.keyboard.press("Enter")
        assert len(await guest.cards()) == 10
        # The address is the link from now on, for a reload and for friends.
        assert guest.page.url == link
        assert guest.complaints == []
