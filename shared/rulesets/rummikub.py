"""
Rummikub: sets of tiles that everybody may rearrange; the first empty rack wins.

A turn is one action: the whole table as it shall be, or a tile drawn. The preset
``rk_official`` is the game of the sheet in the box; ``rk_classic`` gives everybody one
more turn when the pool is empty; ``rk_tournament`` and ``rk_sabra_strict`` protect sets
with jokers, each in its way.

Who begins is as good as drawn by tiles: a match chooses its first dealer by lot, whose
neighbour begins, and then the lead moves clockwise. A match is a round, in which
everybody begins once.
"""

from collections.abc import Iterator, Sequence
from typing import TypeAlias, assert_never

from msgspec.structs import replace

from shared.actions import Action, Draw, Pass, Rearrange
from shared.errors import IllegalAction, not_in_this_game
from shared.events import (
    Bonus,
    Drew,
    Event,
    HandEnded,
    Passed,
    Rearranged,
    Seat,
    TimedOut,
    redacted,
)
from shared.opening import without
from shared.rulesets.rummikub_end import pool_out, went_out
from shared.rulesets.rummikub_options import Options
from shared.rulesets.rummikub_state import (
    State,
    may_draw,
    simple_plays,
    view,
    with_rack,
)
from shared.rulesets.rummikub_turn import check
from shared.tiles import DECK, KINDS, NAMES, names
from shared.view import TileView

Step: TypeAlias = tuple[State, tuple[Event, ...]]

_Own: TypeAlias = Draw | Pass | Rearrange
"The actions of this game."

RACK = 14
"Tiles dealt to each."


