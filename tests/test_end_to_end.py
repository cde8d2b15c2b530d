"""The whole product in real processes over real data channels."""

import os
import signal
import socket
from pathlib import Path

import msgspec
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from commands import command, host, server

from shared.cards import apart
from shared.code import Code, read_code
from shared.signals import Error, encode


async def test_the_demo_plays_and_everybody_ends_alike(tmp_path: Path) -> None:
    demo = ("demo", "--guests", "3", "--hands", "2", "--json")
    async with command(tmp_path, *demo) as running:
        records = []
        while line := await running.line():
            records.append(msgspec.json.decode(line))
        assert await running.ended() == 0
    last = records[-1]
    assert last["type"] == "demo"
    assert last["ok"] is True
    assert (last["hands"], last["guests"], last["transport"]) == (2, 3, "webrtc")
    assert len(last["scores"]) == 4 and len(last["open_ms"]) == 3
    kinds = [record["type"] for record in records]
    assert kinds.count("connected") == 3
    assert kinds.count("hand_dealt") == kinds.count("hand_ended") == 2
    assert kinds.count("match_ended") == 1
    assert "laid_down" in kinds and "discarded" in kinds


async def test_the_same_seed_gives_the_same_demo(tmp_path: Path) -> None:
    scores = []
    for _ in range(2):
        demo = ("demo", "--guests", "1", "--hands", "2", "--seed", "0d", "--json")
        async with command(tmp_path, *demo) as running:
            scores.append((await running.hear("demo", ok=True))["scores"])
    assert scores[0] == scores[1]


async def test_a_person_plays_by_typing(tmp_path: Path) -> None:
    async with (
        server(tmp_path) as url,
        host(tmp_path, url, "--players", "2", "--auto") as (_, code),
        command(tmp_path, "join", code, "--server", url, "--name", "Bob") as bob,
    ):
        said = []
        while "Type draw" not in "".join(said):
            said.append(await bob.line())
        bob.say("discard 7H")
        assert (await bob.line()).startswith("Draw a card first. Type draw ")
        bob.say("draw")
        assert (await bob.line()).startswith("You drew ")
        bob.say("quit")
        while "Type quit again" not in said[-1]:
            said.append(await bob.line())
        bob.say("quit")
        assert await bob.ended() == 0


async def test_a_program_plays_by_json_lines(tmp_path: Path) -> None:
    async with (
        server(tmp_path) as url,
        host(tmp_path, url, "--players", "2", "--auto") as (_, code),
        command(tmp_path, "join", code, "--server", url, "--json") as bob,
    ):
        update = await bob.hear("update")
        while not (update["view"] and update["view"].get("can")):
            update = await bob.hear("update")
        bob.say('{"type":"draw","source":"hand"}')
        notice = await bob.hear("notice")
        assert notice["text"].startswith("not a request: ")
        bob.say('{"type":"discard","card":"7H"}')
        rejected = await bob.hear("rejected")
        assert rejected["code"] == "draw_first"
        bob.say('{"type":"draw","source":"stock"}')
        assert (await bob.hear("update"))["events"][0]["type"] in ("drew", "recycled")
        bob.say('{"type":"quit"}')
        ending = await bob.hear("ending")
        assert ending["how"] == "left"
        assert await bob.ended() == 0


# A guest that vanishes


async def test_a_killed_guest_keeps_its_seat_and_gets_it_back(tmp_path: Path) -> None:
    async with (
        server(tmp_path) as url,
        host(tmp_path, url, "--players", "2") as (ann, code),
    ):
        join = ("join", code, "--server", url, "--json", "--name")
        async with command(tmp_path, *join, "Bob") as bob:
            hand = None
            while hand is None:
                view = (await bob.hear("update"))["view"]
                hand = view and apart(view["hand"])
            os.kill(bob.process.pid, signal.SIGKILL)
        while True:
            seats = (await ann.hear("update"))["table"]["seats"]
            if not seats[1]["here"] and seats[1]["kind"] == "person":
                break
        async with command(tmp_path, *join, "Robert") as again:
            assert (await again.hear("welcome"))["seat"] == 1
            update = await again.hear("update")
            assert update["table"]["seats"][1]["name"] == "Bob"
            assert set(hand) <= set(apart(update["view"]["hand"]))


async def test_two_players_of_one_machine_have_two_seats(tmp_path: Path) -> None:
    async with (
        server(tmp_path) as url,
        host(tmp_path, url, "--players", "4") as (_, code),
        command(tmp_path, "join", code, "--server", url, "--json") as bob,
    ):
        assert (await bob.hear("welcome"))["seat"] == 1
        await bob.hear("update")
        async with command(tmp_path, "join", code, "--server", url, "--json") as eve:
            assert (await eve.hear("welcome"))["seat"] == 2


async def test_the_table_ends_with_its_host(tmp_path: Path) -> None:
    async with server(tmp_path) as url:
        async with host(tmp_path, url, "--players", "2") as (ann, code):
            async with command(tmp_path, "join", code, "--server", url) as bob:
                while "Type help" not in await bob.line():
                    pass
                ann.say('{"type":"quit"}')
                assert await ann.ended() == 0
                said = ""
                while line := await bob.line():
                    said = line
                assert said == "The host has closed the table.\n"
                assert await bob.ended() == 6


# Every failure has its sentence and its exit code


async def refused(tmp_path: Path, *join: str) -> tuple[int | None, str]:
    """How ``rummyroom join`` ends that does not get in."""
    async with command(tmp_path, "join", *join) as bob:
        return await bob.ended(), await bob.errors()


