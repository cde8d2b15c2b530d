"""Hands up to a target."""

import random
from dataclasses import replace

import pytest
from dealt import CGIO, STOCK, dealt, down, lively, stacked, throw
from msgspec.structs import replace as replaced
from variety import GAMES, shuffled, tables

from shared.actions import Action
from shared.errors import IllegalAction
from shared.events import Event, HandDealt, HandEnded, MatchEnded
from shared.match import Match
from shared.rulesets.basic import PRESETS, Basic
from shared.rulesets.basic_state import State

HANDS = ["AS 2S 3S 9H 9D 9C KD", "TD JD QD KC AC 7C 2C", "AH 2H 3H TS JS QS KS"]

WINNING = stacked(HANDS, upcard="5H", stock="4S")
"From this deck of seat 2 the first seat goes rummy in its first turn: 192 points."

FIRST_TURN = (STOCK, down("AS 2S 3S 4S"), down("9H 9D 9C"), throw("KD"))

LOCKED = dealt(
    ["KS QD", "2D", "9C"],
    melds=["3S 3H 3D 3C", "4H 5H 6H", "7S 7H 7D 7C"],
    phase="play",
)
"Whatever the first seat discards, it is a stalemate."


def match_at(*scores: int) -> Match[State]:
    """Three players, seat 2 deals, these scores so far."""
    return replace(Match.new(CGIO, 3, dealer=2), scores=scores)


def played(
    match: Match[State], *actions: Action
) -> tuple[Match[State], tuple[Event, ...]]:
    """The match after these actions of the first seat, and the last one's events."""
    events: tuple[Event, ...] = ()
    for action in actions:
        match, events = match.apply(0, action)
    return match, events


def test_a_new_match() -> None:
    match = Match.new(CGIO, 3, dealer=1)
    assert (match.scores, match.hands, match.winners) == ((0, 0, 0), 0, ())
    assert (match.state, match.result) == (None, None)


def test_the_deal_tells_who_dealt_and_who_starts() -> None:
    match, events = Match.new(CGIO, 4, dealer=3).deal(range(52))
    assert events == (HandDealt(dealer=3, first=0),)
    assert match.hands == 1
    assert match.state == CGIO.deal(4, range(52), 3)


def test_the_winner_adds_his_points() -> None:
    match, _ = match_at(0, 50, 7).deal(WINNING)
    match, events = played(match, *FIRST_TURN)
    assert isinstance(events[-1], HandEnded)
    assert events[-1] == match.result
    assert match.scores == (192, 50, 7)
    assert match.winners == ()


def test_R43_a_score_of_exactly_the_target_ends_the_match() -> None:
    match, _ = match_at(8, 50, 7).deal(WINNING)
    match, events = played(match, *FIRST_TURN)
    assert events[-1] == MatchEnded(winners=(0,), scores=(200, 50, 7))
    assert isinstance(events[-2], HandEnded)
    assert (match.scores, match.winners) == ((200, 50, 7), (0,))


def test_one_point_less_does_not() -> None:
    match, _ = match_at(7, 50, 7).deal(WINNING)
    match, events = played(match, *FIRST_TURN)
    assert isinstance(events[-1], HandEnded)
    assert (match.scores, match.winners) == ((199, 50, 7), ())


def test_equal_scores_win_together() -> None:
    match, _ = match_at(8, 200, 7).deal(WINNING)
    match, events = played(match, *FIRST_TURN)
    assert events[-1] == MatchEnded(winners=(0, 1), scores=(200, 200, 7))


def test_the_most_points_win() -> None:
    match, _ = match_at(8, 201, 7).deal(WINNING)
    match, _ = played(match, *FIRST_TURN)
    assert match.winners == (1,)


@pytest.mark.parametrize(("seats", "target"), [(2, 100), (3, 200), (4, 300)])
def test_the_target_depends_on_the_number_of_players(seats: int, target: int) -> None:
    end = dealt(["7S 8S", "KH QD", "AS", "2S"][:seats], stock="9S ...", laid=[0])
    points = [20, 20, 21, 23][seats - 1]
    for missing in (0, 1):
        scores = (target - points - missing,) + (0,) * (seats - 1)
        match = replace(Match.new(CGIO, seats, 0), scores=scores, state=end)
        match, _ = played(match, STOCK, down("7S 8S 9S"))
        assert match.winners == (() if missing else (0,))


