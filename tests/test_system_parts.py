"""Parts of the system that some tests need: installed, or told by name."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
PARTS = "tmux tmux\nthere there\n"


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """A copy of the mechanism on a machine that has nothing but ``there``."""
    script = (TESTS / "system-parts").read_text()
    head, listed = script.split("parts='\n")
    rest = listed.split("'\n", 1)[1]
    (tmp_path / "system-parts").write_text(f"{head}parts='\n{PARTS}'\n{rest}")
    (tmp_path / "system-parts").chmod(0o755)
    shutil.copy(TESTS / "conftest.py", tmp_path)
    (tmp_path / "bin").mkdir()
    command(tmp_path, "there", "")
    return tmp_path


def command(bare: Path, name: str, script: str) -> None:
    path = bare / "bin" / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


def run(bare: Path, *args: str, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        args,
        cwd=bare,
        env={"PATH": str(bare / "bin")} | env,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )


def parts(bare: Path, *args: str) -> tuple[int, str]:
    done = run(bare, str(bare / "system-parts"), *args)
    return done.returncode, done.stdout


def test_what_is_missing_is_listed(bare: Path) -> None:
    assert parts(bare, "--check") == (1, "tmux\n")
    assert parts(bare, "--check", "there") == (0, "")


def test_a_part_nobody_listed_is_an_error(bare: Path) -> None:
    code, said = parts(bare, "--check", "tmxu")
    assert code == 2
    assert said.endswith("does not list tmxu\n")


def test_root_on_debian_has_it_installed(bare: Path) -> None:
    command(bare, "id", "echo 0")
    command(bare, "apt-get", 'echo "$@" >>apt.log')
    assert parts(bare) == (0, "installing for the tests: tmux\n")
    assert (bare / "apt.log").read_text().splitlines() == [
        "-qq update",
        "-qq install --yes --no-install-recommends tmux",
    ]


def test_an_installation_that_fails_is_told(bare: Path) -> None:
    command(bare, "id", "echo 0")
    command(bare, "apt-get", "echo no network >&2; exit 100")
    assert parts(bare) == (100, "installing for the tests: tmux\nno network\n")


def test_others_on_debian_are_told_the_command(bare: Path) -> None:
    command(bare, "id", "echo 1000")
    command(bare, "apt-get", "echo must not run")
    assert parts(bare) == (
        1,
        "some tests are skipped; to have them run: sudo apt-get install tmux\n",
    )


def test_other_systems_are_told_what_to_install(bare: Path) -> None:
    assert parts(bare) == (
        1,
        "tests that need these are skipped until they are installed: tmux\n",
    )


def test_nothing_missing_is_quiet_and_touches_nothing(bare: Path) -> None:
    command(bare, "tmux", "")
    command(bare, "apt-get", "echo must not run")
    assert parts(bare) == (0, "")


def marked(bare: Path, **env: str) -> str:
    (bare / "test_marked.py").write_text(
        "import pytest\n"
        "@pytest.mark.needs('tmux')\n"
        "def test_one(): pass\n"
        "@pytest.mark.needs('there')\n"
        "def test_two(): pass\n"
    )
    pytest_here = (sys.executable, "-m", "pytest", "-rsE", "-p", "no:cacheprovider")
    return run(bare, *pytest_here, "--strict-markers", **env).stdout


def test_without_its_part_a_test_is_skipped_by_name(bare: Path) -> None:
    said = marked(bare)
    assert "tmux is missing; tests/system-parts installs it" in said
    assert "1 passed, 1 skipped" in said


def test_without_its_part_a_test_is_an_error_in_ci(bare: Path) -> None:
    said = marked(bare, CI="true")
    assert "tmux is missing; tests/system-parts installs it" in said
    assert "1 passed, 1 error" in said


def test_with_its_part_a_test_runs(bare: Path) -> None:
    command(bare, "tmux", "")
    assert "2 passed" in marked(bare, CI="true")
