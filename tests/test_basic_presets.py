"""Basic Rummy: the hard cases, in every named game that plays them."""

import pytest
from dealt import STOCK, UPCARD, cards, dealt, down, off, play, refused, table, throw

from shared.actions import Action, LayDown
from shared.cards import NAMES
from shared.events import Discarded, HandEnded, LaidDown, LaidOff, Recycled
from shared.rulesets.basic import PRESETS, Basic
from shared.rulesets.basic_state import State

CGIO, PAGAT, BICYCLE, APP = (
    PRESETS[name] for name in ("cgio", "pagat", "bicycle", "basicapp")
)

every = pytest.mark.parametrize("game", PRESETS.values(), ids=PRESETS)

turning = pytest.mark.parametrize(
    "game", [PAGAT, BICYCLE, APP], ids=["pagat", "bicycle", "basicapp"]
)
"Those in which the pile is turned over."

LOCKED = ["3S 3H 3D 3C", "4H 5H 6H", "7S 7H 7D 7C"]


def holding(game: Basic, cards: str, *melds: str) -> State:
    """Seat 0 has these cards and JD, has laid the melds, and has drawn 8D."""
    state = dealt([f"{cards} JD", "TD"], melds=melds, stock="8D ...", game=game)
    return play(state, STOCK, game=game)[0]


def laid(game: Basic, state: State, *actions: Action) -> list[str]:
    """The melds on the table after these actions."""
    return table(play(state, *actions, game=game)[0], game)


def no_meld(game: Basic, cards: str) -> None:
    state = holding(game, cards)
    assert refused(state, down(cards), game=game)[0] == "not_a_meld"
    assert game.view(state, 0).may_lay_down == ()


def no_fit(game: Basic, state: State, card: str, meld: int = 0) -> None:
    assert refused(state, off(card, meld), game=game)[0] == "does_not_fit"


def end(game: Basic, state: State, *actions: Action) -> HandEnded:
    """How the hand ends with the last of these actions, and not before."""
    before, _ = play(state, *actions[:-1], game=game)
    assert before.result is None
    after, _ = play(before, actions[-1], game=game)
    assert after.result is not None
    return after.result


@every
def test_R01_R02_R03_the_ace_is_low(game: Basic) -> None:
    assert laid(game, holding(game, "AS 2S 3S"), down("AS 2S 3S")) == ["AS 2S 3S"]
    no_meld(game, "QS KS AS")
    no_meld(game, "KS AS 2S")


@every
def test_R04_R05_a_run_ends_with_ace_and_king(game: Basic) -> None:
    no_fit(game, holding(game, "KS", "AS 2S 3S"), "KS")
    no_fit(game, holding(game, "AC", "JS QS KS"), "AC")
    no_fit(game, holding(game, "AH", "JS QS KS"), "AH")
    no_meld(game, "QS KS AC")


@every
def test_R06_R07_R08_how_melds_are_named(game: Basic) -> None:
    assert laid(game, holding(game, "5H 3H 4H"), down("5H 3H 4H")) == ["3H 4H 5H"]
    twice = LayDown(("7H", "7H", "7C"))
    assert refused(holding(game, "7H 7C"), twice, game=game)[0] == "card_twice"
    no_meld(game, "KC KD AD")


@every
def test_R09_R10_R11_melds_that_are_full(game: Basic) -> None:
    state = holding(game, "6C 5H", "6S 6H 6D")
    assert laid(game, state, off("6C", 0)) == ["6S 6H 6D 6C"]
    no_fit(game, play(state, off("6C", 0), game=game)[0], "5H")
    suit = "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS"
    state, _ = play(holding(game, "KS AH", suit), off("KS", 0), game=game)
    assert table(state, game) == [f"{suit} KS"]
    no_fit(game, state, "AH")


@every
def test_R12_R14_R15_melds_grow_and_stay_apart(game: Basic) -> None:
    state = holding(game, "4H 8H 9H", "5H 6H 7H")
    no_fit(game, state, "9H")
    grown = laid(game, state, off("4H", 0), off("8H", 0), off("9H", 0))
    assert grown == ["4H 5H 6H 7H 8H 9H"]
    state = holding(game, "6H 2H TH", "3H 4H 5H", "7H 8H 9H")
    for place in (0, 1):
        ends = laid(game, state, off("6H", place), off("2H", 0), off("TH", 1))
        assert len(ends) == 2
    state = holding(game, "AS", "2C 2H 2D 2S", "3S 4S 5S")
    no_fit(game, state, "AS", 1)
    assert refused(state, off("2S", 1), game=game)[0] == "not_in_hand"


