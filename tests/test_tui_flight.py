"""A card on its way over the drawn table."""

import asyncio
from typing import Any

from dealt import dealt
from drawn import Drawn, seen
from spoken import speaking
from test_tui_app import screen, shown
from textual.pilot import Pilot

from peer.tui.app import TableApp
from peer.tui.board import Board
from peer.tui.flight import FRAMES, Flight, draw
from peer.tui.prefs import Prefs
from shared.actions import Discard, Draw

PATIENCE = 10.0
"Seconds after which a card that does not arrive is lost."

HAND = "4S 5H 6H 7H QD KC"


def cards(speed: str = "normal") -> Drawn:
    state = dealt([HAND, "3D 5D"], melds=["7S 7D 7C"], upcard="JH")
    return seen(state, prefs=Prefs(speed=speed))


def test_what_is_drawn_goes_to_the_hand_and_what_is_discarded_to_the_pile() -> None:
    table = cards()
    table.does_by("t")
    place = table.desk.holding.row.index("JH")
    assert table.desk.flight == Flight("pile", f"hand {place}", "JH")
    table.does_by("home", "d")
    assert table.desk.flight == Flight("hand 0", "pile", "4S")


def test_what_others_draw_stays_hidden() -> None:
    table = cards()
    table.does_by("s")
    table.does_by("d")
    table.happens(Draw("stock"))
    assert table.desk.flight == Flight("stock", "seat 1", None)
    table.happens(Discard(table.rules.view(table.state, 1).may_discard[0]))
    assert table.desk.flight is not None and table.desk.flight.target == "pile"


def test_a_card_that_is_laid_goes_to_its_meld() -> None:
    table = cards()
    table.does_by("s")
    table.does_by("l")
    assert table.desk.flight is not None
    assert table.desk.flight.target == "meld 0" and table.desk.flight.card == "7H"


def test_each_picture_shows_it_nearer() -> None:
    table, found = cards(), []
    for frame in range(1, FRAMES + 1):
        canvas = table.painted()
        before = canvas.text()
        draw(canvas, Flight("pile", "hand 3", "AS"), frame)
        lines = zip(before.splitlines(), canvas.text().splitlines(), strict=True)
        (row,) = [n for n, (old, new) in enumerate(lines) if old != new]
        found.append(row)
    assert found == sorted(set(found))


def test_it_pushes_no_text_of_uncertain_width() -> None:
    with speaking("hi"):
        canvas = cards().painted()
        (y, tail) = max(canvas.tails().items())
        assert tail.x < 40
        before = canvas.text()
        canvas.spot(40, y, 4, 1, "there")
        draw(canvas, Flight("there", "there", "AS"), 1)
        assert canvas.text() == before


def flies(pilot: Pilot[Any], table: Drawn) -> Board:
    """A card is taken, and the table shown."""
    assert isinstance(pilot.app, TableApp)
    table.does_by("t")
    pilot.app.show()
    return pilot.app.query_one(Board)


def flying(board: Board) -> bool:
    return board._flight is not None


async def test_a_key_ends_it_and_does_what_it_does() -> None:
    table = cards("slow")
    async with shown(table) as (pilot, typed):
        board = flies(pilot, table)
        assert flying(board)
        await pilot.press("d")
        assert typed == ["discard 4S"] and not flying(board)


async def test_it_arrives() -> None:
    table = cards("fast")
    async with shown(table) as (pilot, _):
        board = flies(pilot, table)
        async with asyncio.timeout(PATIENCE):
            while flying(board):
                await pilot.pause(0.01)
        assert screen(pilot) == table.painted().text()


async def test_nothing_moves_when_it_is_off() -> None:
    table = cards("off")
    async with shown(table) as (pilot, _):
        board = flies(pilot, table)
        assert not flying(board) and table.desk.flight is None
