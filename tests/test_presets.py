"""Every named game has the options it was published with.

``python tests/test_presets.py`` writes them anew, which is only right when a named game
was meant to change.
"""

import json
from pathlib import Path

import pytest

from shared.ruleset import options, rulesets

KEPT = Path(__file__).with_name("playthroughs") / "presets.json"


def read() -> dict[str, dict[str, str]]:
    kept: dict[str, dict[str, str]] = json.loads(KEPT.read_text())
    return kept


def test_the_named_games_are_those_written_down() -> None:
    assert list(rulesets()) == list(read())


@pytest.mark.parametrize("preset", rulesets())
def test_a_named_game_is_what_was_written_down(preset: str) -> None:
    assert options(rulesets()[preset]) == read()[preset]


def main() -> None:
    now = {preset: options(game) for preset, game in rulesets().items()}
    KEPT.write_text(json.dumps(now, indent=2) + "\n")


if __name__ == "__main__":
    main()
