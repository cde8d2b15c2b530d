"""A hand that everybody who played it lets people see who watch, as sentences. Pure."""

from peer.fair_news import Opened
from peer.story import People, spaced, tell
from shared.words import say


def told(opened: Opened, people: People) -> list[str]:
    """What everybody was dealt, and all that happened then, with every card."""
    known = range(len(people.names))
    dealt = [
        say("term.rerun.has", name=people.name(seat), cards=spaced(cards))
        for seat, cards in enumerate(opened.dealt)
        if seat in known
    ]
    events = [line for event in opened.events for line in tell(event, people)]
    return [*dealt, *events]
