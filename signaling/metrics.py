"""
Figures of a running server for Prometheus, on a listener of their own.

They name no room and no address: labels are outcomes and reasons, which are few.
"""

import logging
import time
from collections.abc import Callable

from aiohttp import web
from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from shared.errors import RummyError
from shared.signals import (
    Create,
    Created,
    Error,
    Join,
    Joined,
    Member,
    Signaled,
    ToMember,
)
from signaling.address import why_not
from signaling.watch import Watch

_http_logger = logging.getLogger(f"{__name__}.http")
_http_logger.setLevel(logging.CRITICAL)

SECONDS = (0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
"Where the answer times are cut; people notice from a quarter of a second."


class Metrics(Watch):
    """Counts for one server."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self._rooms = self._gauge("rummyroom_rooms", "Rooms that are open")
        self._members = self._gauge("rummyroom_members", "Sockets that are open")
        self._creates = self._counter("creates", "Rooms asked for", "outcome")
        self._joins = self._counter("joins", "Joins asked for", "outcome")
        self._refusals = self._counter("refusals", "What was refused", "reason")
        self._minted = Counter(
            "rummyroom_relay_credentials",
            "Credentials made for the relay",
            registry=self.registry,
        )
        self._answer = Histogram(
            "rummyroom_answer_seconds",
            "From a guest's coming to the first signal of its host",
            buckets=SECONDS,
            registry=self.registry,
        )
        self._backend: Gauge | None = None
        "Only where there is one."

        self._outages: Counter | None = None
        self._clock = clock
        self._asking: dict[Member, Counter] = {}
        "Where the answer to each who wants to come in counts."

        self._unanswered: dict[Member, float] = {}
        "Guests that have not heard of their host, and since when."

    def follow(self, rooms: Callable[[], int], members: Callable[[], int]) -> None:
        """See :meth:`Watch.follow`."""
        self._rooms.set_function(rooms)
        self._members.set_function(members)

    def asked(self, member: Member, message: Create | Join) -> None:
        """See :meth:`Watch.asked`."""
        self._asking[member] = self._joins if type(message) is Join else self._creates

    def sent(self, member: Member, message: ToMember) -> None:
        """See :meth:`Watch.sent`."""
        match message:
            case Signaled():
                if member in self._unanswered:
                    began = self._unanswered.pop(member)
                    self._answer.observe(self._clock() - began)
            case Created() | Joined():
                self._minted.inc(sum(bool(s.credential) for s in message.ice_servers))
                self._outcome(member, type(message).__name__.lower())
                if isinstance(message, Joined):
                    self._unanswered[member] = self._clock()
            case Error(code=code) if code != "closed":
                self._outcome(member, code)
                self.turned_away(code)

    def turned_away(self, reason: str) -> None:
        """See :meth:`Watch.turned_away`."""
        self._refusals.labels(reason).inc()

    def backend(self, up: bool) -> None:
        """See :meth:`Watch.backend`."""
        if self._backend is None or self._outages is None:
            self._backend = self._gauge(
                "rummyroom_backend_up", "Whether the backend can be reached"
            )
            self._outages = Counter(
                "rummyroom_backend_outages",
                "Times it could not any more",
                registry=self.registry,
            )
        self._backend.set(up)
        if not up:
            self._outages.inc()

    def left(self, member: Member) -> None:
        """See :meth:`Watch.left`."""
        self._asking.pop(member, None)
        self._unanswered.pop(member, None)

    def _outcome(self, member: Member, outcome: str) -> None:
        counter = self._asking.pop(member, None)
        if counter is not None:
            counter.labels(outcome).inc()

    def _gauge(self, name: str, what: str) -> Gauge:
        return Gauge(name, what, registry=self.registry)

    def _counter(self, name: str, what: str, label: str) -> Counter:
        return Counter(f"rummyroom_{name}", what, [label], registry=self.registry)


class MetricsListener:
    """``/metrics`` on an address that only the operator's Prometheus should reach."""

    def __init__(self, metrics: Metrics) -> None:
        self.port = 0
        self._metrics = metrics
        app = web.Application()
        app.router.add_get("/metrics", self._scrape)
        self._runner = web.AppRunner(app, access_log=None, logger=_http_logger)

    async def start(self, host: str, port: int) -> None:
        """Listen.

        Raises:
            RummyError: If this machine does not let us.
        """
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, host, port).start()
        except OSError as error:
            await self._runner.cleanup()
            raise RummyError(f"the metrics: {why_not(host, port, error)}") from None
        self.port = self._runner.addresses[0][1]

    async def close(self) -> None:
        """Free the port."""
        await self._runner.cleanup()

    async def _scrape(self, _: web.Request) -> web.Response:
        body = generate_latest(self._metrics.registry)
        return web.Response(body=body, headers={"Content-Type": CONTENT_TYPE_LATEST})
