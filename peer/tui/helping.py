"""The page of help: how the keys work, and what is played. Pure."""

from peer.manual import aims
from peer.tui.desk import Desk
from shared.words import say

KEYS = (
    "cards.move",
    "cards.pick",
    "cards.drop",
    "cards.offer",
    "cards.carry",
    "cards.order",
    "cards.draw",
    "cards.lay",
    "cards.end",
    "cards.hint",
    "cards.undo",
    "cards.log",
    "cards.drag",
)

TILE_KEYS = (
    "tiles.move",
    "tiles.pick",
    "tiles.newset",
    "tiles.here",
    "tiles.number",
    "tiles.undo",
    "tiles.commit",
    "tiles.draw",
    "tiles.order",
    "tiles.hint",
)

WATCH_KEYS = ("audience.sees", "audience.log", "audience.opened")

ALWAYS = (
    "always.say",
    "always.people",
    "always.table",
    "always.minute",
    "always.answer",
    "always.options",
    "always.leave",
    "always.click",
)


def help_lines(desk: Desk) -> list[str]:
    """All of it for the game that is played."""
    game = desk.table.game if desk.table else "basic"
    keys = TILE_KEYS if game == "rummikub" else KEYS
    names = (*(WATCH_KEYS if desk.watches else keys), *ALWAYS)
    shown = [say(f"term.tui.help.{name}") for name in names]
    rules = desk.plain.typed("rules")
    how = rules if isinstance(rules, list) else []
    return [*shown, "", *aims(game), "", *how]
