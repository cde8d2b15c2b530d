"""Every guest checks every deal: honest hosts pass, cheating ones are caught."""

import json
from collections.abc import Callable

import pytest
from cheats import CHEATS, Cheat, escaped, lies_about_a_draw
from recorded import Recording

from peer.fair_news import Broken, Counted, Judged
from peer.fairness import Fairness
from shared.transcript import AuditLine, Checked, encode, link, mark
from shared.wire import Mix, Recorded

TRIES = 12
"Of each kind here; ``make oracle`` makes a thousand."


@pytest.mark.parametrize(
    ("game", "seats"), [("basic", 2), ("basic", 4), ("gin", 2), ("rummikub", 4)]
)
def test_an_honest_deal_is_verified_by_everybody(game: str, seats: int) -> None:
    table = Recording(game, seats, hands=2).play()
    assert [table.findings(seat) for seat in range(seats)] == [["ok", "ok"]] * seats
    assert set(table.found.values()) == {"ok"}


def test_everybody_has_the_same_table_mark() -> None:
    table = Recording(seats=3, hands=2).play()
    assert len({tuple(guest.marks) for guest in table.guests}) == 1
    assert len(set(table.guests[0].marks)) == 2


@pytest.mark.parametrize("kind", CHEATS)
def test_a_cheat_is_caught_by_everybody_it_touches(
    kind: Callable[[str], Cheat],
) -> None:
    tries, missed = escaped(kind, map(str, range(TRIES)))
    assert tries > TRIES / 2
    assert missed == []


def test_a_lie_about_a_draw_is_named_by_its_card_and_step() -> None:
    cheat = lies_about_a_draw("7")
    (victim,) = cheat.touched
    (judged,) = (one for one in cheat.table.news[victim] if isinstance(one, Judged))
    why = judged.verdict.why
    assert why.startswith("step ")
    assert "we were told drew (seat" in why and "and the deck says drew (seat" in why


def test_two_stories_have_two_marks() -> None:
    """A host that tells one guest of another discard is found by comparing marks."""
    told_twice = Recording(seats=3, hands=1)
    heads: dict[int, str] = {}

    def line_as_told(seat: int, text: str) -> str:
        line = json.loads(text)
        if seat == 2 and heads:
            line[1] = heads[seat]  # the lie has a chain of its own
        if seat == 2 and line[0] == "do" and line[3] > 4000:
            line[3] += 1
            heads[seat] = ""
        text = json.dumps(line, separators=(",", ":"), sort_keys=True)
        if seat == 2 and seat in heads:
            heads[seat] = link(text)
        return text

    told_twice.line_as_told = line_as_told
    told_twice.play_hand()
    marks = [guest.marks for guest in told_twice.guests]
    assert marks[0] == marks[1] != marks[2]
    assert len(marks[2]) == 1


def test_a_guest_that_came_in_the_middle_says_what_it_saw() -> None:
    table = Recording(seats=3, hands=1)
    hidden = table.says

    def says(seat: int, message: object) -> None:
        if seat == 1 and getattr(message, "seq", 99) < 4:
            return
        hidden(seat, message)  # type: ignore[arg-type]

    table.says = says  # type: ignore[method-assign,assignment]
    table.play_hand()
    (judged,) = (one for one in table.news[1] if isinstance(one, Judged))
    assert judged.verdict.finding == "partly"
    assert judged.verdict.why.startswith("3 of ")
    assert table.findings(0) == ["ok"]


def test_a_seed_that_is_never_opened_is_told() -> None:
    table = Recording(seats=2, hands=2)
    table.begin_hand()
    table.guests[0].told(Mix("5f1ce2a90b7d4436", 1), 0)
    (broken,) = table.guests[0].news()
    assert broken == Broken("the host has not opened its seed of hand 1")


def test_what_all_have_found_stands_in_the_transcript() -> None:
    table = Recording(seats=2, hands=2)
    table.play_hand()
    verdicts = Checked(0, ("ok", "silent"))
    table.chronicle = table.chronicle.checked(verdicts)
    table.record()
    assert table.news[0][-1] == Counted(Checked(0, ("ok", "silent")))
    last = table.chronicle.lines[-1]
    assert json.loads(last)[0] == "audit"
    assert len(mark(last)) == 5


def test_the_same_secret_gives_the_same_seeds() -> None:
    one, two = Fairness(b"secret"), Fairness(b"secret")
    assert one.told(Mix("t", 3), 1) == two.told(Mix("t", 3), 1)
    assert one.told(Mix("t", 3), 1) != Fairness(b"other").told(Mix("t", 3), 1)


def test_verdicts_of_the_wrong_hand_are_no_line() -> None:
    table = Recording(seats=2, hands=2)
    table.play_hand()
    line = encode(AuditLine(table.chronicle.head, Checked(5, ("ok", "ok"))))
    guest = table.guests[0]
    guest.told(Recorded(table.sent, (line,)), 0)
    number = table.sent + 1
    assert guest.news() == [
        Broken(f"line {number}: this is not the hand that was checked")
    ]
