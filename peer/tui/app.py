"""The terminal: keys and clicks in, changed cells out. One widget draws it all."""

from collections.abc import Callable
from functools import lru_cache
from itertools import zip_longest
from typing import Any

from rich.color import ColorSystem
from rich.console import RenderableType
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual._compositor import CompositorUpdate
from textual.app import App, ComposeResult
from textual.containers import Horizontal
from textual.filter import monochrome_style
from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

from peer.terminal import LEAST, is_there
from peer.tui.canvas import Canvas, Row, Tail, cells, inked
from peer.tui.desk import Desk
from peer.tui.inks import Deck, Theme, style
from peer.tui.keys import Keys
from peer.tui.page import paint
from peer.tui.prefs import SPEEDS
from peer.tui.tails import Ended

LOOK = 1.0
"Seconds between two looks at whether the terminal is still there."

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

    def __init__(self, desk: Desk) -> None:
        self._stripes = [Stripe(self, STRIPE * number) for number in range(STRIPES)]
        super().__init__(*self._stripes)
        self._desk = desk
        self._rows: list[Row] = []
        self._tails: dict[int, Tail] = {}
        self._canvas: Canvas | None = None
        self._look: tuple[Theme, Deck] = (desk.prefs.theme, desk.prefs.deck)

    def repaint(self) -> None:
        """Paint the page and have the terminal shown what is new."""
        width, height = self.size
        if not width or not height:
            return
        prefs = self._desk.prefs
        look, before = (prefs.theme, prefs.deck), self._rows
        tails_before = self._tails
        self._canvas = paint(self._desk, width, height)
        self._rows = self._canvas.rows(ascii_only=prefs.deck == "ascii")
        self._tails = self._canvas.tails()
        if look != self._look or len(before) != len(self._rows):
            self._look = look
            self._refresh_all()
            return
        for y, (old, new) in enumerate(zip(before, self._rows, strict=True)):
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


class TableApp(App[str]):
    """Runs until it is told to exit; returns ``plain`` if lines are wanted instead."""

    CSS = f"""
    Board {{ width: 100%; height: 100%; overflow: hidden; }}
    Stripe {{ width: {STRIPE}; height: 100%; }}
    Stripe:last-child {{ width: 1fr; }}
    """
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False

    def __init__(self, desk: Desk, typed: Callable[[str], None]) -> None:
        """``typed`` takes the lines for the screen in lines."""
        super().__init__()
        self.desk = desk
        self._typed = typed
        self._keys = Keys(desk)
        self._board = Board(desk)
        self._was_our_turn = False
        self._titled = ""

    def compose(self) -> ComposeResult:
        """Nothing but the board."""
        yield self._board

    def on_mount(self) -> None:
        """Show the table at once."""
        self.show()
        if not self.is_headless:
            self.set_interval(LOOK, self._leave_if_hung_up)

    def _leave_if_hung_up(self) -> None:
        """Textual would go on reading, as fast as it can, where nobody types."""
        if not is_there():
            self.exit()

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        """Textual's way to the terminal, for texts whose width it gets wrong."""
        if isinstance(renderable, CompositorUpdate):
            renderable = self._board.ended(renderable)
        super()._display(screen, renderable)

    def show(self) -> None:
        """Something has changed."""
        self._announce()
        self._board.repaint()
        seconds = SPEEDS[self.desk.prefs.speed]
        if self.desk.lit and seconds:
            self.set_timer(seconds, self._dim)
        elif self.desk.lit:
            self.desk.dim()

    async def on_event(self, event: events.Event) -> None:
        """Every key is ours, whatever Textual would do with it."""
        if isinstance(event, events.Key):
            event.stop()
            event.prevent_default()
            self._pressed(event.key)
            return
        await super().on_event(event)

    def on_click(self, event: events.Click) -> None:
        """A click is a key in another place."""
        target = self._board.target(event.screen_x, event.screen_y)
        if target is not None or self.desk.over is not None:
            self._keys.click(target or "")
            self._done()

    def on_mouse_scroll_down(self) -> None:
        """Text scrolls."""
        self._scrolled("down")

    def on_mouse_scroll_up(self) -> None:
        """Text scrolls."""
        self._scrolled("up")

    def _scrolled(self, key: str) -> None:
        if self.desk.over is not None and not self.desk.over.entries:
            self._pressed(key)

    def _pressed(self, key: str) -> None:
        width, height = self.size
        if (width < LEAST[0] or height < LEAST[1]) and key in ("p", "P"):
            self.exit("plain")
            return
        self._keys.press(key.lower() if len(key) == 1 else key)
        self._done()

    def _done(self) -> None:
        lines, self.desk.outbox = self.desk.outbox, []
        for line in lines:
            self._typed(line)
        self.show()

    def _dim(self) -> None:
        self.desk.dim()
        self._board.repaint()

    def _announce(self) -> None:
        """Tell the title of the window, and the ear, that it is our turn."""
        if self.desk.title != self._titled and self._driver is not None:
            self._titled = self.desk.title
            self._driver.write(f"\x1b]2;{self._titled}\x07")
        now = self.desk.our_turn
        if now and not self._was_our_turn and self.desk.prefs.bell:
            self.bell()
        self._was_our_turn = now
