"""Tables on the local network, announced and found by real multicast on loopback."""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import ifaddr
import pytest
from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

from peer import lan
from peer.lan import MAX_URL, SERVICE, announce, find, keep_announcing, servers_in
from shared.code import make_secret

LOOPBACK = ["127.0.0.1"]
NOWHERE = ["203.0.113.1"]

PLENTY = 10.0
"Seconds nobody waits for: a search ends as soon as it has found something."


def new_room() -> str:
    """Other test runs on this machine are heard too; they must not have our room."""
    return make_secret(secrets.randbelow)


def new_rooms(count: int) -> list[str]:
    return [new_room() for _ in range(count)]


@asynccontextmanager
async def server() -> AsyncIterator[int]:
    """The port of something that takes connections."""

    async def accept(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.close()

    running = await asyncio.start_server(accept, "127.0.0.1", 0)
    async with running:
        yield running.sockets[0].getsockname()[1]


@asynccontextmanager
async def closed_port() -> AsyncIterator[int]:
    """A port that nothing answers on."""
    async with server() as port:
        pass
    yield port


def announcement(
    room: str,
    properties: dict[bytes | str, bytes | str | None] | bytes,
    port: int = 8765,
    addresses: tuple[str, ...] = ("127.0.0.1",),
) -> AsyncServiceInfo:
    name = f"{room}-{secrets.token_hex(4)}"
    return AsyncServiceInfo(
        SERVICE,
        f"{name}.{SERVICE}",
        port=port,
        properties=properties,
        server=f"{name}.local.",
        parsed_addresses=list(addresses),
    )


@asynccontextmanager
async def announced(*infos: AsyncServiceInfo) -> AsyncIterator[None]:
    """What others, honest or not, say on the network."""
    zeroconf = AsyncZeroconf(interfaces=LOOPBACK)
    sending = [
        asyncio.ensure_future(
            await zeroconf.async_register_service(info, cooperating_responders=True)
        )
        for info in infos
    ]
    try:
        yield
    finally:
        for task in sending:
            task.cancel()
        await zeroconf.async_close()


# Announced and found


async def test_a_table_on_the_hosts_machine_is_found_by_its_room() -> None:
    room = new_room()
    async with server() as port, announce(room, port, LOOPBACK):
        assert await find(room, PLENTY, LOOPBACK) == f"http://127.0.0.1:{port}"


async def test_a_table_that_has_another_room_now_is_found_by_that_one_only() -> None:
    old, new = new_rooms(2)
    rooms = asyncio.Queue[str]()
    async with server() as port:
        announcing = asyncio.create_task(keep_announcing(rooms, port, LOOPBACK))
        rooms.put_nowait(old)
        assert await find(old, PLENTY, LOOPBACK) == f"http://127.0.0.1:{port}"
        for room in (old, new):
            rooms.put_nowait(room)
        assert await find(new, PLENTY, LOOPBACK) == f"http://127.0.0.1:{port}"
        assert await find(old, 1.0, LOOPBACK) is None
        announcing.cancel()
        await asyncio.wait([announcing])


async def test_a_table_with_a_server_elsewhere_is_found_by_its_room() -> None:
    room = new_room()
    async with server() as port:
        url = f"http://127.0.0.1:{port}/rummy"
        async with announce(room, url, LOOPBACK):
            assert await find(room, PLENTY, LOOPBACK) == url


async def test_a_server_with_a_name_is_taken_at_its_word() -> None:
    room = new_room()
    async with announce(room, "https://rummy.invalid", LOOPBACK):
        assert await find(room, PLENTY, LOOPBACK) == "https://rummy.invalid"


async def test_a_search_that_began_before_the_table_was_there_finds_it() -> None:
    room = new_room()
    search = asyncio.create_task(find(room, PLENTY, LOOPBACK))
    await asyncio.sleep(0)
    async with server() as port, announce(room, port, LOOPBACK):
        assert await search == f"http://127.0.0.1:{port}"


async def is_found_behind(room: str, *infos: AsyncServiceInfo) -> bool:
    """Whether a search that has heard ``infos`` finds a table announced after them."""
    search = asyncio.create_task(find(room, PLENTY, LOOPBACK))
    last = new_room()
    async with server() as port:
        async with announced(*infos, announcement(last, {"room": last}, port)):
            assert await find(last, PLENTY, LOOPBACK) == f"http://127.0.0.1:{port}"
            async with announce(room, port, LOOPBACK):
                return await search == f"http://127.0.0.1:{port}"


async def test_it_is_found_among_the_tables_of_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lan, "MAX_LOOK_UPS", 1)
    others = [announcement(room, {"room": room}) for room in new_rooms(60)]
    assert await is_found_behind(new_room(), *others)


