"""A match watched again in the terminal: keys, screens, languages, the command."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import lru_cache
from typing import Any

import pytest
from pseudo import pseudo_catalogue
from recorded import recording
from spoken import speaking
from test_tui_app import screen
from test_tui_languages import Watched, rows_hold
from test_tui_screens import well_formed
from textual.pilot import Pilot

from peer.rerun import Rerun
from peer.tui import rewatch_page
from peer.tui.canvas import Canvas
from peer.tui.prefs import Prefs
from peer.tui.rewatch import Rewatch
from peer.tui.rewatch_app import RewatchApp
from peer.tui.rewatch_keys import RewatchKeys
from shared import words
from shared.replay import replay
from shared.words import catalogue

GAMES = {"basic": 4, "gin": 2, "rummikub": 3}

SIZES = [(80, 24), (120, 40)]

Page = Callable[[int, int], Canvas]


@lru_cache
def data(game: str = "basic", hands: int = 3) -> bytes:
    return recording(game, GAMES[game], hands)


class Rewatched:
    """One match at a desk."""

    def __init__(self, game: str = "basic", **more: Any) -> None:
        prefs = Prefs(speed="off")
        self.desk = Rewatch(Rerun(replay(data(game)), None), prefs, **more)
        self.keys = RewatchKeys(self.desk)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.keys.press(key)

    def painted(self, width: int = 80, height: int = 24) -> Canvas:
        return rewatch_page.paint(self.desk, width, height)

    def text(self, width: int = 80, height: int = 24) -> str:
        return self.painted(width, height).text()

    @property
    def place(self) -> tuple[int, int]:
        return self.desk.rerun.place.hand, self.desk.rerun.place.step


def test_it_begins_with_the_deal_and_all_hands_open() -> None:
    match = Rewatched()
    text = match.text()
    for told in (
        "Basic Rummy · hand 1",
        "All hands open",
        "Bot 1 deals. Bot 2 starts.",
        "Hand 1 of 3, step 1 of 35 · paused",
        "stock 23",
        "Table mark: ",
    ):
        assert told in text, f"{told}\n{text}"
    for seat, hand in match.desk.scene.hands.items():
        (row,) = [r for r in text.splitlines() if r.startswith(f"  Bot {seat + 1}  ")][
            -1:
        ]
        assert len(hand) == 7 and len(row.split()) == 2 + 7


def test_the_footer_says_every_key() -> None:
    text = Rewatched().text()
    for key in (
        "← Step back",
        "→ Step forward",
        "Space Play",
        "PgUp Hand before",
        "PgDn Next hand",
        "E Whose eyes",
        "S Speed",
        "Home Start",
        "End End",
        "G Log",
        ", Options",
        "? Help",
        "Q Leave",
    ):
        assert key in text, f"{key}\n{text}"


def test_steps_go_forwards_and_back() -> None:
    match = Rewatched()
    match.press("right", "right", "right")
    assert match.place == (1, 4)
    told = match.desk.said
    match.press("right", "left")
    assert match.place == (1, 4) and match.desk.said == told
    match.press("home", "left")
    assert match.place == (1, 1) and match.desk.said == ["This is the beginning."]
    match.press("end")
    assert match.desk.rerun.at_end
    match.press("right")
    assert "That was all." in match.text()


def test_pages_go_from_hand_to_hand() -> None:
    match = Rewatched()
    match.press("pagedown")
    assert match.place == (2, 1)
    match.press("right", "right", "pageup")
    assert match.place == (2, 1)
    match.press("pageup")
    assert match.place == (1, 1)
    match.press("pageup")
    assert match.place == (1, 1)
    match.press("pagedown", "pagedown", "pagedown")
    assert match.desk.rerun.at_end


def test_a_number_and_enter_is_that_hand() -> None:
    match = Rewatched()
    match.press("right", "3")
    assert "Hand 3? Enter goes there, Esc does not." in match.text()
    match.press("enter")
    assert match.place == (3, 1)
    match.press("1", "2", "backspace", "enter")
    assert match.place == (1, 1)
    match.press("2", "escape")
    assert match.place == (1, 1) and match.desk.number == ""


def test_a_hand_that_is_not_there_is_refused() -> None:
    match = Rewatched()
    match.press("right", "9", "enter")
    assert match.place == (1, 2)
    assert match.desk.said == ["There is no hand 9: choose from 1 to 3."]


def test_the_eyes_go_from_seat_to_seat() -> None:
    match = Rewatched()
    match.press("right")
    assert "Bot 2 drew 10♦ from the stock." in match.text()
    match.press("e")
    text = match.text()
    assert "Bot 1's eyes" in text and "Bot 2 drew a card from the stock." in text
    assert list(match.desk.scene.hands) == [0]
    match.press("e")
    assert "Bot 2 drew 10♦ from the stock." in match.text()
    match.press("e", "e", "e")
    assert "All hands open" in match.text() and len(match.desk.scene.hands) == 4
    match.keys.click("seat 2")
    assert "Bot 3's eyes" in match.text()
    match.keys.click("seat 2")
    assert "All hands open" in match.text()


def test_a_seat_does_not_see_others_cards() -> None:
    match = Rewatched()
    match.press("e")
    others = {card for hand in (1, 2, 3) for card in _hands(match)[hand]}
    text = match.text()
    held = [row for row in text.splitlines() if row.startswith("  Bot ")]
    assert len([row for row in held if "♠" in row or "♥" in row]) == 1
    assert not others & set(match.desk.scene.hands[0])


def _hands(match: Rewatched) -> dict[int, Any]:
    state = match.desk.rerun._here[1].match.state
    rules = match.desk.rerun._ruleset
    return {seat: rules.view(state, seat).hand for seat in range(4)}


def test_the_end_of_a_hand_has_its_result_and_the_mark() -> None:
    match = Rewatched()
    match.press("pagedown", "left")
    text = match.text()
    mark = match.desk.scene.mark
    for told in ("Hand 1", "wins the hand", f"Table mark: {mark}."):
        assert told in text, f"{told}\n{text}"
    assert text.count("Table mark") == 1
    match.press("end")
    assert "The match is over" in match.text()


def test_the_story_and_help_and_options_lie_over_it() -> None:
    match = Rewatched()
    match.press("right", "right", "g")
    assert "The story so far" in match.text() and "Hand 1." in match.text()
    match.press("escape", "question_mark")
    assert "3 Enter      hand 3" in match.text()
    match.press("escape", "comma", "enter", "escape")
    assert match.desk.prefs.theme == "light" and match.place == (1, 3)


def test_a_key_without_a_meaning_says_so() -> None:
    match = Rewatched()
    match.press("d")
    assert match.desk.said == ["D does nothing now."]


def test_nothing_can_be_done_about_the_game() -> None:
    match = Rewatched()
    for key in [*"abcdfhijklmnoprtuvwxyz", "tab", "shift+left", "shift+right"]:
        match.press(key)
    assert match.desk.outbox == [] and match.place == (1, 1)
    match.keys.drop("stock", "hand 0")
    match.keys.click("stock")
    assert match.desk.outbox == []


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_every_step_can_be_drawn(game: str, size: tuple[int, int]) -> None:
    match = Rewatched(game)
    for number in range(100):
        canvas = match.painted(*size)
        well_formed(canvas)
        assert "Q Leave" in canvas.text()
        if match.desk.rerun.at_end:
            break
        match.press(*["right"] * (5 + number % 7))


def test_large_hands_have_room() -> None:
    match = Rewatched("rummikub")
    match.press("pagedown", *["left"] * 3)
    for size in SIZES:
        canvas = match.painted(*size)
        well_formed(canvas)
        assert "Hand 1 of 3" in canvas.text()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", ["en", "fr", "hi"])
def test_no_row_breaks(
    language: words.Language, size: tuple[int, int], game: str
) -> None:
    with speaking(language):
        match = Rewatched(game)
        for keys in ((), ("right",) * 9, ("e",), ("2",), ("escape", "end"), ("g",)):
            match.press(*keys)
            rows_hold(match.painted(*size))


@pytest.mark.parametrize("game", GAMES)
def test_a_language_that_is_longer_has_room(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = pseudo_catalogue(catalogue("en"))
    monkeypatch.setattr(words, "catalogue", lambda language: texts)
    monkeypatch.setattr(rewatch_page, "Canvas", Watched)
    match = Rewatched(game)
    for keys in ((), ("right",) * 9, ("e",), ("pagedown", "left"), ("end",)):
        match.press(*keys)
        canvas = match.painted()
        well_formed(canvas)
        assert isinstance(canvas, Watched) and not canvas.covered, canvas.text()


def test_it_speaks_french_and_hindi() -> None:
    with speaking("fr"):
        match = Rewatched()
        text = match.text()
        assert "Toutes les mains ouvertes" in text
        assert "Manche 1 sur 3, coup 1 sur 35 · en pause" in text
        match.press("2")
        assert "Manche 2\xa0? Entrée y va, Échap annule." in match.text()
    with speaking("hi"):
        text = Rewatched().text()
        assert "सबके पत्ते खुले" in text and "रुका हुआ" in text


# The program


@asynccontextmanager
async def running(
    match: Rewatched, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[Pilot[Any]]:
    async with RewatchApp(match.desk).run_test(size=size) as pilot:
        yield pilot


async def test_keys_move_it() -> None:
    match = Rewatched()
    async with running(match) as pilot:
        await pilot.press("right", "right")
        assert "step 3 of 35" in screen(pilot)
        await pilot.press("2", "enter")
        assert "Hand 2 of 3, step 1" in screen(pilot)


async def test_the_footer_can_be_clicked() -> None:
    match = Rewatched()
    async with running(match) as pilot:
        for target, place in (("right", (1, 2)), ("pagedown", (2, 1)), ("end", None)):
            spots = match.painted().spots
            (spot,) = [one for one in spots if one.target == f"key {target}"]
            await pilot.click(offset=(spot.x, spot.y))
            assert place in (None, match.place)
        assert match.desk.rerun.at_end


async def test_it_plays_on_by_itself_until_the_end_or_space(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("peer.tui.rewatch.AT_ONCE", 0.01)
    match = Rewatched(speed="off", plays=True)
    async with running(match) as pilot:
        while match.place[1] < 5:
            await pilot.pause(0.001)
        await pilot.press("space")
        place = match.place
        assert not match.desk.plays and "paused" in screen(pilot)
        await pilot.pause(0.02)
        assert match.place == place
        await pilot.press("end", "left", "left", "space")
        while not match.desk.rerun.at_end:
            await pilot.pause(0.001)
        await pilot.pause()
        assert not match.desk.plays
        await pilot.press("space")
        assert not match.desk.plays


async def test_it_waits_while_something_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("peer.tui.rewatch.AT_ONCE", 0.01)
    match = Rewatched(speed="off")
    async with running(match) as pilot:
        await pilot.press("question_mark")
        match.desk.plays = True
        pilot.app.show()  # type: ignore[attr-defined]
        place = match.place
        await pilot.pause(0.02)
        assert match.place == place
        await pilot.press("escape")
        while match.place == place:
            await pilot.pause(0.001)


def test_the_speed_goes_round() -> None:
    match = Rewatched(speed="normal")
    pauses = []
    for _ in range(4):
        pauses.append(match.desk.pause)
        match.press("s")
    assert pauses == [0.9, 0.3, 0.05, 1.8] and match.desk.speed == "normal"


async def test_the_size_may_change_at_any_time() -> None:
    match = Rewatched()
    async with running(match) as pilot:
        await pilot.resize_terminal(120, 40)
        assert "The story" in screen(pilot)
        await pilot.resize_terminal(60, 20)
        assert "The table needs 80 columns and 24 rows" in screen(pilot)
        await pilot.resize_terminal(80, 24)
        assert "All hands open" in screen(pilot)
        await pilot.resize_terminal(60, 20)
        await pilot.press("p")
        assert pilot.app.return_value == "plain"


@pytest.mark.parametrize("key", ["q", "ctrl+c", "ctrl+q"])
async def test_it_is_left_at_once(key: str) -> None:
    async with running(Rewatched()) as pilot:
        await pilot.press(key)
        await pilot.pause()
        assert pilot.app.return_value is None and match_ended(pilot)


def match_ended(pilot: Pilot[Any]) -> bool:
    return not pilot.app.is_running or pilot.app._exit
