"""What people say at the table: who hears it, how much, and what becomes of a text."""

import json
import logging

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from spoken import speaking
from tabled import Table

from peer.buckets import AGAIN, AT_ONCE, Buckets
from peer.heard import heard
from peer.places import Peer
from shared.errors import IllegalAction, ProtocolError
from shared.phrases import CODES, PHRASES, REACTIONS
from shared.talk import MAX_TEXT, spoken_text
from shared.terms import Talk, Terms
from shared.wire import MAX_SIZE, Rejected, Said, Say, ToGuest, encode
from shared.words import LANGUAGES, catalogue


def talking(talk: Talk = "text") -> tuple[Table, Peer, Peer, Peer]:
    """Ann and Bob play, Zed watches, and that is how they may talk."""
    table = Table(terms=Terms(talk=talk))
    return table, table.join("Ann"), table.join("Bob"), table.watch("Zed")


def speak(table: Table, peer: Peer, phrase: str = "", text: str = "") -> list[ToGuest]:
    return table.say(peer, encode(Say(phrase, text)))


def heard_by(table: Table, peer: Peer) -> list[Said]:
    return [message for message in table.said[peer] if isinstance(message, Said)]


# Who hears it


def test_a_phrase_is_heard_by_all_and_by_who_said_it() -> None:
    table, *everybody = talking("phrases")
    ann, bob, zed = everybody
    speak(table, bob, "good_luck")
    speak(table, zed, "party")
    said = [Said(seat=1, phrase="good_luck"), Said(watcher="Zed", phrase="party")]
    for peer in everybody:
        assert heard_by(table, peer) == said
    assert ann


def test_a_text_is_heard_by_all_where_texts_are_allowed() -> None:
    table, ann, bob, zed = talking()
    speak(table, ann, text="  what a\thand ")
    assert heard_by(table, zed) == [Said(seat=0, text="what a hand")]
    assert heard_by(table, bob) == heard_by(table, zed)


def test_a_phrase_is_a_phrase_whatever_text_comes_with_it() -> None:
    table, ann, bob, _ = talking("phrases")
    speak(table, ann, "hello", "you cheat")
    assert heard_by(table, bob) == [Said(seat=0, phrase="hello")]


def test_computer_players_are_not_spoken_to_in_vain() -> None:
    table = Table(seats=2)
    ann = table.join("Ann")
    table.carry_out(table.host.seat_bot("Ada"))
    table.join(token=table.substitutes.pop())
    speak(table, ann, "hello")
    assert heard_by(table, ann) == [Said(seat=0, phrase="hello")]


def test_what_is_said_is_no_part_of_what_is_kept() -> None:
    table, ann, _, _ = talking()
    kept, before = len(table.kept), table.host.table
    speak(table, ann, "hello")
    speak(table, ann, text="hello")
    assert len(table.kept) == kept
    assert table.host.table is before


def test_what_is_said_does_not_disturb_the_game() -> None:
    table, ann, bob, _ = talking()
    turn = table.on_turn()
    for peer in (ann, bob):
        speak(table, peer, "hello")
    assert table.on_turn() == turn
    table.play_turn()
    assert table.on_turn() != turn


def test_nothing_that_is_said_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    table, ann, _, zed = talking()
    with caplog.at_level(logging.INFO):
        speak(table, ann, text="a secret of Ann")
        speak(table, zed, "hello")
        table.watch("Zorro")
    assert not [r for r in caplog.records if "secret" in r.message or "Z" in r.message]


# What is refused


