"""The rules of gin are still what they were: golden hands, replayed line by line."""

import msgspec
import pytest
from gin_playthroughs import FOLDER, Dealt, Step, path

from shared.rulesets.gin import PRESETS, Gin
from shared.rulesets.gin_state import State

REASONS = {"gin", "knock", "undercut", "dead"}


@pytest.mark.parametrize("game", PRESETS.values(), ids=PRESETS)
def test_a_golden_hand_goes_as_it_went(game: Gin) -> None:
    decoder = msgspec.json.Decoder(Dealt | Step)
    state: State | None = None
    lines = path(game).read_text().splitlines()
    for line in lines:
        said = decoder.decode(line)
        if isinstance(said, Dealt):
            assert state is None or state.result is not None
            state = game.deal(2, said.deck, said.dealer)
            continue
        assert state is not None
        assert said.seat == state.turn
        assert said.action in game.legal(state, state.turn)
        state, events = game.apply(state, state.turn, said.action)
        now = msgspec.json.encode(Step(said.seat, said.action, events))
        assert now.decode() == line
    assert state is not None and state.result is not None
    assert len(lines) > 100


def test_every_preset_has_its_hands() -> None:
    kept = {file.stem for file in FOLDER.glob("gin_*.jsonl")}
    assert kept == set(PRESETS)


def test_the_golden_hands_end_in_most_ways() -> None:
    text = "".join(path(game).read_text() for game in PRESETS.values())
    assert {reason for reason in REASONS if f'"reason":"{reason}"' in text} == REASONS
