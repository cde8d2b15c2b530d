"""
Moving cards of the table from meld to meld (pagat.com, Rummy: no rearranging).

Pagat's 2S may leave the four twos for 3S 4S 5S, so that AS can be laid off. A card goes
straight to another meld that it fits, and what it leaves must still be a meld. Each may
be moved once in a turn, so that turns end; jokers stay. Who moves cards need not lay
any, but has to be allowed to lay off; nothing counts as laid (own).
"""

from msgspec.structs import replace

from shared.actions import Move
from shared.cards import CARDS, INDEX, JOKERS, bits
from shared.errors import IllegalAction
from shared.rulesets.basic_checks import check_fits
from shared.rulesets.basic_lays import can_end
from shared.rulesets.basic_options import Options
from shared.rulesets.basic_state import State, put

_NATURALS = (1 << JOKERS) - 1


def moves(options: Options, state: State) -> list[Move]:
    """The cards that whose turn it is may move, by the meld they go to."""
    if not options.rearrange_melds or state.owed:
        return []
    if options.layoff_needs_own_meld and state.turn not in state.owners:
        return []
    found = [
        Move(CARDS[card], place)
        for place, card in movable(options, state)
        if not state.moved >> card & 1
    ]
    if state.hand & ~state.taken:
        return found
    return [move for move in found if can_end(options, moved(options, state, move))]


def movable(options: Options, state: State) -> list[tuple[int, int]]:
    """Every card of the table that can leave its meld, with a place it can go to."""
    rules = options.rules
    loose = {
        card
        for meld in state.melds
        for card in bits(meld & rules.full & _NATURALS)
        if rules.without(meld, card)
    }
    return [
        (place, card)
        for place, meld in enumerate(state.melds)
        for card in bits(rules.accepts(meld))
        if card in loose
    ]


def moved(options: Options, state: State, move: Move) -> State:
    """The hand with a card of the table in another meld that it fits."""
    card, rules, source = INDEX[move.card], options.rules, source_of(state, move)
    left = rules.without(state.melds[source], card)
    grown = rules.grown(state.melds[move.meld], card, None)
    melds = put(put(state.melds, source, left), move.meld, grown)
    return replace(state, melds=melds, moved=state.moved | 1 << card)


def source_of(state: State, move: Move) -> int:
    """Where the card of a move lies; -1: not on the table."""
    bit = 1 << INDEX[move.card]
    for place, meld in enumerate(state.melds):
        if meld & bit:
            return place
    return -1


def check_move(options: Options, state: State, move: Move, shown: list[str]) -> None:
    """Nothing, if the move may be made; ``shown`` is the table.

    Raises:
        IllegalAction: If it may not.
    """
    card, source = INDEX[move.card], source_of(state, move)
    if source < 0 or card >= JOKERS:
        raise IllegalAction("not_to_be_moved", card=move.card)
    if state.moved >> card & 1:
        raise IllegalAction("moved_before", card=move.card)
    if not options.rules.without(state.melds[source], card):
        raise IllegalAction("must_stay", card=move.card, meld=shown[source])
    check_fits(options, state.melds[move.meld], card)
    after = moved(options, state, move)
    if not state.hand & ~state.taken and not can_end(options, after):
        raise IllegalAction("stranded_by_move", card=move.card)
