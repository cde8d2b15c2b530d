"""
Basic Rummy: draw a card, lay down, lay off, discard; the first without cards wins.

The options are in :mod:`shared.rulesets.basic_options`. Drawing is told in
``basic_stock``, what may be laid in ``basic_lays``, how a hand ends and counts in
``basic_end``; here is the turn that holds them together.
"""

from collections.abc import Sequence
from typing import Literal, TypeAlias, assert_never

from msgspec.structs import asdict, replace

from shared.actions import (
    Action,
    Call,
    Discard,
    Draw,
    LayDown,
    LayOff,
    Move,
    Pass,
    TakeJoker,
)
from shared.cards import CARDS, DECK, JOKERS, check_held, index_of, mask_of, names
from shared.discards import discards
from shared.errors import IllegalAction, not_in_this_game
from shared.events import (
    Bonus,
    Called,
    Discarded,
    Event,
    HandEnded,
    JokerTaken,
    LaidDown,
    LaidOff,
    Moved,
    Passed,
    Seat,
    redacted,
)
from shared.rulesets import basic_options
from shared.rulesets.basic_call import called, calls, declined, offered
from shared.rulesets.basic_checks import (
    OPTIONAL,
    check_end,
    check_fits,
    check_may_lay_off,
    check_melds_left,
    check_owed,
    check_own_meld,
    check_phase,
    meld_at,
    meld_of,
)
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
from shared.rulesets.basic_moves import check_move, moved, moves, source_of
from shared.rulesets.basic_options import Options
from shared.rulesets.basic_state import State, discardable, thrown, with_hand
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

_Own: TypeAlias = Draw | Discard | LayDown | LayOff | TakeJoker | Move | Call | Pass
"The actions of this game."

_PASS = Pass()


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
            raise IllegalAction("hand_over")
        if seat != state.turn:
            raise IllegalAction("not_your_turn")
        if not isinstance(action, _Own):
            raise not_in_this_game()
        usual = "draw" if isinstance(action, Draw) else "play"
        if state.phase != usual or isinstance(action, OPTIONAL):
            check_phase(self, state, action)
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
            case Move():
                return self._move(state, action)
            case Call():
                return self._call(state, action)
            case Pass():
                return self._decline(state)
            case _:
                assert_never(action)

    def _draw(self, state: State, action: Draw) -> Step:
        """One card, the first thing in a turn.

        An empty stock is judged when somebody asks for it: the upcard may be taken
        instead (pagat). The discard pile becomes the stock as often as the options say;
        then the hand is over (cardgames.io, Rummy: the draw).
        """
        if action.source == "discard":
            card = action.card
            after, drew = dive(self, state, card) if card else draw_upcard(self, state)
            return after, (drew,)
        if action.card is not None:
            raise IllegalAction("face_down")
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
        meld = meld_of(self, action.cards)
        check_owed(state, cards)
        check_melds_left(self, state)
        event = LaidDown(state.turn, self.rules.in_order(meld), len(state.melds))
        return self._laid(laid_down(self, state, meld), event)

    def _lay_off(self, state: State, action: LayOff) -> Step:
        """One card on a meld of the table (cardgames.io, Rummy: laying off)."""
        index, meld = self._lay_on(state, action)
        check_fits(self, meld, index)
        check_end(self, meld, index, action.end)
        event = LaidOff(state.turn, action.card, action.meld)
        return self._laid(laid_off(self, state, action), event)

    def _take_joker(self, state: State, action: TakeJoker) -> Step:
        """A card in the place of a joker that stands for it; the joker to the hand.

        (Parlett.)
        """
        index, meld = self._lay_on(state, action)
        if self.joker_steal == "none":
            raise IllegalAction("joker_stays")
        if not self.rules.replaces(meld) >> index & 1:
            shown = " ".join(self.rules.in_order(meld))
            raise IllegalAction("no_such_joker", meld=shown, card=action.card)
        after, joker = joker_taken(self, state, action)
        event = JokerTaken(state.turn, action.card, action.meld, CARDS[joker])
        return self._laid(after, event)

    def _lay_on(self, state: State, action: LayOff | TakeJoker) -> tuple[int, int]:
        """The card to go on a meld of the table and the meld, if that may be at all.

        (cardgames.io, Rummy: laying off.)
        """
        index = index_of(action.card)
        check_held(state.hand, 1 << index)
        meld = meld_at(state, action.meld)
        check_owed(state, 1 << index)
        check_may_lay_off(self, state)
        return index, meld

    def _move(self, state: State, action: Move) -> Step:
        """A card of the table to another meld: see ``basic_moves`` (pagat.com)."""
        index_of(action.card)
        meld_at(state, action.meld)
        check_owed(state, 0)
        check_own_meld(self, state)
        shown = [" ".join(self.rules.in_order(meld)) for meld in state.melds]
        check_move(self, state, action, shown)
        event = Moved(state.turn, action.card, source_of(state, action), action.meld)
        return moved(self, state, action), (event,)

    def _call(self, state: State, action: Call) -> Step:
        """The card just discarded on a meld: see ``basic_call`` (Cats at Cards)."""
        index, meld = state.pile[-1], meld_at(state, action.meld)
        check_fits(self, meld, index)
        check_end(self, meld, index, action.end)
        event = Called(state.turn, CARDS[index], action.meld)
        return called(self, state, action), (event,)

    def _decline(self, state: State) -> Step:
        """Who is asked does not call rummy (Cats at Cards)."""
        event = Passed(state.turn)
        after = declined(self, state)
        return (after, (event,)) if after else self._pass_turn(state, event)

    def _laid(self, after: State, event: Event) -> Step:
        """Cards have gone to the table; with the last one the hand is won.

        (cardgames.io, Rummy: going out; with a discard: Wikipedia.)
        """
        rest = after.hand
        if not rest & ~after.taken and not can_end(self, after):
            if not rest:
                raise IllegalAction("keep_a_card")
            raise IllegalAction("stranded", card=names(rest)[0])
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
        check_owed(state, 0)
        if bit == state.taken:
            raise IllegalAction("just_taken", card=action.card)
        event = Discarded(state.turn, action.card)
        if bit == state.hand:
            after = replace(
                state,
                hands=with_hand(state, 0),
                pile=state.pile + index.to_bytes(),
                taken=0,
                face_down=self.last_discard_face_down,
            )
            return self._end(after, "went_out", event)
        after = thrown(state, index)
        asked = offered(self, after) if self.call_rummy else None
        return (asked, (event,)) if asked else self._pass_turn(after, event)

    def _pass_turn(self, state: State, event: Event) -> Step:
        """The next player clockwise, unless there is no point in going on.

        (cardgames.io, Rummy: stalemate; too many idle turns: own, loop guard.)
        """
        resume = state.resume
        turn = (state.turn + 1) % len(state.hands) if resume is None else resume
        after = replace(state, turn=turn, phase="draw", thrower=None, resume=None)
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

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        """What :meth:`apply` accepts, in this order: draws, or calls and a pass.

        Or melds, lay-offs by meld, jokers taken and cards moved likewise, discards.
        """
        if seat != state.turn or state.phase == "over":
            return ()
        if state.phase == "draw":
            return draws(self, state)
        if state.phase == "call":
            return [*calls(self, state, seat), _PASS]
        actions: list[Action] = []
        if state.phase == "play":
            actions += lay_downs(self, state, seat)
            actions += lay_offs(self, state, seat)
            if self.joker_steal != "none":
                actions += joker_takes(self, state, seat)
            if self.rearrange_melds:
                actions += moves(self, state)
        actions += discards(discardable(state))
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
