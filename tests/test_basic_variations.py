"""Basic Rummy: the variations that no named game plays."""

import pytest
from dealt import STOCK, UPCARD, cards, dealt, down, off, play, refused, table, throw
from judge import whole_deck

from shared.actions import Action, Draw, LayOff, TakeJoker
from shared.cards import CARDS
from shared.events import (
    Discarded,
    Drew,
    HandEnded,
    JokerTaken,
    LaidDown,
    LaidOff,
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
    assert refused(state, down("7S 8S 9S"), game=rules)[0] == "keep_one"
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


# Taking cards out of the discard pile

DIVE = game(discard_dive=True)


def diving(**changes: object) -> State:
    pile = "2C TS 5D JD"
    hands = ["8S 9S KD", "QD 4C"]
    return dealt(hands, stock="3D ...", pile=pile, game=DIVE, **changes)  # type: ignore[arg-type]


def test_a_card_below_the_top_comes_with_all_above_it() -> None:
    state, events = play(diving(), Draw("discard", "TS"), game=DIVE)
    assert events == (Drew(0, "discard", "TS", ("5D", "JD")),)
    view = DIVE.view(state, 0)
    assert view.hand == ("8S", "9S", "TS", "5D", "JD", "KD")
    assert (view.upcard, view.pile, view.must_lay) == ("2C", ("2C",), "TS")
    assert (view.can, view.may_discard) == (("lay_down",), ())
    assert DIVE.view(state, 1).must_lay is None
    state, events = play(state, down("8S 9S TS"), throw("5D"), game=DIVE)
    assert events == (LaidDown(0, ("8S", "9S", "TS"), 0), Discarded(0, "5D"))


def test_everybody_sees_the_pile_and_who_is_to_draw_what_may_be_taken() -> None:
    state = diving()
    assert DIVE.view(state, 1).pile == ("2C", "TS", "5D", "JD")
    assert DIVE.view(state, None).pile == ("2C", "TS", "5D", "JD")
    assert DIVE.view(state, 0).may_dive == ("TS",)
    assert DIVE.view(state, 1).may_dive == ()
    assert DIVE.view(state, 0).can == ("draw_stock", "draw_discard", "dive")
    plain = game()
    assert plain.view(diving(), 0).pile == ()


def test_the_upcard_alone_is_drawn_as_ever() -> None:
    for draw in (UPCARD, Draw("discard", "JD")):
        state, events = play(diving(), draw, game=DIVE)
        assert events == (Drew(0, "discard", "JD"),)
        assert refused(state, throw("JD"), game=DIVE)[0] == "just_taken"
        assert DIVE.view(state, 0).must_lay is None


def test_a_card_may_be_taken_to_be_laid_off() -> None:
    state = dealt(
        ["KD QD", "4C"], melds=["8S 9S TS"], pile="JS 3D", stock="...", game=DIVE
    )
    state, _ = play(state, Draw("discard", "JS"), game=DIVE)
    assert DIVE.view(state, 0).can == ("lay_off",)
    assert refused(state, throw("3D"), game=DIVE)[0] == "lay_first"
    state, _ = play(state, off("JS", 0), game=DIVE)
    assert DIVE.view(state, 0).can == ("discard",)


def test_a_card_is_not_taken_for_a_meld_that_may_not_be_laid() -> None:
    once = game(discard_dive=True, final_discard_required=True)
    state = dealt(["8S 9S", "4C"], pile="TS", upcard="", stock="...", game=once)
    assert once.view(state, 0).may_dive == ()
    state = dealt(["8S 9S", "4C"], pile="TS 3D", stock="...", game=once)
    assert once.view(state, 0).may_dive == ("TS",)


def test_who_may_take_many_cards_is_not_stuck_with_one() -> None:
    state = dealt(["KS", "2D"], melds=LOCKED, stock="QD ...", game=DIVE)
    assert not nobody_can_finish(DIVE, state)
    assert nobody_can_finish(game(), state)


# Two decks


def test_R23_the_card_taken_is_told_from_its_like() -> None:
    rules = game(decks=2)
    state = dealt(["5C KH", "4D 8C"], upcard="5C'", stock="...", game=rules)
    state, _ = play(state, UPCARD, game=rules)
    assert refused(state, throw("5C'"), game=rules) == (
        "just_taken",
        "5C' was taken from the discard pile this turn: discard another card",
    )
    _, events = play(state, throw("5C"), game=rules)
    assert events == (Discarded(0, "5C"),)


def test_two_sets_of_one_rank_lie_side_by_side() -> None:
    rules = game(decks=2)
    hand = "7S 7H 7D 7S' 7H' 7C' KD"
    state, _ = play(dealt([hand, "2C"], stock="2D ...", game=rules), STOCK, game=rules)
    melds = [down("7S 7H 7D"), down("7S' 7H' 7C'")]
    state, _ = play(state, *melds, game=rules)
    assert table(state, rules) == ["7S 7H 7D", "7S' 7H' 7C'"]
    assert rules.view(state, 0).hand == ("2D", "KD")


def test_cards_that_look_alike_are_shown_side_by_side() -> None:
    rules = game(decks=2, jokers=2)
    state = dealt(["7H' J' 2C 7H AS J", "2D"], game=rules)
    assert rules.view(state, 0).hand == ("AS", "7H", "7H'", "2C", "J", "J'")
    assert cards(state) == sorted(whole_deck(rules))


# Jokers

JOKED = game(jokers=2, joker_steal="natural")


def joked(hand: str, *melds: str, rules: Basic = JOKED) -> State:
    """Seat 0 has drawn 2D and has these cards."""
    owners = [1] * len(melds)
    state = dealt([hand, "QD"], melds=melds, owners=owners, stock="2D ...", game=rules)
    return play(state, STOCK, game=rules)[0]


def test_a_joker_is_laid_down_where_it_is_written() -> None:
    state = joked("5H 6H J KD")
    for written in ("J 5H 6H", "5H 6H J"):
        after, events = play(state, down(written), game=JOKED)
        assert events == (LaidDown(0, tuple(written.split()), 0),)
        assert table(after, JOKED) == [written]


def test_a_joker_is_laid_off_at_the_end_that_is_said() -> None:
    state = joked("J 9H KD", "5H 6H 7H", "8S 8D 8C")
    assert JOKED.view(state, 0).may_lay_off == (
        Fit("J", 0, "low"),
        Fit("J", 0, "high"),
        Fit("J", 1),
    )
    for action, after in (
        (LayOff("J", 0, "low"), "J 5H 6H 7H"),
        (LayOff("J", 0, "high"), "5H 6H 7H J"),
    ):
        now, events = play(state, action, game=JOKED)
        assert events == (LaidOff(0, "J", 0),)
        assert table(now, JOKED)[0] == after
    grown, _ = play(state, LayOff("J", 0, "high"), off("9H", 0), game=JOKED)
    assert table(grown, JOKED)[0] == "5H 6H 7H J 9H"


def test_a_joker_is_had_for_the_card_it_stands_for() -> None:
    state = joked("6H KD QC", "5H J 7H")
    view = JOKED.view(state, 0)
    assert view.may_take_joker == (Fit("6H", 0),)
    assert view.can == ("take_joker", "discard")
    state, events = play(state, TakeJoker("6H", 0), game=JOKED)
    assert events == (JokerTaken(0, "6H", 0, "J"),)
    assert table(state, JOKED) == ["5H 6H 7H"]
    view = JOKED.view(state, 0)
    assert view.hand == ("2D", "KD", "QC", "J")
    _, events = play(state, throw("J"), game=JOKED)
    assert events == (Discarded(0, "J"),)


def test_taking_a_joker_is_laying_a_card() -> None:
    state, _ = play(joked("6H KD QC", "5H J 7H"), TakeJoker("6H", 0), game=JOKED)
    state, _ = play(state, throw("QC"), game=JOKED)
    assert (state.laid, state.idle) == (1, 0)
    once = game(jokers=2, joker_steal="natural", layoffs_per_turn=1)
    state = joked("6H 8H KD", "5H J 7H", rules=once)
    state, _ = play(state, TakeJoker("6H", 0), game=once)
    assert refused(state, off("8H", 0), game=once)[0] == "enough_lay_offs"


def test_a_joker_taken_from_the_pile_and_back_stays_for_this_turn() -> None:
    state = dealt(["6H 5H 7H", "QD"], upcard="J", stock="...", game=JOKED)
    state, _ = play(state, UPCARD, game=JOKED)
    assert refused(state, throw("J"), game=JOKED)[0] == "just_taken"
    state, _ = play(state, down("5H J 7H"), game=JOKED)
    state, _ = play(state, TakeJoker("6H", 0), game=JOKED)
    assert refused(state, throw("J"), game=JOKED)[0] == "just_taken"
    ends = [LayOff("J", 0, "low"), LayOff("J", 0, "high")]
    assert list(JOKED.legal(state, 0)) == ends


def test_jokers_left_in_hand_count_15() -> None:
    state = dealt(["7S 8S", "J AH"], stock="9S ...", laid=[0], game=JOKED)
    assert end(JOKED, state, STOCK, down("7S 8S 9S")).points == (16, 0)


def test_a_joker_outside_the_table_keeps_a_hand_going() -> None:
    frozen = game(jokers=1)
    state = dealt(["KS", "2D"], melds=LOCKED, game=frozen)
    assert not nobody_can_finish(frozen, state)
