"""What may be taken back: what showed nobody a hidden card."""

from pathlib import Path

import pytest
from fickle import Fickle
from recorded import Recording
from verified import second_opinion

from shared.actions import Action, Discard, Draw, LayDown, TakeBack
from shared.errors import IllegalAction
from shared.events import Seat, TakenBack
from shared.match import MOST_TAKEN_BACK, Match
from shared.replay import replay
from shared.rulesets.basic import PRESETS
from shared.rulesets.basic_state import State
from shared.transcript import TranscriptError, sealed

LAST = "you can take back what was done last, if you did it and no hidden card was "
LAST += "seen since"


GAMES = [
    ("basic", 3, {"preset": "cgio"}),
    ("basic", 2, {"preset": "cgio", "rearrange_melds": "yes", "call_rummy": "yes"}),
    ("gin", 2, {"preset": "gin_pagat"}),
    ("rummikub", 3, {"preset": "rk_official"}),
]


@pytest.mark.parametrize(("game", "seats", "options"), GAMES)
def test_what_is_taken_back_was_never_done(
    game: str, seats: int, options: dict[str, str], tmp_path: Path
) -> None:
    table = Fickle(game, seats, 2, **options)
    table.play()
    assert table.freely or game == "rummikub"
    assert table.asking
    for seat in range(seats):
        assert set(table.findings(seat)) == {"ok"}
    told = replay(table.file)
    assert told.match == table.match
    path = tmp_path / "match"
    path.write_bytes(table.file)
    assert second_opinion(path) == "ok"


def dealt() -> Match[State]:
    """Seat 1 of two holds ace to ten of spades and is to draw."""
    match = Match.new(PRESETS["cgio"], 2, dealer=0)
    hands = [
        card for both in zip(range(10), range(10, 20), strict=True) for card in both
    ]
    match, _ = match.deal([*hands, *range(20, 52)])
    return match


def refused(match: Match[State], seat: Seat, action: Action) -> tuple[str, str]:
    with pytest.raises(IllegalAction) as refusal:
        match.apply(seat, action)
    return refusal.value.code, str(refusal.value)


def test_a_draw_from_the_stock_is_never_taken_back() -> None:
    match, _ = dealt().apply(1, Draw("stock"))
    for action in (TakeBack(), TakeBack(agreed=True)):
        assert refused(match, 1, action) == ("nothing_to_take_back", LAST)


def test_a_card_of_the_discard_pile_is_put_back_when_all_agree() -> None:
    before = dealt()
    match, _ = before.apply(1, Draw("discard"))
    assert match.may_take_back(1) == "asking"
    assert refused(match, 1, TakeBack()) == (
        "ask_to_take_back",
        "that can be taken back only if all agree: ask them",
    )
    match, events = match.apply(1, TakeBack(agreed=True))
    assert (match.state, events) == (before.state, (TakenBack(1),))


def test_nobody_takes_back_what_another_did() -> None:
    match, _ = dealt().apply(1, Draw("discard"))
    assert match.may_take_back(0) == "no"
    assert refused(match, 0, TakeBack(agreed=True))[0] == "nothing_to_take_back"


def test_several_steps_go_back_one_by_one() -> None:
    first, _ = dealt().apply(1, Draw("discard"))
    view = first.ruleset.view(first.state, 1)
    assert view.may_lay_down
    second, _ = first.apply(1, LayDown(view.may_lay_down[0]))
    assert second.may_take_back(1) == "freely"
    back, _ = second.apply(1, TakeBack())
    assert (back.state, back.may_take_back(1)) == (first.state, "asking")


def test_it_is_not_taken_back_for_ever() -> None:
    match, _ = dealt().apply(1, Draw("discard"))
    view = match.ruleset.view(match.state, 1)
    meld = LayDown(view.may_lay_down[0])
    for _ in range(MOST_TAKEN_BACK):
        match, _ = match.apply(1, meld)
        match, _ = match.apply(1, TakeBack())
    match, _ = match.apply(1, meld)
    assert match.may_take_back(1) == "no"
    assert refused(match, 1, TakeBack()) == (
        "enough_taken_back",
        "that was taken back often enough: play on",
    )
    may = match.ruleset.view(match.state, 1).may_discard
    match, _ = match.apply(1, Discard(may[0]))
    match, _ = match.apply(0, Draw("stock"))
    assert match.taken_back == 0


def test_nothing_of_another_hand_is_taken_back() -> None:
    match, _ = dealt().apply(1, Draw("discard"))
    assert match.void().may_take_back(1) == "no"
    assert refused(match.void(), 1, TakeBack())[0] == "not_dealt"


def test_a_transcript_with_a_wrong_step_back_does_not_hold(tmp_path: Path) -> None:
    table = Recording("basic", 2, 1)
    table.begin_hand()
    seat = table.turn
    table.do(seat, Draw("stock"))
    wrong = table.chronicle.did(seat, table.at, TakeBack(agreed=True))
    wrong = wrong.cut(table.deal, table.host_seed(), ())
    path = tmp_path / "match"
    path.write_text(sealed(wrong.lines))
    with pytest.raises(TranscriptError) as refusal:
        replay(path.read_bytes())
    assert str(refusal.value) == f"line 5: seat {seat + 1} could not do this: {LAST}"
    assert second_opinion(path) == "line 5: there is nothing to take back"