class Rummikub(Options, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Rummikub with its options."""

    @property
    def name(self) -> str:
        """See :class:`~shared.ruleset.Ruleset`."""
        return "rummikub"

    @property
    def seats(self) -> range:
        """How many can play (Rummikub rule sheet: players)."""
        return range(2, 5)

    @property
    def deck(self) -> int:
        """How many tiles :meth:`deal` expects."""
        return DECK

    @property
    def lowest_wins(self) -> bool:
        """Whether few points are good."""
        return False

    def target(self, seats: int) -> int:
        """A match is not played up to a score (Rummikub rule sheet: the match)."""
        return 0

    def round(self, seats: int) -> int:
        """As many hands as there are players (Rummikub rule sheet: the match)."""
        return seats

    def next_dealer(self, dealer: Seat, result: HandEnded, seats: int) -> Seat:
        """The lead moves clockwise, whatever the hand came to (own)."""
        return (dealer + 1) % seats

    def bonuses(self, scores: Sequence[int], wins: Sequence[int]) -> tuple[Bonus, ...]:
        """None."""
        return ()

    def result(self, state: State) -> HandEnded | None:
        """How the hand ended; None while it is played."""
        return state.result

    def deal(self, seats: int, deck: Sequence[int], dealer: Seat) -> State:
        """One tile at a time from the dealer's left; the rest is the pool.

        (Rummikub rule sheet: the start; in whose order: own.)

        Raises:
            ValueError: If so many cannot play, or the deck is not a whole one.
        """
        if seats not in self.seats or dealer not in range(seats):
            raise ValueError(f"no deal for {seats} players by seat {dealer}")
        if sorted(deck) != list(range(DECK)):
            raise ValueError("the deck must have every tile once")
        first = (dealer + 1) % seats
        kinds = bytes([number % KINDS for number in deck])
        end = seats * RACK
        racks = (kinds[(seat - first) % seats : end : seats] for seat in range(seats))
        return State(
            dealer=dealer,
            turn=first,
            racks=tuple(bytes(sorted(rack)) for rack in racks),
            pool=kinds[: end - 1 : -1],
        )

    def apply(self, state: State, seat: Seat, action: Action) -> Step:
        """The state after ``action`` and what happened.

        Raises:
            IllegalAction: If the rules forbid it; ``state`` is what it was.
        """
        if state.result is not None:
            raise IllegalAction("hand_over")
        if seat != state.turn:
            raise IllegalAction("not_your_turn")
        if not isinstance(action, _Own):
            raise not_in_this_game()
        match action:
            case Rearrange():
                return self._rearrange(state, action)
            case Draw():
                return self._draw(state, action)
            case Pass():
                return self._pass(state)
            case _:
                assert_never(action)

    def _rearrange(self, state: State, action: Rearrange) -> Step:
        """Tiles from the rack, and the table in any order; it ends the turn.

        The last tile wins, whatever the pool has left (Rummikub rule sheet: the turn,
        the end).
        """
        play = check(self, state, action.table)
        rack = without(state.rack, play.played)
        after = replace(
            state,
            racks=with_rack(state, rack),
            table=play.table,
            opened=state.opened | 1 << state.turn,
            passes=0,
        )
        sets = tuple(names(tiles) for tiles in play.fresh)
        event = Rearranged(state.turn, names(play.played), sets)
        if rack:
            return self._next(after, event)
        result = went_out(self, after)
        return replace(after, result=result), (event, result)

    def _draw(self, state: State, action: Draw) -> Step:
        """One tile, which ends the turn: it can be played in the next one.

        (Rummikub rule sheet: drawing.)
        """
        if action.source == "discard":
            raise IllegalAction("no_discard_pile")
        if action.card is not None:
            raise not_in_this_game()
        if not state.pool:
            raise IllegalAction("pool_empty")
        if not may_draw(self, state):
            raise IllegalAction("must_play")
        after, events = self._drawn(state, 1)
        return self._next(after, *events)

    def _drawn(self, state: State, number: int) -> Step:
        """``number`` tiles, or as many as there are; the last may bring the last turns.

        With one more turn for everybody, that is for who took the last tile, too
        (Rummikub rule sheet: drawing; one more turn: NZRC tournament rules).
        """
        number = min(number, len(state.pool))
        drawn = state.pool[len(state.pool) - number :][::-1]
        pool = state.pool[: len(state.pool) - number]
        after = replace(
            state, racks=with_rack(state, state.rack + drawn), pool=pool, passes=0
        )
        if not pool and self.pool_end == "one_more_turn":
            after = replace(after, turns_left=len(state.racks) + 1)
        events = tuple(Drew(state.turn, "stock", NAMES[kind]) for kind in drawn)
        return after, events

    def _pass(self, state: State) -> Step:
        """Nothing played; only when there is nothing to draw.

        (Rummikub rule sheet: empty pool.)
        """
        if state.pool:
            raise IllegalAction("pool_not_empty")
        after = replace(state, passes=state.passes + 1)
        return self._next(after, Passed(state.turn))

    def overtime(self, state: State, touched: bool) -> tuple[Action, ...]:
        """The player draws, with a short pool what there is.

        ``timeout_mid_manipulation`` tiles if he has ``touched`` the table, or else
        ``timeout_untouched`` (Rummikub rule sheet: time limit; a short pool: own).
        """
        number = self.timeout_mid_manipulation if touched else self.timeout_untouched
        return (Draw("stock"),) * min(number, len(state.pool))

    def timed_out(self, state: State, actions: Sequence[Action]) -> Step:
        """The turn is over; the table is what it was, because a turn is one action.

        With an empty pool the player has passed (own).

        Raises:
            IllegalAction: If the hand is over.
            ValueError: If these are not the tiles that :meth:`overtime` draws.
        """
        if state.result is not None:
            raise IllegalAction("hand_over")
        drawn = tuple(actions)
        if drawn not in (self.overtime(state, False), self.overtime(state, True)):
            raise ValueError("these are not the tiles to draw when the time is up")
        if not state.pool:
            after = replace(state, passes=state.passes + 1)
            return self._next(after, TimedOut(state.turn))
        after, events = self._drawn(state, len(drawn))
        return self._next(after, TimedOut(state.turn), *events)

    def _next(self, state: State, *events: Event) -> Step:
        """The next player clockwise, unless these were the last turns.

        (Rummikub rule sheet: the end; last turns: NZRC.)
        """
        left = None if state.turns_left is None else state.turns_left - 1
        seats = len(state.racks)
        after = replace(state, turn=(state.turn + 1) % seats, turns_left=left)
        if left == 0 or (left is None and state.passes == seats):
            result = pool_out(self, after)
            return replace(after, result=result), (*events, result)
        return after, events

    def legal(self, state: State, seat: Seat) -> Iterator[Action]:
        """Draw or pass, then simple plays; turns as such cannot be listed."""
        if seat != state.turn or state.result is not None:
            return
        if not state.pool:
            yield Pass()
        elif may_draw(self, state):
            yield Draw("stock")
        for table in simple_plays(self, state):
            yield Rearrange(tuple(names(tiles) for tiles in table))

    def view(self, state: State, seat: Seat | None) -> TileView:
        """What ``seat`` may know; None is a spectator."""
        return view(self, state, seat)

    def redact(self, event: Event, seat: Seat | None) -> Event:
        """``event`` as ``seat`` may hear of it."""
        return redacted(event, seat)


_OFFICIAL = Rummikub(preset="rk_official")

PRESETS: dict[str, Rummikub] = {
    game.preset: game
    for game in (
        _OFFICIAL,
        replace(_OFFICIAL, preset="rk_classic", pool_end="one_more_turn"),
        Rummikub(
            preset="rk_tournament",
            turn_seconds=40,
            timeout_untouched=3,
            joker_group3="both",
            joker_set_manipulable=False,
            joker_rack_value=100,
            pool_end="one_more_turn",
            never_opened_penalty=(100, 200),
        ),
        Rummikub(
            preset="rk_sabra_strict",
            turn_seconds=120,
            joker_retrieve_from="matching",
            joker_set_manipulable=False,
            joker_reuse="new_set",
        ),
    )
}
