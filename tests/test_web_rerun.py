"""A match watched in a browser goes as it went, step by step."""

import json
from pathlib import Path
from typing import Any

import pytest
from fickle import Fickle
from recorded import Recording
from verified import run_node

from shared.folded import folded
from shared.replay import Step, replay
from shared.tiles import apart
from shared.view import TileView

pytestmark = pytest.mark.needs("nodejs")

SHOW = """
import { readFileSync } from "node:fs";

import { Rerun, readMatch, unfolded } from "../peer/web/rerun.js";

const shown = [];
for (const [file, link] of JSON.parse(readFileSync(process.env.FILES, "utf8"))) {
  if ((await unfolded(link)) !== file) throw RangeError("unfolded to something else");
  const rerun = new Rerun(readMatch(file));
  const scenes = [];
  for (let place = 0; place < rerun.length; place++) {
    rerun.go(place);
    const { flow, events, seat } = rerun.scene;
    const { hands, melds, stock, discards } = flow;
    const pile = [stock.length, discards.length, discards.at(-1) ?? null];
    scenes.push({ hands, melds, pile, seat, events, scores: rerun.scores });
  }
  shown.push(scenes);
}
console.log(JSON.stringify(shown));
"""

GAMES: list[tuple[str, int, dict[str, str]]] = [
    ("basic", 3, {}),
    ("basic", 2, {"rearrange_melds": "true", "call_rummy": "true"}),
    ("basic", 4, {"decks": "2", "jokers": "4"}),
    ("gin", 2, {}),
    ("rummikub", 3, {}),
]


def in_browser(
    tables: list[Recording], path: Path, monkeypatch: pytest.MonkeyPatch
) -> list[list[dict[str, Any]]]:
    files = [table.file.decode() for table in tables]
    pairs = [(file, folded(file.splitlines())) for file in files]
    path.write_text(json.dumps(pairs))
    monkeypatch.setenv("FILES", str(path))
    shown: list[list[dict[str, Any]]] = json.loads(run_node(SHOW))
    return shown


def plain(cards: Any) -> list[str]:
    """Jokers are alike in a browser."""
    return sorted("J" if card.startswith("J") else card for card in cards)


def check(scene: dict[str, Any], step: Step, table: Recording) -> None:
    for seat in range(table.seats):
        view = table.ruleset.view(step.match.state, seat)
        assert plain(scene["hands"][seat]) == plain(view.hand)
    open_view = table.ruleset.view(step.match.state, None)
    if isinstance(open_view, TileView):
        melds = [apart(tiles) for tiles in open_view.table]
        assert scene["pile"][0] == open_view.pool
    else:
        melds = [meld.cards for meld in open_view.melds]
        assert scene["pile"][:2] == [open_view.stock, open_view.discards]
        if open_view.upcard is not None:
            assert plain([scene["pile"][2]]) == plain([open_view.upcard])
    assert sorted(map(plain, scene["melds"])) == sorted(map(plain, melds))
    assert scene["seat"] == step.seat
    assert scene["events"][0]["type"] in [
        event.__struct_config__.tag for event in step.events
    ]


def test_every_step_is_what_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = [Recording(g, s, 2, **options).play() for g, s, options in GAMES]
    fickle = [Fickle(g, s, 1, **options) for g, s, options in GAMES]
    for table in fickle:
        table.play()
    tables = [*honest, *fickle]
    shown = in_browser(tables, tmp_path / "files", monkeypatch)
    for table, scenes in zip(tables, shown, strict=True):
        steps = [step for hand in replay(table.file).hands for step in hand.steps]
        assert len(scenes) == len(steps)
        for scene, step in zip(scenes, steps, strict=True):
            check(scene, step, table)
        assert tuple(scenes[-1]["scores"]) == replay(table.file).hands[-1].closed.scores  # type: ignore[union-attr]
