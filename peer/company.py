"""Who is at a host's table, the changes of it, and what everybody is told. Pure."""

from collections.abc import Callable, Sequence

from peer.attendance import Attendance
from peer.ledger import Ledger
from peer.outputs import HangUp, Keep, Output, Send
from peer.places import Peer, Place, Presence
from peer.records import Record
from peer.table import Table
from peer.updates import last_act, table_view, update_for
from shared.clock import ClockView
from shared.events import Event, Seat
from shared.ruleset import describe
from shared.wire import VERSION, ToGuest, Update, VoteView, Welcome, encode


class Company:
    """The table and who is connected to it; collects what is to be done."""

    def __init__(self, table: Table, ledger: Ledger, epoch: float) -> None:
        """``epoch`` is when the clock of the one who runs the host stood at zero."""
        self.table = table
        self._ledger = ledger
        self._epoch = epoch
        self.presences = [Presence(seat) for seat in range(len(table.places))]
        self.attendance = Attendance()
        self.vote: Callable[[], VoteView | None] = lambda: None
        "What is asked of all."

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

    def place(self, presence: Presence) -> Place:
        """What the journal knows of that seat."""
        return self.table.places[presence.seat]

    def vacate(self, seat: Seat) -> None:
        """Nobody is connected for ``seat`` any more."""
        self.presences[seat] = Presence(seat)

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
        self._ledger.forget(peer)

    def hang_up(self, peer: Peer) -> None:
        """Be done with a peer, whatever its seat."""
        self.forget(peer)
        self.do(HangUp(peer))

    def update(self, presence: Presence, events: Sequence[Event]) -> Update:
        """What one seat may know."""
        clock, vote = self.clocks(), self.vote()
        shown = table_view(self.table, self.presences, self.now, clock, vote)
        return update_for(presence, self.table, shown, events)

    def broadcast(self, events: Sequence[Event] = ()) -> None:
        """Tell each seat what happened and how things are."""
        for presence in self.presences:
            if presence.actors:
                update = self.update(presence, events)
                for peer in presence.actors:
                    self.send(peer, update)
        self.tell_lines()

    def tell_lines(self) -> None:
        """Tell who keeps the transcript what is new in it."""
        for presence in self.presences:
            for peer in presence.actors:
                for recorded in self._ledger.news(peer, self.table.chronicle):
                    self.send(peer, recorded)

    def welcome_again(self, peer: Peer, presence: Presence) -> None:
        """``peer`` has a seat that it had before, and was not told so in time."""
        place = self.place(presence)
        token = place.token if peer == presence.peer else place.substitute
        if token is not None:
            self.welcome(peer, presence, token, back=True)
            self.send(peer, self.update(presence, ()))

    def welcome(
        self, peer: Peer, presence: Presence, token: str, back: bool = False
    ) -> None:
        """Tell ``peer`` that it has the seat."""
        welcome = Welcome(
            version=VERSION,
            seat=presence.seat,
            token=token,
            last_act=last_act(presence, self.table),
            back=back,
            rules=tuple(describe(self.table.ruleset)),
        )
        self.send(peer, welcome)
