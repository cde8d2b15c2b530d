"""Gin Rummy in lines: a person follows the prompts from the deal to the score."""

import pytest
from ginhands import (
    CGIO,
    PASS,
    STOCK,
    UPCARD,
    gin,
    knock,
    off,
    play,
    stacked,
    throw,
)
from msgspec.structs import replace
from seated import Seated, at

from peer.bots.medium import Medium
from shared.events import HandDealt
from shared.rulesets.gin import Gin
from shared.rulesets.gin_state import State

TEN = "7S 8S 9S JH JD 4H 4C 2H KD QC"
OTHER = "TS JS QS 4D 5H 6H 8C 9D KH AC"
DECK = stacked(TEN, OTHER, "8D", "JC 3C 4S 9C")

END = "To end your turn, type discard and a card, such as discard QC."
DONE = "Type pass when you have nothing to lay off."
TAKE_OR_PASS = "Type take for 8D from the discard pile, or pass."


def opening(dealer: int = 1, game: Gin = CGIO) -> Seated:
    """Seat 0 is asked about the first upcard, 8D, or has dealt."""
    seated = Seated(rules=game, adviser=Medium())
    deck = DECK if dealer else stacked(OTHER, TEN, "8D", "JC 3C 4S 9C")
    seated.dealt(game.deal(2, deck, dealer), HandDealt(dealer, 1 - dealer))
    return seated


def knocking(eleven: str = "7S 8S 9S JH JD JC 4S 4H 4C 2H QC") -> Seated:
    """Seat 0 has drawn."""
    return at(gin((eleven, OTHER), phase="play"), rules=CGIO, adviser=Medium())


def defending() -> Seated:
    """Seat 1 has knocked, with 2H left over."""
    state = gin(("7S 8S 9S JH JD JC 4S 4H 4C 2H QC", OTHER), phase="play")
    melds = "4S 4H 4C", "JH JD JC", "7S 8S 9S"
    state, _ = play(state, knock("QC", *melds))
    other = replace(state, hands=state.hands[::-1], turn=0, knocker=1)
    return at(other, rules=CGIO, adviser=Medium())


def test_a_newcomer_is_told_what_gin_is() -> None:
    seated = Seated(rules=CGIO)
    lines = seated.dealt(CGIO.deal(2, DECK, 1), HandDealt(1, 0))
    assert lines == [
        "The aim is to have few points outside your melds when somebody knocks.",
        "A meld is a set of three or four cards of one rank, "
        "or a run of at least three cards in a row in one suit.",
        "In your turn you draw a card and discard one; melds stay in your hand.",
        "When your unmatched cards count little enough, you may knock instead: "
        "all melds are shown, and the other may lay off cards on yours.",
        "Whoever has less left over scores the difference. "
        "To have nothing left over is gin.",
        "Cards are written as rank and suit: 7H is the seven of hearts, TS the ten of "
        "spades, JD the jack of diamonds, AC the ace of clubs.",
        "Type help to hear what you can do, or hint for advice.",
        "Hand 1 is dealt.",
        "Bob deals. You start.",
        "It is your turn.",
        "Cards held: you 10, Bob 10.",
        "The stock has 31 cards.",
        "The discard pile shows 8D.",
        "Your hand, 10 cards: 7S 8S 9S, 2H 4H JH, JD KD, 4C QC.",
        "You hold a meld: 7S 8S 9S.",
        "Your unmatched cards count 50.",
        "To knock they may count 10 at most.",
        TAKE_OR_PASS,
    ]


def test_the_limit_of_the_hand_is_told() -> None:
    for limit, line in {
        4: "To knock they may count 4 at most.",
        0: "In this hand only gin ends the play.",
    }.items():
        state = gin((TEN, OTHER), phase="upcard", upcard="8D", limit=limit)
        assert line in Seated(rules=CGIO).dealt(state)


@pytest.mark.parametrize("line", ["draw", "knock", "meld", "lay", "x kd", "kd"])
def test_first_the_upcard_is_taken_or_passed(line: str) -> None:
    assert opening().types(line) == [TAKE_OR_PASS]


@pytest.mark.parametrize("line", ["pass", "p", "PASS"])
def test_pass(line: str) -> None:
    assert opening().types(line) == PASS


def test_take() -> None:
    assert opening().types("take") == UPCARD
    lines = opening().does("take")
    assert lines[:2] == [
        "You took 8D from the discard pile.",
        "Your hand, 11 cards: 7S 8S 9S, 2H 4H JH, 8D (new) JD KD, 4C QC.",
    ]


