"""Words that can be typed at any time, help, and leaving."""

import pytest
from dealt import dealt
from hypothesis import given
from hypothesis import strategies as st
from seated import FREE, Seated, at, bot, person

from peer.requests import Company, Quit, Reset
from shared.actions import Discard, Draw
from shared.events import HandDealt
from shared.wire import Ask

NOTATION = (
    "Cards are written as rank and suit: 7H is the seven of hearts, TS the ten of "
    "spades, JD the jack of diamonds, AC the ace of clubs."
)


def test_hand_and_its_order() -> None:
    player = at(dealt(["7H 7C AS 8H TC", "3D"], turn=1))
    assert player.types("hand") == ["Your hand, 5 cards: AS, 7H 8H, 7C TC."]
    assert player.types("sort rank") == ["Your hand, 5 cards: AS, 7H 7C, 8H, TC."]
    assert player.types("h") == ["Your hand, 5 cards: AS, 7H 7C, 8H, TC."]
    assert player.types("sort suit") == ["Your hand, 5 cards: AS, 7H 8H, 7C TC."]
    assert player.types("sort") == ["Type sort rank, sort suit or sort own."]


def test_what_is_seen_after_the_hand() -> None:
    player = at(dealt(["KC", "3D"], phase="play", stock="2S"))
    player.does("x kc")
    assert player.types("hand") == ["You hold no cards."]
    assert player.types("table") == [
        "Cards held: you 0, Bob 1.",
        "The stock has 1 card.",
        "The discard pile lies face down.",
        "There is no meld on the table yet.",
        "Type next for another hand, or quit to leave.",
    ]


def test_the_card_just_drawn_is_new_until_the_next_turn() -> None:
    player = at(dealt(["2S KC", "3D 5D"], stock="9H 9D ..."))
    player.does("draw")
    assert player.types("hand") == ["Your hand, 3 cards: 2S, 9H (new), KC."]
    player.does("x 2s")
    player.happens(Draw("stock"))
    assert player.types("hand") == ["Your hand, 2 cards: 9H, KC."]


def test_score_and_log() -> None:
    player = at(dealt(["2S KC", "3D 5D"], stock="9H ..."))
    assert player.types("log") == ["Nothing has happened yet."]
    player.does("draw")
    player.does("x 9h")
    told = ["You drew 9H from the stock.", "You discarded 9H."]
    assert player.types("log") == told
    assert player.types("log 1") == told[1:]
    for line in ("log 0", "log all", "log -1"):
        assert player.types(line) == [
            "Type log, or log and how many sentences, such as log 5."
        ]
    assert player.types("score") == [
        "Scores: you 0, Bob 0.",
        "The first to reach 100 points wins the match.",
    ]
    player.dealt(dealt(["2S", "3D"], turn=1), HandDealt(dealer=0, first=1))
    assert player.types("log") == ["Hand 1 is dealt.", "You deal. Bob starts."]


def test_repeat_says_all_since_the_last_typed_line() -> None:
    player = at(dealt(["2S KC", "3D 5D"], turn=1))
    player.types("score")
    drew, threw = player.happens(Draw("stock")), player.happens(Discard("5D"))
    told = [
        "Scores: you 0, Bob 0.",
        "The first to reach 100 points wins the match.",
        *drew,
        *threw,
    ]
    assert player.types("repeat") == told
    assert player.types("r") == told
    assert player.types("who") == ["Seat 1: Mira (you).", "Seat 2: Bob."]
    assert player.types("repeat") == ["Seat 1: Mira (you).", "Seat 2: Bob."]


def test_an_empty_line_says_what_is_waited_for() -> None:
    player = Seated(person("Mira"), FREE)
    player.updated()
    assert player.types(" ") == [
        "1 seat is free. The game begins when it is taken, or when the host starts."
    ]
    player.updated(phase="hand")
    assert player.types("") == []
    player.dealt(dealt(["2S KC", "3D 5D"], upcard="KD"))
    assert player.types("") == [
        "Type draw for a card from the stock, or take for KD from the discard pile."
    ]
    player.updated(phase="between")
    assert player.types("") == ["Type next for another hand, or quit to leave."]


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("tke", "I do not understand tke. Did you mean take?"),
        ("disard kc", "I do not understand disard. Did you mean discard?"),
        ("zzz", "I do not understand zzz. Type help to hear what you can type."),
        ("7", "Type what, to hear what you can do, each with a number."),
        ("a\x1b[2J", "I do not understand a[2J. Type help to hear what you can type."),
        ("yes", "There is no question to answer."),
    ],
)
def test_other_words_are_not_guessed_at(line: str, answer: str) -> None:
    assert at(dealt(["2S KC", "3D 5D"])).types(line) == [answer]


