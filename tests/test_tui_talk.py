"""Words at the drawn table: phrases, a text, who is heard, and what others said."""

import pytest
from dealt import dealt
from drawn import Drawn, seen
from msgspec.structs import replace
from seated import bot, person
from spoken import speaking
from test_tui_app import screen, shown
from test_tui_languages import rows_hold

from peer.requests import SendAway
from peer.tui import app
from peer.tui.prefs import Prefs
from peer.tui.writing import Writing
from shared.actions import Draw
from shared.phrases import PHRASES, REACTIONS
from shared.talk import MAX_TEXT
from shared.terms import Talk
from shared.wire import Opens, Rejected, Said, Say
from shared.words import say


def at_table(talk: Talk = "phrases", **changes: object) -> Drawn:
    """Mira's turn, with Bob, a computer player and somebody who watches."""
    state = dealt(["4S 5H 6H 7H QD KC", "3D 5D", "2H 2D"], upcard="JH")
    seats = (person("Mira"), person("Bob"), bot("Ada"))
    table = seen(state, seats=seats, **changes)  # type: ignore[arg-type]
    terms = replace(table.table.terms, talk=talk)
    table.updated(terms=terms, watchers=("Eve",))
    return table


def writes(table: Drawn, text: str) -> None:
    for char in text:
        table.keys.press("space" if char == " " else char, char)


# What is said


@pytest.mark.parametrize("code", PHRASES)
def test_every_phrase_has_a_number(code: str) -> None:
    table = at_table()
    table.press("w")
    text = table.text()
    assert say(f"phrase.{code}") in text
    key = "1234567890abcdef"[PHRASES.index(code)]
    assert f"{key.upper()} {say(f'phrase.{code}')}" in text
    table.press(key)
    assert table.asked == [Say(phrase=code)] and table.desk.over is None


@pytest.mark.parametrize("number", range(1, len(REACTIONS) + 1))
def test_so_has_every_reaction(number: int) -> None:
    table = at_table()
    table.press("w", "r", str(number))
    assert table.asked == [Say(phrase=REACTIONS[number - 1])]


def test_nothing_is_said_where_nobody_talks() -> None:
    table = at_table("off")
    assert "W Say" not in table.text()
    table.press("w")
    assert table.desk.over is None and table.asked == []
    assert table.desk.said == [
        "Nobody talks at this table: the host has settled it so."
    ]


def test_a_text_is_offered_where_the_table_allows_it() -> None:
    table = at_table()
    table.press("w")
    assert "W Write something" not in table.text()
    table = at_table("text")
    table.press("w")
    assert "W Write something" in table.text()


def test_a_text_is_written_and_sent() -> None:
    table = at_table("text")
    table.press("w", "w")
    writes(table, "Quick, d or q 7H!")
    text = table.text()
    assert "Quick, d or q 7H!▏" in text and "17 of 200" in text
    assert "Enter sends it, Esc leaves" in text
    assert table.asked == []
    table.press("enter")
    assert table.asked == [Say(text="Quick, d or q 7H!")]
    assert table.desk.writing is None


def test_who_leaves_a_text_finds_it_again() -> None:
    table = at_table("text")
    table.press("w", "w")
    writes(table, "one moment")
    table.press("escape")
    assert table.desk.writing is None and table.asked == []
    table.press("w", "w")
    assert "one moment▏" in table.text()


def test_a_text_that_was_not_passed_on_is_not_lost() -> None:
    table = at_table("text")
    table.press("w", "w")
    writes(table, "hello")
    table.press("enter")
    table.hears(Rejected(0, "too_fast", {"count": 3}))
    assert "too much at once: wait 3 seconds" in table.text()
    table.press("w", "w")
    assert "hello▏" in table.text()
    table.press("enter")
    table.hears(Said(seat=0, text="hello"))
    table.press("w", "w")
    assert "hello▏" not in table.text()


def test_nothing_empty_is_sent() -> None:
    table = at_table("text")
    table.press("w", "w")
    writes(table, "   ")
    table.press("enter")
    assert table.asked == [] and table.desk.writing is not None


