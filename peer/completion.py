"""Scripts that make a shell complete the command, from the command line as it is."""

import argparse
import shlex
from collections.abc import Iterator
from typing import NamedTuple

from peer.parser import Parser


class Word(NamedTuple):
    """One option of a command, or one place for a word that is none."""

    names: tuple[str, ...]
    "Empty: a place."

    help: str
    takes: bool
    "A value belongs to it."

    choices: tuple[str, ...]
    file: bool
    "It wants the name of one."


class Command(NamedTuple):
    """What may follow its name."""

    name: str
    help: str
    words: tuple[Word, ...]

    @property
    def options(self) -> list[str]:
        """Everything that begins with a dash."""
        return [name for word in self.words for name in word.names]

    @property
    def free(self) -> list[str]:
        """What else may be said."""
        return [one for word in self.words if not word.names for one in word.choices]

    @property
    def files(self) -> bool:
        """Whether a file may be named."""
        return any(word.file for word in self.words if not word.names)


def script(shell: str, parser: Parser) -> str:
    """What that shell has to read."""
    commands = list(_commands(parser))
    write = {"bash": _bash, "zsh": _zsh, "fish": _fish}[shell]
    return "\n".join(write(commands)) + "\n"


def _commands(parser: Parser) -> Iterator[Command]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            helps = {one.dest: one.help or "" for one in action._choices_actions}
            for name, command in action.choices.items():
                shown = (a for a in command._actions if a.help != argparse.SUPPRESS)
                words = tuple(map(_word, shown))
                yield Command(name, helps[name], words)


def _word(action: argparse.Action) -> Word:
    return Word(
        names=tuple(action.option_strings),
        help=(action.help or "").partition(" (")[0],
        takes=action.nargs != 0,
        choices=(
            _presets() if action.dest == "preset" else tuple(action.choices or ())
        ),
        file="FILE" in str(action.metavar),
    )


def _presets() -> tuple[str, ...]:
    from shared.ruleset import rulesets

    return tuple(rulesets())


def _values(commands: list[Command]) -> Iterator[tuple[str, Word]]:
    """Every option that takes a value, behind its command."""
    for command in commands:
        for word in command.words:
            if word.takes:
                yield from ((f"{command.name} {name}", word) for name in word.names)


def _bash(commands: list[Command]) -> Iterator[str]:
    yield "_rummyroom() {"
    yield "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}"
    yield '    [ "$word" != = ] || word='
    yield '    [ "$before" != = ] || before=${COMP_WORDS[COMP_CWORD-2]}'
    yield "    local command=${COMP_WORDS[1]} known= files="
    yield '    if [ "$COMP_CWORD" -eq 1 ]; then'
    names = " ".join(command.name for command in commands)
    yield f"        COMPREPLY=($(compgen -W '{names} --help --version' -- \"$word\"))"
    yield "        return"
    yield "    fi"
    yield '    case "$command $before" in'
    for name, word in _values(commands):
        known = "files=1" if word.file else f"known='{' '.join(word.choices)}'"
        yield f"    '{name}') {known} ;;"
    yield '    *) case "$command" in'
    for command in commands:
        known = " ".join([*command.free, *command.options])
        files = " files=1" if command.files else ""
        yield f"        {command.name}) known='{known}'{files} ;;"
    yield "        esac ;;"
    yield "    esac"
    yield '    COMPREPLY=($(compgen -W "$known" -- "$word"))'
    yield '    if [ -n "$files" ]; then'
    yield "        local IFS=$'\\n'"
    yield "        compopt -o filenames 2>/dev/null"
    yield '        COMPREPLY+=($(compgen -f -- "$word"))'
    yield "    fi"
    yield "}"
    yield "complete -F _rummyroom rummyroom"


def _zsh(commands: list[Command]) -> Iterator[str]:
    yield "#compdef rummyroom"
    yield "_rummyroom() {"
    yield "    local -a known"
    yield "    if (( CURRENT == 2 )); then"
    told = " ".join(shlex.quote(f"{one.name}:{one.help}") for one in commands)
    yield f"        known=({told})"
    yield "        _describe command known"
    yield "        return"
    yield "    fi"
    yield '    case "$words[2] $words[CURRENT-1]" in'
    for name, word in _values(commands):
        offer = "_files" if word.file else f"compadd -- {' '.join(word.choices)}"
        yield f"    '{name}') {offer}; return ;;"
    yield "    esac"
    yield "    case $words[2] in"
    for command in commands:
        told = " ".join(
            shlex.quote(f"{name}:{word.help}")
            for word in command.words
            for name in word.names
        )
        free = f"compadd -- {' '.join(command.free)}; " if command.free else ""
        files = "_files; " if command.files else ""
        yield f"    {command.name})"
        yield f"        {free}{files}known=({told})"
        yield "        _describe -o option known ;;"
    yield "    esac"
    yield "}"
    yield "# From a folder of fpath this file is the function; otherwise it is named."
    yield "if [[ $funcstack[1] == _rummyroom ]]; then"
    yield '    _rummyroom "$@"'
    yield "else"
    yield "    compdef _rummyroom rummyroom"
    yield "fi"


def _fish(commands: list[Command]) -> Iterator[str]:
    yield "complete -c rummyroom -f"
    yield "complete -c rummyroom -n __fish_use_subcommand -l help"
    yield "complete -c rummyroom -n __fish_use_subcommand -l version"
    for command in commands:
        about = shlex.quote(command.help)
        yield (
            f"complete -c rummyroom -n __fish_use_subcommand -a {command.name} "
            f"-d {about}"
        )
        after = f"-n '__fish_seen_subcommand_from {command.name}'"
        for word in command.words:
            yield f"complete -c rummyroom {after}{_fish_word(word)}"


def _fish_word(word: Word) -> str:
    names = "".join(
        f" -l {name[2:]}" if name.startswith("--") else f" -s {name[1:]}"
        for name in word.names
    )
    value = " -r -F" if word.file else " -x" if word.takes and word.names else ""
    choices = f" -a '{' '.join(word.choices)}'" if word.choices else ""
    return f"{names}{value}{choices} -d {shlex.quote(word.help)}"
