"""A browser that goes through the relay only, with a host behind another NAT."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from browsing import CHROMIUM, FLAGS, PLAYER, SEED, chromium, tab
from commands import command
from netns import credentials, internet, relay
from playwright.async_api import async_playwright
from test_nat import URLS

pytestmark = pytest.mark.needs("chromium", "iproute2", "nftables", "coturn")

PATIENCE = 60.0
SETTINGS = """localStorage.setItem("rummyroom.settings", '{"relay": true}');
window.peers = [];
const Original = RTCPeerConnection;
window.RTCPeerConnection = class extends Original {
  constructor(...args) { super(...args); window.peers.push(this); }
};"""
PATH = """(async () => {
  const all = [...(await peers.at(-1).getStats()).values()];
  const transport = all.find(({ type }) => type === "transport");
  const pair = all.find(({ id }) => id === transport.selectedCandidatePairId);
  const own = all.filter(({ type }) => type === "local-candidate");
  const used = own.find(({ id }) => id === pair.localCandidateId);
  return [used.candidateType, ...new Set(own.map((one) => one.candidateType))];
})()"""


async def test_a_hand_through_a_relay_shows_no_address_of_the_browser(
    tmp_path: Path,
) -> None:
    user, password = credentials()
    (tmp_path / "password").write_text(f"{password}\n")
    ways = ("--turn", URLS["udp"], "--turn-user", user)
    ways += ("--turn-password-file", str(tmp_path / "password"))
    table = ("host", "--port", "7867", "--players", "2", "--hands", "1", "--auto")
    fixed = ("--seed", SEED, "--speed", "off", "--json")
    async with AsyncExitStack() as stack:
        middle = stack.enter_context(internet())
        await stack.enter_async_context(relay(middle, tmp_path))
        there, here = middle.place("open"), middle.place("symmetric")
        starter = tmp_path / "chromium"
        inside = " ".join(here.inside)
        starter.write_text(f'#!/bin/sh\nexec {inside} {CHROMIUM} "$@"\n')
        starter.chmod(0o755)
        host = await stack.enter_async_context(
            command(tmp_path, *table, *ways, *fixed, before=there.inside)
        )
        playwright = await stack.enter_async_context(async_playwright())
        browser = await playwright.chromium.launch(executable_path=starter, args=FLAGS)
        stack.push_async_callback(browser.close)
        context = await stack.enter_async_context(chromium(browser))
        await context.add_init_script(SETTINGS)
        guest = await tab(context)
        link = (await host.hear("room"))["link"]
        await guest.join(f"http://{there.address}:7867/#{link.partition('#')[2]}")
        await guest.my_turn()
        assert await guest.page.evaluate(PATH) == ["relay", "relay"]
        async with asyncio.timeout(PATIENCE):
            await guest.page.evaluate(PLAYER)
        cells = await guest.page.locator(".scores tbody tr td:nth-child(3)").all()
        shown = [int(await cell.inner_text()) for cell in cells]
        assert (await host.hear("ending"))["scores"] == shown
        assert guest.complaints == []
