"""
Who is missed at a host's table, and what happens then. Pure: time is an argument.

Who has not been heard for some seconds is suspected to be gone, and everybody is told.
Who is gone has the seat back for the asking. Until then happens what the table was made
with: we wait, or after a while a computer player plays on, or the hand is void.
"""

import logging
from collections.abc import Callable, Collection
from dataclasses import replace

from peer.company import Company
from peer.outputs import HangUp, Substitute
from peer.places import Peer, Place, Presence
from peer.records import SeatFreed, SubstituteCalled, Voided
from peer.table import Table
from shared.wire import Bye, Ping, Rejected

logger = logging.getLogger(__name__)

LOBBY_KEEP = 60.0
"Seconds a missed player's seat is kept before the match has begun."

TRY_AGAIN = 5.0
"Seconds until computer players hear of the table again after the disk took nothing."


class Absence:
    """Sees to the seats whose players are not there."""

    def __init__(self, company: Company, new_token: Callable[[], str]) -> None:
        self._company = company
        self._new_token = new_token
        self._again: float | None = None
        "When everybody may try again what could not be kept."

    def drop(self, peer: Peer, on_purpose: bool = False) -> None:
        """Hang up on ``peer``; it left, or it should not stay."""
        self._company.do(HangUp(peer))
        self.lose(peer, on_purpose)

    def lose(self, peer: Peer, on_purpose: bool = False) -> None:
        """``peer`` is gone; its seat is kept, but not if it left before the match."""
        company = self._company
        heard = company.attendance.last_heard(peer, company.now)
        watched = peer in company.watchers
        company.forget(peer)
        presence = company.presence_of(peer)
        if presence is None:
            if watched:
                company.broadcast()
            return
        if peer == presence.substitute:
            presence.substitute = None
            presence.due = company.now + company.table.terms.absent_after
        else:
            presence.peer, presence.silent = None, False
            self.miss(presence, heard)
            logger.info("= seat %d is away", presence.seat)
        bot = company.place(presence).kind == "bot"
        if company.table.phase == "lobby" and (on_purpose or bot):
            self._free(presence)
        elif on_purpose:
            self._call_substitute(presence)
        company.broadcast()

    def miss_all(self) -> None:
        """The table comes from a journal: nobody is there yet."""
        for presence in self._company.presences:
            place = self._company.place(presence)
            if place.kind == "bot":
                self._company.do(Substitute(place.token))
            elif place.kind == "person":
                self.miss(presence)
                if place.substitute is not None:
                    self._call_substitute(presence)

    def free_missed(self) -> None:
        """Before the match: nobody waits any longer for who has gone."""
        for presence in self._company.presences:
            missed = presence.away_since is not None
            if missed and self._company.table.phase == "lobby":
                self._free(presence)
                self._company.broadcast()

    def tick(self) -> None:
        """Ask everybody, find the dead, see to who is missed for long."""
        company, now = self._company, self._company.now
        slept = company.attendance.slept(now)
        for presence in company.presences:
            presence.later(slept)
        for peer in company.attendance.dead(now):
            logger.info("x peer %d is silent", peer)
            self.drop(peer)
        if company.attendance.asks(now):
            for presence in company.presences:
                for peer in presence.actors:
                    company.send(peer, Ping())
            for peer in company.watchers:
                company.send(peer, Ping())
        self.note_silence()
        for presence in company.presences:
            if presence.due is not None and now >= presence.due:
                self._see_to(presence)
        remind = [one.is_worth_a_reminder(now) for one in company.presences]
        again = self._again is not None and now >= self._again
        if again:
            self._again = None
        if again or any(remind):
            company.broadcast()

    def miss(self, presence: Presence, since: float | None = None) -> None:
        """Its player is missed from now on, or ``since`` then."""
        table = self._company.table
        wait = LOBBY_KEEP if table.phase == "lobby" else table.terms.absent_after
        presence.away_since = self._company.now if since is None else since
        presence.due = presence.away_since + wait

    def waits_anew(self) -> None:
        """The table waits longer now, or less, for those who are missed."""
        for presence in self._company.presences:
            if presence.due is not None and presence.away_since is not None:
                self.miss(presence, presence.away_since)

    def waited_for(self) -> list[Presence]:
        """Whose players are missed, with nobody acting for them."""
        company = self._company
        return [
            one for one in company.presences if one.due is not None and not one.actors
        ]

    def go_on(self) -> None:
        """Wait no longer for who is missed: the hand is void, or computers play."""
        company = self._company
        if company.table.terms.absent == "void":
            missing = tuple(one.seat for one in self.waited_for())
            company.broadcast(company.change(Voided(missing)))
            return
        for presence in self.waited_for():
            self._call_substitute(presence)

    def note_silence(self) -> None:
        """Tell everybody who is not heard, or heard again."""
        company, changed = self._company, False
        for presence in company.presences:
            peer = presence.peer
            silent = peer is not None and company.attendance.silent(peer, company.now)
            changed |= silent != presence.silent
            presence.silent = silent
        if changed:
            company.broadcast()

    def undo(self, before: Table, why: str, unwelcomed: Collection[Peer] = ()) -> None:
        """What followed from ``before`` could not be kept: nobody was told of it."""
        undone, self._company.table = self._company.table, before
        if len(undone.places) != len(before.places):
            undone = self._seat_again(undone)
        for seat, place in enumerate(undone.places):
            self._take_back(self._company.presences[seat], place, why)
            presence = self._company.presences[seat]
            for peer in set(presence.actors) & set(unwelcomed):
                self._company.welcome_again(peer, presence)
        self._again = self._company.now + TRY_AGAIN

    def _seat_again(self, undone: Table) -> Table:
        """The table has the number of seats again that it had."""
        tokens = [place.token for place in undone.places]
        places = self._company.table.places
        was = [tokens.index(p.token) if p.token in tokens else None for p in places]
        self._company.reseat(was)
        return replace(
            undone,
            places=tuple(
                Place(place.token) if seat is None else undone.places[seat]
                for seat, place in zip(was, places, strict=True)
            ),
        )

    def _take_back(self, presence: Presence, undone: Place, why: str) -> None:
        company, place = self._company, self._company.place(presence)
        if undone.last_act > place.last_act:
            presence.last_refused = undone.last_act
            for peer in presence.actors:
                rejected = Rejected(undone.last_act, "not_kept", {"why": why})
                company.send(peer, rejected)
        if place.kind == "open" or place.token != undone.token:
            company.dismiss(presence.seat, Bye("not_kept", {"why": why}))
            presence = company.presences[presence.seat]
        if place.kind == "bot" and not presence.actors:
            company.do(Substitute(place.token))
        elif place.kind != "open" and presence.due is None and not presence.actors:
            self.miss(presence)

    def _free(self, presence: Presence) -> None:
        self._company.change(SeatFreed(presence.seat, self._new_token()))
        self._company.vacate(presence.seat)

    def _see_to(self, presence: Presence) -> None:
        """Somebody has been missed for as long as the table waits."""
        company = self._company
        bot = company.place(presence).kind == "bot"
        match company.table.phase:
            case "lobby":
                self._free(presence)
                company.broadcast()
            case _ if bot or company.table.terms.absent == "bot":
                self._call_substitute(presence)
            case "hand" if company.table.terms.absent == "void":
                missing = (one.seat for one in company.presences if not one.actors)
                company.broadcast(company.change(Voided(tuple(missing))))
            case _:
                pass  # we wait

    def _call_substitute(self, presence: Presence) -> None:
        token = self._company.place(presence).substitute
        if token is None:
            token = self._new_token()
            self._company.change(SubstituteCalled(presence.seat, token))
        presence.due = None
        self._company.do(Substitute(token))
