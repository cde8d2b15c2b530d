"""The least that aiohttp needs to relay JSON between the members of a room."""

import asyncio
import json
import sys

from aiohttp import WSMsgType, web

rooms: dict[str, dict[str, web.WebSocketResponse]] = {}


async def member(request: web.Request) -> web.WebSocketResponse:
    socket = web.WebSocketResponse(heartbeat=30, max_msg_size=65536, compress=False)
    await socket.prepare(request)
    name, me = request.match_info["room"], request.query["id"]
    room = rooms.setdefault(name, {})
    room[me] = socket
    try:
        async for frame in socket:
            if frame.type is WSMsgType.TEXT:
                message = json.loads(frame.data)
                to = room.get(message.pop("to"))
                if to is not None:
                    message["from"] = me
                    await to.send_str(json.dumps(message, separators=(",", ":")))
    finally:
        room.pop(me, None)
        if not room:
            rooms.pop(name, None)
    return socket


async def main() -> None:
    app = web.Application()
    app.router.add_get("/ws/{room}", member)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", int(sys.argv[1]), backlog=1024).start()
    await asyncio.Event().wait()


if "uvloop" in sys.argv:
    import uvloop

    uvloop.run(main())
else:
    asyncio.run(main())
