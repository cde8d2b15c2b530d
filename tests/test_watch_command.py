"""``rummyroom join --watch``: processes of their own, at a table that is played."""

import os
import signal
from pathlib import Path

from commands import command, host, server

FULL = "all seats are taken; watch with --watch"


async def test_a_program_watches_speaks_and_cannot_act(tmp_path: Path) -> None:
    async with (
        server(tmp_path) as url,
        host(tmp_path, url, "--players", "2", "--bots", "1") as (ann, code),
    ):
        watch = ("join", code, "--server", url, "--watch", "--json", "--name", "Zed")
        async with command(tmp_path, *watch) as zed:
            assert (await zed.hear("welcome"))["seat"] is None
            update = await zed.hear("update")
            assert update["table"]["watchers"] == ["Zed"]
            view = update["view"]
            assert view["seat"] is None and "hand" not in view and "can" not in view

            zed.say('{"type":"draw","source":"stock"}')
            assert (await zed.hear("rejected"))["code"] == "watching"
            zed.say('{"type":"next"}')
            assert (await zed.hear("rejected"))["id"] == 0
            zed.say('{"type":"say","phrase":"hello"}')
            for one in (ann, zed):
                said = await one.hear("said")
                assert (said["watcher"], said["phrase"]) == ("Zed", "hello")

            ann.say('{"type":"say","text":"psst"}')
            assert (await ann.hear("rejected"))["code"] == "talk_phrases"
            ann.say('{"type":"mute","watcher":"Nobody","on":true}')
            notice = await ann.hear("notice")
            assert notice["text"] == "there is nobody like that to mute"
            ann.say('{"type":"mute","watcher":"Zed","on":true}')
            ann.say('{"type":"mute","watcher":"Nobody","on":true}')
            await ann.hear("notice")  # so the mute before it holds
            zed.say('{"type":"say","phrase":"party"}')
            await zed.hear("said", phrase="party")
            ann.say('{"type":"say","phrase":"thanks"}')
            assert (await ann.hear("said"))["phrase"] == "thanks"

            ann.say('{"type":"send_away","watcher":"Nobody"}')
            notice = await ann.hear("notice")
            assert notice["text"] == "nobody called Nobody watches"
            zed.say('{"type":"send_away","watcher":"Zed"}')
            notice = await zed.hear("notice")
            assert notice["text"] == "only the host can do that"

            ann.say('{"type":"opens","yes":true}')
            while not all(
                seat.get("opens")
                for seat in (await zed.hear("update"))["table"]["seats"]
            ):
                pass
            ann.say('{"type":"send_away","watcher":"Zed"}')
            assert (await zed.hear("ending"))["how"] == "closed"
            await zed.ended()
        while (await ann.hear("update"))["table"]["watchers"]:
            pass


async def test_who_watches_takes_no_seat_that_was_remembered(tmp_path: Path) -> None:
    async with (
        server(tmp_path) as url,
        host(tmp_path, url, "--players", "2") as (_, code),
    ):
        join = ("join", code, "--server", url, "--json")
        async with command(tmp_path, *join) as bob:
            await bob.hear("welcome")
            os.kill(bob.process.pid, signal.SIGKILL)
        async with command(tmp_path, *join, "--watch") as zed:
            assert not (await zed.hear("welcome"))["back"]
            async with command(tmp_path, *join) as again:
                welcome = await again.hear("welcome")
                assert (welcome["seat"], welcome["back"]) == (1, True)


async def test_who_finds_no_seat_is_told_to_watch(tmp_path: Path) -> None:
    async with (
        server(tmp_path) as url,
        host(tmp_path, url, "--players", "2") as (_, code),
    ):
        join = ("join", code, "--server", url, "--json")
        async with command(tmp_path, *join) as bob:
            await bob.hear("welcome")
            async with command(tmp_path, *join) as late:
                assert await late.ended() == 4
                assert FULL in await late.errors()


async def test_who_watches_in_lines_is_told_the_story(tmp_path: Path) -> None:
    async with (
        server(tmp_path) as url,
        host(tmp_path, url, "--players", "2", "--bots", "1") as (_, code),
        command(tmp_path, "join", code, "--server", url, "--watch") as zed,
    ):
        said = []
        while "You watch this table.\n" not in said:
            said.append(await zed.line())
        zed.say("who")
        while "Ada" not in said[-1]:
            said.append(await zed.line())
        zed.say("hand")
        while said[-1] != "You only watch: wait for a free seat to play.\n":
            said.append(await zed.line())
        assert not any("Your" in line for line in said)
        zed.say("quit")
        zed.say("quit")
        assert await zed.ended() == 0


async def test_who_watches_lets_no_computer_player_play(tmp_path: Path) -> None:
    watch = ("join", "7KQ-M3X-WC7", "--watch", "--auto")
    async with command(tmp_path, *watch) as zed:
        assert await zed.ended() == 2
        assert "who watches has no seat to be played" in await zed.errors()
