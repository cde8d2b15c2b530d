"""What the host types about the table: how it is run, what is played, who sits."""

import pytest
from dealt import dealt
from msgspec.structs import replace
from seated import FREE, Seated, bot, person
from spoken import speaking

from peer.requests import (
    End,
    HandBack,
    HandOver,
    Kick,
    Patience,
    Play,
    Quit,
    SendAway,
    Settle,
)
from shared.tableview import SeatView
from shared.terms import Terms
from shared.wire import Changed
from shared.words import Saying

PEOPLE = (person("Mira"), person("Bob"), person("Ann"))


def hosting(*seats: SeatView, phase: str = "between", **changes: object) -> Seated:
    host = Seated(*(seats or PEOPLE), host=True)
    host.dealt(dealt(["2S KC", "3D 5D", "4D"][: len(seats or PEOPLE)], turn=1))
    host.updated(phase=phase, **changes)
    return host


def test_the_terms_are_listed_with_what_they_mean() -> None:
    host = hosting()
    terms = [
        "absent bot: A computer player plays on for who is missed.",
        "absent-after 60: The table waits 60 seconds for who is missed.",
        "talk phrases: People may say ready-made phrases.",
        "watch yes: People may watch.",
        "locked no: The room is open: who has the code may come in.",
        "clock game: The clock is that of the game.",
    ]
    assert host.types("settle") == [
        *terms,
        "Type settle, one of these and a value, such as settle talk off. An option of "
        "the game can be settled too, before a match or between two hands.",
    ]
    guest = Seated(*PEOPLE)
    guest.updated()
    assert guest.types("settle") == [*terms, "Only the host can change that."]
    assert guest.types("settle talk off") == ["Only the host can change that."]


def test_a_term_or_an_option_of_the_game_is_settled() -> None:
    host = hosting()
    assert host.types("settle talk text") == Settle("talk", "text")
    assert host.types("settle absent_after 30") == Settle("absent-after", "30")
    assert host.types("settle Clock 10m+20s") == Settle("clock", "10m+20s")
    assert host.types("settle max_recycles 2") == Settle("max_recycles", "2")
    assert host.types("settle talk") == host.types("settle")[-1:]
    assert host.types("settle talk loud") == [
        "talk is one of these: off, phrases, text."
    ]
    assert host.types("settle absent-after never") == [
        "absent-after is one of these: 0-3600."
    ]
    assert host.types("settle clock soon") == [
        "clock is one of these: off, game, 45, 10m+20s."
    ]
    assert host.types("lock") == Settle("locked", "yes")
    assert host.types("unlock") == Settle("locked", "no")


def test_another_game_is_picked() -> None:
    host = hosting()
    assert host.types("change gin") == Play("gin")
    assert host.types("change Basic pagat") == Play("basic", "pagat")
    assert host.types("change rummikub hands=3 seats=2") == Play(
        "rummikub", hands=3, seats=2
    )
    assert host.types("change gin pagat target=250 hands=1") == Play(
        "gin", "pagat", {"target": "250"}, hands=1
    )
    how = [
        "Type change and a game, such as change gin, or with a preset and options: "
        "change gin pagat target=250 hands=3. The games are basic, gin and rummikub."
    ]
    assert host.types("change") == host.types("change gin a b") == how
    assert host.types("change whist") == [
        "There is no game whist: type basic, gin or rummikub."
    ]
    assert host.types("change gin hands=many") == [
        "hands is a number, such as hands=3."
    ]


def test_a_kick_is_asked_about() -> None:
    host = hosting()
    for line in ("kick 2", "kick Bob", "kick bob"):
        assert host.types(line) == [
            "Bob loses the seat, the room is locked, and the code is a new one.",
            "Type yes to do that, or no.",
        ]
        assert host.types("yes") == Kick(1)
    host.types("kick 2")
    host.dealt(dealt(["2S", "3D", "4D"], turn=1))  # the table goes on meanwhile
    assert host.types("yes") == Kick(1)
    host.types("kick 2")
    assert host.types("no") == ["Nothing is changed."]
    assert host.types("kick") == ["Type kick and a name, or the number of a seat."]
    assert host.types("kick Zoe") == [
        "There is nobody called Zoe here. Type who to hear who is."
    ]


def test_people_of_one_name_are_told_apart() -> None:
    host = hosting(person("Mira"), person("Bob"), person("Bob"))
    assert host.types("kick Bob") == [
        "There is more than one Bob here: type the number of the seat."
    ]
    host.types("kick Bob (seat 3)")
    assert host.types("yes") == Kick(2)


def test_a_seat_is_handed_over_and_back() -> None:
    host = hosting()
    assert host.types("hand over 2") == HandOver(1)
    assert host.types("hand over Ann") == HandOver(2)
    assert host.types("hand back 2") == HandBack(1)
    assert host.types("hand over") == [
        "Type hand over, or hand back, and the number of a seat."
    ]
    assert host.types("hand") == ["Your hand, 2 cards: 2S, KC."]


