"""The page of help: how the keys work, and what is played. Pure."""

from peer.manual import aims
from peer.tui.desk import Desk

KEYS = (
    "Arrows      move along your hand",
    "Space, Up   pick a card, or put it back",
    "Down        put all picked cards back",
    "Enter       show all that can be done now",
    "< and >     move the card under the cursor: your own order",
    "O           order by suit, by rank, or your own, which is kept",
    "S T         draw from the stock, take from the pile",
    "M L         lay down a meld, lay off on a meld",
    "D K         discard and end the turn; knock",
    "H           a hint",
    "U           undo what has not been sent",
    "G           the story of the hand",
)

TILE_KEYS = (
    "Arrows      move along your rack; Up goes to the table, Tab to and fro",
    "Space       pick a tile, of the rack or of the table",
    "N           put what is picked into a new set",
    "Enter       on the table: put what is picked into that set",
    "5 Enter     put what is picked into set 5",
    "U           undo a step; R resets the turn",
    "C           commit: end your turn with the table as it is",
    "S           draw a tile instead, P passes",
    "O           order by colour, by number, or your own; < and > move a tile",
    "H G         a hint; the story of the hand",
)

ALWAYS = (
    ", or F2     options: colours, decks, warnings, bell",
    "Q           leave the table; it asks before",
    "Every key of the bottom line can be clicked, and so can cards, melds and piles.",
)


def help_lines(desk: Desk) -> list[str]:
    """All of it for the game that is played."""
    game = desk.table.game if desk.table else "basic"
    keys = TILE_KEYS if game == "rummikub" else KEYS
    rules = desk.plain.typed("rules")
    how = rules if isinstance(rules, list) else []
    return [*keys, *ALWAYS, "", *aims(game), "", *how]
