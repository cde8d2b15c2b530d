"""Basic Rummy: what may be done in a turn, and what comes of it."""

from dealt import (
    CGIO,
    STOCK,
    UPCARD,
    dealt,
    down,
    hand,
    off,
    play,
    refused,
    table,
    throw,
)

from shared.events import Discarded, Drew, LaidDown, LaidOff
from shared.rulesets.basic import Basic


def test_a_turn_is_a_draw_then_a_discard() -> None:
    state = dealt(["2S 9D KH", "4C 5C 8C"], stock="JD ...", upcard="7H")
    state, events = play(state, STOCK, throw("KH"))
    assert events == (Drew(0, "stock", "JD"), Discarded(0, "KH"))
    assert hand(state, 0) == "2S 9D JD"
    view = CGIO.view(state, 1)
    assert (view.turn, view.phase, view.upcard, view.discards) == (1, "draw", "KH", 2)


def test_the_upcard_may_be_drawn_instead() -> None:
    state = dealt(["2S 9D KH", "4C 5C 8C"], pile="6S", upcard="7H")
    state, events = play(state, UPCARD)
    assert events == (Drew(0, "discard", "7H"),)
    assert hand(state, 0) == "2S 7H KH 9D"
    assert CGIO.view(state, None).upcard == "6S"


def test_the_turn_goes_clockwise_and_comes_back() -> None:
    state = dealt(["2S 9D", "4C 8C", "6H JC"], stock="QS QH QD ...", turn=1)
    turns = []
    for card in ("QS", "QH", "QD"):
        turns.append(state.turn)
        state, _ = play(state, STOCK, throw(card))
    assert turns == [1, 2, 0]
    assert state.turn == 1


def test_R49_one_draw_a_turn_and_before_anything_else() -> None:
    state = dealt(["7S 8S 9S KD", "4C 8C"], melds=["4H 5H 6H"], upcard="2D")
    for early in (throw("KD"), down("7S 8S 9S"), off("7S", 0)):
        assert refused(state, early)[0] == "draw_first"
    state, _ = play(state, STOCK)
    for again in (STOCK, UPCARD):
        assert refused(state, again)[0] == "already_drawn"


def test_several_melds_and_lay_offs_in_any_order_in_one_turn() -> None:
    state = dealt(
        ["7S 8S 9S 4D 4H 4C TH KD", "2C 3C"],
        melds=["7H 8H 9H"],
        owners=[1],
        stock="AD ...",
    )
    state, events = play(
        state, STOCK, down("7S 8S 9S"), off("TH", 0), down("4H 4D 4C"), throw("KD")
    )
    assert events[1:] == (
        LaidDown(0, ("7S", "8S", "9S"), 1),
        LaidOff(0, "TH", 0),
        LaidDown(0, ("4H", "4D", "4C"), 2),
        Discarded(0, "KD"),
    )
    assert table(state) == ["7H 8H 9H TH", "7S 8S 9S", "4H 4D 4C"]
    assert [meld.seat for meld in CGIO.view(state, None).melds] == [1, 0, 0]
    assert hand(state, 0) == "AD"


def test_R17_a_lay_off_needs_no_meld_of_ones_own() -> None:
    state = dealt(["8H KD 2S", "2C 3C"], melds=["5H 6H 7H"], owners=[1])
    _, events = play(state, STOCK, off("8H", 0))
    assert events[-1] == LaidOff(0, "8H", 0)


def test_R19_a_card_taken_from_the_pile_stays_for_this_turn() -> None:
    state = dealt(["9D KH", "4D 8C"], stock="QS QD ...", upcard="5C")
    state, _ = play(state, UPCARD)
    assert refused(state, throw("5C"))[0] == "just_taken"
    assert CGIO.view(state, 0).may_discard == ("KH", "9D")
    state, _ = play(state, throw("KH"), STOCK, throw("QS"), STOCK)
    _, events = play(state, throw("5C"))
    assert events == (Discarded(0, "5C"),)


def test_R20_a_card_from_the_stock_may_be_discarded_at_once() -> None:
    state = dealt(["9D KH", "4D 8C"], stock="5C ...", upcard="2S")
    _, events = play(state, STOCK, throw("5C"))
    assert events[-1] == Discarded(0, "5C")


def test_a_card_taken_from_the_pile_may_be_laid() -> None:
    state = dealt(["7S 8S KH", "4D 8C"], melds=["TS JS QS"], upcard="9S")
    state, _ = play(state, UPCARD)
    _, events = play(state, down("7S 8S 9S"), throw("KH"))
    assert events[0] == LaidDown(0, ("7S", "8S", "9S"), 1)
    _, events = play(state, off("9S", 0), throw("7S"))
    assert events[0] == LaidOff(0, "9S", 0)


def test_a_taken_card_that_could_not_be_got_rid_of_is_not_left_alone() -> None:
    state = dealt(["8H KS", "2C 3C"], melds=["5H 6H 7H", "TS JS QS"], upcard="4D")
    state, _ = play(state, UPCARD, off("8H", 0))
    assert refused(state, off("KS", 1))[0] == "stranded"
    assert list(CGIO.legal(state, 0)) == [throw("KS")]
    view = CGIO.view(state, 0)
    assert view.can == ("discard",)
    assert view.may_lay_off == ()


def test_a_meld_that_would_leave_only_the_taken_card_is_refused() -> None:
    state = dealt(["7S 8S 9S", "2C 3C"], upcard="4D")
    state, _ = play(state, UPCARD)
    assert refused(state, down("7S 8S 9S"))[0] == "stranded"
    assert CGIO.view(state, 0).may_lay_down == ()
    assert CGIO.view(state, 0).can == ("discard",)


def test_the_taken_card_may_be_left_for_a_meld_that_accepts_it() -> None:
    state = dealt(["7S 8S 9S", "2C 3C"], upcard="TS")
    state, _ = play(state, UPCARD, down("7S 8S 9S"))
    assert list(CGIO.legal(state, 0)) == [off("TS", 0)]
    assert CGIO.view(state, 0).can == ("lay_off",)
    state, events = play(state, off("TS", 0))
    assert state.result is not None and state.result.winner == 0


def test_without_the_rule_the_taken_card_may_be_discarded() -> None:
    game = Basic(preset="mine", redraw_discard_forbidden=False)
    state = dealt(["7S 8S 9S", "2C 3C"], upcard="4D")
    state, events = play(state, UPCARD, down("7S 8S 9S"), throw("4D"), game=game)
    assert state.result is not None and state.result.winner == 0
    state = dealt(["7S 8S 9S", "2C 3C"], upcard="4D")
    _, events = play(state, UPCARD, throw("4D"), game=game)
    assert events[-1] == Discarded(0, "4D")
