"""The browser client's own tests, in node, and how much of it there is."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from sayings import script_literals, stem

from shared.words import LANGUAGES, catalogue
from signaling.site import INDEX, MANIFEST, UNSENT, Site, bare, part_of, reached

ROOT = Path(__file__).parent.parent
WEB = ROOT / "peer" / "web"

MOST = 80_000
"Bytes on their way to a phone until a hand can be played."

MOST_LATER = 16_000
"And of what comes once its player sits, which is about what was not looked at before."

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


def loaded(other: str, first: bool) -> dict[str, int]:
    """Packed sizes of what a page loads for one game, without the ``other``."""
    found = {path.name: bare(path.read_text()) for path in WEB.glob("*.js")}
    parts = (WEB / "parts.js").read_text()
    parts = re.sub(rf"import\(\"\./({'|'.join(GAMES[other])})\"\)", "", parts)
    found["parts.js"] = parts.partition("// Once one sits")[0] if first else parts
    # A home screen has icon-180.png, a page does not.
    named = [INDEX, MANIFEST, "index.css", "icon.svg", "icon-turn.svg"]
    modules = reached(["language.js", "main.js"], found, later=True)
    assert other not in modules
    site = Site(WEB)
    sizes = {name: site.packed_size(name) for name in [*named, *modules]}
    texts = [""] if first else ["", "later."]
    for part in texts:
        each = [site.packed_size(f"{one}.{part}json") for one in LANGUAGES]
        sizes[f"{part}texts"] = max(each)
    return sizes


@pytest.mark.parametrize("other", ["tile_table.js", "card_table.js"])
def test_what_a_page_loads_to_play_a_hand_is_small(other: str) -> None:
    """From the link to the first card, with the largest catalogue."""
    sizes = loaded(other, first=True)
    assert sum(sizes.values()) <= MOST, sizes


@pytest.mark.parametrize("other", ["tile_table.js", "card_table.js"])
def test_what_comes_once_one_sits_is_small(other: str) -> None:
    """Menu, keys, the end of a hand, refusals; the worker loads no more."""
    first, everything = loaded(other, first=True), loaded(other, first=False)
    later = {name: everything[name] for name in everything.keys() - first.keys()}
    assert {"menu.js", "hand_end.js", "keys.js", "later.texts"} <= later.keys()
    assert sum(later.values()) <= MOST_LATER, later


SAID_LATER = {
    *("leave.bot", "leave.end", "leave.watch.sure"),
    *("menu.leave.no", "menu.leave.sure", "menu.leave.yes", "menu.seat.copied"),
    *("end.aim.hands", "end.aim.hands.low", "end.aim.low", "end.aim.target"),
    *("end.aim.wins", "end.bonus", "vote.sure.no"),
    *("refused.full", "refused.not_your_turn"),
}
"By modules that are there at once, but when the menu is there, or the end of a hand."


@pytest.mark.parametrize("other", ["tile_table.js", "card_table.js"])
def test_what_is_there_at_once_says_nothing_whose_text_comes_later(other: str) -> None:
    late = {stem(key) for key in catalogue("en") if part_of(key) == "later."}
    modules = [name for name in loaded(other, first=True) if name.endswith(".js")]
    scripts = "".join(bare((WEB / name).read_text()) for name in modules)
    said = set(re.findall(r'"([a-z]+(?:\.\w+)+)"', scripts))
    assert said & late == SAID_LATER & said


def test_no_script_says_what_it_is_not_sent() -> None:
    keys = {stem(key) for key in catalogue("en") if key.startswith(UNSENT)}
    assert keys & script_literals() == set()


def test_every_file_can_be_read_in_one_sitting() -> None:
    texts = [path for path in WEB.iterdir() if path.suffix != ".png"]
    lines = {path.name: path.read_text().count("\n") for path in texts}
    assert {name: count for name, count in lines.items() if count > 400} == {}


def test_contributing_lists_every_module() -> None:
    block = (ROOT / "CONTRIBUTING.md").read_text().split("peer/web/\n")[1]
    listed = [line.split()[0] for line in block.partition("```")[0].splitlines()]
    assert listed == sorted(path.name for path in WEB.glob("*.js"))
