"""What JSON.md tells other people's programs is true, and the program in it plays."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from commands import command, host, server, troubles
from spoken import speaking

from peer.fair_news import Broken, Counted, Judged, LeftOut, Opened, Verdict
from peer.guest import Guest
from peer.ndjson import Ndjson, _found, ending
from peer.news import LOST
from peer.own_records import record
from peer.requests import (
    End,
    Kick,
    Mute,
    Next,
    Patience,
    Quit,
    Reset,
    SendAway,
    Start,
)
from peer.typed_json import _Typed
from shared.actions import Pass
from shared.events import Event
from shared.transcript import Checked
from shared.view import AnyView
from shared.wire import Ask, Opens, Pause, Rejected, Say, ToGuest, Touched

TEXT = (Path(__file__).parent.parent / "peer" / "JSON.md").read_text()


def examples(section: str) -> list[str]:
    """The lines of JSON below a heading."""
    part = TEXT.split(f"# {section}\n", 1)[1]
    part = re.split(r"\n#{2,3} ", part)[0]
    return [
        line
        for block in re.findall(r"```json\n(.*?)```", part, re.DOTALL)
        for line in block.splitlines()
    ]


def kinds(lines: list[str]) -> set[str]:
    return {json.loads(line)["type"] for line in lines}


def tags(union: Any) -> set[str]:
    """The types there are of a closed union."""
    return {one.__struct_config__.tag for one in get_args(union)}


def test_every_request_is_shown_and_understood() -> None:
    lines = examples("What goes in")
    requests = [Ndjson().typed(line) for line in lines]
    answers = [request for request in requests if isinstance(request, list)]
    assert answers == [Ndjson().notice("nobody gives hints at this table")]
    about = [request for request in requests if not isinstance(request, list)]
    for one in (
        *(Start(), Next(), Reset(), Quit(), Ask("undo"), End(), Kick(2)),
        *(Say("good_luck"), Say(text="what a hand"), Opens(True)),
        *(Mute(1, True), Mute("Zed", False), SendAway("Zed")),
        *(Pause(), Touched(12), Patience(1, 200)),
    ):
        assert one in about
    assert kinds(lines) == tags(_Typed)


@pytest.mark.parametrize(
    ("section", "union"),
    [("The host's messages", ToGuest), ("Events", Event), ("Views", AnyView)],
)
def test_every_message_is_shown_as_it_is(section: str, union: Any) -> None:
    lines = examples(section)
    assert kinds(lines) == tags(union)
    for line in lines:
        shown = json.loads(line)
        message = msgspec.json.decode(json.dumps(unsaid(shown)), type=union)
        if union is ToGuest:
            assert json.loads(Ndjson().told(message)[0]) == shown
        else:
            assert json.loads(msgspec.json.encode(message)) == shown


def unsaid(shown: dict[str, Any]) -> dict[str, Any]:
    """A message as it travels: without the sentences."""
    rules = [unsaid(rule) for rule in shown.get("rules", ())]
    bare = {name: value for name, value in shown.items() if name != "message"}
    return {**bare, "rules": rules} if rules else bare


def test_the_sentences_are_in_the_players_language() -> None:
    refusal = Rejected(5, "does_not_fit", {"card": "7H", "meld": "TS JS QS"})
    with speaking("fr"):
        told = json.loads(Ndjson().told(refusal)[0])
    assert told == {
        "type": "rejected",
        "id": 5,
        "code": "does_not_fit",
        "values": {"card": "7H", "meld": "TS JS QS"},
        "message": "7H ne complète pas TS JS QS",
    }


def test_every_record_of_our_own_is_shown() -> None:
    checked = Checked(deal=0, seats=("ok", "ok"))
    ours = [
        _found(Judged(1, Verdict("ok"), "7KQM3")),
        _found(Counted(checked)),
        _found(LeftOut(1, "silent", True)),
        _found(Broken("why")),
        _found(Opened(1, ((), ()), ())),
        *Ndjson().notice("why"),
        record("hint", action=Pass()),
        *Ndjson().news(LOST),
        ending(Guest("Ann"), "left"),
    ]
    shown = {one["type"]: set(one) for one in map(json.loads, records())}
    for line in ours:
        one = json.loads(line)
        assert set(one) == shown[one["type"]]
    assert shown.keys() == {json.loads(line)["type"] for line in ours} | {
        "room",
        "connected",
    }


def records() -> list[str]:
    return examples("Records of this program")


async def test_room_and_connected_are_as_shown(tmp_path: Path) -> None:
    shown = {one["type"]: set(one) for one in map(json.loads, records())}
    async with server(tmp_path) as url, host(tmp_path, url) as (_, code):
        join = ("join", code, "--server", url, "--name", "Bob", "--json")
        async with command(tmp_path / "bob", *join) as guest:
            assert set(await guest.hear("connected")) == shown["connected"]
    async with command(tmp_path, "host", "--port", "0", "--json") as hosting:
        assert set(await hosting.hear("room")) == shown["room"]


def test_the_program_plays_a_whole_match(tmp_path: Path) -> None:
    found = re.search(r"```python\n(.*?)```", TEXT, re.DOTALL)
    assert found is not None
    assert len(list(filter(None, found[1].splitlines()))) <= 30
    program = tmp_path / "player.py"
    program.write_text(found[1])
    bin_folder = str(Path(sys.executable).parent)
    done = subprocess.run(
        [sys.executable, program, "--players", "2", "--speed", "off"],
        capture_output=True,
        text=True,
        timeout=120,
        env={
            **os.environ,
            "PATH": f"{bin_folder}{os.pathsep}{os.environ['PATH']}",
            "XDG_STATE_HOME": str(tmp_path),
            "XDG_CONFIG_HOME": str(tmp_path),
        },
    )
    assert (done.returncode, troubles(done.stderr)) == (0, "")
    scores = re.fullmatch(r"scores: \[(\d+), (\d+)\]\n", done.stdout)
    assert scores is not None
    assert max(map(int, scores.groups())) >= 100
