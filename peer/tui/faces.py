"""Cards and tiles as blocks of paper. Pure."""

from collections.abc import Sequence
from typing import NamedTuple

from peer.tui.canvas import Canvas
from shared.cards import Card
from shared.tiles import Tile

SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}

SHAPES = {"r": "●", "b": "■", "k": "▲", "o": "○"}
"A shape for each colour of tiles, as colours alone cannot be told apart by everybody."


class Size(NamedTuple):
    """Of one card."""

    width: int
    height: int


SMALL = Size(5, 3)
LARGE = Size(7, 4)

TILE = Size(4, 2)


def short(card: Card) -> str:
    """A card with its sign: ``10♥``, ``J♣'``, ``joker``."""
    mark = "'" * card.count("'")
    bare = card.rstrip("'")
    if bare == "J":
        return f"joker{mark}"
    rank = "10" if bare[0] == "T" else bare[0]
    return f"{rank}{SUITS[bare[1]]}{mark}"


def signed(text: str) -> str:
    """A sentence with cards in notation, with their signs instead."""
    words = text.split(" ")
    return " ".join(map(_signed, words))


def _signed(word: str) -> str:
    bare = word.rstrip(".,:;?!")
    card = bare.rstrip("'")
    is_card = len(card) == 2 and card[0] in "A23456789TJQK" and card[1] in SUITS
    return short(bare) + word[len(bare) :] if is_card else word


def printed(card: Card) -> str:
    """What decides the ink of a card or tile: its suit, its colour, or ``J``."""
    bare = card.rstrip("'")
    return "J" if bare == "J" else bare[-1]


class Look(NamedTuple):
    """In which state something lies there."""

    picked: bool = False
    at: bool = False
    "The cursor is on it."

    under: bool = False
    "The next card lies over it."

    lined: bool = False
    "Drawn with lines, for terminals without colours."

    tight: bool = False
    "Most of it is covered, so the sign starts at its edge."


def ink(card: Card, look: Look) -> str:
    """The ink of a card or tile in that state."""
    paper = "picked" if look.picked else "under" if look.under else "paper"
    return f"{paper}{'+' if look.at else ''}:{printed(card)}"


def card(canvas: Canvas, x: int, y: int, face: Card, size: Size, look: Look) -> None:
    """A card face up."""
    paint = ink(face, look._replace(at=False))
    blank = f"{paint.partition(':')[0]}:S"
    if look.lined:
        for row, line in enumerate(_lined(face, size)):
            canvas.put(x, y + row, line, paint)
        return
    for row in range(size.height):
        canvas.put(x, y + row, " " * size.width, blank)
    name, sign = _printed(face)
    edge = 0 if look.tight or len(name) > size.width - 2 else 1
    canvas.put(x + edge, y, name, paint)
    canvas.put(x + size.width - 2, y + size.height - 1, sign, paint)


def _printed(face: Card) -> tuple[str, str]:
    """What stands in two corners; the rest is blank, in an ink all cards share."""
    name = short(face)
    if name.startswith("joker"):
        return name.replace("joker", "Jkr"), "*"
    return name, SUITS[face[1]]


def _lined(face: Card, size: Size) -> list[str]:
    edge = f"+{'-' * (size.width - 2)}+"
    name = short(face).replace("joker", "Jkr").replace("10", "T")
    inside = f"|{name:<{size.width - 2}}|"
    blank = f"|{' ' * (size.width - 2)}|"
    return [edge, inside, *[blank] * (size.height - 3), edge]


def back(canvas: Canvas, x: int, y: int, size: Size, lined: bool) -> None:
    """A card face down."""
    for row in range(size.height):
        edge = lined and row in (0, size.height - 1)
        line = f"+{'-' * (size.width - 2)}+" if edge else "░" * size.width
        canvas.put(x, y + row, line, "back")


def slot(canvas: Canvas, x: int, y: int, size: Size, text: str) -> None:
    """A place where no card lies."""
    for row in range(size.height):
        canvas.put(x, y + row, text if row == 1 else "", "slot", size.width)


def step(count: int, size: Size, room: int) -> int:
    """From one card of a row to the next; less than a card if they overlap."""
    if count < 2:
        return size.width + 1
    return max(2, min(size.width + 1, (room - size.width) // (count - 1)))


def fan_width(count: int, size: Size) -> int:
    """How wide a meld is."""
    return (size.width - 1) * (count - 1) + size.width


def fan(
    canvas: Canvas, x: int, y: int, cards: Sequence[Card], size: Size, lined: bool
) -> None:
    """A meld, each card over the edge of the one before."""
    for number, face in enumerate(cards):
        under = number < len(cards) - 1
        look = Look(under=under and number % 2 == 1, lined=lined)
        card(canvas, x + (size.width - 1) * number, y, face, size, look)


def mark_of(tile: Tile, shapes: bool) -> str:
    """The letter or the shape of a tile's colour."""
    return SHAPES[tile[-1]] if shapes else tile[-1]


def tile(canvas: Canvas, x: int, y: int, face: Tile, look: Look, shapes: bool) -> None:
    """A tile with its number above its colour."""
    paint = ink(face, look._replace(at=False))
    joker = face == "J"
    number, mark = ("J", "*") if joker else (face[:-1], mark_of(face, shapes))
    canvas.put(x, y, f" {number:>2} ", paint)
    canvas.put(x, y + 1, f"  {mark} ", paint)


def low_card(canvas: Canvas, x: int, y: int, face: Card, look: Look) -> None:
    """A card in two rows of four cells, for many that are only looked at."""
    name, sign = _printed(face)
    paint = ink(face, look)
    canvas.put(x, y, f"{name:<3} ", paint)
    canvas.put(x, y + 1, f"  {sign} ", paint)


def low_tile(face: Tile, look: Look, shapes: bool) -> str:
    """A tile of the table in one row of five cells."""
    joker = face == "J"
    inside = " J*" if joker else f"{face[:-1]:>2}{mark_of(face, shapes)}"
    left, right = brackets(look)
    return f"{left}{inside}{right}"


def brackets(look: Look) -> tuple[str, str]:
    """What stands beside a tile of the table, so that no colour has to be seen."""
    if look.at:
        return "‹", "›"
    return ("[", "]") if look.picked else (" ", " ")
