"""The browser client's own tests, in node, and how much of it there is."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from sayings import script_literals, stem

from shared.words import LANGUAGES, Language, catalogue
from signaling.bare import bare
from signaling.joined import reached
from signaling.site import INDEX, UNSENT, WORKER, Site, manifest

ROOT = Path(__file__).parent.parent
WEB = ROOT / "peer" / "web"

MOST = 80_000
"Bytes on their way to a phone, of everything that the page ever loads."


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


def loaded(language: Language) -> dict[str, int]:
    """Packed sizes of the page, what it names, the texts of its reader, the worker."""
    page = (WEB / INDEX).read_text()
    named = set(re.findall(r'"assets/@version@/([\w-]+\.(?:js|svg))"', page))
    assert named == {"language.js", "main.js", "icon.svg", "icon-turn.svg"}
    # A home screen has icon-180.png, a page does not.
    names = [INDEX, "index.css", *named, f"{language}.json", manifest(language), WORKER]
    return {name: Site(WEB).packed_size(name) for name in names}


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_a_page_loads_is_small(language: Language) -> None:
    sizes = loaded(language)
    assert sum(sizes.values()) <= MOST, sizes


def test_every_module_is_in_the_script_of_a_page() -> None:
    modules = {path.name: path.read_text() for path in WEB.glob("*.js")}
    scripts = [reached(modules, name) for name in ("main.js", "rerun_page.js")]
    assert {WORKER}.union(*scripts) == modules.keys()


def test_no_template_goes_over_lines() -> None:
    """Spaces in it would be taken for those of a script."""
    lines = [
        line for path in WEB.glob("*.js") for line in bare(path.read_text()).split("\n")
    ]
    assert [line for line in lines if line.count("`") % 2] == []


def test_no_script_says_what_it_is_not_sent() -> None:
    keys = {stem(key) for key in catalogue("en") if key.startswith(UNSENT)}
    tiles = (WEB / "tile_table.js").read_text()
    done = {f"do.{what}" for what in re.findall(r'\bdoing\("(\w+)"', tiles)}
    assert "do.flip" in done
    assert keys & (script_literals() | done) == set()


def test_every_file_can_be_read_in_one_sitting() -> None:
    texts = [path for path in WEB.iterdir() if path.suffix != ".png"]
    lines = {path.name: path.read_text().count("\n") for path in texts}
    assert {name: count for name, count in lines.items() if count > 400} == {}


def test_contributing_lists_every_module() -> None:
    block = (ROOT / "CONTRIBUTING.md").read_text().split("peer/web/\n")[1]
    listed = [line.split()[0] for line in block.partition("```")[0].splitlines()]
    assert listed == sorted(path.name for path in WEB.glob("*.js"))
