"""What a screen in lines makes of the others: absence, equal names, hostile text."""

from dealt import dealt
from hypothesis import given
from hypothesis import strategies as st
from seated import Seated, at, person

from shared.actions import Discard
from shared.events import Discarded
from shared.wire import Bye, Refused, Rejected, Welcome

# Absence


def test_who_is_missing_is_said_when_it_is_their_turn() -> None:
    player = at(dealt(["KC 2S", "3D 5D"], phase="play"))
    assert player.updated(seats=(person("Mira"), person("Bob", here=False))) == [
        "Bob is not connected; the seat is kept. "
        "A computer player plays on after 1 minute."
    ]
    assert player.happens(Discard("KC")) == [
        "You discarded KC.",
        "It is Bob's turn.",
        "Bob is not connected; we wait.",
    ]
    stand_in = person("Bob", here=False, substitute=True)
    assert player.updated(seats=(person("Mira"), stand_in)) == [
        "A computer player plays for Bob."
    ]
    assert player.types("") == ["It is Bob's turn."]
    assert player.types("who") == [
        "Seat 1: Mira (you).",
        "Seat 2: Bob, not connected; a computer player plays on.",
    ]
    assert player.updated(seats=(person("Mira"), person("Bob"))) == ["Bob is back."]


def test_who_comes_back_hears_where_the_hand_stands() -> None:
    player = at(dealt(["7H 8H 9H 2S", "3D 5D"], melds=["AS AH AC"], turn=1))
    back = Welcome(version=1, seat=0, token="token", last_act=3, back=True)
    assert player.hears(back) == ["You are back in seat 1."]
    said = player.updated()
    assert said[said.index("A hand is being played.") + 1 :] == [
        "Cards held: you 4, Bob 2.",
        "The stock has 43 cards.",
        "The discard pile is empty.",
        "Meld 1, yours: AS AH AC.",
        "Your hand, 4 cards: 2S, 7H 8H 9H.",
        "It is Bob's turn.",
    ]
    assert player.types("log") == ["You came back in the middle of this hand."]
    assert player.updated() == []


def test_equal_names_are_told_apart_everywhere() -> None:
    player = at(dealt(["KC", "3D", "4D"], turn=1), *(person("Bob") for _ in range(3)))
    assert player.types("table") == [
        "Cards held: you 1, Bob (seat 2) 1, Bob (seat 3) 1.",
        "The stock has 49 cards.",
        "The discard pile is empty.",
        "There is no meld on the table yet.",
        "It is Bob (seat 2)'s turn.",
    ]


# What other people can put on the screen


def test_names_reach_the_terminal_without_escapes() -> None:
    player = Seated(person("Mira"), person("\x1b[2J\u202eE\nve\x07"))
    assert player.updated()[2] == "Seat 2: [2JE ve."


@given(st.text(max_size=30))
def test_nothing_that_others_write_is_obeyed(text: str) -> None:
    player = Seated(person("Mira"), person(text))
    lines = [
        *player.updated(game=text),
        *player.updated(Discarded(1, text)),
        *player.hears(Rejected(1, "does_not_fit", {"card": text, "meld": text})),
        *player.hears(Rejected(1, text, {text: text})),
        *player.hears(Refused(text, {"host": text, "guest": text})),
        *player.hears(Bye("not_kept", {"why": text})),
        *player.screen.notice(text),
        *player.types("who"),
    ]
    reply = player.types(text)
    lines += reply if isinstance(reply, list) else []
    assert all(line.replace("\xa0", " ").isprintable() for line in lines)


def test_what_we_say_ourselves_is_ascii() -> None:
    player = at(dealt(["7H 8H 9H 2S", "3D 5D"], phase="play"))
    for word in ("help", "hand", "table", "who", "log", "score", "zzz", "x", "7h"):
        assert "".join(player.types(word)).isascii()  # type: ignore[arg-type]
