"""A link as a QR code in lines of text, for a phone to read off the screen."""

from segno import make_qr

QUIET = 2
"Light modules around it; phones do with less than the four of the standard."

_BLOCKS = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}
"Two modules, the upper and the lower; ink is light, as most terminals are dark."


def qr_code(text: str) -> list[str]:
    """``text`` as half-block characters, two rows of modules a line."""
    rows = [list(row) for row in make_qr(text, error="L").matrix_iter(border=QUIET)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    return [
        "".join(_BLOCKS[pair] for pair in zip(upper, lower, strict=True))
        for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    ]