def test_both_pass() -> None:
    seated = opening()
    assert seated.does("pass") == ["You passed.", "It is Bob's turn."]
    lines = seated.happens(PASS)
    assert (lines[0], lines[-1]) == (
        "Bob passed.",
        "Type draw for a card from the stock.",
    )
    assert seated.types("take") == [
        "The discard pile shows 8D. Type draw for a card from the stock."
    ]
    assert seated.types("pass") == ["You cannot pass now.", lines[-1]]
    assert seated.types("draw") == STOCK


def test_who_waits_cannot_pass_or_knock() -> None:
    seated = opening(dealer=0)
    for line in ("pass", "knock"):
        assert seated.types(line) == ["It is Bob's turn."]


def test_a_knock_that_is_too_early() -> None:
    seated = opening()
    seated.does("take")
    assert seated.types("knock") == [
        "You cannot knock now. What is left over after a discard may count 10 at most; "
        "you have 58 before it."
    ]


def test_melds_stay_in_the_hand() -> None:
    seated = knocking()
    for line in ("meld", "m 1"):
        assert seated.types(line) == [
            "Melds stay in your hand until somebody knocks.",
            END,
        ]
    assert seated.types("7s 8s 9s") == [END]
    assert seated.types("lay 2h") == ["There is no meld on the table yet."]


def test_a_knock_is_offered() -> None:
    state = gin((TEN, OTHER), stock="3D ...", upcard="JC")
    seated = at(state, rules=CGIO)
    assert seated.does("take")[2:] == [
        "Your unmatched cards count 30.",
        "To end your turn, type discard and a card, such as discard KD.",
    ]
    offers = {
        "7S 8S 9S JH JD JC 4S 4H 4C 2H": "with 2 left over: type knock QC.",
        "7S 8S 9S TS JH JD JC 4S 4H 4C": "with gin: type knock QC.",
    }
    for ten, offer in offers.items():
        other = "QS KS 4D 5H 6H 8C 9D KH AC 3D"
        lines = at(gin((ten, other), stock="QC ..."), rules=CGIO).does("draw")
        assert lines[-2:] == [f"You can knock {offer}", END]


def test_big_gin_is_offered() -> None:
    ten, other = "7S 8S 9S TS JH JD JC 4S 4H 4C", "QS KS 4D 5H 6H 8C 9D KH AC 3D"
    seated = at(gin((ten, other), stock="JS ..."), rules=CGIO, adviser=Medium())
    lines = seated.does("draw")
    assert lines[-2] == "You can go big gin: type knock."
    big = knock(None, "4S 4H 4C", "JS JH JD JC", "7S 8S 9S TS")
    assert seated.types("hint") == ["Hint: knock with big gin."]
    assert "which is big gin." in "".join(seated.types("help"))  # type: ignore[arg-type]
    ways = seated.types("knock")
    assert isinstance(ways, list)
    assert ways[1] == "Choice 2: big gin with 4S 4H 4C, JS JH JD JC, 7S 8S 9S TS."
    assert seated.types("2") == big


@pytest.mark.parametrize("line", ["knock", "k", "knock qc", "KNOCK QC"])
def test_knock(line: str) -> None:
    melds = "4S 4H 4C", "JH JD JC", "7S 8S 9S"
    assert knocking().types(line) == knock("QC", *melds)
    assert knocking().types("knock 2h") == knock("2H", *melds)


def test_knock_with_a_card_that_does_not_do() -> None:
    seated = knocking()
    assert seated.types("knock 7s") == ["You cannot knock with 7S.", END]
    assert seated.types("knock 3d") == ["3D is not in your hand."]
    assert seated.types("knock zz") == [
        "'zz' is not a card: write a rank and a suit, such as 7H or TS."
    ]


def test_the_melds_of_a_knock_may_be_named() -> None:
    seated = knocking()
    line = "knock QC with 7s 8s 9s and JH JD JC"
    assert seated.types(line) == knock("QC", "7S 8S 9S", "JH JD JC")
    assert seated.types("knock QC with") == knock("QC")
    assert seated.types("knock QC with 3D") == ["3D is not in your hand."]


