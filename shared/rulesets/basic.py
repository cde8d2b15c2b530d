"""
Basic Rummy: draw a card, lay down, lay off, discard; the first without cards wins.

The preset ``cgio`` is the game of cardgames.io. A player may lay down any number of
melds in a turn, and lay off on anybody's without having one. Nobody needs a discard to
go out. The discard pile is shuffled into a new stock once. The winner scores what the
others hold, twice if it all went in one turn.
"""

from collections.abc import Sequence
from typing import Literal, TypeAlias, assert_never

from msgspec import Struct
from msgspec.structs import replace

from shared.actions import Action, Discard, Draw, LayDown, LayOff
from shared.cards import DECK, NAMES, bits, check_held, index_of, mask_of, names
from shared.errors import IllegalAction, not_in_this_game
from shared.events import (
    Bonus,
    Discarded,
    Drew,
    Event,
    HandEnded,
    LaidDown,
    LaidOff,
    Recycled,
    Seat,
    redacted,
)
from shared.melds import MELDS, accepts, in_order, is_meld, value
from shared.rulesets.basic_state import (
    State,
    grown,
    lay_downs,
    lay_offs,
    nobody_can_finish,
    stranded,
    view,
    with_hand,
)
from shared.shuffle import reshuffle
from shared.view import View

Step: TypeAlias = tuple[State, tuple[Event, ...]]

_Own: TypeAlias = Draw | LayDown | LayOff | Discard
"The actions of this game."

_DRAWS: dict[bool, tuple[Action, ...]] = {
    True: (Draw("stock"), Draw("discard")),
    False: (Draw("stock"),),
}
"By whether there is an upcard."

