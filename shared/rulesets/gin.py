"""
Gin Rummy: draw and discard until somebody knocks; what is left over decides.

Two players, ten cards each; melds stay in the hand until the knock. The knocker
chooses the melds and discards a card face down. Unless it is gin the opponent lays off
on those melds, card by card, and ends that with a pass; the opponent's own melds are
then counted at their best. The options tell the presets apart.
"""

from collections.abc import Sequence
from typing import Literal, TypeAlias, assert_never

from msgspec.structs import asdict, replace

from shared.actions import Action, Discard, Draw, Knock, LayOff, Pass
from shared.cards import DECK, NAMES, Card, bits, check_held, index_of, mask_of, names
from shared.discards import discards
from shared.errors import IllegalAction, not_in_this_game
from shared.events import (
    Discarded,
    Drew,
    Event,
    HandEnded,
    Knocked,
    LaidOff,
    Passed,
    Seat,
    redacted,
)
from shared.melds import MELDS, accepts, in_order, read_meld, value
from shared.rulesets import gin_options
from shared.rulesets.gin_options import HAND, Options
from shared.rulesets.gin_score import dead, settled
from shared.rulesets.gin_state import (
    State,
    can_take_last,
    knocks,
    lay_offs,
    locked,
    may_knock,
    shown,
    view,
    with_hand,
)
from shared.view import View

Step: TypeAlias = tuple[State, tuple[Event, ...]]

_Own: TypeAlias = Draw | LayOff | Discard | Pass | Knock
"The actions of this game."

_UPCARD, _PASS = Draw("discard"), Pass()
_DRAWS: tuple[Action, ...] = (Draw("stock"), _UPCARD)
_TAKE_OR_PASS: tuple[Action, ...] = (_UPCARD, _PASS)
_LAY_OFF = [[LayOff(card, place) for card in NAMES] for place in range(4)]
_PLACE = {meld: place for place, meld in enumerate(MELDS)}


