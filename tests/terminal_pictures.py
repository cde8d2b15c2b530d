"""
Pictures of the drawn table for a person to look at: make screenshots.

With --keep those in tests/pictures are made anew; look at them before a commit.
"""

import asyncio
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from dealt import dealt
from drawn import Drawn, seen
from ginhands import CGIO as GIN
from ginhands import gin
from msgspec.structs import replace
from seated import FREE, bot, person
from tiled import OFFICIAL, laid

from peer.tui.app import TableApp
from peer.tui.desk import Room
from peer.tui.inks import Theme
from peer.tui.prefs import Prefs
from shared.actions import Discard, Draw, Knock, Pass

SIZES = ((80, 24), (120, 40))
THEMES: tuple[Theme, ...] = ("dark", "light")
PEOPLE = (person("Mira"), person("Bob"), bot("Ada"))


def cards(prefs: Prefs) -> Drawn:
    """The middle of a turn of Basic Rummy."""
    state = dealt(
        ["4S 5H 6H 7H QD QC KC 9D 2S", "3D 5D 8D", "2H 2D"],
        melds=["7S 7D 7C", "9C TC JC", "KS KH KD"],
        owners=[1, 2, 0],
        upcard="JH",
        pile="3H",
    )
    table = seen(state, seats=PEOPLE, prefs=prefs, hand=2, scores=(35, 20, 55))
    table.does_by("s")
    table.press("right", "right", "space")
    return table


def warning(prefs: Prefs) -> Drawn:
    """The question before a discard with a better use."""
    table = cards(prefs)
    table.press("escape", "home", *["right"] * 4, "d")
    return table


def knocking(prefs: Prefs) -> Drawn:
    """Gin, with a knock at hand."""
    state = gin(
        ["4S 5S 6S 9H 9D 9C QD QC QH 3C", "2H 5H 6H 8D TD 8S JD JC AH KD"], upcard="JH"
    )
    table = seen(state, rules=GIN, prefs=prefs, hand=1, scores=(12, 40))
    table.does_by("s")
    return table


def tiles(prefs: Prefs) -> Drawn:
    """Rummikub, with a turn half tried out."""
    state = laid(
        ["7r 8r 9r 13k 13b 3o 5k 6k J 10o 11o 1b 2b 12r", "1r 2r", "3r 4r"],
        "4r 5r 6r",
        "10k 11k 12k 13k",
        "7b 7k 7o",
        "1r 1k 1o",
        "5b 6b 7b 8b 9b",
        "3r 3b 3k",
    )
    table = seen(state, rules=OFFICIAL, seats=PEOPLE, prefs=prefs, hand=1)
    table.press("space", "right", "space", "1", "enter")
    table.press("up", "right", "right", "space", "down", "right")
    return table


def broken(prefs: Prefs) -> Drawn:
    """Rummikub, with a table that is not valid."""
    table = tiles(prefs)
    table.press("n")
    return table


def lobby(prefs: Prefs) -> Drawn:
    """Before the first hand, at the host."""
    table = Drawn(person("Mira"), bot("Ada"), FREE, host=True, prefs=prefs)
    table.updated(phase="lobby", hand=0)
    link = "https://cards.example.org/#7KQ-M3X-WD9"
    command = "rummyroom join 7KQ-M3X-WD9 --server https://cards.example.org"
    table.desk.room = Room("7KQ-M3X-WD9", link, command)
    return table


def ended(prefs: Prefs) -> Drawn:
    """The end of a hand of gin."""
    table = knocking(prefs)
    view = table.guest.view
    assert view is not None
    best = min(view.may_knock, key=lambda spread: spread.deadwood)  # type: ignore[union-attr]
    table.happens(Knock(best.discard, best.melds))
    while table.guest.view is not None and table.guest.view.turn is not None:
        table.happens(Pass())
    table.desk.verdict = [
        ("Your program has verified the deal of hand 1.", False),
        ("Table mark: 4f2a-91c7.", False),
        ("Deal verified by all 2 players.", False),
    ]
    return table


def help_page(prefs: Prefs) -> Drawn:
    """The page of help."""
    table = cards(prefs)
    table.press("question_mark")
    return table


def options(prefs: Prefs) -> Drawn:
    """The page of options."""
    table = cards(prefs)
    table.press("comma", "down")
    return table


def waiting(prefs: Prefs) -> Drawn:
    """Another's turn in a crowded hand, in letters and lines."""
    state = dealt(["4S 5H 6H 7H QD QC KC 9D 2S", "3D 5D 8D", "2H 2D"], upcard="JH")
    table = seen(state, seats=PEOPLE, prefs=prefs, hand=2, scores=(35, 20, 55))
    table.happens(Draw("stock"))
    table.happens(Discard("KC"))
    prefs.deck = "ascii"
    return table


SCREENS: tuple[Callable[[Prefs], Drawn], ...] = (
    cards,
    warning,
    knocking,
    tiles,
    broken,
    lobby,
    ended,
    help_page,
    options,
    waiting,
)


KEPT: dict[str, tuple[Callable[[Prefs], Drawn], Prefs, tuple[int, int]]] = {
    "cards": (cards, Prefs(), (80, 24)),
    "tiles": (tiles, Prefs(), (80, 24)),
    "lobby": (lobby, Prefs(), (80, 24)),
    "warning": (warning, Prefs(theme="light", deck="two"), (80, 24)),
    "ended": (ended, Prefs(theme="light"), (80, 24)),
    "large": (broken, Prefs(shapes=True), (120, 40)),
}
"These are compared with what is in PICTURES; the first three are in the README."

PICTURES = Path(__file__).with_name("pictures")


async def svg(table: Drawn, size: tuple[int, int]) -> str:
    """The screen as Textual draws it, with nothing that has to be fetched."""
    table.desk.dim()  # what has changed is lit for a while only
    app = TableApp(table.desk, lambda line: None)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        picture = app.export_screenshot(title="Rummyroom", simplify=True)
    picture = re.sub(r"@font-face \{.*?\}", "", picture, flags=re.DOTALL)
    picture = re.sub(r"<!--.*?-->", "", picture)
    picture = picture.replace("<text ", '<text xml:space="preserve" ')
    return "\n".join(line.rstrip() for line in picture.splitlines() if line.strip())


def look_at_all(folder: Path) -> None:
    """Every screen in both themes and sizes, as PNG."""
    folder.mkdir(parents=True, exist_ok=True)
    for draw in SCREENS:
        for theme in THEMES:
            for size in SIZES:
                name = f"terminal-{draw.__name__}-{theme}-{size[0]}x{size[1]}"
                drawing = asyncio.run(svg(draw(Prefs(theme=theme)), size))
                file = folder / f"{name}.svg"
                file.write_text(drawing)
                subprocess.run(
                    ["rsvg-convert", "-o", str(file.with_suffix(".png")), str(file)],
                    check=True,
                )
                file.unlink()


def keep() -> None:
    """What there is now becomes what the tests compare with."""
    PICTURES.mkdir(exist_ok=True)
    for name, (draw, prefs, size) in KEPT.items():
        picture = asyncio.run(svg(draw(replace(prefs)), size))
        (PICTURES / f"{name}.svg").write_text(f"{picture}\n")


if __name__ == "__main__":
    if sys.argv[1:] == ["--keep"]:
        keep()
    else:
        look_at_all(Path(sys.argv[1]))
