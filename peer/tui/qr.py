"""A link as a QR code (ISO/IEC 18004) in half blocks of a terminal. Pure."""

from functools import lru_cache

import segno

_HALVES = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}
QUIET = 2
"Modules of quiet around it, half of what is advised; every reader tried takes it."


@lru_cache(maxsize=4)
def code_rows(text: str) -> list[str]:
    """Two rows of modules in each line."""
    made = segno.make(text, error="l", micro=False)
    modules = [[int(dark) for dark in row] for row in made.matrix_iter(border=QUIET)]
    if len(modules) % 2:
        modules.append([0] * len(modules[0]))
    pairs = zip(modules[::2], modules[1::2], strict=True)
    return ["".join(_HALVES[one] for one in zip(*pair, strict=True)) for pair in pairs]
