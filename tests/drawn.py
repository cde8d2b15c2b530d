"""One person's drawn table in a test: what the host says and keys in, screens out."""

from collections.abc import Sequence
from typing import Any

from dealt import CGIO
from msgspec.structs import replace
from seated import Seated, person

from peer.bots.medium import Medium
from peer.requests import Request
from peer.rulebook import Rulebook
from peer.tui.canvas import Canvas
from peer.tui.desk import Desk
from peer.tui.keys import Keys
from peer.tui.page import paint
from peer.tui.prefs import Prefs
from shared.actions import Action
from shared.events import Event, Seat
from shared.ruleset import Ruleset
from shared.tableview import SeatView
from shared.wire import ToGuest, encode


class Drawn(Seated):
    """Seat 0, called Mira, at a drawn table."""

    def __init__(
        self,
        *seats: SeatView,
        host: bool = False,
        rules: Ruleset[Any] = CGIO,
        prefs: Prefs | None = None,
        me: Seat | None = 0,
    ) -> None:
        self._prefs = prefs or Prefs()
        self.asked: list[Request] = []
        "What the host was asked for, and has not been told of here."

        super().__init__(*seats, me=me, host=host, adviser=Medium(), rules=rules)
        self.table = replace(self.table, target=100 if rules.name != "rummikub" else 0)

    def hears(self, message: ToGuest) -> list[str]:
        self.guest.received(encode(message))
        if not hasattr(self, "desk"):
            host = self.screen._host
            self.screen.warnings = self._prefs.warnings
            self.desk = Desk(
                self.guest,
                self.screen,
                self._prefs,
                host=host,
                now=lambda: 0.0,
                book=Rulebook(),
            )
            self.keys = Keys(self.desk)
        self.desk.told(message)
        return self.desk.said

    def press(self, *keys: str) -> None:
        """Type keys, as Textual calls them."""
        for key in keys:
            self.keys.press(key)
            self._send()

    def click(self, target: str) -> None:
        """Click on what is called so, which has to be on the screen."""
        assert target in [spot.target for spot in self.painted().spots], target
        self.keys.click(target)
        self._send()

    def does_by(self, *keys: str) -> Request:
        """What the keys ask the host for, who does it."""
        self.press(*keys)
        assert self.asked, f"{keys} ask for nothing: {self.desk.said} {self.desk.over}"
        request = self.asked.pop()
        self.guest.act(request)  # type: ignore[arg-type]
        self.happens(request)  # type: ignore[arg-type]
        return request

    def _send(self) -> None:
        lines, self.desk.outbox = self.desk.outbox, []
        for line in lines:
            reply = self.desk.typed(line)
            if not isinstance(reply, list):
                self.asked.append(reply)

    def painted(self, width: int = 80, height: int = 24) -> Canvas:
        return paint(self.desk, width, height)

    def text(self, width: int = 80, height: int = 24) -> str:
        """The screen."""
        return self.painted(width, height).text()


def seen(
    state: Any,
    *events: Event,
    rules: Ruleset[Any] = CGIO,
    seats: Sequence[SeatView] = (),
    prefs: Prefs | None = None,
    host: bool = False,
    me: Seat | None = 0,
    **changes: object,
) -> Drawn:
    """Seat 0 in the middle of a hand, or who watches it."""
    number = len(state.racks if hasattr(state, "racks") else state.hands)
    names = [person(name) for name in ("Mira", "Bob", "Ann", "Eve")]
    here = seats or names[:number]
    drawn = Drawn(*here, rules=rules, prefs=prefs, host=host, me=me)
    drawn.state = state
    drawn.updated(*events, phase="hand", **changes)
    return drawn


def acted(drawn: Drawn, action: Action) -> Drawn:
    """What whose turn it is does."""
    drawn.happens(action)
    return drawn
