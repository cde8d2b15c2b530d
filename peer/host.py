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
from typing import Literal

from peer.absence import Absence
from peer.company import Company
from peer.outputs import Output, Substitute
from peer.places import Peer, Presence, printable_name, same_token
from peer.records import (
    Acted,
    CameBack,
    Dealt,
    RoomOpened,
    SaidReady,
    ScoresReset,
    SeatTaken,
)
from peer.table import Table
from peer.updates import last_act
from shared.errors import IllegalAction, ProtocolError
from shared.wire import (
    VERSION,
    Act,
    Bye,
    Hello,
    Ping,
    Pong,
    Ready,
    Refused,
    Rejected,
    ToHost,
    decode_to_host,
)

logger = logging.getLogger(__name__)


class Host:
    """One table: its seats, its match, and who may do what."""

    def __init__(self, table: Table, *, new_token: Callable[[], str]) -> None:
        self._company = Company(table)
        self._absence = Absence(self._company, new_token)

    @property
    def table(self) -> Table:
        """What stays of the table when this program ends."""
        return self._company.table

    # What the one who runs the host calls. Most return what to do next.

    def resumed(self, now: float) -> list[Output]:
        """From a journal: everybody is missed, computer players sit."""
        self._company.now = now
        self._absence.miss_all()
        self._deal_if_due()
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
        return company.flush()

    def gone(self, peer: Peer, now: float) -> list[Output]:
        """The channel to ``peer`` is closed."""
        self._company.now = now
        if peer in self._company.attendance:
            self._absence.lose(peer)
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
        self._deal_if_due()  # if it could not be kept
        return self._company.flush()

    def seat_bot(self, name: str) -> list[Output]:
        """Give the last free seat to a computer player.

        Raises:
            ValueError: If no seat is free.
        """
        free = [n for n, place in enumerate(self.table.places) if place.kind == "open"]
        if not free:
            raise ValueError("no seat is free")
        self._company.change(SeatTaken(free[-1], name, "bot"))
        self._company.do(Substitute(self.table.places[free[-1]].token))
        return self._company.flush()

    def free_missed(self) -> list[Output]:
        """Before the match: nobody waits any longer for who has gone."""
        self._absence.free_missed()
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
        return self._company.flush()

    def close(self, reason: str) -> list[Output]:
        """Say goodbye to everybody."""
        for peer in self._company.attendance:
            self._company.send(peer, Bye(reason=reason))
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
            case Bye():
                self._absence.drop(peer, on_purpose=True)
            case _:
                raise ProtocolError("a message out of turn")

    def _hello(self, peer: Peer, hello: Hello) -> None:
        if hello.version != VERSION:
            older = "yours" if hello.version < VERSION else "the host's"
            self._refuse(
                peer,
                "version",
                f"the host speaks version {VERSION} of the game and your program "
                f"version {hello.version}; update {older}",
            )
        elif hello.token is None or not self._resume(peer, hello.token):
            self._seat(peer, hello.name)

    def _seat(self, peer: Peer, name: str) -> None:
        """Give ``peer`` the first free seat, if there is one."""
        places = enumerate(self.table.places)
        seat = next((n for n, place in places if place.kind == "open"), None)
        if seat is None:
            self._refuse(peer, "full", "every seat at this table is taken")
            return
        name = printable_name(name) or f"Player {seat + 1}"
        self._company.change(SeatTaken(seat, name, "person"))
        self._take(self._company.presences[seat], peer, back=False)

    def _resume(self, peer: Peer, token: str) -> bool:
        """Give ``peer`` the place its token stands for, if there is one."""
        for presence, place in zip(
            self._company.presences, self.table.places, strict=True
        ):
            if place.kind != "open" and same_token(token, place.token):
                self._take(presence, peer, back=place.kind == "person")
                return True
            if place.substitute is not None and same_token(token, place.substitute):
                presence.substitute = peer
                self._company.welcome(peer, presence, place.substitute)
                self._company.broadcast()
                self._deal_if_due()
                return True
        return False

    def _take(self, presence: Presence, peer: Peer, back: bool) -> None:
        """``peer`` sits down, or comes back."""
        for other in presence.actors:
            bye = Bye(reason="this seat was taken up from elsewhere", replaced=True)
            self._company.send(other, bye)
            self._company.hang_up(other)
        place = self.table.places[presence.seat]
        if place.substitute is not None:
            self._company.change(CameBack(presence.seat))
        presence.sits(peer)
        logger.info("= seat %d is taken", presence.seat)
        self._company.welcome(peer, presence, place.token, back)
        self._company.broadcast()
        self._deal_if_due()

    def _act(self, peer: Peer, presence: Presence, act: Act) -> None:
        if act.id <= last_act(presence, self.table):
            self._company.send(peer, self._company.update(presence, ()))
            return
        try:
            if self.table.phase == "hand" and act.seq != self.table.seq:
                raise IllegalAction(
                    "stale", "the table has changed meanwhile, look again"
                )
            events = self._company.change(Acted(presence.seat, act.id, act.action))
        except IllegalAction as error:
            presence.last_refused = act.id
            self._company.send(
                peer, Rejected(id=act.id, code=error.code, message=str(error))
            )
            return
        self._company.broadcast(events)

    def _ready(self, presence: Presence) -> None:
        ready = self.table.places[presence.seat].ready
        if self.table.phase in ("between", "ended") and not ready:
            self._company.change(SaidReady(presence.seat))
            if not self._deal_if_due():
                self._company.broadcast()

    def _refuse(
        self, peer: Peer, code: Literal["version", "full"], message: str
    ) -> None:
        self._company.send(peer, Refused(code=code, message=message))
        self._company.hang_up(peer)

    # Hands

    def _deal_if_due(self) -> bool:
        """Deal if nothing is waited for; whether it was."""
        table, presences = self.table, self._company.presences
        ready = all(place.ready for place in table.places)
        match table.phase:
            case "lobby":
                taken = all(place.kind != "open" for place in table.places)
                due = taken and all(one.peer is not None for one in presences)
            case "between" | "ended":
                everybody = all(one.actors for one in presences)
                due = ready or (table.is_void and everybody)
            case "hand":
                due = False
        if due:
            seed = table.decks.seed(table.deals)
            self._company.broadcast(self._company.change(Dealt((seed.hex(),))))
        return due
