"""Which keys of the catalogues are said, found by reading the sources."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
PYTHON = ("shared", "peer", "signaling")
PLURALS = ("_zero", "_one", "_two", "_few", "_many", "_other")
SAYERS = {"say", "says", "has_text", "hasText", "Saying"}
"What takes a key first, in either language."

_COMMENT = re.compile(r"/\*.*?\*/|^\s*//[^\n]*", re.DOTALL | re.MULTILINE)
_LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
_COMPUTED = re.compile(r"`([a-z][\w.]*\.)\$\{")
_SAID = re.compile(r'\b(?:says?|hasText)\(\s*"([^"]+)"')


def stem(key: str) -> str:
    """What is named to say this text: no plural, and nobody whom it is said to."""
    for plural in PLURALS:
        key = key.removesuffix(plural)
    return key.removesuffix("_you")


@cache
def sources(folders: tuple[str, ...], suffix: str) -> tuple[str, ...]:
    paths = [path for name in folders for path in (ROOT / name).rglob(f"*{suffix}")]
    return tuple(path.read_text() for path in sorted(paths))


def scripts() -> list[str]:
    """The browser client, without its comments."""
    return [_COMMENT.sub("", text) for text in sources(("peer/web",), ".js")]


def trees() -> Iterator[ast.AST]:
    for text in sources(PYTHON, ".py"):
        yield ast.parse(text)


@cache
def python_literals() -> frozenset[str]:
    nodes = (node for tree in trees() for node in ast.walk(tree))
    return frozenset(
        node.value
        for node in nodes
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


@cache
def script_literals() -> frozenset[str]:
    return frozenset(found for text in scripts() for found in _LITERAL.findall(text))


@cache
def prefixes() -> frozenset[str]:
    """How keys begin that are put together: ``f"refused.{code}"``."""
    nodes = (node for tree in trees() for node in ast.walk(tree))
    starts = {
        node.values[0].value
        for node in nodes
        if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant)
    }
    python = {str(start) for start in starts if re.fullmatch(r"[a-z][\w.]*\.", start)}
    script = {found for text in scripts() for found in _COMPUTED.findall(text)}
    return frozenset(python | script)


@cache
def words() -> frozenset[str]:
    """Every name and word of the sources: what a key can be put together from."""
    everything = (*sources(PYTHON, ".py"), *scripts())
    return frozenset(word for text in everything for word in re.findall(r"\w+", text))


def said() -> set[str]:
    """The keys that are named where something is said."""
    calls = (
        node
        for tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
    )
    return {
        *(key for call in calls for key in _first(call)),
        *(key for text in scripts() for key in _SAID.findall(text)),
    }


def refusals() -> set[str]:
    """The codes of all actions that are forbidden."""
    calls = (
        node
        for tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
    )
    return {
        str(call.args[0].value)
        for call in calls
        if isinstance(call.func, ast.Name)
        and call.func.id == "IllegalAction"
        and len(call.args) == 1
        and isinstance(call.args[0], ast.Constant)
    }


def is_said(key: str) -> bool:
    """Whether some source says this text, by its name or by parts of it."""
    name = stem(key)
    if name in python_literals() | script_literals() or f"{name}_you" in words():
        return True
    starts = [start for start in prefixes() if name.startswith(start)]
    return any(_made(name.removeprefix(start)) for start in starts)


def _made(rest: str) -> bool:
    """Whether the sources know all parts of a key; ranks are single letters."""
    return all(len(part) == 1 or part in words() for part in rest.split("."))


def _first(call: ast.Call) -> Iterator[str]:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else ""
    name = call.func.id if isinstance(call.func, ast.Name) else name
    if name not in SAYERS or not call.args:
        return
    first = call.args[0]
    choices = [first.body, first.orelse] if isinstance(first, ast.IfExp) else [first]
    for choice in choices:
        if isinstance(choice, ast.Constant) and isinstance(choice.value, str):
            yield choice.value
