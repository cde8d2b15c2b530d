"""
A grid of cells to paint pages on, and the places that can be clicked. Pure.

Terminals disagree about how many cells Devanagari and its like take, so where such a
text begins in a row the cells end: from there on all of it is one :class:`Tail`, which
is written after the rest of the row has been cleared, and behind which nothing stands.
"""

import textwrap
import unicodedata
from typing import NamedTuple, TypeAlias

Ink: TypeAlias = str
"The name of a style; see :mod:`peer.tui.inks`."

ASCII = str.maketrans(
    {
        "♠": "s",
        "♥": "h",
        "♦": "d",
        "♣": "c",
        "▶": ">",
        "▲": "^",
        "●": "*",
        "■": "#",
        "○": "o",
        "░": ":",
        "·": "-",
        "…": "~",
        "─": "-",
        "▏": "|",
        "←": "<",
        "→": ">",
        "↑": "^",
        "↓": "v",
        "‹": "<",
        "›": ">",
        "“": '"',
        "”": '"',
        "«": '"',
        "»": '"',
        "✓": "*",
        "█": "#",
        "▀": "^",
        "▄": "_",
    }
)
"What stands for our own signs where a terminal has no others."


BLANKS = {
    **dict.fromkeys(("dim", "strong", "good", "bad"), "felt"),
    **dict.fromkeys(("bar-strong", "key"), "bar"),
    **dict.fromkeys(("box-strong", "box-dim", "box-key"), "box"),
}
"Inks with the same ground: what is blank is the same in all, and not written anew."


class Span(NamedTuple):
    """Cells of one row in one ink."""

    text: str
    ink: Ink


Row: TypeAlias = tuple[Span, ...]


class Tail(NamedTuple):
    """What is written over the end of a row, as wide as the terminal makes it."""

    x: int
    spans: Row


class Spot(NamedTuple):
    """A rectangle that can be clicked."""

    x: int
    y: int
    width: int
    height: int
    target: str


class Canvas:
    """What is painted is cut at the edges; later paint covers what is below."""

    def __init__(self, width: int, height: int, ink: Ink = "felt") -> None:
        self.width = width
        self.height = height
        self.spots: list[Spot] = []
        self._cells = [[(" ", ink)] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, ink: Ink, width: int | None = None) -> int:
        """Write ``text``, cut or filled to ``width``; the column behind it."""
        if width is not None:
            text = fitted(text, width)
        for sign in text:
            size = cells(sign)
            if size == 0:
                self._join(x - 1, y, sign)
                continue
            self._set(x, y, sign, ink)
            if size == 2:
                self._set(x, y, sign if x + 1 < self.width else " ", ink)
                self._set(x + 1, y, "", ink)
            x += size
        return x

    def fill(self, x: int, y: int, width: int, height: int, ink: Ink) -> None:
        """Paint a rectangle over, and forget what could be clicked there."""
        for row in range(y, y + height):
            self.put(x, row, " " * width, ink)
        inside = (x, y, x + width, y + height)
        self.spots = [spot for spot in self.spots if not _within(spot, inside)]

    def spot(self, x: int, y: int, width: int, height: int, target: str) -> None:
        """A click there means ``target``."""
        self.spots.append(Spot(x, y, width, height, target))

    def target(self, x: int, y: int) -> str | None:
        """What a click there means."""
        for spot in reversed(self.spots):
            if 0 <= x - spot.x < spot.width and 0 <= y - spot.y < spot.height:
                return spot.target
        return None

    def is_blank(self, x: int, y: int, width: int) -> bool:
        """Whether nothing stands there, and nothing before it moves what would."""
        row = self._cells[y]
        return _first_uneven(row[:x]) is None and not any(
            sign.strip() for sign, _ in row[x : x + width]
        )

    def clear_uneven(self, x: int, y: int, height: int) -> None:
        """Blank what would push aside what stands from column ``x`` on."""
        for row in range(max(y, 0), min(y + height, self.height)):
            start = _first_uneven(self._cells[row][:x])
            if start is not None:
                for column in range(start, x):
                    self._cells[row][column] = (" ", self._cells[row][column][1])

    def tails(self) -> dict[int, Tail]:
        """By row, what terminals may give another width than we do."""
        found = {}
        for y, row in enumerate(self._cells):
            start = _first_uneven(row)
            if start is not None:
                found[y] = Tail(start, _flowing(row[start:]))
        return found

    def rows(self, ascii_only: bool = False) -> list[Row]:
        """Each row as spans, blank where a tail is."""
        rows = [_spans(_evened(row)) for row in self._cells]
        if not ascii_only:
            return rows
        return [
            tuple(Span(span.text.translate(ASCII), span.ink) for span in row)
            for row in rows
        ]

    def text(self) -> str:
        """The signs alone."""
        lines = ("".join(sign for sign, _ in row).rstrip() for row in self._cells)
        return "\n".join(lines)

    def _set(self, x: int, y: int, sign: str, ink: Ink) -> None:
        if 0 <= x < self.width and 0 <= y < self.height:
            row = self._cells[y]
            # Of a sign that takes two cells nothing stays if one is painted over.
            if sign and not row[x][0] and x:
                row[x - 1] = (" ", row[x - 1][1])
            if x + 1 < self.width and row[x][0] and not row[x + 1][0]:
                row[x + 1] = (" ", row[x + 1][1])
            row[x] = (sign, inked(sign, ink))

    def _join(self, x: int, y: int, mark: str) -> None:
        """A mark belongs to the sign before it."""
        if 0 <= x < self.width and 0 <= y < self.height:
            sign, ink = self._cells[y][x]
            self._cells[y][x] = (sign + mark, ink)


