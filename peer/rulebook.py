"""The rules in force, in sentences: before a table is opened, and at one."""

import shutil
import sys
import textwrap
from collections.abc import Iterator, Mapping

from shared.errors import OptionError
from shared.ruleset import describe, find_ruleset, options, rulesets
from shared.tableview import TableView
from shared.words import say


def rules_of(table: TableView) -> list[str]:
    """What is played at ``table``."""
    try:
        ruleset = find_ruleset(table.game, table.preset, table.options)
    except OptionError:
        return [say("rules.unknown")]
    return list(map(str, describe(ruleset)))


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
