"""One hand of Basic Rummy as a value, and what can be read off it."""

from typing import Literal

from msgspec import Struct

from shared.cards import NAMES, bits, names
from shared.events import HandEnded, Seat
from shared.melds import FULL, accepts, has_meld, in_order, melds_in
from shared.view import Fit, Kind, MeldView, View


class State(Struct, frozen=True):
    """One hand, secrets included. A set of cards is a mask, a pile is bytes."""

    deck: bytes
    "As it was dealt; a reshuffle follows from it."

    dealer: Seat
    turn: Seat
    phase: Literal["draw", "play", "over"]
    hands: tuple[int, ...]

    stock: bytes
    "The next card is the last."

    pile: bytes
    "The upcard is the last."

    melds: tuple[int, ...] = ()

    owners: tuple[Seat, ...] = ()
    "Who laid down each meld."

    taken: int = 0
    "The card that may not be discarded this turn, as a mask; 0: none."

    laying: bool = False
    "Something was laid this turn."

    laid: int = 0
    "A bit for each seat that laid something in an earlier turn."

    recycles: int = 0
    "How often the discard pile has become the stock."

    idle: int = 0
    "Turns in a row in which nothing was laid."

    face_down: bool = False
    "The winner's last card lies face down on the discard pile."

    result: HandEnded | None = None

    @property
    def hand(self) -> int:
        """The cards of the seat whose turn it is."""
        return self.hands[self.turn]


def with_hand(state: State, hand: int) -> tuple[int, ...]:
    """The hands when the seat whose turn it is holds ``hand``."""
    return put(state.hands, state.turn, hand)


def grown(state: State, place: int, card: int) -> tuple[int, ...]:
    """The melds when ``card``, a mask, is laid off on the one at ``place``."""
    return put(state.melds, place, state.melds[place] | card)


def put(masks: tuple[int, ...], place: int, mask: int) -> tuple[int, ...]:
    """``masks`` with another one at ``place``."""
    return (*masks[:place], mask, *masks[place + 1 :])


def stranded(state: State, rest: int, melds: tuple[int, ...]) -> bool:
    """Whether a turn could not be ended with ``rest`` in hand and ``melds`` laid.

    That is so with one card left, taken from the discard pile this turn, that may not
    be discarded and fits nowhere. Whoever comes to that cannot have laid all the rest.
    """
    if not rest or rest != state.taken:
        return False
    return not any(accepts(meld) & rest for meld in melds)


def lay_downs(state: State, seat: Seat) -> list[int]:
    """The melds that ``seat`` may lay down, now or as soon as its turn comes."""
    hand = state.hands[seat]
    melds = melds_in(hand)
    if not state.taken:
        return melds
    return [
        meld for meld in melds if not stranded(state, hand ^ meld, (*state.melds, meld))
    ]


def lay_offs(state: State, seat: Seat) -> list[tuple[int, int]]:
    """The cards, as indices, that ``seat`` may lay off, each behind a meld's place."""
    hand = state.hands[seat]
    fits = [
        (place, index)
        for place, meld in enumerate(state.melds)
        if (cards := accepts(meld) & hand)
        for index in bits(cards)
    ]
    if not state.taken:
        return fits
    return [
        (place, index)
        for place, index in fits
        if not stranded(state, hand ^ 1 << index, grown(state, place, 1 << index))
    ]


def nobody_can_finish(state: State) -> bool:
    """Whether it is certain, between two turns, that nothing will be laid any more.

    That takes two things. No card outside the table fits on a meld of the table. And
    no new meld can come: either the cards outside the table hold none, or everybody
    has one card, for one card and the one drawn are no meld, and one of them must be
    discarded again. Then the table stays as it is, and with it both conditions and
    the number of cards in each hand: nobody gets rid of the last one.

    Where the cards outside the table lie makes no difference, so that a hand that goes
    on tells nothing of what is hidden. If what could help is out of reach for good,
    the empty stock ends the hand.
    """
    outside = FULL ^ sum(state.melds)
    for meld in state.melds:
        if accepts(meld) & outside:
            return False
    if all(hand.bit_count() == 1 for hand in state.hands):
        return True
    return not has_meld(outside)


def view(state: State, seat: Seat | None, recycles_left: int | None) -> View:
    """What ``seat`` may know; None is a spectator."""
    over = state.phase == "over"
    playing = state.phase == "play" and seat == state.turn
    hand = 0 if seat is None else state.hands[seat]
    melds = [] if seat is None or over else lay_downs(state, seat)
    fits = [] if seat is None or over else lay_offs(state, seat)
    shown = bool(state.pile) and not state.face_down
    return View(
        seat=seat,
        turn=None if over else state.turn,
        phase=state.phase,
        dealer=state.dealer,
        hand=names(hand),
        counts=tuple(held.bit_count() for held in state.hands),
        stock=len(state.stock),
        upcard=NAMES[state.pile[-1]] if shown else None,
        discards=len(state.pile),
        recycles_left=recycles_left,
        melds=tuple(
            MeldView(owner, in_order(meld))
            for owner, meld in zip(state.owners, state.melds, strict=True)
        ),
        can=_kinds(state, bool(melds), bool(fits)) if seat == state.turn else (),
        may_lay_down=tuple(in_order(meld) for meld in melds),
        may_lay_off=tuple(Fit(NAMES[index], place) for place, index in fits),
        must_keep=names(state.taken) if playing else (),
        result=state.result,
    )


def _kinds(state: State, melds: bool, fits: bool) -> tuple[Kind, ...]:
    """The kinds of action open to the seat whose turn it is."""
    match state.phase:
        case "over":
            return ()
        case "draw":
            return ("draw_stock", "draw_discard") if state.pile else ("draw_stock",)
        case "play":
            kinds: list[Kind] = ["lay_down"] if melds else []
            kinds += ["lay_off"] if fits else []
            kinds += ["discard"] if state.hand != state.taken else []
            return tuple(kinds)
