"""The screen in lines: what a person reads in the course of a match, word for word."""

import random
import re

import pytest
from dealt import CGIO, dealt
from msgspec.structs import replace
from seated import FREE, Seated, after, at, bot, person

from peer.bots.medium import Medium
from peer.requests import Next, Start
from shared.actions import Discard, Draw, LayDown, LayOff
from shared.events import HandDealt, MatchEnded
from shared.wire import Bye, Ping, Pong, Refused

INTRODUCTION = [
    "The aim is to be the first without cards.",
    "In your turn you draw a card, put cards on the table if you can, and discard one.",
    "A meld is a set of three or four cards of one rank, or a run of at least three "
    "cards in a row in one suit.",
    "Once a meld is on the table, anybody can lay off cards that fit it.",
    "Cards are written as rank and suit: 7H is the seven of hearts, TS the ten of "
    "spades, JD the jack of diamonds, AC the ace of clubs.",
    "Type help to hear what you can do, or hint for advice.",
]


# The lobby


def test_the_lobby_is_told_once_and_then_its_changes() -> None:
    guest = Seated(person("Mira"), FREE, bot("Ada"))
    assert guest.updated() == [
        "The game is Basic Rummy for 3 players, up to 100 points.",
        "Seat 1: Mira (you).",
        "Seat 2: free.",
        "Seat 3: Ada, a computer player.",
        "1 seat is free. The game begins when it is taken, or when the host starts.",
    ]
    assert guest.updated() == []
    seats = (person("Mira", ready=True), person("Bob", ready=True), bot("Ada"))
    assert guest.updated(seats=seats) == ["Bob takes seat 2.", "All seats are taken."]


def test_the_host_hears_how_to_start() -> None:
    host = Seated(person("Mira"), FREE, FREE, host=True)
    assert host.updated()[-1] == (
        "2 seats are free. Wait for more people, "
        "or type start to play with computer players instead."
    )
    assert host.types("start") == Start()
    assert host.updated(seats=(person("Mira"), person("Bob"), FREE)) == [
        "Bob takes seat 2.",
        "1 seat is free. Wait for more people, "
        "or type start to play with a computer player instead.",
    ]


def test_only_the_host_starts_and_only_once() -> None:
    assert Seated().types("start") == ["Only the host can start the match."]
    host = Seated(host=True)
    host.dealt(dealt(["2S", "3D"]))
    assert host.types("start") == ["The match has begun already."]


def test_before_the_first_update_we_wait() -> None:
    newcomer = Seated()
    for line in ("", "who", "score"):
        assert newcomer.types(line) == ["We wait for the host."]


def test_an_unknown_game_has_its_own_name() -> None:
    guest = Seated()
    assert guest.updated(game="whist")[0] == (
        "The game is whist for 2 players, up to 100 points."
    )


# A hand


def test_the_first_hand_begins_with_what_a_newcomer_must_know() -> None:
    player = Seated()
    player.updated()
    state = dealt(["AS 7H 8H KC", "3D 5D 9C TC"], upcard="KD", stock="2S 3S")
    assert player.dealt(state, HandDealt(dealer=1, first=0)) == [
        *INTRODUCTION,
        "Hand 1 is dealt.",
        "Bob deals. You start.",
        "It is your turn.",
        "Cards held: you 4, Bob 4.",
        "The stock has 2 cards.",
        "The discard pile shows KD.",
        "Your hand, 4 cards: AS, 7H 8H, KC.",
        "Type draw for a card from the stock, or take for KD from the discard pile.",
    ]
    assert player.screen.prompt() == "your turn> "


def test_the_next_hand_begins_without_the_introduction() -> None:
    player = at(dealt(["2S", "3D"], turn=1, phase="play"))
    player.happens(Discard("3D"))
    state = dealt(["AS KC", "3D 5D"], turn=1)
    assert player.dealt(state, HandDealt(dealer=0, first=1)) == [
        "Hand 1 is dealt.",
        "You deal. Bob starts.",
        "Your hand, 2 cards: AS, KC.",
        "It is Bob's turn.",
    ]
    assert player.screen.prompt() == "> "


