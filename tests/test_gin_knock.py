"""Gin Rummy from the knock on: what allows it, lay-offs, what the hand comes to."""

import pytest
from ginhands import (
    CGIO,
    MODERN,
    OKLAHOMA,
    PAGAT,
    PASS,
    SPIEL,
    ended,
    gin,
    knock,
    off,
    play,
    refused,
)
from msgspec.structs import replace

from shared.actions import Knock, LayOff
from shared.cards import mask_of
from shared.events import HandEnded, Knocked, LaidOff, Passed
from shared.melds import deadwood
from shared.rulesets.gin import Gin
from shared.rulesets.gin_state import State
from shared.view import Fit, MeldView, Spread


def holding(
    eleven: str, other: str = "2D 4D 6D 8D TD QD AC 3C 5C 7C", **more: object
) -> State:
    """Seat 0 has drawn and holds eleven cards."""
    return gin((eleven, other), phase="play", upcard="KC", **more)  # type: ignore[arg-type]


def discards(state: State, game: Gin = CGIO) -> list[str | None]:
    """What may be discarded to knock."""
    found = [a.discard for a in game.legal(state, state.turn) if isinstance(a, Knock)]
    return list(dict.fromkeys(found))


def total(cards: str) -> int:
    return deadwood(mask_of(cards.split()))


def test_G04_ten_points_left_over_may_knock() -> None:
    state = holding("7S 8S 9S 4S 4H 4C QS QH QC TH KH")
    assert discards(state) == ["TH", "KH"]
    _, events = play(state, knock("KH", "7S 8S 9S", "4S 4H 4C", "QS QH QC"))
    assert events == (
        Knocked(
            seat=0,
            discard="KH",
            melds=(("4S", "4H", "4C"), ("QS", "QH", "QC"), ("7S", "8S", "9S")),
            unmatched=("TH",),
            deadwood=10,
        ),
    )


def test_G04_eleven_points_may_not() -> None:
    state = holding("7S 8S 9S 4S 4H 4C QS QH 9H 2H KH")
    assert discards(state) == []
    assert refused(state, knock("KH", "7S 8S 9S", "4S 4H 4C"))[0] == "too_much_left"
    assert "knock" not in CGIO.view(state, 0).can


def test_G05_the_upcard_just_taken_is_not_the_discard_of_a_knock() -> None:
    state = holding("7S 8S 9S 4S 4H 4C QS QH QC TH KH", taken="KH")
    assert discards(state) == ["TH"]
    melds = "7S 8S 9S", "4S 4H 4C", "QS QH QC"
    assert refused(state, knock("KH", *melds))[0] == "just_taken"
    assert discards(state, SPIEL) == ["TH", "KH"]


def test_G06_a_poor_choice_of_melds_is_refused() -> None:
    state = holding("7S 8S 9S 4S 4H 4C QS QH QC TH KH")
    assert refused(state, knock("KH", "7S 8S 9S", "QS QH QC")) == (
        "too_much_left",
        "the cards left over count 22, and to knock they may count 10 at most",
    )
    assert refused(state, knock("KH"))[0] == "too_much_left"


def test_a_poorer_choice_within_the_limit_is_the_knockers() -> None:
    state = holding("7S 8S 9S TS 4S 4H 4C AS AH AD KH")
    few = knock("KH", "4S 4H 4C", "7S 8S 9S TS")
    _, events = play(state, few)
    assert isinstance(events[0], Knocked)
    assert (events[0].unmatched, events[0].deadwood) == (("AS", "AH", "AD"), 3)
    assert few in CGIO.legal(state, 0)


def test_G08_gin_that_a_greedy_choice_misses() -> None:
    hand = "8S 9S TS JS TH JH QH KH TD TC"
    assert total(hand) == 0
    state = holding(f"{hand} 2H", "2D 4D 6D 8D AD QD AC 3C 5C 7C")
    melds = "8S 9S TS JS", "TC TD TH", "JH QH KH"
    result = ended(state, knock("2H", *melds))
    assert (result.reason, result.winner) == ("gin", 0)


def test_G09_the_best_of_eleven_is_not_the_best_of_ten() -> None:
    hand = "4S 4C 4D 4H 5S 5C 5D 6S 2C 3S 3C"
    left = {
        card: total(" ".join(hand.split()).replace(card, "")) for card in hand.split()
    }
    assert min(left.values()) == 3
    assert [card for card, count in left.items() if count == 3] == ["6S"]


