"""Typed words about jokers and about cards below the upcard."""

import pytest
from dealt import dealt
from seated import Seated, at

from peer.orders import worded
from shared.actions import Draw, LayDown, LayOff, TakeJoker
from shared.rulesets.basic import Basic

WILD = Basic(preset="wild", jokers=2, joker_steal="natural", discard_dive=True)

SWAP = "6H takes the place of the joker in meld 1: type swap 6H 1."


def playing(hand: str, *melds: str) -> Seated:
    state = dealt([hand, "3D 5D"], melds=melds, phase="play", game=WILD)
    return at(state, rules=WILD)


def drawing() -> Seated:
    state = dealt(["8S 9S KD", "3D"], pile="TS 5D JD", stock="...", game=WILD)
    return at(state, rules=WILD)


def test_take_may_name_a_card_below_the_upcard() -> None:
    assert drawing().types("take ts") == Draw("discard", "TS")
    assert drawing().types("take jd") == Draw("discard")
    assert drawing().types("take 5d") == [
        "The discard pile shows JD. Type draw for a card from the stock, or take for "
        "JD from the discard pile, or take TS for it and all above it, to lay TS at "
        "once."
    ]
    assert "The discard pile, top first: JD 5D TS." in drawing().types("table")


@pytest.mark.parametrize("line", ["lay j 1 high", "lay J high on 1", "lay high j"])
def test_lay_says_to_which_end_a_joker_goes(line: str) -> None:
    player = playing("J KC 2S", "7H 8H 9H")
    assert player.types(line) == LayOff("J", 0, "high")
    assert player.types("lay j low") == LayOff("J", 0, "low")


def test_a_run_with_a_joker_is_taken_as_it_is_written() -> None:
    player = playing("J 5H 6H KC")
    assert player.types("meld j 5h 6h") == LayDown(("J", "5H", "6H"))
    assert player.types("meld 5h 6h j") == LayDown(("5H", "6H", "J"))


@pytest.mark.parametrize("line", ["swap 6h", "swap 6H 1", "SWAP 1 6h"])
def test_swap_takes_a_joker(line: str) -> None:
    assert playing("6H KC 2S", "5H J 7H").types(line) == TakeJoker("6H", 0)


@pytest.mark.parametrize("line", ["swap", "swap kc", "swap 6h 2"])
def test_swap_says_what_can_be_had(line: str) -> None:
    assert playing("6H KC 2S", "5H J 7H").types(line) == [SWAP]


def test_there_may_be_no_joker_to_take() -> None:
    none = ["There is no joker on the table that you can take."]
    assert playing("KC 2S", "5H J 7H").types("swap kc") == none
    assert drawing().types("swap kc")[0].startswith("Draw a card first.")  # type: ignore[index]


def test_what_can_be_typed_is_told() -> None:
    told = drawing().types("help")
    assert any("take 5C" in line for line in told)  # type: ignore[union-attr]
    told = playing("6H KC 2S", "5H J 7H").types("help")
    assert any("swap 7H" in line for line in told)  # type: ignore[union-attr]


def test_advice_in_words() -> None:
    view = WILD.view(dealt(["6H", "2C"], melds=["5H J 7H"], game=WILD), 0)
    assert worded(Draw("discard", "TS"), view) == "take TS from the discard pile"
    advice = worded(TakeJoker("6H", 0), view)
    assert advice == "put 6H on meld 1 and take the joker"


def test_what_happens_is_heard() -> None:
    player = playing("6H KC 2S", "5H J 7H")
    assert "You put 6H on meld 1 and took J." in player.does("swap 6h")
