"""The table of Basic Rummy and Gin, and one's own cards. Pure."""

import textwrap

from peer.scene import fits
from peer.tui import audience, faces
from peer.tui.canvas import Canvas, even, width_of, wrapped
from peer.tui.desk import Desk
from peer.tui.faces import LARGE, SMALL, Look, Size, short
from shared.view import MeldView, View
from shared.words import say


def paint(canvas: Canvas, desk: Desk, view: View, right: int, bottom: int) -> None:
    """Piles on the left, melds beside them, the hand below."""
    size = LARGE if bottom >= 30 and right >= 76 else SMALL
    hand = bottom - size.height - 3
    if view.seat is None:
        hand = audience.about(canvas, desk, bottom, right)
    else:
        _hand(canvas, desk, view, size, hand, right)
    talk = hand - 3
    told(canvas, desk, talk, right)
    lying(canvas, desk, view, right, talk, size)


def lying(
    canvas: Canvas, desk: Desk, view: View, right: int, bottom: int, size: Size
) -> None:
    """The piles and the melds."""
    left = _piles(canvas, desk, view, size, 4)
    melds(canvas, desk, view, (left, 4, right - left - 1, bottom - 4), size)


def told(
    canvas: Canvas,
    desk: Desk,
    y: int,
    right: int,
    rows: int = 2,
    beside: int | None = None,
) -> None:
    """What was said last, up to column ``beside``, and what the table waits for.

    That may take a row of what was said, and the sentence before the last is gone.
    """
    headline = desk.connection or desk.headline
    ink = "bad" if desk.connection else "good" if desk.our_turn else "strong"
    heads = textwrap.wrap(headline, right - 3)[: max(1, rows)]
    rows -= len(heads) - 1
    said = (beside or right) - 4
    shown = _said(desk, said, rows)
    for row, line in enumerate(shown, rows - len(shown)):
        canvas.put(1, y + row, line, "felt", said + 2)
    for row, line in enumerate(heads, rows):
        canvas.put(1, y + row, line, ink, right - 2)


def _said(desk: Desk, width: int, rows: int) -> list[str]:
    """The last of it; what somebody says takes one row, and the game the others."""
    newest = wrapped(desk.speech.newest, width)[:1] if desk.speech.newest else []
    lines = [row for line in desk.said for row in wrapped(line, width)]
    room = max(0, rows - len(newest))
    return [*newest, *(lines[-room:] if room else [])][:rows]


def _piles(canvas: Canvas, desk: Desk, view: View, size: Size, y: int) -> int:
    """The stock and the discard pile; the column from which there is room."""
    lined = desk.prefs.deck == "ascii"
    stock, pile, right = places_of_piles(view, size)
    if view.stock:
        faces.back(canvas, stock, y, size, lined)
    else:
        faces.slot(canvas, stock, y, size, even(say("term.tui.slot.none"), "--"))
    if view.upcard is not None:
        look = Look(lined=lined)
        faces.card(canvas, pile, y, view.upcard, size, look)
    else:
        text = say("term.tui.slot.down") if view.discards else say("term.tui.slot.none")
        faces.slot(canvas, pile, y, size, even(f" {text}", " --"))
    below = y + size.height
    counts = _counts(view.stock, view.discards)
    for x, name, text in zip((stock, pile), ("stock", "pile"), counts, strict=True):
        ink = "lit" if name in desk.lit else "dim"
        canvas.put(x - 1, below, f" {text} ", ink)
        canvas.spot(x, y, size.width, size.height + 1, name)
    for row, line in enumerate(_below_the_top(view, right - 2)):
        canvas.put(1, below + 1 + row, line, "dim")
    return right


def places_of_piles(view: View, size: Size) -> tuple[int, int, int]:
    """The columns of the stock, of the discard pile, and behind both."""
    stock, pile = map(width_of, _counts(max(view.stock, 10), max(view.discards, 10)))
    at = max(size.width + 7, stock + 4)
    return 2, at, max(at + size.width + 3, at + pile + 1)


def _counts(stock: int, pile: int) -> tuple[str, str]:
    """What stands under the piles; cards stand behind it in the same row."""
    return (
        even(say("term.tui.stock", count=stock), str(stock)),
        even(say("term.tui.pile", count=pile), str(pile)),
    )


def _below_the_top(view: View, width: int) -> list[str]:
    """The open cards of the discard pile, where they may be taken."""
    if not view.pile:
        return []
    shown = " ".join(map(short, view.pile[::-1]))
    return textwrap.wrap(shown, width)[:4]


def melds(
    canvas: Canvas,
    desk: Desk,
    view: View,
    box: tuple[int, int, int, int],
    size: Size,
) -> None:
    """The melds as cards where there is room, else a line each."""
    x, y, width, height = box
    owners = [owner(desk, meld.seat) for meld in view.melds]
    if not view.melds:
        nothing = say("term.tui.melds.none")
        if view.has_knock:
            nothing = say("term.tui.melds.held")
        for row, line in enumerate(textwrap.wrap(nothing, max(20, width - 1))):
            canvas.put(x, y + 1 + row, line, "dim")
    elif not any(
        _as_cards(canvas, desk, view, owners, box, size)
        for size in dict.fromkeys((size, SMALL))
    ):
        _as_lines(canvas, desk, view, owners, box)
    if view.unmatched:
        left = " ".join(map(short, view.unmatched))
        canvas.put(x, y + height - 1, say("term.tui.left", cards=left), "dim")


