"""
Calling rummy on a discard that fits the table (Cats at Cards, Rummy: calling rummy).

Somebody has discarded a card that fits a meld. Everybody else who could lay it off is
asked, from the left of that player, so that the nearest who calls has it; where all who
call do so at once that is who would win the tie. Who calls lays that card off and then
discards one of his own, on which rummy may be called again. It is nobody's turn
meanwhile: when nobody calls any more, the player to the left of the first one draws.
"""

from msgspec.structs import replace

from shared.actions import Call
from shared.cards import JOKERS
from shared.events import Seat
from shared.rulesets.basic_options import Options
from shared.rulesets.basic_state import State, put


def calls(options: Options, state: State, seat: Seat) -> list[Call]:
    """Where ``seat`` may lay off the upcard, by meld.

    Who may not lay off without a meld of his own may not call either; how much may be
    laid off in a turn is no matter (own).
    """
    if options.layoff_needs_own_meld and seat not in state.owners:
        return []
    card, rules = state.pile[-1], options.rules
    return [
        Call(place, end)
        for place, meld in enumerate(state.melds)
        if rules.accepts(meld) >> card & 1
        for end in (rules.ends(meld) if card >= JOKERS else (None,))
    ]


def offered(options: Options, state: State) -> State | None:
    """The hand when the seat whose turn it is has discarded and somebody may call.

    None: nobody may.
    """
    if not options.call_rummy:
        return None
    resume = state.resume
    if resume is None:
        resume = (state.turn + 1) % len(state.hands)
    return declined(options, replace(state, thrower=state.turn, resume=resume))


def declined(options: Options, state: State) -> State | None:
    """The hand with the next seat to be asked; None: all have been."""
    seats = len(state.hands)
    seat = (state.turn + 1) % seats
    while seat != state.thrower:
        if calls(options, state, seat):
            return replace(state, turn=seat, phase="call")
        seat = (seat + 1) % seats
    return None


def called(options: Options, state: State, call: Call) -> State:
    """The hand when rummy was called: the upcard lies on a meld.

    It counts as something laid before the next turn, so that nobody goes rummy after
    it, and the table is not idle (own).
    """
    card = state.pile[-1]
    meld = options.rules.grown(state.melds[call.meld], card, call.end)
    return replace(
        state,
        phase="called",
        pile=state.pile[:-1],
        melds=put(state.melds, call.meld, meld),
        laid=state.laid | 1 << state.turn,
        idle=0,
    )
