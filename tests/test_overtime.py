"""Turns whose time is up: in every game they pass on, and hands come to their end."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, TypeAlias
from unittest.mock import patch

import pytest
from fairly import FairTable
from recorded import Recording
from verified import second_opinion

from peer.bots.medium import Medium
from peer.chronicle import Chronicle
from peer.overtime import rest_of_turn
from peer.records import TurnEnded, read, written
from peer.table import replayed
from shared.actions import Discard, Draw, Pass
from shared.errors import IllegalAction
from shared.events import HandEnded, Seat, TimedOut
from shared.match import Match
from shared.overtime import timed_out
from shared.replay import replay
from shared.ruleset import Ruleset, rulesets, with_options
from shared.rulesets.basic import PRESETS as BASIC
from shared.rulesets.gin import PRESETS as GIN
from shared.shuffle import shuffle
from shared.terms import Terms
from shared.transcript import TranscriptError, sealed

Claim: TypeAlias = Callable[[Any], Any]

WILD = with_options(
    BASIC["pagat"],
    {"decks": "2", "jokers": "4", "call_rummy": "on", "discard_dive": "on"},
)


def dealt(rules: Ruleset[Any], seed: int, seats: int | None = None) -> Match[Any]:
    deck = shuffle(rules.deck, bytes([seed]) * 32)
    return Match.new(rules, seats or rules.seats[-1], 0).deal(deck)[0]


def late(match: Match[Any], touched: bool = False) -> Match[Any]:
    """Whose turn it is has no time left: the turn passes on."""
    seat = match.turn
    actions = rest_of_turn(match.ruleset, match.state, touched)
    after, events = match.timed_out(actions)
    assert events[0] == TimedOut(seat)
    assert after.turn != seat
    assert all(event.seat == seat for event in events if isinstance(event, TimedOut))
    return after


@pytest.mark.parametrize("preset", rulesets())
def test_a_hand_in_which_everybody_is_always_late_ends(preset: str) -> None:
    rules = rulesets()[preset]
    for seats in {rules.seats[0], rules.seats[-1]}:
        match = dealt(rules, seats, seats)
        turns = 0
        while match.result is None:
            match, turns = late(match, touched=turns % 3 == 0), turns + 1
        assert isinstance(match.result, HandEnded)


@pytest.mark.parametrize("rules", [*rulesets().values(), WILD], ids=lambda r: r.preset)
@pytest.mark.parametrize("seed", range(3))
def test_any_turn_may_be_cut_short(rules: Ruleset[Any], seed: int) -> None:
    chance, bot = Random(seed), Medium()
    match = dealt(rules, seed)
    for _ in range(2000):
        seat = match.turn
        if seat is None:
            return
        if chance.random() < 0.3:
            match = late(match, chance.random() < 0.5)
        elif chance.random() < 0.5:
            legal = list(rules.legal(match.state, seat))
            match, _ = match.apply(seat, chance.choice(legal))
        else:
            view = rules.view(match.state, seat)
            match, _ = match.apply(seat, bot.choose(view, ()))
    raise AssertionError("the hand does not end")


# What is done


def test_a_knock_is_answered_by_passing() -> None:
    rules = GIN["gin_cgio"]
    for seed in range(200):
        match = dealt(rules, seed)
        while match.turn is not None:
            view = rules.view(match.state, match.turn)
            if view.phase == "layoff":  # type: ignore[union-attr]
                assert rest_of_turn(rules, match.state, False) == (Pass(),)
                assert late(match).result is not None
                return
            match, _ = match.apply(match.turn, Medium().choose(view, ()))
    raise AssertionError("nobody knocked")


def test_the_upcard_is_passed() -> None:
    match = dealt(GIN["gin_cgio"], 1)
    assert rest_of_turn(match.ruleset, match.state, False) == (Pass(),)


def test_a_card_is_drawn_from_the_stock_and_one_discarded() -> None:
    match = dealt(BASIC["cgio"], 1)
    actions = rest_of_turn(match.ruleset, match.state, False)
    assert actions[0] == Draw("stock") and isinstance(actions[1], Discard)


def test_rummy_is_not_called() -> None:
    for seed in range(100):
        match = dealt(WILD, seed)
        while match.turn is not None:
            view = WILD.view(match.state, match.turn)
            if view.phase == "call":
                actions = rest_of_turn(WILD, match.state, False)
                assert actions[0] == Pass()
                assert actions[1:] == () or actions[1] == Draw("stock")
                return
            legal = list(WILD.legal(match.state, match.turn))
            match, _ = match.apply(match.turn, Random(seed).choice(legal))
    raise AssertionError("rummy could never be called")


def test_nobody_has_to_knock_or_lay_down() -> None:
    kinds = set()
    for preset in ("cgio", "pagat", "gin_cgio", "gin_pagat"):
        match = dealt(rulesets()[preset], 5)
        while match.result is None:
            actions = rest_of_turn(match.ruleset, match.state, False)
            kinds |= {type(action) for action in actions}
            match = late(match)
    assert kinds <= {Draw, Discard, Pass}


def test_the_same_view_has_the_same_answer() -> None:
    match = dealt(BASIC["cgio"], 7)
    first, again = (rest_of_turn(match.ruleset, match.state, False) for _ in range(2))
    assert first == again


def test_nothing_from_before_it_can_be_taken_back() -> None:
    match = dealt(GIN["gin_cgio"], 1)
    seat = match.turn
    assert seat is not None
    match, _ = match.apply(seat, Pass())
    assert match.may_take_back(seat) == "asking"
    assert late(match).may_take_back(seat) == "no"


# What is refused


def test_what_leaves_the_turn_where_it_was_is_not_the_rest_of_it() -> None:
    match = dealt(BASIC["cgio"], 1)
    with pytest.raises(ValueError) as refusal:
        match.timed_out((Draw("stock"),))
    assert str(refusal.value) == "a turn whose time is up has to end"


def test_nobody_else_may_be_played_for() -> None:
    match = dealt(BASIC["cgio"], 1)
    rest = rest_of_turn(match.ruleset, match.state, False)
    with pytest.raises(ValueError) as refusal:
        match.timed_out((*rest, Draw("stock")))
    assert str(refusal.value) == "what ends a turn cannot go on after it"


def test_what_the_rules_forbid_is_forbidden_here_too() -> None:
    match = dealt(BASIC["cgio"], 1)
    with pytest.raises(IllegalAction, match="^draw a card first$"):
        match.timed_out((Discard("KC"),))


@pytest.mark.parametrize("number", [0, 2, 4])
def test_other_tiles_than_the_rules_say_cannot_be_drawn(number: int) -> None:
    match = dealt(rulesets()["rk_official"], 1)
    with pytest.raises(ValueError) as refusal:
        match.timed_out((Draw("stock"),) * number)
    assert str(refusal.value) == "these are not the tiles to draw when the time is up"


def test_a_hand_that_is_over_has_no_turn_to_end() -> None:
    match = dealt(BASIC["cgio"], 1)
    with pytest.raises(ValueError, match="^no hand is being played$"):
        match.void().timed_out(())
    while match.result is None:
        match = late(match)
    with pytest.raises(IllegalAction, match="^the hand is over$"):
        timed_out(match.ruleset, match.state, ())


# What is written down


@pytest.mark.parametrize("preset", rulesets())
def test_a_match_of_nobody_who_acts_is_journalled_and_verified(
    preset: str, tmp_path: Path
) -> None:
    rules = rulesets()[preset]
    seats = rules.seats[0]
    table = FairTable(seats, rules=rules, max_hands=1, terms=Terms(clock="5"))
    for seat in range(seats):
        table.join(f"Player {seat}")
    for _ in range(3000):
        if table.host.table.phase == "ended":
            break
        table.wait(5, step=5)
    assert table.host.table.phase == "ended"
    content, _ = written(table.records())
    records = read(content, "journal").records
    assert replayed(records, "journal") == table.host.table
    assert not any(type(one).__name__ == "Acted" for one in records)
    assert sum(isinstance(one, TurnEnded) for one in records) > 10
    data = sealed(table.host.table.chronicle.lines).encode()
    assert len(replay(data).hands) == 1
    file = tmp_path / "match.jsonl"
    file.write_bytes(data)
    assert second_opinion(file) == "ok"
    for peer in range(1, seats + 1):
        assert table.findings(peer) == ["ok"]


# What a host may claim


def claimed(actions: Claim, seat: Claim = lambda told: told) -> str:
    """What is found wrong with a host's claim about a turn whose time was up."""
    kept = Chronicle.timed_out

    def claims(chronicle: Chronicle, who: Seat, at: int, did: Any) -> Chronicle:
        return kept(chronicle, seat(who), at, actions(did))

    table = Recording("basic", 3, 1, audits=False)
    table.late = lambda: table.seq == 5
    with patch.object(Chronicle, "timed_out", claims):
        data = table.play().file
    with pytest.raises(TranscriptError) as wrong:
        replay(data)
    return wrong.value.why


def test_a_time_out_of_somebody_else_is_found() -> None:
    why = claimed(lambda told: told, seat=lambda told: (told + 1) % 3)
    assert why.endswith("could not do this: its time was not running")


def test_half_a_turn_is_found() -> None:
    why = claimed(lambda told: told[:-1])
    assert why.endswith("could not do this: a turn whose time is up has to end")


def test_more_than_a_turn_is_found() -> None:
    why = claimed(lambda told: (*told, Draw("stock")))
    assert why.endswith("could not do this: what ends a turn cannot go on after it")


def test_other_cards_are_found() -> None:
    why = claimed(lambda told: (*told[:-1], Discard("J")))
    assert "could not do this: " in why