@given(st.text(max_size=40))
def test_any_line_is_answered(line: str) -> None:
    player = at(dealt(["7H 8H 9H 2S", "3D 5D"], phase="play", melds=["4S 4H 4D"]))
    reply = player.types(line)
    assert not isinstance(reply, list) or all(text.isprintable() for text in reply)


# Help


ALWAYS = [
    "At any time you can type:",
    "hand or h: your cards.",
    "table: the melds, the piles, and how many cards everybody holds.",
    "what or w: what you can do now, to be chosen by number.",
    "score: the scores of the match.",
    "who: the people and computer players at the table.",
    "rules: how this game is played here.",
    "log: the story of this hand. log 5: its last 5 sentences.",
    "why: after a hand, why the computer players did what they did.",
    "repeat or r: everything since you last typed something.",
    "sort rank, sort suit, or sort own: the order of your hand.",
    "order and cards, such as order 7H 8H: hold these first, in your own order.",
    "warnings off, or warnings on: whether to ask before a discard that has a better "
    "use.",
    "help or ?: this list.",
    "quit or q: leave the table.",
    NOTATION,
    "About the table and its people you can type:",
    "what table: what concerns the table and the people, each with a number.",
    "say and a phrase or its number, such as say hello: everybody reads it in an own "
    "language. phrases: all of them.",
    "mute or unmute, and a name: do not hear somebody, or hear somebody again.",
    "watchers: who watches. open hands yes, or no: whether they see your hands, one "
    "hand later.",
    "undo: take back what you did last; if it may have told somebody something, all "
    "are asked.",
    "go on: ask all to go on without who is missed. void: ask all to declare the hand "
    "void. end: ask all to end the match, or leave.",
    "yes or no: answer what is asked.",
]
HOSTS = [
    "settle: how the table is run. settle, a name and a value, such as settle talk "
    "off: change that.",
    "change and a game, such as change gin: play that from now on.",
    "hand over, hand back or kick, and the number of a seat: a computer player takes "
    "it, gives it back, or somebody has to go.",
    "lock or unlock: whether somebody new may come in. send away and a name: somebody "
    "watches no more.",
    "end: end the game for everybody.",
]


def test_help_begins_with_what_can_be_done_now() -> None:
    draw = at(dealt(["2S KC", "3D 5D"], upcard="KD"))
    assert draw.types("help") == [
        "Now you can type:",
        "draw or d: take a card from the stock.",
        "take or t: take KD from the discard pile.",
        "hint: what a computer player would do.",
        *ALWAYS,
    ]
    play = at(dealt(["7H 8H 9H 6C", "3D"], melds=["6S 6H 6D"], phase="play"))
    assert play.types("?") == [
        "Now you can type:",
        "meld or m: lay down the meld in your hand. With cards, such as "
        "meld 7H 8H 9H: lay down these.",
        "lay or l, and a card, such as lay 7H: put it on a meld it fits. "
        "With a number, such as lay 7H 2: on meld 2.",
        "discard or x, and a card, such as discard KC: end your turn.",
        "hint: what a computer player would do.",
        *ALWAYS,
    ]


def test_help_while_waiting_and_between_hands() -> None:
    waiting = at(dealt(["2S", "3D"], turn=1))
    assert waiting.types("help") == ALWAYS
    waiting.updated(phase="between")
    assert waiting.types("help") == ["Now you can type:", "next or n: go on.", *ALWAYS]


def test_the_host_is_told_how_to_reset_the_scores() -> None:
    host = Seated(host=True)
    host.dealt(dealt(["2S", "3D"], turn=1))
    host.updated(phase="between")
    assert host.types("help") == [
        "Now you can type:",
        "next or n: go on.",
        "reset scores: set all scores to 0.",
        *ALWAYS,
        *HOSTS,
    ]


