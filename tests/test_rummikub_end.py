"""How hands and rounds of Rummikub end, and what everybody scores."""

import dataclasses
import random

import pytest
from msgspec.structs import replace
from tiled import (
    CLASSIC,
    DRAW,
    OFFICIAL,
    STRICT,
    TOURNAMENT,
    laid,
    late,
    lively,
    play,
    rack,
    refused,
    table,
    to,
)

from shared.actions import Pass
from shared.errors import IllegalAction
from shared.events import Drew, HandDealt, HandEnded, MatchEnded, Passed, TimedOut
from shared.match import Match
from shared.rulesets.rummikub import PRESETS, Rummikub
from shared.rulesets.rummikub_state import State

LOW_PENALTY = replace(TOURNAMENT, preset="mine", never_opened_penalty=(5, 50))
SHARED = replace(OFFICIAL, preset="mine", pool_out_tie="share")
NO_SCORE = replace(OFFICIAL, preset="mine", pool_out_scoring="no_score")


def passed_out(state: State, game: Rummikub = OFFICIAL) -> HandEnded:
    """The result when everybody passes."""
    while state.result is None:
        state, _ = play(state, Pass(), game=game)
    return state.result


# Going out


def test_K31_the_winner_gets_what_the_others_hold() -> None:
    state = laid(["4r", "5b", "7b 9b", "1k 2k"], "1r 2r 3r")
    state, events = play(state, to("1r 2r 3r 4r"))
    assert events[-1] == HandEnded(
        "went_out",
        0,
        False,
        (24, -5, -16, -3),
        ((), ("5b",), ("7b", "9b"), ("1k", "2k")),
    )
    assert state.result == events[-1] == OFFICIAL.result(state)
    assert OFFICIAL.result(laid(["4r", "5b"])) is None


@pytest.mark.parametrize(("game", "points"), [(OFFICIAL, 48), (TOURNAMENT, 118)])
def test_K32_a_joker_left_counts(game: Rummikub, points: int) -> None:
    state, _ = play(laid(["4r", "J 5r 13k"], "1r 2r 3r"), to("1r 2r 3r 4r"), game=game)
    assert state.result is not None
    assert state.result.points == (points, -points)


def test_K30_the_last_tile_wins_with_an_empty_pool_too() -> None:
    for game in (OFFICIAL, CLASSIC):
        state = laid(["4r", "5b 9b"], "1r 2r 3r", pool=0, turns_left=1)
        state, _ = play(state, to("1r 2r 3r 4r"), game=game)
        assert state.result is not None
        assert (state.result.reason, state.result.points) == ("went_out", (14, -14))


def test_K35_who_never_opened_counts_all_tiles() -> None:
    state = laid(["4r", "13b 13k 13r 12k"], "1r 2r 3r", opened=[0])
    for game in (OFFICIAL, CLASSIC, STRICT):
        result = play(state, to("1r 2r 3r 4r"), game=game)[0].result
        assert result is not None
        assert result.points == (51, -51)


@pytest.mark.parametrize(
    ("held", "penalty"), [("13b 13k 13r", 50), ("13b 13k 12r", 5), ("1b 1k 1r", 5)]
)
def test_in_a_tournament_there_is_a_penalty_for_it(held: str, penalty: int) -> None:
    count = sum(int(tile[:-1]) for tile in held.split())
    for opened, paid in (([0], count + penalty), ([0, 1], count)):
        state = laid(["4r", held], "1r 2r 3r", opened=opened)
        state, _ = play(state, to("1r 2r 3r 4r"), game=LOW_PENALTY)
        assert state.result is not None
        assert state.result.points == (paid, -paid)


def test_there_are_no_turns_after_the_hand() -> None:
    state, _ = play(laid(["4r", "5b"], "1r 2r 3r"), to("1r 2r 3r 4r"))
    for action in (DRAW, Pass(), to("1r 2r 3r 4r")):
        assert refused(state, action, seat=1) == ("hand_over", "the hand is over")
    with pytest.raises(IllegalAction, match="the hand is over"):
        late(OFFICIAL, state, True)
    assert list(OFFICIAL.legal(state, 1)) == []
    assert OFFICIAL.view(state, 1).turn is None


# The pool runs out


