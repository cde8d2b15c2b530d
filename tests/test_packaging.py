"""What is shipped, and what must not be in the repository."""

import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("peer", "shared", "signaling")

ROOT_NAMES = set(
    """
    .ci .gitignore CONTRIBUTING.md LICENSE Makefile README.md docs
    peer pyproject.toml shared signaling tests
    """.split()
)

LOCK_FILE = re.compile(
    r"(^|/)(.*\.lock|pylock\..*toml|package-lock\.json|pnpm-lock\.yaml)$"
)

UNWANTED = {
    "the address of a registry": re.compile(
        r"pypi[.]org|pythonhosted[.]org|registry[.]npmjs|(extra-)?index-url[ =]"
    ),
    # Tests may make up a home for Ada.
    "a path of one machine": re.compile(
        r"(?<![\w.:/*\\})-])/(?:(?:work|root)\b|(?:home|Users)/(?!ada\b)\w)"
    ),
}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (path,) = folder.glob("*.whl")
    return zipfile.ZipFile(path)


def test_the_wheel_is_the_source_tree(wheel: zipfile.ZipFile) -> None:
    sources = {
        str(path.relative_to(ROOT))
        for package in PACKAGES
        for path in (ROOT / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    shipped = {name for name in wheel.namelist() if ".dist-info/" not in name}
    assert {f"{package}/py.typed" for package in PACKAGES} <= sources
    assert shipped == sources


def test_the_wheel_carries_the_licence(wheel: zipfile.ZipFile) -> None:
    (name,) = (name for name in wheel.namelist() if name.endswith("/LICENSE"))
    assert wheel.read(name) == (ROOT / "LICENSE").read_bytes()


def test_the_wheel_brings_the_command(wheel: zipfile.ZipFile) -> None:
    (name,) = (name for name in wheel.namelist() if name.endswith("entry_points.txt"))
    assert wheel.read(name).decode() == (
        "[console_scripts]\nrummyroom = peer.cli:main\n"
    )


def test_every_module_of_the_wheel_imports(
    wheel: zipfile.ZipFile, tmp_path: Path
) -> None:
    wheel.extractall(tmp_path)
    modules = sorted(
        name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        for name in wheel.namelist()
        if name.endswith(".py")
    )
    code = f"import shared\nprint(shared.__file__)\nimport {', '.join(modules)}"
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout == f"{tmp_path / 'shared' / '__init__.py'}\n"


def tracked() -> list[str]:
    """The files git keeps, whoever owns the folder."""
    run = subprocess.run(
        ["git", "-c", "safe.directory=*", "ls-files", "-z"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    names = [name for name in run.stdout.split("\0") if (ROOT / name).is_file()]
    assert "pyproject.toml" in names
    return names


def test_nothing_has_strayed_into_the_root() -> None:
    assert {name.partition("/")[0] for name in tracked()} == ROOT_NAMES


def test_no_lock_file_is_kept() -> None:
    assert [name for name in tracked() if LOCK_FILE.search(name)] == []


@pytest.mark.parametrize("what", UNWANTED)
def test_no_file_holds(what: str) -> None:
    found = [
        f"{name}: {match[0]}"
        for name in tracked()
        for match in UNWANTED[what].finditer(
            (ROOT / name).read_text(encoding="utf-8", errors="ignore")
        )
    ]
    assert found == []


def test_what_is_unwanted_is_recognized() -> None:
    assert LOCK_FILE.search("uv" + ".lock")
    assert LOCK_FILE.search("peer/web/package-lock" + ".json")
    registry = UNWANTED["the address of a registry"]
    assert registry.search("https://pypi" + ".org/simple")
    assert registry.search("pip install --index" + "-url x")
    path = UNWANTED["a path of one machine"]
    for folder in ("root/x", "home/ann", "work/main", "Users/ann"):
        assert path.search(f"see /{folder}")
    assert path.search("cd /" + "root\n")
    assert not path.search("/" + "home/ada/.config")
    assert not path.search("https://server/" + "home/x and peer/" + "work/x")
