"""Computer players. They see a View and the events, never a State."""

from collections.abc import Sequence
from typing import Protocol

from shared.actions import Action
from shared.errors import IllegalAction, ProtocolError
from shared.events import Event
from shared.view import AnyView


class Bot(Protocol):
    """One computer player at one seat for one match."""

    def choose(self, view: AnyView, events: Sequence[Event]) -> Action:
        """What to do now. Two equal views and stories get the same answer.

        ``events`` is what happened since this seat was last asked; ``view.can`` is not
        empty, and the answer is legal there.
        """


def advice(bot: Bot, view: AnyView, events: Sequence[Event]) -> Action:
    """What ``bot`` would do.

    Raises:
        ProtocolError: If it makes no sense of ``view``: no table can look like that.
    """
    try:
        return bot.choose(view, events)
    except (LookupError, ValueError, IllegalAction) as error:
        raise ProtocolError("the host sent a view that makes no sense") from error
