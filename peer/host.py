"""
The host's authority over a table. Sans-I/O: texts in, outputs out, time an argument.

Guests are not trusted. One that breaks the protocol is hung up on and its seat is kept;
one that breaks the rules is told why and play goes on. The host's own player and the
computer players are guests like any other, over a :class:`~peer.channel.MemoryChannel`.

Every accepted action brings each seat the events (the story) and its whole view (the
truth). ``seq`` counts the actions, so a request made on an older table is refused.
Whatever changes the :class:`~peer.table.Table` is to be kept before it is told.
"""

import logging
from collections.abc import Callable, Collection

from peer.absence import Absence
from peer.admission import Admission
from peer.advising import Advising
from peer.clocks import Clocks
from peer.company import Company
from peer.ledger import Ledger
from peer.outputs import Output, Substitute
from peer.places import Peer, Presence
from peer.records import (
    Acted,
    DealFailed,
    RoomOpened,
    SaidReady,
    ScoresReset,
    SeatTaken,
)
from peer.requests import Managed, SendAway
from peer.settling import Settling, Stand
from peer.shuffling import Shuffling
from peer.table import Table
from peer.talk import Talk
from peer.updates import last_act
from peer.votes import Votes
from peer.watching import Watching
from shared.actions import TakeBack
from shared.errors import IllegalAction, ProtocolError
from shared.events import Seat
from shared.reasons import Level
from shared.wire import (
    Act,
    Advice,
    Answer,
    Ask,
    Audited,
    Bye,
    Commit,
    Hello,
    Hint,
    Opens,
    Pause,
    Ping,
    Pong,
    Ready,
    Relocated,
    Reveal,
    Say,
    ToHost,
    Touched,
    Update,
    decode_to_host,
)

logger = logging.getLogger(__name__)


