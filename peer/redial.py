"""Coming back to a signaling server that was lost."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from peer.meet import Meeting, create_room, join_room
from peer.pauses import Pauses
from shared.errors import SignalingError

logger = logging.getLogger(__name__)

DEADLINE = 4.0
"Seconds for a server to let us in again: better to ask a second time than to wait."


def may_pass(error: SignalingError) -> bool:
    """Whether another try can make sense: the server or its network may come back.

    A room that is unknown may be one whose host has not come back yet.
    """
    passing = error.code in ("away", "limit", "full", "unknown_room")
    return passing or error.retry_after is not None


async def again(meeting: Meeting) -> Meeting:
    """Enter the room of ``meeting`` anew, as its host with our claim.

    Raises:
        SignalingError: If the server is away or refuses.
    """
    server, room, claim = meeting.server, meeting.room, meeting.claim
    if claim is None:
        return await join_room(server, room, deadline=DEADLINE)
    return await create_room(server, claim=claim, room=room, deadline=DEADLINE)


async def another(meeting: Meeting) -> Meeting:
    """Open another room at the same server.

    Raises:
        SignalingError: If the server is away or refuses.
    """
    return await create_room(meeting.server, deadline=DEADLINE)


async def enter_again(
    enter: Callable[[], Awaitable[Meeting]],
    lost: SignalingError,
    pauses: Pauses | None = None,
) -> Meeting:
    """Try to ``enter`` a room until it works; ``lost`` is why we are not there.

    Raises:
        SignalingError: If it never will.
    """
    pauses = pauses or Pauses()
    while True:
        await asyncio.sleep(pauses.next(lost.retry_after))
        try:
            return await enter()
        except SignalingError as error:
            if not may_pass(error):
                raise
            logger.debug("x not yet: %s", error.code)
            lost = error
