"""The end of a hand shows what everybody had, as cards or tiles."""

from dealt import dealt
from drawn import Drawn, seen
from ginhands import CGIO as GIN
from ginhands import gin
from seated import person
from tiled import OFFICIAL, laid

from peer.fair_news import Broken, LeftOut
from peer.tui.canvas import Canvas
from shared.actions import Pass, Rearrange
from shared.view import View


def inks(canvas: Canvas, row: int) -> set[str]:
    return {span.ink.partition(":")[0] for span in canvas.rows()[row]}


def row_with(table: Drawn, *texts: str) -> int:
    lines = table.text().splitlines()
    (row, *_) = [n for n, line in enumerate(lines) if all(one in line for one in texts)]
    return row


def test_melds_and_what_is_left_are_drawn() -> None:
    melds = ["7S 7D 7C", "9C TC JC"]
    state = dealt(
        ["4S", "3D 5D 8D"], melds=melds, owners=[0, 1], upcard="JH", phase="play"
    )
    table = seen(state, host=True, hand=1)
    table.does_by("d")
    mine = row_with(table, "You ", "7♠  7♦  7♣")
    theirs = row_with(table, "Bob ", "9♣  10♣ J♣", "3♦  5♦  8♦")
    assert inks(table.painted(), mine) == {"felt", "dim", "paper"} - {"dim"} | {"dim"}
    assert {"paper", "under"} <= inks(table.painted(), theirs)
    assert "▏7♠" in table.text() and "▏3♦" not in table.text()


def knocked(deal: list[str]) -> Drawn:
    table = seen(gin(deal, upcard="JH", phase="play"), rules=GIN, hand=1)
    view = table.guest.view
    assert isinstance(view, View)
    table.does_by("k", "enter") if len(view.may_knock) > 1 else table.does_by("k")
    while table.guest.view is not None and table.guest.view.turn is not None:
        table.happens(Pass())
    return table


def test_after_a_knock_the_melds_of_both_are_drawn() -> None:
    deal = ["4S 5S 6S 9H 9D 9C QD QC QH 3C KS", "2H 5H 6H 8D TD 8S JD JC AH KD"]
    table = knocked(deal)
    row_with(table, "You ", "4♠  5♠  6♠", "3♣")
    row_with(table, "Bob ", "2♥  5♥  6♥")


def test_racks_are_drawn() -> None:
    state = laid(["4r 5r 6r", "1r 2r 13k"], "10k 11k 12k", opened=[0, 1])
    table = seen(state, rules=OFFICIAL, hand=1)
    table.happens(Rearrange((("10k", "11k", "12k"), ("4r", "5r", "6r"))))
    row = row_with(table, "Bob ", "1    2   13")
    assert "r    r    k" in table.text().splitlines()[row + 1]


def test_there_is_room_for_six_hands_or_they_are_told() -> None:
    hands = ["4S", *["2H 3H 5H 6H 7H 8H 9H"] * 1, "2D 3D 5D", "2C 3C", "AS", "AH AD"]
    state = dealt(hands, upcard="JH", phase="play")
    names = [person(name) for name in ("Mira", "Bob", "Ann", "Eve", "Tom", "Kim")]
    table = seen(state, seats=names, hand=1, scores=(0,) * 6)
    table.does_by("d")
    text = table.text()
    assert "You are out and win the hand." in text
    assert "Kim" in text and "Your hand" not in text
    for name in ("Bob", "Kim"):
        assert any(f"{name} " in line for line in text.splitlines())


def test_the_verdict_on_the_deal_stays_until_the_next_hand() -> None:
    state = dealt(["4S", "3D 5D 8D"], upcard="JH", phase="play")
    table = seen(state, host=True, hand=1)
    table.does_by("d")
    table.desk.judged(["The deal is NOT verified: a seed is wrong."], Broken("x"))
    table.desk.judged(["Bob is away."], LeftOut(1, "absent", False))
    table.desk.hear(["Bob is ready."] * 40)
    row = row_with(table, "NOT verified")
    assert "bad" in inks(table.painted(), row)
