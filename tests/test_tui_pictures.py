"""Six screens look as they did when somebody last looked at them."""

import asyncio
import re

import pytest
from msgspec.structs import replace
from terminal_pictures import KEPT, PICTURES, svg


def look(picture: str) -> list[tuple[str, str]]:
    """Every piece of text with its style; the rest may differ between Textuals."""
    styles = dict(re.findall(r"\.(?:terminal-\d+-)?(r\d+) \{ (.*?) \}", picture))
    texts = re.findall(
        r'<text [^>]*class="(?:[a-z0-9-]*-)?(r\d+)"[^>]*>(.*?)</text>', picture
    )
    return [(text, styles[name]) for name, text in texts]


@pytest.mark.parametrize("name", sorted(KEPT))
def test_a_screen_looks_as_it_did(name: str) -> None:
    draw, prefs, size = KEPT[name]
    now = look(asyncio.run(svg(draw(replace(prefs)), size)))
    then = look((PICTURES / f"{name}.svg").read_text())
    assert len(then) > 10
    assert now == then, "look at it, then: python tests/terminal_pictures.py --keep"
