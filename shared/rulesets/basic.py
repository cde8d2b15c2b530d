"""
Basic Rummy: draw a card, lay down, lay off, discard; the first without cards wins.

The options are in :mod:`shared.rulesets.basic_options`. Drawing is told in
``basic_stock``, what may be laid in ``basic_lays``, how a hand ends and counts in
``basic_end``; here is the turn that holds them together.
"""

from collections.abc import Sequence
from typing import Literal, TypeAlias, assert_never

from msgspec.structs import asdict, replace

from shared.actions import Action, Discard, Draw, End, LayDown, LayOff, TakeJoker
from shared.cards import CARDS, DECK, JOKERS, bits, check_held, index_of, mask_of, names
from shared.errors import IllegalAction, not_in_this_game
from shared.events import (
    Bonus,
    Discarded,
    Event,
    HandEnded,
    JokerTaken,
    LaidDown,
    LaidOff,
    Seat,
    redacted,
)
from shared.rulesets import basic_options
from shared.rulesets.basic_end import nobody_can_finish, outcome
from shared.rulesets.basic_lays import (
    can_end,
    joker_taken,
    joker_takes,
    laid_down,
    laid_off,
    lay_downs,
    lay_offs,
)
from shared.rulesets.basic_options import Options
from shared.rulesets.basic_state import State, discardable, with_hand
from shared.rulesets.basic_stock import (
    dive,
    draw_stock,
    draw_upcard,
    draws,
    renewed,
)
from shared.rulesets.basic_view import view
from shared.view import View

Step: TypeAlias = tuple[State, tuple[Event, ...]]

_Own: TypeAlias = Draw | LayDown | LayOff | TakeJoker | Discard
"The actions of this game."

_DISCARD = [Discard(card) for card in CARDS]


