"""A language nobody speaks: accented English, 40 % longer, to find what is clipped."""

import math
import re
from collections.abc import Mapping

LONGER = 1.4

_ACCENTS = str.maketrans("aceinouyACEINOUY", "áçéíñóúýÁÇÉÍÑÓÚÝ")
_VOWELS = "áéíóúÁÉÍÓÚ"
_PLACEHOLDER = re.compile(r"(\{\w+\})")


def pseudo(text: str) -> str:
    """``text`` with accents and at least 40 % more of it; placeholders stay."""
    parts = _PLACEHOLDER.split(text)
    plain = sum(len(part) for part in parts[::2])
    missing = math.ceil(plain * LONGER) - plain
    parts[::2] = [part.translate(_ACCENTS) for part in parts[::2]]
    while missing > 0:
        before = missing
        for at in range(0, len(parts), 2):
            parts[at], used = _stretched(parts[at], missing)
            missing -= used
        if missing == before:
            # Nothing in it can be stretched, as in "OK" or "{a}: {b}".
            parts[-1] += "~" * missing
            missing = 0
    return "".join(parts)


def pseudo_catalogue(texts: Mapping[str, str]) -> dict[str, str]:
    """A whole catalogue of it."""
    return {key: pseudo(text) for key, text in texts.items()}


def _stretched(part: str, most: int) -> tuple[str, int]:
    """Vowels drawn out, up to ``most`` of them, and how many that was."""
    longer, used = "", 0
    for letter in part:
        drawn_out = used < most and letter in _VOWELS and longer[-1:] != letter
        longer += letter * (2 if drawn_out else 1)
        used += drawn_out
    return longer, used
