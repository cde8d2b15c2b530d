"""Boxes over the table. Pure."""

from peer.tui.canvas import Canvas, uneven, width_of, wrapped
from peer.tui.menu import Menu
from peer.tui.writing import Writing
from shared.talk import MAX_TEXT
from shared.words import say

READ = 72
"Columns of a text to read, at most."

LEAST_READ = 4
"Rows for what is said above lines to choose from, if there are many of these."


def menu_box(canvas: Canvas, over: Menu) -> None:
    """A menu in the middle of the screen, or text that can be scrolled.

    One with a text of uncertain width reaches to the right edge.
    """
    width = min(canvas.width - 8, READ)
    lines = [row for line in over.lines for row in _wrapped(line, width - 4)]
    above = 1 + min(len(lines) + 1, LEAST_READ) if lines else 0
    entries = _in_sight(over, canvas.height - 5 - above)
    most = canvas.height - 6 - len(entries) - bool(lines and entries)
    over.scroll = max(0, min(over.scroll, len(lines) - most))
    shown = lines[over.scroll : over.scroll + most]
    gap = bool(shown and entries)
    hint = say("term.tui.menu.choose") if over.entries else say("term.tui.menu.scroll")
    labels = [entry.label for entry in over.entries]
    inner = max(
        width_of(over.title) + 2,
        width_of(hint),
        *(width_of(line) for line in shown or [""]),
        *(width_of(one.label) + 3 + 2 * bool(one.key) for one in over.entries),
        36,
    )
    width = min(canvas.width - 2, inner + 4)
    height = len(shown) + gap + len(entries) + 4
    x, y = (canvas.width - width) // 2, max(1, (canvas.height - height) // 2)
    if uneven("".join([over.title, hint, *shown, *labels])):
        x = canvas.width - width
    canvas.clear_uneven(x, y, height)
    canvas.fill(x, y, width, height, "box")
    canvas.spot(x, y, width, height, "box")
    end = canvas.put(x + 2, y + 1, over.title, "box-strong")
    if len(lines) > most > 0:
        counts = (len(shown), len(lines))
        _where(canvas, over.scroll, x + width - 2, y + 1, end, counts)
    for row, line in enumerate(shown):
        canvas.put(x + 2, y + 2 + row, line, "box")
    if len(entries) < len(over.entries):
        _where(canvas, entries.start, x + width - 2, y + 1, end, _counts(over, entries))
    _entries(canvas, over, entries, x, y + 2 + len(shown) + gap, width)
    canvas.put(x + 2, y + height - 1, hint, "box-dim", width - 3)


def writing_box(canvas: Canvas, writing: Writing) -> None:
    """A line that is written, above the cards of the player."""
    width, x, y = min(canvas.width - 2, READ), 1, 3
    shown = writing.shown(width - 4)
    form = writing.form
    title = form.title if form else say("term.tui.write")
    hint = say("term.tui.form.how") if form else say("term.tui.write.how")
    if uneven("".join([title, hint, shown])):
        x = canvas.width - width
    canvas.clear_uneven(x, y, 5)
    canvas.fill(x, y, width, 5, "box")
    canvas.spot(x, y, width, 5, "box")
    end = canvas.put(x + 2, y + 1, title, "box-strong")
    many = say("term.tui.write.many", written=len(writing.text), most=MAX_TEXT)
    if form is None and end + 2 + width_of(many) <= x + width - 2:
        canvas.put(x + width - 2 - width_of(many), y + 1, many, "box-dim")
    canvas.put(x + 2, y + 2, shown, "box")
    canvas.put(x + 2, y + 4, hint, "box-dim", width - 3)


def _in_sight(over: Menu, room: int) -> range:
    """The entries that are shown: all, or as many as there is room for."""
    count = len(over.entries)
    if count <= room:
        return range(count)
    start = max(0, min(over.at - room // 2, count - room))
    return range(start, start + room)


def _counts(over: Menu, entries: range) -> tuple[int, int]:
    return len(entries), len(over.entries)


def _where(
    canvas: Canvas, start: int, right: int, y: int, end: int, lines: tuple[int, int]
) -> None:
    """Which lines of how many are shown, if there is room for it."""
    first, last = start + 1, start + lines[0]
    where = say("term.tui.menu.where", first=first, last=last, all=lines[1])
    if end + 2 + width_of(where) <= right:
        canvas.put(right - width_of(where), y, where, "box-dim")


def _entries(
    canvas: Canvas, over: Menu, entries: range, x: int, y: int, width: int
) -> None:
    for row, number in enumerate(entries, y):
        entry, at = over.entries[number], number == over.at
        ink = "box-at" if at else "box"
        canvas.put(x + 1, row, "▶ " if at else "  ", ink, width - 2)
        end = x + 3
        if entry.key:
            key = "box-at" if at else "box-key"
            end = canvas.put(end, row, f"{entry.key.upper()} ", key)
        canvas.put(end, row, entry.label, ink, x + width - 1 - end)
        canvas.spot(x + 1, row, width - 2, 1, f"entry {number}")


def _wrapped(line: str, width: int) -> list[str]:
    return wrapped(line, width, "  ")
