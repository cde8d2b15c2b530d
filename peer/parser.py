"""A command line that says examples first, and what was probably meant by a slip."""

import argparse
import re
import sys
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NoReturn, TypeAlias


class Parser(argparse.ArgumentParser):
    """Says examples first, one sentence on a mistake, and what was probably meant."""

    examples = ""

    def format_help(self) -> str:
        """See :class:`argparse.ArgumentParser`."""
        text = super().format_help()
        return f"{self.examples}\n{text}" if self.examples else text

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: Any = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """See :class:`argparse.ArgumentParser`; here what is left over is a slip."""
        for word in self._own(sys.argv[1:] if args is None else args):
            if not any(one.startswith(word) for one in self._option_string_actions):
                self.error(self._no_option(word))
        options, left = super().parse_known_args(args, namespace)
        for word in left:
            self.error(f"{word[:40]!r} is one word too many")
        return options, left

    def error(self, message: str) -> NoReturn:
        """See :class:`argparse.ArgumentParser`."""
        wrong = re.fullmatch(
            r"argument (\S+): invalid choice: '?(.*?)'? \(choose from (.*)\)",
            message,
            re.DOTALL,
        )
        if wrong:
            name, word, choices = wrong.groups()
            known = re.findall(r"[\w-]+", choices)
            if name == "COMMAND":
                message = f"there is no command {word[:40]!r}{meant(word, known)}"
            else:
                message = f"argument {name}: there is no {word[:40]!r}" + (
                    meant(word, known) or f"; choose from {', '.join(known)}"
                )
        self.exit(2, f"{self.prog}: {message}\nTry: {self.prog} --help\n")

    def _own(self, args: Sequence[str]) -> Iterator[str]:
        """The options in ``args`` that are this parser's, not a command's behind it."""
        for word in args:
            behind = self._subparsers is not None and not word.startswith("-")
            if word == "--" or behind:
                return
            if word.startswith("--"):
                yield word.partition("=")[0]

    def _no_option(self, name: str) -> str:
        known = [one for one in self._option_string_actions if one.startswith("--")]
        return f"there is no option {name[:40]!r}{meant(name, known)}"


Commands: TypeAlias = "argparse._SubParsersAction[Parser]"


def meant(word: str, known: Iterable[str]) -> str:
    """The end of a sentence: what of ``known`` was probably meant, if anything."""
    from difflib import get_close_matches

    close = get_close_matches(word.lower(), known, n=1)
    return f"; did you mean {close[0]}?" if close else ""


def add_command(commands: Commands, name: str, what: str, examples: str) -> Parser:
    """A command with its examples and what every command has."""
    command = commands.add_parser(
        name, help=what, description=what[0].upper() + what[1:] + "."
    )
    body = textwrap.indent(textwrap.dedent(examples).strip(), "  ")
    command.examples = f"Examples:\n{body}\n"
    command.add_argument(
        "-v",
        "--verbose",
        action="count",
        default=0,
        help="tell more on stderr; -vv tells every message, cards included. At a "
        "table on a terminal it goes into a file, so as not to disturb the screen",
    )
    return command
