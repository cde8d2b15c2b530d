"""Our server as it is, with limits for a load that comes from one address."""

import asyncio
import sys

from signaling.limits import Limits, Rate
from signaling.rooms import Rooms
from signaling.server import start_server

PLENTY = Rate(1e9, 1e9)
LIMITS = Limits(
    connects=PLENTY,
    joins=PLENTY,
    failures=PLENTY,
    messages=PLENTY,
    room_joins=PLENTY,
    room_messages=PLENTY,
)


async def main() -> None:
    rooms = Rooms(max_rooms=100_000)
    await start_server("127.0.0.1", int(sys.argv[1]), rooms=rooms, limits=LIMITS)
    await asyncio.Event().wait()


if "uvloop" in sys.argv:
    import uvloop

    uvloop.run(main())
else:
    asyncio.run(main())
