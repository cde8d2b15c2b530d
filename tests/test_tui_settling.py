"""The drawn table: its host changes how it is run and what is played, by keys alone."""

import pytest
from dealt import dealt
from drawn import Drawn, seen
from msgspec.structs import replace
from seated import FREE, bot, person
from spoken import speaking

from peer.requests import (
    HandBack,
    HandOver,
    Kick,
    Next,
    Patience,
    Play,
    Quit,
    Request,
    Settle,
)
from peer.tui.desk import Room
from shared.tableview import SeatView
from shared.terms import NAMES, settled
from shared.wire import Ask, Changed


def lobby(*seats: SeatView, host: bool = True) -> Drawn:
    table = Drawn(*(seats or (person("Mira"), person("Bob"), bot("Ada"))), host=host)
    table.updated(phase="lobby", hand=0)
    return table


def asked(table: Drawn, *keys: str) -> Request:
    """What the keys ask the host for."""
    table.press(*keys)
    assert len(table.asked) == 1, (table.asked, table.text())
    return table.asked.pop()


def to_entry(table: Drawn, label: str) -> None:
    """The line of the menu that begins so is chosen by the arrows."""
    over = table.desk.over
    assert over is not None
    labels = [entry.label for entry in over.entries]
    (at,) = [n for n, one in enumerate(labels) if one.startswith(label)]
    table.press(*["down"] * ((at - over.at) % len(labels)), "enter")


TERMS = {
    "absent": "A hand is void when somebody is missed for long.",
    "absent-after": "That happens after 30 seconds.",
    "talk": "Nobody talks at this table.",
    "watch": "Nobody may watch.",
    "locked": "The room is locked: nobody new may come in.",
    "clock": "Nobody’s time is limited.",
}


@pytest.mark.parametrize("name", NAMES)
def test_every_term_is_settled_by_keys(name: str) -> None:
    table = lobby()
    table.press("f", "t", *["down"] * NAMES.index(name), "enter")
    to_entry(table, TERMS[name])
    request = table.asked.pop()
    assert isinstance(request, Settle) and request.name == name
    assert request.value in ("void", "30", "off", "no", "yes")
    table.updated(terms=settled(table.table.terms, name, request.value))
    assert TERMS[name] in table.text()  # the menu is still there, made anew


@pytest.mark.parametrize(
    ("name", "value"), [("clock", "7m+15s"), ("absent-after", "7")]
)
def test_any_value_can_be_typed(name: str, value: str) -> None:
    table = lobby()
    table.press("f", "t", *["down"] * NAMES.index(name), "enter", "t")
    for sign in value:
        table.keys.press({"+": "plus"}.get(sign, sign), sign)
    assert asked(table, "enter") == Settle(name, value)
    assert "How the table is run" in table.text()


def test_a_value_that_is_not_typed_to_its_end_changes_nothing() -> None:
    table = lobby()
    table.press("f", "t", *["down"] * NAMES.index("clock"), "enter", "t")
    table.keys.press("9", "9")
    table.press("escape", "escape")
    assert table.asked == [] and table.desk.writing is None


def test_a_guest_reads_how_the_table_is_run() -> None:
    table = lobby(host=False)
    table.press("f", "t")
    assert "People may say ready-made phrases." in table.text()
    assert table.desk.over is not None and not table.desk.over.entries
    table.press("escape", "f", "r")
    assert "Read the rules" in table.text()
    assert "What is played" not in [entry.label for entry in opened(table)]


def opened(table: Drawn) -> list:  # type: ignore[type-arg]
    table.press("escape", "f")
    assert table.desk.over is not None
    return table.desk.over.entries


def test_another_game_and_other_house_rules() -> None:
    table = lobby()
    table.press("f", "g", "2")
    to_entry(table, "gin_pagat")
    assert table.asked.pop() == Play("gin", "gin_pagat")


def test_the_length_of_a_match_and_the_number_of_seats() -> None:
    table = lobby()
    assert asked(table, "f", "g", "h", "4") == Play("basic", "cgio", {}, 5)
    table.updated(max_hands=5)
    assert "A match of 5 hands" in table.text()
    assert asked(table, "s", "3") == Play("basic", "cgio", {}, 5, 4)


def test_every_option_of_the_rules() -> None:
    table = lobby()
    table.press("f", "g", "r")
    names = [entry.label.partition(" = ")[0] for entry in table.desk.over.entries]  # type: ignore[union-attr]
    table.press("escape", "escape", "escape")
    for at, name in enumerate(names[:-1]):
        table.press("f", "g", "r", *["down"] * at, "enter", "1")
        request = table.asked.pop()
        assert isinstance(request, Settle) and request.name == name
        table.press(*["escape"] * 3)