def test_the_spread_is_the_players_choice() -> None:
    seated = at(
        gin(
            ("AS 5S 6S 7S 5C 6C 7C 5D 6D 7D KH", "3S 4S 8S 4C 8C 4D 8D 5H 6H 7H"),
            phase="play",
        ),
        rules=CGIO,
    )
    assert seated.types("knock") == [
        "Choice 1: discard KH and show 5S 5D 5C, 6S 6D 6C, 7S 7D 7C: 1 left over.",
        "Choice 2: discard KH and show 5S 6S 7S, 5D 6D 7D, 5C 6C 7C: 1 left over.",
        "How do you knock? Type the number of a choice.",
    ]
    assert seated.screen.prompt() == "which choice> "
    assert seated.types("2") == knock("KH", "5S 6S 7S", "5D 6D 7D", "5C 6C 7C")


def test_a_discard_out_of_a_meld_is_asked_about() -> None:
    seated = knocking()
    assert seated.types("x 7s") == [
        "7S is part of a meld in your hand, 7S 8S 9S. Discard it anyway?",
        "Type 1 or yes for: Yes, discard it.",
        "Type 2 or no for: No, don't discard it.",
        "Type 3 or never for: Yes, discard it, and don't show me these warnings again.",
    ]
    assert seated.types("yes") == throw("7S")


def test_the_defence() -> None:
    seated = defending()
    assert seated.types("repeat")[-8:] == [  # type: ignore[index]
        "Left over from the knock: 2H.",
        "Your hand, 10 cards: TS JS QS, 5H 6H KH, 4D 9D, AC 8C.",
        "You hold a meld: TS JS QS.",
        "4D fits meld 1.",
        "JS fits meld 2.",
        "TS fits meld 3.",
        "Your unmatched cards count 43.",
        "Type lay and a card that fits, such as lay 4D, or pass when you have nothing "
        "to lay off.",
    ]
    assert seated.types("hint") == ["Hint: lay off 4D on meld 1."]
    assert seated.types("lay 4d") == seated.types("4d") == off("4D", 0)
    assert seated.types("x 9d") == seated.types("knock") == seated.types("draw")
    lines = seated.does("lay 4d")
    assert lines[0] == "You laid off 4D on meld 1."
    assert seated.types("help")[:4] == [  # type: ignore[index]
        "Now you can type:",
        "lay or l, and a card, such as lay 7H: put it on a meld it fits. "
        "With a number, such as lay 7H 2: on meld 2.",
        "pass or p: you have nothing more to lay off.",
        "hint: what a computer player would do.",
    ]
    assert seated.types("hint") == ["Hint: pass."]


def test_the_end_of_the_defence() -> None:
    seated = defending()
    seated.does("lay 4d")
    assert seated.does("pass") == [
        "You passed.",
        "Bob wins the hand.",
        "You have the melds TS JS QS.",
        "You are left with 5H 6H KH 9D AC 8C, which count 39.",
        "Bob is left with 2H, which counts 2.",
        "Bob scores 37 points.",
        "Scores: you 0, Bob 37.",
        "The first to reach 100 points wins the match.",
        "Type next for another hand, or quit to leave.",
    ]


def test_nothing_fits() -> None:
    state = gin(
        ("3D 5D 7D 9D JD KD 2C 3C 5C 6C", "7S 8S 9S QH QD QC 4S 4H 4C 2H TH"),
        phase="play",
    )
    state = replace(state, turn=1)
    state, _ = play(state, knock("TH", "7S 8S 9S", "QH QD QC", "4S 4H 4C"))
    seated = at(state, rules=CGIO)
    assert seated.types("lay") == ["No card of your hand fits a meld on the table."]
    assert seated.types("") == [DONE]


WALL = Gin(preset="mine", fiftieth_card_rule=True)


def at_the_wall() -> State:
    ten = "7S 8S 9S JH JD JC 4S 4H 4C 2H"
    state = replace(gin((ten, OTHER), stock="TD AS 9C", upcard="KC"), turn=1)
    return play(state, STOCK, throw("TD"), game=WALL)[0]


def test_the_last_discard() -> None:
    seated = at(at_the_wall(), rules=WALL, adviser=Medium())
    take = "Type take for TD from the discard pile to knock, or pass."
    assert seated.types("") == [take]
    assert seated.types("draw") == [take]
    assert seated.types("hint") == ["Hint: take TD from the discard pile."]
    seated.does("take")
    assert seated.types("x 2h") == throw("2H")
    assert seated.types("x") == ["Type knock and a card, or just knock."]
    assert seated.types("hint") == ["Hint: knock with 2H."]