def test_a_line_is_edited() -> None:
    line = Writing()
    for key, character in (("a", "a"), ("c", "c"), ("left", None), ("b", "b")):
        line.press(key, character)
    assert line.shown(40) == "ab▏c"
    line.press("home", None)
    line.press("delete", None)
    assert line.text == "bc"
    line.press("end", None)
    line.press("backspace", "\x08")
    assert line.text == "b"
    line.insert("e quick")
    line.press("ctrl+w", "\x17")
    assert line.text == "be "
    line.press("ctrl+u", "\x15")
    assert line.text == "" and line.at == 0


def test_one_line_of_plain_text_and_no_more() -> None:
    line = Writing()
    line.insert("a\nb\x1b[31m\u202ec")
    assert line.text == "a b[31mc"
    line.insert("x" * 500)
    assert len(line.text) == MAX_TEXT


def test_the_cursor_goes_by_letters_with_their_marks() -> None:
    line = Writing("नमस्ते")
    line.press("left", None)
    line.press("left", None)
    assert line.shown(40) == "नम▏स्ते" or line.shown(40) == "नमस्▏ते"
    line.press("right", None)
    line.press("right", None)
    assert line.at == len(line.text)


@pytest.mark.parametrize("text", ["x" * MAX_TEXT, "क्षत्रिय " * 22, "漢字" * 100])
def test_a_long_text_stays_within_its_box(text: str) -> None:
    for at in (0, 90, len(text)):
        table = at_table("text")
        table.press("w", "w")
        assert table.desk.writing is not None
        table.desk.writing.insert(text)
        table.desk.writing.at = min(at, len(table.desk.writing.text))
        canvas = table.painted()
        rows_hold(canvas)
        assert "▏" in canvas.text()


async def test_keys_that_are_written_play_nothing() -> None:
    table = at_table("text")
    async with shown(table) as (pilot, typed):
        await pilot.press("w", "w", "s", "D", "é", "space", "7", "q")
        assert "sDé 7q▏" in screen(pilot)
        assert typed == []
        await pilot.press("ctrl+c")
        assert table.desk.writing is None and typed == []
        await pilot.press("s")
        assert typed == ["draw"]


async def test_a_text_is_pasted_on_one_line() -> None:
    from textual.events import Paste

    table = at_table("text")
    async with shown(table) as (pilot, typed):
        pilot.app.post_message(Paste("lost"))
        await pilot.press("w", "w")
        pilot.app.post_message(Paste("two\nlines [b]q"))
        await pilot.pause()
        assert "two lines [b]q▏" in screen(pilot) and typed == []


# What others say


def test_it_is_shown_at_the_seat_and_in_the_story_and_disturbs_nothing() -> None:
    table = at_table()
    table.press("right", "space")
    before = (table.desk.holding.cursor, table.desk.holding.chosen, table.desk.over)
    table.hears(Said(seat=1, phrase="good_luck"))
    text = table.text()
    assert "Bob “Good luck!”" in text
    assert " Bob: Good luck!" in text
    assert "Your turn: draw a card." in text
    assert table.desk.log[-1] == "Bob: Good luck!"
    after = (table.desk.holding.cursor, table.desk.holding.chosen, table.desk.over)
    assert before == after


def test_what_happened_is_said_beside_it() -> None:
    table = at_table()
    table.does_by("s")
    table.does_by("d")
    table.happens(Draw("stock"))
    table.hears(Said(seat=1, phrase="oops"))
    text = table.text()
    assert "Bob: Oops!" in text and "Bob drew a card from the stock." in text


def test_an_open_menu_stays_where_it_is() -> None:
    table = at_table()
    table.press("q")
    over = table.desk.over
    table.hears(Said(seat=1, phrase="hello"))
    assert table.desk.over is over
    table.press("escape", "w", "down", "down")
    table.hears(Said(watcher="Eve", phrase="hello"))
    assert table.desk.over is not None and table.desk.over.at == 2


def test_who_watches_is_heard_too() -> None:
    table = at_table()
    table.hears(Said(watcher="Eve", phrase="applause"))
    text = table.text()
    assert "Eve “👏” watches" in text
    assert "Eve, who watches: 👏" in text


