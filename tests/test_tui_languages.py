"""The drawn table in other languages: longer ones, and one that no cells fit."""

import unicodedata
from collections.abc import Callable, Iterator

import pytest
from dealt import dealt
from drawn import Drawn, seen
from msgspec.structs import replace
from pseudo import pseudo_catalogue
from seated import FREE, bot, person
from settled_screens import SETTLED
from spoken import speaking
from terminal_pictures import SCREENS
from test_tui_screens import well_formed

from peer.tui import page
from peer.tui.canvas import Canvas, uneven, width_of
from peer.tui.desk import Room
from peer.tui.footer import footer
from peer.tui.page import SPARE
from peer.tui.prefs import Prefs
from shared import words
from shared.wire import Said
from shared.words import catalogue

Draw = Callable[[Prefs], Drawn]


def offer(prefs: Prefs) -> Drawn:
    """Everything that can be done, to choose from."""
    table = named("cards")(prefs)
    table.press("escape", "enter")
    return table


def leaving(prefs: Prefs) -> Drawn:
    """The question before one leaves."""
    table = named("cards")(prefs)
    table.press("q")
    return table


def computers(prefs: Prefs) -> Drawn:
    """Which computer player shall come?"""
    table = named("lobby")(prefs)
    table.press("a")
    return table


def log(prefs: Prefs) -> Drawn:
    """The story so far."""
    table = named("ended")(prefs)
    table.press("g")
    return table


def tile_help(prefs: Prefs) -> Drawn:
    """The page of help for tiles."""
    table = named("tiles")(prefs)
    table.press("question_mark")
    return table


def crowded(prefs: Prefs) -> Drawn:
    """A lobby with six seats."""
    table = Drawn(*map(person, ("Mira", "Bob", "Ann")), bot("Ada"), FREE, FREE)
    table.updated(phase="lobby", hand=0)
    code, server = "7KQ-M3X-WD9", "https://cards.example.org"
    table.desk.room = Room(code, f"{server}/#{code}", f"rummyroom join {code}")
    return table


def talked(prefs: Prefs) -> Drawn:
    """A table at which people talk and others watch."""
    table = named("cards")(prefs)
    terms = replace(table.table.terms, talk="text")
    table.updated(terms=terms, watchers=("Eve", "Max"))
    table.hears(Said(seat=1, phrase="last_hand"))
    table.hears(Said(watcher="Eve", phrase="party"))
    return table


def saying(prefs: Prefs) -> Drawn:
    """What can be said."""
    table = talked(prefs)
    table.press("w")
    return table


def company(prefs: Prefs) -> Drawn:
    """Who is here, one of them muted."""
    table = talked(prefs)
    table.press("e", "2", "m", "e")
    return table


def watching(prefs: Prefs) -> Drawn:
    """Basic Rummy for who only watches."""
    state = dealt(["4S 5H 6H", "3D 5D"], melds=["7S 7D 7C"], upcard="JH")
    return seen(state, me=None, prefs=prefs, hand=2, watchers=("Eve", "Max"))


def named(name: str) -> Draw:
    return next(draw for draw in SCREENS if draw.__name__ == name)


EVERY: tuple[Draw, ...] = (
    *SCREENS,
    offer,
    leaving,
    computers,
    log,
    tile_help,
    crowded,
    talked,
    saying,
    company,
    watching,
    *SETTLED,
)


class Watched(Canvas):
    """Remembers what was written over something else, box or not."""

    def __init__(self, width: int, height: int, ink: str = "felt") -> None:
        self.covered: list[str] = []
        super().__init__(width, height, ink)

    def _set(self, x: int, y: int, sign: str, ink: str) -> None:
        if 0 <= x < self.width and 0 <= y < self.height:
            under = self._cells[y][x][0]
            if under.strip() and sign.strip() and under != sign:
                self.covered.append(f"{sign} over {under} in column {x} of row {y}")
        super()._set(x, y, sign, ink)


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "Canvas", Watched)


