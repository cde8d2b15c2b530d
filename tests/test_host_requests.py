"""What the host alone asks for: by JSON, to words, and what a guest is told of it."""

import asyncio
import json

import pytest
from tabled import new_host

from peer.channel import MemoryChannel
from peer.guest import Guest
from peer.hosting import Hosting
from peer.ndjson import Ndjson
from peer.newcomer import Newcomer
from peer.own_records import record
from peer.requests import Company, End, HandBack, HandOver, Kick, Play, Request, Settle
from peer.seat import Ending, PlayedSeat
from peer.session import Session
from shared.rulesets.basic import PRESETS
from shared.wire import Bye, Refused, encode


@pytest.mark.parametrize(
    ("line", "request_"),
    [
        ('{"type":"seat"}', Company(True)),
        ('{"type":"seat","level":"hard"}', Company(True, "hard")),
        ('{"type":"unseat"}', Company(False)),
        ('{"type":"settle","name":"talk","value":"off"}', Settle("talk", "off")),
        ('{"type":"play","game":"gin"}', Play("gin")),
        (
            '{"type":"play","game":"basic","preset":"pagat","options":{"ace":"low"},'
            '"hands":3,"seats":4}',
            Play("basic", "pagat", {"ace": "low"}, 3, 4),
        ),
        ('{"type":"kick","seat":2}', Kick(2)),
        ('{"type":"hand_over","seat":2}', HandOver(2)),
        ('{"type":"hand_back","seat":2}', HandBack(2)),
        ('{"type":"end"}', End()),
    ],
)
def test_a_program_asks_for_it(line: str, request_: Request) -> None:
    assert Ndjson().typed(line) == request_


@pytest.mark.parametrize(
    "line",
    [
        '{"type":"kick"}',
        '{"type":"kick","seat":-1}',
        '{"type":"kick","seat":"Bob"}',
        '{"type":"settle","name":"talk"}',
        '{"type":"play","game":"gin","hands":0}',
        '{"type":"play","game":"' + "x" * 65 + '"}',
        '{"type":"end","now":true}',
    ],
)
def test_what_makes_no_sense_is_answered(line: str) -> None:
    (answer,) = Ndjson().typed(line)  # type: ignore[misc]
    assert json.loads(answer)["text"].startswith("not a request: ")


class Program:
    """Keyboard and console of a seat."""

    def __init__(self, *lines: str) -> None:
        self.lines = [*lines]
        self.shown: list[str] = []

    async def line(self) -> str | None:
        return self.lines.pop(0) if self.lines else None

    def show(self, lines: list[str], prompt: str = "") -> None:
        self.shown += lines

    def close(self) -> None:
        pass


async def asked(*lines: str, hosts: bool = True) -> tuple[Ending, list[str]]:
    """What comes of it at a table in its lobby."""
    host = new_host(PRESETS["cgio"], 3, b"a seed of the tests")
    async with Hosting(host, Newcomer, pace=0) as table:
        program = Program(*lines)
        seat = PlayedSeat(
            Session(Guest("Ann"), table.own_channel()),
            Ndjson(),
            program,  # type: ignore[arg-type]
            keyboard=program,  # type: ignore[arg-type]
            manage=table.manage if hosts else None,
        )
        await seat.sit_down()
        return await seat.play(), program.shown


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ('{"type":"settle","name":"talk","value":"x"}', "talk is one of off, phr"),
        ('{"type":"kick","seat":0}', "that is your own seat: leave it with quit"),
        ('{"type":"kick","seat":1}', "nobody sits in seat 2"),
        ('{"type":"hand_back","seat":1}', "seat 2 was not handed over: there is "),
        ('{"type":"play","game":"x"}', "there is no game 'x': choose from basic"),
    ],
)
async def test_what_cannot_be_is_told_to_the_host(line: str, answer: str) -> None:
    ending, shown = await asked(line)
    assert ending == "left"
    notices = [json.loads(one) for one in shown if '"notice"' in one]
    assert [notice["text"][: len(answer)] for notice in notices] == [answer]


async def test_a_guest_asks_in_vain() -> None:
    _, shown = await asked('{"type":"end"}', '{"type":"kick","seat":0}', hosts=False)
    only = record("notice", text="only the host can do that", code="", values={})
    assert [one for one in shown if '"notice"' in one] == [only, only]


async def test_the_host_that_ends_the_game_has_left() -> None:
    ending, shown = await asked('{"type":"end"}', '{"type":"hint"}')
    assert ending == "left"
    assert not [one for one in shown if "hint" in one]


@pytest.mark.parametrize(
    ("message", "ending"),
    [
        (Bye("kicked"), "dismissed"),
        (Bye("handed_over"), "dismissed"),
        (Bye("ended"), "closed"),
        (Refused("locked"), "dismissed"),
    ],
)
async def test_how_it_ends_for_a_guest(message: Bye | Refused, ending: Ending) -> None:
    ours, theirs = MemoryChannel.pair()
    program = Program()
    seat = PlayedSeat(
        Session(Guest("Bob"), theirs),
        Ndjson(),
        program,  # type: ignore[arg-type]
    )
    playing = asyncio.create_task(seat.play())
    ours.send(encode(message))
    assert await asyncio.wait_for(playing, 10) == ending
    assert program.shown == Ndjson().told(message)