def test_help_in_the_lobby() -> None:
    host, guest = Seated(host=True), Seated()
    seats = (person("Mira", ready=True), person("Bob", ready=True))
    host.updated(seats=seats)
    guest.updated(seats=seats)
    assert host.types("help") == [
        "Now you can type:",
        "start: begin now; computer players take the free seats.",
        "seat or seat hard: a computer player sits down. unseat: one leaves.",
        *ALWAYS,
        *HOSTS,
    ]
    assert guest.types("help") == ALWAYS
    guest.updated(seats=(person("Mira"), person("Bob", ready=True)))
    assert guest.types("help") == ["Now you can type:", "next or n: go on.", *ALWAYS]
    assert Seated().types("help") == ALWAYS


# Resetting the scores


def test_the_host_resets_the_scores_between_two_hands() -> None:
    host = Seated(host=True)
    no = ["Scores can be reset between two hands."]
    assert host.types("reset scores") == no
    host.updated()
    assert host.types("reset scores") == no
    host.dealt(dealt(["2S", "3D"], turn=1))
    assert host.types("reset") == no
    host.updated(phase="between", hand=1, scores=(7, 0))
    assert host.types("reset scores") == host.types("Reset") == Reset()
    how = ["Type reset scores to set all scores to 0."]
    assert host.types("reset everything") == how
    assert host.updated(hand=0, scores=(0, 0)) == ["All scores are 0 now."]
    assert host.types("reset scores") == ["All scores are 0 already."]


def test_only_the_host_resets_the_scores() -> None:
    guest = Seated()
    guest.updated(phase="ended")
    assert guest.types("reset scores") == ["Only the host can reset the scores."]


# Leaving


def test_leaving_in_mid_hand_is_asked_about() -> None:
    player = at(dealt(["2S KC", "3D 5D"], turn=1))
    ask = [
        "This hand is not over. If you leave, a computer player takes your seat; it is "
        "kept for you.",
        "Type quit again to leave, or no to stay.",
        "end: everybody is asked to end the match.",
    ]
    assert player.types("quit") == ask
    assert player.screen.prompt() == "quit or no> "
    assert player.types("no") == ["You stay."]
    assert player.types("q") == ask
    player.happens(Draw("stock"))
    assert player.types("quit") == Quit()
    player.types("quit")
    assert player.types("end") == Ask("end")


def test_leaving_between_hands_is_not_asked_about() -> None:
    assert Seated().types("quit") == Quit()
    player = at(dealt(["2S KC", "3D 5D"]))
    player.updated(phase="between")
    assert player.types("exit") == Quit()


def test_the_host_is_told_that_everybody_goes() -> None:
    host = Seated(host=True)
    host.updated()
    assert host.types("quit") == [
        "You host this table: if you leave, the game ends for everybody.",
        "Type quit again to leave, or no to stay.",
    ]
    assert host.types("y") == Quit()


def test_alone_against_computer_players() -> None:
    alone = Seated(person("Mira"), bot("Ada"), host=True)
    alone.updated()
    assert alone.types("quit") == Quit()
    alone.dealt(dealt(["2S KC", "3D 5D"]))
    assert alone.types("quit") == [
        "This hand is not over.",
        "Type quit again to leave, or no to stay.",
    ]


# Computer players before the match


def test_the_host_seats_a_computer_player_and_has_one_leave() -> None:
    host = Seated(person("Mira"), bot("Ada"), FREE, host=True)
    host.updated()
    assert host.types("seat") == Company(more=True)
    assert host.types("seat Hard") == Company(more=True, level="hard")
    assert host.types("seat grandmaster") == [
        "Type seat, or seat and one of easy, medium, hard, master."
    ]
    assert host.types("unseat") == Company(more=False)


def test_who_cannot_be_seated_or_leave() -> None:
    guest, full = Seated(), Seated(host=True)
    guest.updated()
    full.updated()
    assert guest.types("seat") == ["Only the host can do that."]
    assert full.types("seat") == ["No seat is free."]
    assert full.types("unseat") == ["There is no computer player at the table."]
    full.updated(phase="hand")
    assert full.types("seat") == ["The match has begun already."]
