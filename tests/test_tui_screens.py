"""What stands on the drawn table: text, at many sizes, for every state of a game."""

import random

import pytest
from dealt import dealt
from drawn import Drawn, seen
from ginhands import CGIO as GIN
from ginhands import gin
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from seated import FREE, bot, person
from tiled import OFFICIAL, laid
from variety import GAMES, states_of

from peer.news import BACK, LOST
from peer.tui.canvas import Canvas, width_of
from peer.tui.desk import Room
from peer.tui.page import paint
from peer.tui.prefs import Prefs
from shared.actions import Discard, Draw

SIZES = [(80, 24), (81, 25), (100, 32), (120, 40), (200, 60)]

HAND = "4S 5H 6H 7H QD KC"


def basic(**changes: object) -> Drawn:
    state = dealt(
        [HAND, "3D 5D 8D"], melds=["7S 7D 7C"], owners=[1], upcard="JH", pile="3H"
    )
    return seen(state, hand=2, scores=(35, 20), **changes)  # type: ignore[arg-type]


def test_everything_there_is_to_know_of_a_hand_of_cards() -> None:
    table = basic()
    text = table.text()
    for known in (
        "Basic Rummy to 100 · hand 2",
        "▶ YOUR TURN",
        "▶ Mira (you)",
        "6 cards, 35 pts",
        "3 cards, 20 pts, deals",
        "stock 38",
        "pile 2",
        "1 Bob's ← 7♥",
        "Your hand, 6 cards, by suit",
        "S Draw  T Take J♥",
        "Your turn: draw a card.",
        "Q Leave",
    ):
        assert known in text, f"{known}\n{text}"


def test_a_match_of_so_many_hands_is_to_no_target() -> None:
    text = basic(max_hands=2).text()
    assert "Basic Rummy · hand 2" in text


def test_the_footer_has_what_can_be_done_now() -> None:
    table = basic()
    assert "D Discard" not in table.text()
    table.does_by("s")
    text = table.text()
    assert "M Meld" in text and "L Lay off" in text and "D Discard 4♠" in text
    assert "S Draw" not in text


def test_a_picked_card_is_raised() -> None:
    table = basic()
    lines = table.text().splitlines()
    table.press("right", "space")
    raised = table.text().splitlines()
    (row,) = [n for n, line in enumerate(lines) if "5♥" in line]
    assert "5♥" in raised[row - 1] and "5♥" not in raised[row]
    assert "picked 5♥" in table.text()


def test_a_drawn_card_is_marked_new() -> None:
    table = basic()
    table.does_by("s")
    assert "new" in table.text()
    table.does_by("d")
    table.happens(Draw("stock"))
    table.happens(Discard(table.rules.view(table.state, 1).may_discard[0]))
    assert "new" not in table.text()


def test_who_is_waited_for_is_said() -> None:
    table = basic()
    table.does_by("s")
    table.does_by("end", "d", "y")
    text = table.text()
    assert "▶ Bob" in text and "YOUR TURN" not in text
    assert "Waiting: Bob's turn." in text


def test_a_discard_with_a_better_use_is_asked_about() -> None:
    table = basic()
    table.does_by("s")
    table.press("home", "right", "right", "d")
    text = table.text()
    assert "5♥ is part of a meld in your hand, 5♥ 6♥ 7♥. Discard it anyway?" in text
    assert "Yes, discard it" in text and "▶ N No, don't discard it" in text
    assert "Don't show me these warnings again" in text
    table.press("enter")
    assert table.asked == [] and "5♥ stays in your hand." in table.text()
    table.press("d", "w", "y")
    assert table.asked == [Discard("5H")] and not table._prefs.warnings


def test_after_that_no_warning_comes_again() -> None:
    table = basic(prefs=Prefs(warnings=False))
    table.does_by("s")
    table.press("home", "right", "right", "d")
    assert table.asked == [Discard("5H")]


def test_melds_are_lines_when_there_are_many() -> None:
    melds = ["2S 2H 2D", "3S 3H 3D", "5S 5H 5D", "6S 6H 6D", "7S 7H 7D", "8S 8H 8D"]
    melds += ["TS TH TD", "JS JH JD", "QS QH QD", "KS KH KD", "9S 9H 9D"]
    state = dealt(["4S", "AC"], melds=melds, owners=[1] * 11, upcard="AH")
    small, large = seen(state).text(), seen(state).text(200, 60)
    assert " 9  Q♠  Q♥  Q♦  Bob's" in small
    assert "9 Bob's" in large


def test_gin_says_what_is_unmatched() -> None:
    hand = "4S 5S 6S 9H 9D 9C QD QC QH 3C 2S"
    state = gin([hand, "2H 5H 6H 8D TD 8S JD JC AH KD"], upcard="JH", phase="play")
    text = seen(state, rules=GIN).text()
    assert "unmatched 5, to knock 10" in text and "K Knock" in text
    assert "Melds stay in the hand until somebody knocks." in text


def tiles(**changes: object) -> Drawn:
    state = laid(["7r 8r 9r 13k", "1r 2r"], "4r 5r 6r", "10k 11k 12k")
    return seen(state, rules=OFFICIAL, **changes)  # type: ignore[arg-type]


