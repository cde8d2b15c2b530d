"""
The ES modules that a page needs, as one script: to ask for each file takes a browser
milliseconds, and what is small packs badly.

The modules follow one another in the order in which they would be evaluated, without
their imports and without anything around them, so a name means the same in all. That
holds for cycles too, as functions are hoisted. It takes that whatever is at the top of
a module has a name of its own, and is imported by it. A name that the browser has, too,
would be taken from it in all modules, and nothing here can tell: a test does.
"""

import re
from collections.abc import Iterator, Mapping

_IMPORT = re.compile(
    r'^import \{\s*(\w+(?:,\s*\w+)*),?\s*\} from "\./([\w.]+)";\n', re.MULTILINE
)
_OTHER = re.compile(
    r"^(?:import\b|export (?:default\b|[*{])).*|\bimport\(.*"
    r"|^(?:export )?(?:const|let|var) (?:[\[{]|\w+,).*",
    re.MULTILINE,
)
_GAP = re.compile(r"\n\s*\n")
_NAME = re.compile(
    r"^(?:export )?(?:async )?(?:class|const|function\*?|let|var) (\w+)", re.MULTILINE
)


def reached(modules: Mapping[str, str], entry: str) -> list[str]:
    """``entry`` and the modules that it needs, in the order of their evaluation.

    Raises:
        ValueError: If one of them is not there.
    """
    if entry not in modules:
        raise ValueError(f"{entry} is not there")
    order: list[str] = []
    _visit(modules, entry, set(), order)
    return order


def _visit(
    modules: Mapping[str, str], name: str, begun: set[str], order: list[str]
) -> None:
    begun.add(name)
    for _, other in _IMPORT.findall(modules[name]):
        if other not in modules:
            raise ValueError(f"{name} imports {other}, which is not there")
        if other not in begun:
            _visit(modules, other, begun, order)
    order.append(name)


def top_names(module: str) -> list[str]:
    """What is declared at the top of a module, each name in a line of its own."""
    return _NAME.findall(module)


def joined(
    modules: Mapping[str, str], entry: str, there: Mapping[str, str]
) -> Iterator[str]:
    """One script of ``entry`` and what it needs, a part for each module.

    The modules of ``there`` are parts of other scripts, which it names; what is said in
    them is imported from these.

    Raises:
        ValueError: If a module is missing, or cannot be joined with the others.
    """
    names = reached(modules, entry)
    _check({name: modules[name] for name in names})
    own = [name for name in names if name not in there]
    imports: dict[str, set[str]] = {}
    for name in own:
        for said, other in _IMPORT.findall(modules[name]):
            if other in there:
                imports.setdefault(there[other], set()).update(re.findall(r"\w+", said))
    for script, all_said in imports.items():
        yield f'import {{ {", ".join(sorted(all_said))} }} from "./{script}";\n'
    for name in own:
        text = _IMPORT.sub("", modules[name]).strip("\n")
        yield f"// {name[:-3]}\n" + _GAP.sub("\n", text) + "\n"


def _check(modules: Mapping[str, str]) -> None:
    """That these can be one script."""
    owners: dict[str, str] = {}
    for module, text in modules.items():
        if other := _OTHER.search(_IMPORT.sub("", text)):
            raise ValueError(f"{module} cannot be joined, as it says {other[0]}")
        for name in top_names(text):
            if name in owners:
                raise ValueError(f"{owners[name]} and {module} both have a {name}")
            owners[name] = module