class Host:
    """One table: its seats, its match, and who may do what."""

    def __init__(
        self, table: Table, *, new_token: Callable[[], str], epoch: float = 0.0
    ) -> None:
        """``epoch`` is when the clock that ``now`` comes from stood at zero."""
        ledger = Ledger()
        self._company = Company(table, ledger, epoch)
        self._shuffling = Shuffling(self._company, ledger)
        self._absence = Absence(self._company, new_token)
        self._clocks = Clocks(self._company)
        self._settling = Settling(
            self._company, self._absence, self._shuffling, self._clocks, new_token
        )
        self._watching = Watching(self._company, new_token)
        self._admission = Admission(
            self._company, self._shuffling, self._watching, new_token
        )
        self._talk = Talk(self._company)
        self._votes = Votes(self._company, self._absence)
        self._advising = Advising(self._company)

    @property
    def table(self) -> Table:
        """What stays of the table when this program ends."""
        return self._company.table

    # What the one who runs the host calls. Most return what to do next.

    def resumed(self, now: float) -> list[Output]:
        """From a journal: everybody is missed, computer players sit."""
        self._company.now = now
        self._absence.miss_all()
        if self.table.committed is not None:
            self._company.change(DealFailed(()))
        return self._concluded()

    def connected(self, peer: Peer, now: float, stands_in: bool = False) -> None:
        """A channel to ``peer`` is open; it has to say hello.

        ``stands_in``: it is a computer player that was called, and perhaps too late.
        """
        self._company.attendance.heard(peer, now)
        if stands_in:
            self._admission.called(peer)

    def received(self, peer: Peer, text: str, now: float) -> list[Output]:
        """``peer`` sent ``text``."""
        company = self._company
        if peer not in company.attendance:
            return []
        company.now = now
        try:
            self._handle(peer, decode_to_host(text))
            if peer in company.attendance and self._admission.is_known(peer):
                company.attendance.heard(peer, now)
                self._absence.note_silence()
        except ProtocolError as error:
            logger.info("x peer %d broke the protocol", peer)
            logger.debug("x peer %d: %s", peer, error)
            self._absence.drop(peer)
        return self._concluded()

    def gone(self, peer: Peer, now: float) -> list[Output]:
        """The channel to ``peer`` is closed."""
        self._company.now = now
        if peer in self._company.attendance:
            self._absence.lose(peer)
        return self._concluded()

    def suspect(self, peer: Peer, now: float) -> list[Output]:
        """``peer`` may be gone, as the signaling server says; until it is heard."""
        self._company.now = now
        if peer in self._company.attendance:
            self._company.attendance.suspect(peer)
            self._absence.note_silence()
        return self._concluded()

    def tick(self, now: float) -> list[Output]:
        """Time passes: ask everybody, find the dead, see to who is missed for long."""
        self._company.now = now
        self._absence.tick()
        self._watching.see_to_terms()
        return self._concluded()

    def zero(self, now: float) -> float | None:
        """When a clock will be at zero, so that :meth:`tick` has to be called."""
        self._company.now = now
        return self._clocks.zero()

    def seat_bot(self, name: str, level: Level | None = None) -> list[Output]:
        """Give the last free seat to a computer player.

        Raises:
            ValueError: If no seat is free.
        """
        free = [n for n, place in enumerate(self.table.places) if place.kind == "open"]
        if not free:
            raise ValueError("no seat is free")
        self._company.change(SeatTaken(free[-1], name, "bot", level))
        self._company.do(Substitute(self.table.places[free[-1]].token))
        return self._concluded()

    def unseat_bot(self) -> list[Output]:
        """Before the match: a computer player leaves, if there is one."""
        for presence in self._company.presences:
            is_bot = self._company.place(presence).kind == "bot"
            if is_bot and presence.peer is not None and self.table.phase == "lobby":
                self._absence.drop(presence.peer, on_purpose=True)
                break
        return self._concluded()

    def free_missed(self) -> list[Output]:
        """Before the match: nobody waits any longer for who has gone."""
        self._absence.free_missed()
        return self._concluded()

    def begin(self) -> list[Output]:
        """Before the match: nobody is asked any longer whether to begin."""
        for seat, place in enumerate(self.table.places):
            if self.table.phase == "lobby" and not place.ready:
                if place.kind != "open":
                    self._company.change(SaidReady(seat))
        return self._concluded()

    def free_seats(self) -> int:
        """How many seats nobody has."""
        return sum(place.kind == "open" for place in self.table.places)

    def tokens(self) -> tuple[str, ...]:
        """Of the seats that a person has, and of who watches; each gives that back."""
        people = (place for place in self.table.places if place.kind == "person")
        return (*(place.token for place in people), *self._watching.tokens())

    def reset_scores(self) -> list[Output]:
        """Begin the match again from nothing.

        Raises:
            ValueError: If a hand is being played, or none has been.
        """
        self._company.change(ScoresReset())
        self._company.broadcast()
        return self._company.flush()

    def open_room(self, record: RoomOpened) -> list[Output]:
        """Guests come in there from now on."""
        before = self.table.room
        self._company.change(record)
        if before is not None and before.room != record.room:
            self._company.tell(Relocated(record.room))
        return self._company.flush()

    def undo(
        self, before: Table, why: str, now: float, unwelcomed: Collection[Peer] = ()
    ) -> list[Output]:
        """What followed from ``before`` could not be kept; nobody was told of it.

        ``unwelcomed`` have not heard that they have a seat either.
        """
        self._company.now = now
        self._absence.undo(before, why, unwelcomed)
        self._shuffling.undo(unwelcomed)
        self._watching.undo(unwelcomed)
        self._votes.undo(why)
        self._company.tell_lines()
        return self._company.flush()

    def advise(self, peer: Peer, advice: Advice) -> list[Output]:
        """What :class:`~peer.outputs.Advise` asked for was found."""
        self._advising.found(peer, advice)
        return self._company.flush()

    def seen_by(self, seat: Seat) -> Update:
        """What that seat sees."""
        return self._company.update(self._company.presences[seat], ())

    def close(self) -> list[Output]:
        """Say goodbye to everybody."""
        self._company.close(Bye(code="closed"))
        return self._company.flush()

    def manage(self, wanted: Managed, stand: Stand, now: float) -> list[Output]:
        """Change the table as only the one who runs it may.

        Raises:
            OptionError: If there is no such term, option, value or game.
            IllegalAction: If it cannot be now, or not at this seat.
        """
        self._company.now = now
        if isinstance(wanted, SendAway):
            self._watching.send_away(wanted.name)
        else:
            self._settling.manage(wanted, stand)
            self._watching.see_to_terms()
        return self._concluded()

    # Messages

    def _handle(self, peer: Peer, message: ToHost) -> None:
        presence = self._company.presence_of(peer)
        match message:
            case Ping():
                self._company.send(peer, Pong())
            case Pong():
                pass
            case Hello() if not self._admission.is_known(peer):
                self._admission.hello(peer, message)
            case Act() if presence is not None:
                self._act(peer, presence, message)
            case Ready() if presence is not None:
                self._ready(presence)
            case Pause() if presence is not None:
                self._clocks.pause(peer, presence)
            case Touched(seq) if presence is not None:
                self._clocks.touched(presence, seq)
            case Opens(yes) if presence is not None:
                self._watching.opens(peer, presence, yes)
            case Say() if self._company.is_known(peer):
                self._talk.said(peer, message)
            case Ask(what) if presence is not None:
                self._votes.ask(presence, what)
            case Answer(vote, yes) if presence is not None:
                self._votes.answer(presence, vote, yes)
            case Hint() if presence is not None:
                self._advising.asked(peer, presence)
            case Commit() | Reveal() | Audited() if presence is not None:
                self._shuffling.said(message, presence)
            case Bye():
                self._absence.drop(peer, on_purpose=True)
            case _ if peer in self._company.watchers and not isinstance(message, Hello):
                self._watching.refuse(peer, message)
            case _:
                raise ProtocolError("a message out of turn")

    def _act(self, peer: Peer, presence: Presence, act: Act) -> None:
        if act.id <= last_act(presence, self.table):
            self._company.send(peer, self._company.update(presence, ()))
            return
        try:
            if self.table.phase == "hand" and act.seq != self.table.seq:
                raise IllegalAction("stale")
            if act.action == TakeBack(agreed=True):
                raise IllegalAction("ask_to_take_back")
            events = self._company.change(self._acted(presence, act))
        except IllegalAction as error:
            presence.last_refused = act.id
            self._company.reject(peer, error, act.id)
            return
        self._company.broadcast(events)

    def _acted(self, presence: Presence, act: Act) -> Acted:
        at, spent = self._company.at, self._clocks.spent()
        return Acted(presence.seat, act.id, act.action, at, act.why, spent)

    def _ready(self, presence: Presence) -> None:
        ready = self.table.places[presence.seat].ready
        if self.table.phase != "hand" and not ready:
            self._company.change(SaidReady(presence.seat))
            if not self._go_on():
                self._company.broadcast()

    # What follows

    def _concluded(self) -> list[Output]:
        """See to what follows from whatever has happened; all that is to be done.

        Who has a seat may be somebody else now, and time has passed.
        """
        self._clocks.see_to()
        self._votes.look()
        self._go_on()  # also if it could not be kept
        return self._company.flush()

    def _go_on(self) -> bool:
        """Shuffle and deal if nothing else is waited for; whether a hand was dealt."""
        self._admission.waiting.see_to()
        return self._shuffling.go_on(self._deal_is_due())

    def _deal_is_due(self) -> bool:
        table, presences = self.table, self._company.presences
        match table.phase:
            case "lobby":
                taken = all(place.kind != "open" for place in table.places)
                ready = all(place.ready for place in table.places)
                here = all(one.peer is not None for one in presences)
                return taken and ready and here
            case "between" | "ended":
                everybody = all(one.actors for one in presences)
                ready = all(place.ready for place in table.places)
                # Who was just lost may be back in time to give a seed.
                now = self._company.now
                none_lost = not any(one.is_just_lost(now) for one in presences)
                due = (ready and none_lost) or (table.is_void and everybody)
                return due and not self._admission.waiting
            case "hand":
                return False
