"""Screens of the drawn table that are about the table: clocks, votes, its menus."""

from collections.abc import Callable

from drawn import Drawn
from msgspec.structs import replace
from seated import FREE, bot, person
from terminal_pictures import cards, lobby, tiles

from peer.tui.prefs import Prefs
from shared.clock import ClockView, Control
from shared.tableview import VoteView

CLOCK = ClockView(Control(turn=45), (9_000, 45_000, 45_000), runs=0, pauses=(3, 3, 3))
HELD = replace(CLOCK, holds=42_000, why="pause", asked=1)
VOTE = VoteView(
    number=1,
    what="void",
    asker=1,
    said=(None, True, None),
    voters=(0, 1),
    left=30,
    outcome="open",
)


def pressed(table: Drawn, *keys: str) -> Drawn:
    table.press(*keys)
    return table


def hurried(prefs: Prefs) -> Drawn:
    """Cards, with little time left."""
    table = cards(prefs)
    table.updated(clock=CLOCK)
    return table


def voting(prefs: Prefs) -> Drawn:
    """Cards, while a clock stands and all are asked for something."""
    table = cards(prefs)
    table.updated(clock=HELD, vote=VOTE)
    return table


def voting_on_tiles(prefs: Prefs) -> Drawn:
    """Tiles, the same."""
    table = tiles(prefs)
    table.updated(clock=HELD, vote=VOTE)
    return table


def ballot(prefs: Prefs) -> Drawn:
    """What is the answer?"""
    return pressed(voting(prefs), "y")


def table_menu(prefs: Prefs) -> Drawn:
    """All about the table."""
    return pressed(hurried(prefs), "f")


def asking(prefs: Prefs) -> Drawn:
    """Shall everybody be asked?"""
    return pressed(hurried(prefs), "f", "down", "enter")


def terms(prefs: Prefs) -> Drawn:
    """How it is run."""
    return pressed(lobby(prefs), "f", "t")


def clocks(prefs: Prefs) -> Drawn:
    """Which clock?"""
    return pressed(lobby(prefs), "f", "t", *["down"] * 5, "enter")


def typing(prefs: Prefs) -> Drawn:
    """Another clock is typed."""
    table = pressed(clocks(prefs), "t")
    table.keys.press("9", "9")
    return table


def game(prefs: Prefs) -> Drawn:
    """What is played."""
    return pressed(lobby(prefs), "f", "g")


def length(prefs: Prefs) -> Drawn:
    """How long a match is."""
    return pressed(lobby(prefs), "f", "g", "h")


def seat(prefs: Prefs) -> Drawn:
    """What can be done about somebody's seat."""
    table = Drawn(person("Mira"), person("Bob"), bot("Ada"), FREE, host=True)
    table.updated(phase="between", hand=1)
    return pressed(table, "e", "2")


def patience(prefs: Prefs) -> Drawn:
    """How much time somebody has."""
    return pressed(seat(prefs), "p")


def kicking(prefs: Prefs) -> Drawn:
    """Is that meant?"""
    return pressed(seat(prefs), "k")


def going(prefs: Prefs) -> Drawn:
    """A guest who plays leaves."""
    return pressed(voting(prefs), "q")


def six(prefs: Prefs) -> Drawn:
    """Six seats with a clock each."""
    table = Drawn(*map(person, ("Mira", "Bob", "Ann", "Eve", "Zoe", "Bartholomew")))
    clock = ClockView(Control(turn=45), (45_000,) * 6, runs=1, pauses=(3,) * 6)
    table.updated(phase="hand", clock=clock, scores=(0,) * 6)
    return table


SETTLED: tuple[Callable[[Prefs], Drawn], ...] = (
    hurried,
    voting,
    voting_on_tiles,
    ballot,
    table_menu,
    asking,
    terms,
    clocks,
    typing,
    game,
    length,
    seat,
    patience,
    kicking,
    going,
    six,
)
