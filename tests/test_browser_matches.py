"""One match after the other in a browser: again, and another game, with who watches."""

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import pytest
from browsing import PLAYER, Tab, chromium, tab
from commands import Command
from playwright.async_api import Browser
from test_browser_people import hosted

from shared.replay import replay

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.asyncio(loop_scope="session")]

PATIENCE = 90.0
SHORT = (
    "--hands",
    "1",
    "--set",
    "max_recycles=0",
    "--set",
    "stalemate_detection=false",
)
COUNTED = (*SHORT, "--set", "exhaust_result=lowest_wins")
"A hand that somebody wins, even if nobody goes out."


def choice(view: dict[str, Any]) -> dict[str, Any]:
    """Something that may be done in a turn, whatever the game."""
    if {"draw", "draw_stock"} & set(view["can"]):
        return {"type": "draw", "source": "stock"}
    if "discard" in view["can"]:
        return {"type": "discard", "card": view["hand"][-2:]}
    return {"type": "pass"}


async def play_on(host: Command, phase: str) -> dict[str, Any]:
    """Play for the host, from a hand on, until the table is there; how it is."""
    begun = False
    while True:
        update = await host.hear("update")
        table: dict[str, Any] = update["table"]
        begun = begun or table["phase"] == "hand"
        if begun and table["phase"] == phase:
            return table
        if (update["view"] or {}).get("can"):
            host.say(json.dumps(choice(update["view"])))


async def played(host: Command, *guests: Tab) -> list[int]:
    """Everybody plays the match to its end; the scores."""
    async with asyncio.timeout(PATIENCE):
        table, *_ = await asyncio.gather(
            play_on(host, "ended"), *(guest.page.evaluate(PLAYER) for guest in guests)
        )
    scores: list[int] = table["scores"]
    return scores


async def result(guest: Tab) -> list[int]:
    """The scores that stand on the page of a match that is over."""
    await guest.page.wait_for_selector(".table.ended .scores")
    cells = await guest.page.locator(".scores tbody tr td:nth-child(3)").all()
    return [int(await cell.inner_text()) for cell in cells]


async def mark(guest: Tab) -> str:
    """The mark of the table, once all have verified the deal."""
    await guest.page.wait_for_selector("text=Deal verified by all 2 players.")
    told = await guest.page.locator(".fair").all_inner_texts()
    assert len(told) == 2, told
    found = re.search(r"Table mark: ([^.]+)\.", told[0])
    assert found is not None
    return found[1]


async def save(guest: Tab, path: Path) -> None:
    """Have the page hand out the record of this match."""
    async with guest.page.expect_download() as download:
        await guest.page.click("text=Save the record of this match")
    await (await download.value).save_as(path)


async def test_the_same_people_play_again_and_then_another_game(
    browser: Browser, tmp_path: Path
) -> None:
    async with (
        hosted(tmp_path, "basic", *COUNTED, players=2) as (host, link),
        chromium(browser) as one,
        chromium(browser) as other,
    ):
        ben, zed = await tab(one), await tab(other)
        await zed.page.goto(link.replace("/#", "/?watch#"))
        await zed.page.fill("#name", "Zed")
        await zed.page.keyboard.press("Enter")
        await zed.page.wait_for_selector("text=You watch.")
        await ben.join(link)
        scores = await played(host, ben)
        assert max(scores) > 0
        assert await result(ben) == await result(zed) == scores
        marks = [await mark(ben)]
        title = await ben.page.title()
        assert title == "Rummyroom"

        # All have to say so; nobody loses the seat, and all scores are nothing again.
        await ben.page.click("text=Another match")
        await ben.page.wait_for_selector("text=We wait for Ann.")
        host.say('{"type":"next"}')
        for guest in (ben, zed):
            await guest.page.wait_for_selector(".table.hand .seat >> text=score 0")
            facts = await guest.page.locator(".seat .facts").all_inner_texts()
            assert all("score 0" in fact for fact in facts), facts
            assert await guest.page.locator(".end").count() == 0
        assert await ben.page.locator(".seat.me >> text=Ben").count() == 1
        scores = await played(host, ben)
        assert await result(ben) == await result(zed) == scores
        marks.append(await mark(ben))
        await save(ben, second := tmp_path / "second.jsonl")
        told = replay(second.read_bytes())
        assert told.sealed and [hand.mark for hand in told.hands] == marks[1:]

        # Another game: the table of cards is gone, that of tiles is there.
        host.say('{"type":"play","game":"rummikub","hands":1}')
        for guest in (ben, zed):
            await guest.page.wait_for_selector(".lobby.panel >> text=Rummikub")
            assert await guest.page.locator(".end").count() == 0
        await ben.page.click(".lobby.panel >> text=I am ready")
        host.say('{"type":"next"}')
        await ben.page.wait_for_selector(".with-tiles .grid .tile")
        await zed.page.wait_for_selector(".table.hand.with-tiles")
        assert await zed.page.locator(".grid").count() == 0
        scores = await played(host, ben)
        assert await result(ben) == await result(zed) == scores
        marks.append(await mark(ben))
        assert len(set(marks)) == 3
        await save(ben, third := tmp_path / "third.jsonl")
        told = replay(third.read_bytes())
        assert told.sealed and [hand.mark for hand in told.hands] == marks[2:]
        assert ben.complaints == zed.complaints == []
