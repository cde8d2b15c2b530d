"""
The colours of everything that is painted, by theme and deck. Pure.

Foreground and background are always set together, so that nothing depends on what the
terminal's own colours are. Contrast of every pair is at least 4.5 (WCAG 2.2, 1.4.3).
"""

from collections.abc import Mapping
from typing import Literal, NamedTuple, TypeAlias

Theme: TypeAlias = Literal["dark", "light"]
Deck: TypeAlias = Literal["four", "two", "safe", "ascii"]
"""``four``: a colour for each suit; ``two``: black and red; ``safe``: four colours that
people with red-green blindness can tell apart; ``ascii``: letters and lines only."""


class Style(NamedTuple):
    """How an ink looks."""

    ink: str
    ground: str
    bold: bool = False
    underline: bool = False


_DARK = {
    "felt": Style("#dfe9e2", "#12261d"),
    "dim": Style("#9db3a6", "#12261d"),
    "strong": Style("#ffffff", "#12261d", bold=True),
    "good": Style("#8fe0a0", "#12261d", bold=True),
    "bad": Style("#ffb4a2", "#12261d", bold=True),
    "bar": Style("#c9d8ce", "#0a1711"),
    "bar-strong": Style("#ffffff", "#0a1711", bold=True),
    "key": Style("#f5cf6b", "#0a1711", bold=True),
    "turn": Style("#12261d", "#f5cf6b", bold=True),
    "lit": Style("#ffffff", "#2f6b4f", bold=True),
    "box": Style("#e8efe9", "#24362d"),
    "box-strong": Style("#ffffff", "#24362d", bold=True),
    "box-dim": Style("#aebfb4", "#24362d"),
    "box-key": Style("#f5cf6b", "#24362d", bold=True),
    "box-at": Style("#12261d", "#f5cf6b", bold=True),
    "back": Style("#8fb4dc", "#1f3f66"),
    "slot": Style("#9db3a6", "#1b3529"),
}

_LIGHT = {
    "felt": Style("#14241c", "#d8e8dc"),
    "dim": Style("#42584c", "#d8e8dc"),
    "strong": Style("#000000", "#d8e8dc", bold=True),
    "good": Style("#0a5a24", "#d8e8dc", bold=True),
    "bad": Style("#8f1020", "#d8e8dc", bold=True),
    "bar": Style("#1c2f25", "#b9d2c1"),
    "bar-strong": Style("#000000", "#b9d2c1", bold=True),
    "key": Style("#6b3200", "#b9d2c1", bold=True),
    "turn": Style("#ffffff", "#6b3200", bold=True),
    "lit": Style("#000000", "#9fd3b0", bold=True),
    "box": Style("#14241c", "#f3f7f3"),
    "box-strong": Style("#000000", "#f3f7f3", bold=True),
    "box-dim": Style("#4c6055", "#f3f7f3"),
    "box-key": Style("#6b3200", "#f3f7f3", bold=True),
    "box-at": Style("#ffffff", "#6b3200", bold=True),
    "back": Style("#d6e4f5", "#2c5f95"),
    "slot": Style("#42584c", "#c6dccc"),
}

_THEMES: Mapping[Theme, Mapping[str, Style]] = {"dark": _DARK, "light": _LIGHT}

_FOUR = {"S": "#1b1b1b", "H": "#b3001b", "D": "#0b4fa8", "C": "#0a6b2d"}
_TWO = {"S": "#1b1b1b", "H": "#b3001b", "D": "#b3001b", "C": "#1b1b1b"}
_SAFE = {"S": "#111111", "H": "#b93f0a", "D": "#006aa6", "C": "#00735c"}

_DECKS: Mapping[Deck, Mapping[str, str]] = {
    "four": _FOUR,
    "two": _TWO,
    "safe": _SAFE,
    "ascii": _FOUR,
}

_TILES = {"r": "#b0002a", "b": "#1a5fd0", "k": "#000000", "o": "#8a5a00"}

_PAPERS: Mapping[Theme, Mapping[str, str]] = {
    "dark": {"paper": "#f4efe2", "under": "#eee8d9", "picked": "#ffe9a6"},
    "light": {"paper": "#fffdf6", "under": "#efebdf", "picked": "#ffe9a6"},
}
"""``under``: a card that lies half under the next one."""

JOKER_INK = "#5b1a8f"


def style(name: str, theme: Theme, deck: Deck) -> Style:
    """How ``name`` looks: a plain ink, or a paper and what is printed on it.

    ``paper:H`` is a heart on paper, ``picked:r`` a red tile that is picked; a paper
    with ``+`` behind it is under the cursor.
    """
    paper, _, printed = name.partition(":")
    if not printed:
        return _THEMES[theme][name]
    at = paper.endswith("+")
    inks = {**_DECKS[deck], **_TILES, "J": JOKER_INK}
    ground = _PAPERS[theme][paper.removesuffix("+")]
    return Style(inks[printed], ground, bold=True, underline=at)


def pairs(theme: Theme, deck: Deck) -> list[Style]:
    """Every pair of colours that can come onto the screen."""
    printed = (*_DECKS[deck], *_TILES, "J")
    papers = [f"{paper}:{one}" for paper in _PAPERS[theme] for one in printed]
    return [style(name, theme, deck) for name in (*_THEMES[theme], *papers)]