def test_K29_with_an_empty_pool_one_passes() -> None:
    state = laid(["5r", "9b"], "1r 2r 3r", pool=0)
    assert refused(state, DRAW) == (
        "pool_empty",
        "the pool is empty: play tiles of your rack, or pass",
    )
    assert refused(state, to("1r 2r 3r")) == (
        "nothing_played_or_passed",
        "play at least one tile of your rack, or pass",
    )
    state, events = play(state, Pass())
    assert (events, state.turn) == ((Passed(0),), 1)


def test_with_tiles_in_the_pool_one_does_not() -> None:
    assert refused(laid(["5r", "9b"], pool="4r"), Pass()) == (
        "pool_not_empty",
        "you can pass only when the pool is empty: play tiles of your rack, or draw",
    )


def test_until_all_pass_in_a_row() -> None:
    state = laid(["4r 9k", "5r 8k", "7k"], "1r 2r 3r", pool=0)
    state, _ = play(state, Pass(), Pass())
    assert (state.passes, state.result) == (2, None)
    state = replace(state, turn=0)
    state, _ = play(state, to("1r 2r 3r 4r"), to("1r 2r 3r 4r 5r"), Pass(), Pass())
    assert state.result is None
    state, events = play(state, Pass())
    assert isinstance(events[-1], HandEnded)
    assert events[-1].reason == "pool_out"


def test_one_more_turn_for_everybody_after_the_last_tile() -> None:
    state = laid(["4r 9k", "5r 8k", "7k 6k"], "1r 2r 3r", pool="1b", turn=1)
    state, events = play(state, DRAW, game=CLASSIC)
    assert events == (Drew(1, "stock", "1b"),)
    assert (state.turns_left, CLASSIC.view(state, 0).turns_left) == (3, 3)
    state, _ = play(state, Pass(), to("1r 2r 3r 4r"), game=CLASSIC)
    assert (state.result, state.turns_left) == (None, 1)
    state, events = play(state, to("1r 2r 3r 4r 5r"), game=CLASSIC)
    assert isinstance(events[-1], HandEnded)
    assert events[-1].reason == "pool_out"


def test_the_lowest_rack_wins_the_difference() -> None:
    state = laid(["4r 9k", "5r", "7k 10k"], pool=0)
    result = passed_out(state)
    assert (result.winner, result.points) == (1, (-8, 20, -12))
    assert (passed_out(state, NO_SCORE).winner, passed_out(state, NO_SCORE).points) == (
        None,
        (0, 0, 0),
    )


def test_K34_of_equal_racks_the_one_with_fewer_tiles_wins() -> None:
    state = laid(["1r 3r", "8k 9k", "4k"], pool=0)
    result = passed_out(state)
    assert (result.winner, result.points) == (2, (0, -13, 13))


@pytest.mark.parametrize(("dealer", "winner"), [(2, 0), (0, 2), (1, 2)])
def test_K34_then_the_one_who_was_earlier_in_turn(dealer: int, winner: int) -> None:
    state = replace(laid(["4r", "8k 9k", "4k"], pool=0), dealer=dealer)
    result = passed_out(state)
    assert result.winner == winner
    assert result.points[winner] == 13


@pytest.mark.parametrize(("dealer", "points"), [(2, (7, -13, 6)), (1, (6, -13, 7))])
def test_K34_or_they_share(dealer: int, points: tuple[int, ...]) -> None:
    state = replace(laid(["1r 3r", "8k 9k", "4k"], pool=0), dealer=dealer)
    result = passed_out(state, SHARED)
    assert (result.winner, result.points) == (None, points)


def test_a_joker_counts_when_the_lowest_rack_is_sought() -> None:
    assert passed_out(laid(["J", "13k 12k"], pool=0)).winner == 1


# The clock


def test_who_has_moved_nothing_draws_one() -> None:
    state = laid(["9r", "9b"], "1r 2r 3r", pool="4r 5r 6r 7r")
    state, events = late(OFFICIAL, state, False)
    assert events == (TimedOut(0), Drew(0, "stock", "4r"))
    assert (state.turn, rack(state, 0), table(state)) == (1, "4r 9r", ["1r 2r 3r"])