@pytest.mark.parametrize(
    ("hand", "left"),
    [
        ("TC QC 4D 9D 4H 9H JH 4S 5S 6S", 56),
        ("JC KC 5D JD KD 3H 4H 5H 2S 5S", 49),
    ],
)
def test_G11_G12_sets_against_runs(hand: str, left: int) -> None:
    assert total(hand) == left


G15 = "AS 5S 6S 7S 5C 6C 7C 5D 6D 7D"
DEFENDER = "3S 4S 8S 4C 8C 4D 8D 5H 6H 7H"


def test_G15_the_spread_is_the_knockers_choice() -> None:
    state = holding(f"{G15} KH", DEFENDER)
    spreads = [
        spread for spread in CGIO.view(state, 0).may_knock if spread.discard == "KH"
    ]
    assert [spread.melds[0] for spread in spreads] == [
        ("5S", "5D", "5C"),
        ("5S", "6S", "7S"),
    ]
    sets = knock("KH", "5S 5C 5D", "6S 6C 6D", "7S 7C 7D")
    after, _ = play(state, sets)
    fits = [a for a in CGIO.legal(after, 1) if isinstance(a, LayOff)]
    assert fits == [off("5H", 0), off("6H", 1), off("7H", 2)]
    assert ended(after, PASS).points == (2, 0)


def test_G15_as_runs_it_would_be_undercut() -> None:
    runs = knock("KH", "5S 6S 7S", "5C 6C 7C", "5D 6D 7D")
    lay_offs = [off("4S", 0), off("8S", 0), off("3S", 0)]
    lay_offs += [off("4D", 1), off("8D", 1), off("4C", 2), off("8C", 2)]
    result = ended(holding(f"{G15} KH", DEFENDER), runs, *lay_offs, PASS)
    assert (result.reason, result.winner, result.points) == ("undercut", 1, (0, 26))
    assert result.deadwood == (1, 0)
    assert result.hands == (("AS",), ())
    assert result.melds == (
        (
            ("3S", "4S", "5S", "6S", "7S", "8S"),
            ("4D", "5D", "6D", "7D", "8D"),
            ("4C", "5C", "6C", "7C", "8C"),
        ),
        (("5H", "6H", "7H"),),
    )


KNOCKER = "7S 8S 9S JH JD JC 4S 4H 4C 2H KS"
MELDS = "7S 8S 9S", "JH JD JC", "4S 4H 4C"


def knocked(other: str, game: Gin = CGIO, eleven: str = KNOCKER) -> State:
    """Seat 0 has knocked with 2H left over: fours, jacks, the run of spades."""
    return play(holding(eleven, other), knock("KS", *MELDS), game=game)[0]


def test_the_defender_lays_off_card_by_card() -> None:
    state = knocked("TS JS QS 4D 5H 6H 8C 9D KH AC")
    assert (state.turn, state.phase) == (1, "layoff")
    assert list(CGIO.legal(state, 1)) == [
        off("4D", 0),
        off("JS", 1),
        off("TS", 2),
        PASS,
    ]
    state, events = play(state, off("TS", 2))
    assert events == (LaidOff(1, "TS", 2),)
    state, _ = play(state, off("JS", 2), off("QS", 2), off("4D", 0))
    assert list(CGIO.legal(state, 1)) == [PASS]
    view = CGIO.view(state, 0)
    assert view.melds == (
        MeldView(0, ("4S", "4H", "4D", "4C")),
        MeldView(0, ("JH", "JD", "JC")),
        MeldView(0, ("7S", "8S", "9S", "TS", "JS", "QS")),
    )
    result = ended(state, PASS)
    assert (result.reason, result.points) == ("knock", (37, 0))


def test_who_has_knocked_waits() -> None:
    state = knocked("TS JS QS 4D 5H 6H 8C 9D KH AC")
    assert list(CGIO.legal(state, 0)) == []
    assert refused(state, PASS, seat=0)[0] == "not_your_turn"


def test_who_has_knocked_never_lays_off() -> None:
    state = holding("7S 8S 9S TS 4S 4H 4C AS AH AD KH")
    state, _ = play(state, knock("KH", "4S 4H 4C", "7S 8S 9S", "AS AH AD"))
    assert CGIO.view(state, 0).hand == ("TS",)
    assert CGIO.view(state, 0).may_lay_off == ()


def test_the_defender_may_break_a_meld_to_lay_off() -> None:
    state = knocked("TS TH TD 5H 6C 8C 9D KH AC 2S")
    assert off("TS", 2) in CGIO.legal(state, 1)
    state, _ = play(state, off("TS", 2))
    assert ended(state, PASS).deadwood == (2, 61)