@every
def test_R17_a_lay_off_without_a_meld_of_ones_own(game: Basic) -> None:
    state = dealt(["8H KD 2S", "2C"], melds=["5H 6H 7H"], owners=[1], game=game)
    state, _ = play(state, STOCK, game=game)
    if game is APP:
        assert refused(state, off("8H", 0), game=game)[0] == "no_own_meld"
        assert game.view(state, 0).may_lay_off == ()
        assert game.view(state, 0).can == ("discard",)
    else:
        assert play(state, off("8H", 0), game=game)[1] == (LaidOff(0, "8H", 0),)


@every
def test_R18_a_meld_first_then_a_lay_off_on_anothers(game: Basic) -> None:
    hands = ["7S 8S 9S 8H KD 2S", "2C"]
    state = dealt(hands, melds=["5H 6H 7H"], owners=[1], game=game)
    state, _ = play(state, STOCK, down("7S 8S 9S"), game=game)
    assert play(state, off("8H", 0), game=game)[1] == (LaidOff(0, "8H", 0),)


@every
def test_R19_R20_what_may_be_discarded_at_once(game: Basic) -> None:
    state = dealt(["9D KH", "4D 8C"], stock="QS QD ...", upcard="5C", game=game)
    taken, _ = play(state, UPCARD, game=game)
    assert refused(taken, throw("5C"), game=game)[0] == "just_taken"
    later, _ = play(taken, throw("KH"), STOCK, throw("QS"), STOCK, game=game)
    assert play(later, throw("5C"), game=game)[1][0] == Discarded(0, "5C")
    _, events = play(state, STOCK, throw("QS"), game=game)
    assert events[-1] == Discarded(0, "QS")


@every
def test_R24_R26_R27_going_out(game: Basic) -> None:
    melded = dealt(["7S 8S", "KH QD"], stock="9S ...", laid=[0], game=game)
    assert end(game, melded, STOCK, down("7S 8S 9S")).points == (20, 0)
    table = ["5H 6H 7H"]
    state = dealt(["KD", "AS 2C"], melds=table, stock="8H ...", laid=[0], game=game)
    assert end(game, state, STOCK, off("8H", 0), throw("KD")).points == (3, 0)
    state = dealt(["KD", "AS 2C"], melds=table, stock="8D ...", laid=[0], game=game)
    state, _ = play(state, STOCK, throw("KD"), game=game)
    assert state.result is None


@every
def test_R28_two_melds_in_one_turn(game: Basic) -> None:
    state = holding(game, "7S 8S 9S 4H 4C 4D")
    state, _ = play(state, down("7S 8S 9S"), game=game)
    if game is PAGAT:
        assert refused(state, down("4H 4C 4D"), game=game)[0] == "enough_melds"
        assert game.view(state, 0).may_lay_down == ()
        assert game.view(state, 0).can == ("discard",)
    else:
        _, events = play(state, down("4H 4C 4D"), game=game)
        assert events == (LaidDown(0, ("4H", "4D", "4C"), 1),)


def test_R28_a_meld_a_turn_is_allowed_again_in_the_next() -> None:
    state = holding(PAGAT, "7S 8S 9S 4H 4C 4D")
    state, _ = play(state, down("7S 8S 9S"), throw("JD"), game=PAGAT)
    state, _ = play(state, STOCK, throw("TD"), STOCK, game=PAGAT)
    assert len(laid(PAGAT, state, down("4H 4C 4D"))) == 2


@every
def test_R29_R30_R38_what_the_winner_scores(game: Basic) -> None:
    state = dealt(["7S 8S", "KH KS KD"], stock="9S", laid=[0], game=game)
    assert end(game, state, STOCK, down("7S 8S 9S")).points == (30, 0)
    hands = ["7S 8S", "TD JS QH KC AD 7C"]
    state = dealt(hands, stock="9S", laid=[0], game=game)
    assert end(game, state, STOCK, down("7S 8S 9S")).points == (48, 0)


@turning
def test_R32_R36_a_pile_that_is_turned_over(game: Basic) -> None:
    rest = "5H 6H 7H 8H 9H TH JH QH KH AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD"
    held = f"{rest} AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AS 5S 6S 7S 8S 9S TS"
    state = dealt([held, "JS QS KS AH 2H 3H 4H"], stock="", pile="2S 3S 4S", game=game)
    after, events = play(state, STOCK, game=game)
    assert events[0] == Recycled(cards=3, shuffled=False)
    assert "2S" in game.view(after, 0).hand
    assert [NAMES[card] for card in reversed(after.stock)] == ["3S", "4S"]
    assert game.view(after, 0).discards == 0
    assert cards(after) == sorted(NAMES)


def empty(game: Basic, hands: list[str], recycles: int) -> State:
    return dealt(hands, stock="", upcard="7H", recycles=recycles, game=game)


