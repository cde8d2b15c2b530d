"""A friend opens the link in Chromium and plays."""

import asyncio
import os
import re
import signal
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from browsing import PLAYER, Tab, chromium, hosted, tab
from commands import command
from conftest import refuse
from playwright.async_api import Browser, Error

from peer.lan import own_addresses
from shared.code import Code, read_invitation
from shared.code import link as link_to

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.asyncio(loop_scope="session")]

PATIENCE = 60.0


@pytest.mark.parametrize("game", ["basic", "gin", "rummikub"])
async def test_a_whole_match_is_played_by_clicking(
    browser: Browser, tmp_path: Path, game: str
) -> None:
    async with hosted(tmp_path, game) as (host, link), chromium(browser) as context:
        guest = await tab(context)
        await guest.join(link)
        async with asyncio.timeout(PATIENCE):
            await guest.page.evaluate(PLAYER)
        scores = await guest.page.locator(".scores tbody tr td:nth-child(3)").all()
        shown = [int(await score.inner_text()) for score in scores]
        assert (await host.hear("ending"))["scores"] == shown
        assert guest.complaints == []


async def test_the_hand_is_shown_and_nothing_is_asked_of_anybody_else(
    browser: Browser,
    tmp_path: Path,
) -> None:
    async with hosted(tmp_path) as (_, link), chromium(browser) as context:
        guest = await tab(context)
        await guest.join(link)
        assert len(await guest.cards()) == 10
        assert guest.complaints == []
        assert {urlsplit(url).netloc for url in guest.requests} == {
            urlsplit(link).netloc
        }
        assert await context.cookies() == []


async def test_three_browsers_play_with_the_host(
    browser: Browser, tmp_path: Path
) -> None:
    async with (
        hosted(tmp_path, "basic", players=4) as (host, link),
        chromium(browser) as one,
        chromium(browser) as two,
        chromium(browser) as three,
    ):
        guests = [await tab(context) for context in (one, two, three)]
        for guest, name in zip(guests, ("Ben", "Cleo", "Dan"), strict=True):
            await guest.join(link, name)
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*(guest.page.evaluate(PLAYER) for guest in guests))
        scores = (await host.hear("ending"))["scores"]
        for guest in guests:
            cells = await guest.page.locator(".scores tbody tr td:nth-child(3)").all()
            assert [int(await cell.inner_text()) for cell in cells] == scores
            assert guest.complaints == []


async def test_a_reload_in_mid_turn_gives_the_seat_and_the_hand_back(
    browser: Browser,
    tmp_path: Path,
) -> None:
    async with hosted(tmp_path) as (_, link), chromium(browser) as context:
        guest = await tab(context)
        await guest.join(link)
        await guest.my_turn()
        await guest.do("Draw")
        await guest.page.wait_for_selector(".fresh")
        before = await guest.cards()
        await guest.page.reload()
        assert await guest.cards() == before
        assert "(you)" in await guest.text(".seat.to-play")
        assert guest.complaints == []


async def test_the_newest_tab_plays_and_the_other_says_so(
    browser: Browser, tmp_path: Path
) -> None:
    async with hosted(tmp_path) as (_, link), chromium(browser) as context:
        first = await tab(context)
        await first.join(link)
        before = await first.cards()
        second = await tab(context)
        await second.page.goto(link)
        assert await second.cards() == before
        await first.page.wait_for_selector(".banner.stopped")
        assert (
            "This seat is open in another tab or on another device, and plays there"
            " now." in await first.text(".banner")
        )
        await first.page.click("text=Come back to the table")
        await second.page.wait_for_selector(".banner.stopped")
        assert await first.cards() == before


async def test_a_seat_link_opens_the_seat_in_another_browser(
    browser: Browser, tmp_path: Path
) -> None:
    async with (
        hosted(tmp_path) as (_, link),
        chromium(browser, permissions=["clipboard-read", "clipboard-write"]) as one,
        chromium(browser) as other,
    ):
        guest = await tab(one)
        await guest.join(link)
        before = await guest.cards()
        await guest.page.click("[aria-label=Menu]")
        await guest.page.click("text=Copy my seat link")
        await guest.page.wait_for_selector("text=Your seat link is copied")
        seat = await guest.page.evaluate("navigator.clipboard.readText()")
        elsewhere = await tab(other)
        await elsewhere.page.goto(seat)
        assert await elsewhere.cards() == before
        # What opens the seat is not left where it can be read over a shoulder.
        assert await elsewhere.page.evaluate("location.href") == link


