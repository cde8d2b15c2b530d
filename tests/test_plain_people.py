"""Words, votes and taking back, typed and told in plain mode."""

import pytest
from dealt import dealt
from msgspec.structs import replace
from seated import Seated, bot, person
from spoken import speaking

from peer.requests import Quit
from shared.actions import TakeBack
from shared.tableview import VoteView
from shared.terms import Terms
from shared.wire import Answer, Ask, Opens, Pause, Rejected, Said, Say

PEOPLE = (person("Mira"), person("Bob"), person("Ann"))
VOTE = VoteView(4, "undo", 1, (None, True, None), (0, 1, 2), 30, "open")


def playing(**changes: object) -> Seated:
    """Mira, while Bob is to play."""
    mira = Seated(*PEOPLE)
    mira.dealt(dealt(["2S KC", "3D 5D", "4D"], turn=1))
    mira.updated(**changes)
    return mira


# Words


def test_a_phrase_is_said_by_code_number_or_text() -> None:
    mira = playing()
    assert mira.types("say good_luck") == Say(phrase="good_luck")
    assert mira.types("say good luck") == Say(phrase="good_luck")
    assert mira.types("say Good luck!") == Say(phrase="good_luck")
    assert mira.types("say 1") == mira.types("say १") == Say(phrase="hello")
    assert mira.types("say 😀") == Say(phrase="smile")
    assert mira.types("say") == [
        "Type say and a phrase or its number, such as say hello. "
        "Type phrases to hear them."
    ]
    assert mira.types("say what a hand") == [
        "There is no such phrase: choose one of the list.",
        "Type say and a phrase or its number, such as say hello. "
        "Type phrases to hear them.",
    ]


def test_a_text_is_said_as_it_was_typed_where_that_is_allowed() -> None:
    mira = playing(terms=Terms(talk="text"))
    assert mira.types("say Well, 2 of १२, really") == Say(text="Well, 2 of १२, really")
    assert mira.types("say hello") == Say(phrase="hello")
    assert (
        "say and what you like, or a phrase or its number, such as say hello. "
        "phrases: all of them."
    ) in mira.types("help")


def test_all_phrases_are_listed_in_the_readers_language() -> None:
    lines = playing().types("phrases")
    assert isinstance(lines, list)
    assert lines[0] == "1, say hello: Hello!"
    assert lines[14] == "15, say last_hand: I must go after this hand."
    with speaking("fr"):
        lines = playing().types("phrases")
        assert lines[0] == "1, say hello\u00a0: Bonjour\u00a0!"  # type: ignore[index]
        assert playing().types("say bonjour\u00a0!") == Say(phrase="hello")


def test_what_is_said_is_heard() -> None:
    mira = playing(watchers=("Zed",))
    assert mira.hears(Said(seat=1, phrase="well_played")) == ["Bob: Well played!"]
    assert mira.hears(Said(watcher="Zed", text="[b]nice\x1b[2J")) == [
        "Zed, who watches: [b]nice[2J"
    ]
    assert mira.types("repeat")[-2:] == [
        "Bob: Well played!",
        "Zed, who watches: [b]nice[2J",
    ]
    with speaking("hi"):
        assert mira.hears(Said(seat=1, phrase="well_played"))[0].startswith("Bob: ")


def test_somebody_is_muted_and_heard_again() -> None:
    mira = playing(watchers=("Zed",))
    assert mira.types("mute Bob") == ["You do not hear Bob any more."]
    assert mira.guest.mutes.hush(Said(seat=1, phrase="hello"))
    assert mira.types("who") == [
        "Seat 1: Mira (you).",
        "Seat 2: Bob.",
        "Seat 3: Ann.",
        "Zed watches.",
        "Who watches sees no hands.",
        "You do not hear Bob any more.",
    ]
    assert mira.types("unmute 2") == ["You hear Bob again."]
    assert not mira.guest.mutes.hush(Said(seat=1, phrase="hello"))
    assert mira.types("mute zed") == ["You do not hear Zed any more."]
    assert mira.guest.mutes.hush(Said(watcher="Zed", text="psst"))
    assert mira.types("mute") == ["Type mute and a name, or the number of a seat."]
    assert mira.types("unmute Kim") == [
        "There is nobody called Kim here. Type who to hear who is."
    ]


# Who watches


def test_who_comes_to_watch_and_goes_is_told() -> None:
    mira = playing()
    assert mira.types("watchers") == ["Nobody watches."]
    assert mira.updated(watchers=("Zed",)) == ["Zed watches."]
    assert mira.updated(watchers=("Zed", "Kim")) == ["Kim watches."]
    assert mira.types("watchers") == [
        "Zed and Kim watch.",
        "Who watches sees no hands.",
    ]
    assert mira.updated(watchers=("Kim",)) == ["Zed watches no more."]


def test_hands_are_opened_when_all_say_so() -> None:
    mira = playing(watchers=("Zed",))
    assert mira.types("open hands yes") == Opens(True)
    assert mira.types("open hands no") == Opens(False)
    assert mira.types("open") == ["Type open hands yes, or open hands no."]
    bob = replace(PEOPLE[1], opens=True)
    assert mira.updated(seats=(PEOPLE[0], bob, PEOPLE[2])) == [
        "Bob would let who watches see each hand when the next one is over."
    ]
    assert mira.types("watchers") == [
        "Zed watches.",
        "Bob would let who watches see the hands, one hand later.",
    ]
    everybody = tuple(replace(one, opens=True) for one in PEOPLE)
    assert mira.updated(seats=everybody) == [
        "You would let who watches see each hand when the next one is over.",
        "Ann would let who watches see each hand when the next one is over.",
    ]
    assert mira.types("watchers")[1] == (  # type: ignore[index]
        "Who watches sees each hand when the next one is over."
    )
    assert mira.updated(seats=(everybody[0], PEOPLE[1], everybody[2])) == [
        "Bob does not let who watches see the hands any more."
    ]