_LAY_DOWN = {meld: LayDown(in_order(meld)) for meld in MELDS}
_LAY_OFF = [[LayOff(card, place) for card in NAMES] for place in range(DECK // 3)]
_DISCARD = [Discard(card) for card in NAMES]


class Basic(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Basic Rummy with its options.

    Raises:
        ValueError: If the options contradict each other.
    """

    preset: str

    players: tuple[int, int] = (2, 4)
    "The fewest and the most who can play."

    hand_size: tuple[int, ...] = (10, 7, 7)
    "Cards dealt to each, from the fewest players to the most."

    targets: tuple[int, ...] = (100, 200, 300)
    "The score that ends a match, from the fewest players to the most."

    redraw_discard_forbidden: bool = True
    "A card taken from the discard pile may not be discarded the same turn."

    last_discard_face_down: bool = True
    "The card that is discarded to go out is shown from its back."

    max_recycles: int | None = 1
    "How often the discard pile becomes the stock; None: always."

    stalemate_detection: bool = True
    "The hand ends as soon as it is certain that nobody can finish."

    going_rummy: Literal["off", "double"] = "double"
    "What going out in one turn is worth, with nothing laid before it."

    max_idle_turns: int = 200
    "The hand is a stalemate after so many turns in a row without anything laid."

    def __post_init__(self) -> None:
        fewest, most = self.players
        if not 2 <= fewest <= most:
            raise ValueError("the players must be two or more, the fewest first")
        counts = most - fewest + 1
        if len(self.hand_size) != counts or len(self.targets) != counts:
            raise ValueError(
                "hand_size and targets need one number for each number of players"
            )
        for seats, size in zip(self.seats, self.hand_size, strict=True):
            if not 1 <= size <= (DECK - 2) // seats:
                raise ValueError(f"{seats} players cannot have {size} cards each")
        if min(self.targets) < 1:
            raise ValueError("a target must be 1 or more")
        if self.max_recycles is not None and self.max_recycles < 0:
            raise ValueError("max_recycles must be 0 or more")
        if self.max_idle_turns < 1:
            raise ValueError("max_idle_turns must be 1 or more")

    @property
    def name(self) -> str:
        """See :class:`~shared.ruleset.Ruleset`."""
        return "basic"

    @property
    def seats(self) -> range:
        """How many can play."""
        return range(self.players[0], self.players[1] + 1)

    @property
    def deck(self) -> int:
        """How many cards :meth:`deal` expects."""
        return DECK

    def target(self, seats: int) -> int:
        """The score that ends a match of so many seats."""
        return self.targets[seats - self.players[0]]

    def next_dealer(self, dealer: Seat, result: HandEnded, seats: int) -> Seat:
        """The deal moves clockwise, whatever the hand came to."""
        return (dealer + 1) % seats

    def bonuses(self, scores: Sequence[int], wins: Sequence[int]) -> tuple[Bonus, ...]:
        """None: the points of the hands are all there is."""
        return ()

    def result(self, state: State) -> HandEnded | None:
        """How the hand ended; None while it is played."""
        return state.result

    def deal(self, seats: int, deck: Sequence[int], dealer: Seat) -> State:
        """One card at a time from the dealer's left, then the upcard.

        Raises:
            ValueError: If so many cannot play, or the deck is not a whole one.
        """
        if seats not in self.seats or dealer not in range(seats):
            raise ValueError(f"no deal for {seats} players by seat {dealer}")
        if sorted(deck) != list(range(DECK)):
            raise ValueError("the deck must have every card once")
        first = (dealer + 1) % seats
        end = seats * self.hand_size[seats - self.players[0]]
        hands = (deck[(seat - first) % seats : end : seats] for seat in range(seats))
        return State(
            deck=bytes(deck),
            dealer=dealer,
            turn=first,
            phase="draw",
            hands=tuple(sum(1 << card for card in hand) for hand in hands),
            stock=bytes(reversed(deck[end + 1 :])),
            pile=bytes((deck[end],)),
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
            case _:
                assert_never(action)

    def _draw(self, state: State, action: Draw) -> Step:
        """One card, the first thing in a turn.

        An empty stock is judged when somebody asks for it: the upcard may be taken
        instead. The discard pile becomes the stock as often as the options say; then
        the hand is over.
        """
        if state.phase == "play":
            raise IllegalAction(
                "already_drawn", "you have drawn: lay down, lay off or discard"
            )
        if action.source == "discard":
            return self._draw_discard(state)
        if state.stock:
            return _draw_stock(state)
        if not state.pile or state.recycles == self.max_recycles:
            return self._end(state, "exhausted")
        after, events = _draw_stock(_recycle(state))
        return after, (Recycled(cards=len(state.pile), shuffled=True), *events)

    def _draw_discard(self, state: State) -> Step:
        """The upcard, which may then not be discarded this turn."""
        if not state.pile:
            raise IllegalAction(
                "pile_empty", "the discard pile is empty: draw from the stock"
            )
        index = state.pile[-1]
        after = replace(
            state,
            phase="play",
            hands=with_hand(state, state.hand | 1 << index),
            pile=state.pile[:-1],
            taken=1 << index if self.redraw_discard_forbidden else 0,
        )
        return after, (Drew(state.turn, "discard", NAMES[index]),)

    def _lay_down(self, state: State, action: LayDown) -> Step:
        """A set or a run of one's own cards, as many as one likes in a turn."""
        meld = mask_of(action.cards)
        check_held(state.hand, meld)
        shown = names(meld)
        if len(shown) < 3:
            raise IllegalAction("too_few", "a meld has at least three cards")
        if not is_meld(meld):
            raise IllegalAction(
                "not_a_meld", f"{' '.join(shown)} is neither a set nor a run"
            )
        after = replace(state, owners=(*state.owners, state.turn))
        event = LaidDown(state.turn, in_order(meld), len(state.melds))
        return self._lay(after, meld, (*state.melds, meld), event)

    def _lay_off(self, state: State, action: LayOff) -> Step:
        """One card on anybody's meld, whether or not one has laid down any."""
        card, place = action.card, action.meld
        bit = 1 << index_of(card)
        check_held(state.hand, bit)
        if not 0 <= place < len(state.melds):
            raise IllegalAction("no_such_meld", "there is no such meld on the table")
        meld = state.melds[place]
        if not accepts(meld) & bit:
            raise IllegalAction(
                "does_not_fit", f"{card} does not fit on {' '.join(in_order(meld))}"
            )
        event = LaidOff(state.turn, card, place)
        return self._lay(state, bit, grown(state, place, bit), event)

    def _lay(
        self, state: State, cards: int, melds: tuple[int, ...], event: Event
    ) -> Step:
        """Cards go to the table; with the last one the hand is won."""
        rest = state.hand ^ cards
        if stranded(state, rest, melds):
            raise IllegalAction(
                "stranded",
                f"keep a card to discard: {names(rest)[0]} was taken from the "
                "discard pile this turn",
            )
        hands = with_hand(state, rest)
        after = replace(state, hands=hands, melds=melds, laying=True)
        if not rest:
            return self._end(after, "went_out", event)
        return after, (event,)

    def _discard(self, state: State, action: Discard) -> Step:
        """The end of a turn; with the last card the hand is won."""
        index = index_of(action.card)
        bit = 1 << index
        check_held(state.hand, bit)
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
        """The next player clockwise, unless there is no point in going on."""
        after = replace(
            state,
            turn=(state.turn + 1) % len(state.hands),
            phase="draw",
            laying=False,
            laid=state.laid | state.laying << state.turn,
            idle=0 if state.laying else state.idle + 1,
        )
        if after.idle >= self.max_idle_turns:
            return self._end(after, "stalemate", event)
        if self.stalemate_detection and nobody_can_finish(after):
            return self._end(after, "stalemate", event)
        return after, (event,)

    def _end(
        self,
        state: State,
        reason: Literal["went_out", "exhausted", "stalemate"],
        *events: Event,
    ) -> Step:
        """The winner takes what the others hold; without a winner nobody scores."""
        winner = state.turn if reason == "went_out" else None
        rummy = (
            self.going_rummy == "double"
            and winner is not None
            and not state.laid >> winner & 1
        )
        total = sum(value(hand) for hand in state.hands) * (2 if rummy else 1)
        result = HandEnded(
            reason=reason,
            winner=winner,
            going_rummy=rummy,
            points=tuple(
                total if seat == winner else 0 for seat in range(len(state.hands))
            ),
            hands=tuple(names(hand) for hand in state.hands),
        )
        return replace(state, phase="over", result=result), (*events, result)

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        """What :meth:`apply` accepts: draws, melds, lay-offs by meld, discards."""
        if seat != state.turn or state.phase == "over":
            return ()
        if state.phase == "draw":
            return _DRAWS[bool(state.pile)]
        actions: list[Action] = [_LAY_DOWN[meld] for meld in lay_downs(state, seat)]
        actions += [_LAY_OFF[place][card] for place, card in lay_offs(state, seat)]
        actions += [_DISCARD[card] for card in bits(state.hand & ~state.taken)]
        return actions

    def view(self, state: State, seat: Seat | None) -> View:
        """What ``seat`` may know; None is a spectator."""
        most = self.max_recycles
        return view(state, seat, None if most is None else most - state.recycles)

    def redact(self, event: Event, seat: Seat | None) -> Event:
        """``event`` as ``seat`` may hear of it."""
        return redacted(event, seat)


PRESETS: dict[str, Basic] = {"cgio": Basic(preset="cgio")}


def _draw_stock(state: State) -> Step:
    index = state.stock[-1]
    hands = with_hand(state, state.hand | 1 << index)
    after = replace(state, phase="play", hands=hands, stock=state.stock[:-1])
    return after, (Drew(state.turn, "stock", NAMES[index]),)


def _recycle(state: State) -> State:
    """The whole discard pile, the upcard with it, is shuffled and becomes the stock."""
    recycles = state.recycles + 1
    stock = reshuffle(state.pile, state.deck, recycles)[::-1]
    return replace(state, stock=stock, pile=b"", recycles=recycles)