@pytest.mark.parametrize(
    ("talk", "phrase", "text", "code", "why"),
    [
        (
            "off",
            "hello",
            "",
            "talk_off",
            "nobody talks at this table: the host has settled it so",
        ),
        (
            "off",
            "",
            "hello",
            "talk_off",
            "nobody talks at this table: the host has settled it so",
        ),
        (
            "phrases",
            "",
            "hello",
            "talk_phrases",
            "only phrases are said at this table: choose one of them",
        ),
        (
            "phrases",
            "you_cheat",
            "",
            "no_phrase",
            "there is no such phrase: choose one of the list",
        ),
        (
            "text",
            "",
            " \u202e\u200b\x1b ",
            "nothing_said",
            "there is nothing in it to say: write something, or choose a phrase",
        ),
        (
            "text",
            "",
            "x" * (MAX_TEXT + 1),
            "too_long",
            "that is too long: say it in 200 characters",
        ),
    ],
)
def test_what_may_not_be_said_is_refused_in_words(
    talk: Talk, phrase: str, text: str, code: str, why: str
) -> None:
    table, ann, bob, zed = talking(talk)
    for peer in (ann, zed):
        (rejected,) = speak(table, peer, phrase, text)
        assert isinstance(rejected, Rejected)
        assert (rejected.id, rejected.code, str(rejected)) == (0, code, why)
    assert heard_by(table, bob) == []
    assert table.hung_up == set()


def test_a_text_of_just_that_length_is_heard() -> None:
    table, ann, bob, _ = talking()
    speak(table, ann, text=" " + "ä" * MAX_TEXT + "\n")
    assert heard_by(table, bob) == [Said(seat=0, text="ä" * MAX_TEXT)]


def test_who_does_not_sit_or_watch_yet_says_nothing() -> None:
    table, _, bob, _ = talking()
    stranger = table.connect()
    speak(table, stranger, "hello")
    assert stranger in table.hung_up
    assert heard_by(table, bob) == []


@pytest.mark.parametrize("floods", ["Bob", "Zed"])
def test_who_floods_is_told_to_wait_and_harms_nobody(floods: str) -> None:
    table, ann, bob, zed = talking()
    flooder = bob if floods == "Bob" else zed
    answers = [speak(table, flooder, "hello") for _ in range(200)]
    said = heard_by(table, ann)
    assert len(said) == AT_ONCE
    assert answers[AT_ONCE:] == [[Rejected(0, "too_fast", {"count": 3})]] * (
        200 - AT_ONCE
    )
    assert flooder not in table.hung_up
    speak(table, ann, "thanks")
    assert heard_by(table, bob)[-1] == Said(seat=0, phrase="thanks")


def test_after_a_while_more_may_be_said() -> None:
    table, ann, bob, _ = talking()
    for _ in range(10):
        speak(table, ann, "hello")
    table.now += AGAIN - 0.5
    answer = speak(table, ann, "hello")
    assert answer == [Rejected(0, "too_fast", {"count": 1})]
    assert str(answer[0]) == "too much at once: wait 1 second"
    table.now += 0.5
    speak(table, ann, "hello")
    assert len(heard_by(table, bob)) == AT_ONCE + 1
    table.now += 1000
    for _ in range(10):
        speak(table, ann, "hello")
    assert len(heard_by(table, bob)) == 2 * AT_ONCE + 1


def test_a_new_connection_gives_nobody_more_to_say() -> None:
    table, ann, bob, zed = talking()
    for _ in range(10):
        speak(table, bob, "hello")
        speak(table, zed, "hello")
    again = table.come_back(bob)
    table.lose(zed)
    table.hung_up.add(zed)
    back = table.watch(token=table.guests[zed].token)
    before = len(heard_by(table, ann))
    speak(table, again, "hello")
    speak(table, back, "hello")
    assert len(heard_by(table, ann)) == before


def test_phrases_and_texts_count_together() -> None:
    table, ann, bob, _ = talking()
    for number in range(10):
        speak(table, ann, text=f"{number}") if number % 2 else speak(
            table, ann, "hello"
        )
    assert len(heard_by(table, bob)) == AT_ONCE


