"""A match that is watched again in the terminal: it goes on by itself, or by keys."""

from textual.timer import Timer

from peer.again import Again
from peer.tui.app import TableApp
from peer.tui.board import Board
from peer.tui.prefs import load_prefs, save_prefs
from peer.tui.rewatch import Rewatch
from peer.tui.rewatch_keys import RewatchKeys
from peer.tui.rewatch_page import paint


class RewatchApp(TableApp):
    """Runs until somebody leaves; returns ``plain`` if lines are wanted instead."""

    def __init__(self, desk: Rewatch) -> None:
        super().__init__(desk, lambda line: None)
        self._watched = desk
        self._keys = RewatchKeys(desk)
        self._board = Board(desk, lambda width, height: paint(desk, width, height))
        self._going: Timer | None = None

    def show(self) -> None:
        """Something has changed."""
        if self._watched.left:
            self.exit()
            return
        super().show()
        if self._watched.plays and self._going is None:
            self._going = self.set_timer(self._watched.pause, self._go_on)
        elif not self._watched.plays and self._going is not None:
            self._going.stop()
            self._going = None

    def _go_on(self) -> None:
        """The next step, unless something is being read."""
        self._going = None
        if self._watched.over is None:
            self._watched.move("forward")
        self.show()


def watch(rerun: Again, *, speed: str, plays: bool) -> bool:
    """Watch it in this terminal; whether it is to go on in lines."""
    desk = Rewatch(rerun, load_prefs(), speed=speed, plays=plays, keep=save_prefs)
    return RewatchApp(desk).run() == "plain"
