"""
What everybody at a host's table is asked. Pure: time is an argument.

One thing is asked at a time, of the people who are there; computer players agree to
anything. Whoever asks says yes. To take something back, to void the hand or to end the
match all must agree; to go on without waiting for who is missed, more than half.
"""

from dataclasses import dataclass, field
from typing import assert_never

from peer.absence import Absence
from peer.company import Company
from peer.places import Presence
from peer.records import Acted, DealFailed, Stopped, Voided
from shared.actions import TakeBack
from shared.errors import IllegalAction
from shared.events import Event, Seat
from shared.tableview import Motion, Outcome, VoteView

OPEN = 30.0
"Seconds in which everybody has to answer."

PAUSE = 30.0
"Seconds until the same seat may ask for the same thing again, if that was declined."


@dataclass
class _Vote:
    number: int
    what: Motion
    asker: Seat
    seq: int
    "Of the table that it was asked about."

    until: float
    said: dict[Seat, bool] = field(default_factory=dict)
    outcome: Outcome = "open"
    done: int | None = None
    "The ``seq`` of the table when it was done."

    def is_lost(self, seq: int) -> bool:
        """Whether it was done behind ``seq``, or what was to be taken back was."""
        if self.done is None:
            return self.what == "undo" and self.outcome == "open" and seq < self.seq
        return seq < self.done


class Votes:
    """Sees to it that what is asked is answered, and done."""

    def __init__(self, company: Company, absence: Absence) -> None:
        self._company = company
        self._absence = absence
        self._vote: _Vote | None = None
        self._asked = 0
        self._declined: dict[tuple[Seat, Motion], float] = {}
        "Until when somebody may not ask for something again."

        company.vote, company.seat_left = self.shown, self._left

    def ask(self, presence: Presence, what: Motion) -> None:
        """The player of that seat wants something that others have to allow."""
        try:
            self._check(presence.seat, what)
        except IllegalAction as error:
            self._refuse(presence, error)
            return
        self._asked += 1
        company = self._company
        until = company.now + OPEN
        seq, seat = company.table.seq, presence.seat
        self._vote = _Vote(self._asked, what, seat, seq, until, {seat: True})
        if not self._decide():
            company.broadcast()

    def answer(self, presence: Presence, number: int, yes: bool) -> None:
        """The player of that seat agrees, or does not."""
        vote, seat = self._vote, presence.seat
        if vote is None or vote.number != number or vote.outcome != "open":
            self._refuse(presence, IllegalAction("vote_over"))
        elif seat in vote.said:
            self._refuse(presence, IllegalAction("voted"))
        else:
            vote.said[seat] = yes
            if not self._decide():
                self._company.broadcast()

    def look(self) -> None:
        """Time has passed, or the table has changed."""
        vote = self._vote
        if vote is None or vote.outcome != "open":
            return
        if self._is_pointless(vote):
            self._close("off")
        elif self._company.now >= vote.until:
            self._close("late")
        else:
            self._decide()

    def undo(self, why: str) -> None:
        """What is asked for, or what was done, is lost: it could not be kept."""
        vote, seq = self._vote, self._company.table.seq
        if vote is None or not vote.is_lost(seq):
            return
        vote.outcome, vote.done = "off", None
        asker = self._company.presences[vote.asker]
        self._refuse(asker, IllegalAction("not_kept", why=why))

    def shown(self) -> VoteView | None:
        """What is asked, or was asked last, as everybody may know it."""
        vote = self._vote
        if vote is None:
            return None
        seats = range(len(self._company.presences))
        return VoteView(
            number=vote.number,
            what=vote.what,
            asker=vote.asker,
            said=tuple(vote.said.get(seat) for seat in seats),
            voters=tuple(self._voters()),
            left=max(0, int(vote.until - self._company.now)),
            outcome=vote.outcome,
        )

    def _left(self, seat: Seat | None) -> None:
        """What that seat has said was not said by who sits there next."""
        if seat is None:  # they are counted anew
            self._vote = None
            self._declined.clear()
        elif self._vote is not None:
            self._vote.said.pop(seat, None)

    def _voters(self) -> list[Seat]:
        """The seats of the people who are there, or were until a moment ago.

        Nobody is overruled because a connection broke while something was asked.
        """
        return [one.seat for one in self._company.presences if self._counts(one)]

    def _counts(self, presence: Presence) -> bool:
        place = self._company.place(presence)
        lost = presence.is_just_lost(self._company.now) and place.substitute is None
        return place.kind == "person" and (presence.peer is not None or lost)

    def _check(self, seat: Seat, what: Motion) -> None:
        company, table = self._company, self._company.table
        if self._vote is not None and self._vote.outcome == "open":
            raise IllegalAction("vote_open")
        if company.now < self._declined.get((seat, what), company.now):
            raise IllegalAction("asked_lately")
        playing, match = table.phase == "hand", table.match
        match what:
            case "undo" if match is None or match.may_take_back(seat) == "no":
                raise IllegalAction("nothing_to_take_back")
            case "go_on" if not (playing and self._absence.waited_for()):
                raise IllegalAction("nobody_missed")
            case "void" if not playing:
                raise IllegalAction("no_hand")
            case "end" if table.phase in ("lobby", "ended"):
                raise IllegalAction("no_match")
            case "undo" | "go_on" | "void" | "end":
                pass
            case _:
                assert_never(what)

    def _is_pointless(self, vote: _Vote) -> bool:
        table = self._company.table
        if vote.asker not in self._voters():
            return True
        match vote.what:
            case "undo":
                return table.seq != vote.seq
            case "void":
                return table.phase != "hand"
            case "go_on":
                return table.phase != "hand" or not self._absence.waited_for()
            case "end":
                return table.phase in ("lobby", "ended")
            case _:
                assert_never(vote.what)

    def _decide(self) -> bool:
        """Do it if enough agree, drop it if too many do not; whether it is settled."""
        vote, voters = self._vote, self._voters()
        assert vote is not None
        yes = sum(vote.said.get(seat, False) for seat in voters)
        no = sum(not vote.said.get(seat, True) for seat in voters)
        wanted = len(voters) // 2 + 1 if vote.what == "go_on" else len(voters)
        if yes >= wanted:
            events = self._do(vote)
            vote.done = self._company.table.seq
            self._close("yes", events)
            return True
        if no > len(voters) - wanted:
            self._close("no")
            return True
        return False

    def _close(self, outcome: Outcome, events: tuple[Event, ...] = ()) -> None:
        assert self._vote is not None
        self._vote.outcome = outcome
        if outcome in ("no", "late"):
            again = self._company.now + PAUSE
            self._declined[self._vote.asker, self._vote.what] = again
        self._company.broadcast(events)

    def _do(self, vote: _Vote) -> tuple[Event, ...]:
        company = self._company
        match vote.what:
            case "undo":
                last = company.table.places[vote.asker].last_act
                back = Acted(vote.asker, last, TakeBack(agreed=True), company.at)
                return tuple(company.change(back))
            case "go_on":
                self._absence.go_on()
                return ()
            case "void":
                return tuple(company.change(Voided(())))
            case "end":
                playing = company.table.phase == "hand"
                events = company.change(Voided(())) if playing else ()
                if company.table.committed is not None:
                    company.change(DealFailed(()))
                return (*events, *company.change(Stopped()))
            case _:
                assert_never(vote.what)

    def _refuse(self, presence: Presence, error: IllegalAction) -> None:
        for peer in presence.actors:
            self._company.reject(peer, error)
