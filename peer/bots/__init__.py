"""Computer players. They see a View and the events, never a State."""

from abc import ABC, abstractmethod
from collections.abc import Sequence

from shared.actions import Action
from shared.errors import IllegalAction, ProtocolError
from shared.events import Event, Seat
from shared.reasons import Reason
from shared.tableview import TableView
from shared.view import AnyView

BUDGET = 0.3
"Seconds a computer player has for an action, if the table does not say otherwise."


class Bot(ABC):
    """One computer player at one seat."""

    why: Reason | None = None
    "The reason of the last choice, if it is one that can be told."

    @abstractmethod
    def choose(self, view: AnyView, events: Sequence[Event]) -> Action:
        """What to do now. Two equal views and stories get the same answer.

        ``events`` is what happened since this seat was last asked; ``view.can`` is not
        empty, and the answer is legal there. How long it thinks is bounded by what it
        counts, never by a clock, so that a match can be played again.
        """

    def meet(self, table: TableView, seat: Seat) -> None:  # noqa: B027
        """Hear what is played, and from which seat; before every choice at a table."""


def advice(bot: Bot, view: AnyView, events: Sequence[Event]) -> Action:
    """What ``bot`` would do.

    Raises:
        ProtocolError: If it makes no sense of ``view``: no table can look like that.
    """
    try:
        return bot.choose(view, events)
    except (LookupError, ValueError, IllegalAction) as error:
        raise ProtocolError("the host sent a view that makes no sense") from error
