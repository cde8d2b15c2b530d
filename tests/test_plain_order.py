"""The order of the hand, and choices by number."""

from dealt import dealt
from seated import Seated, at, person
from tile_seated import over
from tiled import laid

from peer.plain import Next
from peer.rulebook import rules_of
from shared.actions import Discard, Draw, LayDown
from shared.events import HandDealt
from shared.rulesets.basic import Basic

WILD = Basic(preset="cgio", decks=2, jokers=2, joker_steal="natural")


def test_the_own_order_outlives_the_others_and_new_cards_come_last() -> None:
    player = at(dealt(["7H 7C AS KC", "3D 5D"], turn=1, stock="9H 8H ..."))
    assert player.types("order kc 7c") == ["Your hand, 4 cards: KC 7C AS 7H."]
    assert player.types("sort rank") == ["Your hand, 4 cards: AS, 7H 7C, KC."]
    assert player.types("sort own") == ["Your hand, 4 cards: KC 7C AS 7H."]
    player.happens(Draw("stock"))
    player.happens(Discard("5D"))
    assert player.does("draw")[1] == "Your hand, 5 cards: KC 7C AS 7H 8H (new)."
    player.does("x as")
    assert player.types("hand") == ["Your hand, 4 cards: KC 7C 7H 8H (new)."]


def test_what_order_wants() -> None:
    player = at(dealt(["7H KC", "3D"], turn=1))
    assert player.types("order") == [
        "Type order and the cards that shall come first, such as order 7H 8H."
    ]
    assert player.types("order 3D") == ["3D is not in your hand."]
    rack = over(laid(["4r 7r", "3r 5b"]))
    assert rack.types("order") == [
        "Type order and the tiles that shall come first, such as order 7r 7b."
    ]
    assert rack.types("order 9k") == ["9k is not on your rack."]


def test_every_card_of_two_decks_and_every_joker_is_told() -> None:
    state = dealt(["7H 7H' JH J J' 2S'", "3D"], turn=1, game=WILD)
    player = at(state, rules=WILD)
    assert player.types("hand") == ["Your hand, 6 cards: 2S', 7H 7H' JH, J J'."]
    assert player.types("sort rank") == ["Your hand, 6 cards: 2S', 7H 7H', JH, J J'."]


def test_while_a_turn_is_tried_out_the_rack_keeps_its_order() -> None:
    player = over(laid(["4b 4r 5r 6r 9k", "3k"]))
    player.types("sort number")
    rack = "Your rack, 2 tiles: 4b, 9k."
    assert rack in player.types("play 4r 5r 6r")
    player.types("order 9k")
    assert "Your rack, 2 tiles: 9k 4b." in player.types("hand")
    player.types("undo")
    assert "Your rack, 2 tiles: 9k 4b." in player.types("play 4r 5r 6r")


# By number


def test_what_can_be_done_is_numbered() -> None:
    player = at(dealt(["7H 8H 9H 4C", "3D"], phase="play", melds=["4S 4H 4D"]))
    offers = [
        "1, meld 7H 8H 9H: lay down 7H 8H 9H.",
        "2, lay 4C 1: 4C on meld 1.",
        "3, discard 7H.",
        "4, discard 8H.",
        "5, discard 9H.",
        "6, discard 4C.",
        "Type the number of a choice, or help for all you can type.",
    ]
    for line in ("what", "w", "what can I do", "What can I do?"):
        assert player.types(line) == offers
    assert player.types("7") == ["There is no choice 7: choose 1 to 6."]
    assert player.types("1") == LayDown(("7H", "8H", "9H"))


def test_a_numbered_discard_is_asked_about_as_well() -> None:
    player = at(dealt(["7H 8H 9H KC", "3D"], phase="play"))
    player.types("what")
    asked = player.types("2")
    assert isinstance(asked, list)
    assert asked[0] == (
        "7H is part of a meld in your hand, 7H 8H 9H. Discard it anyway?"
    )
    assert player.types("1") == Discard("7H")


def test_numbers_hold_for_what_was_heard_only() -> None:
    player = at(dealt(["2S KC", "3D 5D"], upcard="KD", stock="9H 9D ..."))
    unheard = ["Type what, to hear what you can do, each with a number."]
    assert player.types("1") == unheard
    assert player.types("what") == [
        "1, draw.",
        "2, take KD.",
        "Type the number of a choice, or help for all you can type.",
    ]
    player.does("draw")
    assert player.types("1") == unheard


def test_a_number_is_never_the_answer_to_an_older_question() -> None:
    player = at(dealt(["7H 8H 9H KC", "3D"], phase="play"))
    player.types("x 8h")
    player.types("what")
    assert player.types("1") == LayDown(("7H", "8H", "9H"))
    player.types("what")
    player.types("x 8h")
    player.types("no")
    assert player.types("1") == [
        "Type what, to hear what you can do, each with a number."
    ]


def test_between_two_hands() -> None:
    player = at(dealt(["2S", "3D"], turn=1))
    player.updated(phase="between")
    assert player.types("what") == [
        "1, next: another hand.",
        "Type the number of a choice, or help for all you can type.",
    ]
    assert player.types("1") == Next()


def test_who_waits_has_nothing_to_choose() -> None:
    player = at(dealt(["2S", "3D"], turn=1))
    assert player.types("what") == ["It is Bob's turn."]
    assert Seated().types("what") == ["We wait for the host."]


# Before the first turn


def test_the_first_upcard_is_told_when_another_starts() -> None:
    player = at(dealt(["2S", "3D"], turn=1, phase="play"))
    player.happens(Discard("3D"))
    state = dealt(["AS KC", "3D 5D"], turn=1, upcard="9C")
    assert player.dealt(state, HandDealt(dealer=0, first=1)) == [
        "Hand 1 is dealt.",
        "You deal. Bob starts.",
        "The discard pile shows 9C.",
        "Your hand, 2 cards: AS, KC.",
        "It is Bob's turn.",
    ]


def introduction(game: Basic, **options: str) -> list[str]:
    player = Seated(person("Mira"), person("Bob"), rules=WILD, told_rules=rules_of)
    player.updated(options=options)
    return player.dealt(dealt(["7H J", "3D"], turn=1, game=game))


def test_jokers_are_explained_where_there_are_some() -> None:
    told = introduction(WILD, decks="2", jokers="2", joker_steal="natural")
    place = told.index("Jokers are written J.")
    assert told[place : place + 3] == [
        "Jokers are written J.",
        "A joker stands for any card; a meld has two or more other cards.",
        "A joker on the table may be taken by whoever puts in the card it stands for.",
    ]


def test_without_jokers_nothing_is_said_of_them() -> None:
    player = Seated(person("Mira"), person("Bob"), told_rules=rules_of)
    player.updated()
    told = player.dealt(dealt(["7H", "3D"], turn=1))
    assert not any("oker" in line for line in told)