def test_targets_are_an_option() -> None:
    game = Basic(preset="mine", targets=(100, 192, 300))
    match, _ = Match.new(game, 3, dealer=2).deal(WINNING)
    match, _ = played(match, *FIRST_TURN)
    assert match.winners == (0,)


def test_the_deal_moves_clockwise() -> None:
    match, _ = Match.new(CGIO, 3, dealer=2).deal(WINNING)
    match, _ = played(match, *FIRST_TURN)
    match, events = match.deal(range(52))
    assert events == (HandDealt(dealer=0, first=1),)
    assert (match.dealer, match.hands, match.result) == (0, 2, None)
    assert match.scores == (192, 0, 0)


def test_R47_a_stalemate_scores_nothing_and_the_deal_moves_on() -> None:
    match, _ = match_at(10, 20, 30).deal(range(52))
    match, events = played(replace(match, state=LOCKED), throw("KS"))
    assert isinstance(events[-1], HandEnded)
    assert (events[-1].reason, events[-1].winner) == ("stalemate", None)
    assert events[-1].points == (0, 0, 0)
    assert (match.scores, match.winners) == ((10, 20, 30), ())
    match, events = match.deal(range(52))
    assert events == (HandDealt(dealer=0, first=1),)


def test_nothing_can_be_done_before_the_first_deal() -> None:
    with pytest.raises(IllegalAction) as refusal:
        Match.new(CGIO, 2, 0).apply(1, STOCK)
    assert refusal.value.code == "not_dealt"
    assert str(refusal.value) == "no cards have been dealt yet"


def test_nothing_can_be_done_between_hands() -> None:
    match, _ = Match.new(CGIO, 3, dealer=2).deal(WINNING)
    match, _ = played(match, *FIRST_TURN)
    with pytest.raises(IllegalAction) as refusal:
        match.apply(1, STOCK)
    assert refusal.value.code == "hand_over"
    assert match.scores == (192, 0, 0)


def test_a_refused_action_changes_nothing() -> None:
    match, _ = Match.new(CGIO, 3, dealer=2).deal(WINNING)
    before = match.state
    with pytest.raises(IllegalAction):
        match.apply(0, throw("KD"))
    assert match.state is before
    after, _ = match.apply(0, STOCK)
    assert match.state is before
    assert after.state != before


def test_no_deal_in_the_middle_of_a_hand() -> None:
    match, _ = Match.new(CGIO, 3, dealer=2).deal(WINNING)
    for step in (lambda: match.deal(WINNING), match.again, match.reset):
        with pytest.raises(ValueError) as refusal:
            step()
        assert str(refusal.value) == "the hand is not over"


def test_no_deal_after_the_match() -> None:
    match, _ = match_at(8, 50, 7).deal(WINNING)
    match, _ = played(match, *FIRST_TURN)
    with pytest.raises(ValueError) as refusal:
        match.deal(WINNING)
    assert str(refusal.value) == "the match is over"


def test_a_new_match_of_the_same_seats() -> None:
    match, _ = match_at(8, 50, 7).deal(WINNING)
    match, _ = played(match, *FIRST_TURN)
    match = match.again()
    assert match == Match.new(CGIO, 3, dealer=0)
    _, events = match.deal(WINNING)
    assert events == (HandDealt(dealer=0, first=1),)


def test_the_scores_are_reset_and_the_deal_goes_on() -> None:
    match, _ = match_at(8, 50, 7).deal(WINNING)
    match, _ = played(match, *FIRST_TURN)
    assert any(match.scores) and any(match.wins) and match.winners
    reset = match.reset()
    assert (reset.scores, reset.wins, reset.winners) == ((0, 0, 0), (0, 0, 0), ())
    assert (reset.hands, reset.result) == (0, match.result)
    after, events = reset.deal(WINNING)
    assert after == match.again().deal(WINNING)[0]
    assert events == (HandDealt(dealer=0, first=1),)


def test_again_before_the_first_deal_keeps_the_dealer() -> None:
    match = Match.new(CGIO, 3, dealer=1)
    assert match.again() == match