# Texts


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("a\x00b\x07c\x1b[31md\x7f\x9b", "abc[31md"),
        ("one\r\ntwo\u2028three\u2029four", "one two three four"),
        ("one\rtwo\nthree\tfour", "one two three four"),
        ("\u202eevil\u202c \u2066x\u2069 \u200f\u200ey", "evil x y"),
        ("z\u200bero\ufeff w\u2060idth\u00ad", "zero width"),
        ("tag\U000e0041\ue000\U0010ffff", "tag"),
        ("e" + "\u0301" * 60 + "!", "e" + "\u0301" * 4 + "!"),
        ("<b>[red]x[/] &amp; \\e", "<b>[red]x[/] &amp; \\e"),
        ("\u00a0\u3000 x \t y ", "x y"),
        ("कार्ड फेंकिए, क़िस्मत!", "कार्ड फेंकिए, क़िस्मत!"),
        ("ça alors 👍🏽", "ça alors 👍🏽"),
    ],
)
def test_what_a_screen_could_obey_is_left_out_of_a_text(text: str, spoken: str) -> None:
    assert spoken_text(text) == spoken
    table, ann, bob, _ = talking()
    speak(table, ann, text=text)
    assert heard_by(table, bob) == [Said(seat=0, text=spoken)]


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=400))
def test_any_text_is_one_printable_line_or_refused(text: str) -> None:
    spoken = spoken_text(text)
    assert all(char.isprintable() or char == " " for char in spoken)
    assert spoken == spoken_text(spoken)
    assert len(encode(Said(seat=0, text=spoken[:MAX_TEXT])).encode()) < MAX_SIZE


# Phrases


def test_every_phrase_has_a_text_in_every_language() -> None:
    assert len(PHRASES) == 16 and len(REACTIONS) == 8 and len(CODES) == 24
    for language in LANGUAGES:
        texts = catalogue(language)
        spoken = {key for key in texts if key.startswith("phrase.")}
        assert spoken == {f"phrase.{code}" for code in CODES}
        assert len({texts[key] for key in spoken}) == len(spoken)


def test_each_reader_is_told_in_their_language() -> None:
    table, ann, _, _ = talking()
    shown = table.guests[ann].table
    assert shown is not None
    said = Said(seat=1, phrase="well_played")
    assert heard(said, shown) == "Bob: Well played!"
    with speaking("fr"):
        assert heard(said, shown) == "Bob\u00a0: Bien joué\u00a0!"
    with speaking("hi"):
        assert heard(said, shown) == "Bob: बहुत अच्छा खेला!"
    by_zed = Said(watcher="Zed", phrase="wow")
    assert heard(by_zed, shown) == "Zed, who watches: 😮"


def test_a_screen_is_given_plain_text_and_nothing_it_does_not_know() -> None:
    table, ann, _, _ = talking()
    shown = table.guests[ann].table
    assert shown is not None
    evil = Said(seat=0, text="\x1b[2J[bold]<i>x</i>{name}")
    assert heard(evil, shown) == "Ann: [2J[bold]<i>x</i>{name}"
    assert heard(Said(seat=0, phrase="of_tomorrow"), shown) == ""
    assert heard(Said(watcher="\x07Zed", text="x" * 999), shown) == (
        f"Zed, who watches: {'x' * MAX_TEXT}"
    )
    bob = replace(shown.seats[1], name="Bo\x1b[2Jb")
    forged = replace(shown, seats=(shown.seats[0], bob))
    assert heard(Said(seat=1, phrase="wow"), forged) == "Bo[2Jb: 😮"


# A host that makes things up


@pytest.mark.parametrize(
    "said",
    [
        {"seat": 2, "phrase": "hello"},
        {"seat": -1, "phrase": "hello"},
        {"phrase": "hello"},
        {"seat": 0},
        {"seat": 0, "phrase": "hello", "text": "hello"},
    ],
)
def test_what_nobody_said_is_not_believed(said: dict[str, object]) -> None:
    table, ann, _, _ = talking()
    with pytest.raises(ProtocolError, match="what nobody said"):
        table.guests[ann].received(json.dumps({"type": "said", **said}))


def test_who_has_said_nothing_for_a_while_is_forgotten() -> None:
    said = Buckets()
    for who in range(1000):
        said.check(who, now=who * AGAIN)
    assert len(said._free_at) == 1
    for _ in range(AT_ONCE - 1):
        said.check(999, now=999 * AGAIN)
    with pytest.raises(IllegalAction):
        said.check(999, now=999 * AGAIN)
