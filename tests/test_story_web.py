"""The browser tells of the same events in the same words as the screen in lines."""

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import get_args

import pytest
from msgspec.structs import replace
from seated import FREE, bot, person
from spoken import speaking
from told_events import EVENTS

from peer import comings
from peer.story import People, tell
from shared.events import Event, HandDealt, HandEnded, MatchEnded, Passed
from shared.tableview import SeatView, TableView
from shared.terms import Absent, Terms
from shared.wire import Update, encode
from shared.words import LANGUAGES, Language, catalogue, say

pytestmark = pytest.mark.needs("nodejs")

TELLER = Path(__file__).parent / "web" / "teller.js"


def table(*seats: SeatView, game: str = "basic", **changes: object) -> TableView:
    fresh = TableView(
        game=game,
        preset="cgio",
        phase="hand",
        seats=seats or (person("Mira"), person("Bob")),
        hand=3,
        scores=(0, 0),
        target=100,
    )
    return replace(fresh, **changes)


def browser(
    language: Language, me: int | None, updates: Sequence[Update]
) -> list[list[str]]:
    """What a browser in that seat tells of each update."""
    asked = {
        "language": language,
        "texts": dict(catalogue(language)),
        "me": me,
        "updates": [encode(update) for update in updates],
    }
    run = subprocess.run(
        ["node", TELLER], input=json.dumps(asked), capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr
    told: list[list[str]] = json.loads(run.stdout)
    return told


def in_lines(event: Event, people: People) -> list[str]:
    """What the screen in lines tells of it, without what a browser shows as a table."""
    lines = tell(event, people)
    match event:
        case HandDealt():
            return [say("story.dealt", hand=3), *lines]
        case HandEnded():
            return lines[:1]
        case MatchEnded():
            return lines[-1:]
        case _:
            return lines


@pytest.mark.parametrize("game", ["basic", "rummikub"])
@pytest.mark.parametrize("me", [0, 1, None])
@pytest.mark.parametrize("language", LANGUAGES)
def test_events_are_told_alike(language: Language, me: int | None, game: str) -> None:
    shown = table(game=game)
    updates = [Update(1, 0, (event,), shown, None) for event in EVENTS]
    with speaking(language):
        people = People.at(shown, me)
        expected = [in_lines(event, people) for event in EVENTS]
    assert browser(language, me, updates) == expected


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_are_told_apart_alike(language: Language) -> None:
    names = ("Ann", "a n-n", "YOU", "Vous!", "आप", "Zoé", "...", "Bo")
    shown = table(*map(person, names), scores=(0,) * len(names))
    events = [Passed(seat) for seat in range(len(names))]
    updates = [Update(1, 0, (event,), shown, None) for event in events]
    with speaking(language):
        people = People.at(shown, 7)
        expected = [tell(event, people) for event in events]
    assert browser(language, 7, updates) == expected
    assert sum("(" in line for (line,) in expected) == 6


BOB = person("Bob")
SCENES = [
    (BOB, FREE),
    (FREE, BOB),
    (FREE, bot("Computer")),
    (BOB, bot("Computer")),
    (replace(BOB, here=False), BOB),
    (replace(BOB, here=False), replace(BOB, here=False, substitute=True)),
    (replace(BOB, here=False, away=14), replace(BOB, here=False, away=15)),
    (replace(BOB, here=False, away=44), replace(BOB, here=False, away=130)),
    (BOB, replace(BOB, silent=True)),
    (replace(BOB, silent=True), BOB),
    (BOB, replace(BOB, ready=True)),
]
"How seat 1 was and is."


TERMS = [Terms(absent, after) for absent in get_args(Absent) for after in (0, 90)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_comings_and_goings_are_told_alike(language: Language) -> None:
    tables = [
        table(person("Mira"), seat, phase="between", terms=terms)
        for terms in TERMS
        for one in SCENES
        for seat in one
    ]
    updates = [Update(1, 0, (), shown, None) for shown in tables]
    with speaking(language):
        expected = [
            comings.changes(was, now, People.at(now, 0))
            for was, now in zip(tables, tables[1:], strict=False)
        ]
    assert [*browser(language, 0, updates)][1:] == expected
    assert sum(map(len, expected)) > len(TERMS) * len(SCENES)


def test_scores_that_were_reset_are_told_alike() -> None:
    played, anew = table(phase="between"), table(phase="between", hand=0)
    updates = [Update(1, 0, (), shown, None) for shown in (played, anew)]
    people = People.at(anew, 0)
    assert browser("en", 0, updates)[1] == comings.changes(played, anew, people)
