"""How the lowest level plays with cards: it sees melds, and often overlooks some."""

import random

from peer.bots import Bot
from peer.bots.chances import partners
from peer.bots.worth import face, faces
from shared.actions import Action, Discard, Draw, LayDown, LayOff
from shared.cards import Card, bits, mask_of
from shared.melds import VALUES, melds_in
from shared.reasons import Reason
from shared.view import View

FORGETS = 0.3
"How often it does not see what it could do."

HIGHEST = 3
"It throws one of so many cards that count most."


def choose(
    view: View, medium: Bot, lots: random.Random
) -> tuple[Action, Reason | None]:
    """What to do now, and why; what must be done it does as the next level does."""
    forgets = lots.random() < FORGETS
    if view.phase == "layoff":
        return medium.choose(view, ()), None
    if "draw_discard" in view.can and "draw_stock" in view.can:
        makes_meld = not forgets and _completes(view)
        return Draw("discard" if makes_meld else "stock"), None
    lays = isinstance(medium.choose(view, ()), LayDown | LayOff)
    if view.may_discard and (forgets if lays or view.may_knock else True):
        return _discard(view, lots)
    action = medium.choose(view, ())
    return action, medium.why


def _completes(view: View) -> bool:
    """Whether the upcard makes a meld with cards of the hand."""
    upcard = face(view.upcard) if view.upcard else 0
    if not upcard:
        return False
    hand = faces(mask_of(view.hand))
    return any(not pair & ~hand for pair in partners(upcard.bit_length() - 1))


def _discard(view: View, lots: random.Random) -> tuple[Action, Reason]:
    """One of the highest cards that are in no meld, by lot."""
    melded = 0
    for meld in melds_in(faces(mask_of(view.hand))):
        melded |= meld
    loose = [card for card in view.may_discard if face(card) & ~melded]
    cards = sorted(loose or view.may_discard, key=_value, reverse=True)[:HIGHEST]
    reason: Reason = "random" if len(cards) > 1 else "only"
    reason = "out" if len(view.hand) == 1 else reason
    return Discard(cards[int(lots.random() * len(cards))]), reason


def _value(card: Card) -> int:
    return sum(VALUES[index] for index in bits(face(card)))
