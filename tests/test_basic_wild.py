"""Basic Rummy with two decks, jokers, or a discard pile to take cards out of."""

from dealt import STOCK, UPCARD, cards, dealt, down, off, play, refused, table, throw
from judge import whole_deck

from shared.actions import Action, Draw, LayOff, TakeJoker
from shared.events import (
    Discarded,
    Drew,
    HandEnded,
    JokerTaken,
    LaidDown,
    LaidOff,
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


def test_a_pile_with_the_last_discard_face_down_is_not_shown() -> None:
    state = dealt(["8S 9S KD", "QD"], stock="TS ...", pile="2C 4C", game=DIVE)
    state, _ = play(state, STOCK, down("8S 9S TS"), throw("KD"), game=DIVE)
    for seat in (0, 1, None):
        view = DIVE.view(state, seat)
        assert (view.upcard, view.pile, view.discards) == (None, (), len(state.pile))


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
