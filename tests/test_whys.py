"""Why did it do that? The reasons of computer players, when the hand is over."""

from typing import get_args

from botplay import choices
from msgspec.structs import replace
from seated import Seated, bot, person
from tabled import Table

from peer import whys
from peer.bots.levels import computer_player
from peer.newcomer import Newcomer
from peer.reasoning import MOST
from peer.records import Acted
from peer.story import People
from peer.table import replayed
from shared.events import HandEnded
from shared.reasons import Reason, Why
from shared.rulesets.basic import PRESETS
from shared.view import View
from shared.wire import Update

CGIO = PRESETS["cgio"]

ADA = People(("Mira", "Ada"), 0)


def play_a_hand(table: Table) -> list[Update]:
    """Everybody plays as a computer player and says why; all that Ann was told."""
    ann = next(iter(table.guests))
    players = {peer: computer_player("hard", CGIO) for peer in table.guests}
    while (shown := table.guests[ann].table) is not None and shown.phase == "hand":
        peer = table.on_turn()
        guest, player = table.guests[peer], players[peer]
        assert isinstance(guest.view, View)
        action = player.choose(guest.view, ())
        table.say(peer, guest.act(action, player.why))
    return [one for one in table.said[ann] if isinstance(one, Update)]


def test_the_reasons_are_told_when_the_hand_is_over_and_not_before() -> None:
    table = Table()
    ann, bob = table.join("Ann"), table.join("Bob")
    *before, last = play_a_hand(table)
    assert any(isinstance(event, HandEnded) for event in last.events)
    assert all(update.whys == () for update in before)
    thrown = [one.seat for one in last.whys]
    assert len(thrown) > 4 and {*thrown} == {0, 1}
    assert table.guests[bob].table == last.table
    back = table.come_back(bob)
    (update,) = (one for one in table.said[back] if isinstance(one, Update))
    assert update.whys == last.whys
    for peer in (ann, back):
        table.say(peer, table.guests[peer].ready())
    dealt = table.said[ann][-1]
    assert isinstance(dealt, Update) and dealt.whys == ()


def test_the_reasons_are_in_the_journal() -> None:
    table = Table()
    table.join("Ann"), table.join("Bob")
    last = play_a_hand(table)[-1]
    records = table.records()
    assert replayed(records, "of the test").whys == last.whys
    without = [
        replace(record, why=None) if isinstance(record, Acted) else record
        for record in records
    ]
    assert replayed(without, "of the test").whys == ()


def test_a_long_hand_tells_the_last_reasons() -> None:
    table = Table()
    ann, _ = table.join("Ann"), table.join("Bob")
    play_a_hand(table)
    many = tuple(Why(0, ("KS",), "safe") for _ in range(MOST + 20))
    table.host._company.table = table.host.table.__class__(
        **{**vars(table.host.table), "whys": many}
    )
    table.say(ann, table.guests[ann].ready())
    told = table.said[ann][-1]
    assert isinstance(told, Update) and len(told.whys) == MOST


def test_every_reason_is_a_sentence() -> None:
    reasons: tuple[Reason, ...] = get_args(Reason)
    lines = whys.told([Why(1, ("KS",), reason) for reason in reasons], ADA)
    assert len({*lines}) == len(reasons)
    assert lines[reasons.index("safe")] == (
        "Ada, KS: it is of little use to the next player."
    )
    assert whys.told([Why(0, (), "most_tiles")], ADA) == [
        "You: no turn plays more tiles."
    ]


def test_a_screen_answers_why() -> None:
    seated = Seated(person("Mira"), bot("Ada"))
    nothing = ["No computer player has a reason to tell."]
    assert seated.types("why") == nothing
    asked = next(iter(choices(CGIO, ["hard", "hard"])))
    seated.dealt(asked.state)
    assert seated.types("why") == [
        "The reasons of computer players are told when the hand is over."
    ]
    seated.state = None
    seated.seq += 1
    seated.table = replace(seated.table, phase="between")
    told = (Why(1, ("KS",), "costly"), Why(1, ("2D",), "out"))
    seated.hears(Update(seated.seq, 1000, (), seated.table, None, told))
    assert seated.types("why") == [
        "Ada, KS: it counts most of the cards that are in no meld.",
        "Ada, 2D: it was the last card.",
    ]


def test_who_says_how_well_a_computer_player_plays() -> None:
    seated = Seated(person("Mira"), replace(bot("Ada"), level="hard"))
    seated.updated()
    assert seated.types("who") == [
        "Seat 1: Mira (you).",
        "Seat 2: Ada, a computer player (hard).",
    ]


def test_a_hint_is_of_the_highest_level() -> None:
    for asked in choices(CGIO, ["master", "medium"], 2):
        if asked.seat == 0:
            seated = Seated(person("Mira"), bot("Ada"), adviser=Newcomer("master"))
            seated.dealt(asked.state)
            said = seated.types("hint")
            assert isinstance(said, list) and said[0].startswith("Hint: ")
