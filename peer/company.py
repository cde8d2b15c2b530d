"""Who is at a host's table, the changes of it, and what everybody is told. Pure."""

from collections.abc import Callable, Sequence

from peer.attendance import Attendance
from peer.ledger import Ledger
from peer.outputs import HangUp, Keep, Output, Send
from peer.places import Peer, Place, Presence
from peer.records import Record, RoomOpened
from peer.table import Table
from peer.updates import last_act, table_view, update_for, update_for_watchers
from shared.clock import ClockView
from shared.errors import IllegalAction
from shared.events import Event, Seat
from shared.ruleset import describe
from shared.tableview import TableView, VoteView
from shared.wire import (
    VERSION,
    Bye,
    Changed,
    Refused,
    Rejected,
    Relocated,
    ToGuest,
    Update,
    Welcome,
    encode,
)
from shared.words import Saying, Value


class Company:
    """The table and who is connected to it; collects what is to be done."""

    def __init__(self, table: Table, ledger: Ledger, epoch: float) -> None:
        """``epoch`` is when the clock of the one who runs the host stood at zero."""
        self.table = table
        self._ledger = ledger
        self._epoch = epoch
        self.presences = [Presence(seat) for seat in range(len(table.places))]
        self.watchers: dict[Peer, str] = {}
        "The names of those who watch."

        self.attendance = Attendance()
        self.vote: Callable[[], VoteView | None] = lambda: None
        "What is asked of all."

        self.seat_left: Callable[[Seat | None], None] = lambda seat: None
        "Told which seat nobody is connected for any more; None: all are counted anew."

        self.parted: list[Callable[[Peer], object]] = []
        "Each is told whose channel is closed, so as to remember nothing of it."

        self.now = 0.0
        "When the one who runs the host called last."

        self.clocks: Callable[[], ClockView | None] = lambda: None
        "Shows the clocks; who keeps them sets it."

        self._outputs: list[Output] = []

    @property
    def date(self) -> int:
        """Seconds since 1970."""
        return int(self.now + self._epoch)

    @property
    def at(self) -> int:
        """Thousandths of a second since the match began."""
        return int((self.now + self._epoch - self.table.chronicle.date) * 1000)

    def presence_of(self, peer: Peer) -> Presence | None:
        """The seat that ``peer`` acts for."""
        return next((one for one in self.presences if peer in one.actors), None)

    @property
    def people(self) -> tuple[Peer, ...]:
        """Who can be spoken to: whoever has a seat and is here, and who watches."""
        sitting = (one.peer for one in self.presences if one.peer is not None)
        return (*sitting, *self.watchers)

    def is_known(self, peer: Peer) -> bool:
        """Whether ``peer`` was welcomed: it acts for a seat, or watches."""
        return peer in self.watchers or self.presence_of(peer) is not None

    def place(self, presence: Presence) -> Place:
        """What the journal knows of that seat."""
        return self.table.places[presence.seat]

    def vacate(self, seat: Seat) -> None:
        """Nobody is connected for ``seat`` any more."""
        self.presences[seat] = Presence(seat)
        self.seat_left(seat)

    def change(self, record: Record) -> Sequence[Event]:
        """Make the change that ``record`` says; what happened in the hand.

        Raises:
            IllegalAction: If the rules forbid it.
            ValueError: If it cannot be now.
        """
        before = self.table
        self.table, events = before.after(record)
        self.do(Keep(record, before))
        return events

    def do(self, output: Output) -> None:
        """Have that done."""
        self._outputs.append(output)

    def flush(self) -> list[Output]:
        """What is to be done since the last call."""
        outputs, self._outputs = self._outputs, []
        return outputs

    def send(self, peer: Peer, message: ToGuest) -> None:
        """Tell one peer."""
        self.do(Send(peer, encode(message), isinstance(message, Welcome)))

    def forget(self, peer: Peer) -> None:
        """The channel of ``peer`` is closed."""
        self.attendance.forget(peer)
        self.watchers.pop(peer, None)
        self._ledger.forget(peer)
        for told in self.parted:
            told(peer)

    def hang_up(self, peer: Peer) -> None:
        """Be done with a peer, whatever its seat."""
        self.forget(peer)
        self.do(HangUp(peer))

    def refuse(self, peer: Peer, code: str, **values: Value) -> None:
        """Tell ``peer`` that it has no seat, and be done with it."""
        self.send(peer, Refused(code=code, values=values))
        self.hang_up(peer)

    def dismiss(self, seat: Seat, bye: Bye | None = None) -> None:
        """Whoever is connected for ``seat`` has it no more, and is told so."""
        for peer in self.presences[seat].actors:
            if bye is not None:
                self.send(peer, bye)
            self.hang_up(peer)
        self.vacate(seat)

    def reseat(self, seats: Sequence[Seat | None]) -> None:
        """Who was in ``seats`` sits in the first, the second... place from now on."""
        for presence in self.presences:
            if presence.seat not in seats:
                self.dismiss(presence.seat)
        former = self.presences
        self.presences = [
            Presence(place) if seat is None else former[seat]
            for place, seat in enumerate(seats)
        ]
        for place, presence in enumerate(self.presences):
            presence.seat = place
        self.seat_left(None)

    def close(self, bye: Bye) -> None:
        """Say goodbye to everybody."""
        for peer in self.attendance:
            self.send(peer, bye)
            self.hang_up(peer)
        for presence in self.presences:
            self.vacate(presence.seat)

    def tell(self, changed: Changed) -> None:
        """Tell everybody what was changed besides cards."""
        for presence in self.presences:
            for peer in presence.actors:
                self.send(peer, changed)
        for peer in self.watchers:
            self.send(peer, changed)

    def tell_code(self, room: RoomOpened) -> None:
        """Tell who plays the code that holds, and who watches the room."""
        for presence in self.presences:
            for peer in presence.actors:
                self.send(peer, Relocated(room.room, room.secret))
        for peer in self.watchers:
            self.send(peer, Relocated(room.room))

    def remind_of_code(self, peer: Peer) -> None:
        """Tell who plays the code; it may be another than the one it came by."""
        if (room := self.table.room) is not None:
            self.send(peer, Relocated(room.room, room.secret))

    def update(self, presence: Presence, events: Sequence[Event]) -> Update:
        """What one seat may know."""
        return update_for(presence, self.table, self.shown(), events)

    def update_for_watchers(self, events: Sequence[Event] = ()) -> Update:
        """What everybody may know."""
        return update_for_watchers(self.table, self.shown(), events)

    def shown(self) -> TableView:
        """The people and the match, as everybody sees them."""
        names, clock, vote = self.watchers.values(), self.clocks(), self.vote()
        return table_view(self.table, self.presences, self.now, clock, vote, names)

    def broadcast(self, events: Sequence[Event] = ()) -> None:
        """Tell each seat, and who watches, what happened and how things are."""
        for presence in self.presences:
            if presence.actors:
                update = self.update(presence, events)
                for peer in presence.actors:
                    self.send(peer, update)
        if self.watchers:
            public = self.update_for_watchers(events)
            for peer in self.watchers:
                self.send(peer, public)
        self.tell_lines()

    def tell_lines(self) -> None:
        """Tell who keeps the transcript what is new in it."""
        for presence in self.presences:
            for peer in presence.actors:
                for recorded in self._ledger.news(peer, self.table.chronicle):
                    self.send(peer, recorded)
        if self.watchers and self.table.is_open_to_watchers:
            chronicle, most = self.table.chronicle, self.table.chronicle.late
            for peer in self.watchers:
                for recorded in self._ledger.news(peer, chronicle, most):
                    self.send(peer, recorded)

    def keeps_lines(self, peer: Peer) -> None:
        """``peer`` wants the lines of the transcript, as far as it may have them."""
        self._ledger.open(peer)

    def reject(self, peer: Peer, why: IllegalAction, act: int = 0) -> None:
        """Tell ``peer`` that what it asked for cannot be."""
        self.send(peer, Rejected(id=act, code=why.code, values=why.values))

    def welcome_again(self, peer: Peer, presence: Presence) -> None:
        """``peer`` has a seat that it had before, and was not told so in time."""
        place = self.place(presence)
        token = place.token if peer == presence.peer else place.substitute
        if token is not None:
            self.welcome(peer, presence, token, back=True)
            self.send(peer, self.update(presence, ()))

    def welcome(
        self,
        peer: Peer,
        presence: Presence,
        token: str,
        back: bool = False,
        moved: bool = False,
    ) -> None:
        """Tell ``peer`` that it has the seat."""
        welcome = Welcome(
            version=VERSION,
            seat=presence.seat,
            token=token,
            last_act=last_act(presence, self.table),
            back=back,
            rules=self.rules(),
            moved=moved,
        )
        self.send(peer, welcome)
        if back:
            self.remind_of_code(peer)

    def rules(self) -> tuple[Saying, ...]:
        """What is played."""
        return tuple(describe(self.table.ruleset))