def test_a_turn_from_the_draw_to_the_discard() -> None:
    player = at(dealt(["7H 8H 4C KC 2S", "3D 5D"], stock="9H ...", melds=["4S 4H 4D"]))
    assert player.does("draw") == [
        "You drew 9H from the stock.",
        "Your hand, 6 cards: 2S, 7H 8H 9H (new), 4C KC.",
        "You can lay down 7H 8H 9H: type meld.",
        "4C fits meld 1: type lay 4C.",
        "To end your turn, type discard and a card, such as discard KC.",
    ]
    assert player.does("meld") == [
        "You laid down meld 2: 7H 8H 9H.",
        "Your hand, 3 cards: 2S, 4C KC.",
        "4C fits meld 1: type lay 4C.",
        "To end your turn, type discard and a card, such as discard KC.",
    ]
    assert player.does("lay") == [
        "You laid off 4C on meld 1.",
        "Your hand, 2 cards: 2S, KC.",
        "To end your turn, type discard and a card, such as discard KC.",
    ]
    assert player.does("discard kc") == ["You discarded KC.", "It is Bob's turn."]


def test_what_the_others_do_is_told_as_it_happens() -> None:
    player = at(dealt(["2S 9S", "3D 5D 6D KC JC", "QS QH"], turn=1, upcard="4D"))
    assert player.happens(Draw("discard")) == ["Bob took 4D from the discard pile."]
    assert player.happens(LayDown(("3D", "4D", "5D"))) == [
        "Bob laid down meld 1: 3D 4D 5D."
    ]
    assert player.happens(LayOff("6D", 0)) == ["Bob laid off 6D on meld 1."]
    assert player.happens(Discard("KC")) == ["Bob discarded KC.", "It is Ann's turn."]
    assert player.happens(Draw("stock")) == ["Ann drew a card from the stock."]


def test_a_turn_begins_with_the_whole_table() -> None:
    player = at(
        dealt(
            ["7H 8H 9H 6C KC", "3D 5D JC"],
            melds=["QS QH QD", "3C 4C 5C", "6S 6H 6D"],
            owners=[0, 1, 1],
            turn=1,
            phase="play",
            stock="2S",
        )
    )
    assert player.happens(Discard("JC")) == [
        "Bob discarded JC.",
        "It is your turn.",
        "Cards held: you 5, Bob 2.",
        "The stock has 1 card.",
        "The discard pile shows JC.",
        "Meld 1, yours: QS QH QD.",
        "Meld 2, Bob's: 3C 4C 5C.",
        "Meld 3, Bob's: 6S 6H 6D.",
        "Your hand, 5 cards: 7H 8H 9H, 6C KC.",
        "You hold a meld: 7H 8H 9H.",
        "6C fits meld 2 and meld 3.",
        "Type draw for a card from the stock, or take for JC from the discard pile.",
    ]


def test_several_melds_and_places_are_numbered() -> None:
    state = dealt(
        ["4S 4H 4D 7H 8H 9H 6C", "3D"], melds=["3C 4C 5C", "6S 6H 6D"], phase="play"
    )
    assert after(Seated().dealt(state), INTRODUCTION[-1]) == [
        "Your hand, 7 cards: 4S, 4H 7H 8H 9H, 4D, 6C.",
        "You can lay down 4S 4H 4D: type meld 1.",
        "You can lay down 7H 8H 9H: type meld 2.",
        "6C fits meld 1 and meld 2: type lay 6C 1.",
        "To end your turn, type discard and a card, such as discard 9H.",
    ]


def test_who_cannot_discard_is_told_what_else() -> None:
    state = dealt(["7H", "3D"], melds=["8H 9H TH"], phase="play", taken="7H")
    assert after(Seated().dealt(state), INTRODUCTION[-1]) == [
        "Your hand, 1 card: 7H.",
        "7H fits meld 1: type lay 7H.",
        "You cannot discard now: lay down a meld or lay off a card.",
    ]


@pytest.mark.parametrize(
    ("recycles", "told"),
    [
        (
            0,
            "The stock is empty: to draw from it turns the discard pile into "
            "a new stock.",
        ),
        (1, "The stock is empty for good: to draw from it ends the hand."),
    ],
)
def test_an_empty_stock_is_said(recycles: int, told: str) -> None:
    lines = Seated().dealt(dealt(["2S KC", "3D"], stock="", recycles=recycles))
    assert told in lines


def test_an_empty_discard_pile_is_said() -> None:
    lines = Seated().dealt(dealt(["2S KC", "3D"], stock="...", turn=0))
    assert lines[-3:] == [
        "The discard pile is empty.",
        "Your hand, 2 cards: 2S, KC.",
        "Type draw for a card from the stock.",
    ]


def test_recycling_is_told() -> None:
    player = at(dealt(["2S KC", "3D"], stock="", pile="...", upcard="AD"))
    assert player.does("draw")[0] == (
        "The stock was empty: the discard pile was shuffled into a new stock of "
        "49 cards."
    )


