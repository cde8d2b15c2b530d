"""
What the host changes about a table that lives: its terms, its game, who has a seat.

Nobody has an identity here: who was kicked and has the code would be a newcomer like
any other. So a kick locks the room, the token of the seat is void, and whoever runs the
host makes a new code. Pure.
"""

from collections.abc import Callable
from typing import Literal, NamedTuple, assert_never

from peer.absence import Absence
from peer.clocks import Clocks
from peer.company import Company
from peer.outputs import Substitute
from peer.picking import picked
from peer.places import Place
from peer.records import HandedBack, HandedOver, SeatFreed, Settled, TableEnded
from peer.requests import (
    Change,
    End,
    HandBack,
    HandOver,
    Kick,
    Patience,
    Play,
    Settle,
)
from peer.shuffling import Shuffling
from shared.errors import IllegalAction
from shared.events import Seat
from shared.reasons import Level
from shared.ruleset import options
from shared.terms import NAMES, settled
from shared.wire import Bye, Changed

AT_ANY_TIME = frozenset({"talk", "watch", "locked"})
"The terms that say nothing about how the hand on the table goes on."


class Stand(NamedTuple):
    """The computer player that takes a seat if one is needed."""

    name: str
    level: Level | None


class Settling:
    """Does what only the one who runs the host may ask for."""

    def __init__(
        self,
        company: Company,
        absence: Absence,
        shuffling: Shuffling,
        clocks: Clocks,
        new_token: Callable[[], str],
    ) -> None:
        self._company = company
        self._absence = absence
        self._shuffling = shuffling
        self._clocks = clocks
        self._new_token = new_token

    def manage(self, wanted: Change, stand: Stand) -> None:
        """Make the change, and tell everybody.

        Raises:
            OptionError: If there is no such term, option, value or game.
            IllegalAction: If it cannot be now, or not at this seat.
        """
        match wanted:
            case Settle(name, value):
                self._settle(name, value.strip())
            case Play():
                self._pick(wanted)
            case Kick(seat):
                self._kick(seat, stand)
            case HandOver(seat):
                self._hand_over(seat, stand)
            case HandBack(seat):
                self._hand_back(seat)
            case Patience(seat, percent):
                self._place(seat)
                self._clocks.set_patience(seat, percent)
            case End():
                self._end()
            case _:
                assert_never(wanted)

    # How the table is run, and what is played

    def _settle(self, name: str, text: str) -> None:
        company = self._company
        table = company.table
        if name not in NAMES and name in options(table.ruleset):
            self._set_option(name, text)
            return
        terms = settled(table.terms, name, text)
        if table.phase == "hand" and name not in AT_ANY_TIME:
            raise IllegalAction("term_in_hand", name=name)
        if terms != table.terms:
            company.change(Settled(terms))
            self._absence.waits_anew()
            company.tell(Changed("term", name=name, value=text))
            company.broadcast()

    def _set_option(self, name: str, text: str) -> None:
        table = self._company.table
        changed = {**table.options, name: text}
        game, preset = table.ruleset.name, table.ruleset.preset
        self._pick(Play(game, preset, changed, table.max_hands))

    def _pick(self, play: Play) -> None:
        company = self._company
        record = picked(company.table, play, self._new_token)
        former = company.table.places
        self._shuffling.settle()
        company.change(record)
        for presence in company.presences:
            if presence.substitute is not None:
                company.hang_up(presence.substitute)
                presence.substitute = None
        company.reseat(record.seats)
        self._shuffling.renew()
        self._welcome_moved(former)
        company.tell(Changed("game", rules=company.rules()))
        company.broadcast()

    def _welcome_moved(self, former: tuple[Place, ...]) -> None:
        known = {place.token for place in former}
        for presence in self._company.presences:
            place = self._company.place(presence)
            if presence.peer is not None and place.token not in known:
                self._company.welcome(
                    presence.peer, presence, place.token, back=True, moved=True
                )
            elif place.kind == "person" and presence.peer is None:
                self._absence.miss(presence)

    # Who has a seat

    def _kick(self, seat: Seat, stand: Stand) -> None:
        company, name = self._company, self._person(seat).name
        if company.table.phase == "lobby":
            company.change(SeatFreed(seat, self._new_token()))
        else:
            self._seat_bot(seat, stand, may_return=False)
        if not company.table.terms.locked:
            company.change(Settled(settled(company.table.terms, "locked", "yes")))
        self._gone(seat, name, Bye("kicked"))

    def _hand_over(self, seat: Seat, stand: Stand) -> None:
        name = self._person(seat).name
        self._seat_bot(seat, stand, may_return=True)
        self._gone(seat, name, Bye("handed_over"))

    def _seat_bot(self, seat: Seat, stand: Stand, may_return: bool) -> None:
        token = self._new_token()
        record = HandedOver(seat, stand.name, stand.level, token, may_return)
        self._company.change(record)

    def _gone(self, seat: Seat, name: str, bye: Bye) -> None:
        """Its player is told why; a computer player takes the seat if it has it."""
        company = self._company
        company.dismiss(seat, bye)
        place = company.table.places[seat]
        if place.kind == "bot":
            company.do(Substitute(place.token))
        what: Literal["kicked", "handed_over"]
        what = "kicked" if bye.code == "kicked" else "handed_over"
        company.tell(Changed(what, seat=seat, name=name))
        company.broadcast()

    def _hand_back(self, seat: Seat) -> None:
        company, place = self._company, self._place(seat)
        if place.former is None:
            raise IllegalAction("nobody_to_return", seat=seat + 1)
        company.change(HandedBack(seat))
        presence = company.presences[seat]
        presence.peer, presence.substitute = None, presence.peer
        self._absence.miss(presence)
        company.tell(Changed("handed_back", seat=seat, name=place.name))
        company.broadcast()

    def _place(self, seat: Seat) -> Place:
        places = self._company.table.places
        if seat not in range(len(places)):
            raise IllegalAction("no_such_seat", seat=seat + 1)
        return places[seat]

    def _person(self, seat: Seat) -> Place:
        place = self._place(seat)
        if place.kind != "person":
            raise IllegalAction("nobody_there", seat=seat + 1)
        return place

    def _end(self) -> None:
        self._company.change(TableEnded())
        self._company.close(Bye("ended"))
