"""Clocks at tables that live: the same over channels in memory and over aiortc."""

import time

import pytest
from reached import Reach
from reached import reach as reach
from tabled import new_host

from peer.bots.medium import Medium
from peer.guest import Guest
from peer.hosting import TICK, Hosting
from peer.ndjson import Ndjson
from peer.own_records import record
from peer.requests import Patience
from peer.seat import PlayedSeat
from peer.session import Session
from shared.clock import PAUSE, PAUSES
from shared.events import Discarded, Drew, TimedOut
from shared.rulesets.basic import PRESETS
from shared.terms import Terms
from shared.wire import Pause, Rejected, Update


def hosting(clock: str) -> Hosting:
    host = new_host(
        PRESETS["cgio"], 2, b"a seed of the tests", terms=Terms(clock=clock)
    )
    return Hosting(host, Medium, pace=0)


async def update(session: Session, *, late: bool = False) -> Update:
    """The next update of a hand, or the next one that tells of a time that was up."""
    while True:
        message = await session.receive()
        if isinstance(message, Update) and message.table.phase == "hand":
            told = any(isinstance(event, TimedOut) for event in message.events)
            if told or not late:
                return message


async def seated(table: Hosting, reach: Reach) -> tuple[Session, Session]:
    ann, bob = (
        Session(Guest(n), channel)
        for n, channel in zip(
            ("Ann", "Bob"), [await reach(table), await reach(table)], strict=True
        )
    )
    await ann.sit_down()
    await bob.sit_down()
    return ann, bob


async def test_who_does_not_act_is_played_for_and_may_have_a_minute(
    reach: Reach,
) -> None:
    async with hosting("1") as table:
        ann, bob = await seated(table, reach)
        first = (await update(bob)).table.clock
        assert first is not None and first.runs is not None
        for session in (ann, bob):
            told = await update(session, late=True)
            kinds = [type(event) for event in told.events]
            assert kinds == [TimedOut, Drew, Discarded]
            assert told.events[0] == TimedOut(first.runs)
            assert told.table.clock is not None
            assert told.table.clock.runs == 1 - first.runs
        bob.wish(Pause())
        while True:
            clock = (await update(ann)).table.clock
            assert clock is not None
            if clock.asked is not None:
                break
        assert (clock.asked, clock.why) == (1, "pause")
        assert clock.holds == PAUSE * 1000 and clock.pauses == (PAUSES, PAUSES - 1)
        bob.wish(Pause())
        while not isinstance(refused := await bob.receive(), Rejected):
            pass
        assert str(refused) == ("the clock stands already: ask again when it goes on")
        await ann.leave()
        await bob.leave()


async def test_the_host_is_up_when_a_clock_is_at_zero() -> None:
    async with hosting("3") as table:
        now = time.monotonic()
        assert table._until_tick(now) == TICK
        ann, bob = (Session(Guest(n), table.own_channel()) for n in ("Ann", "Bob"))
        await ann.sit_down()
        await bob.sit_down()
        await update(bob)
        zero = table.host.zero(time.monotonic())
        assert zero is not None
        assert table._until_tick(zero - 2 * TICK) == TICK
        assert table._until_tick(zero - TICK / 4) == pytest.approx(TICK / 4, abs=0.002)
        await ann.leave()
        await bob.leave()


class Screen:
    """Collects the lines that a seat is shown."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def show(self, lines: list[str], prompt: str = "") -> None:
        self.lines += lines

    def close(self) -> None:
        pass


class Typist:
    """Types some lines, then leaves."""

    def __init__(self, *lines: str) -> None:
        self._left = [*lines]

    async def line(self) -> str | None:
        return self._left.pop(0) if self._left else None


async def test_the_host_gives_a_player_more_time_by_program() -> None:
    more = '{"type":"patience","seat":1,"percent":200}'
    much = '{"type":"patience","seat":1,"percent":900}'
    async with hosting("30") as table:
        session = Session(Guest("Ann"), table.own_channel())
        screen = Screen()
        seat = PlayedSeat(
            session,
            Ndjson(),
            screen,
            keyboard=Typist(more, much),
            manage=table.manage,
        )
        await seat.sit_down()
        await seat.play()
        assert table.host.table.places[1].patience == 200
        why = (
            "a player has from 100 to 500 percent of the time: choose a number between"
        )
        limits = {"least": 100, "most": 500}
        told = record("notice", text=why, code="patience", values=limits)
        assert told in screen.lines


async def test_a_guest_gives_nobody_more_time() -> None:
    async with hosting("30") as table:
        session = Session(Guest("Ann"), table.own_channel())
        screen = Screen()
        typed = Typist('{"type":"patience","seat":0,"percent":500}')
        seat = PlayedSeat(session, Ndjson(), screen, keyboard=typed)
        await seat.sit_down()
        await seat.play()
        assert table.host.table.places[0].patience == 100
        assert (
            record("notice", text="only the host can do that", code="", values={})
            in screen.lines
        )


def test_what_is_typed_by_program_is_what_is_asked() -> None:
    assert Ndjson().typed('{"type":"pause"}') == Pause()
    assert Ndjson().typed('{"type":"patience","seat":1,"percent":150}') == Patience(
        1, 150
    )
