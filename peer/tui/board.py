"""The whole screen as widgets: changed cells out. One of them paints it all."""

from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from itertools import zip_longest
from typing import TypeAlias

from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style
from textual._compositor import CompositorUpdate
from textual.containers import Horizontal
from textual.filter import monochrome_style
from textual.geometry import Region
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget

from peer.terminal import LEAST
from peer.tui.canvas import Canvas, Row, Tail, cells, inked
from peer.tui.desk import Desk
from peer.tui.flight import FRAMES, Flight, draw
from peer.tui.inks import Deck, Theme, style
from peer.tui.page import paint, paint_top
from peer.tui.tails import Ended

Page: TypeAlias = Callable[[int, int], Canvas]

STRIPE = 16
"Columns of one stripe."

STRIPES = 13
"As many as 200 columns need; the last one takes what is left."


@lru_cache(maxsize=1024)
def rich_style(ink: str, theme: Theme, deck: Deck) -> Style:
    """An ink as Rich wants it."""
    look = style(ink, theme, deck)
    return Style(
        color=look.ink, bgcolor=look.ground, bold=look.bold, underline=look.underline
    )


class Stripe(Widget):
    """Some columns of the board.

    Textual writes a changed row of a widget from its first column on, so narrow ones
    keep what is written for a key small.
    """

    def __init__(self, board: "Board", start: int) -> None:
        super().__init__()
        self._board = board
        self.start = start

    def render_line(self, y: int) -> Strip:
        """One row, as Textual asks for it."""
        return self._board.row(y).crop(self.start, self.start + self.size.width)


class Board(Horizontal):
    """The whole screen; only cells that differ from before are written anew."""

    def __init__(self, desk: Desk, page: Page | None = None) -> None:
        """``page`` paints it at a size; usually that is the table of the desk."""
        self._page = page or partial(paint, desk)
        self._stripes = [Stripe(self, STRIPE * number) for number in range(STRIPES)]
        super().__init__(*self._stripes)
        self._desk = desk
        self._rows: list[Row] = []
        self._tails: dict[int, Tail] = {}
        self._canvas: Canvas | None = None
        self._flight: Flight | None = None
        self._frame = 0
        self._ticking: Timer | None = None
        self._look: tuple[Theme, Deck] = (desk.prefs.theme, desk.prefs.deck)

    def fly(self, flight: Flight, seconds: float) -> None:
        """Show a card on its way, with so much time from picture to picture."""
        self.land()
        self._flight, self._frame = flight, 1
        self._ticking = self.set_interval(seconds, self._tick)

    def land(self) -> None:
        """It has arrived, however far it was."""
        self._flight = None
        if self._ticking is not None:
            self._ticking.stop()

    @property
    def is_calm(self) -> bool:
        """Whether nothing is on its way over the table."""
        return self._flight is None

    def _tick(self) -> None:
        self._frame += 1
        if self._frame > FRAMES:
            self.land()
        self.repaint()

    def repaint(self) -> None:
        """Paint the page and have the terminal shown what is new."""
        width, height = self.size
        if not width or not height:
            return
        prefs = self._desk.prefs
        look, before = (prefs.theme, prefs.deck), self._rows
        tails_before = self._tails
        self._canvas = self._page(width, height)
        if self._flight is not None:
            draw(self._canvas, self._flight, self._frame)
        self._rows = self._canvas.rows(ascii_only=prefs.deck == "ascii")
        self._tails = self._canvas.tails()
        if look != self._look or len(before) != len(self._rows):
            self._look = look
            self._refresh_all()
            return
        self._refresh_changed(before, tails_before)

    def tick(self) -> None:
        """Time has passed: only the clocks in the first rows are painted anew."""
        width, height = self.size
        if len(self._rows) != height or height < LEAST[1] or width < LEAST[0]:
            return
        before, tails_before = self._rows, self._tails
        top = paint_top(self._desk, width)
        rows = top.rows(ascii_only=self._desk.prefs.deck == "ascii")
        below = {y: tail for y, tail in self._tails.items() if y >= len(rows)}
        self._rows = [*rows, *before[len(rows) :]]
        self._tails = {**top.tails(), **below}
        self._refresh_changed(before, tails_before)

    def _refresh_changed(
        self, before: list[Row], tails_before: Mapping[int, Tail]
    ) -> None:
        width = self.size.width
        for y, (old, new) in enumerate(zip(before, self._rows, strict=True)):
            if old is new:
                continue
            columns = differing(old, new)
            one, other = tails_before.get(y), self._tails.get(y)
            if one != other:
                start = min(tail.x for tail in (one, other) if tail is not None)
                columns = sorted({*columns, *range(start, width)})
            self._refresh(y, columns)

    def row(self, y: int) -> Strip:
        """One row of the whole board."""
        if y >= len(self._rows):
            return Strip.blank(self.size.width, rich_style("felt", *self._look))
        return Strip(
            Segment(span.text, rich_style(span.ink, *self._look))
            for span in self._rows[y]
        )

    def ended(self, update: CompositorUpdate) -> CompositorUpdate:
        """With the ends of rows that Textual knows nothing of."""
        return Ended(update, self._tails, self._written)

    def _written(self, text: str, ink: str, colours: ColorSystem) -> str:
        look = rich_style(ink, *self._look)
        if self.app.no_color:
            look = monochrome_style(look)
        return look.render(text, color_system=colours)

    def target(self, x: int, y: int) -> str | None:
        """What a click there means."""
        return None if self._canvas is None else self._canvas.target(x, y)

    def on_resize(self) -> None:
        """The terminal has another size."""
        self._rows = []
        self.repaint()

    def _refresh(self, y: int, columns: list[int]) -> None:
        for stripe in self._stripes:
            end = stripe.start + stripe.size.width
            inside = [x - stripe.start for x in columns if stripe.start <= x < end]
            if inside:
                stripe.refresh(Region(0, y, inside[-1] + 1, 1))

    def _refresh_all(self) -> None:
        for stripe in self._stripes:
            stripe.refresh()


def differing(old: Row, new: Row) -> list[int]:
    """The columns in which they differ."""
    if old == new:
        return []
    both = zip_longest(_cells(old), _cells(new))
    return [x for x, (one, other) in enumerate(both) if one != other]


def _cells(row: Row) -> list[tuple[str, str]]:
    return [
        (sign, inked(sign, span.ink)) for span in row for sign in _columns(span.text)
    ]


def _columns(text: str) -> list[str]:
    found: list[str] = []
    for sign in text:
        size = cells(sign)
        if size == 0 and found:
            found[-1] += sign
        else:
            found += [sign, ""][:size]
    return found
