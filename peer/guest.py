"""
Anybody's client of a table: a person, a computer player, the host's own player.

Sans-I/O: texts in, texts out. A guest holds no rules; it keeps what the host said last.
"""

from dataclasses import dataclass, field

from shared.actions import Action
from shared.cards import INDEX
from shared.errors import ProtocolError
from shared.events import Seat
from shared.view import View
from shared.wire import (
    MAX_SENT_NAME,
    VERSION,
    Act,
    Bye,
    Hello,
    Ping,
    Pong,
    Ready,
    Refused,
    Rejected,
    TableView,
    ToGuest,
    Update,
    Welcome,
    decode_to_guest,
    encode,
)


@dataclass
class Guest:
    """One seat's side of the conversation with the host."""

    name: str

    token: str | None = None
    "Gives a seat back that was had before; set by the host's Welcome."

    seat: Seat | None = None
    table: TableView | None = None
    view: View | None = None
    seq: int = 0
    "Of the last update."

    pending: dict[int, Action] = field(default_factory=dict)
    "Requests the host has not answered yet, by id."

    _last_act: int = 0

    def hello(self) -> str:
        """The first message to send on a fresh channel."""
        name = self.name[:MAX_SENT_NAME]  # a login name can be of any length
        return encode(Hello(version=VERSION, name=name, token=self.token))

    def act(self, action: Action) -> str:
        """The message that asks for ``action`` on the table as last seen."""
        self._last_act += 1
        self.pending[self._last_act] = action
        return encode(Act(id=self._last_act, seq=self.seq, action=action))

    def ready(self) -> str:
        """The message that asks for the next hand."""
        return encode(Ready())

    def bye(self, reason: str = "") -> str:
        """The message to send before leaving on purpose."""
        return encode(Bye(reason=reason))

    def ping(self) -> str:
        """The message that asks whether the host is there."""
        return encode(Ping())

    def pong(self) -> str:
        """The answer to the host's ping."""
        return encode(Pong())

    def received(self, text: str) -> ToGuest:
        """Take in one message of the host and return it.

        Raises:
            ProtocolError: If the host broke the protocol.
        """
        message = decode_to_guest(text)
        match message:
            case Welcome():
                if self.view is not None and self.seat != message.seat:
                    raise ProtocolError("the host moved us to another seat")
                self.seat = message.seat
                self.token = message.token
                self._last_act = max(self._last_act, message.last_act)
                self._answered(message.last_act)
            case Update():
                if self.seat is None:
                    raise ProtocolError("the host sent an update before a welcome")
                if not _coherent(message, self.seat):
                    raise ProtocolError("the host sent an update that makes no sense")
                self.seq = message.seq
                self.table = message.table
                self.view = message.view
                self._answered(message.last_act)
            case Rejected():
                self.pending.pop(message.id, None)
            case Refused() | Ping() | Pong() | Bye():
                pass
        return message

    def _answered(self, last_act: int) -> None:
        for act in [act for act in self.pending if act <= last_act]:
            del self.pending[act]


def _coherent(update: Update, seat: Seat) -> bool:
    """Whether every seat, meld and card that ``update`` names is there.

    A screen may rely on it; whether the rules were kept is the host's to know.
    """
    table, view = update.table, update.view
    seats = range(len(table.seats))
    if seat not in seats or len(table.scores) != len(seats):
        return False
    if view is None:
        return True
    named = [view.dealer, *(meld.seat for meld in view.melds)]
    named += [] if view.turn is None else [view.turn]
    cards = [view.hand, *view.may_lay_down, view.may_discard]
    cards += [meld.cards for meld in view.melds]
    cards += [tuple(fit.card for fit in view.may_lay_off)]
    cards += [] if view.upcard is None else [(view.upcard,)]
    return (
        view.seat == seat
        and len(view.counts) == len(seats)
        and all(one in seats for one in named)
        and all(card in INDEX for group in cards for card in group)
        and all(fit.meld in range(len(view.melds)) for fit in view.may_lay_off)
        and (view.result is None or len(view.result.hands) == len(seats))
    )
