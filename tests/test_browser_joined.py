"""Names at the top of modules that are one script, beside those of a browser."""

import re
from pathlib import Path

import pytest
from browsing import chromium
from playwright.async_api import Browser

from signaling.joined import top_names

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.asyncio(loop_scope="session")]

WEB = Path(__file__).parent.parent / "peer" / "web"
MODULES = {path.name: path.read_text() for path in WEB.glob("*.js")}

OURS = {"closed"}
"What a window has, too, and no module may want of it."


async def test_no_module_hides_from_others_what_the_browser_has(
    browser: Browser,
) -> None:
    names = {name for text in MODULES.values() for name in top_names(text)}
    async with chromium(browser) as context:
        page = await context.new_page()
        has = "(names) => names.filter((name) => name in window)"
        known = await page.evaluate(has, [*sorted(names), "status", "event"])
    assert set(known) - OURS == {"status", "event"}


async def test_what_is_called_like_something_of_a_window_is_imported() -> None:
    for name in OURS:
        called = re.compile(rf"(?<![.\w]){name}\(")
        here = rf"^import \{{[^}}]*\b{name}\b|^export const {name} ="
        callers = [module for module, text in MODULES.items() if called.search(text)]
        strangers = [m for m in callers if not re.search(here, MODULES[m], re.M)]
        assert callers and not strangers, name