# What all are asked


def test_what_is_asked_is_told_and_answered() -> None:
    mira = playing()
    assert mira.types("yes") == ["There is no question to answer."]
    assert mira.updated(vote=VOTE) == [
        "Bob asks to take back what was done last.",
        "Type yes or no.",
    ]
    assert mira.types("yes") == Answer(4, True)
    assert mira.types("n") == Answer(4, False)
    assert mira.types("what") == [
        "1, yes: Agree.",
        "2, no: Do not agree.",
        "Type the number of a choice, or help for all you can type.",
    ]
    assert mira.types("2") == Answer(4, False)
    assert mira.types("who")[-3:] == [
        "Bob asks to take back what was done last.",
        "Still to answer: you and Ann.",
        "30 seconds left to answer.",
    ]
    agreed = replace(VOTE, said=(True, True, None))
    assert mira.updated(vote=agreed) == ["You agree."]
    assert mira.types("yes") == ["You have answered that already."]
    assert mira.types("void") == ["Something else is being asked: answer it."]


def test_a_question_of_this_program_comes_first() -> None:
    mira = playing(vote=VOTE)
    mira.types("quit")
    assert mira.types("yes") == Quit()
    mira.types("quit")
    assert mira.types("no") == ["You stay."]
    assert mira.types("no") == Answer(4, False)


def test_taking_back_is_free_or_asked_for() -> None:
    mira = playing()
    assert mira.types("undo") == [
        "You can take back what was done last, if you did it and no hidden card was "
        "seen since."
    ]
    mira.take_back = "freely"
    mira.updated()
    assert mira.types("u") == TakeBack()
    mira.types("what")
    assert mira.types("1") == TakeBack()
    mira.take_back = "asking"
    mira.updated(hand=2)
    assert mira.types("undo") == Ask("undo")
    assert mira.types("what")[0] == (  # type: ignore[index]
        "1, undo: Ask to take it back."
    )


def test_all_are_asked_to_go_on_or_to_void_the_hand() -> None:
    mira = playing()
    assert mira.types("go on") == ["Nobody is waited for."]
    assert mira.types("go") == [
        "Type go on, to go on without waiting for who is missed."
    ]
    away = (PEOPLE[0], replace(PEOPLE[1], here=False), PEOPLE[2])
    mira.updated(seats=away)
    assert mira.types("go on") == Ask("go_on")
    assert mira.types("void") == Ask("void")
    mira.updated(phase="between")
    assert mira.types("void") == ["No hand is being played now."]


def test_who_plays_with_computers_only_is_asked_before_the_hand_is_void() -> None:
    mira = Seated(person("Mira"), bot("Ada"))
    mira.dealt(dealt(["2S KC", "3D 5D"], turn=1))
    assert mira.types("void") == [
        "Nobody else has to agree: the hand is void, and is dealt anew.",
        "Type yes to do that, or no.",
    ]
    assert mira.types("yes") == Ask("void")


def test_a_guest_ends_it_for_all_or_leaves_the_seat_to_a_computer() -> None:
    mira = playing()
    ask = [
        "end: everybody is asked to end the match.",
        "quit: you leave, and a computer player takes your seat.",
        "no: you stay.",
    ]
    assert mira.types("end") == ask
    assert mira.screen.prompt() == "end, quit or no> "
    assert mira.types("end") == Ask("end")
    mira.types("end")
    assert mira.types("quit") == Quit()
    mira.types("end")
    assert mira.types("no") == ["You stay."]
    mira.updated(phase="ended")
    assert mira.types("end") == ["No match is being played now."]


def test_a_minute_is_asked_for_and_refused_in_words() -> None:
    mira = playing()
    assert mira.hears(Rejected(0, "no_minute_left")) == [
        "Not possible: you have had all your minutes of this match: the clock goes on."
    ]
    assert mira.types("minute") != Pause()


@pytest.mark.parametrize(
    ("word", "close"),
    [("unmut", "unmute"), ("phrase s", ""), ("watcher", "watchers"), ("vod", "void")],
)
def test_slips_are_told_what_was_meant(word: str, close: str) -> None:
    answer = playing().types(word)
    if close:
        assert answer == [f"I do not understand {word}. Did you mean {close}?"]


def test_more_time_for_somebody_is_told() -> None:
    mira = playing()
    seats = (PEOPLE[0], replace(PEOPLE[1], patience=200), PEOPLE[2])
    assert mira.updated(seats=seats) == ["Bob has 200 % of the time."]
    assert mira.types("who")[-1] == "Bob has 200 % of the time."  # type: ignore[index]


def test_a_vote_in_french_and_hindi() -> None:
    with speaking("fr"):
        mira = playing()
        assert mira.updated(vote=VOTE) == [
            "Bob demande à reprendre son dernier coup.",
            "Tapez oui ou non.",
        ]
        assert mira.types("oui") == Answer(4, True)
    with speaking("hi"):
        mira = playing()
        assert mira.updated(vote=VOTE) == [
            "Bob का अनुरोध: पिछली चाल वापस ली जाए।",
            "हाँ या नहीं लिखें।",
        ]
        assert mira.types("नहीं") == Answer(4, False)