@pytest.fixture
def longer(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Everything that is said is 40 % longer."""
    texts = pseudo_catalogue(catalogue("en"))
    monkeypatch.setattr(words, "catalogue", lambda language: texts)
    yield


def laid_out(draw: Draw, width: int = 80, height: int = 24) -> None:
    """Nothing covers anything, and no key is cut."""
    table = draw(Prefs())
    canvas = table.painted(width, height)
    assert isinstance(canvas, Watched)
    well_formed(canvas)
    text = canvas.text()
    assert not canvas.covered, f"{canvas.covered[:3]}\n{text}"
    rows = text.splitlines()
    for key, label, name in footer(table.desk):
        whole = any(f"{key} {label}" in row for row in rows[-page.FOOT - 1 :])
        over = table.desk.over is not None
        assert whole or over or name in SPARE, f"{key} {label}\n{text}"
    if table.desk.over is not None:
        for entry in table.desk.over.entries:
            assert entry.label in text, f"{entry.label}\n{text}"


@pytest.mark.parametrize("draw", EVERY, ids=lambda draw: draw.__name__)
@pytest.mark.usefixtures("watched", "longer")
def test_a_language_that_is_longer_has_room(draw: Draw) -> None:
    laid_out(draw)


@pytest.mark.parametrize("draw", EVERY, ids=lambda draw: draw.__name__)
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.usefixtures("watched")
def test_every_screen_has_room(language: words.Language, draw: Draw) -> None:
    with speaking(language):
        laid_out(draw)


def test_a_footer_without_room_leaves_out_what_is_least_missed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = named("tiles")(Prefs())
    everything = {spot.target for spot in table.painted().spots}
    monkeypatch.setattr(page, "FOOT", 1)
    kept = {spot.target for spot in table.painted().spots}
    gone = everything - kept
    assert "key o" in gone and gone <= {f"key {name}" for name in SPARE}


# Hindi


def rows_hold(canvas: Canvas) -> None:
    """A text that terminals measure differently is the last of its row."""
    tails = canvas.tails()
    for y, row in enumerate(canvas.rows()):
        cells = "".join(span.text for span in row)
        assert not uneven(cells), cells
        assert width_of(cells) == canvas.width
        if y not in tails:
            continue
        text = "".join(span.text for span in tails[y].spans)
        assert not cells[tails[y].x :].strip(), "something stands behind it"
        assert "   " not in text, f"something is aligned behind it: {text}"
        assert tails[y].x + width_of(text) <= canvas.width


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@pytest.mark.parametrize("draw", EVERY, ids=lambda draw: draw.__name__)
def test_devanagari_never_breaks_a_row(draw: Draw, size: tuple[int, int]) -> None:
    with speaking("hi"):
        canvas = draw(Prefs()).painted(*size)
        assert canvas.tails()
        rows_hold(canvas)
        well_formed(canvas)


@pytest.mark.parametrize("draw", EVERY, ids=lambda draw: draw.__name__)
def test_every_key_is_there_in_hindi(draw: Draw) -> None:
    with speaking("hi"):
        table = draw(Prefs())
        text = table.text()
        for key, label, name in footer(table.desk):
            assert f"{key} {label}" in text or table.desk.over or name in SPARE
        for entry in table.desk.over.entries if table.desk.over else ():
            assert entry.label in text, text


@pytest.mark.parametrize("draw", EVERY, ids=lambda draw: draw.__name__)
def test_a_name_in_devanagari_breaks_no_row_in_any_language(draw: Draw) -> None:
    for language in ("en", "fr"):
        with speaking(language):  # type: ignore[arg-type]
            table = draw(Prefs())
            assert table.desk.table is not None
            seats = [replace(one, name="क्षत्रिय मीरा") for one in table.table.seats]
            table.updated(seats=tuple(seats))
            canvas = table.painted()
            rows_hold(canvas)


def test_cards_stand_where_they_do_in_english() -> None:
    english = named("cards")(Prefs()).painted()
    with speaking("hi"):
        hindi = named("cards")(Prefs()).painted()
    assert [spot for spot in english.spots if spot.target.startswith("hand")] == [
        spot for spot in hindi.spots if spot.target.startswith("hand")
    ]


def test_accents_and_marks_of_latin_letters_are_even() -> None:
    assert not uneven("À vous de jouer, Zoé")
    assert not uneven(unicodedata.normalize("NFD", "Défausse à côté"))
    assert uneven("बारी") and uneven("रम्मी")


def test_a_box_with_such_a_text_reaches_to_the_right_edge() -> None:
    with speaking("hi"):
        canvas = named("options")(Prefs()).painted()
    (box,) = [spot for spot in canvas.spots if spot.target == "box"]
    assert box.x + box.width == canvas.width


# What is said


def test_it_speaks_french() -> None:
    with speaking("fr"):
        table = named("cards")(Prefs())
        text = table.text()
        for said in (
            "Rami classique en 100 points · manche 2",
            "▶ À VOUS DE JOUER",
            "Votre main, 10 cartes, par couleur · choisi\u00a0: 5♥",
            "pioche 26  défausse 2",
        ):
            assert said in text
        table.press("q")
        assert "Oui, un ordinateur prend ma place" in table.text()


def test_it_speaks_hindi() -> None:
    with speaking("hi"):
        table = named("cards")(Prefs())
        text = table.text()
        for said in (
            "▶ आपकी बारी",
            "आपके हाथ में 10 पत्ते, रंग के क्रम में · चुने हुए: 5♥",
            "H सलाह  O क्रम",
        ):
            assert said in text
        table.press("q")
        assert "हाँ, कंप्यूटर खिलाड़ी मेरी जगह ले" in table.text()


def test_a_discard_is_asked_about_in_french() -> None:
    with speaking("fr"):
        text = named("warning")(Prefs()).text()
        assert "Y Oui, s’en défausser" in text and "▶ N Non, la garder" in text


def test_melds_of_somebody_with_such_a_name_are_told_by_the_seat() -> None:
    state = dealt(["4S", "3D 5D"], melds=["7S 7D 7C"], owners=[1], upcard="JH")
    table = seen(state, seats=(person("Mira"), person("मीरा")))
    text = table.text()
    assert "1 #2" in text and "2 मीरा" in text