def test_the_defenders_own_melds_are_counted_at_their_best() -> None:
    other = "5H 5D 5C 6C 7C TH QH KH AC 2D"
    result = ended(knocked(other), PASS)
    assert result.melds[1] == (("5C", "6C", "7C"),)
    assert (result.deadwood, result.points) == ((2, 43), (41, 0))


def test_G17_nothing_is_laid_off_on_deadwood() -> None:
    eleven = "7S 8S 9S JH JD JC 2S 2H AD AC KS"
    state = holding(eleven, "2D 3H 5D 6D 8D TD QD 3C 5C 7C")
    state, _ = play(state, knock("KS", "7S 8S 9S", "JH JD JC"))
    assert list(CGIO.legal(state, 1)) == [PASS]
    assert CGIO.view(state, 1).unmatched == ("2S", "2H", "AD", "AC")
    assert refused(state, off("2D", 0))[0] == "does_not_fit"


def test_G19_equal_deadwood_is_an_undercut() -> None:
    state = knocked("AC AD AH 5H 5D 5C TC TD TH 2C")
    result = ended(state, PASS)
    assert result.deadwood == (2, 2)
    assert (result.reason, result.winner, result.points) == ("undercut", 1, (0, 25))


def test_G19_or_nobody_scores() -> None:
    game = Gin(preset="mine", undercut_on_tie=False)
    result = ended(knocked("AC AD AH 5H 5D 5C TC TD TH 2C"), PASS, game=game)
    assert (result.reason, result.winner, result.points) == ("tie", None, (0, 0))
    assert result.bonus == 0


def test_an_undercut_scores_the_difference_and_the_bonus() -> None:
    result = ended(knocked("AC AD AH 5H 5D 5C TC TD TH TS"), PASS)
    assert (result.reason, result.winner, result.points) == ("undercut", 1, (0, 27))
    assert result.bonus == 25
    result = ended(knocked("AC AD AH 5H 5D 5C TC TD TH TS"), PASS, game=PAGAT)
    assert (result.points, result.bonus) == ((0, 12), 10)


def test_three_against_twenty_one_is_eighteen() -> None:
    eleven = "7S 8S 9S JH JD JC 4S 4H 4C 3H KS"
    state = holding(eleven, "AC AD AH 5H 5D 5C 2D 2C 8H 9C")
    result = ended(state, knock("KS", *MELDS), PASS)
    assert result.deadwood == (3, 21)
    assert result.points == (18, 0)


GIN = "7S 8S 9S TS JH JD JC 4S 4H 4C KS"
GIN_MELDS = "7S 8S 9S TS", "JH JD JC", "4S 4H 4C"


@pytest.mark.parametrize(("game", "bonus"), [(CGIO, 25), (PAGAT, 20), (MODERN, 25)])
def test_against_gin_nothing_is_laid_off(game: Gin, bonus: int) -> None:
    state = holding(GIN, "JS QS 4D 5H 6H 8C 9D KH AC 2D")
    after, events = play(state, knock("KS", *GIN_MELDS), game=game)
    assert after.phase == "over"
    left = 10 + 10 + 4 + 5 + 6 + 8 + 9 + 10 + 1 + 2
    assert isinstance(events[0], Knocked)
    assert (events[0].unmatched, events[0].deadwood) == ((), 0)
    assert isinstance(events[1], HandEnded)
    assert (events[1].reason, events[1].points) == ("gin", (left + bonus, 0))
    assert events[1].bonus == bonus


def test_unless_the_options_allow_it() -> None:
    game = Gin(preset="mine", layoff_against_gin=True)
    state = holding(GIN, "JS QS 4D 5H 6H 8C 9D KH AC 2D")
    state, _ = play(state, knock("KS", *GIN_MELDS), game=game)
    assert list(game.legal(state, 1)) == [
        off("4D", 0),
        off("JS", 1),
        off("JS", 2),
        PASS,
    ]
    result = ended(state, off("JS", 2), off("QS", 2), off("4D", 0), PASS, game=game)
    assert (result.reason, result.points) == ("gin", (41 + 25, 0))


def test_gin_cannot_be_undercut() -> None:
    state = holding(GIN, "AC AD AH AS 5H 5D 5C TC TD TH")
    result = ended(state, knock("KS", *GIN_MELDS))
    assert result.deadwood == (0, 0)
    assert (result.reason, result.winner, result.points) == ("gin", 0, (25, 0))


BIG = "AC 2C 3C 4C 5C 5D 6D 7D 9H TH JH"
BIG_MELDS = "AC 2C 3C 4C 5C", "5D 6D 7D", "9H TH JH"
POOR = "KS QH JS 9S 7S KD QD 8C 6C AS"


