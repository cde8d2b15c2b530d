"""Who watches at the drawn table: no hand, no dead keys, and hands one hand later."""

import pytest
from dealt import dealt
from drawn import Drawn, seen
from msgspec.structs import replace
from seated import person
from spoken import speaking
from test_tui_languages import rows_hold
from test_tui_screens import well_formed
from tiled import OFFICIAL, laid

from peer.fair_news import Opened
from peer.tui.footer import footer
from shared.events import Discarded, Drew
from shared.wire import Say, Update

SIZES = [(80, 24), (120, 40)]


def cards(**changes: object) -> Drawn:
    state = dealt(
        ["4S 5H 6H 7H QD KC", "3D 5D 8D"], melds=["7S 7D 7C"], owners=[1], upcard="JH"
    )
    watchers = ("Eve", "Max")
    return seen(state, me=None, hand=2, watchers=watchers, **changes)  # type: ignore[arg-type]


def tiles() -> Drawn:
    state = laid(["7r 8r 13k", "1r 2r"], "4r 5r 6r", "10k 11k 12k")
    return seen(state, rules=OFFICIAL, me=None, watchers=("Eve",))


def opened(hand: int = 1) -> Opened:
    dealt_ = (("4S", "5H"), ("3D", "5D"))
    events = (Drew(0, "stock", "KC"), Discarded(0, "KC"))
    return Opened(hand, dealt_, events)


class Opening:
    """A part in the fair deal that has a hand to show."""

    def __init__(self, *news: Opened) -> None:
        self._news = list(news)

    def news(self) -> list[Opened]:
        news, self._news = self._news, []
        return news

    def told(self, *_: object) -> list[object]:
        return []


def shows(table: Drawn, news: Opened) -> None:
    """The next update brings an opened hand."""
    table.guest.fair = Opening(news)  # type: ignore[assignment]
    table.updated()


@pytest.mark.parametrize("size", SIZES)
def test_who_watches_sees_all_that_lies_open_and_no_hand(size: tuple[int, int]) -> None:
    text = cards().text(*size)
    for known in (
        "You watch",
        "2 watch: Eve, Max",
        "stock 39",
        "1 Bob's",
        "6 cards, 0 pts",
        "Waiting: Mira's turn.",
        "You watch this table: all that lies open is here, the hands are hidden.",
    ):
        assert known in text, f"{known}\n{text}"
    for other in ("Your hand", "(you)", "YOUR TURN", "Q♦", "Hint", "Order", "Draw"):
        assert other not in text, f"{other}\n{text}"


@pytest.mark.parametrize("size", SIZES)
def test_so_it_is_with_tiles(size: tuple[int, int]) -> None:
    text = tiles().text(*size)
    assert "Eve watches" in text and "You watch this table:" in text
    for other in ("Your rack", "0 tiles", "Hint", "Pick"):
        assert other not in text


def test_the_footer_has_nothing_but_what_one_may_do() -> None:
    table = cards()
    assert [name for _, _, name in footer(table.desk)] == [
        "w",
        "e",
        "f",
        "g",
        "comma",
        "question_mark",
        "q",
    ]


@pytest.mark.parametrize("draw", [cards, tiles], ids=["cards", "tiles"])
def test_no_key_asks_the_host_for_what_only_players_may(draw: object) -> None:
    table = draw()  # type: ignore[operator]
    keys = [*"abcdfhijklmnoprstuvwxyz0123456789", "enter", "space", "left", "up", "tab"]
    for key in keys:
        if key not in "weq":
            table.press(key)
            table.press("escape", "escape")
    assert table.asked == []


@pytest.mark.parametrize("key", ["h", "o", "u", "d", "s", "k"])
def test_a_key_of_players_says_so(key: str) -> None:
    table = cards()
    table.press(key)
    assert table.desk.said == [f"{key.upper()} does nothing now. Waiting: Mira's turn."]


def test_every_key_of_the_footer_does_something() -> None:
    for name in ("w", "e", "g", "comma", "question_mark"):
        table = cards()
        table.press(name)
        assert table.desk.over is not None, name


