"""Typed words about the cards: what the host is asked, and what is answered at once."""

import pytest
from dealt import dealt
from msgspec.structs import replace
from seated import Seated, at

from shared.actions import Discard, Draw, LayDown, LayOff
from shared.wire import Rejected, Update

WAYS = "Type draw for a card from the stock, or take for KD from the discard pile."
END = "To end your turn, type discard and a card, such as discard KC."
KEEP = [
    "Type 1 or yes for: Yes, discard it.",
    "Type 2 or no for: No, don't discard it.",
]
NEVER = "Type 3 or never for: Yes, discard it, and don't show me these warnings again."

RUN, FOURS = ("7H", "8H", "9H"), ("4S", "4H", "4D")


def drawing(hand: str = "2S KC") -> Seated:
    return at(dealt([hand, "3D 5D"], upcard="KD"))


def playing(hand: str = "7H 8H 9H 2S KC", **more: object) -> Seated:
    return at(dealt([hand, "3D 5D"], phase="play", **more))  # type: ignore[arg-type]


def warned(**more: object) -> Seated:
    """The same, where the screen is set up otherwise."""
    hands = ["7H 8H 9H 2S KC", "3D 5D"]
    return at(dealt(hands, phase="play"), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("line", ["draw", "d", "DRAW", " Draw ", "stock"])
def test_draw_takes_a_card_from_the_stock(line: str) -> None:
    assert drawing().types(line) == Draw("stock")


@pytest.mark.parametrize("line", ["take", "t", "take kd", "take K\u2666", "take it"])
def test_take_takes_the_upcard(line: str) -> None:
    assert drawing().types(line) == Draw("discard")


def test_take_names_no_other_card() -> None:
    assert drawing().types("take 7h") == [f"The discard pile shows KD. {WAYS}"]


def test_draw_never_takes_a_card_that_is_named() -> None:
    assert drawing().types("draw kd") == [WAYS]


def test_an_empty_discard_pile_has_nothing_to_take() -> None:
    player = at(dealt(["2S KC", "3D 5D"], stock="..."))
    assert player.types("take") == [
        "The discard pile is empty. Type draw for a card from the stock."
    ]


@pytest.mark.parametrize(
    "line", ["meld", "lay", "discard kc", "x kc", "kc", "lay down"]
)
def test_a_turn_begins_with_a_draw(line: str) -> None:
    assert drawing().types(line) == [f"Draw a card first. {WAYS}"]


@pytest.mark.parametrize("line", ["draw", "take"])
def test_nobody_draws_twice(line: str) -> None:
    assert playing().types(line) == [f"You have drawn already. {END}"]


@pytest.mark.parametrize("line", ["draw", "take", "meld", "lay", "x kc", "kc"])
def test_nobody_acts_for_somebody_else(line: str) -> None:
    player = at(dealt(["2S KC", "3D 5D"], turn=1))
    assert player.types(line) == ["It is Bob's turn."]


@pytest.mark.parametrize("line", ["hand", "table"])
def test_before_the_deal_there_are_no_cards(line: str) -> None:
    assert Seated().types(line) == ["No cards have been dealt yet."]


@pytest.mark.parametrize("line", ["draw", "kc"])
def test_before_the_deal_it_is_said_what_is_waited_for(line: str) -> None:
    assert Seated().types(line) == [
        "No cards have been dealt yet.",
        "We wait for the host.",
    ]


@pytest.mark.parametrize("line", ["draw", "x kc"])
def test_after_the_hand_there_is_nothing_to_do(line: str) -> None:
    player = at(dealt(["KC", "3D 5D"], phase="play"))
    player.does("x kc")
    assert player.types(line) == ["This hand is over."]


def test_one_request_at_a_time() -> None:
    player = drawing()
    player.guest.act(Draw("stock"))
    assert player.types("draw") == ["One moment: the host has not answered yet."]


def test_the_hosts_refusal_is_a_sentence() -> None:
    player = playing()
    refusal = Rejected(1, "draw_first")
    assert player.hears(refusal) == ["Not possible: draw a card first."]


def test_only_what_the_view_offers_is_offered() -> None:
    player = drawing()
    view = player.guest.view
    assert view is not None
    narrow = replace(view, can=("draw_discard",))
    lines = player.hears(Update(9, 9, (), player.table, narrow))
    assert lines[-1] == "Type take for KD from the discard pile."
    assert player.types("draw") == [lines[-1]]
    player.hears(Update(9, 9, (), player.table, replace(view, can=("draw_stock",))))
    assert player.types("take") == [
        "The discard pile shows KD. Type draw for a card from the stock."
    ]
    playing = replace(view, phase="play", can=(), may_lay_down=(("2S", "KC"),))
    assert "lay down" not in str(player.hears(Update(9, 9, (), player.table, playing)))


# Melds


@pytest.mark.parametrize(
    "line",
    ["meld", "m", "meld 1", "meld 9h 7h 8H", "m 7\u2665,8\u2665, 9\u2665", "lay down"],
)
def test_meld_lays_down_the_only_meld(line: str) -> None:
    assert playing().types(line) == LayDown(RUN)


def test_meld_lays_down_the_longest() -> None:
    assert playing("6H 7H 8H 9H KC").types("meld") == LayDown(("6H", *RUN))


def test_a_shorter_meld_can_be_named() -> None:
    assert playing("6H 7H 8H 9H KC").types("m 7h 8h 9h") == LayDown(RUN)


def test_meld_asks_which_of_several() -> None:
    player = playing("4S 4H 4D 7H 8H 9H KC")
    assert player.types("meld") == [
        "Choice 1: 4S 4H 4D.",
        "Choice 2: 7H 8H 9H.",
        "Which meld? Type the number of a choice, or meld and the cards.",
    ]
    assert player.screen.prompt() == "which choice> "
    assert player.types("2") == LayDown(RUN)
    assert player.types("meld 1") == LayDown(FOURS)
    assert player.types("meld 3")[0] == "Choice 1: 4S 4H 4D."  # type: ignore[index]


def test_there_may_be_no_meld() -> None:
    assert playing("2S KC").types("meld") == ["There is no meld in your hand."]


def test_the_host_says_why_cards_are_no_meld() -> None:
    assert playing().types("meld 2s 7h 8h") == LayDown(("2S", "7H", "8H"))


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("meld 7h 8h 9s", "9S is not in your hand."),
        ("meld 7s 8h 9s", "7S and 9S are not in your hand."),
        ("x 9s", "9S is not in your hand."),
        ("9s", "9S is not in your hand."),
        (
            "meld 7h 8h 1x",
            "'1x' is not a card: write a rank and a suit, such as 7H or TS.",
        ),
    ],
)
def test_cards_one_does_not_have(line: str, answer: str) -> None:
    assert playing().types(line) == [answer]


