"""What one seat may know of a hand of Basic Rummy."""

from msgspec.structs import replace

from shared.cards import CARDS, names, together
from shared.events import Seat
from shared.rulesets.basic_call import calls
from shared.rulesets.basic_lays import joker_takes, lay_downs, lay_offs
from shared.rulesets.basic_moves import moves
from shared.rulesets.basic_options import Options
from shared.rulesets.basic_state import State, discardable
from shared.rulesets.basic_stock import dives
from shared.view import Fit, Kind, MeldView, View


def view(options: Options, state: State, seat: Seat | None) -> View:
    """What ``seat`` may know; None is a spectator."""
    public = _public(options, state)
    if seat is None:
        return public
    held = together(state.hands[seat])
    if state.phase == "over":
        return replace(public, seat=seat, held=held)
    mine = replace(
        public,
        seat=seat,
        held=held,
        may_lay_down=tuple(
            down.cards for down in lay_downs(options, state, seat, shown=True)
        ),
        may_lay_off=tuple(
            Fit(fit.card, fit.meld, fit.end) for fit in lay_offs(options, state, seat)
        ),
        may_take_joker=tuple(
            Fit(take.card, take.meld) for take in joker_takes(options, state, seat)
        ),
    )
    return mine if seat != state.turn else _for_the_turn(options, state, mine)


def _public(options: Options, state: State) -> View:
    """What everybody may know."""
    most, in_order = options.max_recycles, options.rules.in_order
    shown = bool(state.pile) and not state.face_down
    whole = options.discard_dive and shown
    return View(
        seat=None,
        turn=None if state.phase == "over" else state.turn,
        phase=state.phase,
        dealer=state.dealer,
        counts=tuple(held.bit_count() for held in state.hands),
        stock=len(state.stock),
        upcard=CARDS[state.pile[-1]] if shown else None,
        discards=len(state.pile),
        recycles_left=None if most is None else most - state.recycles,
        melds=tuple(
            MeldView(owner, in_order(meld))
            for owner, meld in zip(state.owners, state.melds, strict=True)
        ),
        result=state.result,
        pile=tuple(CARDS[card] for card in state.pile) if whole else (),
    )


def _for_the_turn(options: Options, state: State, mine: View) -> View:
    """``mine``, of the seat whose turn it is, with what it may do now."""
    seat = state.turn
    if state.phase == "call":
        card = CARDS[state.pile[-1]]
        ways = (Fit(card, call.meld, call.end) for call in calls(options, state, seat))
        return replace(mine, can=("call", "pass"), may_call=tuple(ways))
    if state.phase == "called":
        return replace(mine, can=("discard",))
    if state.phase == "draw":
        below = dives(options, state)
        kinds: list[Kind] = ["draw_stock"]
        kinds += ["draw_discard"] if state.pile else []
        kinds += ["dive"] if below else []
        dive = tuple(draw.card for draw in below if draw.card)
        return replace(mine, can=tuple(kinds), may_dive=dive)
    discards, owed = names(discardable(state)), names(state.owed)
    moving = tuple(Fit(move.card, move.meld) for move in moves(options, state))
    offers: dict[Kind, object] = {
        "lay_down": mine.may_lay_down,
        "lay_off": mine.may_lay_off,
        "take_joker": mine.may_take_joker,
        "move": moving,
        "discard": discards,
    }
    return replace(
        mine,
        can=tuple(kind for kind, offered in offers.items() if offered),
        must_keep=names(state.taken),
        must_lay=owed[0] if owed else None,
        may_move=moving,
    )
