"""A computer player thinks beside the host, and its time is up some day."""

import asyncio
import logging
import random
import threading
from collections.abc import Sequence
from typing import Any

import pytest
from botplay import choices
from dealt import dealt
from ginhands import CGIO as GIN
from tiled import OFFICIAL
from variety import GAMES, states_of

from peer.bots import BUDGET, Bot
from peer.bots.reflex import reflex
from peer.thinking import MOST, Thinking
from shared.actions import Action, Discard
from shared.errors import ProtocolError
from shared.events import Discarded, Event
from shared.ruleset import Ruleset
from shared.rulesets.basic import PRESETS
from shared.view import AnyView

CGIO = PRESETS["cgio"]
VIEW = CGIO.view(dealt(["2S KC", "3D 5D"], phase="play"), 0)
HEARD = Discarded(1, "AS"), Discarded(0, "AH")


class Slow(Bot):
    """One that waits for a sign before it answers."""

    why = "safe"

    def __init__(self) -> None:
        self.sign = threading.Event()
        self.heard: list[Event] = []
        self.threads: set[int] = set()

    def choose(self, view: AnyView, events: Sequence[Event]) -> Action:
        self.threads.add(threading.get_ident())
        self.heard += events
        self.sign.wait()
        return Discard("2S")


async def test_a_player_thinks_in_another_thread_and_says_why() -> None:
    slow = Slow()
    thought = asyncio.ensure_future(Thinking(slow, 1000).choose(VIEW, HEARD))
    await asyncio.sleep(0)  # we are not held up
    assert not thought.done()
    slow.sign.set()
    assert await thought == (Discard("2S"), "safe")
    assert threading.get_ident() not in slow.threads


async def test_when_its_time_is_up_something_legal_is_done(
    caplog: pytest.LogCaptureFixture,
) -> None:
    slow = Slow()
    thinking = Thinking(slow, 0.001)
    assert await thinking.choose(VIEW, HEARD[:1]) == (Discard("KC"), None)
    assert await thinking.choose(VIEW, HEARD[1:]) == (Discard("KC"), None)
    assert len(slow.threads) == 1, "it still thinks about the first"
    assert [record.levelno for record in caplog.records] == [logging.WARNING] * 2
    slow.sign.set()
    assert thinking._thought is not None
    await thinking._thought
    thinking._budget = 1000
    assert await thinking.choose(VIEW, ()) == (Discard("2S"), "safe")
    assert slow.heard == [*HEARD], "nothing that happened is kept from it"


async def test_no_table_gives_more_than_a_second() -> None:
    assert BUDGET == 0.3 and Thinking(Slow(), 7)._budget == MOST == 1


async def test_a_view_that_makes_no_sense_is_the_hosts_fault() -> None:
    class Lost(Slow):
        def choose(self, view: AnyView, events: Sequence[Event]) -> Action:
            raise LookupError("no such card")

    with pytest.raises(ProtocolError, match="^the host sent a view that makes no "):
        await Thinking(Lost()).choose(VIEW, ())


def test_what_is_done_without_thinking_is_legal_in_basic_rummy() -> None:
    for number, game in enumerate(GAMES.values()):
        for state in states_of(game, random.Random(number), game.seats[0]):
            if state.result is None:
                game.apply(state, state.turn, reflex(game.view(state, state.turn)))


@pytest.mark.parametrize("rules", [GIN, OFFICIAL], ids=lambda rules: rules.preset)
def test_what_is_done_without_thinking_is_legal(rules: Ruleset[Any]) -> None:
    for asked in choices(rules, ["medium", "easy"], 4):
        rules.apply(asked.state, asked.seat, reflex(asked.view))
