"""What tests of a way in ask of both ends."""

import asyncio

import pytest
from peers import DEADLINE

from peer.connection import RtcConnection
from peer.meet import Meeting, connect
from shared.errors import RummyError
from shared.signals import Description, Signaled, decode_description


async def failure(meeting: Meeting, deadline: float = DEADLINE) -> RummyError:
    with pytest.raises(RummyError) as caught:
        await connect(meeting, deadline=deadline)
    await meeting.close()
    return caught.value


async def first_signal(meeting: Meeting) -> Description:
    """What the other peer says first."""
    async with asyncio.timeout(DEADLINE):
        while True:
            event = await meeting.receive()
            if isinstance(event, Signaled):
                return decode_description(event.data)


async def reason_of(connection: RtcConnection) -> RummyError:
    """Why a connection on its way in was given up."""
    with pytest.raises(RummyError) as caught:
        await connection.open(DEADLINE)
    return caught.value
