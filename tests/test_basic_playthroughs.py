"""Hands of Basic Rummy that were written down: each is played as it was."""

from pathlib import Path

import msgspec
import pytest
from basic_playthroughs import FOLDER, read, replayed

from shared.events import HandEnded, Recycled
from shared.rulesets.basic import PRESETS

FILES = sorted(FOLDER.glob("basic_*.jsonl"))


def test_every_named_game_has_some() -> None:
    for preset in PRESETS:
        hands = read(FOLDER / f"basic_{preset}.jsonl")
        assert {hand.preset for hand in hands} == {preset}
        assert all(not hand.options for hand in hands)
        seats = PRESETS[preset].seats
        assert {hand.seats for hand in hands} >= {seats[0], seats[-1]}
        events = {type(e) for hand in hands for step in hand.steps for e in step.events}
        assert events >= {HandEnded, Recycled}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_hand_is_played_as_it_was(path: Path) -> None:
    for hand in read(path):
        again = replayed(hand)
        for step, now in zip(hand.steps, again.steps, strict=True):
            assert now == step
        assert again.digest == hand.digest
        assert isinstance(again.steps[-1].events[-1], HandEnded)


def test_a_changed_game_is_noticed() -> None:
    hand = read(FOLDER / "basic_cgio.jsonl")[0]
    assert replayed(hand) == hand
    changed = msgspec.structs.replace(hand, options={"scoring": "penalty"})
    assert replayed(changed).digest != hand.digest