@pytest.mark.parametrize(("name", "seats"), tables())
def test_a_match_is_played_to_its_end(name: str, seats: int) -> None:
    game, rng = GAMES[name], random.Random(seats)
    match = Match.new(replaced(game, targets=(100,)), seats, dealer=0)
    total = 0
    while not match.winners:
        match, events = match.deal(shuffled(game, rng))
        while match.result is None:
            assert match.state is not None
            action = lively(rng, match.state, game)
            match, events = match.apply(match.state.turn, action)
        total += sum(match.result.points)
        assert sum(match.scores) == total
    assert max(match.scores) >= 100
    best = min(match.scores) if game.lowest_wins else max(match.scores)
    assert [match.scores[seat] for seat in match.winners] == [best] * len(match.winners)
    assert events[-1] == MatchEnded(match.winners, match.scores)


PENALTY = Basic(preset="penalty", scoring="penalty", targets=(100,))


@pytest.mark.parametrize(
    ("before", "after", "winners"),
    [
        ((0, 0, 0), (0, 28, 46), ()),
        ((9, 60, 8), (9, 88, 54), ()),
        ((9, 71, 8), (9, 99, 54), ()),
        ((9, 72, 8), (9, 100, 54), (0,)),
        ((88, 20, 54), (88, 48, 100), (1,)),
        ((48, 20, 54), (48, 48, 100), (0, 1)),
    ],
)
def test_with_penalties_the_lowest_score_wins_when_somebody_has_the_target(
    before: tuple[int, ...], after: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    hands = ["7S 8S", "TD 4S", "TH 9H 4D"]
    state = dealt(hands, stock="9S ...", game=PENALTY)
    match = replace(Match.new(PENALTY, 3, 0), scores=before, state=state)
    match, events = played(match, STOCK, down("7S 8S 9S"))
    assert (match.scores, match.winners) == (after, winners)
    assert isinstance(events[-1], MatchEnded) is bool(winners)


def test_the_winner_of_two_deals_the_next_hand() -> None:
    game = PRESETS["bicycle"]
    state = dealt(["7S 8S", "TD 4S"], stock="9S ...", game=game)
    match = replace(Match.new(game, 2, dealer=0), state=state)
    match, _ = played(match, STOCK, down("7S 8S 9S"))
    match, events = match.deal(range(52))
    assert events == (HandDealt(dealer=0, first=1),)


def test_a_match_may_be_over_after_some_hands() -> None:
    match = Match.new(CGIO, 3, dealer=2, max_hands=2)
    match, _ = match.deal(WINNING)
    match, _ = played(match, *FIRST_TURN)
    assert (match.scores, match.winners) == ((192, 0, 0), ())
    match, _ = match.deal(range(52))
    match, events = played(replace(match, state=LOCKED), throw("KS"))
    assert events[-1] == MatchEnded(winners=(0,), scores=(192, 0, 0))
    assert match.winners == (0,)
    assert match.again() == Match.new(CGIO, 3, dealer=1, max_hands=2)


def test_a_match_of_some_hands_goes_on_beyond_the_target() -> None:
    match = Match.new(CGIO, 3, dealer=2, max_hands=3)
    for scores in ((192, 0, 0), (192, 192, 0), (192, 192, 192)):
        assert match.winners == ()
        match, _ = match.deal(WINNING)
        first = match.state.turn  # type: ignore[union-attr]
        for action in FIRST_TURN:
            match, _ = match.apply(first, action)
        assert match.scores == scores
    assert match.winners == (0, 1, 2)


def test_a_match_of_one_hand_that_nobody_finished_has_no_single_winner() -> None:
    match, _ = Match.new(CGIO, 3, dealer=2, max_hands=1).deal(range(52))
    match, events = played(replace(match, state=LOCKED), throw("KS"))
    assert events[-1] == MatchEnded(winners=(0, 1, 2), scores=(0, 0, 0))


def test_a_void_hand_is_dealt_again_by_the_same_dealer_and_does_not_count() -> None:
    match, dealt_first = match_at(10, 20, 30).deal(WINNING)
    match, _ = played(match, STOCK)
    void = match.void()
    assert (void.state, void.hands, void.scores) == (None, 0, (10, 20, 30))
    again, dealt_again = void.deal(WINNING)
    assert (again.hands, dealt_again) == (1, dealt_first)


def test_only_a_hand_that_is_being_played_can_be_void() -> None:
    over, _ = played(match_at(0, 0, 0).deal(WINNING)[0], *FIRST_TURN)
    for match in (match_at(0, 0, 0), over):
        with pytest.raises(ValueError, match="^no hand is being played$"):
            match.void()
