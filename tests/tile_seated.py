"""One person's line screen over a table of Rummikub in a test."""

from msgspec.structs import replace
from seated import Seated, person
from tiled import OFFICIAL

from peer.bots.medium import Medium
from shared.actions import Action
from shared.events import Event, HandEnded
from shared.rulesets.rummikub_state import State
from shared.tableview import SeatView
from shared.wire import Update


class TileSeated(Seated):
    """Seat 0, called Mira, over one table of Rummikub."""

    def __init__(self, *seats: SeatView) -> None:
        super().__init__(*seats, adviser=Medium())
        number = len(self.table.seats)
        self.table = replace(
            self.table, game="rummikub", target=0, round=number, wins=(0,) * number
        )
        self.hand: State | None = None

    def updated(self, *events: Event, **changes: object) -> list[str]:
        self.seq += 1
        self.table = replace(self.table, **changes)
        me = self.guest.seat
        view = None if self.hand is None else OFFICIAL.view(self.hand, me)
        redacted = tuple(OFFICIAL.redact(event, me) for event in events)
        return self.hears(Update(self.seq, 1000, redacted, self.table, view))

    def lies(self, state: State, *events: Event) -> list[str]:
        """The lines for a hand that has come to ``state``."""
        self.hand = state
        return self.updated(*events, phase="hand")

    def happens(self, action: Action) -> list[str]:
        assert self.hand is not None
        self.hand, events = OFFICIAL.apply(self.hand, self.hand.turn, action)
        if isinstance(events[-1], HandEnded):
            return self.updated(*events, phase="between", scores=events[-1].points)
        return self.updated(*events)


def over(state: State, *seats: SeatView) -> TileSeated:
    """Seat 0 in the middle of a hand, with the introduction heard."""
    names = [person(name) for name in ("Mira", "Bob", "Ann", "Eve")]
    seated = TileSeated(*(seats or names[: len(state.racks)]))
    seated.lies(state)
    return seated