SUGGESTIONS = (
    r"type (meld \d|meld|lay \w\w \d|lay \w\w)\.",
    r"such as (discard \w\w)\.",
    r"Type (draw) for",
)


def suggested(lines: list[str]) -> str:
    """The first thing that ``lines`` say can be typed."""
    found = (re.search(how, line) for how in SUGGESTIONS for line in lines)
    return next(match[1] for match in found if match)


@pytest.mark.parametrize("seed", range(20))
def test_a_hand_can_be_finished_by_the_prompts_alone(seed: int) -> None:
    deck = random.Random(seed).sample(range(52), 52)
    player, others = Seated(person("Mira"), bot("Ada"), bot("Bert")), Medium()
    lines = player.dealt(CGIO.deal(3, deck, 2), HandDealt(dealer=2, first=0))
    while (state := player.state) is not None and state.phase != "over":
        if state.turn == 0:
            lines = player.does(suggested(lines))
        else:
            lines = player.happens(others.choose(CGIO.view(state, state.turn), ()))
    assert lines[-1] == "Type next for another hand, or quit to leave."


# The end of a hand and of a match


def test_a_hand_is_won() -> None:
    player = at(dealt(["KC", "3D 5D"], phase="play"))
    assert player.does("x kc") == [
        "You discarded KC.",
        "You are out and win the hand.",
        "Nothing was laid before this turn: going rummy counts double.",
        "Bob is left with 3D 5D.",
        "You score 16 points.",
        "Scores: you 16, Bob 0.",
        "The first to reach 100 points wins the match.",
        "Type next for another hand, or quit to leave.",
    ]
    assert player.types("next") == Next()
    assert player.updated(seats=(person("Mira", ready=True), person("Bob"))) == [
        "You are ready. We wait for Bob."
    ]
    assert player.types("n") == ["You are ready. We wait for Bob."]


def test_a_match_is_won() -> None:
    player = at(dealt(["KC", "3D 5D"], phase="play"))
    ending = MatchEnded(winners=(1,), scores=(16, 104))
    assert player.updated(ending, phase="ended", scores=(16, 104)) == [
        "The match is over: Bob wins with 104 points.",
        "Type next for another match, or quit to leave.",
    ]
    assert player.types("next") == Next()


def test_an_absent_player_is_waited_for_by_name() -> None:
    player = at(dealt(["KC", "3D 5D"]))
    away = (person("Mira", ready=True), person("Bob", here=False))
    assert player.updated(phase="between", seats=away) == [
        "Bob is not connected; the seat is kept. "
        "A computer player plays on after 1 minute.",
        "You are ready. We wait for Bob, who is not connected.",
    ]
    ready = (person("Mira", ready=True), person("Bob", ready=True))
    assert player.updated(seats=ready) == ["Bob is back."]


@pytest.mark.parametrize(
    ("phase", "answer"),
    [
        ("lobby", "The match has not begun yet."),
        ("hand", "This hand is not over yet."),
    ],
)
def test_next_has_its_time(phase: str, answer: str) -> None:
    player = Seated(person("Mira", ready=True), person("Bob", ready=True))
    player.updated(phase=phase)
    assert player.types("next") == [answer]


def test_who_is_not_ready_in_the_lobby_is_told_how_to_be() -> None:
    player = Seated(person("Mira"), person("Bob", ready=True))
    assert player.updated()[-1] == "Type next when you are ready."
    assert player.types("next") == Next()
    seats = (person("Mira", ready=True), person("Bob"))
    assert player.updated(seats=seats) == ["You are ready. We wait for Bob."]


def test_goodbyes_and_heartbeats() -> None:
    player = Seated()
    assert player.hears(Bye()) == ["The host has left."]
    assert player.hears(Bye("closed")) == ["The host has closed the table."]
    assert player.hears(Refused("full")) == ["Every seat at this table is taken."]
    assert player.hears(Ping()) == player.hears(Pong()) == []
    assert player.screen.notice("the connection is lost") == ["The connection is lost."]


def test_what_is_missing_for_the_next_hand_is_said_once() -> None:
    player = Seated(person("Mira"), person("Bob"), bot("Ada"))
    player.updated(phase="between")
    seats = player.table.seats
    assert player.updated(seats=(*seats[:2], replace(seats[2], ready=True))) == []
    mine = replace(seats[0], ready=True)
    assert player.updated(seats=(mine, *seats[1:])) == [
        "You are ready. We wait for Bob."
    ]
