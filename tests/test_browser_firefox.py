"""A friend opens the link in Firefox; another in Chromium, one in a terminal."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from browsing import PLAYER, chromium, hosted, tab
from commands import command
from firefox import Firefox, firefox
from playwright.async_api import Browser

pytestmark = [
    pytest.mark.needs("chromium", "firefox-esr"),
    pytest.mark.asyncio(loop_scope="session"),
]

PATIENCE = 90.0
JOIN = """(async () => {
  const frame = () => new Promise((resolve) => setTimeout(resolve, 20));
  while (!document.querySelector("#name")) await frame();
  const name = document.querySelector("#name");
  name.value = "Fay";
  name.dispatchEvent(new Event("input"));
  document.querySelector("form button").click();
  while (!document.querySelector(".seats")) await frame();
})()"""
SCORES = """[...document.querySelectorAll(".scores tbody tr td:nth-child(3)")]
  .map((cell) => cell.textContent).join()"""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def started(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Firefox]:
    async with firefox(tmp_path_factory.mktemp("firefox")) as running:
        yield running


@pytest_asyncio.fixture(loop_scope="session")
async def fox(started: Firefox) -> AsyncIterator[Firefox]:
    async with started.tab() as page:
        yield page


async def join(page: Firefox, link: str) -> None:
    await page.go(link)
    await page.evaluate(JOIN)


@pytest.mark.parametrize("game", ["basic", "rummikub"])
async def test_all_kinds_of_guests_end_with_the_same_scores(
    browser: Browser, fox: Firefox, tmp_path: Path, game: str
) -> None:
    async with (
        hosted(tmp_path, game, players=4) as (host, link),
        chromium(browser) as context,
        command(
            tmp_path,
            "join",
            link,
            "--name",
            "Tom",
            "--auto",
            "--speed",
            "off",
            "--json",
        ) as terminal,
    ):
        chrome = await tab(context)
        await chrome.join(link)
        await join(fox, link)
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(chrome.page.evaluate(PLAYER), fox.evaluate(PLAYER))
        scores = (await host.hear("ending"))["scores"]
        assert (await terminal.hear("ending"))["scores"] == scores
        for shown in (await chrome.page.evaluate(SCORES), await fox.evaluate(SCORES)):
            assert [int(score) for score in shown.split(",")] == scores
        assert chrome.complaints == fox.complaints == []


async def test_gin_is_played_and_a_reload_gives_the_seat_back(
    fox: Firefox, tmp_path: Path
) -> None:
    async with hosted(tmp_path, "gin") as (host, link):
        await join(fox, link)
        await fox.go(link.partition("#")[0])
        await fox.go(link)
        async with asyncio.timeout(PATIENCE):
            await fox.evaluate(PLAYER)
        shown = await fox.evaluate(SCORES)
        scores = (await host.hear("ending"))["scores"]
        assert [int(score) for score in shown.split(",")] == scores
        assert fox.complaints == []