async def test_the_back_button_asks_and_never_loses_the_seat(
    browser: Browser, tmp_path: Path
) -> None:
    async with hosted(tmp_path) as (_, link), chromium(browser) as context:
        guest = await tab(context)
        await guest.join(link)
        before = await guest.cards()
        await guest.page.evaluate("history.back()")
        await guest.page.click("dialog >> text=Stay")
        assert await guest.cards() == before


async def test_leaving_says_so_and_the_way_back_is_open(
    browser: Browser, tmp_path: Path
) -> None:
    slow = ("--speed", "slow")
    async with (
        hosted(tmp_path, "basic", *slow) as (_, link),
        chromium(browser) as context,
    ):
        guest = await tab(context)
        await guest.join(link)
        await guest.cards()
        await guest.page.click("[aria-label=Menu]")
        await guest.page.click("text=Leave the table")
        await guest.page.locator("dialog .danger").click()
        await guest.page.wait_for_selector("text=You have left the table.")
        assert await guest.text(".turn") == "Basic Rummy"
        await guest.page.click("text=Come back to the table")
        await guest.cards()
        await guest.page.wait_for_selector(".banner", state="detached")


WRONG = [
    ("7KQ", "A room code has 9 symbols, like 7KQ-M3X-WC7; this has 3."),
    (
        "7KQ-M3X-WC8",
        "There is a slip in this code; compare it with the host's, symbol by symbol.",
    ),
    ("7KQ-M3X-WC7", "No table with a free place has this code; ask the host to read"),
]


async def test_a_code_that_leads_nowhere_is_explained(
    browser: Browser, tmp_path: Path
) -> None:
    async with hosted(tmp_path) as (_, link), chromium(browser) as context:
        guest = await tab(context)
        await guest.page.goto(link.partition("#")[0])
        await guest.page.fill("#name", "Ben")
        for code, words in WRONG:
            await guest.page.fill("#code", code)
            await guest.page.keyboard.press("Enter")
            await guest.page.wait_for_selector(f"text={words}")
        # None of it hinders who knows better.
        await guest.page.fill("#code", link.partition("#")[2])
        await guest.page.keyboard.press("Enter")
        assert len(await guest.cards()) == 10
        assert guest.complaints == []


async def test_a_wrong_secret_says_what_it_means_and_stops(
    browser: Browser, tmp_path: Path
) -> None:
    async with hosted(tmp_path) as (_, link), chromium(browser) as context:
        server, code = read_invitation(link)
        wrong = code._replace(secret="2222" if code.secret != "2222" else "3333")
        guest = await tab(context)
        await guest.page.goto(link_to(str(server), Code(*wrong)))
        await guest.page.fill("#name", "Eve")
        await guest.page.click("form button")
        await guest.page.wait_for_selector(
            "text=The other end could not prove that it knows the code"
        )


async def test_a_full_table_is_told(browser: Browser, tmp_path: Path) -> None:
    async with (
        hosted(tmp_path) as (_, link),
        chromium(browser) as one,
        chromium(browser) as two,
    ):
        await (await tab(one)).join(link)
        late = await tab(two)
        await late.page.goto(link)
        await late.page.fill("#name", "Zoe")
        await late.page.click("form button")
        await late.page.wait_for_selector("text=Every seat at this table is taken.")


async def test_over_plain_http_by_address_our_own_code_proves(
    browser: Browser, tmp_path: Path
) -> None:
    async with hosted(tmp_path) as (_, link), chromium(browser) as context:
        # A name of this machine that browsers do not take for secure.
        address = await _address_of_this_machine()
        guest = await tab(context)
        await guest.join(link.replace("127.0.0.1", address))
        assert await guest.page.evaluate("crypto.subtle") is None
        assert len(await guest.cards()) == 10
        assert guest.complaints == []


async def _address_of_this_machine() -> str:
    found = [address for address in own_addresses() if not address.startswith("127.")]
    if not found:
        refuse("this machine has no address but loopback")
    return found[0]


