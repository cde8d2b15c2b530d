"""Basic Rummy: the variations that no named game plays."""

import pytest
from dealt import STOCK, UPCARD, cards, dealt, down, off, play, refused, throw

from shared.actions import Action, Draw
from shared.cards import CARDS
from shared.events import (
    Discarded,
    Drew,
    HandEnded,
    Recycled,
)
from shared.rulesets.basic import Basic
from shared.rulesets.basic_end import nobody_can_finish
from shared.rulesets.basic_state import State
from shared.view import Fit

LOCKED = ["3S 3H 3D 3C", "4H 5H 6H", "7S 7H 7D 7C"]


def game(**options: object) -> Basic:
    return Basic(preset="mine", **options)  # type: ignore[arg-type]


def end(game: Basic, state: State, *actions: Action) -> HandEnded:
    after, _ = play(state, *actions, game=game)
    assert after.result is not None
    return after.result


# Lay-offs and the discard


def test_lay_offs_a_turn_are_counted_anew_each_turn() -> None:
    rules = game(layoffs_per_turn=1)
    hands = ["8H 9H KD QS", "2C 3C"]
    state = dealt(hands, melds=["5H 6H 7H"], stock="2D 4D 6D ...", game=rules)
    state, _ = play(state, STOCK, off("8H", 0), game=rules)
    assert rules.view(state, 0).may_lay_off == ()
    state, _ = play(state, throw("KD"), STOCK, throw("4D"), STOCK, game=rules)
    assert rules.view(state, 0).may_lay_off == (Fit("9H", 0),)


def test_without_lay_offs_only_melds_are_laid() -> None:
    rules = game(layoffs_per_turn=0)
    state = dealt(["8H KD 4S", "2C"], melds=["5H 6H 7H"], game=rules)
    assert rules.view(state, 0).may_lay_off == ()
    state, _ = play(state, STOCK, game=rules)
    assert refused(state, off("8H", 0), game=rules) == (
        "enough_lay_offs",
        "no more than 0 cards may be laid off in a turn",
    )
    locked = dealt(["8H", "2D"], melds=["5H 6H 7H"], game=rules)
    assert nobody_can_finish(rules, locked)
    assert not nobody_can_finish(game(), locked)


def test_R25_the_last_card_has_to_be_a_discard() -> None:
    rules = game(final_discard_required=True)
    state = dealt(["7S 8S", "KH QD 2C"], stock="9S ...", laid=[0], game=rules)
    state, _ = play(state, STOCK, game=rules)
    assert refused(state, down("7S 8S 9S"), game=rules)[0] == "keep_a_card"
    view = rules.view(state, 0)
    assert (view.may_lay_down, view.can) == ((), ("discard",))
    state, _ = play(state, throw("7S"), game=rules)
    assert state.result is None


def test_R25_with_a_card_to_spare_one_goes_out_by_it() -> None:
    rules = game(final_discard_required=True)
    state = dealt(["7S 8S KD", "KH QD"], stock="9S ...", laid=[0], game=rules)
    result = end(rules, state, STOCK, down("7S 8S 9S"), throw("KD"))
    assert (result.winner, result.points) == (0, (20, 0))


def test_R25_the_spare_card_must_be_one_that_may_be_discarded() -> None:
    rules = game(final_discard_required=True)
    state = dealt(["7S 8S 9S", "KH QD"], upcard="TS", game=rules)
    state, _ = play(state, UPCARD, game=rules)
    assert refused(state, down("7S 8S 9S"), game=rules)[0] == "stranded"
    state, _ = play(state, down("8S 9S TS"), throw("7S"), game=rules)
    assert state.result is not None and state.result.winner == 0


def test_two_cards_each_are_a_stalemate_when_the_last_must_be_discarded() -> None:
    for rules, stuck in ((game(final_discard_required=True), True), (game(), False)):
        state = dealt(["KS 2S", "2D 9C"], melds=LOCKED, stock="QD ...", game=rules)
        assert nobody_can_finish(rules, state) is stuck


# The stock


@pytest.mark.parametrize("order", ["shuffle", "turn_over"])
@pytest.mark.parametrize(
    ("top", "drawn", "left", "upcard"),
    [
        ("include", "9C", ["TC", "JC"], None),
        ("keep", "9C", ["TC"], "JC"),
        ("turn_up", "TC", ["JC"], "9C"),
    ],
)
def test_what_becomes_of_the_upcard(
    order: str, top: str, drawn: str, left: list[str], upcard: str | None
) -> None:
    rules = game(recycle_order=order, recycle_top=top)
    held = " ".join(card for card in CARDS[:52] if card not in ("9C", "TC", "JC", "KC"))
    state = dealt([held, "KC"], stock="", pile="9C TC JC", game=rules)
    after, events = play(state, STOCK, game=rules)
    recycled = events[0]
    assert isinstance(recycled, Recycled)
    assert recycled.shuffled is (order == "shuffle")
    assert recycled.cards == len(left) + 1
    assert rules.view(after, 0).upcard == recycled.upcard
    assert cards(after) == sorted(CARDS[:52])
    if order == "turn_over" or top == "keep":
        assert recycled.upcard == upcard
    if order == "turn_over":
        assert events[1] == Drew(0, "stock", drawn)
        assert [CARDS[card] for card in reversed(after.stock)] == left


