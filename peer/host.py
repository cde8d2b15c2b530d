"""
The host's authority over a table. Sans-I/O: texts in, outputs out, time an argument.

Guests are not trusted. One that breaks the protocol is hung up on and its seat is kept;
one that breaks the rules is told why and play goes on. The host's own player and the
computer players are guests like any other, over a :class:`~peer.channel.MemoryChannel`.

Every accepted action brings each seat the events (the story) and its whole view (the
truth). ``seq`` counts the actions, so a request made on an older table is refused.
"""

import logging
from collections.abc import Callable, Sequence
from typing import Any, Literal

from peer.decks import Decks
from peer.outputs import HangUp, Output, Send, Substitute
from peer.places import Peer, Place, printable_name, same_token
from shared.errors import IllegalAction, ProtocolError
from shared.events import Event, Seat
from shared.match import Match
from shared.ruleset import Ruleset, changed_options, round_of
from shared.view import AnyView
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
    TableView,
    ToGuest,
    ToHost,
    Update,
    Welcome,
    decode_to_host,
    encode,
)

logger = logging.getLogger(__name__)

DEAD = 12.0
"Seconds of silence after which a connection counts as gone."

CLOCK_GAP = 5.0
"Seconds between two ticks that mean this machine slept: nobody is blamed for them."

SUBSTITUTE_AFTER = 60.0
"Seconds a seat stays empty before a computer player plays for it."