def test_the_table_of_tiles_says_whether_it_is_valid() -> None:
    table = tiles()
    assert "Table valid: yes, as it was." in table.text()
    table.press("space", "n")
    text = table.text()
    why = "Table valid: no, because set 3 (7r) has 1 tile; a set has at least three."
    assert why in text and "!3" in text
    table.press("u")
    assert "Table valid: yes, as it was." in table.text()
    table.press("home", "space", "1", "enter")
    assert "Table valid: yes. C commits it." in table.text()
    table.press("r")
    assert table.desk.draft is not None and not table.desk.draft.started


def test_tiles_have_letters_or_shapes() -> None:
    assert "7" in tiles().text() and "●" not in tiles().text()
    assert "●" in tiles(prefs=Prefs(shapes=True)).text()


def lobby(host: bool) -> Drawn:
    table = Drawn(person("Mira"), bot("Ada"), FREE, host=host)
    table.updated(phase="lobby", hand=0)
    return table


def test_the_lobby_shows_how_to_come_and_who_sits_where() -> None:
    table = lobby(host=True)
    link, command = "http://192.0.2.7:7867/#7KQ-M3X-WD9", "rummyroom join 7KQ-M3X-WD9"
    table.desk.room = Room("7KQ-M3X-WD9", link, command)
    text = table.text()
    for known in ("7KQ-M3X-WD9", link, command, "Seat 2: Ada, a computer player."):
        assert known in text
    assert "B Begin  A Add computer  R Remove computer" in text
    assert "█" in text  # a QR code


def test_a_guest_in_the_lobby_waits() -> None:
    text = lobby(host=False).text()
    assert "B Begin" not in text and "The game begins when it is taken" in text


def test_the_end_of_a_hand() -> None:
    state = dealt(["4S", "3D 5D 8D"], upcard="JH", phase="play")
    table = seen(state, host=True, hand=1)
    table.does_by("d")
    table.desk.hear(["Deal verified by all 2 players."])
    text = table.text()
    for known in (
        "You are out and win the hand.",
        "Deal verified by all 2 players.",
        "N Play another hand",
        "Z Reset scores",
        "The hand is over. Play on, or leave?",
    ):
        assert known in text, f"{known}\n{text}"


def test_the_state_of_the_connection_is_said_until_it_is_well() -> None:
    table = basic()
    table.desk.news(LOST)
    assert "NOT CONNECTED" in table.text()
    assert "The connection to the host is lost" in table.text()
    table.desk.news(BACK)
    assert "NOT CONNECTED" not in table.text()


def test_somebody_who_is_missed_is_shown_so() -> None:
    table = basic()
    away = replace(person("Bob"), here=False, away=70)
    table.updated(seats=(person("Mira"), away))
    assert "not connected" in table.text()


def test_a_window_that_is_too_small_says_what_is_needed() -> None:
    text = basic().text(70, 20).replace("\n", " ")
    assert text.strip() == (
        "The table needs 80 columns and 24 rows; this window has 70 and 20. Make it "
        "larger, or press P to play on in plain lines."
    )


def test_letters_and_lines_need_no_other_signs() -> None:
    table = basic(prefs=Prefs(deck="ascii"))
    table.does_by("s")
    rows = table.painted().rows(ascii_only=True)
    text = "\n".join("".join(span.text for span in row) for row in rows)
    assert text.isascii() and "|5h |" in text and "+---+" in text


def test_other_peoples_names_cannot_break_the_screen() -> None:
    seats = (person("Mira"), person("\x1b[2J王王王王王王王王王王王王王王王"))
    canvas = basic(seats=seats).painted()
    well_formed(canvas)
    assert "\x1b" not in canvas.text()


def well_formed(canvas: Canvas) -> None:
    """Every row is as wide as the screen, and every click lies on it."""
    for row in canvas.rows():
        assert sum(width_of(span.text) for span in row) == canvas.width
    for spot in canvas.spots:
        assert spot.y + spot.height <= canvas.height + 1


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_state_of_a_hand_can_be_drawn(name: str, size: tuple[int, int]) -> None:
    game, rng = GAMES[name], random.Random(name)
    seats = min(max(game.seats), 4)
    table: Drawn | None = None
    for number, state in enumerate(states_of(game, rng, seats)):
        if table is None:
            table = seen(state, rules=game)
        elif number % 7 == 0 or state.result is not None:
            table.state = state
            table.updated(phase="hand" if state.result is None else "between")
        else:
            continue
        canvas = paint(table.desk, *size)
        well_formed(canvas)
        assert "Q Leave" in canvas.text()


@settings(max_examples=60)
@given(st.lists(st.sampled_from(range(60)), max_size=40), st.data())
def test_no_key_breaks_the_desk(numbers: list[int], data: st.DataObject) -> None:
    table = tiles() if len(numbers) % 2 else basic()
    keys = [*"abcdefghijklmnoprstuvwxyz0123456789", "left", "right", "up", "down"]
    keys += ["space", "enter", "escape", "tab", "home", "end", "shift+left", "f1"]
    keys += ["comma", "question_mark", "greater_than_sign", "backspace", "pagedown"]
    for number in numbers:
        table.press(keys[number % len(keys)])
        well_formed(table.painted())
