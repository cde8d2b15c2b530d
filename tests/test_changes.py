"""What a host has changed, told to a person."""

import pytest
from spoken import speaking

from peer.changes import told
from shared.terms import NAMES
from shared.wire import Bye, Changed, Waits
from shared.words import LANGUAGES, Saying, say


@pytest.mark.parametrize(
    ("news", "sentence"),
    [
        (
            Waits(),
            "All seats are taken. You get the seat of a computer player when this "
            "hand is over.",
        ),
        (
            Changed("game", rules=(Saying("rules.basic.turn"),)),
            "The host has changed what is played. Everybody is asked whether they "
            "are ready.",
        ),
        (Changed("term", name="talk", value="off"), "Nobody talks at this table."),
        (
            Changed("term", name="absent-after", value="1"),
            "The table waits 1 second for who is missed.",
        ),
        (
            Changed("term", name="col\x1bour", value="r\ned"),
            "The host has settled colour: r ed.",
        ),
        (
            Changed("kicked", seat=1, name="Bob"),
            "The host has taken the seat of Bob and locked the room.",
        ),
        (
            Changed("handed_over", seat=1, name="Bob"),
            "The host has handed the seat of Bob to a computer player.",
        ),
        (
            Changed("handed_back", seat=1, name="Ada"),
            "The host has given the seat of Ada, a computer player, back to its "
            "player.",
        ),
        (
            Changed("took_over", seat=1, name="Ada"),
            "Ada, a computer player, makes room for a newcomer.",
        ),
    ],
)
def test_news_are_sentences(news: Changed | Waits, sentence: str) -> None:
    assert told(news) == sentence


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_term_is_told_in_words(language: str) -> None:
    values = {
        "absent": ("wait", "bot", "void"),
        "absent-after": ("0", "60"),
        "talk": ("off", "phrases", "text"),
        "clock": ("game", "off", "45", "10m+20s"),
    }
    with speaking(language):  # type: ignore[arg-type]
        for name in NAMES:
            for value in values.get(name, ("yes", "no")):
                sentence = told(Changed("term", name=name, value=value))
                generic = say("changed.term", name=name, value=value)
                assert sentence != generic


def test_a_goodbye_is_said_in_the_readers_language() -> None:
    assert str(Bye("ended")) == "the host has ended the game for everybody"
    assert str(Bye("kicked")) == (
        "the host has taken your seat; ask the host, who can let you in again"
    )
    assert str(Bye("handed_over")) == (
        "the host has handed your seat to a computer player; ask the host, who can "
        "give it back"
    )
    with speaking("fr"):
        assert str(Bye("ended")) == "l’hôte a terminé le jeu pour tout le monde"