def owner(desk: Desk, seat: int) -> str:
    """Whose meld it is, with other things behind it in the row."""
    if seat == desk.people.me:
        return even(say("term.tui.mine"), f"#{seat + 1}")
    return even(say("term.tui.theirs", name=desk.people.name(seat)), f"#{seat + 1}")


def _fitting(view: View) -> dict[int, list[str]]:
    """Which cards of the hand fit each meld."""
    found: dict[int, list[str]] = {}
    for card, numbers in fits(view).items():
        for number in numbers:
            found.setdefault(number - 1, []).append(short(card))
    return found


def _label(number: int, owner: str, fitting: list[str]) -> str:
    end = f" ← {' '.join(fitting)}" if fitting else ""
    return f"{number + 1} {owner}{end}"


def _as_cards(
    canvas: Canvas,
    desk: Desk,
    view: View,
    owners: list[str],
    box: tuple[int, int, int, int],
    size: Size,
) -> bool:
    """Draw all melds as overlapping cards; False if they have no room."""
    x, y, width, height = box
    fitting = _fitting(view)
    places, at, row = [], x, y
    for number, meld in enumerate(view.melds):
        label = _label(number, owners[number], fitting.get(number, []))
        needs = max(faces.fan_width(len(meld.cards), size), width_of(label)) + 2
        if at > x and at + needs - 2 > x + width:
            at, row = x, row + size.height + 1
        places.append((at, row, label))
        at += needs
    if row + size.height + 1 > y + height or any(
        width_of(p[2]) > width for p in places
    ):
        return False
    lined = desk.prefs.deck == "ascii"
    for number, (meld, (left, top, label)) in enumerate(
        zip(view.melds, places, strict=True)
    ):
        lit = f"meld {number}" in desk.lit
        canvas.put(left, top, label, "lit" if lit else "dim")
        faces.fan(canvas, left, top + 1, meld.cards, size, lined)
        wide = max(faces.fan_width(len(meld.cards), size), width_of(label))
        canvas.spot(left, top, wide, size.height + 1, f"meld {number}")
    return True


def _as_lines(
    canvas: Canvas,
    desk: Desk,
    view: View,
    owners: list[str],
    box: tuple[int, int, int, int],
) -> None:
    """A line for each meld, in two columns if there are many."""
    x, y, width, height = box
    columns = 2 if len(view.melds) > height else 1
    each = width // columns
    fitting = _fitting(view)
    for number, meld in enumerate(view.melds):
        left, top = x + each * (number // height), y + number % height
        ink = "lit" if f"meld {number}" in desk.lit else "dim"
        end = canvas.put(left, top, f"{number + 1:>2} ", ink)
        end = _meld_line(canvas, end, top, meld) + 1
        fit = f"← {' '.join(fitting[number])}" if number in fitting else owners[number]
        canvas.put(end, top, fit, ink, max(0, left + each - 1 - end))
        canvas.spot(left, top, each - 1, 1, f"meld {number}")


def _meld_line(canvas: Canvas, x: int, y: int, meld: MeldView) -> int:
    for card in meld.cards:
        text = "Jkr" if short(card).startswith("joker") else short(card)
        x = canvas.put(x, y, f"{text:>3} ", faces.ink(card, Look()))
    return x


def _hand(
    canvas: Canvas, desk: Desk, view: View, size: Size, y: int, right: int
) -> None:
    """The cards, those picked a row higher, with marks below."""
    held = desk.holding
    canvas.put(1, y, _about_hand(desk, view), "dim", right - 2)
    row = held.row
    step = faces.step(len(row), size, right - 4)
    lined = desk.prefs.deck == "ascii"
    uses = fits(view)
    top = y + 2
    for place, card in enumerate(row):
        x = 2 + step * place
        picked, at = place in held.picked, place == held.cursor
        look = Look(
            picked,
            at,
            under=step <= size.width and place % 2 == 1,
            lined=lined,
            tight=step < 4,
        )
        faces.card(canvas, x, top - picked, card, size, look)
        if picked:
            blank = " " * size.width
            canvas.put(x, top - 1 + size.height, blank, "felt")
        room = size.width if place == len(row) - 1 else min(step, size.width)
        canvas.spot(x, top - 1, room, size.height + 2, f"hand {place}")
    for place, card in enumerate(row):
        room = step if place < len(row) - 1 else size.width + 1
        mark = _mark(desk, card, uses.get(card, []), room)
        ink = "good" if place == held.cursor else "dim"
        shown = f"▲{mark}" if place == held.cursor else f" {mark}"
        canvas.put(2 + step * place, top + size.height, shown[:room], ink)


def _mark(desk: Desk, card: str, melds: list[int], room: int) -> str:
    if card == desk.new:
        new = even(say("term.tui.new"), "*")
        return new if width_of(new) < room else "*"
    return f"→{melds[0]}" if melds else ""


def _about_hand(desk: Desk, view: View) -> str:
    held = desk.holding
    told = [say(f"term.tui.hand.{held.order}", count=len(held.row))]
    if held.picked:
        told.append(say("term.tui.picked", cards=" ".join(map(short, held.chosen))))
    if view.deadwood:
        values = {"deadwood": view.deadwood, "limit": view.knock_limit}
        told.append(say("term.tui.unmatched", **values))
    return " · ".join(told)