async def test_a_table_that_is_gone_is_not_found() -> None:
    room = new_room()
    async with server() as port:
        async with announce(room, port, LOOPBACK):
            assert await find(room, PLENTY, LOOPBACK) is not None
        assert await find(room, 0.3, LOOPBACK) is None


async def test_an_announcement_that_leads_nowhere_does_not_hide_one_that_does() -> None:
    room = new_room()
    async with closed_port() as closed:
        dead = announcement(room, {"room": room}, port=closed)
        assert await is_found_behind(room, dead)


async def test_hostile_announcements_do_not_hide_an_honest_one() -> None:
    room = new_room()
    hostile = [
        announcement(room, {"room": room, "url": "javascript:alert(1)"}),
        announcement(room, {"room": room, "url": b"\xff\xfe"}),
        announcement(room, {"room": b"\xff\xff\xff\xff"}),
        announcement(room, b"\xff" * 40),
        announcement(room, b""),
    ]
    assert await is_found_behind(room, *hostile)


async def test_of_several_addresses_the_one_that_answers_is_taken() -> None:
    room = new_room()
    async with server() as port:
        info = announcement(room, {"room": room}, port, ("127.0.0.1", "127.0.0.2"))
        async with announced(info):
            assert await find(room, PLENTY, LOOPBACK) == f"http://127.0.0.1:{port}"


# Nothing there


async def test_a_search_for_nothing_ends() -> None:
    assert await find(new_room(), 0.05, LOOPBACK) is None


@pytest.mark.filterwarnings("ignore:.*socket.*:pytest.PytestUnraisableExceptionWarning")
async def test_without_a_network_nothing_is_found_and_nothing_fails(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)
    assert await find(new_room(), PLENTY, NOWHERE) is None
    async with announce(new_room(), 8765, NOWHERE):
        pass
    assert caplog.messages == ["x no local network to look at: OSError"] * 2


# What an announcement says


def test_an_announcement_leads_to_all_its_addresses() -> None:
    info = announcement("7KQM", {"room": "7KQM"}, 80, ("10.0.0.7", "172.17.0.1"))
    assert sorted(servers_in(info, "7KQM")) == [
        "http://10.0.0.7:80",
        "http://172.17.0.1:80",
    ]


def test_the_url_goes_before_the_addresses() -> None:
    info = announcement("7KQM", {"room": "7KQM", "url": "https://Rummy.example/"})
    assert servers_in(info, "7KQM") == ["https://rummy.example"]


@pytest.mark.parametrize(
    "properties",
    [
        {},
        {"room": None},
        {"room": "7KQN"},
        {"room": b"\xff\xff\xff\xff"},
        {"room": "7KQM", "url": ""},
        {"room": "7KQM", "url": None},
        {"room": "7KQM", "url": "javascript:alert(1)"},
        {"room": "7KQM", "url": "file:///etc/passwd"},
        {"room": "7KQM", "url": "https://name:word@rummy.example"},
        {"room": "7KQM", "url": "https://rummy.example/\x1b[2J"},
        {"room": "7KQM", "url": "http://127.0.0.1:0"},
        {"room": "7KQM", "url": b"https://rummy\xff.example"},
        {"room": "7KQM", "url": "https://" + "a" * (MAX_URL - 7)},
        b"\x00\xff\x04",
    ],
)
def test_an_announcement_that_lies_leads_nowhere(
    properties: dict[bytes | str, bytes | str | None] | bytes,
) -> None:
    assert servers_in(announcement("7KQM", properties), "7KQM") == []


def test_hundreds_of_addresses_are_not_all_tried() -> None:
    many = tuple(f"10.0.{i // 200}.{i % 200}" for i in range(1, 500))
    info = announcement("7KQM", {"room": "7KQM"}, addresses=many)
    assert len(servers_in(info, "7KQM")) == 16


def test_loopback_is_announced_only_where_there_is_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    machine = {"lo": ["127.0.0.1", ("::1", 0, 0)]}

    def adapters() -> list[ifaddr.Adapter]:
        return [
            ifaddr.Adapter(name, name, [ifaddr.IP(ip, 8, name) for ip in ips])
            for name, ips in machine.items()
        ]

    monkeypatch.setattr(ifaddr, "get_adapters", adapters)
    assert lan.own_addresses() == ["127.0.0.1"]
    machine["eth0"] = ["192.0.2.7", ("fe80::1", 0, 2)]
    assert lan.own_addresses() == ["192.0.2.7"]
