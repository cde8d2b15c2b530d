"""What somebody said at the table, as a line for whoever reads it. Pure."""

from shared.phrases import CODES
from shared.tableview import TableView
from shared.talk import MAX_TEXT, spoken_text
from shared.wire import Said
from shared.words import say


def words(said: Said) -> str:
    """What was said, in the reader's language; plain text, no markup.

    Empty if it is a phrase that this program does not know.
    """
    if said.phrase:
        return say(f"phrase.{said.phrase}") if said.phrase in CODES else ""
    return spoken_text(said.text)[:MAX_TEXT]


def heard(said: Said, table: TableView) -> str:
    """Who said it, and what; empty if this program does not know that."""
    what = words(said)
    if not what:
        return ""
    if said.seat is None:
        return say("said.watcher", name=spoken_text(said.watcher), what=what)
    name = spoken_text(table.seats[said.seat].name)
    return say("said", name=name or say("seat.player", number=said.seat + 1), what=what)
