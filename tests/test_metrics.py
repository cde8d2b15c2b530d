"""The figures of a server: right, and of nobody in particular."""

import aiohttp
import pytest
from place import place
from prometheus_client.parser import text_string_to_metric_families

from shared.errors import RummyError
from shared.signals import IceServer
from signaling.metrics import Metrics, MetricsListener
from signaling.rooms import Rooms

RELAY = IceServer(urls=("turn:turn.example",), username="u", credential="c")


async def scrape(metrics: Metrics) -> tuple[dict[str, float], str]:
    """Our figures as Prometheus would read them, and the text they came in."""
    listener = MetricsListener(metrics)
    await listener.start("127.0.0.1", 0)
    try:
        url = f"http://127.0.0.1:{listener.port}/metrics"
        async with aiohttp.request("GET", url) as answer:
            text = await answer.text()
            assert answer.content_type == "text/plain"
    finally:
        await listener.close()
    figures = {
        ",".join((sample.name, *sample.labels.values())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
        if sample.name.startswith("rummyroom") and not sample.name.endswith("_created")
    }
    return figures, text


async def test_what_happened_is_counted() -> None:
    now = 100.0
    metrics, rooms = Metrics(lambda: now), Rooms(ice_servers=[RELAY])
    async with place(rooms=rooms, watch=metrics) as here:
        host = await here.host()
        guest = await here.guest(host)
        late, lost = await here.peer(), await here.peer()
        await late.say({"type": "join", "version": 1, "room": "3333"})
        assert (await late.hear())["code"] == "unknown_room"
        await lost.say({"type": "join", "version": 1, "room": "2222"})
        assert (await lost.hear())["code"] == "unknown_room"
        assert await late.hear_close() == await lost.hear_close() == 4000
        await guest.signal(host)
        await host.hear()
        now += 0.4
        for _ in range(2):
            await host.signal(guest)
            await guest.hear()
        figures, _ = await scrape(metrics)
    assert figures["rummyroom_rooms"] == 1
    assert figures["rummyroom_members"] == 2
    assert figures["rummyroom_creates_total,created"] == 1
    assert figures["rummyroom_joins_total,joined"] == 1
    assert figures["rummyroom_joins_total,unknown_room"] == 2
    assert figures["rummyroom_refusals_total,unknown_room"] == 2
    assert figures["rummyroom_relay_credentials_total"] == 2
    assert figures["rummyroom_answer_seconds_count"] == 1
    assert figures["rummyroom_answer_seconds_sum"] == pytest.approx(0.4)


async def test_what_is_malformed_is_counted() -> None:
    metrics = Metrics()
    async with place(watch=metrics) as here:
        peer = await here.peer()
        await peer.say("{")
        assert (await peer.hear())["code"] == "malformed"
        figures, _ = await scrape(metrics)
    assert figures["rummyroom_refusals_total,malformed"] == 1


async def test_pages_of_other_servers_are_counted() -> None:
    metrics = Metrics()
    async with place(watch=metrics, base_url="https://a.example") as here:
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await here.peer(origin="https://b.example")
        figures, _ = await scrape(metrics)
    assert figures["rummyroom_refusals_total,origin"] == 1


async def test_a_guest_that_left_waits_for_no_answer() -> None:
    metrics = Metrics()
    async with place(watch=metrics) as here:
        host = await here.host()
        guest = await here.guest(host)
        await guest.ws.close()
        await host.hear()
        await host.signal(guest)
        await host.hear()
        figures, _ = await scrape(metrics)
    assert figures["rummyroom_answer_seconds_count"] == 0
    assert metrics._unanswered == metrics._asking == {}


async def test_the_figures_name_nobody() -> None:
    metrics = Metrics()
    async with place(watch=metrics) as here:
        host = await here.host()
        guest = await here.guest(host)
        await guest.signal(host, "v=0")
        await host.hear()
        _, text = await scrape(metrics)
    ours = "\n".join(line for line in text.splitlines() if "rummyroom" in line)
    for secret in (host.room, host.claim, str(host.me), str(guest.me), "127.0.0.1"):
        assert secret not in ours


async def test_a_port_that_cannot_be_had_is_told() -> None:
    taken, other = MetricsListener(Metrics()), MetricsListener(Metrics())
    await taken.start("127.0.0.1", 0)
    try:
        with pytest.raises(RummyError) as caught:
            await other.start("127.0.0.1", taken.port)
    finally:
        await taken.close()
    assert str(caught.value) == (
        f"the metrics: port {taken.port} is in use; stop what uses it or choose "
        "another port"
    )