class Gin(Options, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Gin Rummy with its options."""

    def deal(self, seats: int, deck: Sequence[int], dealer: Seat) -> State:
        """One card at a time from the dealer's opponent, then the upcard.

        (pagat.com, Gin Rummy: the deal.)

        Raises:
            ValueError: If so many cannot play, or the deck is not a whole one.
        """
        if seats not in self.seats or dealer not in range(seats):
            raise ValueError(f"no deal for {seats} players by seat {dealer}")
        if sorted(deck) != list(range(DECK)):
            raise ValueError("the deck must have every card once")
        end = 2 * HAND
        other = sum([1 << card for card in deck[0:end:2]])
        own = sum([1 << card for card in deck[1:end:2]])
        return State(
            dealer=dealer,
            turn=1 - dealer,
            phase="upcard",
            hands=(other, own) if dealer else (own, other),
            stock=bytes(deck[:end:-1]),
            pile=bytes((deck[end],)),
            limit=self.limit(deck[end]),
            doubled=self.doubles(deck[end]),
        )

    def result(self, state: State) -> HandEnded | None:
        """How the hand ended; None while it is played."""
        return state.result

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
        match state.phase:
            case "play":
                return self._play(state, action)
            case "draw":
                return self._draw(state, action)
            case "upcard":
                return self._upcard(state, action)
            case "wall":
                return self._wall(state, action)
            case "layoff":
                return self._layoff(state, action)
            case _:
                assert_never(state.phase)

    def _upcard(self, state: State, action: _Own) -> Step:
        """The non-dealer may take the first upcard, then the dealer (pagat.com)."""
        if action == _UPCARD:
            return _take_upcard(state)
        if action != _PASS:
            raise IllegalAction("upcard_first")
        after = replace(
            state,
            turn=1 - state.turn,
            passes=state.passes + 1,
            phase="draw" if state.passes else "upcard",
        )
        return after, (Passed(state.turn),)

    def _draw(self, state: State, action: _Own) -> Step:
        """One card, the first thing in a turn; the stock's if both have passed.

        (pagat.com, Gin Rummy: the play; upcard cap: OpenSpiel.)
        """
        if not isinstance(action, Draw):
            raise IllegalAction("draw_first")
        if action not in _DRAWS:
            raise not_in_this_game()
        if action.source == "stock":
            return _draw_stock(state)
        if state.passes == 2:
            raise IllegalAction("upcard_passed")
        draws = state.upcard_draws + 1
        if draws == self.max_upcard_draws:
            return _dead(state, "looped")
        return _take_upcard(replace(state, upcard_draws=draws))

    def _wall(self, state: State, action: _Own) -> Step:
        """The 50th-card rule: the last discard is for a knock, or the hand is dead.

        (tournament rule, 50th-card rule page.)
        """
        if action == _PASS:
            return _dead(state, "dead", Passed(state.turn))
        if action != _UPCARD:
            raise IllegalAction("last_discard")
        if not can_take_last(self, state):
            raise IllegalAction("no_knock")
        return _take_upcard(replace(state, must_knock=True))

    def _play(self, state: State, action: _Own) -> Step:
        match action:
            case Discard():
                return self._discard(state, action)
            case Knock():
                return self._knock(state, action)
            case Draw():
                raise IllegalAction("discard_or_knock")
            case Pass():
                raise IllegalAction("no_pass")
            case LayOff():
                raise IllegalAction("not_before_knock")
            case _:
                assert_never(action)

    def _discard(self, state: State, action: Discard) -> Step:
        """The end of a turn without a knock, and of the hand when the stock is low.

        (pagat.com, Gin Rummy: the play, dead hand.)
        """
        index = self._thrown(state, action.card)
        if state.must_knock:
            raise IllegalAction("must_knock")
        bit = 1 << index
        returned = state.returned + 1 if bit == state.taken else 0
        after = replace(
            state,
            turn=1 - state.turn,
            phase="draw",
            hands=with_hand(state, state.hand ^ bit),
            pile=state.pile + index.to_bytes(),
            taken=0,
            returned=returned,
        )
        event = Discarded(state.turn, action.card)
        if returned and returned == self.max_returned:
            return _dead(after, "looped", event)
        if len(state.stock) > self.stock_dead_at:
            return after, (event,)
        if self.fiftieth_card_rule:
            return replace(after, phase="wall"), (event,)
        return _dead(after, "dead", event)

    def _thrown(self, state: State, card: str) -> int:
        """The card to be discarded, an index (pagat.com, Gin Rummy: the play)."""
        index = index_of(card)
        check_held(state.hand, 1 << index)
        if locked(self, state.taken) == 1 << index:
            raise IllegalAction("just_taken", card=card)
        return index

    def _knock(self, state: State, action: Knock) -> Step:
        """The end of play: the melds go to the table, the discard lies face down.

        Against gin nothing is laid off, unless the options allow it (pagat.com, Gin
        Rummy: knocking).
        """
        melded = mask_of([card for meld in action.melds for card in meld])
        thrown = self._knocked_with(state, action.discard, melded)
        melds = sorted(map(read_meld, action.melds), key=_PLACE.__getitem__)
        rest = state.hand ^ thrown ^ melded
        left = value(rest)
        if left > state.limit:
            raise IllegalAction("too_much_left", left=left, limit=state.limit)
        after = replace(
            state,
            turn=1 - state.turn,
            phase="layoff",
            hands=with_hand(state, rest),
            pile=state.pile + bytes(bits(thrown)),
            knocker=state.turn,
            melds=tuple(melds),
            big_gin=not thrown,
        )
        event = Knocked(state.turn, action.discard, shown(melds), names(rest), left)
        if not rest and not self.layoff_against_gin:
            return _over(after, settled(self, after), event)
        return after, (event,)

    def _knocked_with(self, state: State, discard: Card | None, melded: int) -> int:
        """The card discarded to knock, as a mask; 0 for big gin.

        (pagat.com, Gin Rummy: knocking; big gin: cardgames.io.)
        """
        check_held(state.hand, melded)
        if discard is not None:
            bit = 1 << self._thrown(state, discard)
            if bit & melded:
                raise IllegalAction("card_twice", card=discard)
            return bit
        if self.big_gin_bonus == "off":
            raise IllegalAction("no_big_gin")
        if melded != state.hand:
            raise IllegalAction("not_big_gin")
        return 0

    def _layoff(self, state: State, action: _Own) -> Step:
        """The opponent lays off on the knocker's melds, and ends it with a pass.

        (pagat.com, Gin Rummy: laying off.)
        """
        if isinstance(action, Pass):
            return _over(state, settled(self, state), Passed(state.turn))
        if not isinstance(action, LayOff):
            raise IllegalAction("lay_off_or_pass")
        if action.end is not None:
            raise not_in_this_game()
        card, place = action.card, action.meld
        bit = 1 << index_of(card)
        check_held(state.hand, bit)
        if not 0 <= place < len(state.melds):
            raise IllegalAction("no_such_meld")
        meld = state.melds[place]
        if not accepts(meld) & bit:
            fits_not = " ".join(in_order(meld))
            raise IllegalAction("does_not_fit", card=card, meld=fits_not)
        after = replace(
            state,
            hands=with_hand(state, state.hand ^ bit),
            melds=(*state.melds[:place], meld | bit, *state.melds[place + 1 :]),
        )
        return after, (LaidOff(state.turn, card, place),)

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        """What :meth:`apply` accepts: draws, discards, knocks, lay-offs, passes.

        A knock is listed for each discard and each choice of melds that leaves little
        enough, the poorer ones too; melds and their cards in one order only.
        """
        if seat != state.turn:
            return ()
        match state.phase:
            case "play":
                return self._legal_plays(state)
            case "draw":
                return _DRAWS[:1] if state.passes == 2 else _DRAWS
            case "upcard":
                return _TAKE_OR_PASS
            case "wall":
                return _TAKE_OR_PASS[not can_take_last(self, state) :]
            case "layoff":
                fits = lay_offs(state, seat)
                return *(_LAY_OFF[place][card] for place, card in fits), _PASS
            case "over":
                return ()
            case _:
                assert_never(state.phase)

    def _legal_plays(self, state: State) -> list[Action]:
        hand = state.hand
        plays: list[Action] = []
        if not state.must_knock:
            plays += discards(hand & ~locked(self, state.taken))
        if may_knock(hand, state.limit):
            for card, melds in knocks(self, state):
                discard = names(card)[0] if card else None
                plays.append(Knock(discard, shown(melds)))
        return plays

    def view(self, state: State, seat: Seat | None) -> View:
        """What ``seat`` may know; None is a spectator."""
        return view(self, state, seat)

    def redact(self, event: Event, seat: Seat | None) -> Event:
        """``event`` as ``seat`` may hear of it."""
        return redacted(event, seat)


PRESETS: dict[str, Gin] = {
    name: Gin(**asdict(options)) for name, options in gin_options.PRESETS.items()
}


def _draw_stock(state: State) -> Step:
    """The next card of the stock (pagat.com, Gin Rummy: the play)."""
    index = state.stock[-1]
    after = replace(
        state,
        phase="play",
        passes=0,
        hands=with_hand(state, state.hand | 1 << index),
        stock=state.stock[:-1],
    )
    return after, (Drew(state.turn, "stock", NAMES[index]),)


def _take_upcard(state: State) -> Step:
    """The upcard, not to be discarded this turn (pagat.com, Gin Rummy: the play)."""
    index = state.pile[-1]
    after = replace(
        state,
        phase="play",
        passes=0,
        hands=with_hand(state, state.hand | 1 << index),
        pile=state.pile[:-1],
        taken=1 << index,
    )
    return after, (Drew(state.turn, "discard", NAMES[index]),)


def _dead(state: State, reason: Literal["dead", "looped"], *events: Event) -> Step:
    return _over(state, dead(state, reason), *events)


def _over(state: State, result: HandEnded, *events: Event) -> Step:
    return replace(state, phase="over", result=result), (*events, result)