def test_a_text_is_shown_as_it_was_written() -> None:
    table = at_table("text")
    table.hears(Said(seat=1, text="[bold]7H[/] \x1b[2J{name} %s"))
    assert "Bob: [bold]7H[/] [2J{name} %s" in table.text()


@pytest.mark.parametrize(
    "text",
    [
        "नमस्ते दोस्तो, कैसे हैं?" * 8,
        "👍🏽 🇫🇷 👨‍👩‍👧",
        "e" + "\u0301" * 90,
        "ᄀ" * 30,
        "漢" * 99,
    ],
)
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_no_text_breaks_a_row(text: str, size: tuple[int, int]) -> None:
    table = at_table("text")
    table.hears(Said(seat=1, text=text[:MAX_TEXT]))
    table.hears(Said(watcher="Eve", text=text[:MAX_TEXT]))
    rows_hold(table.painted(*size))


def test_a_phrase_of_a_newer_program_is_nothing() -> None:
    table = at_table()
    table.hears(Said(seat=1, phrase="zzz"))
    assert table.desk.speech.newest == ""


async def test_it_is_taken_off_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "SPOKEN", 0.01)
    table = at_table(prefs=Prefs(speed="off"))
    async with shown(table) as (pilot, _):
        table.hears(Said(seat=1, phrase="hello"))
        pilot.app.show()  # type: ignore[attr-defined]
        assert "Bob “Hello!”" in screen(pilot)
        while "“" in screen(pilot):
            await pilot.pause(0.01)
        assert "Bob: Hello!" in table.desk.log


def test_each_reads_it_in_their_own_language() -> None:
    with speaking("fr"):
        table = at_table()
        table.hears(Said(seat=1, phrase="good_luck"))
        text = table.text()
        assert "Bob «\xa0Bonne chance\xa0!\xa0»" in text and "W Dire" in text
        table.press("w")
        assert "Dire à tout le monde" in table.text()
    with speaking("hi"):
        table = at_table()
        table.hears(Said(seat=1, phrase="hello"))
        assert "Bob “नमस्ते!”" in table.text() and "W बोलें" in table.text()
        table.press("e")
        assert "यहाँ कौन है" in table.text()


# Who is heard


def test_a_seat_is_muted_and_heard_again() -> None:
    table = at_table()
    table.press("e", "2", "m")
    assert table.guest.mutes.cover(1)
    text = table.text()
    assert "You hear Bob no more." in text and "muted" in text
    table.press("e")
    assert "Seat 2: Bob. (muted)" in table.text()
    table.press("2", "m")
    assert not table.guest.mutes.cover(1)
    assert "You hear Bob again." in table.text() and "muted" not in table.text()


def test_who_watches_is_muted_too() -> None:
    table = at_table()
    table.press("e", "4", "m")
    assert table.guest.mutes.cover("Eve")
    assert "Eve (muted) watches" in table.text()


def test_nobody_mutes_oneself_or_a_computer_player() -> None:
    table = at_table()
    for key in ("1", "3"):
        table.press("e", key, "m", "escape", "escape")
    assert not any(table.guest.mutes.cover(seat) for seat in (0, 2))


def test_hands_are_opened_and_hidden_again() -> None:
    table = at_table()
    table.press("e", "o")
    assert table.asked == [Opens(True)]
    assert table.desk.said == [
        "If all players agree, who watches sees your hands one hand later."
    ]
    mira = replace(table.table.seats[0], opens=True)
    table.updated(seats=(mira, *table.table.seats[1:]))
    table.press("e")
    assert "O Keep my hands hidden from who watches" in table.text()
    table.press("o")
    assert table.asked[-1] == Opens(False)
    assert table.desk.said == ["Your hands stay hidden from who watches."]


def test_the_host_sends_somebody_away_who_watches_and_is_asked_before() -> None:
    table = at_table(host=True)
    table.press("e", "4", "a")
    text = table.text()
    assert "Eve will not watch this table any more. Send away?" in text
    table.press("enter")
    assert table.asked == []
    table.press("e", "4", "a", "y")
    assert table.asked == [SendAway("Eve")]


def test_a_guest_sends_nobody_away() -> None:
    table = at_table()
    table.press("e", "4")
    assert "Send away" not in table.text()
    table.press("a")
    assert table.asked == []