class Basic(Options, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Basic Rummy with its options."""

    @property
    def name(self) -> str:
        """See :class:`~shared.ruleset.Ruleset`."""
        return "basic"

    def next_dealer(self, dealer: Seat, result: HandEnded, seats: int) -> Seat:
        """The deal moves clockwise, or to the winner of two (pagat.com; Bicycle)."""
        winner = result.winner
        if self.next_deal == "winner" and seats == 2 and winner is not None:
            return winner
        return (dealer + 1) % seats

    def bonuses(self, scores: Sequence[int], wins: Sequence[int]) -> tuple[Bonus, ...]:
        """None."""
        return ()

    def result(self, state: State) -> HandEnded | None:
        """How the hand ended; None while it is played."""
        return state.result

    def deal(self, seats: int, deck: Sequence[int], dealer: Seat) -> State:
        """One card at a time from the dealer's left, then the upcard.

        The numbers of ``deck`` are the cards by deck, suit and rank, then the jokers
        (cardgames.io, Rummy: the deal; six players: pagat.com).

        Raises:
            ValueError: If so many cannot play, or the deck is not a whole one.
        """
        if seats not in self.seats or dealer not in range(seats):
            raise ValueError(f"no deal for {seats} players by seat {dealer}")
        if sorted(deck) != list(range(self.deck)):
            raise ValueError("the deck must have every card once")
        plain = DECK * self.decks
        cards = [card if card < plain else JOKERS + card - plain for card in deck]
        first, end = (dealer + 1) % seats, seats * self.size(seats)
        hands = (cards[(seat - first) % seats : end : seats] for seat in range(seats))
        return State(
            deck=bytes(deck),
            dealer=dealer,
            turn=first,
            phase="draw",
            hands=tuple(sum(1 << card for card in hand) for hand in hands),
            stock=bytes(reversed(cards[end + 1 :])),
            pile=bytes((cards[end],)),
        )

    def apply(self, state: State, seat: Seat, action: Action) -> Step:
        """The state after ``action`` and what happened.

        Raises:
            IllegalAction: If the rules forbid it; ``state`` is what it was.
        """
        if state.phase == "over":
            raise IllegalAction("hand_over", "the hand is over")
        if seat != state.turn:
            raise IllegalAction("not_your_turn", "it is not your turn")
        if not isinstance(action, _Own):
            raise not_in_this_game()
        if state.phase == "draw" and not isinstance(action, Draw):
            raise IllegalAction("draw_first", "draw a card first")
        match action:
            case Draw():
                return self._draw(state, action)
            case Discard():
                return self._discard(state, action)
            case LayDown():
                return self._lay_down(state, action)
            case LayOff():
                return self._lay_off(state, action)
            case TakeJoker():
                return self._take_joker(state, action)
            case _:
                assert_never(action)

    def _draw(self, state: State, action: Draw) -> Step:
        """One card, the first thing in a turn.

        An empty stock is judged when somebody asks for it: the upcard may be taken
        instead (pagat). The discard pile becomes the stock as often as the options say;
        then the hand is over (cardgames.io, Rummy: the draw).
        """
        if state.phase == "play":
            raise IllegalAction(
                "already_drawn", "you have drawn: lay down, lay off or discard"
            )
        if action.source == "discard":
            card = action.card
            after, drew = dive(self, state, card) if card else draw_upcard(self, state)
            return after, (drew,)
        if action.card is not None:
            raise IllegalAction(
                "face_down", "the stock lies face down: no card of it can be chosen"
            )
        if state.stock:
            after, drew = draw_stock(state)
            return after, (drew,)
        fresh = renewed(self, state)
        if fresh is None:
            return self._end(state, "exhausted")
        after, drew = draw_stock(fresh[0])
        return after, (fresh[1], drew)

    def _lay_down(self, state: State, action: LayDown) -> Step:
        """A set or a run of one's own cards, as many in a turn as the options say.

        (cardgames.io, Rummy: melding; one in a turn: pagat.com.)
        """
        cards = mask_of(action.cards)
        check_held(state.hand, cards)
        meld = self._read(action.cards)
        _check_owed(state, cards)
        if state.melded == self.melds_per_turn:
            most = _counted(state.melded, "meld")
            raise IllegalAction(
                "enough_melds", f"no more than {most} may be laid down in a turn"
            )
        event = LaidDown(state.turn, self.rules.in_order(meld), len(state.melds))
        return self._laid(laid_down(self, state, meld), event)

    def _read(self, cards: Sequence[str]) -> int:
        """The meld that ``cards`` are.

        (cardgames.io, Rummy: melds; longer runs: a house rule.)

        Raises:
            IllegalAction: If they are none.
        """
        if len(cards) < 3:
            raise IllegalAction("too_few", "a meld has at least three cards")
        indices = [index_of(card) for card in cards]
        meld = self.rules.read(indices)
        if meld:
            return meld
        run = "a run" + f" of {self.min_run} or more" * (self.min_run > 3)
        if all(index < JOKERS for index in indices):
            shown = " ".join(names(mask_of(cards)))
            raise IllegalAction("not_a_meld", f"{shown} is neither a set nor {run}")
        raise IllegalAction(
            "not_a_wild_meld",
            f"{' '.join(cards)} is neither a set nor {run}: two cards or more must be "
            "no jokers, and a run is named from low to high",
        )

    def _lay_off(self, state: State, action: LayOff) -> Step:
        """One card on a meld of the table (cardgames.io, Rummy: laying off)."""
        index, meld = self._lay_on(state, action)
        if not self.rules.accepts(meld) >> index & 1:
            raise IllegalAction(
                "does_not_fit", f"{action.card} does not fit on {self._shown(meld)}"
            )
        ends = self.rules.ends(meld) if index >= JOKERS else (None,)
        if action.end not in ends:
            raise self._wrong_end(meld, ends)
        event = LaidOff(state.turn, action.card, action.meld)
        return self._laid(laid_off(self, state, action), event)

    def _wrong_end(self, meld: int, ends: tuple[End | None, ...]) -> IllegalAction:
        if None in ends:
            return IllegalAction("no_end", "only a joker on a run goes to an end of it")
        return IllegalAction(
            "which_end",
            f"say to which end of {self._shown(meld)} the joker goes: "
            f"{' or '.join(map(str, ends))}",
        )

    def _take_joker(self, state: State, action: TakeJoker) -> Step:
        """A card in the place of a joker that stands for it; the joker to the hand.

        (Parlett.)
        """
        index, meld = self._lay_on(state, action)
        if self.joker_steal == "none":
            raise IllegalAction("joker_stays", "a joker on the table stays there")
        if not self.rules.replaces(meld) >> index & 1:
            raise IllegalAction(
                "no_such_joker",
                f"no joker in {self._shown(meld)} stands for {action.card}",
            )
        after, joker = joker_taken(self, state, action)
        event = JokerTaken(state.turn, action.card, action.meld, CARDS[joker])
        return self._laid(after, event)

    def _lay_on(self, state: State, action: LayOff | TakeJoker) -> tuple[int, int]:
        """The card to go on a meld of the table and the meld, if that may be at all.

        Anybody's meld, unless the options ask for one of one's own first (cardgames.io,
        Rummy: laying off; own meld first: Wikipedia).
        """
        index = index_of(action.card)
        check_held(state.hand, 1 << index)
        if not 0 <= action.meld < len(state.melds):
            raise IllegalAction("no_such_meld", "there is no such meld on the table")
        _check_owed(state, 1 << index)
        if state.laid_off == self.layoffs_per_turn:
            most = _counted(state.laid_off, "card")
            raise IllegalAction(
                "enough_lay_offs", f"no more than {most} may be laid off in a turn"
            )
        if self.layoff_needs_own_meld and state.turn not in state.owners:
            raise IllegalAction(
                "no_own_meld", "lay down a meld of your own before you lay off"
            )
        return index, state.melds[action.meld]

    def _laid(self, after: State, event: Event) -> Step:
        """Cards have gone to the table; with the last one the hand is won.

        (cardgames.io, Rummy: going out; with a discard: Wikipedia.)
        """
        rest = after.hand
        if not rest & ~after.taken and not can_end(self, after):
            if not rest:
                raise IllegalAction(
                    "keep_one", "keep a card: nobody goes out without a discard"
                )
            raise IllegalAction(
                "stranded",
                f"keep a card to discard: {names(rest)[0]} was taken from the "
                "discard pile this turn",
            )
        if not rest:
            return self._end(after, "went_out", event)
        return after, (event,)

    def _discard(self, state: State, action: Discard) -> Step:
        """The end of a turn; with the last card the hand is won.

        (cardgames.io, Rummy: the discard, going out.)
        """
        index = index_of(action.card)
        bit = 1 << index
        check_held(state.hand, bit)
        _check_owed(state, 0)
        if bit == state.taken:
            raise IllegalAction(
                "just_taken",
                f"{action.card} was taken from the discard pile this turn: "
                "discard another card",
            )
        after = replace(
            state,
            hands=with_hand(state, state.hand ^ bit),
            pile=state.pile + index.to_bytes(),
            taken=0,
        )
        event = Discarded(state.turn, action.card)
        if not after.hand:
            after = replace(after, face_down=self.last_discard_face_down)
            return self._end(after, "went_out", event)
        return self._pass_turn(after, event)

    def _pass_turn(self, state: State, event: Event) -> Step:
        """The next player clockwise, unless there is no point in going on.

        (cardgames.io, Rummy: stalemate; too many idle turns: own, loop guard.)
        """
        laying = state.laying
        after = replace(
            state,
            turn=(state.turn + 1) % len(state.hands),
            phase="draw",
            melded=0,
            laid_off=0,
            laid=state.laid | laying << state.turn,
            idle=0 if laying else state.idle + 1,
        )
        if after.idle >= self.max_idle_turns:
            return self._end(after, "stalemate", event)
        if self.stalemate_detection and nobody_can_finish(self, after):
            return self._end(after, "stalemate", event)
        if after.stock or self.exhaust == "at_draw":
            return after, (event,)
        fresh = renewed(self, after)
        if fresh is None:
            return self._end(after, "exhausted", event)
        return fresh[0], (event, fresh[1])

    def _end(
        self,
        state: State,
        reason: Literal["went_out", "exhausted", "stalemate"],
        *events: Event,
    ) -> Step:
        """The hand is over, whatever it has come to."""
        result = outcome(self, state, reason)
        return replace(state, phase="over", result=result), (*events, result)

    def _shown(self, meld: int) -> str:
        return " ".join(self.rules.in_order(meld))

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        """What :meth:`apply` accepts: draws, melds, lay-offs by meld, discards."""
        if seat != state.turn or state.phase == "over":
            return ()
        if state.phase == "draw":
            return draws(self, state)
        actions: list[Action] = [*lay_downs(self, state, seat)]
        actions += lay_offs(self, state, seat)
        if self.joker_steal != "none":
            actions += joker_takes(self, state, seat)
        actions += [_DISCARD[card] for card in bits(discardable(state))]
        return actions

    def view(self, state: State, seat: Seat | None) -> View:
        """What ``seat`` may know; None is a spectator."""
        return view(self, state, seat)

    def redact(self, event: Event, seat: Seat | None) -> Event:
        """``event`` as ``seat`` may hear of it."""
        return redacted(event, seat)


PRESETS: dict[str, Basic] = {
    name: Basic(**asdict(options)) for name, options in basic_options.PRESETS.items()
}


def _check_owed(state: State, cards: int) -> None:
    """What was taken for it is laid first (500 Rum, pagat.com)."""
    if state.owed & ~cards:
        raise IllegalAction(
            "lay_first",
            f"lay {names(state.owed)[0]} first: you took it out of the discard pile "
            "for that",
        )


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
