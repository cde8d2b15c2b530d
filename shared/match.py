"""Hands up to a target: who deals, who has what, who has won. No chance of its own."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from shared.actions import Action
from shared.errors import IllegalAction
from shared.events import Event, HandDealt, HandEnded, MatchEnded, Seat
from shared.ruleset import Ruleset

S = TypeVar("S")


@dataclass(frozen=True)
class Match(Generic[S]):
    """A match as a value: each step makes the next one and says what happened."""

    ruleset: Ruleset[S]
    seats: int

    dealer: Seat
    "Who dealt the last hand, or deals the first one."

    scores: tuple[int, ...]

    max_hands: int | None = None
    "The match ends after so many hands, if nobody has reached the target before."

    hands: int = 0
    "Dealt so far."

    state: S | None = None
    "The hand on the table, over or not; None before the first deal."

    winners: tuple[Seat, ...] = ()
    "Who has won; empty while the match goes on."

    @classmethod
    def new(
        cls,
        ruleset: Ruleset[S],
        seats: int,
        dealer: Seat,
        max_hands: int | None = None,
    ) -> "Match[S]":
        """A match of which nothing has been played."""
        return cls(ruleset, seats, dealer, (0,) * seats, max_hands)

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
        after = replace(self, dealer=dealer, hands=self.hands + 1, state=state)
        return after, (HandDealt(dealer, first),)

    def apply(self, seat: Seat, action: Action) -> "tuple[Match[S], tuple[Event, ...]]":
        """The match after ``action``; a hand that ends is scored.

        Raises:
            IllegalAction: If the rules forbid it; nothing has changed.
        """
        if self.state is None:
            raise IllegalAction("not_dealt", "no cards have been dealt yet")
        state, events = self.ruleset.apply(self.state, seat, action)
        after = replace(self, state=state)
        result = self.ruleset.result(state)
        if result is None:
            return after, tuple(events)
        after = after._scored(result)
        if not after.winners:
            return after, tuple(events)
        return after, (*events, MatchEnded(after.winners, after.scores))

    def again(self) -> "Match[S]":
        """A new match of the same seats; the deal goes on as if it were this one's.

        Raises:
            ValueError: If a hand is being played.
        """
        dealer = self._next_dealer()
        return Match.new(self.ruleset, self.seats, dealer, self.max_hands)

    def _next_dealer(self) -> Seat:
        if self.state is None:
            return self.dealer
        if self.result is None:
            raise ValueError("the hand is not over")
        return self.ruleset.next_dealer(self.dealer, self.result, self.seats)

    def _scored(self, result: HandEnded) -> "Match[S]":
        """The best score wins once somebody has the target, or after the last hand."""
        scores = tuple(map(sum, zip(self.scores, result.points, strict=True)))
        last = self.hands == self.max_hands
        if max(scores) < self.ruleset.target(self.seats) and not last:
            return replace(self, scores=scores)
        best = min(scores) if self.ruleset.lowest_wins else max(scores)
        winners = tuple(seat for seat, score in enumerate(scores) if score == best)
        return replace(self, scores=scores, winners=winners)
