"""Ends of rows whose width only the terminal knows are written behind the cells."""

from rich.color import ColorSystem
from rich.console import Console
from textual._compositor import CompositorUpdate

from peer.tui.canvas import Canvas, Span, Tail
from peer.tui.tails import Ended, touched


class Written(CompositorUpdate):
    """What Textual has written."""

    spans = ((3, 0, 16), (5, 16, 80))

    def render_segments(self, console: Console) -> str:
        return "cells "


def painted(text: str, ink: str, colours: ColorSystem) -> str:
    return f"<{ink}:{text}>"


def test_a_row_that_was_written_is_ended_anew() -> None:
    tails = {3: Tail(4, (Span("बारी", "bar"),)), 9: Tail(0, (Span("रम्मी", "dim"),))}
    update = Ended(Written(), tails, painted)
    assert update.render_segments(Console()) == "cells \x1b[4;5H<bar:बारी>"


def test_only_what_was_written_over() -> None:
    tails = {3: Tail(16, ()), 5: Tail(30, ()), 7: Tail(0, ())}
    assert touched(tails, [(3, 0, 16), (5, 16, 80)]) == [5]
    assert touched(tails, None) == [3, 5, 7]


def test_what_stands_apart_flows_two_blanks_away() -> None:
    canvas = Canvas(40, 1)
    canvas.put(2, 0, "7♥", "felt")
    canvas.put(10, 0, "आपकी बारी", "strong")
    canvas.put(30, 0, "G", "key")
    assert canvas.tails() == {
        0: Tail(10, (Span("आपकी बारी  ", "strong"), Span("G", "key")))
    }
    assert canvas.rows()[0][0].text.rstrip() == "  7♥"


def test_a_box_keeps_such_a_text_away() -> None:
    canvas = Canvas(40, 2)
    canvas.put(2, 0, "आपकी बारी", "strong")
    canvas.clear_uneven(20, 0, 1)
    assert canvas.tails() == {}


def test_no_syllable_is_cut() -> None:
    canvas = Canvas(40, 1)
    canvas.put(0, 0, "फेंके पत्ते", "felt", 5)
    assert canvas.text() == "फेंके…"
