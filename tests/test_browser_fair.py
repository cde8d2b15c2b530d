"""A browser takes part in the joint shuffle, and says what it found."""

from pathlib import Path

import pytest
from browsing import PLAYER, chromium, hosted, tab
from commands import command
from playwright.async_api import Browser

from shared.replay import replay

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.asyncio(loop_scope="session")]


async def test_the_deal_is_verified_and_the_record_can_be_saved(
    browser: Browser, tmp_path: Path
) -> None:
    ours, theirs = tmp_path / "ours.jsonl", tmp_path / "theirs.jsonl"
    save = ("--save", str(theirs))
    async with (
        hosted(tmp_path, "basic", *save) as (_, link),
        chromium(browser) as context,
    ):
        guest = await tab(context)
        await guest.join(link)
        await guest.page.evaluate(PLAYER)
        await guest.page.wait_for_selector("text=Deal verified by all 2 players.")
        mark = await guest.text(".fair")
        async with guest.page.expect_download() as download:
            await guest.page.click("text=Save the record of this match")
        await (await download.value).save_as(ours)
        assert guest.complaints == []
    told = replay(ours.read_bytes())
    assert f"Table mark: {told.hands[-1].mark}." in mark
    seeds = told.hands[-1].dealt.seats
    assert all(len(seed) == 43 for seed in seeds)
    async with command(tmp_path, "verify", str(ours), str(theirs)) as verified:
        assert await verified.process.wait() == 0
