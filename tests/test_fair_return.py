"""Who comes back when more has been dealt accuses nobody, nor does a browser."""

import json
import subprocess
from collections import defaultdict
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from fairly import FairTable
from test_open_hands import agree, lines, play_hands, watched

from peer.fair_news import Broken, Counted, Judged, Opened
from peer.fair_words import tell
from peer.outputs import HangUp, Keep, Send
from peer.places import Peer
from peer.records import CameBack
from peer.story import People
from shared.wire import Ask, Opens, Update, Welcome, decode_to_guest, encode

WITNESS = Path(__file__).parent / "web" / "witness.js"
AWAY = "it ended while we were away, and its deal cannot be checked"


class Overheard(FairTable):
    """What each was sent is kept, so that a browser can be told it too."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.texts: dict[int, list[str]] = defaultdict(list)

    def _hear(self, peer: Peer, text: str) -> None:
        self.texts[id(self.guests[peer])].append(text)
        super()._hear(peer, text)

    def browser(self, peer: Peer, name: str, first: Peer) -> list[dict[str, Any]]:
        """What comes up at a browser that was sent the same as that guest."""
        guest = {
            "secret": sha256(f"{name} {first}".encode()).hexdigest(),
            "seat": self.guests[peer].seat,
            "told": self.texts[id(self.guests[peer])],
        }
        run = subprocess.run(
            ["node", WITNESS], input=json.dumps([guest]), capture_output=True, text=True
        )
        assert run.returncode == 0, run.stderr
        news: list[dict[str, Any]] = json.loads(run.stdout)[0]["news"]
        return news


def pair(**options: Any) -> Overheard:
    table = Overheard(2, **options)
    table.join("Ann"), table.join("Bob")
    return table


def judged(table: Overheard, peer: Peer) -> list[tuple[str, str]]:
    news = table.news(peer)
    assert not [one for one in news if isinstance(one, Broken)]
    verdicts = [one.verdict for one in news if isinstance(one, Judged)]
    return [(verdict.finding, verdict.why) for verdict in verdicts]


def voided_without_bob() -> Overheard:
    """Bob is lost in the first hand, and comes back in the second."""
    table = pair()
    table.play_turn()
    table.lose(2)
    table.hung_up.add(2)
    table.say(1, encode(Ask("void")))
    table.wait(70)
    table.seat_substitutes()
    table.ready()
    table.play_turn()
    assert len(table.host.table.chronicle.lines) > 8
    return table


@pytest.mark.needs("nodejs")
def test_who_comes_back_to_the_next_hand_does_not_take_it_for_a_lie() -> None:
    table = voided_without_bob()
    again = table.come_back(2)
    assert judged(table, again) == [("ok", "")]
    news = table.browser(again, "Bob", 2)
    assert [one["verdict"] for one in news if one["type"] == "judged"] == [
        {"finding": "ok", "why": ""}
    ]


def ended_without_bob() -> Overheard:
    """Bob is lost in a match, and comes back in the next."""
    table = pair()
    table.play_turn()
    table.lose(2)
    table.hung_up.add(2)
    table.say(1, encode(Ask("end")))
    table.wait(70)
    table.seat_substitutes()
    table.ready()
    assert table.host.table.chronicle.matches == 2
    return table


@pytest.mark.needs("nodejs")
def test_who_comes_back_to_the_next_match_does_not_blame_the_host() -> None:
    table = ended_without_bob()
    again = table.come_back(2)
    (news,) = table.news(again)
    assert isinstance(news, Judged)
    assert (news.verdict.finding, news.verdict.why) == ("partly", AWAY)
    people = People(("Ann", "Bob"), 1)
    assert tell([news], people) == [f"The deal of hand 1 is verified in part: {AWAY}."]
    verdict = {"finding": "partly", "why": AWAY}
    expected = {"type": "judged", "hand": 1, "verdict": verdict, "mark": ""}
    assert table.browser(again, "Bob", 2) == [expected]
    table.finish_hand()
    assert judged(table, 1)[-1] == ("ok", "")


def test_a_host_that_hides_its_seed_from_who_was_there_is_blamed() -> None:
    table = pair()
    table.play_turn()
    fair, lines = table.fair(2), ended_without_bob().host.table.chronicle.lines
    fair._begin()
    assert [type(news) for news in fair.news()] == [Broken] and lines


def test_who_came_back_when_the_disk_was_full_is_told_all_lines_again() -> None:
    table = pair()
    table.play_turn()
    table.lose(2)
    table.hung_up.add(2)
    table.wait(70)
    table.seat_substitutes()
    table.play_turn()
    again = table.connect()
    table.guests[again] = table.guests[2]
    outputs = table.host.received(again, table.guests[2].hello(), table.now)
    keep = next(one for one in outputs if isinstance(one, Keep))
    assert isinstance(keep.record, CameBack)
    table.carry_out([one for one in outputs if isinstance(one, HangUp)])
    welcomed = {one.peer for one in outputs if isinstance(one, Send) and one.is_welcome}
    undone = table.host.undo(keep.before, "the disk is full", table.now, welcomed)
    table.carry_out(undone)
    told = [decode_to_guest(one.text) for one in undone if isinstance(one, Send)]
    assert [type(one) for one in told[:2]] == [Welcome, Update]
    table.finish_hand()
    assert [finding for finding, _ in judged(table, again)] == ["partly"]
    table.ready()
    table.finish_hand()
    assert [finding for finding, _ in judged(table, again)] == ["ok"]


def test_what_was_opened_and_could_not_be_kept_is_told_when_it_is() -> None:
    table, ann, bob, zed = watched(max_hands=2)
    agree(table, ann)
    play_hands(table, ann, bob, count=2)
    assert lines(table, zed) == []
    before = table.host.table
    lost = table.host.received(bob, encode(Opens(True)), table.now)
    assert any(isinstance(one, Send) and one.peer == zed for one in lost)
    table.carry_out(table.host.undo(before, "the disk is full", table.now))
    agree(table, bob)
    assert lines(table, zed) == list(table.host.table.chronicle.lines)
    assert {type(one) for one in table.news(zed)} == {Judged, Counted, Opened}
