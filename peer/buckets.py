"""How often somebody may do something. Pure: time is an argument."""

import math
from collections.abc import Hashable

from shared.errors import IllegalAction

AT_ONCE = 5
"What somebody may do in one go."

AGAIN = 3.0
"Seconds after which it may be done once more."


class Buckets:
    """A token bucket for each."""

    def __init__(self) -> None:
        self._free_at: dict[Hashable, float] = {}
        "When each may do as much at once again as who has done nothing."

    def check(self, who: Hashable, now: float) -> None:
        """``who`` does it once more.

        Raises:
            IllegalAction: If that is too often, and how long to wait.
        """
        free_at = max(now, self._free_at.get(who, now))
        over = free_at + AGAIN - now - AT_ONCE * AGAIN
        if over > 0:
            raise IllegalAction("too_fast", count=math.ceil(over))
        self._free_at = {one: at for one, at in self._free_at.items() if at > now}
        self._free_at[who] = free_at + AGAIN