def test_an_option_may_be_any_number() -> None:
    table = lobby()
    table.press("f", "g", "r")
    to_entry(table, "max_recycles")
    to_entry(table, "Another value")
    table.keys.press("9", "9")
    assert asked(table, "enter") == Settle("max_recycles", "9")


def test_a_seat_is_taken_only_after_a_question() -> None:
    table = lobby()
    table.press("e", "2", "k")
    assert "▶ N No" in table.text()
    table.press("enter")
    assert table.asked == []
    assert asked(table, "e", "2", "k", "y") == Kick(1)
    assert asked(table, "e", "2", "c", "y") == HandOver(1)


def test_a_seat_is_given_back() -> None:
    table = lobby(person("Mira"), replace(bot("Ada"), former="Bob"))
    assert asked(table, "e", "2", "g") == HandBack(1)


def test_patience_is_set_at_a_seat() -> None:
    table = lobby()
    assert asked(table, "e", "1", "p", "3") == Patience(0, 200)
    table.updated(seats=(replace(person("Mira"), patience=200), *table.table.seats[1:]))
    assert "Has 200 % of the time" in table.text()


def test_a_seat_is_clicked_for_its_menu() -> None:
    table = lobby()
    table.click("seat 1")
    assert "Take the seat of Bob and lock the room" in table.text()


def test_a_guest_has_no_power_over_seats() -> None:
    table = lobby(host=False)
    table.press("e", "2")
    assert table.desk.over is not None
    assert [entry.key for entry in table.desk.over.entries] == ["m", ""]


def test_it_can_be_changed_between_two_hands() -> None:
    table = lobby()
    table.updated(phase="between", hand=1)
    assert asked(table, "f", "g", "1", "1") == Play("basic", "cgio")


def test_news_of_a_change_are_told() -> None:
    table = lobby(host=False)
    table.hears(Changed("term", name="talk", value="off"))
    assert "Nobody talks at this table." in table.text()
    table.hears(Changed("kicked", seat=1, name="Bob"))
    assert "The host has taken the seat of Bob and locked the room." in table.text()


def test_who_is_ready_is_shown_and_said() -> None:
    ready = replace(person("Bob"), ready=True)
    table = lobby(person("Mira"), ready, FREE, host=False)
    assert "ready" in table.text().splitlines()[2]
    assert "N Ready" in table.text()
    assert asked(table, "n") == Next()


def test_a_large_lobby_says_how_the_table_is_run() -> None:
    text = lobby(host=False).text(120, 40)
    assert "A computer player plays on for who is missed." in text
    assert "People may watch." in text


def test_four_seats_have_room_beside_the_code() -> None:
    table = lobby(person("Mira"), FREE, FREE, bot("Ada"))
    link = "http://192.0.2.7:41233/#7KQ-M3X-WD9"
    command = "rummyroom join 7KQ-M3X-WD9 --server http://192.0.2.7:41233"
    table.desk.room = Room("7KQ-M3X-WD9", link, command)
    text = table.text()
    assert "Seat 4: Ada, a computer player." in text and "█" in text


def test_leaving_says_what_comes_of_it() -> None:
    state = dealt(["4S 5H", "3D 5D"], upcard="JH")
    guest, host = seen(state), seen(state, host=True)
    alone = seen(state, seats=(person("Mira"), bot("Ada")), host=True)
    for table, yes in (
        (guest, "Yes, a computer player takes my seat"),
        (host, "Yes, end the game for everybody"),
        (alone, "Yes, leave the table"),
    ):
        table.press("q")
        assert f"Y {yes}" in table.text() and "▶ N No, stay" in table.text()
        table.press("enter")
        assert table.asked == []
    assert asked(guest, "q", "a") == Ask("end")
    assert asked(guest, "q", "y") == Quit()


def test_a_menu_shows_the_lines_that_have_room() -> None:
    table = lobby()
    table.press("f", "g", "r")
    over = table.desk.over
    assert over is not None and len(over.entries) > 20
    assert over.entries[0].label in table.text()
    table.press("up")
    text = table.text()
    assert "▶ Not now" in text and over.entries[0].label not in text
    assert f"-{len(over.entries)} of {len(over.entries)}" in text


def test_it_is_settled_in_french_and_hindi() -> None:
    with speaking("fr"):
        table = lobby()
        table.press("f")
        assert "T Comment la table est tenue" in table.text()
    with speaking("hi"):
        table = lobby()
        table.press("f")
        assert "T मेज़ कैसे चलती है" in table.text()
