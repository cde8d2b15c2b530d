"""
A table as a value: what stays of it when the host's program ends. Pure.

Every change is a :data:`~peer.records.Record`, and :meth:`Table.after` is the only way
to make one. The host asks it before anything is told; whoever reads the host's journal
asks it again, and has the same table.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

from peer import records
from peer.banks import Banks
from peer.chronicle import Chronicle, read_part, shown_parts
from peer.decks import Decks
from peer.places import Place, is_not_the_same
from peer.reasoning import told
from peer.records import (
    Acted,
    Committed,
    DealFailed,
    Dealt,
    GamePicked,
    JournalError,
    MinuteRan,
    MinuteTaken,
    Record,
    RoomOpened,
    ScoresReset,
    Settled,
    Stopped,
    TableEnded,
    TableMade,
    TurnEnded,
    Verified,
    Voided,
)
from peer.sitting import reseated, seated
from shared.actions import TakeBack
from shared.errors import IllegalAction, OptionError
from shared.events import Event, HandVoided, Seat
from shared.match import Match
from shared.overtime import control_of
from shared.reasons import Why
from shared.ruleset import Ruleset, changed_options, find_ruleset
from shared.terms import USUAL, Terms
from shared.transcript import Checked, Sitting
from shared.words import say

Phase: TypeAlias = Literal["lobby", "hand", "between", "ended"]


def made(
    ruleset: Ruleset[Any],
    seats: int,
    seed: bytes,
    *,
    new_token: Callable[[], str],
    max_hands: int | None = None,
    terms: Terms = USUAL,
) -> TableMade:
    """The first record of a table; ``max_hands`` is a match, if set."""
    return TableMade(
        version=records.VERSION,
        game=ruleset.name,
        preset=ruleset.preset,
        options=changed_options(ruleset),
        seed=seed.hex(),
        tokens=tuple(new_token() for _ in range(seats)),
        max_hands=max_hands,
        terms=terms,
    )


@dataclass(frozen=True)
class Table:
    """The seats, the match, and where guests come in."""

    ruleset: Ruleset[Any]
    options: dict[str, str]
    "What differs from the preset of the ruleset."

    decks: Decks
    places: tuple[Place, ...]
    max_hands: int | None
    terms: Terms
    banks: Banks
    match: Match[Any] | None = None
    "None before the first deal."

    deals: int = 0
    seq: int = 0
    "Counts what has changed the cards."

    room: RoomOpened | None = None
    chronicle: Chronicle = Chronicle("")
    "The transcript of the match."

    committed: Committed | None = None
    "To a deal that is still to come."

    stays_closed: bool = False
    "Somebody who played in this match has left without opening the hands of it."

    whys: tuple[Why, ...] = ()
    "Why the computer players did what they did in this hand; secret until its end."

    ended: bool = False
    "The host has ended the game for everybody."

    @classmethod
    def new(cls, made: TableMade) -> "Table":
        """The table of which nothing but that is known.

        Raises:
            JournalError: If there is no such game any more.
        """
        try:
            ruleset = find_ruleset(made.game, made.preset, made.options)
        except OptionError as error:
            why = say("term.journal.game", why=str(error))
            raise JournalError(why) from None
        decks = Decks(bytes.fromhex(made.seed))
        return cls(
            ruleset,
            made.options,
            decks,
            tuple(Place(token) for token in made.tokens),
            made.max_hands,
            made.terms,
            Banks.new(control_of(made.terms.clock, ruleset), len(made.tokens)),
            chronicle=Chronicle(decks.table),
        )

    @property
    def phase(self) -> Phase:
        """Whether a hand is being played, and if not, why."""
        if self.match is None:
            return "lobby"
        if self.match.winners or self.match.stopped:
            return "ended"
        if self.match.state is None or self.match.result:
            return "between"
        return "hand"

    @property
    def turn(self) -> Seat | None:
        """Whose turn it is; None while no hand is played."""
        return None if self.match is None else self.match.turn

    @property
    def is_void(self) -> bool:
        """The last hand was void, and the next is dealt in its place."""
        match = self.match
        return match is not None and match.state is None and not match.stopped

    @property
    def is_open_to_watchers(self) -> bool:
        """Whether everybody who played in this match lets its hands be shown."""
        agreed = all(place.is_open_to_watchers for place in self.places)
        return agreed and not self.stays_closed

    def after(self, record: Record) -> tuple["Table", Sequence[Event]]:
        """The table after ``record``, and what happened in the hand.

        Raises:
            IllegalAction: If the rules forbid it.
            ValueError: If it cannot be now.
        """
        after, events = self._after(record)
        return after._remembering(self), events

    def _remembering(self, before: "Table") -> "Table":
        """This table, ``before`` it having been so: who has left does not agree."""
        if self.chronicle.matches != before.chronicle.matches:
            return replace(self, stays_closed=False)
        if self.match is None:
            return self
        left = any(
            was.kind == "person" and not was.opens and is_not_the_same(was, now)
            for was, now in zip(before.places, self.places, strict=True)
        )
        return replace(self, stays_closed=True) if left else self

    def _after(self, record: Record) -> tuple["Table", Sequence[Event]]:
        match record:
            case Acted():
                return self._acted(record)
            case TurnEnded():
                return self._timed_out(record)
            case MinuteTaken(seat):
                return replace(self, banks=self.banks.paused(seat)), ()
            case MinuteRan(rest):
                return replace(self, banks=self.banks.ran(rest)), ()
            case Committed():
                return self._committed(record), ()
            case DealFailed():
                return self._failed(record), ()
            case Dealt():
                return self._dealt(record)
            case Verified():
                return self._verified(record), ()
            case Voided(missing):
                return self._voided(missing)
            case Stopped():
                return self._stopped()
            case ScoresReset():
                return self._reset(), ()
            case Settled(terms):
                banks = self.banks.agreed(control_of(terms.clock, self.ruleset))
                return replace(self, terms=terms, banks=banks), ()
            case RoomOpened():
                return replace(self, room=record), ()
            case TableMade():
                raise ValueError("a table is made once")
            case GamePicked():
                return self._picked(record), ()
            case TableEnded():
                return replace(self, ended=True), ()
            case _:
                place = seated(self.places[record.seat], record)
                return self._at(record.seat, place), ()

    def _acted(self, acted: Acted) -> tuple["Table", Sequence[Event]]:
        if self.match is None or self.phase != "hand":
            raise IllegalAction("no_hand")
        match, events = self.match.apply(acted.seat, acted.action)
        place = replace(self.places[acted.seat], last_act=acted.id)
        chronicle = self.chronicle.did(acted.seat, acted.at, acted.action)
        table = replace(
            self._at(acted.seat, place),
            whys=self.whys + told(acted, events),
            chronicle=chronicle,
        )
        # What is taken back ends no turn: neither that one, nor the one it cuts short.
        turn = self.turn
        after = turn if isinstance(acted.action, TakeBack) else match.turn
        banks = self.banks.passed(turn, acted.spent, after)
        if acted.action != TakeBack(agreed=True):
            banks = banks.acted(acted.seat)
        return table._moved(match, events, banks), events

    def _timed_out(self, ended: TurnEnded) -> tuple["Table", Sequence[Event]]:
        seat = self.turn
        if self.match is None or seat is None:
            raise ValueError("no hand is being played")
        match, events = self.match.timed_out(ended.actions)
        chronicle = self.chronicle.timed_out(seat, ended.at, ended.actions)
        table = replace(self, chronicle=chronicle)
        banks = self.banks.passed(seat, self.banks.left[seat], match.turn)
        return table._moved(match, events, banks), events

    def _moved(
        self, match: Match[Any], events: Sequence[Event], banks: Banks
    ) -> "Table":
        """The cards have changed."""
        before, deal = self.match, self.deals - 1
        assert before is not None
        seed = self.decks.seed(deal)
        after = replace(
            self,
            match=match,
            seq=self.seq + 1,
            banks=banks,
            chronicle=self.chronicle.ended(deal, seed, before, events),
        )
        return after if after.phase == "hand" else after._nobody_ready()

    def _transcript(self, date: int) -> Chronicle:
        """What the next deal is written to."""
        chronicle, match = self.chronicle, self.match
        if chronicle.lines and not chronicle.over:
            return chronicle
        dealer = None if match is None else match.again().dealer
        seats = len(self.places)
        return chronicle.begun(self.ruleset, seats, self.max_hands, dealer, date)

    def _committed(self, committed: Committed) -> "Table":
        if self.phase == "hand" or self.committed is not None:
            raise ValueError("no deal is being prepared")
        parts = [read_part(part) for part in committed.seats]
        promise = self.decks.promise(self.deals)
        transcript = self._transcript(committed.date)
        chronicle = transcript.promised(self.deals, promise, parts)
        return replace(self, committed=committed, chronicle=chronicle)

    def _failed(self, failed: DealFailed) -> "Table":
        if self.committed is None:
            raise ValueError("nothing was committed to")
        chronicle = self.chronicle.voided(self.deals, dict(failed.missing))
        return replace(self, deals=self.deals + 1, committed=None, chronicle=chronicle)

    def _dealt(self, dealt: Dealt) -> tuple["Table", Sequence[Event]]:
        if self.committed is None:
            nobody = Committed(("declined",) * len(self.places), dealt.date)
            return self._committed(nobody)._dealt(dealt)
        root = self.decks.root(self.deals, dealt.seeds)
        seats, match = len(self.places), self.match
        if match is None:
            dealer = self.decks.first_dealer(root, seats)
            match = Match.new(self.ruleset, seats, dealer, self.max_hands)
        elif match.winners or match.stopped:
            match = match.again()
        match, events = match.deal(self.decks.deck(root, self.ruleset.deck))
        *seeds, _ = map(bytes.fromhex, dealt.seeds)
        parts = shown_parts(self.committed.seats, seeds)
        people = [Sitting(place.name, place.kind) for place in self.places]
        seq = self.seq + 1
        fresh = Banks.new(self.banks.control, seats)
        after = replace(
            self,
            match=match,
            banks=fresh if match.hands == 1 else self.banks,
            deals=self.deals + 1,
            seq=seq,
            committed=None,
            chronicle=self.chronicle.dealt(self.deals, parts, people, match, seq),
            whys=(),
        )
        return after._nobody_ready(), events

    def _verified(self, verified: Verified) -> "Table":
        deal = self.chronicle.unchecked
        if deal is None or len(verified.seats) != len(self.places):
            raise ValueError("there is nothing to verify")
        chronicle = self.chronicle.checked(Checked(deal, verified.seats))
        return replace(self, chronicle=chronicle)

    def _voided(self, missing: tuple[Seat, ...]) -> tuple["Table", Sequence[Event]]:
        if self.match is None:
            raise ValueError("no hand is being played")
        match, seq, deal = self.match.void(), self.seq + 1, self.deals - 1
        chronicle = self.chronicle.cut(deal, self.decks.seed(deal), missing)
        banks = self.banks.passed(self.turn, 0, None)
        after = replace(
            self, match=match, seq=seq, banks=banks, chronicle=chronicle, whys=()
        )
        return after._nobody_ready(), (HandVoided(missing),)

    def _stopped(self) -> tuple["Table", Sequence[Event]]:
        if self.match is None or self.committed is not None:
            raise ValueError("there is no match to stop")
        match, ended = self.match.stop()
        chronicle = self.chronicle.stopped(ended)
        after = replace(self, match=match, seq=self.seq + 1, chronicle=chronicle)
        return after._nobody_ready(), (ended,)

    def _reset(self) -> "Table":
        if self.match is None or self.phase == "hand":
            raise ValueError(say("term.reset.twohands"))
        if self.committed is not None:
            raise ValueError(say("term.reset.dealing"))
        match, chronicle = self.match.reset(), self.chronicle.reset()
        return replace(self, match=match, chronicle=chronicle)

    def _picked(self, picked: GamePicked) -> "Table":
        if self.phase == "hand" or self.committed is not None:
            raise ValueError("another game can be picked between two hands")
        ruleset = find_ruleset(picked.game, picked.preset, picked.options)
        return replace(
            self,
            ruleset=ruleset,
            options=picked.options,
            places=reseated(self.places, picked),
            max_hands=picked.max_hands,
            banks=Banks.new(control_of(self.terms.clock, ruleset), len(picked.seats)),
            match=None,
            chronicle=self.chronicle.left(),
            whys=(),
        )

    def _at(self, seat: Seat, place: Place) -> "Table":
        before, after = self.places[:seat], self.places[seat + 1 :]
        return replace(self, places=(*before, place, *after))

    def _nobody_ready(self) -> "Table":
        places = tuple(replace(place, ready=False) for place in self.places)
        return replace(self, places=places)


def replayed(lines: Sequence[Record], name: str) -> Table:
    """The table of a journal called ``name`` that holds these records.

    Raises:
        JournalError: If this program would not have accepted one of them.
    """
    made, *rest = lines
    if not isinstance(made, TableMade):
        raise JournalError(say("term.journal.beginning", name=name))
    table = Table.new(made)
    for number, record in enumerate(rest, 2):
        try:
            table, _ = table.after(record)
        except (IllegalAction, ValueError, IndexError) as error:
            why = say("term.journal.rules", number=number, name=name, why=str(error))
            raise JournalError(why) from None
    return table