async def test_a_silent_host_is_told_and_forgiven(
    browser: Browser, tmp_path: Path
) -> None:
    async with hosted(tmp_path) as (host, link), chromium(browser) as context:
        guest = await tab(context)
        await guest.join(link)
        await guest.my_turn()
        os.kill(host.process.pid, signal.SIGSTOP)
        await guest.page.wait_for_selector("text=The host has not answered for a while")
        os.kill(host.process.pid, signal.SIGCONT)
        await guest.page.wait_for_selector(".banner", state="detached")
        await guest.do("Draw")
        await guest.page.wait_for_selector(".fresh")


async def test_a_server_without_the_client_says_how_to_join(
    browser: Browser, tmp_path: Path
) -> None:
    async with (
        command(tmp_path, "serve", "--listen", "127.0.0.1:0", "--json") as server,
        chromium(browser) as context,
    ):
        url = (await server.hear("serving"))["url"]
        guest = Tab(await context.new_page())
        await guest.page.goto(url)
        await guest.page.click("text=Host a table yourself")
        assert re.search(
            "A phone or a browser can join a table, but not host one",
            await guest.text("main"),
        )


PEERS = """const Original = RTCPeerConnection;
window.peers = [];
window.RTCPeerConnection = class extends Original {
  constructor(...args) { super(...args); window.peers.push(this); }
};"""
"So that a test can take a connection away without a word to anybody."


async def test_a_lost_connection_is_made_anew_by_itself(
    browser: Browser, tmp_path: Path
) -> None:
    async with hosted(tmp_path) as (_, link), chromium(browser) as context:
        await context.add_init_script(PEERS)
        guest = await tab(context)
        await guest.join(link)
        await guest.my_turn()
        before = await guest.cards()
        await guest.page.evaluate("peers[0].close()")
        await guest.page.wait_for_selector(".banner")
        await guest.page.wait_for_selector(".banner", state="detached")
        assert await guest.page.evaluate("peers.length") > 1
        assert await guest.cards() == before
        await guest.do("Draw")
        await guest.page.wait_for_selector(".fresh")


async def test_who_waits_for_a_host_that_is_gone_is_told(
    browser: Browser, tmp_path: Path
) -> None:
    async with hosted(tmp_path) as (host, link), chromium(browser) as context:
        await context.add_init_script(PEERS)
        guest = await tab(context)
        await guest.join(link)
        await guest.cards()
        os.kill(host.process.pid, signal.SIGKILL)
        # Instead of the long silence.
        await guest.page.evaluate("peers[0].close()")
        await guest.page.wait_for_selector(
            "text=The server cannot be reached; check your network. Trying again in"
        )
        await guest.page.click("text=Try now")
        # The cards stay in sight meanwhile.
        assert len(await guest.cards()) == 10


async def test_the_page_opens_without_a_network_once_it_was_there(
    browser: Browser, tmp_path: Path
) -> None:
    async with hosted(tmp_path) as (_, link), chromium(browser) as context:
        guest = await tab(context)
        await guest.page.goto(link.partition("#")[0])
        ready = "navigator.serviceWorker.ready.then(() => caches.keys())"
        assert len(await guest.page.evaluate(ready)) == 1
        await context.set_offline(True)
        await guest.page.reload()
        assert "Rummyroom" in await guest.text("h1")
        # What a match is told by is no room code.
        with pytest.raises(Error, match="ERR_INTERNET_DISCONNECTED"):
            await guest.page.goto(f"{link.partition('#')[0]}replay#a-match")


async def test_seats_of_tables_long_over_are_forgotten(
    browser: Browser, tmp_path: Path
) -> None:
    async with hosted(tmp_path) as (_, link), chromium(browser) as context:
        guest = await tab(context)
        await guest.page.goto(link.partition("#")[0])
        old = (
            'localStorage.setItem("rummyroom.seat.2222", \'{"token": "t", "kept": 1}\')'
        )
        await guest.page.evaluate(old)
        await guest.join(link)
        await guest.cards()
        kept = await guest.page.evaluate("Object.keys(localStorage).sort()")
        room = link.partition("#")[2].replace("-", "")[:4]
        assert kept == [f"rummyroom.seat.{room}", "rummyroom.settings"]
