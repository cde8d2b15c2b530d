"""What happened, in sentences a person reads: compared word for word."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from seated import FREE, bot, person

from peer.comings import changes
from peer.story import (
    People,
    listed,
    printable,
    sentence,
    tell,
    totals,
)
from shared.events import (
    Called,
    Discarded,
    Drew,
    Event,
    HandDealt,
    HandEnded,
    JokerTaken,
    LaidDown,
    LaidOff,
    MatchEnded,
    Moved,
    Recycled,
)
from shared.tableview import SeatView, TableView

PEOPLE = People(("Mira", "Bob", "Ann"), me=0)


def table(
    *seats: SeatView, phase: str = "hand", scores: tuple[int, ...] = ()
) -> TableView:
    return TableView(
        game="basic",
        preset="cgio",
        phase=phase,  # type: ignore[arg-type]
        seats=seats,
        hand=1,
        scores=scores,
        target=100,
    )


def ended(**changes: object) -> HandEnded:
    ending: dict[str, object] = {
        "reason": "went_out",
        "winner": 1,
        "going_rummy": False,
        "points": (0, 21, 0),
        "hands": (("KC", "AS"), (), ("TD",)),
    }
    return HandEnded(**{**ending, **changes})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (HandDealt(dealer=0, first=1), "You deal. Bob starts."),
        (HandDealt(dealer=2, first=0), "Ann deals. You start."),
        (Drew(0, "stock", "7H"), "You drew 7H from the stock."),
        (Drew(1, "stock", None), "Bob drew a card from the stock."),
        (Drew(0, "discard", "7H"), "You took 7H from the discard pile."),
        (Drew(1, "discard", "7H"), "Bob took 7H from the discard pile."),
        (
            Drew(1, "discard", "7H", ("5D", "JD")),
            "Bob took 7H, and 5D JD above it, from the discard pile.",
        ),
        (
            JokerTaken(1, "7H", 2, "J"),
            "Bob put 7H on meld 3 and took J.",
        ),
        (Moved(1, "7H", 0, 2), "Bob moved 7H from meld 1 to meld 3."),
        (Called(0, "7H", 2), "You called rummy and laid 7H on meld 3."),
        (
            MatchEnded(winners=(0,), scores=(8, 100, 20)),
            "The match is over: you win with 8 points.",
        ),
        (
            Recycled(cards=20, shuffled=False, upcard="2C"),
            "The stock was empty: the discard pile was turned over into a new stock of "
            "20 cards. The upcard is 2C.",
        ),
        (
            Recycled(cards=20, shuffled=True),
            "The stock was empty: the discard pile was shuffled into a new stock of "
            "20 cards.",
        ),
        (
            Recycled(cards=1, shuffled=False),
            "The stock was empty: the discard pile was turned over into a new stock of "
            "1 card.",
        ),
        (LaidDown(1, ("4S", "5S", "6S"), 0), "Bob laid down meld 1: 4S 5S 6S."),
        (LaidDown(0, ("4S", "5S", "6S"), 2), "You laid down meld 3: 4S 5S 6S."),
        (LaidOff(1, "7S", 0), "Bob laid off 7S on meld 1."),
        (LaidOff(0, "7S", 1), "You laid off 7S on meld 2."),
        (Discarded(1, "KC"), "Bob discarded KC."),
        (Discarded(0, "KC"), "You discarded KC."),
        (
            MatchEnded(winners=(0,), scores=(112, 3, 0)),
            "The match is over: you win with 112 points.",
        ),
        (
            MatchEnded(winners=(1,), scores=(3, 112, 0)),
            "The match is over: Bob wins with 112 points.",
        ),
        (
            MatchEnded(winners=(0, 1, 2), scores=(1, 1, 1)),
            "The match is over: you, Bob and Ann share the win with 1 point each.",
        ),
        (MatchEnded(winners=(), scores=()), "The match is over."),
    ],
)
def test_an_event_is_told_in_one_line(event: Event, told: str) -> None:
    assert tell(event, PEOPLE) == [told]


def test_a_hand_that_somebody_wins() -> None:
    assert tell(ended(), PEOPLE) == [
        "Bob is out and wins the hand.",
        "You are left with KC AS.",
        "Ann is left with TD.",
        "Bob scores 21 points.",
    ]


def test_a_hand_that_the_reader_wins_with_everything_at_once() -> None:
    lines = tell(
        ended(winner=0, going_rummy=True, points=(2, 0, 0), hands=((), ("AD",), ())),
        PEOPLE,
    )
    assert lines == [
        "You are out and win the hand.",
        "Nothing was laid before this turn: going rummy counts double.",
        "Bob is left with AD.",
        "You score 2 points.",
    ]


@pytest.mark.parametrize(
    ("reason", "winner", "told"),
    [
        (
            "stalemate",
            None,
            "No player can go out any more: a stalemate. Nobody scores.",
        ),
        (
            "exhausted",
            None,
            "The stock is used up and nobody is out. Nobody scores.",
        ),
        (
            "exhausted",
            0,
            "The stock is used up: you win the hand.",
        ),
    ],
)
def test_a_hand_that_nobody_finishes(
    reason: str, winner: int | None, told: str
) -> None:
    event = ended(reason=reason, winner=winner, points=(0, 0, 0), hands=((), (), ()))
    assert tell(event, PEOPLE) == [told]


def test_the_scores() -> None:
    seats = (person("Mira"), person("Bob"))
    assert totals(table(*seats, scores=(12, 1)), PEOPLE) == [
        "Scores: you 12, Bob 1.",
        "The first to reach 100 points wins the match.",
    ]


def test_going_rummy_may_pay_10_points() -> None:
    event = ended(going_rummy=True, rummy_pays="flat10")
    told = "Nothing was laid before this turn: going rummy adds 10 points."
    assert told in tell(event, PEOPLE)


def test_the_scores_where_few_points_are_good() -> None:
    seats = person("Mira"), person("Bob")
    low = replace(table(*seats, scores=(12, 1)), lowest_wins=True)
    assert totals(low, PEOPLE) == [
        "Scores: you 12, Bob 1.",
        "When somebody has 100 points, the lowest score wins the match.",
    ]


def test_a_spectator_is_nobody_at_the_table() -> None:
    people = People.at(table(person("Mira"), person("Bob")), None)
    assert tell(Discarded(0, "KC"), people) == ["Mira discarded KC."]
    assert people.owner(0) == "Mira's"


def test_equal_names_are_told_apart() -> None:
    seats = (person("Bob"), person("bob"), person("Ann"), person("Bób!"))
    people = People.at(table(*seats), 2)
    assert people.names == ("Bob (seat 1)", "bob (seat 2)", "Ann", "Bób! (seat 4)")


@pytest.mark.parametrize("name", ["You", "your", "YOU!", "..."])
def test_a_name_that_would_mislead_has_its_seat_added(name: str) -> None:
    people = People.at(table(person("Mira"), person(name)), 0)
    assert people.names == ("Mira", f"{name} (seat 2)")


def test_somebody_without_a_name_is_called_by_the_seat() -> None:
    assert People.at(table(person("\x1b\u202e"), FREE), 1).name(0) == "Player 1"
    assert PEOPLE.name(7) == "Player 8"


@pytest.mark.parametrize(
    ("was", "now", "told"),
    [
        (FREE, person("Bob"), "Bob takes seat 2."),
        (FREE, bot("Ada"), "Ada, a computer player, takes seat 2."),
        (person("Bob"), FREE, "Bob left; seat 2 is free."),
        (
            person("Bob"),
            bot("Ada"),
            "Bob left; a computer player, Ada, takes seat 2.",
        ),
        (
            person("Bob"),
            person("Bob", here=False),
            "Bob is not connected; the seat is kept. "
            "A computer player plays on after 1 minute.",
        ),
        (person("Bob", here=False), person("Bob"), "Bob is back."),
        (
            person("Bob", here=False),
            person("Bob", here=False, substitute=True),
            "A computer player plays for Bob.",
        ),
        (person("Bob", here=False, substitute=True), person("Bob"), "Bob is back."),
    ],
)
def test_who_comes_and_goes_is_told(was: SeatView, now: SeatView, told: str) -> None:
    old, new = table(person("Mira"), was), table(person("Mira"), now)
    assert changes(old, new, People.at(new, 0)) == [told]


def test_who_is_ready_is_told_between_two_hands() -> None:
    old = table(person("Mira"), person("Bob"), bot("Ada"), phase="between")
    ready = (person("Mira", ready=True), person("Bob", ready=True), bot("Ada"))
    new = table(*ready, phase="between")
    assert changes(old, new, People.at(new, 0)) == ["Bob is ready."]
    assert changes(new, old, People.at(old, 0)) == []
    dealing = table(*ready)
    assert changes(old, dealing, People.at(dealing, 0)) == []


def test_the_reader_and_computer_players_need_no_news_of_themselves() -> None:
    old = table(person("Mira", here=False), bot("Ada"))
    new = table(person("Mira"), SeatView("Ada", "bot", False, False, False))
    assert changes(old, new, People.at(new, 0)) == []


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("\x1b[31mBob\x1b[0m", "[31mBob[0m"),
        ("\x1b]0;title\x07Bob", "]0;titleBob"),
        ("\x9b2JBob", "2JBob"),
        ("Bob\nYour turn\r\x08", "Bob Your turn"),
        ("\u202eboB\u2066\u200f\ufeff", "boB"),
        ("B\u200bo\u00adb\u2028", "Bob"),
        ("  Anna   Lena ", "Anna Lena"),
        ("Ren\u00e9e", "Ren\u00e9e"),
        ("Combien\u00a0? ", "Combien\u00a0?"),
        ("\u0930\u092e\u094d\u092e\u0940", "\u0930\u092e\u094d\u092e\u0940"),
    ],
)
def test_nothing_a_terminal_obeys_gets_through(text: str, printed: str) -> None:
    assert printable(text) == printed


@given(st.text())
def test_any_text_becomes_one_printable_line(text: str) -> None:
    line = printable(text)
    assert line.replace("\xa0", " ").isprintable()
    assert line == line.strip(" ")
    assert printable(line) == line


def test_long_names_are_cut() -> None:
    assert People.at(table(person("x" * 64)), None).names == ("x" * 20,)


def test_small_words() -> None:
    assert [listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"])] == [
        "a",
        "a and b",
        "a, b and c",
    ]
    assert sentence("draw a\x1b card first") == "Draw a card first."
