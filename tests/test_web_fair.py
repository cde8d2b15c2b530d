"""The browser's part in the fair deal agrees with Python's, and catches every cheat."""

import json
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from cheats import CHEATS, Cheat
from fickle import Fickle
from recorded import Recording, secret

from shared.wire import Mix, Recorded, Update, decode_to_host, encode

pytestmark = pytest.mark.needs("nodejs")

WITNESS = Path(__file__).parent / "web" / "witness.js"
Told = dict[tuple[int, int], list[str]]
"By table and seat."


@contextmanager
def overheard() -> Iterator[Told]:
    """What the hosts of all tables tell their guests."""
    told: Told = {}
    says = Recording.says

    def spied(self: Recording, seat: int, message: Mix | Recorded | Update) -> None:
        told.setdefault((id(self), seat), []).append(encode(message))
        says(self, seat, message)

    with patch.object(Recording, "says", spied):
        yield told


def browsers(tables: list[Recording], told: Told) -> list[dict[str, Any]]:
    """What browsers in all seats of ``tables`` answer, table by table."""
    guests = [
        {
            "secret": secret(f"seat {seat} {table.salt}").hex(),
            "seat": seat,
            "told": told[id(table), seat],
        }
        for table in tables
        for seat in range(table.seats)
    ]
    run = subprocess.run(
        ["node", WITNESS], input=json.dumps(guests), capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr
    found: list[dict[str, Any]] = json.loads(run.stdout)
    return found


def findings(browser: dict[str, Any]) -> list[str]:
    answers = [json.loads(text) for text in browser["answers"]]
    return [one["finding"] for one in answers if one["type"] == "audited"]


HONEST: list[tuple[str, int, dict[str, str]]] = [
    ("basic", 3, {}),
    ("basic", 2, {"rearrange_melds": "true", "call_rummy": "true"}),
    ("basic", 6, {"preset": "pagat", "recycle_order": "shuffle"}),
    ("basic", 4, {"decks": "2", "jokers": "4"}),
    ("gin", 2, {}),
    ("rummikub", 3, {}),
]


def test_honest_hosts_are_found_honest_and_told_the_same_as_by_python() -> None:
    with overheard() as told:
        tables = [
            Recording(game, seats, 2, salt=str(at), **options).play()
            for at, (game, seats, options) in enumerate(HONEST)
        ]
    found = iter(browsers(tables, told))
    for table in tables:
        for seat in range(table.seats):
            browser = next(found)
            assert findings(browser) == table.findings(seat) == ["ok", "ok"]
            for text in browser["answers"]:
                decode_to_host(text)
            assert browser["file"].encode() == table.file


def test_turns_whose_time_was_up_are_followed_too() -> None:
    with overheard() as told:
        tables = []
        for at, (game, seats, options) in enumerate(HONEST):
            table = Recording(game, seats, 2, salt=f"late {at}", **options)
            table.late = lambda table=table: table.seq % 5 in (0, 3)  # type: ignore[misc]
            tables.append(table.play())
    found = iter(browsers(tables, told))
    for table in tables:
        assert any(line.startswith('["time",') for line in table.chronicle.lines)
        for seat in range(table.seats):
            browser = next(found)
            assert findings(browser) == table.findings(seat) == ["ok", "ok"], browser


def test_steps_that_were_taken_back_are_followed() -> None:
    with overheard() as told:
        tables = [
            Fickle(game, seats, 2, salt=str(at), **options)
            for at, (game, seats, options) in enumerate(HONEST)
        ]
        for table in tables:
            table.play()
    found = iter(browsers(list(tables), told))
    for table in tables:
        for _ in range(table.seats):
            assert findings(next(found)) == ["ok", "ok"]


@pytest.mark.parametrize("kind", CHEATS)
def test_every_cheat_is_caught_by_everybody_it_touches(
    kind: Callable[[str], Cheat],
) -> None:
    with overheard() as told:
        cheats = [kind(str(salt)) for salt in range(8)]
    found = iter(browsers([cheat.table for cheat in cheats], told))
    caught = {
        (salt, seat): findings(next(found))
        for salt, cheat in enumerate(cheats)
        for seat in range(cheat.table.seats)
    }
    touched = [(salt, seat) for salt, one in enumerate(cheats) for seat in one.touched]
    assert touched
    assert {caught[one][-1] for one in touched} == {"failed"}


def test_a_failure_says_which_card_and_which_step() -> None:
    with overheard() as told:
        cheat = next(c for c in map(CHEATS[6], "abcdef") if c.touched)
    [victim] = cheat.touched
    news = browsers([cheat.table], told)[victim]["news"]
    [verdict] = [one["verdict"] for one in news if one["type"] == "judged"]
    assert verdict["finding"] == "failed"
    assert verdict["why"].startswith("step ")
    assert "we were shown a draw of " in verdict["why"]
    assert "and the deck says" in verdict["why"]