@pytest.mark.parametrize("top", ["keep", "turn_up"])
def test_an_upcard_alone_is_no_stock(top: str) -> None:
    rules = game(recycle_top=top, max_recycles=None)
    held = " ".join(card for card in CARDS[:52] if card not in ("9C", "KC"))
    state = dealt([held, "KC"], stock="", pile="9C", game=rules)
    assert end(rules, state, STOCK).reason == "exhausted"


def test_an_empty_stock_may_be_judged_at_the_end_of_a_turn() -> None:
    rules = game(exhaust="end_of_turn")
    hands = ["2S 9D", "KH QC"]
    state = dealt(hands, stock="7D", upcard="7H", recycles=1, game=rules)
    state, events = play(state, STOCK, throw("7D"), game=rules)
    assert events[-2:] == (
        Discarded(0, "7D"),
        HandEnded("exhausted", None, False, (0, 0), (("2S", "9D"), ("KH", "QC"))),
    )
    state = dealt(hands, stock="7D", upcard="7H", game=rules)
    state, events = play(state, STOCK, throw("7D"), game=rules)
    assert events[-1] == Recycled(48, shuffled=True)
    assert len(state.stock) == 48
    assert rules.view(state, 1).can == ("draw_stock",)


def test_block_rummy_ends_with_the_stock() -> None:
    rules = game(max_recycles=0, exhaust_result="lowest_wins")
    state = dealt(["2S 9D", "KH QC", "AH"], stock="", upcard="7H", game=rules)
    assert rules.view(state, 0).can == ("draw_stock", "draw_discard")
    assert rules.view(state, 0).recycles_left == 0
    result = end(rules, state, STOCK)
    assert (result.reason, result.winner) == ("exhausted", 2)
    assert result.points == (0, 0, 31)


# Scores


def going_out(rules: Basic, laid: list[int]) -> HandEnded:
    hands = ["7S 8S", "TD 4S", "TH 9H 4D"]
    state = dealt(hands, stock="9S ...", laid=laid, game=rules)
    return end(rules, state, STOCK, down("7S 8S 9S"))


@pytest.mark.parametrize(
    ("scoring", "rummy", "laid", "points"),
    [
        ("winner_takes", "double", [], (74, 0, 0)),
        ("winner_takes", "flat10", [], (47, 0, 0)),
        ("winner_takes", "flat10", [0], (37, 0, 0)),
        ("winner_takes", "off", [], (37, 0, 0)),
        ("penalty", "off", [], (0, 14, 23)),
        ("penalty", "double", [], (0, 28, 46)),
        ("penalty", "flat10", [], (0, 24, 33)),
        ("penalty", "flat10", [0], (0, 14, 23)),
    ],
)
def test_R42_what_going_out_is_worth(
    scoring: str, rummy: str, laid: list[int], points: tuple[int, ...]
) -> None:
    rules = game(scoring=scoring, going_rummy=rummy)
    result = going_out(rules, laid)
    assert result.points == points
    assert result.going_rummy is (rummy != "off" and not laid)
    assert result.rummy_pays == ("flat10" if rummy == "flat10" else "double")


def test_the_lowest_hand_is_charged_with_nothing() -> None:
    rules = game(max_recycles=0, exhaust_result="lowest_wins", scoring="penalty")
    state = dealt(["2S 9D", "KH QC", "AH"], stock="", upcard="7H", game=rules)
    assert end(rules, state, STOCK).points == (11, 20, 0)


def test_nobody_is_charged_when_nobody_wins() -> None:
    rules = game(max_recycles=0, scoring="penalty")
    state = dealt(["2S 9D", "KH QC"], stock="", upcard="7H", game=rules)
    assert end(rules, state, STOCK).points == (0, 0)


@pytest.mark.parametrize("ace_value", [1, 11, 15])
def test_what_an_ace_left_in_hand_counts(ace_value: int) -> None:
    rules = game(ace="either", ace_value=ace_value)
    state = dealt(["QS KS", "AH 2D"], stock="AS ...", laid=[0], game=rules)
    result = end(rules, state, STOCK, down("QS KS AS"))
    assert result.points == (ace_value + 2, 0)


def test_to_take_a_card_for_a_lay_off_one_may_need_a_meld_of_ones_own() -> None:
    rules = game(discard_dive=True, layoff_needs_own_meld=True)
    hands = ["KD 9S", "QC"]
    for owner, may in ((0, True), (1, False)):
        state = dealt(
            hands, melds=["4H 5H 6H"], owners=[owner], pile="7H 2C", game=rules
        )
        assert bool(rules.view(state, 0).may_dive) is may
        if not may:
            code, _ = refused(state, Draw("discard", "7H"), game=rules)
            assert code == "dive_in_vain"
