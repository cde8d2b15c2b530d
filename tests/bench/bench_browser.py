"""From the link to the hand on the screen in Chromium, and from an update to pixels."""

import asyncio
import statistics
import sys
import tempfile
from pathlib import Path

from playwright.async_api import Browser, async_playwright

sys.path.insert(0, str(Path(__file__).parent.parent))

from browsing import CHROMIUM, FLAGS, PHONE, hosted  # noqa: E402

ROUNDS = 7

SETTLED = 1.5
"Seconds after which a host and a tab have loaded all that they need themselves."

JOIN = """
localStorage.setItem("rummyroom.settings", JSON.stringify({ name: "Ben" }));
new MutationObserver(() => {
  const button = document.querySelector("form button");
  if (button && !window.joined) (window.joined = true), button.click();
  if (document.querySelector(".grid .face")) window.shown ??= performance.now();
}).observe(document, { childList: true, subtree: true });
"""

DRAW = """(async () => {
  const { src } = document.querySelector("script[src$='main.js']");
  const { App, Guest, told } = await import(src);
  const root = document.body.appendChild(document.createElement("div"));
  const app = new App(root, document.createElement("div"));
  const numbers = [...Array(13).keys()].map((n) => n + 1);
  const table = [..."rbkorb"].map((c) => numbers.map((n) => `${n}${c}`).join(""));
  const seat = { kind: "person", here: true, substitute: false, ready: true };
  const update = (rack) => JSON.stringify({
    type: "update", seq: 1, last_act: 0, events: [],
    table: {
      game: "rummikub", preset: "rk_classic", phase: "hand",
      seats: [{ ...seat, name: "A" }, { ...seat, name: "B" }],
      hand: 1, scores: [0, 0], target: 100,
    },
    view: {
      type: "tiles", seat: 0, turn: 0, counts: [24, 1], pool: 0, rack, table,
      can: ["rearrange"],
    },
  });
  const rack = [..."ko"].map((c) => numbers.slice(1).map((n) => `${n}${c}`).join(""));
  app.guest = new Guest("A", null);
  app.session = { canAct: true, progress: { stage: "seated", why: "", retryAt: 0 } };
  const welcome = { type: "welcome", version: 1, seat: 0, token: "t", last_act: 0 };
  app.guest.received(JSON.stringify(welcome));
  const times = [];
  let frame = () => {};
  window.requestAnimationFrame = (work) => (frame = work);
  for (let round = 0; round < 40; round++) {
    const text = update(rack.join("").slice(round % 2 ? 2 : 0));
    const begin = performance.now();
    told(app, app.guest.received(text));
    frame();
    root.getBoundingClientRect();
    times.push(performance.now() - begin);
  }
  root.remove();
  return times;
})()"""


async def measure() -> None:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for tab, seconds in (("an open tab", SETTLED), ("a tab that opens", 0.0)):
            shown, drawn = [], []
            for _ in range(ROUNDS):
                own, updates = await _round(browser, seconds)
                shown.append(own)
                drawn += updates
            print(f"link to own hand in {tab}: {_summary(shown)}")
            print(f"update drawn, 102 tiles: {_summary(drawn)}")
        await browser.close()


async def _round(browser: Browser, seconds: float) -> tuple[float, list[float]]:
    """Milliseconds from the link to the hand, and those of some updates."""
    with tempfile.TemporaryDirectory() as home:
        async with hosted(Path(home)) as (_, link):
            context = await browser.new_context(viewport=PHONE)  # type: ignore[arg-type]
            await context.add_init_script(JOIN)
            page = await context.new_page()
            await asyncio.sleep(seconds)
            await page.goto(link)
            await page.wait_for_selector(".grid .face")
            own: float = await page.evaluate("window.shown")
            updates: list[float] = await page.evaluate(DRAW)
            await context.close()
            return own, updates[5:]


def _summary(times: list[float]) -> str:
    middle, most = statistics.median(times), max(times)
    least = min(times)
    return f"median {middle:.1f} ms, {least:.1f} to {most:.1f} ms of {len(times)}"


if __name__ == "__main__":
    asyncio.run(measure())
