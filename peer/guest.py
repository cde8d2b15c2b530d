"""
Anybody's client of a table: a person, a computer player, the host's own player.

Sans-I/O: texts in, texts out. A guest holds no rules; it keeps what the host said last.
"""

from dataclasses import dataclass, field

from peer.fair_news import Fair
from peer.mutes import Mutes
from shared.actions import Action
from shared.cards import INDEX, Card
from shared.code import is_room
from shared.errors import ProtocolError
from shared.events import Seat
from shared.reasons import Reason
from shared.tableview import TableView
from shared.tiles import INDEX as TILES
from shared.tiles import apart
from shared.view import AnyView, Spread, TileView, View
from shared.wire import (
    MAX_SENT_NAME,
    VERSION,
    Act,
    Advice,
    Bye,
    Changed,
    Hello,
    Mix,
    Ping,
    Pong,
    Ready,
    Recorded,
    Refused,
    Rejected,
    Relocated,
    Said,
    ToGuest,
    Touched,
    Update,
    Waits,
    Welcome,
    Wish,
    decode_to_guest,
    encode,
)


@dataclass
class Guest:
    """One seat's side of the conversation with the host."""

    name: str

    token: str | None = None
    "Gives a seat back that was had before; set by the host's Welcome."

    watch: bool = False
    "It wants no seat."

    seat: Seat | None = None
    "None before the host's Welcome, and for who watches."

    table: TableView | None = None
    view: AnyView | None = None
    seq: int = 0
    "Of the last update."

    pending: dict[int, Act] = field(default_factory=dict)
    "Requests the host has not answered yet, by id."

    fair: Fair | None = None
    "Its part in the joint shuffle; without one it takes none."

    mutes: Mutes = field(default_factory=Mutes)
    "Whom its player does not want to hear."

    _last_act: int = 0
    _answers: list[str] = field(default_factory=list)
    _asked_ready: bool = False
    "Ready was said and the table does not show it yet."

    _touched: int | None = None
    "The table of which it was said last that its player has begun to change it."

    _greeting: bool = False
    "Hello was said and not answered yet."

    _welcomed: bool = False

    def hello(self) -> str:
        """The first message to send on a fresh channel."""
        self._greeting = True
        name = self.name[:MAX_SENT_NAME]  # a login name can be of any length
        return encode(
            Hello(
                version=VERSION,
                name=name,
                token=self.token,
                mixes=self.fair is not None,
                watch=self.watch,
            )
        )

    def act(self, action: Action, why: Reason | None = None) -> str:
        """The message that asks for ``action`` on the table as last seen."""
        self._last_act += 1
        act = Act(id=self._last_act, seq=self.seq, action=action, why=why)
        self.pending[act.id] = act
        return encode(act)

    def repeats(self) -> list[str]:
        """What to say again on a fresh channel, once the host has welcomed us.

        Each as it was said: the host knows what it has answered already.
        """
        again: list[Act | Ready | Touched]
        again = [act for _, act in sorted(self.pending.items())]
        again += [Ready()] * self._asked_ready
        # A host that was started anew knows nothing of it.
        again += [Touched(self.seq)] * (self._touched == self.seq)
        return list(map(encode, again))

    def ready(self) -> str:
        """The message that asks for the next hand."""
        self._asked_ready = True
        return encode(Ready())

    def wish(self, wish: Wish) -> str:
        """The message that asks all who are there, or answers what was asked."""
        if isinstance(wish, Touched):
            self._touched = wish.seq
        return encode(wish)

    def bye(self) -> str:
        """The message to send before leaving on purpose."""
        return encode(Bye())

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
                self._check_seat(message)
                if self._greeting and self.fair is not None:
                    self.fair.returned()
                self._greeting, self._welcomed = False, True
                self.seat = message.seat
                self.token = message.token
                self._last_act = max(self._last_act, message.last_act)
                self._answered(message.last_act)
            case Update():
                if not self._welcomed:
                    raise ProtocolError("the host sent an update before a welcome")
                if not _coherent(message, self.seat):
                    raise ProtocolError("the host sent an update that makes no sense")
                self.seq = message.seq
                self.table = message.table
                self.view = message.view
                self.mutes.seen(message.table)
                self._answered(message.last_act)
                self._asked_ready &= self._may_be_unready(message.table, self.seat)
            case Rejected():
                self.pending.pop(message.id, None)
            case Refused() | Waits() | Changed() | Advice():
                pass
            case Said():
                if not self._is_from_somebody(message):
                    raise ProtocolError("the host passed on what nobody said")
            case Relocated(room) if not is_room(room):
                raise ProtocolError("the host sent a room that is none")
            case Relocated() | Ping() | Pong() | Bye() | Mix() | Recorded():
                pass
        self._mix(message)
        return message

    def answers(self) -> list[str]:
        """What to send the host without being asked by a player."""
        answers, self._answers = self._answers, []
        return answers

    def _mix(self, message: ToGuest) -> None:
        if self.fair is None or not self._welcomed:
            return
        if isinstance(message, Mix | Recorded | Update | Bye):
            told = self.fair.told(message, self.seat)
            self._answers += map(encode, told)

    def _is_from_somebody(self, said: Said) -> bool:
        table = self.table
        if table is None or bool(said.phrase) == bool(said.text):
            return False
        if said.seat is None:
            return bool(said.watcher)
        return 0 <= said.seat < len(table.seats)

    def _check_seat(self, welcome: Welcome) -> None:
        if (welcome.seat is None) != self.watch:
            raise ProtocolError("the host gave us what we did not ask for")
        is_new = welcome.token != self.token
        may_move = is_new and (self._greeting or welcome.moved)
        if self.seat not in (None, welcome.seat) and not may_move:
            raise ProtocolError("the host moved us to another seat")
        if is_new:
            self._start_over()

    def _start_over(self) -> None:
        """This is a seat we never had: what was asked at another means nothing here."""
        self.pending.clear()
        self._asked_ready, self._touched = False, None
        self.view, self.table, self.seq = None, None, 0

    @staticmethod
    def _may_be_unready(table: TableView, seat: Seat | None) -> bool:
        if seat is None:
            return False
        return table.phase in ("between", "ended") and not table.seats[seat].ready

    def _answered(self, last_act: int) -> None:
        for act in [act for act in self.pending if act <= last_act]:
            del self.pending[act]


