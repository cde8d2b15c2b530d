"""People in a browser: who watches, what they say, and who is not heard."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from browsing import PLAYER, SEED, chromium, tab
from commands import Command, command
from playwright.async_api import Browser
from test_browser_access import check

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.asyncio(loop_scope="session")]

PATIENCE = 60.0


@asynccontextmanager
async def hosted(
    home: Path, game: str, *args: str, players: int
) -> AsyncIterator[tuple[Command, str]]:
    """A host with a server whose own player does what the test says."""
    table = ("--players", str(players), "--seed", SEED, "--speed", "off")
    fixed = ("--port", "0", "--name", "Ann", "--json")
    async with command(home, "host", game, *table, *fixed, *args) as running:
        link = (await running.hear("room"))["link"]
        yield running, re.sub(r"//[^:/]+:", "//127.0.0.1:", link)


def choice(view: dict[str, Any]) -> dict[str, Any]:
    """Something that may be done in a turn of Basic Rummy."""
    if "draw_stock" in view["can"]:
        return {"type": "draw", "source": "stock"}
    return {"type": "discard", "card": view["hand"][-2:]}


async def play(host: Command) -> None:
    """Play for the host until the match is over."""
    while (update := await host.hear("update"))["table"]["phase"] != "ended":
        if update["table"]["phase"] == "between":
            host.say('{"type":"next"}')
        elif (update["view"] or {}).get("can"):
            host.say(json.dumps(choice(update["view"])))


async def until_watched(host: Command, count: int) -> None:
    while len((await host.hear("update"))["table"]["watchers"]) != count:
        pass


async def test_a_watcher_two_languages_a_terminal_and_a_mute(
    browser: Browser, tmp_path: Path
) -> None:
    async with (
        hosted(tmp_path, "basic", "--talk", "text", players=3) as (host, link),
        chromium(browser, locale="fr-CA") as french,
        chromium(browser) as english,
    ):
        ben = await tab(french)
        await ben.join(link)
        join = ("join", link, "--name", "Chanda", "--json")
        async with command(tmp_path, *join, RUMMYROOM_LANG="hi") as chanda:
            await chanda.hear("welcome")
            await ben.cards()

            # All seats are taken: watching is offered, and comes first then.
            zed = await tab(english)
            await zed.page.goto(link)
            await zed.page.fill("#name", "Zed")
            await zed.page.click("text=Join the table")
            await zed.page.wait_for_selector(
                "text=Every seat at this table is taken. You can watch instead"
            )
            await check(zed)
            await zed.page.set_viewport_size({"width": 390, "height": 844})
            await zed.page.locator("form .main", has_text="Watch the table").click()
            await zed.page.wait_for_selector("text=You watch.")
            assert await zed.page.evaluate("location.search") == "?watch"
            await until_watched(host, 1)

            # No hand, and nothing that looks like it could be pressed.
            assert await zed.page.locator(".grid, [aria-disabled=true]").count() == 0
            await check(zed)
            await ben.page.wait_for_selector(".watchers >> text=1")
            label = await ben.page.get_attribute(".watchers", "aria-label")
            assert label == "1 personne regarde\u00a0: Zed"
            await ben.page.wait_for_selector("#teller >> text=Zed regarde la table.")

            # A phrase, to each in their own language, at the seat and in the story.
            await ben.page.locator(".grid .face").first.focus()
            on = "document.activeElement.dataset.id"
            before = await ben.page.evaluate(on)
            chanda.say('{"type":"say","phrase":"well_played"}')
            said = "Bien joué"
            await ben.page.wait_for_selector(f".seat .said >> text={said}")
            await ben.page.wait_for_selector(f"#teller >> text=Chanda : {said}")
            await zed.page.wait_for_selector(".seat .said >> text=Well played!")
            assert before and await ben.page.evaluate(on) == before

            # By keys alone, from the button to the phrase and back.
            await ben.page.focus("[aria-label='Dire quelque chose']")
            await ben.page.keyboard.press("Enter")
            await ben.page.wait_for_selector("dialog.talk")
            await ben.page.keyboard.press("Escape")
            await ben.page.wait_for_selector("dialog", state="detached")
            focused = "document.activeElement.getAttribute('aria-label')"
            assert await ben.page.evaluate(focused) == "Dire quelque chose"
            await ben.page.keyboard.press("Enter")
            await check(ben)
            await ben.page.set_viewport_size({"width": 320, "height": 568})
            await ben.page.locator(".phrases button", has_text="Merci").focus()
            await ben.page.keyboard.press("Enter")
            assert (await chanda.hear("said", seat=1))["phrase"] == "thanks"
            await ben.page.wait_for_selector("dialog", state="detached")

            # A text is text, whatever is in it.
            await zed.page.click("[aria-label='Say something']")
            await zed.page.fill("#words", "<b>bold</b> \u202eहाथ")
            await zed.page.keyboard.press("Enter")
            heard = "Zed, qui regarde\u00a0: <b>bold</b> हाथ"
            await ben.page.wait_for_selector(f".voices >> text={heard}")
            assert await ben.page.locator(".voices b, .story b").count() == 0

            # Who says too much is told so, and hung up on by nobody.
            for _ in range(5):
                await zed.page.click("[aria-label='Say something']")
                await zed.page.click(".reactions button >> nth=0")
            await zed.page.wait_for_selector(".voices >> text=Too much at once: wait")

            # Muted by one, for that one: over a reload, and not for others.
            await ben.page.click(".watchers")
            await check(ben)
            await ben.page.get_by_label("Ne pas entendre Chanda").check()
            await ben.page.keyboard.press("Escape")
            await ben.page.reload()
            await ben.cards()
            chanda.say('{"type":"say","phrase":"hello"}')
            chanda.say('{"type":"say","text":"psst"}')
            await zed.page.wait_for_selector("#teller >> text=Chanda: psst")
            host.say('{"type":"say","phrase":"good_luck"}')
            await ben.page.wait_for_selector("#teller >> text=Bonne chance")
            assert "Chanda" not in await ben.text("#teller")
            await ben.page.click("[aria-label='Menu']")
            await ben.page.click("text=Les personnes à la table")
            box = ben.page.get_by_label("Ne pas entendre Chanda")
            assert await box.is_checked()
            await box.uncheck()
            await ben.page.keyboard.press("Escape")
            chanda.say('{"type":"say","phrase":"sorry"}')
            await ben.page.wait_for_selector(".said >> text=Pardon")

            # Leaving is a question with all that can become of the seat.
            await ben.page.click("[aria-label='Menu']")
            await ben.page.locator(".danger").last.click()
            await ben.page.wait_for_selector("text=Un ordinateur prend ma place")
            await check(ben)
            await ben.page.click("text=Demander à tous de finir la partie")
            vote = (await chanda.hear("update"))["table"]["vote"]
            while not vote:
                vote = (await chanda.hear("update"))["table"]["vote"]
            assert (vote["what"], vote["asker"]) == ("end", 1)

            await zed.page.click("[aria-label='Menu']")
            await zed.page.locator(".danger").last.click()
            await zed.page.locator(".question .danger").click()
            await until_watched(host, 0)
        assert ben.complaints == zed.complaints == []


async def test_hands_are_opened_for_who_watches_when_all_agree(
    browser: Browser, tmp_path: Path
) -> None:
    async with (
        hosted(tmp_path, "basic", "--hands", "2", players=2) as (host, link),
        chromium(browser) as one,
        chromium(browser) as other,
    ):
        zed = await tab(one)
        await zed.page.goto(link.replace("/#", "/?watch#"))
        await zed.page.fill("#name", "Zed")
        await zed.page.keyboard.press("Enter")
        await zed.page.wait_for_selector("text=Take a free seat")
        ben = await tab(other)
        await ben.join(link)
        host.say('{"type":"opens","yes":true}')
        await ben.page.click("[aria-label=Menu]")
        await ben.page.click("text=People at the table")
        await ben.page.wait_for_selector("text=1 of 2 agree")
        await ben.page.get_by_label("Who watches may see my hands").check()
        await ben.page.wait_for_selector("text=2 of 2 agree")
        await ben.page.keyboard.press("Escape")
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(ben.page.evaluate(PLAYER), play(host))
        opened = "Hand 1 is open now, as everybody at the table has agreed."
        await zed.page.wait_for_selector(f"#teller >> text={opened}")
        await zed.page.wait_for_selector(
            "#teller >> text=Your program has verified the deal of hand 1."
        )
        await zed.page.click("text=See hand")
        hands = zed.page.locator("dialog.opened .left")
        assert await hands.first.locator(".face").count() == 10
        await check(zed)
        assert zed.complaints == ben.complaints == []
