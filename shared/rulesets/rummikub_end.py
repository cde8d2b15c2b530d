"""How a hand of Rummikub ends, and what everybody scores. It is always zero in sum."""

from shared.events import HandEnded, Seat
from shared.opening import opening
from shared.rulesets.rummikub_options import Options
from shared.rulesets.rummikub_state import State
from shared.tiles import names, value


def went_out(options: Options, state: State) -> HandEnded:
    """Everybody pays what he holds to the one whose rack is empty.

    (Rummikub rule sheet: scoring.)
    """
    totals = _totals(options, state)
    winner = state.turn
    points = [-total for total in totals]
    points[winner] = sum(totals)
    return HandEnded("went_out", winner, False, tuple(points), _hands(state))


def pool_out(options: Options, state: State) -> HandEnded:
    """Everybody pays what he holds more than the lowest to the one who holds that.

    (Rummikub rule sheet: scoring, empty pool; ties, no score: own.)
    """
    totals = _totals(options, state)
    seats = len(totals)
    if options.pool_out_scoring == "no_score":
        return HandEnded("pool_out", None, False, (0,) * seats, _hands(state))
    lowest = min(totals)
    best = [seat for seat in _in_turn(state) if totals[seat] == lowest]
    points = [lowest - total for total in totals]
    paid = -sum(points)
    if options.pool_out_tie == "share" and len(best) > 1:
        for place, seat in enumerate(best):
            points[seat] = paid // len(best) + (place < paid % len(best))
        return HandEnded("pool_out", None, False, tuple(points), _hands(state))
    winner = min(best, key=lambda seat: len(state.racks[seat]))
    points[winner] = paid
    return HandEnded("pool_out", winner, False, tuple(points), _hands(state))


def _totals(options: Options, state: State) -> list[int]:
    """What each rack counts, with the penalty of who has laid no set.

    (Rummikub rule sheet: scoring; penalty: NZRC.)
    """
    totals = [value(rack, options.joker_rack_value) for rack in state.racks]
    if not any(options.never_opened_penalty):
        return totals
    unable, able = options.never_opened_penalty
    for seat, rack in enumerate(state.racks):
        if not state.opened >> seat & 1:
            could = opening(rack, options.initial_meld, options.max_jokers_per_set)
            totals[seat] += unable if could is None else able
    return totals


def _in_turn(state: State) -> list[Seat]:
    """The seats from the one who began."""
    seats = len(state.racks)
    return [(state.dealer + place) % seats for place in range(1, seats + 1)]


def _hands(state: State) -> tuple[tuple[str, ...], ...]:
    return tuple(names(rack) for rack in state.racks)
