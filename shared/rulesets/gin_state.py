"""One hand of Gin Rummy as a value, and what can be read off it."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from shared.cards import NAMES, Card, bits, names, together
from shared.events import HandEnded, Seat
from shared.melds import accepts, arrangements, best_melds, deadwood, in_order, is_meld
from shared.rulesets.gin_options import Options
from shared.view import Fit, Kind, MeldView, Spread, View


class State(Struct, frozen=True):
    """One hand, secrets included. A set of cards is a mask, a pile is bytes."""

    dealer: Seat
    turn: Seat

    phase: Literal["upcard", "draw", "play", "wall", "layoff", "over"]
    "As in a view."

    hands: tuple[int, int]
    "After a knock the knocker holds what was left over."

    stock: bytes
    "The next card is the last."

    pile: bytes
    "The upcard is the last."

    limit: int
    "What may be left over to knock in this hand."

    doubled: bool
    "The first upcard makes this hand count twice."

    passes: int = 0
    "How many have passed the first upcard; 2 until the stock is drawn from."

    taken: int = 0
    "The card taken from the discard pile this turn, as a mask; 0: none."

    upcard_draws: int = 0
    "How often the upcard was taken, the opening not counted."

    returned: int = 0
    "Turns in a row in which the card that was taken was discarded."

    must_knock: bool = False
    "The last discard was taken, which is for a knock."

    knocker: Seat | None = None

    melds: tuple[int, ...] = ()
    "The knocker's, with what was laid off."

    big_gin: bool = False
    "The knock left no card to discard."

    result: HandEnded | None = None

    @property
    def hand(self) -> int:
        """The cards of the seat whose turn it is."""
        return self.hands[self.turn]


def with_hand(state: State, hand: int) -> tuple[int, int]:
    """The hands when the seat whose turn it is holds ``hand``."""
    return (state.hands[0], hand) if state.turn else (hand, state.hands[1])


def locked(rules: Options, taken: int) -> int:
    """The card that may not be discarded, when ``taken`` was taken, as a mask.

    (pagat.com, Gin Rummy: the play; not in OpenSpiel.)
    """
    return taken if rules.redraw_discard_forbidden else 0


def may_knock(hand: int, limit: int) -> bool:
    """Whether it is worth a look: no card that is discarded counts more than 10."""
    return deadwood(hand) <= limit + 10


def knock_discards(hand: int, held_back: int, limit: int) -> list[int]:
    """The cards, as masks, whose discard leaves no more than ``limit``, but one.

    (pagat.com, Gin Rummy: knocking.)
    """
    if not may_knock(hand, limit):
        return []
    allowed = (1 << index for index in bits(hand & ~held_back))
    return [card for card in allowed if deadwood(hand ^ card) <= limit]


def ways_to_knock(rules: Options, state: State) -> list[int]:
    """What whose turn it is may discard to knock, as masks; 0 is big gin.

    (pagat.com, Gin Rummy: knocking; big gin: cardgames.io.)
    """
    cards = knock_discards(state.hand, locked(rules, state.taken), state.limit)
    if cards and rules.big_gin_bonus != "off" and deadwood(state.hand) == 0:
        cards.append(0)
    return cards


def can_take_last(rules: Options, state: State) -> bool:
    """Whether the upcard lets whose turn it is knock (50th-card rule)."""
    upcard = 1 << state.pile[-1]
    hand = state.hand | upcard
    return bool(knock_discards(hand, locked(rules, upcard), state.limit))


def knocks(rules: Options, state: State) -> list[tuple[int, tuple[int, ...]]]:
    """Every way to knock: a discard and melds that leave no more than the limit.

    (pagat.com, Gin Rummy: knocking.)
    """
    return [
        (card, melds)
        for card in ways_to_knock(rules, state)
        for melds in arrangements(state.hand ^ card, state.limit if card else 0)
    ]


def lay_offs(state: State, seat: Seat) -> list[tuple[int, int]]:
    """The cards, as indices, that ``seat`` may lay off, each behind a meld's place.

    (pagat.com, Gin Rummy: laying off.)
    """
    if state.phase != "layoff" or seat == state.knocker:
        return []
    hand = state.hands[seat]
    return [
        (place, index)
        for place, meld in enumerate(state.melds)
        if (cards := accepts(meld) & hand)
        for index in bits(cards)
    ]


def shown(melds: Sequence[int]) -> tuple[tuple[Card, ...], ...]:
    """Melds as everybody sees them."""
    return tuple(in_order(meld) for meld in melds)


def view(rules: Options, state: State, seat: Seat | None) -> View:
    """What ``seat`` may know; None is a spectator."""
    over = state.phase == "over"
    acting = seat == state.turn and not over
    playing = acting and state.phase == "play"
    hand = 0 if seat is None else state.hands[seat]
    spreads = _spreads(rules, state) if playing else ()
    fits = () if seat is None else lay_offs(state, seat)
    knocker = state.knocker
    face_down = knocker is not None and not state.big_gin
    return View(
        seat=seat,
        turn=None if over else state.turn,
        phase=state.phase,
        dealer=state.dealer,
        held=together(hand),
        counts=tuple(held.bit_count() for held in state.hands),
        stock=len(state.stock),
        upcard=NAMES[state.pile[-1]] if state.pile and not face_down else None,
        discards=len(state.pile),
        melds=()
        if knocker is None
        else tuple(MeldView(knocker, in_order(meld)) for meld in state.melds),
        can=_kinds(rules, state, spreads, bool(fits)) if acting else (),
        may_lay_off=tuple(Fit(NAMES[index], place) for place, index in fits),
        must_keep=names(locked(rules, state.taken)) if playing else (),
        knock_limit=state.limit,
        deadwood=deadwood(hand) if acting else 0,
        matched=shown(best_melds(hand)) if acting else (),
        may_knock=spreads,
        unmatched=() if knocker is None else names(state.hands[knocker]),
        result=state.result,
    )


def _kinds(
    rules: Options, state: State, spreads: Sequence[Spread], fits: bool
) -> tuple[Kind, ...]:
    """The kinds of action open to the seat whose turn it is."""
    match state.phase:
        case "upcard":
            return ("draw_discard", "pass")
        case "draw":
            return _DRAW[:1] if state.passes == 2 else _DRAW
        case "play":
            kinds: list[Kind] = [] if state.must_knock else ["discard"]
            kinds += ["knock"] if spreads else []
            kinds += ["big_gin"] if spreads and spreads[-1].discard is None else []
            return tuple(kinds)
        case "wall":
            return _TAKE[not can_take_last(rules, state) :]
        case "layoff":
            return ("lay_off", "pass") if fits else ("pass",)
        case "over":
            return ()


_DRAW: tuple[Kind, ...] = ("draw_stock", "draw_discard")
_TAKE: tuple[Kind, ...] = ("draw_discard", "pass")


def _spreads(rules: Options, state: State) -> tuple[Spread, ...]:
    """For each discard the melds that leave least; no run is shown in pieces."""
    found = []
    for card in ways_to_knock(rules, state):
        rest = state.hand ^ card
        least = deadwood(rest)
        found += [
            Spread(names(card)[0] if card else None, shown(melds), least)
            for melds in arrangements(rest, least)
            if not _in_pieces(melds)
        ]
    return tuple(found)


def _in_pieces(melds: Sequence[int]) -> bool:
    return any(
        is_meld(one | other)
        for place, one in enumerate(melds)
        for other in melds[place + 1 :]
    )
