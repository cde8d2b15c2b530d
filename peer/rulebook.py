"""The rules in force, in sentences: before a table is opened, and at one."""

import shutil
import sys
import textwrap
from collections.abc import Iterator, Mapping
from typing import Any

from shared.errors import OptionError
from shared.ruleset import (
    DEFAULTS,
    Ruleset,
    describe,
    find_ruleset,
    offered,
    options,
    rulesets,
)
from shared.tableview import TableView
from shared.words import say


def rules_of(table: TableView) -> list[str]:
    """What is played at ``table``."""
    try:
        ruleset = find_ruleset(table.game, table.preset, table.options)
    except OptionError:
        return [say("rules.unknown")]
    return list(map(str, describe(ruleset)))


class Rulebook:
    """What a host has to choose from; see :class:`peer.tui.book.Book`."""

    def presets(self, game: str) -> list[str]:
        """The sets of house rules of a game, the usual one first."""
        names = [name for name, one in rulesets().items() if one.name == game]
        return sorted(names, key=lambda name: name != DEFAULTS.get(game))

    def seats(self, table: TableView) -> range:
        """How many can play what is played there."""
        return _ruleset(table).seats

    def options(self, table: TableView) -> dict[str, str]:
        """Every option of what is played there, with its value."""
        return options(_ruleset(table))

    def offered(self, table: TableView, name: str) -> tuple[list[str], bool]:
        """Values of an option to choose from; whether others may be typed."""
        return offered(_ruleset(table), name)


def _ruleset(table: TableView) -> Ruleset[Any]:
    return find_ruleset(table.game, table.preset, table.options)


def rulebook(
    game: str, preset: str | None, changes: Mapping[str, str]
) -> Iterator[str]:
    """The rules, the presets and the options of a game, line by line.

    Raises:
        OptionError: If there is no such game.
    """
    ruleset = find_ruleset(game, preset, changes)
    yield say("term.rulebook.title", game=game, preset=ruleset.preset)
    for sentence in describe(ruleset):
        yield _wrapped(f"- {sentence}")
    presets = [name for name, one in rulesets().items() if one.name == game]
    named = ", ".join(presets)
    yield _wrapped(say("term.rulebook.presets", game=game, presets=named))
    yield say("term.rulebook.options")
    for name, value in options(ruleset).items():
        yield f"  {name}={value}"


def _wrapped(line: str) -> str:
    """``line`` broken between words on a terminal, whole elsewhere."""
    if not sys.stdout.isatty():
        return line
    columns = shutil.get_terminal_size().columns
    return textwrap.fill(line, columns, subsequent_indent="  ")
