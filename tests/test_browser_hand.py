"""A hand by eye and by finger: its order, its colours, how it moves, where it lies."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import groupby
from pathlib import Path
from typing import Any, get_args

import pytest
from browsing import Tab, chromium, hosted, tab
from playwright.async_api import Browser, CDPSession
from test_browser_access import box

from peer.tui.inks import Deck

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.asyncio(loop_scope="session")]

RANKS = "ace two three four five six seven eight nine ten jack queen king".split()


@asynccontextmanager
async def seated(
    browser: Browser, home: Path, game: str = "basic", **settings: Any
) -> AsyncIterator[Tab]:
    async with (
        hosted(home, game) as (_, link),
        chromium(browser, **settings) as context,
    ):
        guest = await tab(context)
        await guest.join(link)
        await guest.my_turn()
        yield guest
        assert guest.complaints == []


async def choose(guest: Tab, setting: str, value: str) -> None:
    """Settle something in the menu."""
    await guest.page.click("[aria-label=Menu]")
    row = guest.page.locator(f".setting:has(span:text-is('{setting}'))")
    await row.locator("select").select_option(value)
    await guest.page.keyboard.press("Escape")
    await guest.page.wait_for_selector("dialog", state="detached")


# Order


@pytest.mark.parametrize("game", ["basic", "rummikub"])
async def test_the_own_order_is_kept_over_a_reload(
    browser: Browser, tmp_path: Path, game: str
) -> None:
    async with seated(browser, tmp_path, game) as guest:
        first, *others = await guest.cards()
        await guest.page.locator(".grid .face").nth(0).click()
        for _ in range(4):
            await guest.page.click("[aria-label='Move right']")
        moved = [*others[:4], first, *others[4:]]
        assert await guest.cards() == moved
        await guest.page.reload()
        await guest.my_turn()
        assert await guest.cards() == moved


async def test_the_hand_is_sorted_by_suit_by_rank_and_stays_as_one_likes(
    browser: Browser, tmp_path: Path
) -> None:
    async with seated(browser, tmp_path) as guest:
        by_suit = [name.split(" of ") for name in await guest.cards()]
        suits = [suit for _, suit in by_suit]
        assert len(list(groupby(suits))) == len(set(suits))
        await guest.page.click("text=Sort: by suit")
        ranks = [name.split(" of ")[0] for name in await guest.cards()]
        assert len(list(groupby(ranks))) == len(set(ranks))
        assert sorted(ranks, key=RANKS.index) == ranks
        await guest.page.click("text=Sort: by rank")
        await guest.page.wait_for_selector("text=Sort: my order")
        assert [name.split(" of ")[0] for name in await guest.cards()] == ranks
        await guest.page.keyboard.press("s")
        await guest.page.wait_for_selector("text=Sort: by suit")


# Colours

INKS = """() => Object.fromEntries([...document.querySelectorAll(".grid .face")]
  .map((one) => [one.ariaLabel.split(" of ")[1].split(",")[0], one])
  .map(([suit, one]) => [suit, getComputedStyle(one).color]))"""
COUNTS = {"four": 4, "two": 2, "safe": 4}


async def test_the_decks_are_those_of_the_terminal(
    browser: Browser, tmp_path: Path
) -> None:
    async with seated(browser, tmp_path) as guest:
        await guest.page.click("[aria-label=Menu]")
        options = guest.page.get_by_label("Card colours").locator("option")
        values = [await one.get_attribute("value") for one in await options.all()]
        assert {*values, "ascii"} == set(get_args(Deck))
        await guest.page.keyboard.press("Escape")
        seen = []
        for deck, count in COUNTS.items():
            await choose(guest, "Card colours", deck)
            inks = await guest.page.evaluate(INKS)
            assert len(inks) == 4, "a card of every suit"
            assert len(set(inks.values())) == count
            seen.append(tuple(inks.values()))
        assert len(set(seen)) == len(COUNTS)
        await guest.page.reload()
        await guest.my_turn()
        assert tuple((await guest.page.evaluate(INKS)).values()) == seen[-1]


GROUND = "getComputedStyle(document.querySelector('.panel, .hand, body')).color"


async def test_light_and_dark_are_those_of_the_device_or_as_one_likes(
    browser: Browser, tmp_path: Path
) -> None:
    async with seated(browser, tmp_path, color_scheme="light") as guest:
        light = await guest.page.evaluate(GROUND)
        await guest.page.emulate_media(color_scheme="dark")
        dark = await guest.page.evaluate(GROUND)
        assert dark != light
        await choose(guest, "Colours", "light")
        assert await guest.page.evaluate(GROUND) == light
        await guest.page.emulate_media(color_scheme="light")
        await choose(guest, "Colours", "dark")
        assert await guest.page.evaluate(GROUND) == dark


# Motion

NOTED = """window.moved = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, options) {
  window.moved.push(options.duration);
  return animate.call(this, frames, options);
};"""
DRAWN = """new Promise((resolve) =>
  requestAnimationFrame(() => requestAnimationFrame(resolve)))"""


async def test_cards_move_as_fast_as_one_likes_and_never_for_who_wants_no_motion(
    browser: Browser, tmp_path: Path
) -> None:
    async with (
        hosted(tmp_path) as (_, link),
        chromium(browser, reduced_motion="no-preference") as context,
    ):
        await context.add_init_script(NOTED)
        guest = await tab(context)
        await guest.join(link)
        await guest.my_turn()
        times = []
        for speed in ("fast", "normal", "slow"):
            await choose(guest, "Animations", speed)
            await guest.page.evaluate("moved.length = 0")
            # By rank, as it is, by suit.
            for _ in range(3):
                await guest.page.keyboard.press("s")
                await guest.page.evaluate(DRAWN)
            [time] = set(await guest.page.evaluate("moved"))
            times.append(time)
        assert 0 < times[0] < times[1] < times[2] <= 500
        await guest.page.emulate_media(reduced_motion="reduce")
        await guest.page.evaluate("moved.length = 0")
        for key in ("s", "s", "d"):
            await guest.page.keyboard.press(key)
        await guest.page.wait_for_selector(".fresh")
        await guest.page.evaluate(DRAWN)
        assert await guest.page.evaluate("moved") == []
        await choose(guest, "Animations", "off")
        await guest.page.emulate_media(reduced_motion="no-preference")
        await guest.page.keyboard.press("s")
        await guest.page.evaluate(DRAWN)
        assert await guest.page.evaluate("moved") == []
        assert guest.complaints == []


# Fingers


async def finger(session: CDPSession, kind: str, *at: float) -> None:
    points = [{"x": at[0], "y": at[1]}] if at else []
    event = {"type": f"touch{kind}", "touchPoints": points}
    await session.send("Input.dispatchTouchEvent", event)


async def test_a_finger_selects_and_drags_and_changes_nothing_else(
    browser: Browser, tmp_path: Path
) -> None:
    async with seated(browser, tmp_path, has_touch=True, is_mobile=True) as guest:
        page = guest.page
        faces = page.locator(".grid .face")
        cards = await guest.cards()
        await faces.nth(1).tap()
        assert await faces.nth(1).get_attribute("aria-pressed") == "true"
        # Twice, fast: that is a zoom elsewhere.
        await faces.nth(1).tap()
        await faces.nth(1).tap()
        await faces.nth(1).tap()
        assert await faces.nth(1).get_attribute("aria-pressed") == "false"
        start, end = await box(faces.nth(0)), await box(faces.nth(3))
        session = await page.context.new_cdp_session(page)
        x, y = start["x"] + 20, start["y"] + 30
        await finger(session, "Start", x, y)
        for step in range(1, 6):
            part = step / 5
            to = (end["x"] + 20 - x) * part, (end["y"] + 30 - y) * part
            await finger(session, "Move", x + to[0], y + to[1])
        await finger(session, "End")
        assert await guest.cards() == [*cards[1:4], cards[0], *cards[4:]]
        # Pulled down from its top, the page neither goes along nor begins anew.
        await page.evaluate("window.stays = true")
        await finger(session, "Start", 200, 10)
        for step in range(1, 9):
            await finger(session, "Move", 200, 10 + 80 * step)
        await finger(session, "End")
        assert await page.evaluate("stays && visualViewport.scale") == 1
        assert await page.evaluate("getSelection().toString()") == ""
        style = "getComputedStyle(document.documentElement).overscrollBehaviorY"
        assert await page.evaluate(style) == "none"


INPUTS = """() => [...document.querySelectorAll("input, select, textarea")]
  .map((one) => parseFloat(getComputedStyle(one).fontSize))"""


async def test_no_phone_zooms_into_what_is_typed(
    browser: Browser, tmp_path: Path
) -> None:
    """iOS does where letters have less than 16 pixels."""
    async with hosted(tmp_path) as (_, link), chromium(browser) as context:
        guest = await tab(context)
        await guest.page.goto(link)
        await guest.page.wait_for_selector("form")
        sizes = await guest.page.evaluate(INPUTS)
        assert len(sizes) == 3 and min(sizes) >= 16
        await guest.join(link)
        await guest.page.click("[aria-label='Say something']")
        await guest.page.wait_for_selector("dialog.talk")
        assert min([16, *await guest.page.evaluate(INPUTS)]) >= 16


HIDDEN = """([left, right]) => [...document.querySelectorAll("button, input")]
  .filter((one) => one.checkVisibility())
  .map((one) => [one.getBoundingClientRect(), one.ariaLabel ?? one.textContent])
  .filter(([box]) => box.left < left || box.right > innerWidth - right)
  .map(([box, name]) => `${name}: ${box.left} ${box.right}`)"""


async def test_nothing_to_press_lies_under_a_notch(
    browser: Browser, tmp_path: Path
) -> None:
    size = {"width": 844, "height": 390}
    async with seated(browser, tmp_path, viewport=size) as guest:
        session = await guest.page.context.new_cdp_session(guest.page)
        insets = {"left": 47, "right": 47, "top": 0, "bottom": 21}
        await session.send(
            "Emulation.setSafeAreaInsetsOverride",
            {"insets": {**insets, "leftMax": 47, "rightMax": 47, "bottomMax": 21}},
        )
        assert await guest.page.evaluate(HIDDEN, [47, 47]) == []
        bar = await box(guest.page.locator(".actions"))
        assert bar["y"] + bar["height"] <= 390 - 21
