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
from peer.advising import Advising
from peer.clocks import Clocks
from peer.company import Company
from peer.ledger import Ledger
from peer.outputs import Output, Substitute
from peer.places import Peer, Presence, printable_name, same_token
from peer.records import (
    Acted,
    CameBack,
    DealFailed,
    RoomOpened,
    SaidReady,
    ScoresReset,
    SeatTaken,
)
from peer.shuffling import Shuffling
from peer.table import Table
from peer.updates import last_act
from peer.votes import Votes
from shared.actions import TakeBack
from shared.errors import IllegalAction, ProtocolError
from shared.events import Seat
from shared.reasons import Level
from shared.wire import (
    VERSION,
    Act,
    Advice,
    Answer,
    Ask,
    Audited,
    Bye,
    Commit,
    Hello,
    Hint,
    Pause,
    Ping,
    Pong,
    Ready,
    Refused,
    Rejected,
    Reveal,
    ToHost,
    Touched,
    Update,
    decode_to_host,
)
from shared.words import Value

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
        self._go_on()
        return self._company.flush()

    def connected(self, peer: Peer, now: float) -> None:
        """A channel to ``peer`` is open; it has to say hello."""
        self._company.attendance.heard(peer, now)

    def received(self, peer: Peer, text: str, now: float) -> list[Output]:
        """``peer`` sent ``text``."""
        company = self._company
        if peer not in company.attendance:
            return []
        company.now = now
        try:
            self._handle(peer, decode_to_host(text))
            if peer in company.attendance and company.presence_of(peer) is not None:
                company.attendance.heard(peer, now)
                self._absence.note_silence()
        except ProtocolError as error:
            logger.info("x peer %d broke the protocol", peer)
            logger.debug("x peer %d: %s", peer, error)
            self._absence.drop(peer)
        self._clocks.see_to()
        self._votes.look()
        self._go_on()
        return company.flush()

    def gone(self, peer: Peer, now: float) -> list[Output]:
        """The channel to ``peer`` is closed."""
        self._company.now = now
        if peer in self._company.attendance:
            self._absence.lose(peer)
            self._advising.forget(peer)
        self._votes.look()
        self._go_on()
        return self._company.flush()

    def suspect(self, peer: Peer, now: float) -> list[Output]:
        """``peer`` may be gone, as the signaling server says; until it is heard."""
        self._company.now = now
        if peer in self._company.attendance:
            self._company.attendance.suspect(peer)
            self._absence.note_silence()
        return self._company.flush()

    def tick(self, now: float) -> list[Output]:
        """Time passes: ask everybody, find the dead, see to who is missed for long."""
        self._company.now = now
        self._absence.tick()
        self._clocks.see_to()
        self._votes.look()
        self._go_on()  # also if it could not be kept
        return self._company.flush()

    def zero(self, now: float) -> float | None:
        """When a clock will be at zero, so that :meth:`tick` has to be called."""
        self._company.now = now
        return self._clocks.zero()

    def set_patience(self, seat: Seat, percent: int) -> list[Output]:
        """See :meth:`peer.clocks.Clocks.set_patience`."""
        self._clocks.set_patience(seat, percent)
        return self._company.flush()

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
        return self._company.flush()

    def unseat_bot(self) -> list[Output]:
        """Before the match: a computer player leaves, if there is one."""
        for presence in self._company.presences:
            is_bot = self._company.place(presence).kind == "bot"
            if is_bot and presence.peer is not None and self.table.phase == "lobby":
                self._absence.drop(presence.peer, on_purpose=True)
                break
        return self._company.flush()

    def free_missed(self) -> list[Output]:
        """Before the match: nobody waits any longer for who has gone."""
        self._absence.free_missed()
        self._go_on()
        return self._company.flush()

    def free_seats(self) -> int:
        """How many seats nobody has."""
        return sum(place.kind == "open" for place in self.table.places)

    def tokens(self) -> tuple[str, ...]:
        """Of the seats that a person has; each gives that seat back."""
        return tuple(
            place.token for place in self.table.places if place.kind == "person"
        )

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
        self._company.change(record)
        return self._company.flush()

    def undo(
        self, before: Table, why: str, now: float, unwelcomed: Collection[Peer] = ()
    ) -> list[Output]:
        """What followed from ``before`` could not be kept; nobody was told of it.

        ``unwelcomed`` have not heard that they have a seat either.
        """
        self._company.now = now
        self._absence.undo(before, why, unwelcomed)
        self._shuffling.undo()
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
        for peer in self._company.attendance:
            self._company.send(peer, Bye(code="closed"))
            self._company.hang_up(peer)
        return self._company.flush()

    # Messages

    def _handle(self, peer: Peer, message: ToHost) -> None:
        presence = self._company.presence_of(peer)
        match message:
            case Ping():
                self._company.send(peer, Pong())
            case Pong():
                pass
            case Hello() if presence is None:
                self._hello(peer, message)
            case Act() if presence is not None:
                self._act(peer, presence, message)
            case Ready() if presence is not None:
                self._ready(presence)
            case Pause() if presence is not None:
                self._clocks.pause(peer, presence)
            case Touched(seq) if presence is not None:
                self._clocks.touched(presence, seq)
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
            case _:
                raise ProtocolError("a message out of turn")

    def _hello(self, peer: Peer, hello: Hello) -> None:
        if hello.version != VERSION:
            code = "too_old" if hello.version < VERSION else "too_new"
            self._refuse(peer, code, host=VERSION, guest=hello.version)
        elif hello.token is None or not self._resume(peer, hello):
            self._seat(peer, hello)

    def _seat(self, peer: Peer, hello: Hello) -> None:
        """Give ``peer`` the first free seat, if there is one."""
        places = enumerate(self.table.places)
        seat = next((n for n, place in places if place.kind == "open"), None)
        if seat is None:
            self._refuse(peer, "full")
            return
        name = printable_name(hello.name) or f"Player {seat + 1}"
        self._company.change(SeatTaken(seat, name, "person"))
        self._take(self._company.presences[seat], peer, hello, back=False)

    def _resume(self, peer: Peer, hello: Hello) -> bool:
        """Give ``peer`` the place its token stands for, if there is one."""
        token = hello.token or ""
        for presence, place in zip(
            self._company.presences, self.table.places, strict=True
        ):
            if place.kind != "open" and same_token(token, place.token):
                self._take(presence, peer, hello, back=place.kind == "person")
                return True
            if place.substitute is not None and same_token(token, place.substitute):
                presence.substitute = peer
                self._company.welcome(peer, presence, place.substitute)
                self._joined(peer, presence, hello)
                return True
        return False

    def _take(self, presence: Presence, peer: Peer, hello: Hello, back: bool) -> None:
        """``peer`` sits down, or comes back."""
        for other in presence.actors:
            self._company.send(other, Bye(code="replaced", replaced=True))
            self._company.hang_up(other)
        place = self.table.places[presence.seat]
        if place.substitute is not None:
            self._company.change(CameBack(presence.seat))
        presence.sits(peer)
        logger.info("= seat %d is taken", presence.seat)
        self._company.welcome(peer, presence, place.token, back)
        self._joined(peer, presence, hello)

    def _joined(self, peer: Peer, presence: Presence, hello: Hello) -> None:
        if hello.mixes:
            self._shuffling.joined(peer, presence)
        self._company.broadcast()

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
            rejected = Rejected(id=act.id, code=error.code, values=error.values)
            self._company.send(peer, rejected)
            return
        self._clocks.acted(presence.seat)
        self._company.broadcast(events)

    def _acted(self, presence: Presence, act: Act) -> Acted:
        at, spent = self._company.at, self._clocks.spent()
        return Acted(presence.seat, act.id, act.action, at, act.why, spent)

    def _ready(self, presence: Presence) -> None:
        ready = self.table.places[presence.seat].ready
        if self.table.phase in ("between", "ended") and not ready:
            self._company.change(SaidReady(presence.seat))
            if not self._go_on():
                self._company.broadcast()

    def _refuse(self, peer: Peer, code: str, **values: Value) -> None:
        self._company.send(peer, Refused(code=code, values=values))
        self._company.hang_up(peer)

    # Hands

    def _go_on(self) -> bool:
        """Shuffle and deal if nothing else is waited for; whether a hand was dealt."""
        return self._shuffling.go_on(self._deal_is_due())

    def _deal_is_due(self) -> bool:
        table, presences = self.table, self._company.presences
        match table.phase:
            case "lobby":
                taken = all(place.kind != "open" for place in table.places)
                return taken and all(one.peer is not None for one in presences)
            case "between" | "ended":
                everybody = all(one.actors for one in presences)
                ready = all(place.ready for place in table.places)
                # Who was just lost may be back in time to give a seed.
                now = self._company.now
                none_lost = not any(one.is_just_lost(now) for one in presences)
                return (ready and none_lost) or (table.is_void and everybody)
            case "hand":
                return False
