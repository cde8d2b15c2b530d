"""The page by eye, by finger, by keys alone and by ear, on every size of screen."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from browsing import PLAYER, SIZES, Tab, chromium, hosted, tab
from conftest import refuse
from playwright.async_api import Browser, FloatRect, Locator

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.asyncio(loop_scope="session")]

AXE = Path(__file__).parent / "web" / "node_modules" / "axe-core" / "axe.min.js"
LEVELS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
PATIENCE = 60.0

SMALL = """() => [...document.querySelectorAll("button, summary, input, select, a")]
  .filter((one) => one.checkVisibility() && one.type !== "checkbox")
  .map((one) => [one.getBoundingClientRect(), one.ariaLabel ?? one.textContent])
  .filter(([box]) => box.width > 0 && (box.width < 43.9 || box.height < 43.9))
  .map(([box, name]) => `${name}: ${box.width}x${box.height}`)"""
"Targets of less than 44 pixels; a checkbox has its whole line for a target."

WIDE = "() => document.documentElement.scrollWidth - innerWidth"


async def check(guest: Tab) -> None:
    """Nothing that axe finds at AA, on every size of screen, in light and dark."""
    if not AXE.is_file():
        refuse("axe-core is missing; make test installs it with npm")
    for width, height in SIZES:
        await guest.page.set_viewport_size({"width": width, "height": height})
        assert await guest.page.evaluate(SMALL) == [], (width, height)
        assert await guest.page.evaluate(WIDE) <= 0, (width, height)
    await guest.page.evaluate(AXE.read_text())
    for scheme in ("light", "dark"):
        await guest.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        run = "(tags) => axe.run({ runOnly: tags }).then((found) => found.violations)"
        violations = await guest.page.evaluate(run, LEVELS)
        short = [
            (one["id"], [node["html"][:200] for node in one["nodes"]])
            for one in violations
        ]
        assert short == [], json.dumps(short, indent=1)


@asynccontextmanager
async def seated(
    browser: Browser, home: Path, game: str, *args: str
) -> AsyncIterator[Tab]:
    async with hosted(home, game, *args) as (_, link), chromium(browser) as context:
        guest = await tab(context)
        await guest.join(link)
        yield guest
        assert guest.complaints == []


async def test_the_first_screen(browser: Browser, tmp_path: Path) -> None:
    async with hosted(tmp_path) as (_, link), chromium(browser) as context:
        guest = await tab(context)
        await guest.page.goto(link)
        await check(guest)
        await guest.page.click("summary")
        await guest.page.click("form button")
        await guest.page.wait_for_selector("text=Type your name first")
        await check(guest)


async def test_the_lobby(browser: Browser, tmp_path: Path) -> None:
    async with (
        hosted(tmp_path, "basic", players=3) as (_, link),
        chromium(browser) as context,
    ):
        guest = await tab(context)
        await guest.join(link)
        await guest.page.wait_for_selector("text=1 seat is free")
        await check(guest)


@pytest.mark.parametrize("game", ["basic", "gin", "rummikub"])
async def test_the_table_in_mid_turn_and_the_menu(
    browser: Browser, tmp_path: Path, game: str
) -> None:
    async with seated(browser, tmp_path, game) as guest:
        await guest.my_turn()
        await check(guest)
        await guest.page.locator(".grid .face").nth(2).click()
        await check(guest)
        await guest.page.click("[aria-label=Menu]")
        await check(guest)


async def test_the_end_of_a_match(browser: Browser, tmp_path: Path) -> None:
    async with seated(browser, tmp_path, "gin") as guest:
        await guest.page.evaluate(PLAYER)
        await guest.page.wait_for_selector(".banner.stopped")
        await check(guest)


async def press(guest: Tab, *keys: str) -> None:
    for key in keys:
        await guest.page.keyboard.press(key)


async def focused(guest: Tab) -> str:
    """What a screen reader would say of where the keyboard is."""
    name = "document.activeElement.ariaLabel ?? document.activeElement.textContent"
    return str(await guest.page.evaluate(name))


async def tab_to(guest: Tab, *names: str) -> bool:
    """Go on by Tab to something whose name begins like that."""
    for _ in range(40):
        await press(guest, "Tab")
        if (await focused(guest)).startswith(names):
            return True
    return False


async def test_a_match_is_played_by_keys_alone(
    browser: Browser, tmp_path: Path
) -> None:
    async with seated(browser, tmp_path, "basic") as guest, asyncio.timeout(PATIENCE):
        page = guest.page
        while not await page.locator(".table.ended").count():
            await page.wait_for_selector(
                ".table:not(.busy) .seat.me.to-play, .table.ended"
            )
            if await page.locator(".do:text('Draw')").count():
                assert await tab_to(guest, "Draw")
                await press(guest, "Enter")
            elif await page.locator(".do.main").count():
                assert await tab_to(guest, "Lay down")
                await press(guest, "Enter")
            elif await page.locator(".seat.me.to-play").count():
                # To the hand, to its last card; selected, it can be discarded.
                await page.locator(".grid [tabindex='0']").focus()
                await press(guest, "End", "Space")
                assert await tab_to(guest, "Discard ")
                await press(guest, "Enter")
                if await page.locator("dialog").count():
                    await press(guest, "Tab", "Enter")


async def test_the_keyboard_stays_where_it_is_when_the_table_changes(
    browser: Browser,
    tmp_path: Path,
) -> None:
    async with seated(browser, tmp_path, "basic") as guest:
        await guest.my_turn()
        cards = await guest.cards()
        await guest.page.locator(".grid [tabindex='0']").focus()
        await press(guest, "ArrowRight", "ArrowRight")
        assert await focused(guest) == cards[2]
        await press(guest, "d")
        await guest.page.wait_for_selector(".fresh")
        assert (await focused(guest)).startswith(cards[2])
        await press(guest, "End")
        assert (await focused(guest)).startswith((await guest.cards())[-1])
        await press(guest, "Home", "Shift+ArrowRight")
        assert (await guest.cards())[:2] == [cards[1], cards[0]]
        assert (await focused(guest)).startswith(cards[0])


async def test_what_happens_is_told_in_words(browser: Browser, tmp_path: Path) -> None:
    async with seated(browser, tmp_path, "basic") as guest:
        await guest.my_turn()
        await guest.do("Draw")
        await guest.page.wait_for_selector(".fresh")
        said = await guest.page.locator("#teller p").all_inner_texts()
        assert said[-1].startswith("You drew ")
        assert " of " in said[-1]
        turn = guest.page.locator("[role=status].turn")
        assert "Your turn" in await turn.inner_text()
        assert await guest.page.title() == "● Your turn – Rummyroom"


async def test_the_own_order_is_kept(browser: Browser, tmp_path: Path) -> None:
    async with seated(browser, tmp_path, "basic") as guest:
        await guest.my_turn()
        cards = await guest.cards()
        await guest.page.locator(".grid .face").nth(0).click()
        await guest.page.click("[aria-label='Move right']")
        await guest.page.click("[aria-label='Move right']")
        moved = [cards[1], cards[2], cards[0], *cards[3:]]
        assert await guest.cards() == moved
        await guest.do("Draw")
        await guest.page.wait_for_selector(".fresh")
        assert (await guest.cards())[:10] == moved


async def box(one: Locator) -> FloatRect:
    found = await one.bounding_box()
    assert found is not None
    return found


async def drag(guest: Tab, source: Locator, target: Locator) -> None:
    start, end = await box(source), await box(target)
    mouse = guest.page.mouse
    await mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    await mouse.down()
    await mouse.move(end["x"] + 20, end["y"] + 20, steps=5)
    await mouse.up()


async def test_a_card_is_dragged_to_another_place_and_to_the_discards(
    browser: Browser,
    tmp_path: Path,
) -> None:
    async with seated(browser, tmp_path, "basic") as guest:
        await guest.my_turn()
        faces = guest.page.locator(".grid .face")
        cards = await guest.cards()
        await drag(guest, faces.nth(0), faces.nth(3))
        assert await guest.cards() == [*cards[1:4], cards[0], *cards[4:]]
        await guest.do("Draw")
        await guest.page.wait_for_selector(".fresh")
        spare = guest.page.locator(".grid .face:not(.melded)").first
        name = await spare.get_attribute("aria-label")
        await drag(guest, spare, guest.page.locator("[data-drop=discard]"))
        await guest.page.wait_for_selector(
            ".grid .face:nth-child(11)", state="detached"
        )
        assert name not in await guest.cards()


async def test_a_costly_discard_is_asked_about_until_it_is_silenced(
    browser: Browser,
    tmp_path: Path,
) -> None:
    async with seated(browser, tmp_path, "basic") as guest:
        await guest.my_turn()
        await guest.do("Draw")
        await guest.page.wait_for_selector(".melded")
        await guest.page.locator(".melded").first.click()
        await guest.do("Discard")
        await guest.page.wait_for_selector("text=is part of a meld in your hand")
        await guest.page.click("dialog input")
        await guest.page.click("dialog >> text=Keep it")
        await guest.do("Discard")
        await guest.page.wait_for_selector(
            ".grid .face:nth-child(11)", state="detached"
        )


async def sets_lie_there(guest: Tab) -> None:
    """Draw until the other has laid something that can be rearranged."""
    while not await guest.page.locator(".set .face").count():
        await guest.do("Draw")
        await guest.page.wait_for_selector(".table:not(.busy) .seat.me.to-play")


async def test_tiles_are_rearranged_undone_and_reset(
    browser: Browser, tmp_path: Path
) -> None:
    async with seated(browser, tmp_path, "rummikub") as guest:
        await guest.my_turn()
        await sets_lie_there(guest)
        page = guest.page
        before = await page.locator(".set").all_inner_texts()
        held = len(await guest.cards())
        await page.locator(".set .face").first.click()
        await page.click(".newset")
        assert "a set has at least three" in await guest.text(".note.bad")
        assert await page.locator(".set.wrong").count() > 0
        await guest.do("Undo")
        assert await page.locator(".set").all_inner_texts() == before
        for face in (0, 1):
            await page.locator(".grid .face").nth(face).click()
        assert await page.locator(".badge").all_inner_texts() == ["1", "2"]
        await guest.do("New set")
        assert len(await guest.cards()) == held - 2
        await page.locator(".set .own").first.click()
        await guest.do("Back to rack")
        assert len(await guest.cards()) == held - 1
        await guest.do("Reset")
        assert len(await guest.cards()) == held
        await drag(
            guest, page.locator(".grid .face").nth(0), page.locator(".set").nth(0)
        )
        assert len(await guest.cards()) == held - 1


async def test_the_tiles_of_the_table_are_reached_and_moved_by_keys(
    browser: Browser, tmp_path: Path
) -> None:
    async with seated(browser, tmp_path, "rummikub") as guest:
        await guest.my_turn()
        await sets_lie_there(guest)
        tiles = guest.page.locator(".set .face")
        sets = await guest.page.locator(".set").count()
        names = [await tile.get_attribute("aria-label") for tile in await tiles.all()]
        assert await tab_to(guest, str(names[0]))
        await press(guest, "ArrowRight")
        assert await focused(guest) == names[1]
        await press(guest, "ArrowLeft", "ArrowLeft")
        assert await focused(guest) == names[-1]
        await press(guest, "Space")
        assert await tab_to(guest, "+ New set")
        await press(guest, "Enter")
        assert await guest.page.locator(".set").count() > sets
        await press(guest, "u")
        assert await guest.page.locator(".set").count() == sets
