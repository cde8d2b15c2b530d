"""
What may be laid in a hand of Basic Rummy, and what the table is then.

A list for a seat that has drawn is exact. For one that waits, or has yet to draw, it
says what its cards would be good for.
"""

from functools import cache

from msgspec.structs import replace

from shared.actions import End, LayDown, LayOff, TakeJoker
from shared.cards import CARDS, INDEX, JOKERS, bits
from shared.events import Seat
from shared.meldrules import MeldRules
from shared.melds import MELDS, in_order
from shared.rulesets.basic_options import Options
from shared.rulesets.basic_state import State, put, with_hand

_LAY_DOWN = {meld: LayDown(in_order(meld)) for meld in MELDS}


@cache
def _lay_off(place: int, card: int, end: End | None) -> LayOff:
    return LayOff(CARDS[card], place, end)


def lay_downs(
    options: Options, state: State, seat: Seat, shown: bool = False
) -> list[LayDown]:
    """The melds that ``seat`` may lay down; ``shown``: one of those that look alike.

    (cardgames.io, Rummy: melding.)
    """
    hand, rules = state.hands[seat], options.rules
    first = state.taken | state.owed
    melds = rules.shown_in(hand, first) if shown else rules.melds_in(hand)
    if melds and seat == state.turn and state.phase == "play":
        melds = _now(options, state, melds)
    return [_LAY_DOWN.get(meld) or LayDown(rules.in_order(meld)) for meld in melds]


def _now(options: Options, state: State, melds: list[int]) -> list[int]:
    """Those of ``melds`` that may be laid down in this turn, as far as it has come.

    Any number (cardgames.io, Rummy: melding), or one in a turn (pagat.com, Rummy).
    """
    if state.melded == options.melds_per_turn:
        return []
    if state.owed:
        melds = [meld for meld in melds if meld & state.owed]
    spare = state.hand & ~state.taken
    return [
        meld
        for meld in melds
        if spare & ~meld or can_end(options, laid_down(options, state, meld))
    ]


def lay_offs(options: Options, state: State, seat: Seat) -> list[LayOff]:
    """The cards that ``seat`` may lay off, by meld.

    (cardgames.io, Rummy: laying off.)
    """
    rules, hand = options.rules, for_lay_offs(options, state, seat)
    found: list[LayOff] = []
    for place, meld in enumerate(state.melds):
        if cards := rules.accepts(meld) & hand:
            found += _on(rules, place, meld, cards)
    if not found or seat != state.turn or state.phase != "play":
        return found
    spare = state.hand & ~state.taken
    if spare & spare - 1:
        return found
    return [
        fit
        for fit in found
        if spare & ~(1 << INDEX[fit.card])
        or can_end(options, laid_off(options, state, fit))
    ]


def _on(rules: MeldRules, place: int, meld: int, cards: int) -> list[LayOff]:
    return [
        _lay_off(place, card, end)
        for card in bits(cards)
        for end in (rules.ends(meld) if card >= JOKERS else (None,))
    ]


def joker_takes(options: Options, state: State, seat: Seat) -> list[TakeJoker]:
    """The cards for which ``seat`` may take a joker from the table, by meld.

    (Parlett.)
    """
    if options.joker_steal == "none":
        return []
    rules, hand = options.rules, for_lay_offs(options, state, seat)
    found = [
        TakeJoker(CARDS[card], place)
        for place, meld in enumerate(state.melds)
        for card in bits(rules.replaces(meld) & hand)
    ]
    if seat != state.turn or state.phase != "play":
        return found
    return [
        take for take in found if can_end(options, joker_taken(options, state, take)[0])
    ]


def for_lay_offs(options: Options, state: State, seat: Seat) -> int:
    """The cards that ``seat`` may lay off as far as no meld is looked at.

    Anybody may lay off on any meld (cardgames.io, Rummy: laying off), or only who has
    laid down one (the application Basic Rummy); who has none has none of his own to lay
    off on.
    """
    if options.layoffs_per_turn == 0:
        return 0
    if options.layoff_needs_own_meld and seat not in state.owners:
        return 0
    if seat != state.turn or state.phase != "play":
        return state.hands[seat]
    if state.laid_off == options.layoffs_per_turn:
        return 0
    return state.owed or state.hand


def can_lay(options: Options, state: State) -> bool:
    """Whether the seat whose turn it is can lay anything.

    (cardgames.io, Rummy: the turn.)
    """
    seat = state.turn
    return bool(
        lay_downs(options, state, seat, shown=True)
        or lay_offs(options, state, seat)
        or joker_takes(options, state, seat)
    )


def can_lay_at_once(options: Options, state: State, hand: int, card: int) -> bool:
    """Whether a player who draws, and has ``hand`` then, can lay a card of it first.

    Without going through all there is to lay: what else the turn holds is no matter
    where it may end without a discard (500 Rum, pagat.com).
    """
    seat, rules = state.turn, options.rules
    if options.final_discard_required:
        hands = with_hand(state, hand)
        drawn = replace(state, phase="play", hands=hands, owed=1 << card)
        return can_lay(options, drawn)
    if rules.has_meld_with(hand, card):
        return True
    if options.layoffs_per_turn == 0:
        return False
    if options.layoff_needs_own_meld and seat not in state.owners:
        return False
    if any(rules.accepts(meld) >> card & 1 for meld in state.melds):
        return True
    steal = options.joker_steal == "natural"
    return steal and any(rules.replaces(meld) >> card & 1 for meld in state.melds)


def can_end(options: Options, state: State) -> bool:
    """Whether a turn that has come to ``state`` can be ended.

    Nobody goes out without a discard under ``final_discard_required``. And who has but
    the card that he took from the discard pile this turn cannot discard it: it must
    have a place on the table (cardgames.io, Rummy: going out; required discard:
    Wikipedia).
    """
    if not state.hand:
        return not options.final_discard_required
    return bool(state.hand & ~state.taken) or can_lay(options, state)


def laid_down(options: Options, state: State, meld: int) -> State:
    """The hand with ``meld`` on the table (cardgames.io, Rummy: melding)."""
    return replace(
        state,
        hands=with_hand(state, state.hand & ~meld),
        melds=(*state.melds, meld),
        owners=(*state.owners, state.turn),
        owed=0,
        melded=state.melded + 1,
    )


def laid_off(options: Options, state: State, fit: LayOff) -> State:
    """The hand with a card laid off that fits there.

    (cardgames.io, Rummy: laying off.)
    """
    card = INDEX[fit.card]
    meld = options.rules.grown(state.melds[fit.meld], card, fit.end)
    return replace(
        state,
        hands=with_hand(state, state.hand ^ 1 << card),
        melds=put(state.melds, fit.meld, meld),
        owed=0,
        laid_off=state.laid_off + 1,
    )


def joker_taken(options: Options, state: State, take: TakeJoker) -> tuple[State, int]:
    """The hand with a joker in the place of the card that may take it, and the joker.

    It goes to the hand and may be kept there (Parlett).
    """
    card = INDEX[take.card]
    meld, joker = options.rules.swapped(state.melds[take.meld], card)
    after = replace(
        state,
        hands=with_hand(state, state.hand ^ 1 << card | 1 << joker),
        melds=put(state.melds, take.meld, meld),
        owed=0,
        laid_off=state.laid_off + 1,
    )
    return after, joker
