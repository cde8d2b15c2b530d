"""Ends of rows whose width only the terminal knows, written behind Textual's cells."""

from collections.abc import Callable, Mapping

from rich.color import ColorSystem
from rich.console import Console
from textual._compositor import CompositorUpdate

from peer.tui.canvas import Tail


class Ended(CompositorUpdate):
    """What Textual writes, and then the tails of the rows that it has written."""

    def __init__(
        self,
        update: CompositorUpdate,
        tails: Mapping[int, Tail],
        paint: Callable[[str, str, ColorSystem], str],
    ) -> None:
        """``paint`` makes of text and ink what is written."""
        self._update = update
        self._tails = tails
        self._paint = paint

    def render_segments(self, console: Console) -> str:
        """All of it, as it goes to the terminal."""
        colours = console._color_system or ColorSystem.TRUECOLOR
        rows = touched(self._tails, getattr(self._update, "spans", None))
        written = self._update.render_segments(console)
        return written + "".join(self._row(y, colours) for y in rows)

    def _row(self, y: int, colours: ColorSystem) -> str:
        tail = self._tails[y]
        text = "".join(self._paint(one.text, one.ink, colours) for one in tail.spans)
        return f"\x1b[{y + 1};{tail.x + 1}H{text}"


def touched(
    tails: Mapping[int, Tail], spans: list[tuple[int, int, int]] | None
) -> list[int]:
    """The rows whose tails have been written over: all, or where these columns are."""
    if spans is None:
        return sorted(tails)
    return sorted({y for y, _, end in spans if y in tails and end > tails[y].x})
