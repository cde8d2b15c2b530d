"""What an attentive player remembers of a hand: what went by, who took what."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from peer.bots.worth import face
from shared.cards import Card
from shared.events import (
    Discarded,
    Drew,
    Event,
    HandDealt,
    JokerTaken,
    Knocked,
    LaidDown,
    LaidOff,
    Passed,
    Recycled,
    Seat,
    TakenBack,
)
from shared.view import View


@dataclass
class Memory:
    """One seat's memory of the hand that is played; masks of card indices."""

    gone: int = 0
    "What lies in the discard pile, as far as it was seen."

    held: dict[Seat, int] = field(default_factory=dict)
    "What each seat took from the discard pile and still has."

    refused: dict[Seat, int] = field(default_factory=dict)
    "The upcards each seat did not take."

    thrown: dict[Seat, int] = field(default_factory=dict)
    "What each seat discarded."

    laid: set[Seat] = field(default_factory=set)
    "Who has put cards on the table."

    turns: int = 0
    "Discards of this hand so far."

    _upcard: int = 0
    _story: list[Event] = field(default_factory=list)
    "Of this hand, without what was taken back."

    def told(self, view: View, events: Iterable[Event]) -> None:
        """Take in what happened up to ``view``."""
        for event in events:
            self._note(event)
        self._upcard = _mask([view.upcard] if view.upcard else [])
        self.gone |= self._upcard

    def unseen(self, view: View) -> int:
        """What may be in the stock or in a hand nobody has seen."""
        seen = self.gone | _mask(view.hand) | _mask(view.pile)
        for meld in view.melds:
            seen |= _mask(meld.cards)
        for cards in self.held.values():
            seen |= cards
        return (1 << 52) - 1 & ~seen

    def _note(self, event: Event) -> None:
        if isinstance(event, TakenBack):
            self._go_back()
            return
        if isinstance(event, HandDealt):
            self._story.clear()
        self._story.append(event)
        self._take_in(event)

    def _go_back(self) -> None:
        """Forget what was taken back, but no card that it showed."""
        story, gone = self._story[:-1], self.gone
        self._take_in(HandDealt(0, 0))
        for event in story:
            self._take_in(event)
        self._story, self.gone = story, gone

    def _take_in(self, event: Event) -> None:
        match event:
            case HandDealt():
                self.gone = self.turns = self._upcard = 0
                self.held, self.refused, self.thrown = {}, {}, {}
                self.laid = set()
            case Recycled(upcard=upcard):
                self.gone = self._upcard = _mask([upcard] if upcard else [])
            case LaidDown(seat=seat, cards=cards):
                self.laid.add(seat)
                self.held[seat] = self.held.get(seat, 0) & ~_mask(cards)
            case LaidOff(seat=seat, card=card) | JokerTaken(seat=seat, card=card):
                self.laid.add(seat)
                self.held[seat] = self.held.get(seat, 0) & ~_mask([card])
            case Drew(seat=seat, source="discard", card=card, above=above):
                taken = _mask([*([card] if card else []), *above])
                self.held[seat] = self.held.get(seat, 0) | taken
                self.gone &= ~taken
            case Drew(seat=seat) | Passed(seat=seat):
                self.refused[seat] = self.refused.get(seat, 0) | self._upcard
            case Discarded(seat=seat, card=card):
                self._upcard = _mask([card])
                self.gone |= self._upcard
                self.turns += 1
                self.thrown[seat] = self.thrown.get(seat, 0) | self._upcard
                self.held[seat] = self.held.get(seat, 0) & ~self._upcard
            case Knocked(seat=seat):
                self.held.pop(seat, None)
            case _:
                pass


def _mask(cards: Sequence[Card]) -> int:
    """``cards`` as those of one deck, without jokers."""
    mask = 0
    for card in cards:
        mask |= face(card)
    return mask