def test_G21_big_gin() -> None:
    left = total(POOR)
    state = holding(BIG, POOR)
    result = ended(state, knock(None, *BIG_MELDS))
    assert (result.reason, result.points) == ("big_gin", (left + 31, 0))
    assert result.bonus == 31
    view = CGIO.view(state, 0)
    assert view.can == ("discard", "knock", "big_gin")
    assert view.may_knock[-1] == Spread(
        None,
        (("9H", "TH", "JH"), ("5D", "6D", "7D"), ("AC", "2C", "3C", "4C", "5C")),
        0,
    )


def test_G21_without_big_gin_an_ace_is_shed_for_plain_gin() -> None:
    left = total(POOR)
    state = holding(BIG, POOR)
    assert refused(state, knock(None, *BIG_MELDS), game=PAGAT)[0] == "no_big_gin"
    assert PAGAT.view(state, 0).can == ("discard", "knock")
    result = ended(
        state, knock("AC", "2C 3C 4C 5C", "5D 6D 7D", "9H TH JH"), game=PAGAT
    )
    assert (result.reason, result.points) == ("gin", (left + 20, 0))


def test_G22_big_gin_always_leaves_plain_gin() -> None:
    eleven = "4S 4H 4D 4C 7D 8D 9D TD QS QH QC"
    state = holding(eleven, "2S 3S 5S 6S 8S 9S KS KD 2C 3H")
    assert total(eleven) == 0
    gins = [
        action.discard
        for action in CGIO.legal(state, 0)
        if isinstance(action, Knock) and sum(map(len, action.melds)) == 10
    ]
    assert gins == ["4S", "4H", "4D", "7D", "TD", "4C"]


def test_big_gin_leaves_the_upcard_in_view() -> None:
    game = Gin(preset="mine", layoff_against_gin=True)
    state, _ = play(holding(BIG, POOR), knock(None, *BIG_MELDS), game=game)
    assert game.view(state, 1).upcard == "KC"


def test_a_spade_doubles_all_of_it() -> None:
    game = replace(OKLAHOMA, spade_doubles=True)
    state = holding(GIN, "JS QS 4D 5H 6H 8C 9D KH AC 2D", doubled=True)
    result = ended(state, knock("KS", *GIN_MELDS), game=game)
    assert (result.points, result.bonus, result.doubled) == ((170, 0), 40, True)


def test_the_discard_of_a_knock_lies_face_down() -> None:
    state = knocked("TS JS QS 4D 5H 6H 8C 9D KH AC")
    view = CGIO.view(state, 1)
    assert (view.upcard, view.discards) == (None, len(state.pile))
    assert state.pile[-1] == 12


def test_G30_the_defenders_hand_is_hidden_until_the_end() -> None:
    state = knocked("TS JS QS 4D 5H 6H 8C 9D KH AC")
    for seat in (0, None):
        view = CGIO.view(state, seat)
        assert view.hand == (("2H",) if seat == 0 else ())
        assert (view.may_lay_off, view.can, view.matched) == ((), (), ())
    view = CGIO.view(state, 1)
    assert view.unmatched == ("2H",)
    assert view.may_lay_off == (Fit("4D", 0), Fit("JS", 1), Fit("TS", 2))
    assert view.can == ("lay_off", "pass")


def test_G32_what_may_be_discarded_to_knock() -> None:
    state = holding("7H 6H 5H 4S 4H 3H 2S AS AH AD AC", "KS QS JS 9S 7S KD QD 8C 6C 2D")
    expected = {"7H", "4S", "4H", "3H", "2S", "AS", "AH", "AD", "AC"}
    assert set(discards(state)) == expected


def test_G33_three_on_one_end_are_a_meld_of_their_own() -> None:
    eleven = "4C 5C 6C JH JD JS 3S 3H 3D 2H KS"
    state = holding(eleven, "7C 8C 9C 4D 5H 6H 8S 9D KH AC")
    state, _ = play(state, knock("KS", "4C 5C 6C", "JS JH JD", "3S 3H 3D"))
    kept = ended(state, PASS)
    laid, _ = play(state, off("7C", 2), off("8C", 2), off("9C", 2))
    assert ended(laid, PASS).deadwood == kept.deadwood


def test_a_pass_ends_the_lay_offs() -> None:
    _, events = play(knocked("TS JS QS 4D 5H 6H 8C 9D KH AC"), PASS)
    assert events[0] == Passed(1)
    assert isinstance(events[1], HandEnded)
