"""Drawing in Basic Rummy, and what happens when the stock has run out."""

from msgspec.structs import replace

from shared.actions import Draw
from shared.cards import CARDS, Card, index_of
from shared.errors import IllegalAction
from shared.events import Drew, Recycled
from shared.piles import can_recycle, recycled
from shared.rulesets.basic_lays import can_lay_at_once
from shared.rulesets.basic_options import Options
from shared.rulesets.basic_state import State, with_hand

STOCK, UPCARD = Draw("stock"), Draw("discard")
_DIVE = [Draw("discard", card) for card in CARDS]
_DRAWS: dict[bool, list[Draw]] = {True: [STOCK, UPCARD], False: [STOCK]}


def draws(options: Options, state: State) -> list[Draw]:
    """The ways to draw: the stock, the upcard, cards below it from the top down.

    (cardgames.io, Rummy: the draw; below the upcard: 500 Rum, pagat.com.)
    """
    ways = _DRAWS[bool(state.pile)]
    return [*ways, *dives(options, state)] if options.discard_dive else ways


def dives(options: Options, state: State) -> list[Draw]:
    """The ways to draw a card from below the upcard (500 Rum, pagat.com)."""
    if not options.discard_dive:
        return []
    found, hand = [], state.hand
    for place, card in enumerate(reversed(state.pile)):
        hand |= 1 << card
        if place and can_lay_at_once(options, state, hand, card):
            found.append(_DIVE[card])
    return found


def draw_stock(state: State) -> tuple[State, Drew]:
    """The next card of the stock, which has one (cardgames.io, Rummy: the draw)."""
    card = state.stock[-1]
    hands = with_hand(state, state.hand | 1 << card)
    after = replace(state, phase="play", hands=hands, stock=state.stock[:-1])
    return after, Drew(state.turn, "stock", CARDS[card])


def draw_upcard(options: Options, state: State) -> tuple[State, Drew]:
    """The upcard, which may then not be discarded this turn.

    (cardgames.io, Rummy: the draw.)

    Raises:
        IllegalAction: If there is none.
    """
    if not state.pile:
        raise IllegalAction("pile_empty")
    card = state.pile[-1]
    after = replace(
        state,
        phase="play",
        hands=with_hand(state, state.hand | 1 << card),
        pile=state.pile[:-1],
        taken=1 << card if options.redraw_discard_forbidden else 0,
    )
    return after, Drew(state.turn, "discard", CARDS[card])


def dive(options: Options, state: State, card: Card) -> tuple[State, Drew]:
    """A card of the discard pile, with all above it (500 Rum, pagat.com).

    It has to be laid at once, on its own or with cards of the hand; what comes with it
    may be kept or discarded. The upcard is drawn as ever.

    Raises:
        IllegalAction: If it may not be taken.
    """
    index = index_of(card)
    if state.pile[-1:] == index.to_bytes():
        return draw_upcard(options, state)
    if not options.discard_dive:
        raise IllegalAction("no_dive")
    place = state.pile.find(index)
    if place < 0:
        raise IllegalAction("not_in_pile", card=card)
    after = _dived(state, place)
    if not can_lay_at_once(options, state, after.hand, index):
        raise IllegalAction("dive_in_vain", card=card)
    above = tuple(CARDS[index] for index in state.pile[place + 1 :])
    return after, Drew(state.turn, "discard", card, above)


def _dived(state: State, place: int) -> State:
    cards = sum(1 << card for card in state.pile[place:])
    return replace(
        state,
        phase="play",
        hands=with_hand(state, state.hand | cards),
        pile=state.pile[:place],
        owed=1 << state.pile[place],
    )


def renewed(options: Options, state: State) -> tuple[State, Recycled] | None:
    """The hand with the discard pile as the new stock; None: that may not be.

    (cardgames.io, Rummy: the stock; turned over: pagat.com; twice: Basic Rummy app.)
    """
    top = options.recycle_top
    if state.recycles == options.max_recycles or not can_recycle(state.pile, top):
        return None
    times, order = state.recycles + 1, options.recycle_order
    stock, pile = recycled(state.pile, order, top, state.deck, times)
    upcard = CARDS[pile[-1]] if pile else None
    event = Recycled(len(stock), shuffled=order == "shuffle", upcard=upcard)
    return replace(state, stock=stock, pile=pile, recycles=times), event
