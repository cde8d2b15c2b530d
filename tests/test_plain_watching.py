"""Who only watches, in plain mode: what is told, and what can be typed."""

import pytest
import tiled
from dealt import dealt
from seated import Seated, person
from spoken import speaking

from peer.requests import Quit
from shared.actions import Draw
from shared.events import HandDealt
from shared.wire import Say

ANN, BOB = person("Ann", ready=True), person("Bob", ready=True)


def watching() -> Seated:
    zed = Seated(ANN, BOB, me=None)
    zed.updated(watchers=("Zed",))
    return zed


def test_who_watches_is_told_of_no_seat_and_of_no_hand() -> None:
    zed = Seated(ANN, BOB, me=None)
    assert zed.updated(phase="between", watchers=("Zed",)) == []
    told = zed.dealt(dealt(["2S KC", "3D 5D"], turn=1), HandDealt(0, 1))
    assert told[4:8] == [
        "You watch: type table, who, score or say, or help for all you can type.",
        "Hand 1 is dealt.",
        "Ann deals. Bob starts.",
        "Cards held: Ann 2, Bob 2.",
    ]
    assert not any("Your" in line or "seat is kept" in line for line in told)
    assert told[-1] == "It is Bob's turn."
    assert zed.happens(Draw("stock")) == ["Bob drew a card from the stock."]


def test_what_makes_no_sense_is_refused_in_words() -> None:
    zed = watching()
    zed.dealt(dealt(["2S KC", "3D 5D"], turn=1))
    for line in (
        "draw",
        "hand",
        "meld",
        "kc",
        "next",
        "undo",
        "hint",
        "void",
        "minute",
    ):
        assert zed.types(line) == [
            "You only watch: wait for a free seat to play.",
            "You watch: type table, who, score or say, or help for all you can type.",
        ]
    assert zed.types("drw") == ["I do not understand drw. Did you mean draw?"]
    assert zed.types("yes") == ["There is no question to answer."]


def test_what_makes_sense_is_answered() -> None:
    zed = watching()
    zed.dealt(dealt(["2S KC", "3D 5D"], turn=1))
    assert zed.types("score") == [
        "Scores: Ann 0, Bob 0.",
        "The first to reach 100 points wins the match.",
    ]
    assert zed.types("who") == [
        "Seat 1: Ann.",
        "Seat 2: Bob.",
        "Zed watches.",
        "Who watches sees no hands.",
    ]
    assert zed.types("say hello") == Say(phrase="hello")
    assert zed.types("table")[0] == "Cards held: Ann 2, Bob 2."  # type: ignore[index]
    assert zed.types("") == ["It is Bob's turn."]
    assert zed.types("quit") == Quit()
    assert zed.types("what") == [
        "1, phrases: Phrases to say.",
        "2, mute 1: Do not hear Ann.",
        "3, mute 2: Do not hear Bob.",
        "4, mute Zed: Do not hear Zed.",
        "Type the number of a choice, or help for all you can type.",
    ]


def test_between_two_hands_who_watches_is_not_asked() -> None:
    zed = watching()
    zed.dealt(dealt(["2S KC", "3D 5D"], turn=1))
    waits = (ANN, person("Bob"))
    assert zed.updated(phase="between", seats=waits) == ["We wait for Bob."]
    assert zed.types("") == ["We wait for Bob."]


def test_help_is_about_watching() -> None:
    assert watching().types("help") == [
        "At any time you can type:",
        "table: the melds, the piles, and how many cards everybody holds.",
        "what or w: what you can do now, to be chosen by number.",
        "score: the scores of the match.",
        "who: the people and computer players at the table.",
        "rules: how this game is played here.",
        "log: the story of this hand. log 5: its last 5 sentences.",
        "why: after a hand, why the computer players did what they did.",
        "repeat or r: everything since you last typed something.",
        "say and a phrase or its number, such as say hello: everybody reads it in an "
        "own language. phrases: all of them.",
        "mute or unmute, and a name: do not hear somebody, or hear somebody again.",
        "help or ?: this list.",
        "quit or q: leave the table.",
    ]


def test_tiles_are_watched_too() -> None:
    zed = Seated(ANN, BOB, me=None, rules=tiled.OFFICIAL)
    zed.updated(watchers=("Zed",))
    told = zed.dealt(tiled.laid(["4b 5b 6b 9k", "3k"], "4r 5r 6r"))
    assert not any("Your rack" in line for line in told)
    assert told[-1] == "It is Ann's turn."
    assert zed.types("play 4b 5b 6b")[0] == (  # type: ignore[index]
        "You only watch: wait for a free seat to play."
    )
    assert zed.types("4b")[0] == (  # type: ignore[index]
        "You only watch: wait for a free seat to play."
    )


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("fr", "Vous êtes spectateur\u00a0: attendez une place libre pour jouer."),
        (
            "hi",
            "आप केवल देख रहे हैं: खेलने के लिए किसी ख़ाली सीट का इंतज़ार कीजिए।",
        ),
    ],
)
def test_in_french_and_hindi(language: str, line: str) -> None:
    with speaking(language):  # type: ignore[arg-type]
        zed = watching()
        zed.dealt(dealt(["2S KC", "3D 5D"], turn=1))
        assert zed.types("draw")[0] == line  # type: ignore[index]
