"""What is said of the things that travel as codes."""

from typing import Any

from shared.ruleset import Ruleset, describe


def described(ruleset: Ruleset[Any]) -> list[str]:
    """The rules in force, in the language that is spoken now."""
    return [str(saying) for saying in describe(ruleset)]
