"""How a hand of Basic Rummy ends when nobody goes out, and what it is worth."""

from typing import Literal

from shared.cards import names
from shared.events import HandEnded, Seat
from shared.rulesets.basic_moves import movable
from shared.rulesets.basic_options import Options
from shared.rulesets.basic_state import State

RUMMY = 10
"What going rummy adds to what the winner gets where it does not double it."


def nobody_can_finish(options: Options, state: State) -> bool:
    """Whether it is certain, between two turns, that nothing will be laid any more.

    That takes two things. No card outside the table fits on a meld of the table, nor is
    worth a joker there. And no new meld can come: either the cards outside the table
    hold none, or everybody has so few cards that with the one drawn, and the one that
    must be discarded after it, no meld is left. Then the table stays as it is, and with
    it both conditions and the number of cards in each hand: nobody gets rid of the last
    one. (Who may take many cards from the discard pile does not stay with few.) As long
    as a card of the table could be moved to another meld, the table may change too.

    Where the cards outside the table lie makes no difference, so that a hand that goes
    on tells nothing of what is hidden. If what could help is out of reach for good, the
    empty stock ends the hand (cardgames.io, Rummy: stalemate; how it is told: own).
    """
    rules = options.rules
    outside = rules.full
    for meld in state.melds:
        outside &= ~meld
    if options.layoffs_per_turn != 0:
        for meld in state.melds:
            if rules.accepts(meld) & outside:
                return False
            if options.joker_steal == "natural" and rules.replaces(meld) & outside:
                return False
    if options.rearrange_melds and movable(options, state):
        return False
    few = 2 if options.final_discard_required else 1
    if not options.discard_dive and all(
        hand.bit_count() <= few for hand in state.hands
    ):
        return True
    return not rules.has_meld(outside)


def outcome(
    options: Options,
    state: State,
    reason: Literal["went_out", "exhausted", "stalemate"],
) -> HandEnded:
    """Who wins a hand that has come to ``state``, and what everybody scores.

    (cardgames.io, Rummy: scoring.)
    """
    winner = _winner(options, state, reason)
    rummy = (
        reason == "went_out"
        and options.going_rummy != "off"
        and not state.laid >> state.turn & 1
    )
    values = [options.rules.value(hand) for hand in state.hands]
    return HandEnded(
        reason=reason,
        winner=winner,
        going_rummy=rummy,
        points=_points(options, values, winner, rummy),
        hands=tuple(names(hand) for hand in state.hands),
        rummy_pays="flat10" if options.going_rummy == "flat10" else "double",
    )


def _winner(options: Options, state: State, reason: str) -> Seat | None:
    """Who went out, or under ``lowest_wins`` has least when the stock has run out.

    Two who have least win nothing; a stalemate has no winner (cardgames.io, Rummy:
    stalemate; who has least: own).
    """
    if reason == "went_out":
        return state.turn
    if reason == "stalemate" or options.exhaust_result == "stalemate":
        return None
    values = [options.rules.value(hand) for hand in state.hands]
    least = min(values)
    return values.index(least) if values.count(least) == 1 else None


def _points(
    options: Options, values: list[int], winner: Seat | None, rummy: bool
) -> tuple[int, ...]:
    """The winner takes what the others hold, or they are charged with it each.

    With penalties points are bad, and the fewest win the match (cardgames.io, Rummy:
    scoring; penalties: pagat.com, variations).
    """
    if winner is None:
        return (0,) * len(values)
    owed = [0 if seat == winner else value for seat, value in enumerate(values)]
    if options.scoring == "winner_takes":
        total = _with_rummy(options, sum(owed), rummy)
        return tuple(total if seat == winner else 0 for seat in range(len(owed)))
    return tuple(
        0 if seat == winner else _with_rummy(options, value, rummy)
        for seat, value in enumerate(owed)
    )


def _with_rummy(options: Options, points: int, rummy: bool) -> int:
    """Going rummy doubles (cardgames.io, Rummy; Bicycle), or adds 10 (pagat.com)."""
    if not rummy:
        return points
    return points * 2 if options.going_rummy == "double" else points + RUMMY
