"""One person's line screen in a test: what the host says in, lines out."""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from peer.asked import TakeBack
from peer.bots import Bot
from peer.guest import Guest
from peer.plain import Plain
from peer.requests import Request
from shared.actions import Action
from shared.events import Event, HandEnded, Seat
from shared.ruleset import Ruleset
from shared.rulesets.basic import PRESETS
from shared.tableview import SeatView, TableView
from shared.wire import ToGuest, Update, Welcome, encode

CGIO = PRESETS["cgio"]

FREE = SeatView(name="", kind="open", here=False, substitute=False, ready=False)


def person(name: str, **changes: bool) -> SeatView:
    """Somebody who is here, not ready, and plays himself, unless told otherwise."""
    here = SeatView(name=name, kind="person", here=True, substitute=False, ready=False)
    return replace(here, **changes)


def bot(name: str) -> SeatView:
    """A computer player."""
    return SeatView(name=name, kind="bot", here=True, substitute=False, ready=True)


class Seated:
    """Seat 0, called Mira unless told otherwise, over one table; None: who watches."""

    def __init__(
        self,
        *seats: SeatView,
        me: Seat | None = 0,
        host: bool = False,
        adviser: Bot | None = None,
        rules: Ruleset[Any] = CGIO,
        told_rules: Callable[[TableView], list[str]] = lambda table: [],
        **more: Any,
    ) -> None:
        """``told_rules`` and ``more`` are for the screen."""
        self.rules = rules
        self.guest = Guest(name="Mira", watch=me is None)
        self.take_back: TakeBack = "no"
        self.screen = Plain(
            self.guest, host=host, adviser=adviser, rules=told_rules, **more
        )
        self.table = TableView(
            game=rules.name,
            preset=rules.preset,
            phase="lobby",
            seats=seats or (person("Mira"), person("Bob")),
            hand=1,
            scores=(0,) * (len(seats) or 2),
            target=100,
        )
        self.state: Any = None
        self.seq = 0
        self.hears(Welcome(version=1, seat=me, token="token", last_act=0))

    def hears(self, message: ToGuest) -> list[str]:
        """The lines for a message of the host."""
        return self.screen.told(self.guest.received(encode(message)))

    def updated(self, *events: Event, **changes: object) -> list[str]:
        """The lines for an update with ``events`` and these changes of the table."""
        self.seq += 1
        self.table = replace(self.table, **changes)
        seat = self.guest.seat
        view = None if self.state is None else self.rules.view(self.state, seat)
        redacted = tuple(self.rules.redact(event, seat) for event in events)
        update = Update(self.seq, 1000, redacted, self.table, view)
        return self.hears(replace(update, take_back=self.take_back))

    def dealt(self, state: Any, *events: Event) -> list[str]:
        """The lines for a hand that has come to ``state``."""
        self.state = state
        return self.updated(*events, phase="hand")

    def happens(self, action: Action) -> list[str]:
        """The lines for what whose turn it is does."""
        assert self.state is not None
        self.state, events = self.rules.apply(self.state, self.state.turn, action)
        if isinstance(events[-1], HandEnded):
            return self.updated(*events, phase="between", scores=events[-1].points)
        return self.updated(*events)

    def types(self, line: str) -> Request | list[str]:
        """What a typed line comes to."""
        return self.screen.typed(line)

    def does(self, line: str) -> list[str]:
        """The lines for a typed action that the host accepts."""
        request = self.types(line)
        assert not isinstance(request, list), request
        self.guest.act(request)  # type: ignore[arg-type]
        return self.happens(request)  # type: ignore[arg-type]


def at(
    state: Any,
    *seats: SeatView,
    adviser: Bot | None = None,
    rules: Ruleset[Any] = CGIO,
    **more: Any,
) -> Seated:
    """Seat 0 in the middle of a hand, with the introduction heard."""
    names = [person(name) for name in ("Mira", "Bob", "Ann", "Eve")]
    here = seats or names[: len(state.hands)]
    seated = Seated(*here, adviser=adviser, rules=rules, **more)
    seated.dealt(state)
    return seated


def after(lines: Sequence[str], line: str) -> list[str]:
    """What is said after ``line``."""
    return list(lines[list(lines).index(line) + 1 :])