def test_somebody_gets_more_time() -> None:
    host = hosting()
    assert host.types("patience Ann 2") == Patience(2, 200)
    assert host.types("patience 2 1.5") == Patience(1, 150)
    assert host.types("patience 2 1,25") == Patience(1, 125)
    how = [
        "Type patience, a name or the number of a seat, and how many times as long, "
        "from 1 to 5, such as patience 2 1.5."
    ]
    for line in ("patience", "patience Ann", "patience Ann twice", "patience 2"):
        assert host.types(line) == how


def test_who_watches_is_sent_away() -> None:
    host = hosting(watchers=("Zoe, B.",))
    assert host.types("send away Zoe, B.") == SendAway("Zoe, B.")
    assert host.types("send") == ["Type send away and the name of who watches."]


def test_the_host_ends_the_table_after_a_question() -> None:
    host = hosting()
    for answer in ("end", "yes"):
        assert host.types("end") == [
            "The game ends for everybody, for good.",
            "Type end again to end it, or no to go on.",
        ]
        assert host.screen.prompt() == "end or no> "
        assert host.types(answer) == End()
    host.types("end")
    assert host.types("no") == ["You stay."]
    host.types("end")
    host.updated(watchers=("Zoe",))
    assert host.types("end") == End()
    assert host.types("quit")[0] == (  # type: ignore[index]
        "You host this table: if you leave, the game ends for everybody."
    )
    assert host.types("quit") == Quit()


@pytest.mark.parametrize(
    "line",
    ["change gin", "kick 2", "lock", "unlock", "hand over 2", "hand back 2"]
    + ["patience Ann 2", "send away Zoe"],
)
def test_only_the_host_does_that(line: str) -> None:
    guest = Seated(*PEOPLE)
    guest.updated()
    assert guest.types(line) == ["Only the host can do that."]


def test_all_of_it_is_offered_by_number() -> None:
    former = replace(bot("Ada"), former="Zed")
    host = hosting(person("Mira"), person("Bob"), former, watchers=("Zoe",))
    assert host.types("what table") == [
        "1, phrases: Phrases to say.",
        "2, open hands yes: Let who watches see your hands, one hand later.",
        "3, mute 2: Do not hear Bob.",
        "4, mute Zoe: Do not hear Zoe.",
        "5, lock: Lock the room.",
        "6, change basic: Play Basic Rummy.",
        "7, change gin: Play Gin Rummy.",
        "8, change rummikub: Play Rummikub.",
        "9, hand over 2: Hand the seat of Bob to a computer player.",
        "10, kick 2: Take the seat of Bob and lock the room.",
        "11, hand back 3: Give seat 3 back to Zed.",
        "12, send away Zoe: Send Zoe away, who watches.",
        "13, end: End the game for everybody.",
        "Type the number of a choice, or help for all you can type.",
    ]
    assert host.types("12") == SendAway("Zoe")
    host.types("what table")
    assert host.types("11") == HandBack(2)


def test_a_change_of_game_is_told_with_what_is_played() -> None:
    host = hosting(person("Mira"), person("Bob"))
    rules = (Saying("rules.gin.taken.kept"),)
    assert host.hears(Changed("game", rules=rules)) == [
        "The host has changed what is played. Everybody is asked whether they are "
        "ready."
    ]
    host.state = None
    assert host.updated(phase="lobby", game="gin", preset="gin_cgio", hand=0) == [
        "The game is Gin Rummy for 2 players, up to 100 points.",
        "Type next when you are ready.",
    ]


def test_what_a_host_settles_is_told() -> None:
    guest = Seated(*PEOPLE)
    guest.updated()
    assert guest.hears(Changed("term", name="talk", value="off")) == [
        "Nobody talks at this table."
    ]
    assert guest.hears(Changed("term", name="clock", value="45")) == [
        "Each turn has 45 seconds."
    ]
    assert guest.hears(Changed("term", name="clock", value="sundial")) == [
        "The host has settled clock: sundial."
    ]
    guest.updated(terms=Terms(talk="off"))
    assert guest.types("say hello") == [
        "Nobody talks at this table: the host has settled it so."
    ]


def test_the_host_has_it_in_french_and_hindi() -> None:
    with speaking("fr"):
        host = hosting()
        assert host.types("kick Bob") == [
            "Bob perd sa place, la salle est fermée et le code change.",
            "Tapez oui pour le faire, ou non.",
        ]
        assert host.types("oui") == Kick(1)
        assert host.types("settle watch oui") == ["watch peut valoir\u00a0: yes, no."]
    with speaking("hi"):
        host = hosting(person("Mira"), FREE)
        assert host.types("change whist") == [
            "whist नाम का खेल नहीं है: basic, gin या rummikub लिखें।"
        ]
