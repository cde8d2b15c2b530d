"""What a browser is asked to do: stay awake, vibrate, ring, remember, show less."""

import asyncio
from pathlib import Path

import pytest
from browsing import PLAYER, chromium, hosted, tab
from playwright.async_api import Browser
from spoken import described

from shared.replay import replay
from shared.ruleset import find_ruleset

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.asyncio(loop_scope="session")]

PATIENCE = 60.0
DEVICE = """window.asked = [];
const note = (what) => window.asked.push(what);
Navigator.prototype.vibrate = (time) => note(`vibrate ${time}`);
Object.defineProperty(Navigator.prototype, "wakeLock", { value: {
  request: async (kind) => {
    note(`lock ${kind}`);
    const lock = { released: false, release: async () => {
      if (!lock.released) note("release");
      lock.released = true;
    } };
    return lock;
  },
} });
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (at) {
  note(`ring ${this.frequency.value}`);
  return start.call(this, at);
};"""
NO_STORAGE = """Object.defineProperty(window, "localStorage", {
  get() { throw new DOMException("no", "SecurityError"); },
});"""


async def test_it_is_my_turn_by_vibration_sound_title_and_a_screen_that_stays_on(
    browser: Browser, tmp_path: Path
) -> None:
    async with hosted(tmp_path) as (_, link), chromium(browser) as context:
        sound = """localStorage.setItem("rummyroom.settings", '{"sound": true}');"""
        await context.add_init_script(DEVICE + sound)
        guest = await tab(context)
        await guest.join(link)
        await guest.my_turn()
        title = await guest.page.title()
        assert title.startswith("● Your turn")
        icon = "document.querySelector('link[rel=icon]').href"
        assert "icon-turn" in await guest.page.evaluate(icon)
        await guest.until("asked.includes('lock screen')")
        await guest.do("Draw")
        await guest.page.wait_for_selector(".fresh")
        await guest.page.locator(".grid .face:not(.melded)").first.click()
        await guest.do("Discard")
        await guest.until("asked.includes('release')")
        await guest.my_turn()
        await guest.until("asked.includes('ring 784')")
        asked = await guest.page.evaluate("asked")
        assert {"vibrate 80", "ring 523", "ring 784"} <= set(asked)
        assert guest.complaints == []


async def test_nothing_rings_or_stays_on_that_was_switched_off(
    browser: Browser, tmp_path: Path
) -> None:
    async with hosted(tmp_path) as (_, link), chromium(browser) as context:
        quiet = """{"vibrate": false, "awake": false}"""
        kept = f"localStorage.setItem('rummyroom.settings', '{quiet}');"
        await context.add_init_script(DEVICE + kept)
        guest = await tab(context)
        await guest.join(link)
        async with asyncio.timeout(PATIENCE):
            await guest.page.evaluate(PLAYER)
        assert await guest.page.evaluate("asked") == []


async def test_where_nothing_can_be_kept_the_address_keeps_the_seat(
    browser: Browser, tmp_path: Path
) -> None:
    async with hosted(tmp_path) as (_, link), chromium(browser) as context:
        await context.add_init_script(NO_STORAGE)
        guest = await tab(context)
        await guest.join(link)
        before = await guest.cards()
        assert (await guest.page.evaluate("location.href")).startswith(f"{link}~")
        await guest.page.reload()
        assert await guest.cards() == before
        assert guest.complaints == []


async def test_calls_and_moves_are_offered_where_the_table_has_them(
    browser: Browser, tmp_path: Path
) -> None:
    options = ("--set", "rearrange_melds=true", "--set", "call_rummy=true")
    async with (
        hosted(tmp_path, "basic", *options) as (host, link),
        chromium(browser) as context,
    ):
        guest = await tab(context)
        await guest.join(link)
        async with asyncio.timeout(PATIENCE):
            await guest.page.evaluate(PLAYER)
        scores = (await host.hear("ending"))["scores"]
        cells = await guest.page.locator(".scores tbody tr td:nth-child(3)").all()
        assert [int(await cell.inner_text()) for cell in cells] == scores
        await guest.page.wait_for_selector("text=Deal verified by all 2 players.")
        assert guest.complaints == []


async def test_the_menu_says_what_is_played_and_saves_the_record(
    browser: Browser, tmp_path: Path
) -> None:
    options = ("--set", "call_rummy=true")
    async with (
        hosted(tmp_path, "basic", *options) as (_, link),
        chromium(browser) as context,
    ):
        guest = await tab(context)
        await guest.join(link)
        await guest.cards()
        await guest.page.click("[aria-label=Menu]")
        await guest.page.click("text=How it is played")
        await guest.page.wait_for_selector(".rules li")
        said = await guest.page.locator(".rules li").all_inner_texts()
        assert said == described(find_ruleset("basic", None, {"call_rummy": "true"}))
        # Also of a match that is not over.
        async with guest.page.expect_download() as download:
            await guest.page.click("text=Save the record of this match")
        path = tmp_path / "part.jsonl"
        await (await download.value).save_as(path)
        assert replay(path.read_bytes()).sealed
        assert guest.complaints == []


OFFER = """(() => {
  const event = new Event("beforeinstallprompt", { cancelable: true });
  event.prompt = async () => { window.prompted = true; };
  dispatchEvent(event);
  return event.defaultPrevented;
})()"""


async def test_the_page_can_be_installed_where_the_browser_offers_it(
    browser: Browser, tmp_path: Path
) -> None:
    async with hosted(tmp_path) as (_, link), chromium(browser) as context:
        guest = await tab(context)
        await guest.page.goto(link)
        assert await guest.page.locator("text=Install it on this device").count() == 0
        assert await guest.page.evaluate(OFFER)
        await guest.page.click("text=Install it on this device")
        assert await guest.page.evaluate("prompted")
        await guest.page.evaluate("dispatchEvent(new Event('appinstalled'))")
        assert await guest.page.locator("text=Install it on this device").count() == 0


async def test_on_ios_the_page_says_how_to_have_it_on_the_home_screen(
    browser: Browser, tmp_path: Path
) -> None:
    async with hosted(tmp_path) as (_, link), chromium(browser) as context:
        await context.add_init_script("navigator.standalone = false")
        guest = await tab(context)
        await guest.page.goto(link)
        await guest.page.wait_for_selector("text=Add to Home Screen")
        icon = "document.querySelector('link[rel=apple-touch-icon]').href"
        answer = await guest.page.request.get(await guest.page.evaluate(icon))
        assert answer.headers["content-type"] == "image/png"
        assert (await answer.body())[16:24] == bytes([0, 0, 0, 180] * 2)