# Lay-offs


@pytest.mark.parametrize(
    "line",
    ["lay", "l", "lay th", "lay 10h", "lay off th", "l th 1", "lay th on meld 1"],
)
def test_lay_puts_a_card_on_the_only_meld_it_fits(line: str) -> None:
    player = playing("TH KC", melds=["7H 8H 9H"])
    assert player.types(line) == LayOff("TH", 0)


def test_lay_asks_which_meld() -> None:
    player = playing(
        "7S KC", melds=["7H 7D 7C", "QS QH QD", "4S 5S 6S"], owners=[1, 0, 0]
    )
    assert player.types("lay 7s") == [
        "7S fits more than one meld.",
        "Meld 1, Bob's: 7H 7D 7C.",
        "Meld 3, yours: 4S 5S 6S.",
        "Which meld? Type its number.",
    ]
    assert player.screen.prompt() == "which meld> "
    assert player.types("3") == LayOff("7S", 2)
    assert player.types("lay 7s 1") == LayOff("7S", 0)


def test_lay_asks_which_card() -> None:
    player = playing("6H TH KC", melds=["7H 8H 9H"])
    assert player.types("lay") == [
        "6H fits meld 1.",
        "TH fits meld 1.",
        "Which card? Type lay and the card, such as lay 6H.",
    ]


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("lay", "No card of your hand fits a meld on the table."),
        ("lay kc", "KC fits no meld on the table."),
        ("lay 9c", "9C is not in your hand."),
        ("lay 9c 1", "9C is not in your hand."),
        ("lay kc 2", "There is no meld 2 on the table."),
        ("lay kc 0", "There is no meld 0 on the table."),
        (
            "lay kc 2s",
            "Lay off one card at a time, such as lay KC. "
            "For a new meld, type meld KC 2S.",
        ),
    ],
)
def test_lay_offs_that_cannot_be(line: str, answer: str) -> None:
    assert playing("2S KC", melds=["7H 8H 9H"]).types(line) == [answer]


def test_the_host_says_why_a_card_does_not_fit() -> None:
    player = playing("2S KC", melds=["7H 8H 9H"])
    assert player.types("lay kc 1") == LayOff("KC", 0)


