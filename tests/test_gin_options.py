"""The presets of gin: what they choose, what does not go together, how a match ends."""

from collections.abc import Sequence
from dataclasses import replace as set_in

import msgspec
import pytest
from ginhands import CGIO, MODERN, OKLAHOMA, PAGAT, PASS, SPIEL, gin, knock, play, throw
from msgspec.structs import asdict, replace

from shared.errors import OptionError, RummyError
from shared.events import Bonus, HandEnded, MatchEnded, Seat
from shared.match import Match
from shared.ruleset import rulesets
from shared.rulesets.gin import PRESETS, Gin


def test_the_presets() -> None:
    common = {
        "knock_limit": 10,
        "oklahoma": False,
        "oklahoma_ace": "one",
        "spade_doubles": False,
        "gin_bonus": 25,
        "undercut_bonus": 25,
        "big_gin_bonus": 31,
        "undercut_on_tie": True,
        "layoff_against_gin": False,
        "redraw_discard_forbidden": True,
        "stock_dead_at": 2,
        "fiftieth_card_rule": False,
        "max_upcard_draws": 50,
        "max_returned": None,
        "targets": (100,),
        "game_bonus": 0,
        "box_bonus": 0,
        "shutout_bonus": 0,
        "shutout_doubles": False,
        "next_deal": "loser",
        "dead_hand_dealer": "same",
    }
    pagat = {
        "gin_bonus": 20,
        "undercut_bonus": 10,
        "big_gin_bonus": "off",
        "game_bonus": 100,
        "box_bonus": 20,
        "shutout_bonus": 100,
    }
    different = {
        "gin_cgio": {},
        "gin_pagat": pagat,
        "gin_modern": {
            "game_bonus": 100,
            "box_bonus": 25,
            "shutout_doubles": True,
            "next_deal": "winner",
        },
        "gin_oklahoma": {**pagat, "oklahoma": True},
        "gin_openspiel": {
            "big_gin_bonus": "off",
            "undercut_on_tie": False,
            "redraw_discard_forbidden": False,
            "fiftieth_card_rule": True,
            "max_returned": 2,
        },
    }
    assert {name: asdict(game) for name, game in PRESETS.items()} == {
        name: {"preset": name, **common, **options}
        for name, options in different.items()
    }
    assert [PAGAT.big_gin_bonus, SPIEL.big_gin_bonus] == ["off", "off"]


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_is_offered(name: str) -> None:
    game = rulesets()[name]
    assert (game.name, game.preset, list(game.seats), game.deck) == (
        "gin",
        name,
        [2],
        52,
    )
    assert (game.target(2), game.lowest_wins) == (100, False)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"knock_limit": -1}, "knock_limit must be 0 or more"),
        ({"knock_limit": 11}, "knock_limit must be 10 or less"),
        ({"stock_dead_at": -1}, "stock_dead_at must be 0 or more"),
        ({"stock_dead_at": 31}, "stock_dead_at must be 30 or less"),
        ({"gin_bonus": -1}, "gin_bonus must be 0 or more"),
        ({"undercut_bonus": -1}, "undercut_bonus must be 0 or more"),
        ({"big_gin_bonus": -1}, "big_gin_bonus must be 0 or more"),
        ({"game_bonus": -1}, "game_bonus must be 0 or more"),
        ({"box_bonus": -1}, "box_bonus must be 0 or more"),
        ({"shutout_bonus": -1}, "shutout_bonus must be 0 or more"),
        ({"targets": (0,)}, "targets must be one number, 1 or more"),
        ({"targets": (100, 200)}, "targets must be one number, 1 or more"),
        ({"max_upcard_draws": 0}, "max_upcard_draws must be 1 or more"),
        (
            {"max_returned": 0, "redraw_discard_forbidden": False},
            "max_returned must be 1 or more",
        ),
        (
            {"max_returned": 2},
            "max_returned means nothing while redraw_discard_forbidden is on: "
            "set redraw_discard_forbidden=off too",
        ),
        (
            {"oklahoma_ace": "gin_only"},
            "oklahoma_ace means nothing without oklahoma: set oklahoma=on too",
        ),
        (
            {"spade_doubles": True},
            "spade_doubles needs oklahoma: set oklahoma=on too",
        ),
        (
            {"shutout_bonus": 100, "shutout_doubles": True},
            "choose one of shutout_bonus and shutout_doubles: leave the other off",
        ),
    ],
)
def test_what_does_not_go_together_is_refused(
    options: dict[str, object], sentence: str
) -> None:
    with pytest.raises(OptionError) as refusal:
        Gin(preset="mine", **options)  # type: ignore[arg-type]
    assert str(refusal.value) == sentence
    assert isinstance(refusal.value, RummyError) and isinstance(
        refusal.value, ValueError
    )


def test_the_edges_of_the_options_are_allowed() -> None:
    Gin(preset="mine", knock_limit=0, stock_dead_at=30, big_gin_bonus=0, targets=(1,))
    Gin(
        preset="mine",
        max_upcard_draws=1,
        max_returned=1,
        redraw_discard_forbidden=False,
    )


def test_a_limit_of_nothing_allows_gin_only() -> None:
    game = Gin(preset="mine", knock_limit=0)
    assert game.limit(12) == 0
    state = gin(("7S 8S 9S JH JD JC 4S 4H 4C AH KS", OTHER), phase="play", limit=0)
    assert not any(hasattr(action, "melds") for action in game.legal(state, 0))
    better = "7S 8S 9S TS JH JD JC 4S 4H 4C KS", OTHER.replace("TS", "AH")
    assert play(gin(better, phase="play", limit=0), knock("KS", *GIN), game=game)


