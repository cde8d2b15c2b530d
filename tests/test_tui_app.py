"""The drawn table as a program: keys, mouse, sizes, and what is written where."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from dealt import dealt
from drawn import Drawn, seen
from textual.pilot import Pilot
from tiled import OFFICIAL, laid

from peer.tui.app import TableApp
from peer.tui.board import Board, differing
from peer.tui.canvas import Span
from peer.tui.prefs import Prefs


def cards() -> Drawn:
    state = dealt(["4S 5H 6H 7H QD KC", "3D 5D"], melds=["7S 7D 7C"], upcard="JH")
    return seen(state, prefs=Prefs(speed="off"))


def tiles() -> Drawn:
    state = laid(["7r 8r 13k", "1r 2r"], "4r 5r 6r", "10k 11k 12k")
    return seen(state, rules=OFFICIAL, prefs=Prefs(speed="off"))


@asynccontextmanager
async def shown(
    table: Drawn, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[tuple[Pilot[Any], list[str]]]:
    """The app runs; what it asks for is in the list."""
    typed: list[str] = []
    async with TableApp(table.desk, typed.append).run_test(size=size) as pilot:
        yield pilot, typed


def screen(pilot: Pilot[Any]) -> str:
    """What Textual would write."""
    board = pilot.app.query_one(Board)
    rows = range(board.size.height)
    return "\n".join(board.row(y).text.rstrip() for y in rows)


async def test_keys_ask_for_what_the_footer_says() -> None:
    async with shown(cards()) as (pilot, typed):
        assert "S Draw" in screen(pilot)
        await pilot.press("s")
        assert typed == ["draw"]


@pytest.mark.parametrize("key", ["ctrl+q", "ctrl+c", "q", "Q"])
async def test_no_key_ends_the_game_unasked(key: str) -> None:
    async with shown(cards()) as (pilot, typed):
        await pilot.press(key)
        assert typed == ["quit"] and pilot.app.is_running


async def click(pilot: Pilot[Any], target: str, table: Drawn) -> None:
    size = pilot.app.size
    spots = table.painted(size.width, size.height).spots
    (spot,) = [spot for spot in spots if spot.target == target][:1]
    await pilot.click(offset=(spot.x, spot.y + spot.height // 2))


async def test_cards_piles_and_keys_can_be_clicked() -> None:
    table = cards()
    async with shown(table) as (pilot, typed):
        await click(pilot, "stock", table)
        await click(pilot, "pile", table)
        await click(pilot, "hand 3", table)
        assert table.desk.holding.chosen == ("7H",)
        await click(pilot, "key g", table)
        assert "The story so far" in screen(pilot)
        await pilot.click(offset=(0, 0))
        assert "The story so far" not in screen(pilot)
        assert typed == ["draw", "take JH"]


async def test_a_meld_can_be_clicked_to_lay_off_on_it() -> None:
    table = cards()
    table.does_by("s")
    async with shown(table) as (pilot, typed):
        await click(pilot, "hand 0", table)
        await click(pilot, "meld 0", table)
        assert table.desk.said == ["A♠ does not fit meld 1."] and not typed
        await click(pilot, "hand 0", table)
        await click(pilot, "hand 4", table)
        await click(pilot, "meld 0", table)
        assert typed == ["lay 7H 1"]


async def test_an_entry_of_a_menu_can_be_clicked() -> None:
    table = cards()
    table.does_by("s")
    table.press("home", "right", "right", "d")
    async with shown(table) as (pilot, typed):
        await click(pilot, "entry 0", table)
        assert typed == ["yes"]


async def test_tiles_can_be_moved_with_the_mouse() -> None:
    table = tiles()
    async with shown(table) as (pilot, typed):
        await click(pilot, "hand 0", table)
        await click(pilot, "hand 1", table)
        await click(pilot, "tile 1 0", table)
        assert table.desk.draft is not None
        assert table.desk.draft.sets[0] == ("4r", "5r", "6r", "7r", "8r")
        await click(pilot, "tile 1 0", table)
        await click(pilot, "room", table)
        assert table.desk.draft.sets[2] == ("4r",)
        await click(pilot, "key c", table)
        assert typed == ["done"]


async def test_the_size_may_change_at_any_time() -> None:
    async with shown(cards()) as (pilot, _):
        await pilot.resize_terminal(120, 40)
        assert "The story" in screen(pilot)
        await pilot.resize_terminal(60, 20)
        assert "The table needs 80 columns and 24 rows" in screen(pilot)
        await pilot.resize_terminal(80, 24)
        assert "▶ Mira (you)" in screen(pilot)


async def test_a_terminal_that_wants_no_colour_gets_grey(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with shown(cards()) as (pilot, typed):
        await pilot.resize_terminal(90, 30)
        await pilot.press("right", "space", "s")
        assert typed == ["draw"]
        picture = pilot.app.export_screenshot()
        colours = set(re.findall(r"r[0-9]+ \{ fill: (#[0-9a-f]{6})", picture))
        colours -= {"#c5c8c6"}  # of the frame that is drawn around it
        assert colours and all(c[1:3] == c[3:5] == c[5:7] for c in colours)


async def test_a_small_window_can_go_on_in_plain_lines() -> None:
    table = cards()
    async with shown(table, (60, 20)) as (pilot, typed):
        await pilot.press("p")
        assert pilot.app.return_value == "plain" and typed == []


async def test_text_scrolls_with_the_wheel() -> None:
    table = cards()
    async with shown(table) as (pilot, _):
        await pilot.press("question_mark")
        app = pilot.app
        assert isinstance(app, TableApp)
        app.on_mouse_scroll_down()
        assert table.desk.over is not None and table.desk.over.scroll == 1
        app.on_mouse_scroll_up()
        assert table.desk.over.scroll == 0


async def test_a_change_is_lit_for_a_while_and_stops_nobody() -> None:
    table = seen(dealt(["4S 5H", "3D 5D"], upcard="JH"), prefs=Prefs(speed="slow"))
    table.does_by("s")
    async with shown(table) as (pilot, typed):
        assert table.desk.lit == {"stock"}
        await pilot.press("d")
        assert typed == ["discard 4S"]


async def test_the_bell_rings_once_a_turn_if_it_is_wanted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rung: list[str] = []
    monkeypatch.setattr(TableApp, "bell", lambda app: rung.append("ring"))
    async with shown(cards()) as (pilot, _):
        await pilot.press("right")
    assert rung == []
    table = cards()
    table.desk.prefs.bell = True
    async with shown(table) as (pilot, _):
        await pilot.press("right", "left")
    assert rung == ["ring"]


def test_the_title_of_the_window_says_whose_turn_it_is() -> None:
    table = cards()
    assert table.desk.title == "* Your turn - Rummyroom"
    table.does_by("s")
    table.does_by("end", "d")
    assert table.desk.title == "Rummyroom"


def test_only_what_differs_is_written() -> None:
    old = (Span("hand 王 of", "felt"), Span(" cards", "dim"))
    carts = (Span("hand 王 of", "felt"), Span(" carts", "dim"))
    strong = (Span("hand 王 of", "strong"), Span(" cards", "dim"))
    assert differing(old, old) == []
    assert differing(old, carts) == [14]
    assert differing(old, strong) == [0, 1, 2, 3, 5, 6, 8, 9]  # blanks are alike
    assert differing(old, (Span("band 王 of cards", "felt"),)) == [0, *range(11, 16)]