class Host:
    """One table: its seats, its match, and who may do what."""

    def __init__(
        self,
        ruleset: Ruleset[Any],
        seats: int,
        seed: bytes,
        *,
        new_token: Callable[[], str],
        max_hands: int | None = None,
        substitute_after: float = SUBSTITUTE_AFTER,
    ) -> None:
        """``seed`` decides every deal; ``max_hands`` is a match, if set."""
        self._ruleset = ruleset
        self._options = changed_options(ruleset)
        self._decks = Decks(seed)
        self._new_token = new_token
        self._max_hands = max_hands
        self._substitute_after = substitute_after
        self._seats = [Place(new_token()) for _ in range(seats)]
        self._heard: dict[Peer, float] = {}
        "When each peer was heard last; one without a seat counts from its coming."

        self._outputs: list[Output] = []
        self._match: Match[Any] | None = None
        self._seq = 0
        self._last_tick: float | None = None

    # What the one who runs the host calls. Each returns what to do next.

    def connected(self, peer: Peer, now: float) -> None:
        """A channel to ``peer`` is open; it has to say hello."""
        self._heard[peer] = now

    def received(self, peer: Peer, text: str, now: float) -> list[Output]:
        """``peer`` sent ``text``."""
        if peer not in self._heard:
            return []
        try:
            self._handle(peer, decode_to_host(text), now)
            if peer in self._heard and self._seat_of(peer) is not None:
                self._heard[peer] = now
        except ProtocolError as error:
            logger.info("x peer %d broke the protocol", peer)
            logger.debug("x peer %d: %s", peer, error)
            self._drop(peer, now)
        return self._flush()

    def gone(self, peer: Peer, now: float) -> list[Output]:
        """The channel to ``peer`` is closed."""
        if peer in self._heard:
            self._lose(peer, now)
        return self._flush()

    def suspect(self, peer: Peer, now: float) -> list[Output]:
        """There is a hint that ``peer`` may be gone: ask at once."""
        if peer in self._heard:
            self._send(peer, Ping())
        return self._flush()

    def tokens(self) -> tuple[str, ...]:
        """What gives the seats back that a person has."""
        return tuple(seat.token for seat in self._seats if seat.kind == "person")

    def tick(self, now: float) -> list[Output]:
        """Time passes: find the dead, seat substitutes for those long away."""
        if self._last_tick is not None and now - self._last_tick > CLOCK_GAP:
            self._heard = dict.fromkeys(self._heard, now)
        self._last_tick = now
        for peer, heard in list(self._heard.items()):
            if now - heard > DEAD:
                logger.info("x peer %d is silent", peer)
                self._drop(peer, now)
        for seat in self._seats:
            away = seat.away_since
            if away is not None and now - away >= self._substitute_after:
                self._call_substitute(seat)
        return self._flush()

    def seat_bot(self, name: str) -> str:
        """Give the last free seat to a computer player; it says hello with the token.

        Raises:
            ValueError: If no seat is free.
        """
        free = [seat for seat in self._seats if seat.kind == "open"]
        if not free:
            raise ValueError("no seat is free")
        seat = free[-1]
        seat.kind, seat.name = "bot", name
        return seat.token

    def free_seats(self) -> int:
        """How many seats nobody has."""
        return sum(seat.kind == "open" for seat in self._seats)

    def reset_scores(self) -> list[Output]:
        """Begin the match again from nothing.

        Raises:
            ValueError: If a hand is being played, or none has been.
        """
        if self._match is None or self._phase() == "hand":
            raise ValueError("scores can be reset between two hands")
        self._match = self._match.reset()
        self._broadcast(())
        return self._flush()

    def close(self, reason: str) -> list[Output]:
        """Say goodbye to everybody."""
        for peer in list(self._heard):
            self._send(peer, Bye(reason=reason))
            self._hang_up(peer)
        return self._flush()

    # Messages

    def _handle(self, peer: Peer, message: ToHost, now: float) -> None:
        seat = self._seat_of(peer)
        match message:
            case Ping():
                self._send(peer, Pong())
            case Pong():
                pass
            case Hello() if seat is None:
                self._hello(peer, message)
            case Act() if seat is not None:
                self._act(peer, seat, message)
            case Ready() if seat is not None:
                self._ready(seat)
            case Bye():
                self._leave(peer, now)
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
            return
        if hello.token is not None and self._resume(peer, hello.token, hello.name):
            return
        free = next((seat for seat in self._seats if seat.kind == "open"), None)
        if free is None:
            self._refuse(peer, "full", "every seat at this table is taken")
            return
        free.kind = "person"
        self._take(free, peer, hello.name)

    def _resume(self, peer: Peer, token: str, name: str) -> bool:
        """Give ``peer`` the place its token stands for, if there is one."""
        for seat in self._seats:
            if same_token(token, seat.token):
                seat.taken_before = seat.kind == "person"
                self._take(seat, peer, seat.name or name)
                return True
            if seat.substitute_token is not None and same_token(
                token, seat.substitute_token
            ):
                seat.substitute = peer
                self._welcome(seat)
                self._broadcast(())
                return True
        return False

    def _take(self, seat: Place, peer: Peer, name: str) -> None:
        """``peer`` sits down, or comes back, on ``seat``."""
        for other in seat.actors:
            self._send(other, Bye(reason="this seat was taken up from elsewhere"))
            self._hang_up(other)
        seat.name = printable_name(name) or f"Player {self._seats.index(seat) + 1}"
        seat.peer, seat.substitute, seat.substitute_token = peer, None, None
        seat.away_since = None
        logger.info("= seat %d is taken", self._seats.index(seat))
        self._welcome(seat)
        self._broadcast(())
        self._begin_if_full()

    def _act(self, peer: Peer, seat: Place, act: Act) -> None:
        if act.id <= seat.last_act:
            self._send(peer, self._update(seat, ()))
            return
        seat.last_act = act.id
        try:
            events = self._apply(self._seats.index(seat), act)
        except IllegalAction as error:
            self._send(peer, Rejected(id=act.id, code=error.code, message=str(error)))
            return
        self._seq += 1
        self._broadcast(events)

    def _apply(self, seat: Seat, act: Act) -> Sequence[Event]:
        if self._match is None or self._phase() != "hand":
            raise IllegalAction("no_hand", "no hand is being played now")
        if act.seq != self._seq:
            raise IllegalAction("stale", "the table has changed meanwhile, look again")
        self._match, events = self._match.apply(seat, act.action)
        if self._phase() != "hand":
            for other in self._seats:
                other.ready = False
        return events

    def _ready(self, seat: Place) -> None:
        if self._phase() in ("between", "ended") and not seat.ready:
            seat.ready = True
            if all(other.ready for other in self._seats):
                self._deal()
            else:
                self._broadcast(())

    def _leave(self, peer: Peer, now: float) -> None:
        seat = self._seat_of(peer)
        self._drop(peer, now)
        if seat is not None:
            self._call_substitute(seat)

    # Seats

    def _seat_of(self, peer: Peer) -> Place | None:
        return next((seat for seat in self._seats if peer in seat.actors), None)

    def _drop(self, peer: Peer, now: float) -> None:
        self._hang_up(peer)
        self._lose(peer, now)

    def _lose(self, peer: Peer, now: float) -> None:
        """``peer`` is gone; its seat is kept once the match has begun."""
        self._heard.pop(peer, None)
        seat = self._seat_of(peer)
        if seat is None:
            return
        seat.away_since = now
        if peer == seat.substitute:
            seat.substitute, seat.substitute_token = None, None
        else:
            seat.peer = None
            logger.info("= seat %d is away", self._seats.index(seat))
        if self._match is None:
            self._seats[self._seats.index(seat)] = Place(self._new_token())
        self._broadcast(())

    def _call_substitute(self, seat: Place) -> None:
        if self._match is not None and seat.substitute_token is None:
            seat.away_since = None
            seat.substitute_token = self._new_token()
            self._outputs.append(Substitute(seat.substitute_token))

    # Hands

    def _begin_if_full(self) -> None:
        if self._match is None and all(
            seat.kind != "open" and seat.peer is not None for seat in self._seats
        ):
            seats = len(self._seats)
            dealer = self._decks.first_dealer(seats)
            self._match = Match.new(self._ruleset, seats, dealer, self._max_hands)
            self._deal()

    def _deal(self) -> None:
        assert self._match is not None
        if self._match.winners:
            self._match = self._match.again()
        deck = self._decks.next(self._ruleset.deck)
        self._match, events = self._match.deal(deck)
        self._seq += 1
        for seat in self._seats:
            seat.ready = False
        self._broadcast(events)

    def _phase(self) -> Literal["lobby", "hand", "between", "ended"]:
        if self._match is None:
            return "lobby"
        if self._match.winners:
            return "ended"
        return "between" if self._match.result else "hand"

    # Outputs

    def _table(self) -> TableView:
        match = self._match
        hands = round_of(self._ruleset, len(self._seats))
        return TableView(
            game=self._ruleset.name,
            preset=self._ruleset.preset,
            phase=self._phase(),
            seats=tuple(seat.shown() for seat in self._seats),
            hand=match.hands if match else 0,
            scores=match.scores if match else (0,) * len(self._seats),
            target=self._ruleset.target(len(self._seats)),
            round=hands,
            wins=match.wins if match and hands else (),
            max_hands=self._max_hands or 0,
            lowest_wins=self._ruleset.lowest_wins,
            options=self._options,
        )

    def _update(self, seat: Place, events: Sequence[Event]) -> Update:
        number = self._seats.index(seat)
        return Update(
            seq=self._seq,
            last_act=seat.last_act,
            events=tuple(self._ruleset.redact(event, number) for event in events),
            table=self._table(),
            view=self._view(number),
        )

    def _view(self, seat: Seat) -> AnyView | None:
        if self._match is None or self._match.state is None:
            return None
        return self._ruleset.view(self._match.state, seat)

    def _broadcast(self, events: Sequence[Event]) -> None:
        for seat in self._seats:
            if seat.actors:
                update = self._update(seat, events)
                for peer in seat.actors:
                    self._send(peer, update)

    def _welcome(self, seat: Place) -> None:
        for peer in seat.actors:
            token = seat.token if peer == seat.peer else seat.substitute_token
            assert token is not None
            self._send(
                peer,
                Welcome(
                    version=VERSION,
                    seat=self._seats.index(seat),
                    token=token,
                    last_act=seat.last_act,
                    back=seat.taken_before,
                ),
            )

    def _refuse(
        self, peer: Peer, code: Literal["version", "full"], message: str
    ) -> None:
        self._send(peer, Refused(code=code, message=message))
        self._hang_up(peer)

    def _send(self, peer: Peer, message: ToGuest) -> None:
        self._outputs.append(Send(peer, encode(message)))

    def _hang_up(self, peer: Peer) -> None:
        self._heard.pop(peer, None)
        self._outputs.append(HangUp(peer))

    def _flush(self) -> list[Output]:
        outputs, self._outputs = self._outputs, []
        return outputs
