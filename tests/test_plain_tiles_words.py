"""The screen in lines with tiles: what can be typed, and what is answered."""

from msgspec.structs import replace
from tile_seated import over
from tiled import DRAW, laid

from shared.events import HandEnded
from shared.words import say

# What is typed


def test_refusals_of_what_is_typed() -> None:
    player = over(laid(["9k 4k", "4r 5b"], "1r 2r 3r"))
    for line, answer in {
        "play": "Type play and the tiles of a new set, such as play 4r 5r 6r.",
        "play 5o": "5o is not on your rack.",
        "play 9k 9k": "9k is not on your rack.",
        "add 9k": "Type it like this: add 7r 3, for 7r to set 3.",
        "add 9k 2": "There is no set 2 on the table.",
        "take 4r 1": "4r is not in set 1.",
        "take 1r 0": "There is no set 0 on the table.",
        "take": "Type it like this: take 7r 3, for 7r from set 3.",
        "move 1r 1": "Type it like this: move 7r 3 5, for 7r from set 3 to set 5.",
        "move 1r 1 7": "There is no set 7 on the table.",
        "done": "You have not moved anything yet.",
        "discard 9k": "That is not done with tiles. "
        "Type help to hear what you can type.",
        "plya 9k": "I do not understand plya. Did you mean play?",
    }.items():
        reply = player.types(line)
        assert isinstance(reply, list) and reply[0] == answer
    assert player.types("table")[:1] == ["Tiles held: you 2, Bob 2."]


def test_on_the_turn_of_others_nothing_is_moved() -> None:
    player = over(laid(["9k 4k", "4r 5b"], turn=1))
    assert player.types("play 9k") == ["It is Bob's turn."]
    assert player.types("4k 9k") == ["It is Bob's turn."]
    assert player.types("") == ["It is Bob's turn."]
    ended = HandEnded("pool_out", 0, False, (0, 0), ((), ()))
    player.hand = replace(laid(["9k 4k", "4r 5b"]), result=ended)
    player.updated(phase="between")
    assert player.types("draw") == ["This hand is over."]


def test_a_request_waits_for_the_answer() -> None:
    player = over(laid(["9k 4k", "4r 5b"]))
    player.guest.act(DRAW)
    assert player.types("draw") == ["One moment: the host has not answered yet."]


def test_the_rack_is_sorted_both_ways() -> None:
    player = over(laid(["9k 4k 4r J 13r 10o", "4r 5b"]))
    by_number = ["Your rack, 6 tiles: 4r 4k, 9k, 10o, 13r, J."]
    by_colour = ["Your rack, 6 tiles: 4r 13r, 4k 9k, 10o, J."]
    assert player.types("sort number") == by_number
    assert player.types("sort colour") == by_colour


def test_a_hint_is_what_can_be_typed() -> None:
    player = over(laid(["4r 5r 6r 4b 9k", "4r 5b"], "1b 2b 3b"))
    assert player.types("hint") == ["Hint: play 4r 5r 6r, then add 4b 1, then done."]
    assert over(laid(["9k", "4r"])).types("hint") == ["Hint: draw."]
    assert over(laid(["9k", "4r"], pool=0)).types("hint") == ["Hint: pass."]


def test_help_lists_what_applies() -> None:
    player = over(laid(["9k 4k", "4r 5b"]))
    told = player.types("help")
    assert isinstance(told, list)
    assert told[0] == "Now you can type:"
    assert "draw or d: end your turn with a tile from the pool." in told
    assert "pass: end your turn without one." not in told
    assert say("term.help.tiles") in told
    assert all(line.isascii() for line in told)
    waiting = over(laid(["9k 4k", "4r 5b"], turn=1)).types("help")
    assert isinstance(waiting, list) and waiting[0] == "At any time you can type:"
