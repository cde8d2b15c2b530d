"""Cards and tiles are carried with the mouse."""

from typing import Any

from dealt import dealt
from drawn import Drawn, seen
from test_tui_app import cards, click, shown, tiles
from textual.pilot import Pilot

from peer.tui.prefs import Prefs


async def drag(pilot: Pilot[Any], table: Drawn, source: str, target: str) -> None:
    """Press the button on one, let it go on the other."""
    size = pilot.app.size
    places = {
        spot.target: (spot.x, spot.y + spot.height // 2)
        for spot in table.painted(size.width, size.height).spots
    }
    await pilot.mouse_down(offset=places[source])
    await pilot.hover(offset=places[target])
    await pilot.mouse_up(offset=places[target])


async def test_a_card_gets_another_place_in_the_own_order() -> None:
    table = cards()
    async with shown(table) as (pilot, typed):
        assert table.desk.holding.row == ("4S", "5H", "6H", "7H", "QD", "KC")
        await drag(pilot, table, "hand 0", "hand 4")
        assert table.desk.holding.row == ("5H", "6H", "7H", "QD", "4S", "KC")
        await drag(pilot, table, "hand 5", "hand 0")
        assert table.desk.holding.row == ("KC", "5H", "6H", "7H", "QD", "4S")
        assert table.desk.holding.order == "own" and table.desk.holding.picked == []
        await pilot.press("u", "u")
        assert table.desk.holding.row == ("4S", "5H", "6H", "7H", "QD", "KC")
        assert typed == []


async def test_to_the_discard_pile() -> None:
    table = cards()
    async with shown(table) as (pilot, typed):
        await drag(pilot, table, "hand 5", "pile")
        assert typed == [] and table.desk.said == [table.desk.headline]
    table.does_by("s")
    table.press("space")
    async with shown(table) as (pilot, typed):
        place = table.desk.holding.row.index("KC")
        await drag(pilot, table, f"hand {place}", "pile")
        assert typed == ["discard KC"]


async def test_to_a_meld() -> None:
    table = cards()
    table.does_by("s")
    async with shown(table) as (pilot, typed):
        place = table.desk.holding.row.index("7H")
        await drag(pilot, table, f"hand {place}", "meld 0")
        assert typed == ["lay 7H 1"]
        place = table.desk.holding.row.index("KC")
        await drag(pilot, table, f"hand {place}", "meld 0")
        assert table.desk.said == ["K♣ does not fit meld 1."] and len(typed) == 1
        assert table.desk.holding.picked == []


async def test_from_the_piles_to_the_hand() -> None:
    table = cards()
    async with shown(table) as (pilot, typed):
        await drag(pilot, table, "stock", "hand 2")
        await drag(pilot, table, "pile", "hand 2")
        assert typed == ["draw", "take JH"]


async def test_tiles_go_to_a_set_or_make_a_new_one() -> None:
    table = tiles()
    async with shown(table) as (pilot, typed):
        await drag(pilot, table, "hand 0", "tile 1 0")
        assert table.desk.draft is not None
        assert table.desk.draft.sets[0] == ("4r", "5r", "6r", "7r")
        await drag(pilot, table, "tile 2 0", "room")
        assert table.desk.draft.sets[1:] == (("11k", "12k"), ("10k",))
        await drag(pilot, table, "tile 3 0", "tile 2 0")
        assert table.desk.draft.sets[1] == ("10k", "11k", "12k")
        before = table.desk.draft.sets
        await drag(pilot, table, "tile 1 0", "tile 1 2")
        assert table.desk.draft.sets == before
        assert typed == [] and not table.desk.picks.picked


async def test_what_is_let_go_elsewhere_stays() -> None:
    state = dealt(["4S 5H 6H", "3D 5D"], upcard="JH")
    table = seen(state, prefs=Prefs(speed="off"))
    async with shown(table) as (pilot, typed):
        row = table.desk.holding.row
        await pilot.mouse_down(offset=(3, 17))
        await pilot.mouse_up(offset=(60, 10))
        assert table.desk.holding.row == row and typed == []


async def test_a_click_after_it_is_a_click_again() -> None:
    table = cards()
    async with shown(table) as (pilot, _):
        await drag(pilot, table, "hand 0", "hand 1")
        await click(pilot, "hand 3", table)
        assert table.desk.holding.chosen == ("7H",)
