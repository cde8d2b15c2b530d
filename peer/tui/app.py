"""The terminal: keys and clicks in, the board out."""

from collections.abc import Callable
from functools import partial
from typing import Any

from rich.console import RenderableType
from textual import events
from textual._compositor import CompositorUpdate
from textual.app import App, ComposeResult
from textual.screen import Screen
from textual.timer import Timer

from peer.terminal import LEAST, is_there
from peer.tui.banner import notes
from peer.tui.board import STRIPE, Board
from peer.tui.desk import Desk
from peer.tui.flight import FRAMES
from peer.tui.keys import Keys
from peer.tui.prefs import SPEEDS
from peer.tui.timers import until_change, warning

LOOK = 1.0
"Seconds between two looks at whether the terminal is still there."


SPOKEN = 8.0
"Seconds for which it is shown at the table what somebody has said."


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
        self._grabbed: str | None = None
        self._carried = False
        "What ends now was no click."

        self._titled = ""
        self._clock: Timer | None = None
        "Looks at the clocks again, while one runs."

        self._noted = False
        "There are rows above the keys that time may take away."

        self._heard = 0
        "Up to which number it is seen to that what was said is taken off."

    def compose(self) -> ComposeResult:
        """Nothing but the board."""
        yield self._board

    def on_mount(self) -> None:
        """Show the table at once."""
        self.desk.flight = None
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
        seconds = SPEEDS[self.desk.prefs.speed]
        if self.desk.flight is not None:
            self._fly(seconds)
        self._board.repaint()
        self._noted = bool(notes(self.desk))
        self._wind()
        if self.desk.lit and seconds:
            self.set_timer(seconds, self._dim)
        elif self.desk.lit:
            self.desk.dim()
        if self.desk.speech.number != self._heard:
            self._heard = self.desk.speech.number
            self.set_timer(SPOKEN, partial(self._hush, self._heard))

    def _wind(self) -> None:
        """Look at the clocks when they show something else; nothing runs if none do."""
        if self._clock is not None:
            self._clock.stop()
        wait = until_change(self.desk)
        self._clock = None if wait is None else self.set_timer(wait, self._passed)

    def _passed(self) -> None:
        """A second has passed."""
        desk = self.desk
        warned = warning(desk)
        if warned:
            desk.hear([warned])
        was_noted, self._noted = self._noted, bool(notes(desk))
        whole = warned or was_noted or self._noted or desk.over is not None
        if whole or not self._board.is_calm:
            desk.renew()
            self._board.repaint()
        else:
            self._board.tick()
        self._wind()

    def _fly(self, seconds: float) -> None:
        """Show a card on its way, if there is time and nothing lies over the table."""
        flight, self.desk.flight = self.desk.flight, None
        self._board.land()
        if flight is None or not seconds or self.desk.over is not None:
            return
        self._board.fly(flight, seconds / (2 * (FRAMES + 1)))

    async def on_event(self, event: events.Event) -> None:
        """Every key is ours, whatever Textual would do with it."""
        if isinstance(event, events.Key):
            event.stop()
            event.prevent_default()
            self._pressed(event.key, event.character)
            return
        if isinstance(event, events.Paste):
            event.stop()
            self._keys.paste(event.text)
            self._done()
            return
        await super().on_event(event)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Perhaps something is carried from here."""
        self._grabbed = self._board.target(event.screen_x, event.screen_y)
        self._carried = False

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Whatever was grabbed is let go."""
        source, self._grabbed = self._grabbed, None
        target = self._board.target(event.screen_x, event.screen_y)
        if source and target and source != target and self.desk.over is None:
            self._carried = True
            self._keys.drop(source, target)
            self._done()

    def on_click(self, event: events.Click) -> None:
        """A click is a key in another place."""
        if self._carried:
            return
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

    def _pressed(self, key: str, character: str | None = None) -> None:
        width, height = self.size
        if (width < LEAST[0] or height < LEAST[1]) and key in ("p", "P"):
            self.exit("plain")
            return
        self._board.land()
        self._keys.press(key.lower() if len(key) == 1 else key, character)
        self._done()

    def _done(self) -> None:
        lines, self.desk.outbox = self.desk.outbox, []
        for line in lines:
            self._typed(line)
        self.show()

    def _hush(self, number: int) -> None:
        self.desk.speech.forget(number)
        self._board.repaint()

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