@pytest.mark.parametrize(
    ("game", "reuses"), [(CGIO, 1), (APP, 2)], ids=["cgio", "basicapp"]
)
def test_R33_R34_the_pile_is_used_again_so_often(game: Basic, reuses: int) -> None:
    hands = ["2S 9D", "KH QC"]
    for used in range(reuses):
        _, events = play(empty(game, hands, used), STOCK, game=game)
        assert isinstance(events[0], Recycled)
    state, events = play(empty(game, hands, reuses), STOCK, game=game)
    assert isinstance(events[0], HandEnded) and events[0].reason == "exhausted"
    lowest = (0, (20, 0)) if game is APP else (None, (0, 0))
    assert (events[0].winner, events[0].points) == lowest


@pytest.mark.parametrize("game", [PAGAT, BICYCLE], ids=["pagat", "bicycle"])
def test_R34_it_is_used_again_without_end(game: Basic) -> None:
    _, events = play(empty(game, ["2S 9D", "KH QC"], 99), STOCK, game=game)
    assert isinstance(events[0], Recycled)


def test_the_lowest_hand_wins_alone_or_nobody_does() -> None:
    state, _ = play(empty(APP, ["2S 9D", "JC AC"], 2), STOCK, game=APP)
    assert state.result is not None
    assert (state.result.winner, state.result.points) == (None, (0, 0))
    assert not state.result.going_rummy


@every
def test_R37_what_could_go_on_for_ever_is_a_stalemate(game: Basic) -> None:
    state = dealt(["2S 9D", "KH QC"], upcard="7H", game=game)
    turns = 0
    while state.result is None:
        state, _ = play(state, UPCARD, game=game)
        card = game.view(state, state.turn).may_discard[0]
        state, _ = play(state, throw(card), game=game)
        turns += 1
    assert (turns, state.result.reason) == (200, "stalemate")
    assert state.result.points == (0, 0)


def at_once(game: Basic, laid: list[int]) -> HandEnded:
    hands = ["7S 8S 9C", "KC QC 4S", "AH 2H TD JD"][: 3 if game is not APP else 2]
    state = dealt(hands, stock="9S ...", laid=laid, game=game)
    return end(game, state, STOCK, down("7S 8S 9S"), throw("9C"))


@every
def test_R39_R41_R42_going_rummy(game: Basic) -> None:
    total = 24 if game is APP else 24 + 23
    before = at_once(game, laid=[0])
    assert (before.going_rummy, before.points[0]) == (False, total)
    rummy = at_once(game, laid=[])
    assert rummy.going_rummy is (game is not PAGAT)
    assert rummy.points[0] == (total if game is PAGAT else 2 * total)
    assert sum(rummy.points[1:]) == 0


@every
def test_R44_R47_a_hand_that_nobody_can_finish(game: Basic) -> None:
    state = dealt(["KS", "2D"], melds=LOCKED, stock="QD ...", game=game)
    state, events = play(state, STOCK, throw("KS"), game=game)
    if game is not CGIO:
        assert state.result is None
        return
    hands = (("QD",), ("2D",))
    assert events[-1] == HandEnded("stalemate", None, False, (0, 0), hands)
    assert game.next_dealer(1, events[-1], 2) == 0


@every
def test_R49_one_draw_and_before_anything_else(game: Basic) -> None:
    state = dealt(["7S 8S 9S KD", "4C 8C"], melds=["4H 5H 6H"], upcard="2D", game=game)
    for early in (throw("KD"), down("7S 8S 9S"), off("7S", 0)):
        assert refused(state, early, game=game)[0] == "draw_first"
    state, _ = play(state, STOCK, game=game)
    for again in (STOCK, UPCARD):
        assert refused(state, again, game=game)[0] == "already_drawn"


@every
def test_the_last_discard_is_shown_or_not(game: Basic) -> None:
    state = dealt(["KD", "AS 2C"], melds=["5H 6H 7H"], stock="8H ...", game=game)
    state, _ = play(state, STOCK, off("8H", 0), throw("KD"), game=game)
    assert game.view(state, None).upcard == (None if game is CGIO else "KD")


@pytest.mark.parametrize(
    ("preset", "winner", "dealers"),
    [
        ("cgio", 1, [0, 2, 2]),
        ("pagat", 1, [0, 2, 2]),
        ("bicycle", 1, [1, 2, 2]),
        ("bicycle", None, [0, 2, 2]),
        ("basicapp", 1, [0]),
    ],
)
def test_who_deals_next(preset: str, winner: int | None, dealers: list[int]) -> None:
    game = PRESETS[preset]
    result = HandEnded("went_out", winner, False, (), ())
    found = [game.next_dealer(1, result, seats) for seats in (2, 3, 4)]
    assert found[: len(dealers)] == dealers
    assert game.next_dealer(0, result, 2) == 1
