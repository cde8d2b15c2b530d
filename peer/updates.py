"""What each seat is told of a table. Pure."""

from collections.abc import Iterable, Sequence

from peer.places import Presence
from peer.reasoning import MOST
from peer.table import Table
from shared.clock import ClockView
from shared.events import Event
from shared.ruleset import round_of
from shared.tableview import TableView, VoteView
from shared.wire import Update


def update_for(
    presence: Presence, table: Table, shown: TableView, events: Sequence[Event]
) -> Update:
    """The events as the seat may hear of them, and all that it may know."""
    seat, match = presence.seat, table.match
    state = None if match is None else match.state
    return Update(
        seq=table.seq,
        last_act=last_act(presence, table),
        events=tuple(table.ruleset.redact(event, seat) for event in events),
        table=shown,
        view=None if state is None else table.ruleset.view(state, seat),
        whys=() if table.phase == "hand" else table.whys[-MOST:],
        take_back="no" if match is None else match.may_take_back(seat),
    )


def update_for_watchers(
    table: Table, shown: TableView, events: Sequence[Event]
) -> Update:
    """What everybody may know, and no more."""
    state = None if table.match is None else table.match.state
    return Update(
        seq=table.seq,
        last_act=0,
        events=tuple(table.ruleset.redact(event, None) for event in events),
        table=shown,
        view=None if state is None else table.ruleset.view(state, None),
    )


def last_act(presence: Presence, table: Table) -> int:
    """The highest request of the seat that was answered."""
    return max(table.places[presence.seat].last_act, presence.last_refused)


def table_view(
    table: Table,
    presences: Sequence[Presence],
    now: float,
    clock: ClockView | None,
    vote: VoteView | None,
    watchers: Iterable[str],
) -> TableView:
    """The people and the match, as everybody may know them."""
    match, ruleset = table.match, table.ruleset
    seats = len(table.places)
    hands = round_of(ruleset, seats)
    return TableView(
        game=ruleset.name,
        preset=ruleset.preset,
        phase=table.phase,
        seats=tuple(
            presence.shown(place, now)
            for presence, place in zip(presences, table.places, strict=True)
        ),
        hand=match.hands if match else 0,
        scores=match.scores if match else (0,) * seats,
        target=ruleset.target(seats),
        round=hands,
        wins=match.wins if match and hands else (),
        max_hands=table.max_hands or 0,
        lowest_wins=ruleset.lowest_wins,
        options=table.options,
        terms=table.terms,
        clock=clock,
        watchers=tuple(watchers),
        vote=vote,
    )
