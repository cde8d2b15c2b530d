"""Hands up to a target, or a round of them: who deals, who has what, who has won."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Generic, Literal, NamedTuple, TypeVar

from shared.actions import Action, TakeBack
from shared.errors import IllegalAction
from shared.events import (
    Drew,
    Event,
    HandDealt,
    HandEnded,
    JokerTaken,
    Knocked,
    LaidDown,
    LaidOff,
    MatchEnded,
    Moved,
    Recycled,
    Seat,
    TakenBack,
    TimedOut,
)
from shared.overtime import timed_out
from shared.ruleset import Ruleset, round_of

S = TypeVar("S")

MOST_TAKEN_BACK = 10
"Actions taken back until the next hidden card is seen; or nobody need ever go on."

_FREE = (LaidDown, LaidOff, JokerTaken, Moved)
"What harms nobody when it is taken back at once: the turn goes on with it."


class Past(NamedTuple, Generic[S]):
    """A hand as it was before somebody did something that may be taken back."""

    state: S
    seat: Seat
    free: bool
    "Without asking anybody."


@dataclass(frozen=True)
class Match(Generic[S]):
    """A match as a value: each step makes the next one and says what happened."""

    ruleset: Ruleset[S]
    seats: int

    dealer: Seat
    "Who dealt the last hand, or deals the first one."

    scores: tuple[int, ...]
    "When the match is over: with the bonuses of the ruleset."

    wins: tuple[int, ...]
    "How many hands each seat has won."

    max_hands: int | None = None
    "The match is so many hands, whatever the scores; None: the ruleset says."

    hands: int = 0
    "Dealt so far."

    state: S | None = None
    "The hand on the table, over or not; None before the first deal."

    winners: tuple[Seat, ...] = ()
    "Who has won; empty while the match goes on."

    past: tuple[Past[S], ...] = ()
    "What may be gone back to, the latest last: no hidden card was seen since."

    taken_back: int = 0
    "Since then."

    stopped: bool = False
    "All agreed to end it before anybody had won."

    @classmethod
    def new(
        cls,
        ruleset: Ruleset[S],
        seats: int,
        dealer: Seat,
        max_hands: int | None = None,
    ) -> "Match[S]":
        """A match of which nothing has been played."""
        none = (0,) * seats
        return cls(ruleset, seats, dealer, none, none, max_hands)

    @property
    def round(self) -> int:
        """How many hands a match has that is a round; 0: it goes up to a target."""
        return round_of(self.ruleset, self.seats)

    @property
    def turn(self) -> Seat | None:
        """Who has to act; None while no hand is played."""
        if self.state is None:
            return None
        return self.ruleset.view(self.state, None).turn

    @property
    def result(self) -> HandEnded | None:
        """How the last hand ended; None while one is played or before the first."""
        return None if self.state is None else self.ruleset.result(self.state)

    def deal(self, deck: Sequence[int]) -> "tuple[Match[S], tuple[Event, ...]]":
        """The next hand, from the whole ``deck``.

        Raises:
            ValueError: If a hand is being played, or the match is over.
        """
        if self.winners:
            raise ValueError("the match is over")
        dealer = self._next_dealer()
        state = self.ruleset.deal(self.seats, deck, dealer)
        first = self.ruleset.view(state, None).turn
        assert first is not None, "a hand begins with somebody's turn"
        after = replace(
            self,
            dealer=dealer,
            hands=self.hands + 1,
            state=state,
            past=(),
            taken_back=0,
        )
        return after, (HandDealt(dealer, first),)

    def apply(self, seat: Seat, action: Action) -> "tuple[Match[S], tuple[Event, ...]]":
        """The match after ``action``; a hand that ends is scored.

        Raises:
            IllegalAction: If the rules forbid it; nothing has changed.
        """
        if self.state is None:
            raise IllegalAction("not_dealt")
        if isinstance(action, TakeBack):
            return self._back(seat, action)
        state, events = self.ruleset.apply(self.state, seat, action)
        return self._after(self.state, seat, state, events)._scored_if_over(events)

    def timed_out(
        self, actions: Sequence[Action]
    ) -> "tuple[Match[S], tuple[Event, ...]]":
        """The match when ``actions`` have ended a turn whose time was up.

        Raises:
            IllegalAction: If the rules forbid one of them.
            ValueError: If no hand is being played, or they are not the rest of a turn.
        """
        if self.state is None:
            raise ValueError("no hand is being played")
        state, events = timed_out(self.ruleset, self.state, actions)
        after = replace(self, state=state, past=(), taken_back=0)
        return after._scored_if_over(events)

    def _scored_if_over(
        self, events: Sequence[Event]
    ) -> "tuple[Match[S], tuple[Event, ...]]":
        result = self.result
        if result is None:
            return self, tuple(events)
        after = self._scored(result)
        if not after._is_over():
            return after, tuple(events)
        after, end = after._ended()
        return after, (*events, end)

    def may_take_back(self, seat: Seat) -> Literal["no", "asking", "freely"]:
        """Whether ``seat`` may take back what it did last, perhaps if all agree."""
        last = self.past[-1] if self.past else None
        if last is None or last.seat != seat or self.taken_back == MOST_TAKEN_BACK:
            return "no"
        return "freely" if last.free else "asking"

    def _back(
        self, seat: Seat, action: TakeBack
    ) -> "tuple[Match[S], tuple[Event, ...]]":
        if not self.past or self.past[-1].seat != seat:
            raise IllegalAction("nothing_to_take_back")
        if self.taken_back == MOST_TAKEN_BACK:
            raise IllegalAction("enough_taken_back")
        *past, last = self.past
        if not (last.free or action.agreed):
            raise IllegalAction("ask_to_take_back")
        number = self.taken_back + 1
        after = replace(self, state=last.state, past=tuple(past), taken_back=number)
        return after, (TakenBack(seat),)

    def _after(
        self, before: S, seat: Seat, state: S, events: Sequence[Event]
    ) -> "Match[S]":
        if any(map(_shows, events)):
            return replace(self, state=state, past=(), taken_back=0)
        free = all(isinstance(event, _FREE) for event in events)
        past = (*self.past, Past(before, seat, free))
        return replace(self, state=state, past=past)

    def again(self) -> "Match[S]":
        """A new match of the same seats; the deal goes on as if it were this one's.

        Raises:
            ValueError: If a hand is being played.
        """
        dealer = self._next_dealer()
        return Match.new(self.ruleset, self.seats, dealer, self.max_hands)

    def reset(self) -> "Match[S]":
        """All scores at nothing; the last hand stays on the table, the deal goes on.

        Raises:
            ValueError: If a hand is being played.
        """
        if self.state is not None and self.result is None:
            raise ValueError("the hand is not over")
        none = (0,) * self.seats
        return replace(self, scores=none, wins=none, hands=0, winners=(), stopped=False)

    def void(self) -> "Match[S]":
        """The hand on the table was not played: the next one is dealt in its place.

        Raises:
            ValueError: If no hand is being played.
        """
        if self.state is None or self.result is not None:
            raise ValueError("no hand is being played")
        return replace(self, state=None, hands=self.hands - 1, past=(), taken_back=0)

    def stop(self) -> "tuple[Match[S], MatchEnded]":
        """The match is over without a winner, between two hands.

        Raises:
            ValueError: If a hand is being played, or the match is over.
        """
        playing = self.state is not None and self.result is None
        if playing or self.winners or self.stopped:
            raise ValueError("there is nothing to stop")
        return replace(self, stopped=True), MatchEnded((), self.scores)

    def _next_dealer(self) -> Seat:
        if self.state is None:
            return self.dealer
        if self.result is None:
            raise ValueError("the hand is not over")
        return self.ruleset.next_dealer(self.dealer, self.result, self.seats)

    def _scored(self, result: HandEnded) -> "Match[S]":
        scores = tuple(map(sum, zip(self.scores, result.points, strict=True)))
        wins = tuple(
            won + (seat == result.winner) for seat, won in enumerate(self.wins)
        )
        return replace(self, scores=scores, wins=wins)

    def _is_over(self) -> bool:
        """Somebody has the target, the round is over, or this was the last hand."""
        if self.max_hands is not None:
            return self.hands == self.max_hands
        if self.round:
            return self.hands == self.round
        return max(self.scores) >= self.ruleset.target(self.seats)

    def _best(self) -> tuple[Seat, ...]:
        """Who has the best score; in a round, of those with the most hands won."""
        wins = self.wins if self.round else (0,) * self.seats
        sign = -1 if self.ruleset.lowest_wins else 1
        ranks = [
            (won, sign * score) for won, score in zip(wins, self.scores, strict=True)
        ]
        return tuple(seat for seat, rank in enumerate(ranks) if rank == max(ranks))

    def _ended(self) -> "tuple[Match[S], MatchEnded]":
        """The best win; then the bonuses are added."""
        winners = self._best()
        bonuses = tuple(self.ruleset.bonuses(self.scores, self.wins))
        scores = list(self.scores)
        for bonus in bonuses:
            scores[bonus.seat] += bonus.points
        after = replace(self, scores=tuple(scores), winners=winners)
        return after, MatchEnded(winners, after.scores, bonuses)


def _shows(event: Event) -> bool:
    """Whether somebody has seen a hidden card by it."""
    match event:
        case Drew(source="stock") | Recycled() | Knocked() | TimedOut() | HandEnded():
            return True
        case _:
            return False