async def test_an_unknown_room(tmp_path: Path) -> None:
    own = ("host", "--port", "0", "--json")
    async with command(tmp_path, *own) as running:
        url = (await running.hear("room"))["link"].partition("/#")[0]
        assert await refused(tmp_path, "7KQ-M3X-WC7", "--server", url) == (
            3,
            "rummyroom: no table with a free place has this code; ask the host to read"
            " it to you again, or whether a place gets free\n",
        )


async def test_a_full_table(tmp_path: Path) -> None:
    async with server(tmp_path) as url, host(tmp_path, url, "--players", "2") as table:
        where = (table[1], "--server", url)
        async with command(tmp_path / "bob", "join", *where, "--json") as bob:
            await bob.hear("welcome")
            assert await refused(tmp_path, *where) == (
                4,
                "rummyroom: all seats are taken; watch with --watch\n",
            )


async def test_a_wrong_secret_and_a_new_code_and_a_pause_after_five(
    tmp_path: Path,
) -> None:
    async with server(tmp_path) as url, host(tmp_path, url) as (ann, code):
        room, secret = read_code(code)
        wrong = str(Code(room, "2" * len(secret) if secret[0] != "2" else "333K"))
        for _ in range(5):
            assert await refused(tmp_path, wrong, "--server", url) == (
                5,
                "rummyroom: the other end could not prove that it knows the code: "
                "either the code is not the one the host shows now, or somebody "
                "between you is changing the connection; compare the code with the "
                "host's and try again\n",
            )
        notice = (await ann.hear("notice"))["text"]
        assert notice.startswith("somebody tried 5 wrong codes, so there is a new one;")
        new = (await ann.hear("room"))["code"]
        assert new != code
        assert (await refused(tmp_path, new, "--server", url)) == (
            5,
            "rummyroom: the host lets nobody new in for a while, because somebody "
            "tried wrong codes; try again in a few minutes\n",
        )


async def test_a_server_that_is_away(tmp_path: Path) -> None:
    address = f"127.0.0.1:{free_port()}"
    url = f"http://{address}"
    sentence = (
        f"rummyroom: the server {address} cannot be reached; "
        "check the address and your network\n"
    )
    assert await refused(tmp_path, f"{url}/#7KQ-M3X-WC7") == (5, sentence)
    async with command(tmp_path, "host", "--server", url) as ann:
        assert (await ann.ended(), await ann.errors()) == (5, sentence)


async def test_no_server_is_known(tmp_path: Path) -> None:
    assert await refused(tmp_path, "7KQ-M3X-WC7") == (
        5,
        "rummyroom: no server is set by the link, --server, RUMMYROOM_SERVER or the "
        "config file; ask the host for the link, or whether the table is still open\n",
    )


async def test_a_server_of_another_version(tmp_path: Path) -> None:
    async def answer(request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.receive()
        await socket.send_str(encode(Error(code="version", message="update yours")))
        return socket

    app = web.Application()
    app.router.add_get("/signal", answer)
    async with TestServer(app) as running:
        url = f"http://127.0.0.1:{running.port}"
        assert await refused(tmp_path, "7KQ-M3X-WC7", "--server", url) == (
            7,
            "rummyroom: update yours\n",
        )


async def test_a_port_in_use(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        async with command(tmp_path, "serve", "--listen", f"127.0.0.1:{port}") as one:
            assert await one.ended() == 1
            assert await one.errors() == (
                f"rummyroom: port {port} is in use; "
                "stop what uses it or choose another port\n"
            )


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-"])
async def test_closed_streams_are_empty_streams(tmp_path: Path, closed: str) -> None:
    shell = ("sh", "-c", f'exec "$0" "$@" {closed}')
    play = command(tmp_path, "play", "--speed", "off", before=shell)
    async with play as running:
        if closed != "<&-":
            running.say("quit\nquit")
        assert await running.ended() == 0
        assert await running.errors() == ""


async def test_a_name_that_is_no_text_is_made_one(tmp_path: Path) -> None:
    args = ("play", "--name", "Ren\udce9", "--json")
    async with command(tmp_path, *args) as running:
        seats = (await running.hear("update"))["table"]["seats"]
        assert seats[0]["name"] == "Ren?"


# Ctrl-C and a request to terminate


@pytest.mark.parametrize(
    ("ending", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)]
)
async def test_the_host_ends_cleanly_and_frees_its_port(
    tmp_path: Path, ending: signal.Signals, code: int
) -> None:
    port = free_port()
    args = ("host", "--port", str(port), "--json")
    async with command(tmp_path, *args) as ann:
        link = (await ann.hear("room"))["link"]
        assert f":{port}/#" in link
        await ann.hear("update")
        ann.process.send_signal(ending)
        assert await ann.ended() == code
        assert await ann.errors() == ""
        socket.create_server(("0.0.0.0", port)).close()


@pytest.mark.parametrize("name", ["serve", "play", "join", "demo"])
async def test_ctrl_c_ends_every_command_without_a_trace(
    tmp_path: Path, name: str
) -> None:
    async with server(tmp_path) as url, host(tmp_path, url) as (_, invitation):
        args = {
            "serve": ("serve", "--listen", "127.0.0.1:0", "--json"),
            "play": ("play", "--json"),
            "join": ("join", invitation, "--server", url, "--json"),
            "demo": ("demo", "--hands", "1000", "--json"),
        }
        async with command(tmp_path, *args[name]) as running:
            assert await running.line()
            running.process.send_signal(signal.SIGINT)
            assert await running.ended() == 130
            assert await running.errors() == ""


def free_port() -> int:
    """A port that nobody had a moment ago."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
        return port