def test_who_watches_says_something() -> None:
    table = cards()
    table.press("w", "5")
    assert table.asked == [Say(phrase="nice_meld")]


def test_help_is_for_who_watches() -> None:
    table = cards()
    table.press("question_mark")
    text = table.text()
    assert "You watch: you see what everybody may know" in text
    assert "pick a card" not in text


def test_that_all_have_agreed_is_said() -> None:
    table = cards()
    seats = tuple(replace(one, opens=True) for one in table.table.seats)
    table.updated(seats=seats)
    agreed = (
        "You watch this table. All players agree: you see each hand one hand later."
    )
    assert agreed in table.text()


@pytest.mark.parametrize("size", SIZES)
def test_everybody_sees_who_watches(size: tuple[int, int]) -> None:
    state = dealt(["4S 5H", "3D 5D"], upcard="JH")
    table = seen(state)
    assert "watch" not in table.text(*size)
    table.updated(watchers=("Eve",))
    assert "Eve watches" in table.text(*size)
    names = tuple(f"Somebody quite long {n}" for n in range(8))
    table.updated(watchers=names)
    canvas = table.painted(*size)
    well_formed(canvas)
    assert "8 watch: Somebody quite long 0" in canvas.text()
    table.press("e")
    text = table.text(*size)
    assert all(f"{name} watches" in text for name in names)


def test_who_watches_is_seen_before_the_match_and_after_a_hand() -> None:
    for phase in ("lobby", "between", "ended"):
        table = Drawn(person("Mira"), person("Bob"), host=True)
        table.updated(phase=phase, watchers=("Eve",))
        assert "Eve watches" in table.text(), phase


@pytest.mark.parametrize("size", SIZES)
def test_a_name_in_devanagari_breaks_no_row(size: tuple[int, int]) -> None:
    for language in ("en", "fr", "hi"):
        with speaking(language):  # type: ignore[arg-type]
            table = cards()
            table.updated(watchers=("क्षत्रिय मीरा", "Eve"))
            rows_hold(table.painted(*size))


def test_an_opened_hand_lies_in_a_box() -> None:
    table = cards()
    shows(table, opened())
    text = table.text()
    for told in (
        "Hand 1, open",
        "Mira has 4♠ 5♥.",
        "Bob has 3♦ 5♦.",
        "Mira drew K♣ from the stock.",
        "Mira discarded K♣.",
    ):
        assert told in text, f"{told}\n{text}"
    table.press("escape")
    assert "Hand 1, open" not in table.text() and "V Open hand" in table.text()
    table.press("v")
    assert "Hand 1, open" in table.text()


def test_it_lies_over_nothing_that_is_being_read_or_written() -> None:
    table = cards()
    table.press("question_mark")
    help_page = table.desk.over
    shows(table, opened())
    assert table.desk.over is help_page
    table.press("escape", "v")
    assert "Hand 1, open" in table.text()
    table.press("escape")
    terms = replace(table.table.terms, talk="text")
    table.updated(terms=terms)
    table.press("w", "w")
    shows(table, opened(2))
    assert table.desk.over is None and table.desk.writing is not None


def test_a_hand_that_is_not_opened_leaves_no_key() -> None:
    table = cards()
    assert "Open hand" not in table.text()
    table.press("v")
    assert table.desk.over is None


def test_it_speaks_french_and_hindi() -> None:
    with speaking("fr"):
        text = cards().text()
        assert "En spectateur" in text and "2 regardent\xa0: Eve, Max" in text
    with speaking("hi"):
        text = cards().text()
        assert "आप दर्शक हैं" in text and "2 दर्शक: Eve, Max" in text
        assert "मेज़ देख रहे हैं" in text


def test_an_update_without_a_view_is_no_trouble() -> None:
    table = Drawn(person("Mira"), person("Bob"), me=None)
    table.hears(Update(1, 0, (), replace(table.table, phase="hand"), None))
    assert "You watch" in table.text()
