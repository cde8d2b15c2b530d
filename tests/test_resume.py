"""A host that is killed at any moment goes on, in real processes."""

import os
import signal
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from commands import Command, command, host, server

from peer.meet import create_room
from shared.cards import apart
from shared.code import read_code

ALONE = ("--players", "2", "--bots", "1", "--hands", "3", "--seed", "0d", "--auto")
HOST = ("host", "--name", "Ann", "--speed", "off", "--json")
RESUME = (*HOST, "--resume", "--auto")
ROUNDS = int(os.environ.get("RUMMYROOM_KILLS", "2"))


def journal(home: Path) -> Path:
    """The only one there is."""
    (path,) = (home / "state" / "rummyroom" / "journals").iterdir()
    return path


async def kill(running: Command) -> None:
    """End it as a power cut would."""
    os.kill(running.process.pid, signal.SIGKILL)
    await running.process.wait()


async def hand_of(guest: Command) -> set[str]:
    """The cards of a guest whose turn it is."""
    while True:
        view = (await guest.hear("update"))["view"]
        if view and view.get("can"):
            return set(apart(view["hand"]))


async def undisturbed(home: Path) -> dict[str, Any]:
    async with command(home, *HOST, "--port", "0", *ALONE) as running:
        return await running.hear("ending")


# Computer players


@pytest.mark.parametrize("seed", range(ROUNDS))
async def test_killed_at_any_moment_it_ends_as_if_nothing_had_been(
    tmp_path: Path, seed: int
) -> None:
    chance = Random(seed)
    expected = await undisturbed(tmp_path / "other")
    arguments, ending, codes = (*HOST, "--port", "0", *ALONE), None, set()
    while ending is None:
        async with command(tmp_path, *arguments) as running:
            for _ in range(chance.randrange(3, 90)):
                line = await running.line()
                if '"type":"room"' in line:
                    codes.add(line)
                if '"type":"ending"' in line:
                    ending = line
                    break
            else:
                await kill(running)
        arguments = (*RESUME[:-2], "--resume", str(journal(tmp_path)), "--auto")
    assert f'"scores":{expected["scores"]}'.replace(" ", "") in ending
    assert f'"table":"{expected["table"]}"' in ending
    assert len(codes) == 1


# A guest


async def test_a_killed_host_goes_on_and_a_guest_has_its_seat_back(
    tmp_path: Path,
) -> None:
    async with server(tmp_path) as url:
        join = ("join", "--server", url, "--json", "--name")
        async with host(tmp_path, url, "--players", "2", "--auto") as (ann, code):
            async with command(tmp_path, *join, "Bob", code) as bob:
                hand = await hand_of(bob)
                await kill(ann)
                await kill(bob)
        path = journal(tmp_path)
        async with command(tmp_path, *RESUME) as ann:
            notice = await ann.hear("notice")
            assert notice["text"] == (
                "going on with Basic Rummy, hand 1, of Ann, Bob, "
                f"from the journal {path}"
            )
            assert (await ann.hear("room"))["code"] == code
            async with command(tmp_path, *join, "Robert", code) as bob:
                welcome = await bob.hear("welcome")
                assert (welcome["seat"], welcome["back"]) == (1, True)
                update = await bob.hear("update")
                assert set(apart(update["view"]["hand"])) == hand
                assert update["table"]["seats"][1]["name"] == "Bob"
                bob.say('{"type":"draw","source":"stock"}')
                while not update["events"]:
                    update = await bob.hear("update")
                assert update["events"][0]["type"] in ("drew", "recycled")


async def test_the_server_beside_a_host_is_at_the_same_address_again(
    tmp_path: Path,
) -> None:
    async with command(tmp_path, *HOST, "--port", "0", "--players", "2") as ann:
        link = (await ann.hear("room"))["link"]
        await kill(ann)
    async with command(tmp_path, *RESUME) as ann:
        assert (await ann.hear("room"))["link"] == link
        async with command(tmp_path, "join", link, "--json") as bob:
            assert (await bob.hear("welcome"))["seat"] == 1


async def test_a_code_that_is_somebody_elses_now_is_not_the_tables_any_more(
    tmp_path: Path,
) -> None:
    async with server(tmp_path) as url:
        async with host(tmp_path, url, "--players", "2") as (ann, code):
            await kill(ann)
    listen = ("--listen", url.removeprefix("http://"))
    async with command(tmp_path, "serve", *listen, "--json") as serving:
        await serving.hear("serving")
        other = await create_room(url, claim="another", room=read_code(code).room)
        async with command(tmp_path, *RESUME) as ann:
            new = (await ann.hear("room"))["code"]
            assert read_code(new).room != read_code(code).room
            async with command(tmp_path, "join", new, "--server", url, "--json") as bob:
                assert (await bob.hear("welcome"))["seat"] == 1
        await other.close()


# Journals that are torn, damaged, in use, unwritable, or not wanted


