"""What all are asked, as each of them reads it and can answer it."""

from msgspec.structs import replace
from seated import bot, person
from spoken import speaking

from peer import asked
from peer.story import People
from shared.tableview import Motion, TableView, VoteView

MIRA, BOB, ANN = range(3)
OPEN = VoteView(
    number=1,
    what="undo",
    asker=BOB,
    said=(None, True, None),
    voters=(MIRA, BOB, ANN),
    left=30,
    outcome="open",
)
PEOPLE = People(("Mira", "Bob", "Ann"), MIRA)


def at(phase: str = "hand", **changes: object) -> TableView:
    seats = (person("Mira"), person("Bob"), person("Ann"))
    table = TableView("basic", "cgio", phase, seats, 1, (0, 0, 0), 100)  # type: ignore[arg-type]
    return replace(table, **changes)


def told(old: VoteView | None, **changes: object) -> list[str]:
    """What Mira hears when the vote has become like that."""
    return asked.news(old, replace(OPEN, **changes), PEOPLE)


def test_who_asks_what_is_told_once() -> None:
    assert told(None) == ["Bob asks to take back what was done last."]
    assert told(OPEN) == []
    assert told(OPEN, left=12) == []
    assert told(None, what="go_on") == [
        "Bob asks to go on without waiting for who is missed."
    ]
    assert told(None, what="void") == [
        "Bob asks to declare this hand void: nobody scores, and it is dealt anew."
    ]
    assert told(None, what="end") == ["Bob asks to end the match."]


def test_who_asks_hears_it_too() -> None:
    mine = {"asker": MIRA, "said": (True, None, None)}
    lines = [told(None, what=what, **mine) for what in ("undo", "go_on", "void", "end")]
    assert lines == [
        ["You ask everybody to let you take back what you did last."],
        ["You ask everybody to go on without waiting for who is missed."],
        [
            "You ask everybody to declare this hand void: nobody scores, "
            "and it is dealt anew."
        ],
        ["You ask everybody to end the match."],
    ]


def test_each_answer_is_told() -> None:
    assert told(OPEN, said=(None, True, True)) == ["Ann agrees."]
    assert told(OPEN, said=(True, True, None)) == ["You agree."]
    assert told(OPEN, said=(None, True, False), outcome="no") == [
        "Ann does not agree.",
        "Not enough agree: nothing changes.",
    ]
    assert told(OPEN, said=(False, True, None), outcome="no") == [
        "You do not agree.",
        "Not enough agree: nothing changes.",
    ]


def test_what_has_become_of_it_is_told() -> None:
    done: dict[Motion, str] = {
        "undo": "All agree: it is taken back.",
        "go_on": "Enough agree: play goes on.",
        "void": "All agree: the hand is void.",
        "end": "All agree: the match is over.",
    }
    for what, line in done.items():
        assert told(replace(OPEN, what=what), what=what, outcome="yes") == [line]
    assert told(OPEN, outcome="late") == [
        "Not everybody has answered in time: nothing changes."
    ]
    assert told(OPEN, outcome="off") == ["That is not asked any more."]


def test_what_is_decided_at_once_is_told_with_its_question() -> None:
    assert told(None, outcome="yes") == [
        "Bob asks to take back what was done last.",
        "All agree: it is taken back.",
    ]
    again = {"number": 2, "what": "void", "said": (True, True, True)}
    assert told(replace(OPEN, outcome="no"), **again) == [
        "Bob asks to declare this hand void: nobody scores, and it is dealt anew.",
        "You agree.",
        "Ann agrees.",
    ]


def test_who_looks_around_hears_what_is_asked_and_who_is_waited_for() -> None:
    assert asked.standing(OPEN, PEOPLE) == [
        "Bob asks to take back what was done last.",
        "Still to answer: you and Ann.",
        "30 seconds left to answer.",
    ]
    assert asked.standing(replace(OPEN, outcome="no"), PEOPLE) == []
    assert asked.standing(None, PEOPLE) == []


def test_who_is_asked_may_answer_once() -> None:
    assert asked.may_answer(OPEN, MIRA)
    assert not asked.may_answer(OPEN, BOB)
    assert not asked.may_answer(OPEN, None)
    assert not asked.may_answer(replace(OPEN, said=(False, True, None)), MIRA)
    assert not asked.may_answer(replace(OPEN, voters=(BOB, ANN)), MIRA)
    assert not asked.may_answer(replace(OPEN, outcome="late"), MIRA)
    assert not asked.may_answer(None, MIRA)


def test_what_can_be_asked_depends_on_the_table() -> None:
    assert asked.may_ask(at("lobby"), "no", MIRA) == []
    assert asked.may_ask(at("ended"), "no", MIRA) == []
    assert asked.may_ask(at("between"), "no", MIRA) == ["end"]
    assert asked.may_ask(at(), "no", MIRA) == ["void", "end"]
    assert asked.may_ask(at(), "freely", MIRA) == ["void", "end"]
    assert asked.may_ask(at(), "asking", MIRA) == ["undo", "void", "end"]
    assert asked.may_ask(at(), "no", None) == []
    assert asked.may_ask(at(vote=OPEN), "asking", MIRA) == []
    away = (person("Mira"), person("Bob", here=False), bot("Ada"))
    assert asked.may_ask(at(seats=away), "no", MIRA) == ["go_on", "void", "end"]
    played = (person("Mira"), person("Bob", here=False, substitute=True), bot("Ada"))
    assert asked.may_ask(at(seats=played), "no", MIRA) == ["void", "end"]


def test_it_is_asked_in_french_and_hindi() -> None:
    with speaking("fr"):
        assert told(None, what="void") == [
            "Bob propose d’annuler la manche\u00a0: personne ne marque, et on redonne."
        ]
        assert told(OPEN, said=(None, True, False), outcome="no") == [
            "Ann refuse.",
            "Pas assez de voix pour\u00a0: rien ne change.",
        ]
    with speaking("hi"):
        assert told(None) == ["Bob का अनुरोध: पिछली चाल वापस ली जाए।"]
        assert told(OPEN, said=(None, True, True), outcome="yes") == [
            "Ann की सहमति है।",
            "सब सहमत: चाल वापस ली गई।",
        ]
