"""What is said of the things that travel as codes, and in which language."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from shared.ruleset import Ruleset, describe
from shared.words import Language, speak, spoken_language


def described(ruleset: Ruleset[Any]) -> list[str]:
    """The rules in force, in the language that is spoken now."""
    return [str(saying) for saying in describe(ruleset)]


@contextmanager
def speaking(language: Language) -> Iterator[None]:
    """Everything is said in that language for a while."""
    before = spoken_language()
    speak(language)
    try:
        yield
    finally:
        speak(before)
