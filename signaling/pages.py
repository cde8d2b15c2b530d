"""
A connection that is shown pages, by aiohttp, one after the other.

A page is some fifty files, and with a connection for each of them a phone waits for
many round trips. The next request may be for a WebSocket, though, where a proxy uses
its connections for whatever comes: then the connection is taken back.
"""

import asyncio
from collections.abc import Callable

from aiohttp import web

from signaling.upgrade import END, read_upgrade

TakeBack = Callable[[asyncio.Transport, bytes], None]
"What to do with a connection whose next request is this one, for a WebSocket."


class Pages(asyncio.Protocol):
    """Stands between the transport and aiohttp."""

    def __init__(
        self,
        http: web.RequestHandler,
        patience: float,
        take_back: TakeBack,
    ) -> None:
        """A request that is not answered within ``patience`` is not waited for."""
        self._http = http
        self._patience = patience
        self._take_back = take_back
        self._transport: asyncio.Transport | None = None
        self._timer: asyncio.TimerHandle | None = None

    def begin(self, transport: asyncio.Transport, data: bytes) -> None:
        """Have the first request answered, of which all that has come is ``data``."""
        transport.set_protocol(self)
        self._transport = transport
        self._http.connection_made(transport)
        self.data_received(data)

    def answered(self) -> None:
        """The answer begins; what may be late from now on is another request."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def data_received(self, data: bytes) -> None:
        transport = self._transport
        if transport is None:
            return
        head, end, _ = data.partition(END)
        if end and read_upgrade(head) is not None:
            # So that it does not close what is ours.
            self._http.transport = None
            self.connection_lost(None)
            self._take_back(transport, data)
            return
        if self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(self._patience, transport.abort)
        self._http.data_received(data)

    def connection_lost(self, exc: Exception | None) -> None:
        self.answered()
        if self._transport is not None:
            self._transport = None
            self._http.connection_lost(exc)

    def eof_received(self) -> None:
        self._http.eof_received()

    def pause_writing(self) -> None:
        self._http.pause_writing()

    def resume_writing(self) -> None:
        self._http.resume_writing()