def test_there_may_be_no_meld_to_lay_off_on() -> None:
    assert playing().types("lay kc") == ["There is no meld on the table yet."]


# Discards


@pytest.mark.parametrize("line", ["discard kc", "x KC", "X k\u2663"])
def test_discard_ends_the_turn(line: str) -> None:
    assert playing().types(line) == Discard("KC")


@pytest.mark.parametrize("line", ["discard", "x kc 2s"])
def test_discard_wants_one_card(line: str) -> None:
    assert playing().types(line) == [END]


def test_the_host_says_why_the_card_just_taken_stays() -> None:
    player = playing("2S KC", taken="KC")
    assert player.types("x kc") == Discard("KC")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("x 8h", "8H is part of a meld in your hand, 7H 8H 9H."),
        ("x 4c", "4C could be laid off on meld 1."),
        ("4c", "4C could be laid off on meld 1."),
    ],
)
def test_a_discard_with_a_better_use_is_asked_about(line: str, why: str) -> None:
    player = playing("7H 8H 9H 4C KC", melds=["4S 4H 4D"])
    assert player.types(line) == [f"{why} Discard it anyway?", *KEEP, NEVER]
    assert player.screen.prompt() == "yes, no or never> "
    card = line[-2:].upper()
    assert player.types("no") == [f"{card} stays in your hand."]
    assert player.screen.prompt() == "your turn> "
    player.types(line)
    assert player.types("Yes") == Discard(card)


def test_the_warnings_can_be_switched_off() -> None:
    player = playing()
    assert player.types("warnings off") == [
        "You will not be asked before a discard any more."
    ]
    assert player.types("x 8h") == Discard("8H")
    assert player.types("warnings on") == [
        "You will be asked before a discard that has a better use."
    ]
    assert isinstance(player.types("x 8h"), list)
    assert player.types("warnings") == ["Type warnings on or warnings off."]


@pytest.mark.parametrize("answer", ["never", "3"])
def test_the_warnings_need_not_come_again(answer: str) -> None:
    kept: list[bool] = []
    player = warned(keep_warnings=kept.append)
    player.types("x 8h")
    assert player.screen.prompt() == "yes, no or never> "
    assert player.types(answer) == Discard("8H")
    assert kept == [False]
    assert player.types("x 8h") == Discard("8H")
    player.types("warnings on")
    assert kept == [False, True]


def test_the_warnings_can_be_off_from_the_start() -> None:
    assert warned(warnings=False).types("x 8h") == Discard("8H")


@pytest.mark.parametrize(("answer", "request_"), [("1", Discard("8H")), ("2", None)])
def test_a_question_is_answered_by_number_too(
    answer: str, request_: Discard | None
) -> None:
    player = playing()
    player.types("x 8h")
    assert player.types(answer) == (request_ or ["8H stays in your hand."])


def test_a_card_alone_is_never_discarded_unasked() -> None:
    player = playing()
    player.types("warnings off")
    assert player.types("kc") == ["Discard KC?", *KEEP]
    assert player.types("y") == Discard("KC")


def test_cards_alone_may_be_meant_as_a_meld() -> None:
    player = playing()
    ask = ["Lay down 9H 7H 8H as a new meld? Type yes or no."]
    assert player.types("9h 7h 8h") == ask
    assert player.types("n") == ["Nothing is laid down."]
    assert player.types("9h 7h 8h") == ask
    assert player.types("yes") == LayDown(RUN)


# Questions


def test_a_question_outlives_a_look_around() -> None:
    player = playing()
    player.types("kc")
    player.types("hand")
    player.types("yse")
    assert player.screen.prompt() == "yes or no> "
    assert player.types("") == ["Discard KC?", *KEEP]
    assert player.types("yes") == Discard("KC")


def test_a_question_ends_with_another_request() -> None:
    player = playing()
    player.types("kc")
    assert player.types("meld") == LayDown(RUN)
    assert player.types("yes") == ["There is no question to answer."]


def test_a_question_about_a_table_that_has_changed_is_dropped() -> None:
    player = playing()
    player.types("kc")
    player.happens(Discard("2S"))
    assert player.screen.prompt() == "> "
    assert player.types("yes") == ["There is no question to answer."]


def test_a_question_stays_when_only_the_people_change() -> None:
    player = playing()
    player.types("kc")
    player.updated(scores=(1, 0))
    assert player.types("yes") == Discard("KC")