@pytest.mark.parametrize("preset", PRESETS)
def test_who_has_moved_tiles_draws_three(preset: str) -> None:
    state = laid(["9r", "9b"], "1r 2r 3r", pool="4r 5r 6r 7r")
    state, events = late(PRESETS[preset], state, True)
    assert events == (TimedOut(0), *(Drew(0, "stock", t) for t in ("4r", "5r", "6r")))
    assert (state.turn, table(state)) == (1, ["1r 2r 3r"])


def test_in_a_tournament_three_anyway() -> None:
    state = laid(["9r", "9b"], pool="4r 5r 6r 7r")
    assert len(late(TOURNAMENT, state, False)[0].racks[0]) == 4


def test_K26_of_two_tiles_in_the_pool_both_are_drawn() -> None:
    state = laid(["9r", "9b"], "1r 2r 3r", pool="4r 5r")
    after, _ = late(OFFICIAL, state, True)
    assert (rack(after, 0), after.pool, after.turns_left) == ("4r 5r 9r", b"", None)
    after, _ = late(CLASSIC, state, True)
    assert after.turns_left == 2


def test_with_an_empty_pool_the_clock_passes() -> None:
    state = laid(["9r", "9b"], pool=0)
    state, events = late(OFFICIAL, state, True)
    assert (events, state.passes, state.turn) == ((TimedOut(0),), 1, 1)
    state, events = late(OFFICIAL, state, False)
    assert isinstance(events[-1], HandEnded)


def test_drawing_is_not_passing() -> None:
    state = laid(["9r", "9b", "9k"], pool=0, passes=2, turn=2)
    state = replace(state, pool=b"\x01")
    state, _ = late(OFFICIAL, state, False)
    assert state.passes == 0


# Rounds


def played(match: Match[State], seed: int) -> tuple[Match[State], list[object]]:
    """The match after another hand, and all that happened in it."""
    rng = random.Random(seed)
    match, events = match.deal(rng.sample(range(106), 106))
    told: list[object] = list(events)
    while match.result is None:
        assert match.state is not None
        turn = match.state.turn
        action = lively(rng, match.state, OFFICIAL)
        match, events = match.apply(turn, action)
        told += events
    return match, told


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_round_has_as_many_hands_as_players_and_each_begins_once(seats: int) -> None:
    match: Match[State] = Match.new(OFFICIAL, seats, dealer=0)
    firsts = []
    for hand in range(1, seats + 1):
        assert not match.winners
        match, told = played(match, hand)
        assert isinstance(told[0], HandDealt)
        firsts.append(told[0].first)
    assert sorted(firsts) == list(range(seats))
    assert isinstance(told[-1], MatchEnded)
    assert (told[-1].winners, told[-1].scores) == (match.winners, match.scores)
    assert (sum(match.scores), sum(match.wins)) == (0, seats)
    ranks = list(zip(match.wins, match.scores, strict=True))
    assert [ranks[seat] for seat in match.winners] == [max(ranks)] * len(match.winners)


def finished(points: tuple[int, ...], wins: tuple[int, ...]) -> Match[State]:
    """After a last hand that seat 0 wins by 5 points, with these scores before it."""
    match = dataclasses.replace(
        Match.new(OFFICIAL, 3, dealer=2),
        scores=points,
        wins=wins,
        hands=3,
        state=laid(["4r", "2b", "3b"], "1r 2r 3r"),
    )
    return match.apply(0, to("1r 2r 3r 4r"))[0]


def test_the_most_hands_won_win_whatever_the_points() -> None:
    match = finished((-90, 80, 10), (1, 1, 0))
    assert (match.wins, match.scores) == ((2, 1, 0), (-85, 78, 7))
    assert match.winners == (0,)


def test_points_break_a_tie_of_hands_won() -> None:
    match = finished((-90, 80, 10), (0, 1, 1))
    assert match.wins == (1, 1, 1)
    assert match.winners == (1,)


def test_who_is_equal_in_both_shares_the_win() -> None:
    match = finished((-5, 2, 3), (0, 1, 1))
    assert match.scores == (0, 0, 0)
    assert match.winners == (0, 1, 2)


def test_a_shorter_match_is_won_the_same_way() -> None:
    match: Match[State] = Match.new(OFFICIAL, 3, dealer=0, max_hands=1)
    match, told = played(match, 5)
    assert isinstance(told[-1], MatchEnded)
    assert match.result is not None
    assert match.winners == (match.result.winner,)