def _coherent(update: Update, seat: Seat | None) -> bool:
    """Whether every seat, meld and card that ``update`` names is there.

    A screen may rely on it; whether the rules were kept is the host's to know.
    """
    table, view = update.table, update.view
    seats = range(len(table.seats))
    if seat not in (None, *seats) or len(table.scores) != len(seats):
        return False
    for why in update.whys:
        known = all(card in INDEX or card in TILES for card in why.cards)
        if why.seat not in seats or not known:
            return False
    if not _counts_all(table, seats):
        return False
    if view is None:
        return True
    return (
        view.seat == seat
        and len(view.counts) == len(seats)
        and (view.turn is None or view.turn in seats)
        and (view.result is None or len(view.result.hands) == len(seats))
        and (
            _tiles_coherent(view, seats)
            if isinstance(view, TileView)
            else _cards_coherent(view, seats)
        )
    )


def _counts_all(table: TableView, seats: range) -> bool:
    """Whether what is asked and the clocks are about the seats that there are."""
    vote, clock = table.vote, table.clock
    named: list[Seat | None] = []
    if vote is not None:
        if len(vote.said) != len(seats):
            return False
        named += [vote.asker, *vote.voters]
    if clock is not None:
        if {len(clock.left), len(clock.pauses)} != {len(seats)}:
            return False
        named += [clock.runs, clock.asked]
    return all(seat is None or seat in seats for seat in named)


def _cards_coherent(view: View, seats: range) -> bool:
    named = [view.dealer, *(meld.seat for meld in view.melds)]
    fits = [*view.may_lay_off, *view.may_take_joker]
    fits += [*view.may_move, *view.may_call]
    cards = [view.hand, view.must_keep, view.unmatched, view.pile, view.may_dive]
    cards += view.may_lay_down
    cards += [meld.cards for meld in view.melds]
    cards += [cards for spread in view.may_knock for cards in _named(spread)]
    cards += [tuple(fit.card for fit in fits)]
    cards += [(card,) for card in (view.upcard, view.must_lay) if card is not None]
    return (
        all(one in seats for one in named)
        and "".join(view.hand) == view.held
        and all(card in INDEX for group in cards for card in group)
        and all(fit.meld in range(len(view.melds)) for fit in fits)
    )


def _tiles_coherent(view: TileView, seats: range) -> bool:
    written = [view.rack, *view.table]
    return (
        all(one in seats for one in view.opened)
        and all("".join(apart(tiles)) == tiles for tiles in written)
        and all(tile in TILES for tiles in written for tile in apart(tiles))
        and 1 <= view.max_jokers <= 2
    )


def _named(spread: Spread) -> list[tuple[Card, ...]]:
    discard = () if spread.discard is None else (spread.discard,)
    return [discard, *spread.melds]