def inked(sign: str, ink: Ink) -> Ink:
    """The ink that counts: of what is blank only the ground does."""
    return BLANKS.get(ink, ink) if sign == " " else ink


def cells(sign: str) -> int:
    """How many columns a sign takes."""
    if unicodedata.category(sign) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1


def width_of(text: str) -> int:
    """How many columns ``text`` takes."""
    return sum(map(cells, text))


def uneven(text: str) -> bool:
    """Whether terminals disagree about how wide ``text`` is."""
    return any(map(_is_uneven, text))


def even(text: str, instead: str) -> str:
    """``text`` where something else stands behind it; ``instead`` if it is uneven."""
    return instead if uneven(text) else text


_JOINING = (
    ("\u1100", "\u11ff"),
    ("\u3164", "\u3164"),
    ("\ud7b0", "\ud7ff"),
    ("\u2630", "\u2637"),
    ("\u268a", "\u268f"),
    ("\u4dc0", "\u4dff"),
    ("\U0001d300", "\U0001d37f"),
    ("\U0001f1e6", "\U0001f1ff"),
    ("\U0001f3fb", "\U0001f3ff"),
)
"Jamo, flags and tones of skin join what stands before; some signs became wide lately."


def _is_uneven(sign: str) -> bool:
    """Scripts of India; elsewhere what joins letters or changes their width."""
    return (
        "\u0900" <= sign <= "\u0dff"
        or any(first <= sign <= last for first, last in _JOINING)
        or sign == "\ufe0f"
        or unicodedata.category(sign) == "Mc"
        or unicodedata.combining(sign) == 9
    )


def fitted(text: str, width: int) -> str:
    """``text`` cut to ``width`` columns, or filled up to them."""
    missing = width - width_of(text)
    if missing >= 0:
        return text + " " * missing
    kept = ""
    for sign in text:
        if width_of(kept + sign) > width - 1:
            break
        kept += sign
    if uneven(kept):  # no half of a syllable
        kept = kept[: kept.rfind(" ")] if " " in kept else kept
    return fitted(f"{kept}…" if width else "", max(width, 0)) if kept else "…"[:width]


def wrapped(text: str, width: int, indent: str = "") -> list[str]:
    """Rows of ``text`` by columns, as some signs take two; at least one."""
    rows: list[str] = []
    for line in textwrap.wrap(text, width, subsequent_indent=indent) or [""]:
        while width_of(line) > width:
            kept = line
            while width_of(kept) > width:
                kept = kept[:-1]
            space = kept.rstrip().rfind(" ")
            kept = kept[:space] if space > len(indent) else kept
            rows.append(kept.rstrip())
            line = indent + line[len(kept) :].lstrip()
        rows.append(line)
    return rows


def _first_uneven(row: list[tuple[str, Ink]]) -> int | None:
    return next((x for x, (sign, _) in enumerate(row) if uneven(sign)), None)


def _evened(row: list[tuple[str, Ink]]) -> list[tuple[str, Ink]]:
    start = _first_uneven(row)
    if start is None:
        return row
    return [*row[:start], *((" ", inked(" ", ink)) for _, ink in row[start:])]


def _flowing(row: list[tuple[str, Ink]]) -> Row:
    """Up to the last sign; what stood apart is two blanks away."""
    last = max(x for x, (sign, _) in enumerate(row) if sign.strip())
    kept = [
        cell
        for x, cell in enumerate(row[: last + 1])
        if cell[0] != " " or [sign for sign, _ in row[x - 2 : x]] != [" ", " "]
    ]
    return _spans(kept)


def _spans(row: list[tuple[str, Ink]]) -> Row:
    spans: list[Span] = []
    for sign, ink in row:
        if spans and (spans[-1].ink == ink or inked(sign, spans[-1].ink) == ink):
            spans[-1] = spans[-1]._replace(text=spans[-1].text + sign)
        else:
            spans.append(Span(sign, ink))
    return tuple(spans)


def _within(spot: Spot, box: tuple[int, int, int, int]) -> bool:
    left, top, right, bottom = box
    return left <= spot.x < right and top <= spot.y < bottom