OTHER = "TS JS QS 4D 5H 6H 8C 9D KH AC"
GIN = "7S 8S 9S TS", "JH JD JC", "4S 4H 4C"

WON = HandEnded("gin", 0, False, (40, 0), ((), ()))
LOST = HandEnded("knock", 1, False, (0, 12), ((), ()))
DEAD = HandEnded("dead", None, False, (0, 0), ((), ()))


@pytest.mark.parametrize(
    ("game", "dealers"),
    [
        (CGIO, [1, 0, 0]),
        (PAGAT, [1, 0, 0]),
        (OKLAHOMA, [1, 0, 0]),
        (MODERN, [0, 1, 0]),
        (Gin(preset="mine", next_deal="alternate"), [1, 1, 0]),
        (Gin(preset="mine", dead_hand_dealer="alternate"), [1, 0, 1]),
    ],
)
def test_who_deals_next(game: Gin, dealers: list[Seat]) -> None:
    assert [game.next_dealer(0, result, 2) for result in (WON, LOST, DEAD)] == dealers


def bonuses(game: Gin, scores: Sequence[int], wins: Sequence[int]) -> dict[str, int]:
    """The bonuses of both seats by kind."""
    return {
        f"{bonus.kind} {bonus.seat}": bonus.points
        for bonus in game.bonuses(scores, wins)
    }


def test_bonuses_of_a_match() -> None:
    assert bonuses(CGIO, (120, 0), (4, 0)) == {}
    assert bonuses(PAGAT, (120, 30), (4, 2)) == {
        "boxes 0": 80,
        "boxes 1": 40,
        "game 0": 100,
    }
    assert bonuses(MODERN, (30, 100), (2, 3)) == {
        "boxes 0": 50,
        "boxes 1": 75,
        "game 1": 100,
    }


def test_a_shutout() -> None:
    assert bonuses(PAGAT, (0, 104), (0, 4)) == {
        "boxes 1": 80,
        "game 1": 100,
        "shutout 1": 100,
    }
    doubled = bonuses(MODERN, (104, 0), (4, 0))
    assert doubled == {"boxes 0": 100, "game 0": 100, "shutout 0": 304}


def test_a_single_point_is_no_shutout() -> None:
    for game in (PAGAT, MODERN):
        assert "shutout 0" not in bonuses(game, (104, 1), (4, 1))


def test_who_has_not_reached_the_target_gets_boxes_only() -> None:
    assert bonuses(PAGAT, (60, 0), (3, 0)) == {"boxes 0": 60}
    assert bonuses(PAGAT, (0, 0), (0, 0)) == {}


def won(match: Match, times: int) -> Match:  # type: ignore[type-arg]
    """Seat 0 knocks with 2 left over against 12, so many hands."""
    state = gin(
        ("7S 8S 9S JH JD JC 4S 4H 4C 2H KS", "AD AH AC 5H 5D 5C TD TH TC QS"),
        phase="play",
    )
    for _ in range(times):
        match, _ = match.deal(range(52))
        match = set_in(match, state=state)
        match, _ = match.apply(0, knock("KS", "7S 8S 9S", "JH JD JC", "4S 4H 4C"))
        match, events = match.apply(1, PASS)
    assert isinstance(events[-1], MatchEnded) == bool(match.winners)
    return match


def test_G28_boxes_do_not_count_toward_the_target() -> None:
    match = won(Match.new(PAGAT, 2, 0), 12)
    assert (match.scores, match.wins, match.winners) == ((96, 0), (12, 0), ())
    match = won(match, 1)
    assert match.winners == (0,)
    assert match.scores == (104 + 13 * 20 + 100 + 100, 0)


def test_the_end_of_a_match_tells_its_bonuses() -> None:
    match = won(Match.new(MODERN, 2, 0), 12)
    match, _ = match.deal(range(52))
    state = gin(
        ("7S 8S 9S TS JH JD JC 4S 4H 4C KS", OTHER.replace("TS", "AH")), phase="play"
    )
    match = set_in(match, state=state)
    match, events = match.apply(0, knock("KS", *GIN))
    hand = match.state.result.points[0]  # type: ignore[union-attr]
    before = 96 + hand + 13 * 25 + 100
    assert events[-1] == MatchEnded(
        winners=(0,),
        scores=(2 * before, 0),
        bonuses=(
            Bonus(0, "boxes", 325),
            Bonus(0, "game", 100),
            Bonus(0, "shutout", before),
        ),
    )
    assert match.again() == Match.new(MODERN, 2, 0)


def test_who_has_won_is_decided_without_the_boxes() -> None:
    match = Match.new(PAGAT, 2, 0)
    match = won(set_in(match, scores=(92, 99), wins=(0, 20)), 1)
    assert match.winners == (0,)
    assert match.scores == (100 + 20 + 100, 99 + 400)


def test_dead_hands_are_nobodys() -> None:
    match, _ = Match.new(CGIO, 2, 1).deal(range(52))
    state = gin(
        ("2S 4S 6S 8S TS QS AH 3H 5H 7H KD", "2D 4D 6D 8D TD QD AC 3C 5C 7C"),
        phase="play",
        stock="9D JD",
    )
    match = set_in(match, state=state)
    match, _ = match.apply(0, throw("KD"))
    assert (match.scores, match.wins, match.result.reason) == ((0, 0), (0, 0), "dead")  # type: ignore[union-attr]
    _, events = match.deal(range(52))
    assert events[0].dealer == 1  # type: ignore[union-attr]


@pytest.mark.parametrize("game", PRESETS.values())
def test_options_survive_the_wire(game: Gin) -> None:
    assert msgspec.json.decode(msgspec.json.encode(game), type=Gin) == game
    assert replace(game, preset="x") != game
