"""A card on its way from one place of the table to another. Pure."""

from typing import NamedTuple

from peer.tui import faces
from peer.tui.canvas import Canvas, Spot
from peer.tui.faces import Look
from peer.tui.holding import Holding
from shared.events import (
    Discarded,
    Drew,
    Event,
    JokerTaken,
    LaidDown,
    LaidOff,
    Moved,
    Seat,
)

FRAMES = 3
"Pictures of a card on its way."

WIDTH = 4
"It is one row high: each picture costs about half a kilobyte at the terminal."


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
    tail = canvas.tails().get(y)
    if tail is not None and tail.x < x + WIDTH:
        return  # it would push the text behind which it passes
    if flight.card is None:
        canvas.put(x, y, "░" * WIDTH, "back")
    else:
        paint = faces.ink(flight.card, Look())
        canvas.put(x, y, faces.short(flight.card)[:3], paint, WIDTH)


def _middle(spot: Spot) -> tuple[int, int]:
    return spot.x + (spot.width - WIDTH) // 2, spot.y + spot.height // 2


def _between(start: int, end: int, frame: int) -> int:
    return start + (end - start) * frame // (FRAMES + 1)


def place_of(event: Event) -> str:
    """The name of the place that it has changed."""
    match event:
        case Drew(source="stock"):
            return "stock"
        case Drew() | Discarded():
            return "pile"
        case LaidDown() | LaidOff() | JokerTaken() | Moved():
            return f"meld {event.meld}"
        case _:
            return ""
