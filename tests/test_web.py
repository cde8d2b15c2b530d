"""The browser client's own tests, in node, and how much of it there is."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from signaling.site import Site, bare

ROOT = Path(__file__).parent.parent
WEB = ROOT / "peer" / "web"

MOST = 80_000
"Bytes of the whole page on its way to a phone."


@pytest.mark.needs("nodejs")
def test_the_pure_modules_agree_with_python_as_they_are_handed_out(
    tmp_path: Path,
) -> None:
    shutil.copytree(WEB, tmp_path / "peer" / "web")
    for script in (tmp_path / "peer" / "web").glob("*.js"):
        script.write_text(bare(script.read_text()))
    left_out = shutil.ignore_patterns("node_modules", "*.jsonl")
    shutil.copytree(ROOT / "tests" / "web", tmp_path / "tests" / "web", ignore=left_out)
    for vectors in (ROOT / "tests").glob("*.json"):
        shutil.copy(vectors, tmp_path / "tests")
    tests = sorted((tmp_path / "tests" / "web").glob("*.test.js"))
    run = subprocess.run(
        ["node", "--test", *tests], cwd=tmp_path, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stdout


def test_all_that_the_page_loads_is_small() -> None:
    assert Site(WEB).packed_size <= MOST


def test_every_file_can_be_read_in_one_sitting() -> None:
    texts = [path for path in WEB.iterdir() if path.suffix != ".png"]
    lines = {path.name: path.read_text().count("\n") for path in texts}
    assert {name: count for name, count in lines.items() if count > 400} == {}


def test_contributing_lists_every_module() -> None:
    block = (ROOT / "CONTRIBUTING.md").read_text().split("peer/web/\n")[1]
    listed = [line.split()[0] for line in block.partition("```")[0].splitlines()]
    assert listed == sorted(path.name for path in WEB.glob("*.js"))


def test_every_text_that_is_said_is_there_and_every_text_is_said() -> None:
    known = set(re.findall(r'^  "([\w.]+)": "', (WEB / "words.js").read_text(), re.M))
    code = "".join(path.read_text() for path in WEB.glob("*.js"))
    plain = {re.sub("_(one|other|you)$", "", key) for key in known}
    said = set(re.findall(r'says?\(\s*"([\w.]+)"', code))
    assert said - known - plain == set()
    # What is made up of parts, such as the reasons why a hand ended.
    made = ("door.code.", "door.name.") + tuple(
        f"{start}." for start in re.findall(r"`([\w.]+)\.\$", code)
    )
    texts = re.sub(r'^  "[\w.]+": "', "", code, flags=re.M)
    unsaid = {
        key for key in plain if f'"{key}"' not in texts and f'"{key}_' not in texts
    }
    assert {key for key in unsaid if not key.startswith(made)} == set()
