"""Who may import whom: the house of CONTRIBUTING.md, held by its imports."""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("shared", "signaling", "peer")

PURE = set(
    """
    __future__ abc array base64 binascii bisect collections contextlib contextvars
    cryptography dataclasses
    difflib enum fractions functools hashlib heapq hmac importlib.resources ipaddress
    itertools json math msgspec operator re string struct types typing unicodedata
    urllib.parse zlib
    """.split()
)
"All that ``shared`` may import from outside: no I/O, no clock, no chance, no logging."

SANS_IO = {
    "peer/__init__.py",
    "peer/guest.py",
    "peer/host.py",
    "peer/plain.py",
    "signaling/__init__.py",
    "signaling/caller.py",
    "signaling/limits.py",
    "signaling/replicas.py",
    "signaling/rooms.py",
    "signaling/upgrade.py",
}
"These are pure too, and all they reach; they may name a logger and make secrets."

ALLOWED_IN = {
    "aiortc": {"peer/rtc.py", "peer/tuning.py"},
    "aioice": {"peer/rtc.py", "peer/tuning.py", "peer/probe.py"},
    "av": set[str](),
    "aiohttp": {
        "peer/meet.py",
        "signaling/metrics.py",
        "signaling/pages.py",
        "signaling/selftest.py",
        "signaling/server.py",
        "signaling/site.py",
    },
    "prometheus_client": {"signaling/metrics.py"},
    "redis": {"signaling/backend.py"},
    "zeroconf": {"peer/lan.py"},
    "rich": {"peer/tui/"},
    "textual": {"peer/tui/"},
    "signaling": {"signaling/", "peer/cli.py"},
    "peer": {"peer/"},
}
"The only files, or folders, that may import a package."

VIEW_ONLY = ("peer/bots/", "peer/plain.py", "peer/tui/")
"They and what they reach in ``peer`` see a View, never a State."

BEHIND_THE_VIEW = ("shared.rulesets", "shared.ruleset", "shared.match")

OPEN_TO_ALL = re.compile(
    r"shared\.rulesets\.(\w+_options\.Options|rummikub_turn\.allowed)"
)
"The rules that people agreed on are no secret, nor what they say of a view."

IO_CALLS = {"open", "print", "input", "breakpoint", "__import__"}


def house() -> dict[str, str]:
    """Our source files by path."""
    return {
        str(path.relative_to(ROOT)): path.read_text()
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*.py"))
    }


def imports(path: str, source: str) -> Iterator[str]:
    """Every name imported anywhere in a file; ``from a import b`` is ``a.b``."""
    folder = path.split("/")[:-1]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = folder[: len(folder) + 1 - node.level] if node.level else []
            origin = ".".join([*above, *(node.module or "").split(".")]).strip(".")
            yield from (f"{origin}.{alias.name}" for alias in node.names)


