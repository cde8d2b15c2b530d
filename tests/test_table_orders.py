"""Typed words about moving cards on the table and about calling rummy."""

import pytest
from dealt import dealt, play, throw
from seated import Seated, at

from peer.bots.medium import Medium
from peer.orders import worded
from shared.actions import Call, Move, Pass
from shared.rulesets.basic import Basic

RULES = Basic(preset="social", rearrange_melds=True, call_rummy=True, jokers=1)

RUN, SET, ODD = "4H 5H 6H 7H", "8S 8D 8C", "7S 7D 7C"


def playing(*melds: str) -> Seated:
    state = dealt(["KC 2S 9D", "3D 5D"], melds=melds, phase="play", game=RULES)
    return at(state, rules=RULES)


def asked(card: str, *melds: str) -> Seated:
    """Ann has thrown a card, and seat 0 is asked."""
    hands = ["KC 2S", "3D 5D", f"{card} TD"]
    state = dealt(hands, melds=melds, phase="play", turn=2, game=RULES)
    return at(play(state, throw(card), game=RULES)[0], rules=RULES)


@pytest.mark.parametrize("line", ["move 7h", "move 7H 2", "move 7H to meld 2"])
def test_move_takes_a_card_to_another_meld(line: str) -> None:
    player = playing(RUN, ODD)
    assert player.types(line) == Move("7H", 1)
    assert player.does(line)[0] == "You moved 7H from meld 1 to meld 2."


def test_move_says_what_can_be_moved() -> None:
    player = playing(RUN, ODD)
    offer = "7H can go to meld 2: type move 7H 2."
    for line in ("move", "move kc", "move 7h 1", "move 7h 9"):
        assert player.types(line) == [offer]
    assert playing(RUN).types("move 7h") == [
        "There is no card on the table that you can move."
    ]


def test_move_asks_where_to() -> None:
    player = playing("7S 7H 7D 7C", "4S 5S 6S", "8S 9S TS")
    assert player.types("move 7s") == [
        "7S fits meld 2 and meld 3: type move 7S and the number."
    ]


def test_a_turn_tells_what_can_be_moved() -> None:
    state = dealt(["KC 2S", "3D 5D"], melds=[RUN, ODD], stock="9D ...", game=RULES)
    player = at(state, rules=RULES)
    told = player.does("draw")
    assert "7H can be moved to meld 2: type move 7H 2." in told
    assert "To end your turn, type discard and a card, such as discard KC." in told
    assert any(line.startswith("move and a card") for line in player.types("help"))  # type: ignore[union-attr]


@pytest.mark.parametrize("line", ["call", "rummy", "call 1", "call rummy"])
def test_call_lays_the_discard_off(line: str) -> None:
    player = asked("8H", RUN)
    assert player.types(line) == Call(0)
    told = player.does(line)
    assert told == [
        "You called rummy and laid 8H on meld 1.",
        "Your hand, 2 cards: 2S, KC.",
        "To end your turn, type discard and a card, such as discard KC.",
    ]
    assert player.types("draw") == [told[-1]]
    said = player.does("discard 2s")
    assert said[:2] == ["You discarded 2S.", "It is your turn."]


def test_who_is_asked_hears_what_can_be_called() -> None:
    player = asked("8H", RUN, SET)
    how = "Type call 1, or call 2, or pass."
    assert player.types("") == [how]
    assert player.types("call") == [how]
    for line in ("draw", "discard kc", "meld", "8h"):
        assert player.types(line) == [how]
    assert player.types("call 2") == Call(1)
    assert player.types("pass") == Pass()
    assert player.screen.prompt() == "your turn> "
    told = player.types("help")
    assert "pass or p: you do not call rummy." in told  # type: ignore[operator]


def test_the_question_and_the_wait_are_told() -> None:
    hands = ["KC 2S", "3D 5D", "8H TD"]
    state = dealt(hands, melds=[RUN], phase="play", turn=2, game=RULES)
    player = at(state, rules=RULES)
    assert player.happens(throw("8H")) == [
        "Ann discarded 8H.",
        "8H fits meld 1: you may call rummy.",
        "Meld 1, yours: 4H 5H 6H 7H.",
        "Your hand, 2 cards: 2S, KC.",
        "Type call, or pass.",
    ]
    assert player.does("pass") == ["You passed.", "Bob may call rummy."]
    assert player.happens(Pass())[:2] == ["Bob passed.", "It is your turn."]


def test_whose_turn_it_is_when_nobody_called_is_told() -> None:
    hands = ["KC 8H", "3D 5D"]
    state = dealt(hands, melds=[RUN], phase="play", stock="2C ...", game=RULES)
    player = at(state, rules=RULES)
    assert player.types("warnings off")
    told = player.does("discard 8h")
    assert told == ["You discarded 8H.", "Bob may call rummy."]
    assert player.happens(Pass()) == ["Bob passed.", "It is Bob's turn."]


def test_a_joker_is_called_to_an_end() -> None:
    player = asked("J", RUN, SET)
    assert player.types("") == [
        "Type call 1, and low or high for a run, or call 2, and low or high for a "
        "run, or pass."
    ]
    assert player.types("call 1 high") == Call(0, "high")
    assert player.types("call low") == player.types("")


def test_there_is_nothing_to_call() -> None:
    player = playing(RUN)
    assert player.types("call") == [
        "There is no discard to call rummy on.",
        "To end your turn, type discard and a card, such as discard KC.",
    ]
    state = dealt(["KC", "3D 5D"], turn=1, game=RULES)
    assert at(state, rules=RULES).types("call") == ["It is Bob's turn."]


def test_advice_in_words() -> None:
    state = asked("8H", RUN).state
    view = RULES.view(state, 0)
    assert Medium().choose(view, ()) == Call(0)
    assert worded(Call(0), view) == "call rummy and lay 8H on meld 1"
    assert worded(Move("7H", 1), view) == "move 7H to meld 2"
    state, _ = RULES.apply(state, 0, Call(0))
    assert Medium().choose(RULES.view(state, 0), ()) == throw("KC")
