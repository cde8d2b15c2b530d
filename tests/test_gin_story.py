"""What happens from a knock on, in sentences: compared word for word."""

import pytest

from peer.story import People, tell
from shared.events import Bonus, HandEnded, Knocked, MatchEnded, Passed


def told(event: object) -> list[str]:
    return tell(event, People(("Mira", "Bob"), me=0))  # type: ignore[arg-type]


def test_how_a_knock_is_told() -> None:
    melds = (("4S", "4H", "4C"), ("7S", "8S", "9S"))
    spread = ["Meld 1: 4S 4H 4C.", "Meld 2: 7S 8S 9S."]
    assert told(Passed(1)) == ["Bob passed."]
    assert told(Knocked(1, "KS", melds, ("2H", "AC"), 3)) == [
        "Bob knocked and discarded KS face down.",
        *spread,
        "Left over: 2H AC, which count 3.",
    ]
    assert told(Knocked(0, "KS", melds, (), 0)) == [
        "You knocked and discarded KS face down.",
        *spread,
        "Nothing is left over: that is gin.",
    ]
    assert told(Knocked(1, None, melds, (), 0)) == [
        "Bob knocked with big gin: all eleven cards are melded.",
        *spread,
    ]


def result(**changes: object) -> HandEnded:
    ending: dict[str, object] = {
        "reason": "knock",
        "winner": 1,
        "going_rummy": False,
        "points": (0, 18),
        "hands": (("KC", "TD", "AS"), ("3H",)),
        "melds": ((("4S", "4H", "4C"),), (("7S", "8S", "9S"),)),
        "deadwood": (21, 3),
    }
    return HandEnded(**{**ending, **changes})  # type: ignore[arg-type]


LEFT = [
    "You are left with KC TD AS, which count 21.",
    "Bob is left with 3H, which counts 3.",
]
OURS, THEIRS = "You have the melds 4S 4H 4C.", "Bob has the melds 7S 8S 9S."


@pytest.mark.parametrize(
    ("changes", "lines"),
    [
        ({}, ["Bob wins the hand.", OURS, *LEFT, "Bob scores 18 points."]),
        (
            {"reason": "gin", "points": (0, 46), "bonus": 25},
            [
                "Bob wins the hand with gin.",
                OURS,
                *LEFT,
                "Bob scores 46 points, 25 of them for gin.",
            ],
        ),
        (
            {"reason": "big_gin", "winner": 0, "points": (46, 0), "bonus": 31},
            [
                "You win the hand with big gin.",
                THEIRS,
                *LEFT,
                "You score 46 points, 31 of them for big gin.",
            ],
        ),
        (
            {"reason": "undercut", "winner": 0, "points": (35, 0), "bonus": 25},
            [
                "You undercut the knock and win the hand.",
                OURS,
                *LEFT,
                "You score 35 points, 25 of them for the undercut.",
            ],
        ),
        (
            {"doubled": True, "points": (0, 36)},
            [
                "Bob wins the hand.",
                OURS,
                *LEFT,
                "The first upcard was a spade: the hand counts twice.",
                "Bob scores 36 points.",
            ],
        ),
        (
            {"reason": "tie", "winner": None, "points": (0, 0)},
            ["Both have the same left over. Nobody scores.", OURS, THEIRS, *LEFT],
        ),
        (
            {"reason": "dead", "winner": None, "points": (0, 0), "melds": ()},
            ["The stock is used up and nobody has knocked. Nobody scores.", *LEFT],
        ),
        (
            {"reason": "looped", "winner": None, "points": (0, 0), "melds": ()},
            [
                "The upcard was taken so often that this would go on for ever. "
                "Nobody scores.",
                *LEFT,
            ],
        ),
    ],
)
def test_how_the_end_is_told(changes: dict[str, object], lines: list[str]) -> None:
    assert told(result(**changes)) == lines


def test_how_bonuses_are_told() -> None:
    bonuses = (Bonus(0, "boxes", 80), Bonus(1, "boxes", 400), Bonus(0, "game", 100))
    assert told(MatchEnded((0,), (281, 499), (*bonuses, Bonus(0, "shutout", 1)))) == [
        "You get 80 points for the hands won.",
        "Bob gets 400 points for the hands won.",
        "You get 100 points for reaching the target.",
        "You get 1 point because the other has none.",
        "The match is over: you win with 281 points.",
    ]
