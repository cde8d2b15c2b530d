"""The table has another code, or another room: who sits at it in a browser stays."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest
from browsing import SEED, Tab, chromium, tab
from commands import Command, command
from playwright.async_api import Browser
from test_browser import PEERS
from test_browser_people import hosted

from peer.cli import WEB
from shared.code import read_invitation
from shared.signals import Create
from signaling.rooms import Rooms
from signaling.server import SignalingServer, start_server

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.asyncio(loop_scope="session")]

CLIPBOARD = ["clipboard-read", "clipboard-write"]


async def has_address(guest: Tab, link: str) -> None:
    """Wait until a reload, or a bookmark, would lead there."""
    await guest.until(f"location.href === '{link}'")


async def invites_to(guest: Tab, link: str) -> None:
    """The share button gives that link to friends."""
    await guest.page.click("text=Invite somebody")
    await guest.page.wait_for_selector("text=The link is copied.")
    await guest.until(f"await navigator.clipboard.readText() === '{link}'")


async def kicked(host: Command, seat: int, link: str) -> str:
    """Have the host take that seat; the link that holds from then on."""
    host.say(f'{{"type":"kick","seat":{seat}}}')
    return f"{link.partition('#')[0]}#{(await host.hear('room'))['code']}"


async def test_after_a_kick_everybody_who_stays_passes_the_new_code_on(
    browser: Browser, tmp_path: Path
) -> None:
    async with (
        hosted(tmp_path, "basic", players=4) as (host, link),
        chromium(browser, permissions=CLIPBOARD) as one,
        chromium(browser) as two,
        chromium(browser) as three,
    ):
        ben, cleo, dan = await tab(one), await tab(two), await tab(three)
        await ben.join(link, "Ben")
        await dan.join(link, "Dan")
        await invites_to(ben, link)
        second = await kicked(host, 2, link)
        await dan.page.wait_for_selector(".banner.stopped")
        await has_address(ben, second)
        code = second.partition("#")[2].replace("-", "\u2011")
        await ben.page.wait_for_selector(f".lobby.panel >> text={code}")
        await invites_to(ben, second)
        # Who was kicked has the old code only.
        assert dan.page.url == link
        await ben.page.reload()
        await ben.page.wait_for_selector(".seat.me >> text=Ben")
        await invites_to(ben, second)
        host.say('{"type":"settle","name":"locked","value":"no"}')
        await ben.page.wait_for_selector("#teller >> text=The room is open")
        await cleo.join(second, "Cleo")
        await cleo.page.wait_for_selector(".seat.me >> text=Cleo")

        # Who is away meanwhile hears of it on the way back.
        await ben.page.goto("about:blank")
        third = await kicked(host, 2, link)
        await ben.page.goto(second)
        await ben.page.wait_for_selector(".seat.me >> text=Ben")
        await has_address(ben, third)
        await invites_to(ben, third)
        assert ben.complaints == cleo.complaints == dan.complaints == []


@asynccontextmanager
async def at_a_server(
    home: Path, game: str, players: int
) -> AsyncIterator[tuple[Command, str, SignalingServer]]:
    """A host whose signaling server is somebody else's, and the link to its table."""
    server = await start_server("127.0.0.1", 0, site=WEB)
    table = ("--players", str(players), "--seed", SEED, "--speed", "off", "--auto")
    at = ("--server", server.url, "--name", "Ann", "--json")
    try:
        async with command(home, "host", game, *table, *at) as host:
            yield host, (await host.hear("room"))["link"], server
    finally:
        await server.close()


async def test_a_room_that_a_stranger_took_is_left_for_another_one(
    browser: Browser, tmp_path: Path
) -> None:
    async with AsyncExitStack() as stack:
        host, link, server = await stack.enter_async_context(
            at_a_server(tmp_path, "basic", players=2)
        )
        one = await stack.enter_async_context(chromium(browser, permissions=CLIPBOARD))
        other = await stack.enter_async_context(chromium(browser))
        await one.add_init_script(PEERS)
        ben, zed = await tab(one), await tab(other)
        await zed.page.goto(link.replace("/#", "/?watch#"))
        await zed.page.fill("#name", "Zed")
        await zed.page.keyboard.press("Enter")
        await zed.page.wait_for_selector("text=You watch.")
        await ben.join(link)
        await ben.my_turn()
        before = await ben.cards()

        # The server begins anew, and a stranger is faster than the host.
        await server.close()
        rooms = Rooms()
        _, code = read_invitation(link)
        rooms.received(1, Create(version=1, room=code.room, claim="theirs"), now=0)
        again = await start_server("127.0.0.1", server.port, site=WEB, rooms=rooms)
        stack.push_async_callback(again.close)
        new = (await host.hear("room"))["link"]
        assert read_invitation(new)[1].room != code.room
        await has_address(ben, new)
        # Who watches is told the room and no secret.
        room = read_invitation(new)[1].room
        await zed.until(f"location.hash.replaceAll('-', '').startsWith('#{room}')")
        await zed.page.click("[aria-label=Menu]")
        await zed.page.wait_for_selector("dialog.menu")
        assert await zed.page.locator("text=/Invite|link/").count() == 0
        await zed.page.keyboard.press("Escape")
        assert await ben.cards() == before
        await ben.page.click("[aria-label=Menu]")
        await ben.page.click("text=Invite: share the link")
        await ben.page.wait_for_selector("text=The link is copied.")
        assert await ben.page.evaluate("navigator.clipboard.readText()") == new
        await ben.page.keyboard.press("Escape")

        # A line that breaks is made anew there, and so is a page.
        await ben.page.evaluate("peers.at(-1).close()")
        await ben.page.wait_for_selector(".banner")
        await ben.page.wait_for_selector(".banner", state="detached")
        assert await ben.cards() == before
        await ben.page.reload()
        assert await ben.cards() == before
        await ben.do("Draw")
        await ben.page.wait_for_selector(".fresh")
        await zed.page.reload()
        await zed.page.wait_for_selector("text=You watch.")
        await zed.page.wait_for_selector(".seat.to-play >> text=Ben")
        assert ben.complaints == zed.complaints == []
