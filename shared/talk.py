"""What people may write to each other, one line of plain text, and their names."""

import unicodedata

MAX_TEXT = 200
"Characters."

MOST_MARKS = 4
"Marks on one letter; more of them pile up over other lines."


def spoken_text(text: str) -> str:
    """``text`` on one line, without what a screen could obey or be confused by.

    What controls, formats or turns the direction of writing is left out, and so are
    marks that pile up. Nothing in it means anything to a terminal; whoever puts it
    where markup is read has to escape it.
    """
    kept: list[str] = []
    marks = 0
    for char in text:
        kind = unicodedata.category(char)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if char in "\t\n\r":
            kept.append(" ")
        elif kind[0] != "C" and marks <= MOST_MARKS:
            kept.append(char)
    return " ".join("".join(kept).split())


def look(name: str) -> str:
    """What tells ``name`` apart at a glance: letters and digits, however written."""
    decomposed = unicodedata.normalize("NFKD", name).casefold()
    return "".join(c for c in decomposed if c.isalnum())


PRONOUNS = frozenset(
    look(word)
    for word in ("", "you", "your", "yours", "vous", "votre", "vôtre", "आप", "आपका")
)
"Looks of names that a sentence would make the reader of."
