"""
What we change in aiortc and aioice, and what we keep from going wrong in them.

Measured and found with aiortc 1.16 and aioice 0.13; tests/test_tuning.py has a test of
each that fails when a newer one changes the ground.
"""

import asyncio
import logging
import struct
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial, wraps
from types import SimpleNamespace
from typing import Any

import aioice.stun
import aioice.turn
import aiortc.rtcsctptransport
from aioice import Connection
from aiortc import RTCDtlsTransport, RTCSctpTransport
from aiortc.rtcsctptransport import (
    WEBRTC_BINARY,
    WEBRTC_BINARY_EMPTY,
    WEBRTC_STRING,
    WEBRTC_STRING_EMPTY,
    Chunk,
)
from OpenSSL import SSL

from shared.errors import ProtocolError

logger = logging.getLogger(__name__)

CHANNEL_REFRESH = 240
"""Seconds until a relay's channel is bound again. aioice lets 500 pass, but the
permission that comes with it lasts 300 (RFC 8656 section 9)."""

MAX_FRAGMENTS = 1024
"Pieces of incomplete messages kept for one peer."


def _value_errors(parse: Callable[[bytes], Any]) -> Callable[[bytes], Any]:
    """A wrong length inside a packet makes it malformed like any other fault."""

    @wraps(parse)
    def parsed(data: bytes) -> Any:
        try:
            return parse(data)
        except struct.error as error:
            raise ValueError(str(error)) from None

    return parsed


# A lost packet is sent again after 0.5, 3 and 1 s by default; players are nearer.
aioice.stun.RETRY_RTO = 0.1
aiortc.rtcsctptransport.SCTP_RTO_INITIAL = 0.5
aiortc.rtcsctptransport.SCTP_RTO_MIN = 0.2  # type: ignore[assignment]

aioice.stun.parse_message = _value_errors(aioice.stun.parse_message)  # type: ignore[assignment]
aioice.turn.create_turn_endpoint = partial(
    aioice.turn.create_turn_endpoint, channel_refresh_time=CHANNEL_REFRESH
)

# Both measure spans with the clock on the wall: set back, a channel would not be
# refreshed, and set forward, a packet counts as minutes on its way.
_monotonic: Any = SimpleNamespace(time=time.monotonic)
aioice.turn.time = _monotonic  # type: ignore[attr-defined]
aiortc.rtcsctptransport.time = _monotonic  # type: ignore[attr-defined]


def new_loop(platform: str = sys.platform) -> asyncio.AbstractEventLoop:
    """An event loop whose UDP sockets keep working.

    Those of the usual one of Windows hear nothing more after a peer's port was closed
    (python/cpython#127057).
    """
    if platform == "win32":
        return asyncio.SelectorEventLoop()
    return asyncio.new_event_loop()


class Sctp(RTCSctpTransport):
    """Hands over every message of our one channel, whatever it is.

    aiortc's own way to a message handler ends the connection at text that is not UTF-8
    and at an error of the handler, of which the other end hears nothing for half a
    minute; opens channels as the peer likes; and keeps incomplete messages without a
    bound.
    """

    def __init__(
        self,
        transport: RTCDtlsTransport,
        received: Callable[[bytes], None],
        broken: Callable[[ProtocolError], None],
    ) -> None:
        super().__init__(transport)
        self._received = received
        self._broken = broken

    async def _handle_data(self, data: bytes) -> None:
        try:
            await super()._handle_data(data)
            self._check_what_is_kept()
        except ConnectionError:
            raise  # aiortc's own way to end
        except ProtocolError as error:
            self._broken(error)
        except Exception:
            # The edge of what a peer can put into a packet.
            logger.warning("x a packet broke SCTP", exc_info=True)
            self._broken(ProtocolError("a packet is malformed"))

    async def _send_chunk(self, chunk: Chunk) -> None:
        # Timers of aiortc send in tasks that nobody looks at, after the end too: of
        # DTLS, or while it is being shut down.
        with suppress(ConnectionError, SSL.Error):
            await super()._send_chunk(chunk)

    def _check_what_is_kept(self) -> None:
        for number, stream in self._inbound_streams.items():
            if number != 0:
                raise ProtocolError("a message came on a channel that does not exist")
            if len(stream.reassembly) > MAX_FRAGMENTS:
                raise ProtocolError("too many pieces of incomplete messages came")

    async def _receive(self, stream_id: int, pp_id: int, data: bytes) -> None:
        if stream_id == 0 and pp_id in (WEBRTC_BINARY, WEBRTC_STRING):
            self._received(data)
        elif stream_id == 0 and pp_id in (WEBRTC_BINARY_EMPTY, WEBRTC_STRING_EMPTY):
            self._received(b"")


async def receive_dtls(agent: Connection) -> bytes:
    """The next packet that can be DTLS (RFC 7983).

    Any packet from anywhere gets here, and aiortc ends a connection at an empty one.
    """
    while True:
        data = await agent.recv()
        if data and 19 < data[0] < 64:
            return data
