"""The browser client's own tests, in node, and how much of it there is."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from shared.words import LANGUAGES
from signaling.site import INDEX, MANIFEST, Site, bare, reached

ROOT = Path(__file__).parent.parent
WEB = ROOT / "peer" / "web"

MOST = 80_000
"Bytes of the whole page on its way to a phone."

GAMES = {
    "tile_table.js": ["tile_table.js", "draft.js"],
    "card_table.js": ["card_table.js", "offers.js"],
}
"What parts.js loads for the one game or the other."


@pytest.mark.needs("nodejs")
def test_the_pure_modules_agree_with_python_as_they_are_handed_out(
    tmp_path: Path,
) -> None:
    shutil.copytree(WEB, tmp_path / "peer" / "web")
    for script in (tmp_path / "peer" / "web").glob("*.js"):
        script.write_text(bare(script.read_text()))
    left_out = shutil.ignore_patterns("node_modules", "*.jsonl")
    shutil.copytree(ROOT / "tests" / "web", tmp_path / "tests" / "web", ignore=left_out)
    shutil.copytree(ROOT / "shared" / "locale", tmp_path / "shared" / "locale")
    for vectors in (ROOT / "tests").glob("*.json"):
        shutil.copy(vectors, tmp_path / "tests")
    tests = sorted((tmp_path / "tests" / "web").glob("*.test.js"))
    run = subprocess.run(
        ["node", "--test", *tests], cwd=tmp_path, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stdout


@pytest.mark.parametrize("other", ["tile_table.js", "card_table.js"])
def test_all_that_a_page_loads_for_one_game_is_small(other: str) -> None:
    """From the link to the end of a match, menu and all; the worker loads no more."""
    found = {path.name: path.read_text() for path in WEB.glob("*.js")}
    # Only one game is loaded, with what nothing else needs.
    found["parts.js"] = re.sub(
        rf"import\(\"\./({'|'.join(GAMES[other])})\"\)", "", found["parts.js"]
    )
    # A home screen has icon-180.png, a page does not.
    named = ["index.css", "icon.svg", "icon-turn.svg"]
    modules = reached(["language.js", "main.js"], found, later=True)
    assert other not in modules
    site = Site(WEB)
    sizes = {
        name: site.packed_size(name) for name in [INDEX, MANIFEST, *named, *modules]
    }
    sizes["texts"] = max(site.packed_size(f"{each}.json") for each in LANGUAGES)
    assert sum(sizes.values()) <= MOST, sizes


def test_every_file_can_be_read_in_one_sitting() -> None:
    texts = [path for path in WEB.iterdir() if path.suffix != ".png"]
    lines = {path.name: path.read_text().count("\n") for path in texts}
    assert {name: count for name, count in lines.items() if count > 400} == {}


def test_contributing_lists_every_module() -> None:
    block = (ROOT / "CONTRIBUTING.md").read_text().split("peer/web/\n")[1]
    listed = [line.split()[0] for line in block.partition("```")[0].splitlines()]
    assert listed == sorted(path.name for path in WEB.glob("*.js"))
