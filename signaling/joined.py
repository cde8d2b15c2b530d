"""
The ES modules that a page needs, as one script: each file costs a browser milliseconds,
and what is small packs badly.

The modules follow one another in the order in which they would be evaluated, without
their import lines and without anything around them, so a name is the same function or
value for all. That holds for cycles too, as functions are hoisted. It takes that every
name at the top of a module is said once, and imported as it is called.
"""

import re
from collections.abc import Iterable, Mapping

_IMPORT = re.compile(r'^import \{([^}]*)\} from "\./([\w.]+)";\n', re.MULTILINE)
_OTHER = re.compile(
    r"^(?:import\b|export (?:default\b|[*{])).*|\bimport\(.*", re.MULTILINE
)
_NAME = re.compile(
    r"^(?:export )?(?:async )?(?:class|const|function\*?|let|var) (\w+|.*)",
    re.MULTILINE,
)


def reached(modules: Mapping[str, str], entry: str) -> list[str]:
    """The modules that ``entry`` needs and itself, as ES evaluates them.

    Raises:
        ValueError: If one of them is not there.
    """
    order: list[str] = []
    begun: set[str] = set()

    def visit(name: str) -> None:
        begun.add(name)
        for _, other in _IMPORT.findall(modules[name]):
            if other not in modules:
                raise ValueError(f"{name} imports {other}, which is not there")
            if other not in begun:
                visit(other)
        order.append(name)

    visit(entry)
    return order


def joined(
    modules: Mapping[str, str], entry: str, earlier: Mapping[str, str] | None = None
) -> str:
    """One script of ``entry`` and all that it needs.

    ``earlier`` has the modules that are part of another script already, and the name of
    that script: from there they are imported.

    Raises:
        ValueError: If a module is not there, or cannot be joined with the others.
    """
    earlier = earlier or {}
    names = reached(modules, entry)
    _check({name: modules[name] for name in names})
    own = [name for name in names if name not in earlier]
    imports: dict[str, set[str]] = {}
    for name in own:
        for said, other in _IMPORT.findall(modules[name]):
            if other in earlier:
                imports.setdefault(earlier[other], set()).update(_listed(said))
    lines = [
        f'import {{ {", ".join(sorted(said))} }} from "./{script}";\n'
        for script, said in imports.items()
    ]
    texts = [f"// {name}\n{_IMPORT.sub('', modules[name])}\n" for name in own]
    return re.sub(r"\n{2,}", "\n", "".join(lines + texts))


def _check(modules: Mapping[str, str]) -> None:
    """That these can be one script."""
    owners: dict[str, str] = {}
    for module, text in modules.items():
        for said, _ in _IMPORT.findall(text):
            for name in _listed(said):
                if " as " in name:
                    raise ValueError(f"{module} imports {name}: keep the name")
        if other := _OTHER.search(_IMPORT.sub("", text)):
            raise ValueError(f"{module} says {other[0]}, which cannot be joined")
        for name in _NAME.findall(text):
            if name in owners:
                raise ValueError(f"{owners[name]} and {module} both have a {name}")
            owners[name] = module


def _listed(said: str) -> Iterable[str]:
    return (name.strip() for name in said.split(",") if name.strip())
