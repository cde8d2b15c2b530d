"""Hands of Rummikub written down once: the rules must play them for ever.

``python tests/rummikub_playthroughs.py`` writes them anew, which is only right when the
rules were meant to change.
"""

import pytest
from rummikub_playthroughs import FOLDER, neighbours, read, same

from shared.rulesets.rummikub import PRESETS


@pytest.mark.parametrize("preset", PRESETS)
def test_a_hand_is_played_as_it_always_was(preset: str) -> None:
    for hand in read(preset):
        assert same(PRESETS[preset], hand)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_changed_option_is_noticed(preset: str) -> None:
    hands = read(preset)
    unseen = {
        change
        for change, game in neighbours(PRESETS[preset]).items()
        if all(same(game, hand) for hand in hands)
    }
    assert not unseen


@pytest.mark.parametrize("preset", PRESETS)
def test_somebody_goes_out(preset: str) -> None:
    ends = [hand[-1] for hand in read(preset)]
    assert any("went_out" in str(end) for end in ends)


def test_something_happens_in_them() -> None:
    text = "".join(path.read_text() for path in FOLDER.glob("rk_*.jsonl"))
    for kind in (
        *("rearranged", "drew", "passed", "timed_out", "went_out", "pool_out"),
        *('"J"', '"type":"refused"'),
    ):
        assert kind in text