def calls(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node.func.id


def within(name: str, packages: Iterable[str]) -> bool:
    return any(
        name == package or name.startswith(f"{package}.") for package in packages
    )


def file_of(name: str, files: Mapping[str, str]) -> str | None:
    """The file of ours that ``import name`` or ``from ... import name`` loads."""
    while name:
        stem = name.replace(".", "/")
        for path in (f"{stem}.py", f"{stem}/__init__.py"):
            if path in files:
                return path
        name = name.rpartition(".")[0]
    return None


def reached(starts: Iterable[str], files: Mapping[str, str]) -> set[str]:
    """``starts`` and every file of ours that loading them can load."""
    found: set[str] = set()
    waiting = [path for path in starts if path in files]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            names = imports(path, files[path])
            waiting += filter(None, (file_of(name, files) for name in names))
    return found


def faults(files: Mapping[str, str]) -> list[str]:
    """What breaks the layering, a line each."""
    shared = {path for path in files if path.startswith("shared/")}
    sans_io = reached(SANS_IO, files)
    screens = reached((path for path in files if path.startswith(VIEW_ONLY)), files)
    found = []
    for path, source in files.items():
        names = list(imports(path, source))
        bad = [name for name in names if forbidden(path, name)]
        if path in screens - shared:
            bad += [name for name in names if shows_a_state(name)]
        if path in shared | sans_io:
            more = {"logging", "secrets"} if path not in shared else set[str]()
            others = [name for name in names if not within(name, PACKAGES)]
            bad += [name for name in others if not (within(name, PURE) or name in more)]
            bad += [f"{name}()" for name in calls(source) if name in IO_CALLS]
        found += [f"{path}: {name}" for name in dict.fromkeys(bad)]
    return found


def forbidden(path: str, name: str) -> bool:
    """Whether ``path`` may not import ``name`` for what ``name`` is."""
    keepers = ALLOWED_IN.get(name.split(".")[0])
    if keepers is not None and not path.startswith(tuple(keepers)):
        return True
    if path.startswith("shared/rulesets/") and within(name, ["shared.rulesets"]):
        module = name.removeprefix("shared.rulesets").removeprefix(".")
        return game(module.partition(".")[0]) != game(Path(path).stem)
    return False


def game(module: str) -> str:
    """Whose part a module of ``rulesets`` is: ``basic_state`` is a part of basic."""
    return module.partition("_")[0]


def shows_a_state(name: str) -> bool:
    if OPEN_TO_ALL.fullmatch(name):
        return False
    return within(name, BEHIND_THE_VIEW) or name.endswith(".State")


def test_the_house_is_kept() -> None:
    files = house()
    assert SANS_IO <= files.keys()
    assert faults(files) == []


@pytest.mark.parametrize(
    ("path", "source", "fault"),
    [
        ("shared/match.py", "import peer.host", "peer.host"),
        ("shared/match.py", "from signaling import rooms", "signaling.rooms"),
        ("shared/match.py", "import asyncio", "asyncio"),
        ("shared/match.py", "def f():\n    import random", "random"),
        ("shared/match.py", "from os import urandom as u", "os.urandom"),
        ("shared/match.py", "import logging", "logging"),
        ("shared/match.py", "x = open('cards')", "open()"),
        ("shared/match.py", "x = __import__('time')", "__import__()"),
        ("shared/rulesets/gin.py", "from . import basic", "shared.rulesets.basic"),
        ("shared/rulesets/gin.py", "from .basic import X", "shared.rulesets.basic.X"),
        ("shared/rulesets/gin.py", "import shared.rulesets", "shared.rulesets"),
        ("shared/rulesets/gin_view.py", "from . import basic", "shared.rulesets.basic"),
        ("signaling/server.py", "import peer", "peer"),
        ("signaling/server.py", "import aiortc", "aiortc"),
        ("signaling/rooms.py", "from time import monotonic", "time.monotonic"),
        ("signaling/rooms.py", "import aiohttp", "aiohttp"),
        ("signaling/config.py", "from aiohttp import web", "aiohttp.web"),
        (
            "peer/meet.py",
            "if TYPE_CHECKING:\n    from signaling.server import Server",
            "signaling.server.Server",
        ),
        ("peer/session.py", "from aioice import ice", "aioice.ice"),
        ("peer/session.py", "import aiohttp.web", "aiohttp.web"),
        ("peer/meet.py", "import zeroconf", "zeroconf"),
        ("peer/session.py", "import textual", "textual"),
        ("peer/plain.py", "from shared.rulesets import basic", "shared.rulesets.basic"),
        ("peer/bots/easy.py", "from shared.x import State", "shared.x.State"),
        ("peer/host.py", "import socket", "socket"),
        ("peer/host.py", "from logging import handlers", "logging.handlers"),
        ("peer/cli.py", "import signaling.server, aiortc", "aiortc"),
    ],
)
def test_what_breaks_it_is_found(path: str, source: str, fault: str) -> None:
    assert faults({path: source}) == [f"{path}: {fault}"]


def test_it_holds_for_all_that_is_reached() -> None:
    files = {
        "peer/host.py": "from peer import seats",
        "peer/seats.py": "from peer.channel import Channel",
        "peer/channel.py": "import asyncio",
        "peer/plain.py": "from peer.scene import hand",
        "peer/scene.py": "import shared.match",
        "peer/other.py": "import asyncio, shared.match",
    }
    assert faults(files) == ["peer/channel.py: asyncio", "peer/scene.py: shared.match"]


def test_what_keeps_to_it_is_let_through() -> None:
    files = {
        "shared/wire.py": "import msgspec\nfrom collections.abc import Iterable",
        "shared/ruleset.py": "def f():\n    from shared.rulesets import basic",
        "shared/rulesets/gin.py": "from . import gin_state",
        "shared/rulesets/gin_view.py": "from shared.rulesets.gin_state import State",
        "peer/host.py": "import logging, secrets\nfrom shared import match, shuffle",
        "peer/rtc.py": "import asyncio, aiortc.sdp",
        "peer/cli.py": "def f():\n    import signaling.server\nprint()",
        "peer/plain.py": "from shared.view import View",
    }
    assert faults(files) == []


def test_every_file_can_be_read_in_one_sitting() -> None:
    lines = {path: source.count("\n") for path, source in house().items()}
    assert {path: count for path, count in lines.items() if count > 400} == {}


def test_contributing_lists_every_file() -> None:
    block = (ROOT / "CONTRIBUTING.md").read_text().split("```")[1]
    listed, folder = set(), ""
    for line in block.splitlines():
        name = line.split(maxsplit=1)[0] if line else ""
        if line.startswith("  "):
            listed.add(folder + name)
        else:
            folder = name
    tests = {name for name in listed if name.startswith("tests/")}
    assert all((ROOT / name).is_file() for name in tests)
    ours = {path for path in house() if not path.endswith("__init__.py")}
    assert listed - tests == ours
