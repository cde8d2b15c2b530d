"""The options of the drawn table, and how they are kept."""

import logging
import stat
from pathlib import Path

import pytest
from dealt import dealt
from drawn import Drawn, seen

from peer.tui import menu
from peer.tui.prefs import Prefs, load_prefs, save_prefs


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path / "rummyroom" / "table.json"


def test_they_are_kept_for_the_player_alone(state: Path) -> None:
    assert load_prefs() == Prefs()
    save_prefs(Prefs(theme="light", deck="safe", warnings=False))
    assert load_prefs() == Prefs(theme="light", deck="safe", warnings=False)
    assert stat.S_IMODE(state.stat().st_mode) == 0o600


@pytest.mark.parametrize("text", ["{", '{"deck":"tarot"}', "[]", "\xff"])
def test_a_broken_file_starts_anew(
    state: Path, text: str, caplog: pytest.LogCaptureFixture
) -> None:
    state.parent.mkdir()
    state.write_text(text)
    assert load_prefs() == Prefs()
    (said,) = caplog.messages
    assert said == "x the options of the table cannot be read; they start anew"


def test_an_unknown_speed_is_the_usual_one(state: Path) -> None:
    state.parent.mkdir()
    state.write_text('{"speed":"warp"}')
    assert load_prefs().speed == "normal"


def test_a_full_disk_stops_nobody(
    state: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    state.parent.write_text("a file where the folder should be")
    save_prefs(Prefs())
    assert caplog.messages[0].startswith("x the options of the table cannot be kept")


def table(prefs: Prefs) -> Drawn:
    return seen(dealt(["4S 5H", "3D 5D"], upcard="JH"), prefs=prefs)


def test_every_option_is_changed_by_keys_and_comes_round() -> None:
    prefs = Prefs()
    drawn = table(prefs)
    drawn.press("comma")
    for row, (name, values) in enumerate(
        {
            "theme": ["light", "dark"],
            "deck": ["two", "safe", "ascii", "four"],
            "shapes": [True, False],
            "speed": ["slow", "off", "fast", "normal"],
            "bell": [True, False],
            "warnings": [False, True],
        }.items()
    ):
        assert drawn.desk.over is not None and drawn.desk.over.at == row
        for value in values:
            drawn.press("enter")
            assert getattr(prefs, name) == value
        drawn.press("down")
    drawn.press("enter")
    assert drawn.desk.over is None


def test_the_page_says_how_it_is() -> None:
    prefs = Prefs(deck="safe", bell=True)
    drawn = table(prefs)
    drawn.press("f2")
    text = drawn.text()
    assert "Deck: red-green safe" in text and "Ring when it is my turn: on" in text


def test_sentences_that_say_what_to_type_are_left_out() -> None:
    said = [
        "You have drawn already. To end your turn, type discard and a card.",
        "You can lay down QS QH QD: type meld.",
        "Type quit again to leave, or no to stay.",
        "It is Bob's turn.",
    ]
    assert menu.unprompted(said) == [
        "You have drawn already.",
        "You can lay down QS QH QD.",
        "It is Bob's turn.",
    ]
