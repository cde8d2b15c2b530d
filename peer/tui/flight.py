"""A card on its way from one place of the table to another. Pure."""

from typing import NamedTuple

from peer.tui import faces
from peer.tui.canvas import Canvas, Spot
from peer.tui.faces import Look
from peer.tui.holding import Holding
from shared.events import Discarded, Drew, Event, LaidDown, LaidOff, Seat

FRAMES = 3
"Pictures of a card on its way; each costs about half a kilobyte at the terminal."

WIDTH, HEIGHT = 4, 2


class Flight(NamedTuple):
    """Between two places, by the names of what can be clicked there."""

    source: str
    target: str

    card: str | None
    "None: face down."


def flight_of(event: Event, me: Seat | None, held: Holding) -> Flight | None:
    """The way of the card that an event is about, if there is one to show."""
    match event:
        case Drew(seat, source, card):
            there = "pile" if source == "discard" else "stock"
            return Flight(there, _home(seat, me, held, card), card)
        case Discarded(seat, card):
            return Flight(_home(seat, me, held, None), "pile", card)
        case LaidDown(seat, cards, meld):
            return Flight(_home(seat, me, held, None), f"meld {meld}", cards[0])
        case LaidOff(seat, card, meld):
            return Flight(_home(seat, me, held, None), f"meld {meld}", card)
        case _:
            return None


def _home(seat: Seat, me: Seat | None, held: Holding, card: str | None) -> str:
    """Where somebody's cards are."""
    if seat != me:
        return f"seat {seat}"
    return f"hand {held.row.index(card) if card in held.row else held.cursor}"


def draw(canvas: Canvas, flight: Flight, frame: int) -> None:
    """The card where it is in that picture of its way, from 1."""
    places = {spot.target: spot for spot in canvas.spots}
    source, target = places.get(flight.source), places.get(flight.target)
    if source is None or target is None:
        return
    x = _between(_middle(source)[0], _middle(target)[0], frame)
    y = _between(_middle(source)[1], _middle(target)[1], frame)
    tails = canvas.tails()
    if any(row in tails and tails[row].x < x + WIDTH for row in range(y, y + HEIGHT)):
        return  # it would push the text behind which it passes
    if flight.card is None:
        for row in range(HEIGHT):
            canvas.put(x, y + row, "░" * WIDTH, "back")
    else:
        faces.low_card(canvas, x, y, flight.card, Look())


def _middle(spot: Spot) -> tuple[int, int]:
    return spot.x + (spot.width - WIDTH) // 2, spot.y + (spot.height - HEIGHT) // 2


def _between(start: int, end: int, frame: int) -> int:
    return start + (end - start) * frame // (FRAMES + 1)
