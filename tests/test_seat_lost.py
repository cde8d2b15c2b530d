"""What a player sees and may type while the connection to the host is lost."""

import asyncio
from collections.abc import Callable

import pytest
from cuttable import Place, place

from peer.autoplay import Autoplay
from peer.bots.medium import Medium
from peer.guest import Guest
from peer.ndjson import Ndjson
from peer.news import BACK, LOST, MOVED, SUSPECT, WELL, not_yet
from peer.own_records import record
from peer.plain import Plain
from peer.seat import Ending, PlayedSeat, Screen
from peer.sides import UnknownSeat
from shared.actions import Draw
from shared.wire import Act, Rejected, Update
from shared.words import say


class Person:
    """A keyboard and a console in the hands of a test."""

    def __init__(self) -> None:
        self.typed: asyncio.Queue[str | None] = asyncio.Queue()
        self.shown: asyncio.Queue[str] = asyncio.Queue()

    async def line(self) -> str | None:
        return await self.typed.get()

    def show(self, lines: list[str], prompt: str = "") -> None:
        for line in lines:
            self.shown.put_nowait(line)

    def close(self) -> None:
        pass

    async def sees(self, wanted: str) -> None:
        async with asyncio.timeout(10):
            while await self.shown.get() != wanted:
                pass


def playing(
    here: Place, make: Callable[[Guest], Screen]
) -> tuple[Person, "asyncio.Task[Ending]"]:
    person = Person()
    seat = PlayedSeat(
        here.bob,
        make(here.bob.guest),
        person,  # type: ignore[arg-type]
        keyboard=person,  # type: ignore[arg-type]
    )
    return person, asyncio.create_task(seat.play())


async def test_in_words() -> None:
    async with place() as here:
        here.reachable.clear()
        person, play = playing(here, Plain)
        here.wires[0].cut()
        await here.silence(6)
        await person.sees("Nothing is heard from the host, trying to reach it anew.")
        await here.silence(8)
        await person.sees("The connection to the host is lost, trying to come back.")
        here.reachable.set()
        await person.sees("Back at the table.")
        await person.sees("You are back in seat 2.")
        person.typed.put_nowait("quit")
        person.typed.put_nowait("quit")
        assert await asyncio.wait_for(play, 10) == "left"


async def test_in_records() -> None:
    async with place() as here:
        here.reachable.clear()
        person, play = playing(here, lambda _: Ndjson())
        await here.wires[0].channel.close()
        await person.sees(record("connection", state="lost", text=LOST.text))
        here.reachable.set()
        await person.sees(record("connection", state="back", text="back at the table"))
        person.typed.put_nowait('{"type":"quit"}')
        assert await asyncio.wait_for(play, 10) == "left"


def test_every_state_has_its_sentence() -> None:
    told = [SUSPECT, MOVED, WELL, LOST, not_yet("the server is away"), BACK]
    assert [news.text for news in told] == [
        "nothing is heard from the host, trying to reach it anew",
        "the network of this machine has changed, trying to reach the host anew",
        "the host is there again",
        "the connection to the host is lost, trying to come back",
        "not yet: the server is away; trying on",
        "back at the table",
    ]


async def test_what_cannot_be_asked_for_now_is_answered() -> None:
    async with place() as here:
        here.reachable.clear()
        person, play = playing(here, lambda _: Ndjson())
        await here.wires[0].channel.close()
        await person.sees(record("connection", state="lost", text=LOST.text))
        for line in ('{"type":"draw","source":"stock"}', '{"type":"next"}'):
            person.typed.put_nowait(line)
            await person.sees(*Ndjson().notice(say("term.lasting.notnow")))
        assert say("term.lasting.notnow") == (
            "the connection to the host is lost; wait until it is back, or type quit"
        )
        here.reachable.set()
        await person.sees(record("connection", state="back", text="back at the table"))
        person.typed.put_nowait(None)
        assert await asyncio.wait_for(play, 10) == "left"


async def test_who_waits_for_an_answer_can_leave_when_the_line_is_lost() -> None:
    async with place() as here:
        here.reachable.clear()
        person, play = playing(here, lambda _: Ndjson())
        here.wires[0].cut()
        here.bob.act(Draw("stock"))
        person.typed.put_nowait('{"type":"quit"}')
        await here.silence(6)
        assert await asyncio.wait_for(play, 10) == "left"


async def test_the_end_is_told() -> None:
    async with place() as here:
        person, play = playing(here, Plain)
        here.obstacles = [UnknownSeat()]
        await here.wires[0].channel.close()
        assert await asyncio.wait_for(play, 10) == "lost"
        await person.sees(
            "There is no way back to the table: the host does not know your seat any "
            "more; ask for the code it shows now and join again."
        )


# A computer player that was overtaken


@pytest.mark.parametrize("code", ["stale", "no_hand"])
async def test_a_computer_player_that_came_too_late_acts_anew(code: str) -> None:
    async with place() as here:
        await here.on_turn()
        bot = Autoplay(here.bob, Medium(), 0)
        guest = here.bob.guest
        assert guest.view is not None and guest.table is not None
        guest.pending[1] = Act(1, 0, Draw("stock"))
        await bot.told(Update(guest.seq, 0, (), guest.table, guest.view))
        guest.pending.clear()
        await bot.refused(Rejected(1, "draw_first"))
        assert guest.pending == {}
        await bot.refused(Rejected(1, code))
        assert guest.pending[1].seq == guest.seq


async def test_a_computer_player_acts_on_the_newest_table_only() -> None:
    """After a while without a connection several updates may wait to be told."""
    async with place() as here:
        await here.on_turn()
        bot = Autoplay(here.bob, Medium(), 0)
        guest = here.bob.guest
        assert guest.view is not None and guest.table is not None
        await bot.told(Update(guest.seq - 1, 0, (), guest.table, guest.view))
        assert guest.pending == {}
        await bot.told(Update(guest.seq, 0, (), guest.table, guest.view))
        assert len(guest.pending) == 1
