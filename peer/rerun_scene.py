"""What a step of a transcript looks like: table and open hands. Pure."""

from typing import Any

from peer.again import Scene
from shared.events import Drew, Seat
from shared.replayed import Hand, Step
from shared.ruleset import Ruleset, round_of
from shared.tableview import SeatView, TableView
from shared.transcript import Opening


def scene_of(
    opening: Opening, ruleset: Ruleset[Any], hand: Hand, step: Step, eyes: Seat | None
) -> Scene:
    """``eyes``: whose hand is open; None: everybody's."""
    state, seats = step.match.state, range(opening.seats)
    seen = seats if eyes is None else [eyes]
    drawn = {
        event.seat: event.card
        for event in step.events
        if isinstance(event, Drew) and event.card and event.seat in seen
    }
    return Scene(
        table=_table(opening, ruleset, hand, step),
        view=ruleset.view(state, None),
        hands={seat: ruleset.view(state, seat).hand for seat in seen},
        new=drawn,
        mark=hand.mark,
        checked=hand.checked if step.match.result is not None else None,
    )


def sitting(hand: Hand) -> list[SeatView]:
    """Who played it, as at a table."""
    return [
        SeatView(one.name, one.kind, True, False, False) for one in hand.dealt.people
    ]


def _table(
    opening: Opening, ruleset: Ruleset[Any], hand: Hand, step: Step
) -> TableView:
    match = step.match
    over = match.result is not None
    ended = bool(match.winners) or match.stopped
    hands = round_of(ruleset, opening.seats)
    return TableView(
        game=opening.game,
        preset=opening.preset,
        phase="ended" if over and ended else "between" if over else "hand",
        seats=tuple(sitting(hand)),
        hand=match.hands,
        scores=match.scores,
        target=ruleset.target(opening.seats),
        round=hands,
        wins=match.wins if hands else (),
        max_hands=opening.hands,
        lowest_wins=ruleset.lowest_wins,
    )
