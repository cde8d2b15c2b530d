"""
Scripts and style sheets without what only their readers need.

By regular expressions, and for our own style: a line in which more is quoted than they
can tell stays as it is, and no text in a script goes over several lines.
"""

import re

_COMMENTS = re.compile(
    r"/\*\*(?:[^*]|\*(?!/))*\*/ ?|^ *//[^\n]*$|(?<=[;,{]) // [^\n\"'`]*$", re.MULTILINE
)
"Those of JSDoc, and others that a line ends with."

_INDENTS = re.compile(r"^ +", re.MULTILINE)

_QUOTED = "|".join(
    (
        r'"(?:[^"\\]|\\.)*"',
        r"'(?:[^'\\]|\\.)*'",
        r"`[^`$\\]*(?:\$\{[^`{}]*\}[^`$\\]*)*`",
    )
)

_UNCLEAR = re.compile(rf"(?:{_QUOTED})|([`/])")
"What is quoted, or the beginning of what may be, or of a comment."

_SPACES = re.compile(rf"({_QUOTED})| ?([=(){{}}\[\],;:?<>&|!]) ?")
"What is quoted, or a sign, where spaces around it say nothing."

_REMARKS = re.compile(r"^ */\*.*?\*/\n+", re.MULTILINE | re.DOTALL)
_SHEET_SPACES = re.compile(r'("[^"]*")|\s*([{};,])\s*|(?<=:) ')


def bare(script: str) -> str:
    """``script`` without comments and most spaces, and with as many lines."""
    return tight(uncommented(script))


def uncommented(script: str) -> str:
    """The same without its comments only."""
    return _COMMENTS.sub(lambda comment: "\n" * comment[0].count("\n"), script)


def tight(script: str) -> str:
    """The same without most spaces only."""
    return "\n".join(map(_tight_line, _INDENTS.sub("", script).split("\n")))


def _tight_line(line: str) -> str:
    if any(_UNCLEAR.findall(line)):
        return line
    return _SPACES.sub(lambda found: found[1] or found[2], line)


def bare_sheet(sheet: str) -> str:
    """A style sheet without comments and most spaces."""
    return _SHEET_SPACES.sub(r"\1\2", _REMARKS.sub("", sheet))
