"""Hints for programs: what a strong computer player would do."""

import json

from dealt import dealt
from msgspec.structs import replace
from seated import Seated, bot, person
from tile_seated import TileSeated
from tiled import laid

from peer.ndjson import Ndjson
from peer.newcomer import Adviser, Newcomer
from shared.rulesets.basic import PRESETS
from shared.wire import ToGuest, Update, encode

CGIO = PRESETS["cgio"]


def hinted(screen: Ndjson) -> dict[str, object]:
    said = screen.typed('{"type":"hint"}')
    assert isinstance(said, list)
    answer: dict[str, object] = json.loads(said[0])
    return answer


def told(screen: Ndjson, seated: Seated, message: ToGuest) -> None:
    screen.told(seated.guest.received(encode(message)))


def notice(text: str) -> dict[str, object]:
    return {"type": "notice", "text": text, "code": "", "values": {}}


def test_a_program_asks_for_a_hint_in_its_turn() -> None:
    seated = Seated(person("Mira"), bot("Ada"))
    screen = Ndjson(None, seated.guest, Adviser())
    early = notice("a hint is for your own turn")
    assert hinted(screen) == early
    state = dealt(["2S KC", "3D 5D"], upcard="KD")
    view = CGIO.view(state, 0)
    told(screen, seated, Update(1, 0, (), seated.table, view))
    stock = {"type": "draw", "source": "stock"}
    assert hinted(screen) == {"type": "hint", "action": stock}
    waiting = CGIO.view(dealt(["2S KC", "3D 5D"], turn=1), 0)
    told(screen, seated, Update(2, 0, (), seated.table, waiting))
    assert hinted(screen) == early


def test_nobody_may_be_there_to_ask() -> None:
    nobody = notice("nobody gives hints at this table")
    assert hinted(Ndjson()) == nobody


def test_a_hint_with_tiles_says_which_sets_to_make() -> None:
    seated = TileSeated(person("Mira"), person("Bob"))
    seated.table = replace(seated.table, preset="rk_official")
    seated.screen._adviser = Adviser()
    seated.lies(laid(["4k 4o", "1k 5k"], "1r 2r 3r 4r", "4b 5b 6b"))
    assert seated.types("hint") == [
        "Hint: of 4k 4o and of set 1 make 1r 2r 3r and 4r 4k 4o, then done."
    ]


def test_a_hint_with_tiles_is_to_play_although_the_best_would_hold_back() -> None:
    seated = TileSeated(person("Mira"), person("Bob"))
    seated.table = replace(seated.table, preset="rk_official")
    lies = laid(["4k 4o 9b", "1k 5k"], "1r 2r 3r 4r", "4b 5b 6b")
    seated.screen._adviser = Newcomer("master")
    seated.lies(lies)
    assert seated.types("hint") == ["Hint: draw."]
    seated.screen._adviser = Adviser()
    assert seated.types("hint") == [
        "Hint: of 4k 4o and of set 1 make 1r 2r 3r and 4r 4k 4o, then done."
    ]


def test_of_a_game_that_is_not_known_there_are_no_hints() -> None:
    seated = Seated(person("Mira"), bot("Ada"), adviser=Adviser())
    seated.table = replace(seated.table, preset="whist")
    seated.dealt(dealt(["2S KC", "3D 5D"], upcard="KD"))
    said = seated.types("hint")
    assert isinstance(said, list)
    assert said[0].startswith("The host plays an unknown game: basic has no preset ")
    screen = Ndjson(None, seated.guest, Adviser())
    answer = hinted(screen)
    assert answer["type"] == "notice" and f"{answer['text']}"[:8] == "the host"
