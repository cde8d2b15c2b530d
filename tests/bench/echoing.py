"""Says everything back, as a process: ``echoing.py udp`` or ``echoing.py channel``."""

import asyncio
import json
import sys
from typing import Any

from aiortc import RTCConfiguration, RTCPeerConnection, RTCSessionDescription
from joining import lines, tell


class Echo(asyncio.DatagramProtocol):
    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def datagram_received(self, data: bytes, sender: Any) -> None:
        self.transport.sendto(data, sender)


async def udp() -> None:
    loop = asyncio.get_running_loop()
    served, _ = await loop.create_datagram_endpoint(Echo, local_addr=("127.0.0.1", 0))
    tell(served.get_extra_info("sockname")[1])
    await asyncio.Event().wait()


async def channel() -> None:
    """A plain aiortc peer; an offer comes in and an answer goes out."""
    peer = RTCPeerConnection(RTCConfiguration(iceServers=[]))
    ours = peer.createDataChannel("echo", negotiated=True, id=0)
    ours.on("message", ours.send)
    async for line in lines():
        offer = RTCSessionDescription(json.loads(line), "offer")
        await peer.setRemoteDescription(offer)
        await peer.setLocalDescription(await peer.createAnswer())
        tell(peer.localDescription.sdp)


if __name__ == "__main__":
    asyncio.run(udp() if sys.argv[1] == "udp" else channel())
