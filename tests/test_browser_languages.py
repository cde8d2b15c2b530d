"""The page in other languages: what it says, how it is chosen, and that it has room."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from browsing import PLAYER, Tab, chromium, hosted, tab
from playwright.async_api import Browser
from pseudo import pseudo_catalogue
from test_browser_access import SMALL, WIDE

from shared.words import catalogue

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.asyncio(loop_scope="session")]

SMALL_PHONE = {"width": 320, "height": 568}
PATIENCE = 60.0

CLIPPED = """() => [...document.querySelectorAll(
    "button, summary, h1, h2, label, .note")]
  .filter((one) => one.checkVisibility() && !one.closest(".face, .aloud"))
  .filter((one) => getComputedStyle(one).display !== "inline")
  .filter((one) => {
    const { left, right } = one.getBoundingClientRect();
    const within = left >= -1 && right <= innerWidth + 1;
    const wide = one.scrollWidth > one.clientWidth + 1;
    const high = one.scrollHeight > one.clientHeight + 1;
    return !within || wide || high;
  })
  .map((one) => [one.textContent, one.scrollWidth, one.clientWidth,
    one.scrollHeight, one.clientHeight].join(" "))"""
"What a player cannot read all of."


@asynccontextmanager
async def reading(browser: Browser, link: str, locale: str) -> AsyncIterator[Tab]:
    """Somebody whose browser wants a language, on the first screen."""
    async with chromium(browser, locale=locale) as context:
        guest = await tab(context)
        await guest.page.goto(link)
        await guest.page.wait_for_selector("form")
        yield guest
        assert guest.complaints == []


async def sit_down(guest: Tab) -> None:
    await guest.page.fill("#name", "Ben")
    await guest.page.click("form button")
    await guest.page.wait_for_selector(".seats")


@pytest.mark.parametrize(
    ("locale", "lang", "join", "slip", "turn", "drew", "title"),
    [
        (
            "fr-CA",
            "fr",
            "Rejoindre la table",
            "Il y a une erreur dans ce code\u00a0; comparez-le à celui de l’hôte,"
            " symbole par symbole.",
            "À vous\u00a0: piochez une carte",
            "Vous piochez ",
            "● À vous – Rummyroom",
        ),
        (
            "hi-IN",
            "hi",
            "मेज़ पर बैठें",
            "इस कोड में कोई चूक है; मेज़बान के कोड से एक-एक चिह्न मिलाइए।",
            "आपकी बारी: एक पत्ता उठाएँ",
            "आपने गड्डी से ",
            "● आपकी बारी – Rummyroom",
        ),
    ],
)
async def test_the_page_speaks_the_language_of_its_reader(
    browser: Browser,
    tmp_path: Path,
    locale: str,
    lang: str,
    join: str,
    slip: str,
    turn: str,
    drew: str,
    title: str,
) -> None:
    async with hosted(tmp_path) as (_, link), reading(browser, link, locale) as guest:
        page = guest.page
        assert await page.evaluate("document.documentElement.lang") == lang
        assert await guest.text("form button") == join
        code = await page.input_value("#code")
        await page.fill("#code", code[:-1] + ("2" if code[-1] != "2" else "3"))
        await page.fill("#name", "Ben")
        await page.click("form button")
        assert await guest.text("#code-hint") == slip
        await page.fill("#code", code)
        await sit_down(guest)
        await guest.my_turn()
        assert await guest.text(".turn") == turn
        assert await page.title() == title
        await page.locator(".do.main").first.click()
        await page.wait_for_selector(".fresh")
        said = await page.locator("#teller p").all_inner_texts()
        assert said[-1].startswith(drew)
        # Nothing on this screen is left in English.
        english, texts = catalogue("en"), catalogue(lang)  # type: ignore[arg-type]
        seen = (await guest.text("#app")).splitlines()
        left = {text for key, text in english.items() if texts[key] != text}
        assert left.intersection(seen) == set()
        manifest = "document.querySelector('link[rel=manifest]').href"
        assert (await page.evaluate(manifest)).endswith(f"manifest.{lang}.webmanifest")
        loaded = [url for url in guest.requests if url.endswith(".json")]
        assert [url.rpartition("/")[2] for url in loaded] == [f"{lang}.json"]


async def test_another_language_is_chosen_in_mid_turn_and_kept(
    browser: Browser, tmp_path: Path
) -> None:
    async with hosted(tmp_path) as (_, link), reading(browser, link, "de-DE") as guest:
        page = guest.page
        assert await guest.text("form button") == "Join the table"
        await sit_down(guest)
        await guest.my_turn()
        cards = await guest.cards()
        await page.locator(".grid .face").nth(1).click()
        await page.click("[aria-label=Menu]")
        await page.get_by_label("Language").select_option("हिन्दी")
        await page.wait_for_selector("[aria-label=मेन्यू]")
        assert await guest.text("dialog h2") == "मेज़ और सेटिंग"
        await page.click("dialog header button")
        assert await guest.text(".turn") == "आपकी बारी: एक पत्ता उठाएँ"
        # The same seat, with the same card selected.
        assert await page.locator(".grid .selected").count() == 1
        await page.reload()
        await guest.my_turn()
        assert await guest.text(".turn") == "आपकी बारी: एक पत्ता उठाएँ"
        assert len(await guest.cards()) == len(cards)
        await page.click("[aria-label=मेन्यू]")
        await page.get_by_label("भाषा").select_option("")
        await page.wait_for_selector("[aria-label=Menu]")


async def test_without_its_catalogue_the_page_speaks_english(
    browser: Browser, tmp_path: Path
) -> None:
    async with (
        hosted(tmp_path) as (_, link),
        chromium(browser, locale="fr-FR") as context,
    ):
        await context.route("**/fr.json", lambda route: route.abort())
        guest = await tab(context)
        await guest.page.goto(link)
        await guest.page.wait_for_selector("text=Join the table")
        assert await guest.page.evaluate("document.documentElement.lang") == "en"


async def test_the_texts_are_kept_for_when_there_is_no_network(
    browser: Browser, tmp_path: Path
) -> None:
    async with hosted(tmp_path) as (_, link), reading(browser, link, "fr-FR") as guest:
        ready = "navigator.serviceWorker.ready.then(() => caches.keys())"
        assert len(await guest.page.evaluate(ready)) == 1
        await guest.page.context.set_offline(True)
        await guest.page.reload()
        await guest.page.wait_for_selector("text=Rejoindre la table")
        kept = """caches.keys().then(([name]) => caches.open(name))
          .then((cache) => cache.keys())
          .then((all) => all.map(({ url }) => url.split("/").pop()))"""
        names = await guest.page.evaluate(kept)
        assert [name for name in names if name.endswith(".json")] == ["fr.json"]


PSEUDO = """{{
const fetched = window.fetch;
window.fetch = async (url) =>
  String(url).endsWith("en.json") ? new Response({texts}) : fetched(url);
}}"""
"A route of playwright would do without the cache of the browser, too."


async def fits(guest: Tab) -> None:
    assert await guest.page.evaluate(WIDE) <= 0
    assert await guest.page.evaluate(CLIPPED) == []
    assert await guest.page.evaluate(SMALL) == []


@asynccontextmanager
async def pseudo_reading(
    browser: Browser, home: Path, game: str, **more: int
) -> AsyncIterator[Tab]:
    async with (
        hosted(home, game, **more) as (_, link),
        chromium(browser, viewport=SMALL_PHONE) as context,
    ):
        texts = json.dumps(pseudo_catalogue(catalogue("en")))
        await context.add_init_script(PSEUDO.format(texts=json.dumps(texts)))
        guest = await tab(context)
        await guest.page.goto(link)
        await guest.page.wait_for_selector("form")
        yield guest
        assert guest.complaints == []


async def test_a_longer_language_has_room_at_the_door_and_in_the_lobby(
    browser: Browser, tmp_path: Path
) -> None:
    async with pseudo_reading(browser, tmp_path, "basic", players=3) as guest:
        await guest.page.click("summary")
        await fits(guest)
        await sit_down(guest)
        await guest.page.wait_for_selector(".lobby")
        await fits(guest)


@pytest.mark.parametrize("game", ["basic", "rummikub"])
async def test_a_longer_language_has_room_at_a_table_in_the_menu_and_at_the_end(
    browser: Browser, tmp_path: Path, game: str
) -> None:
    async with pseudo_reading(browser, tmp_path, game) as guest:
        page = guest.page
        await sit_down(guest)
        await guest.my_turn()
        await fits(guest)
        if game == "basic":
            await page.locator(".do.main").first.click()
            await page.wait_for_selector(".fresh")
        await page.locator(".grid .face").nth(2).click()
        await fits(guest)
        await page.locator(".bar button").last.click()
        await page.wait_for_selector("dialog")
        await fits(guest)
        await page.locator("dialog header button").click()
        async with asyncio.timeout(PATIENCE):
            await page.evaluate(PLAYER)
        await page.wait_for_selector(".end")
        await fits(guest)