async def a_killed_host(home: Path) -> Path:
    async with command(home, *HOST, "--port", "0", *ALONE) as running:
        for _ in range(20):
            await running.hear("update")
        await kill(running)
    return journal(home)


async def refused(home: Path, *resume: str) -> str:
    async with command(home, *HOST, *resume) as running:
        assert await running.ended() == 1
        return await running.errors()


async def test_a_torn_journal_is_gone_on_with(tmp_path: Path) -> None:
    path = await a_killed_host(tmp_path)
    with path.open("ab") as file:
        file.write(b'{"crc":"01234567","record":{"type":"ac')
    async with command(tmp_path, *HOST, "--resume", str(path), "--auto") as running:
        assert (await running.hear("ending"))["hands"] == 3
        assert await running.ended() == 0
    assert journal(tmp_path).suffix == ".over"
    assert await refused(tmp_path, "--resume") == (
        f"rummyroom: there is no table to go on with in {path.parent}; "
        "open one with: rummyroom host\n"
    )


async def test_a_damaged_journal_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    path = await a_killed_host(tmp_path)
    content = path.read_bytes().replace(b'"type":"acted"', b'"type":"asked"', 1)
    path.write_bytes(content)
    line = content[: content.index(b'"type":"asked"')].count(b"\n") + 1
    assert await refused(tmp_path, "--resume") == (
        f"rummyroom: line {line} of the journal {path} is damaged, so this table "
        "cannot go on; nothing was changed: put a copy of the file in its place, or "
        "host a new table\n"
    )
    assert path.read_bytes() == content


async def test_the_table_of_a_running_host_cannot_go_on_twice(tmp_path: Path) -> None:
    async with command(tmp_path, *HOST, "--port", "0") as ann:
        await ann.hear("room")
        path = journal(tmp_path)
        assert await refused(tmp_path, "--resume", str(path)) == (
            f"rummyroom: the table of the journal {path} is open in another window; "
            "close it there first\n"
        )


def limited(size: int) -> tuple[str, ...]:
    """A command that runs another which may write files of that size only."""
    program = (
        "import os, resource, sys;"
        f"resource.setrlimit(resource.RLIMIT_FSIZE, ({size}, {size}));"
        "os.execv(sys.argv[1], sys.argv[1:])"
    )
    return (sys.executable, "-c", program)


async def test_a_full_disk_stops_the_game_and_nobody_is_told_more(
    tmp_path: Path,
) -> None:
    bots = ("--players", "2", "--bots", "1", "--port", "0", "--seed", "0d")
    room_for_the_deal = 1125
    async with command(
        tmp_path, *HOST, *bots, before=limited(room_for_the_deal)
    ) as ann:
        cards = await hand_of(ann)
        ann.say('{"type":"draw","source":"stock"}')
        assert (await ann.hear("notice"))["text"] == (
            "the game cannot be saved (File too large), so nothing can happen; "
            "make room on the disk and go on"
        )
        rejected = await ann.hear("rejected")
        assert (rejected["code"], rejected["message"]) == (
            "not_kept",
            "the host's computer cannot save that (File too large), so it has not "
            "happened; ask the host to make room on the disk, then try again",
        )
        await kill(ann)
    async with command(tmp_path, *HOST, "--resume") as ann:
        assert await hand_of(ann) == cards
        ann.say('{"type":"draw","source":"stock"}')
        drawn = cards
        while drawn == cards:
            drawn = await hand_of(ann)
        assert len(drawn - cards) == 1


async def test_a_full_disk_before_the_table_is_opened(tmp_path: Path) -> None:
    folder = tmp_path / "state" / "rummyroom" / "journals"
    async with command(tmp_path, *HOST, "--port", "0", before=limited(0)) as ann:
        assert await ann.ended() == 1
        assert await ann.errors() == (
            f"rummyroom: the table cannot be kept for a restart in {folder}: File too "
            "large; make room or let us write there, or host with --no-journal\n"
        )
    async with command(
        tmp_path, *HOST, "--port", "0", *ALONE, "--no-journal", before=limited(0)
    ) as ann:
        assert (await ann.hear("ending"))["hands"] == 3
    assert list(folder.iterdir()) == []


async def test_a_table_that_cannot_be_reached_again_is_not_lost(tmp_path: Path) -> None:
    async with server(tmp_path) as url:
        async with host(tmp_path, url, "--players", "2") as (ann, _):
            await kill(ann)
    content = journal(tmp_path).read_bytes()
    async with command(tmp_path, *RESUME) as ann:
        assert await ann.ended() == 5
        assert (await ann.errors()).endswith(
            "cannot be reached; check the address and your network\n"
        )
    assert journal(tmp_path).read_bytes() == content


async def test_a_table_left_before_the_first_deal_leaves_nothing(
    tmp_path: Path,
) -> None:
    async with command(tmp_path, *HOST, "--port", "0") as ann:
        await ann.hear("room")
        path = journal(tmp_path)
        ann.say('{"type":"quit"}')
        assert await ann.ended() == 0
    assert not path.exists()
