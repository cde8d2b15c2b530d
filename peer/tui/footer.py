"""Which keys do something now. Pure."""

from peer.timing import may_pause
from peer.tui import ruling
from peer.tui.desk import Desk
from peer.tui.faces import signed
from shared.view import TileView
from shared.words import say

ALWAYS = {
    "h": "hint",
    "o": "order",
    "u": "undo",
    "w": "say",
    "e": "people",
    "f": "table",
    "i": "minute",
    "y": "why",
    "v": "opened",
    "g": "log",
    "comma": "options",
    "question_mark": "help",
    "q": "leave",
}
"What a footer shows behind what the turn allows."

NAMES = {"comma": ",", "question_mark": "?"}
"How a key is written, where that is not the letter."


def footer(desk: Desk) -> list[tuple[str, str, str]]:
    """What is possible now: how the key is written, what it does, its name.

    Something harmless stands between any two that cannot be taken back.
    """
    shown = [(choice.key, signed(choice.label)) for choice in desk.choices]
    if isinstance(desk.view, TileView) and desk.draft is not None:
        shown = [*_for_tiles(desk), *shown]
    if may_be_ready(desk):
        shown.insert(0, ("n", say("term.tui.key.ready")))
    first, later = _apart(shown)
    always = [
        (key, _label(desk, key, name))
        for key, name in ALWAYS.items()
        if _applies(desk, key)
    ]
    every = [*first, always[0], *later, *always[1:]]
    return [(_written(key), label, key) for key, label in every]


def _label(desk: Desk, key: str, name: str) -> str:
    """What a key of every time does now."""
    if key == "u" and desk.take_back != "no" and not desk.holding.steps:
        return say("term.tui.key.takeback")
    return say(f"term.tui.key.{name}")


def _written(key: str) -> str:
    if key == "space":
        return say("term.tui.key.space")
    return NAMES.get(key, key.upper())


def _applies(desk: Desk, key: str) -> bool:
    """Whether a key of every time has anything to do."""
    if key == "h":
        return desk.our_turn
    if key == "w":
        return desk.table is not None and desk.table.terms.talk != "off"
    if key in "ef":
        return desk.table is not None
    if key == "i":
        clock = None if desk.table is None else desk.table.clock
        return may_pause(clock, desk.since, desk.guest.seat)
    if key == "y":
        return ruling.why(desk) is not None
    if key == "u" and desk.take_back != "no":
        return True
    if key == "v":
        return desk.opened is not None
    return key not in "ou" or bool(desk.holding.row)


def may_be_ready(desk: Desk) -> bool:
    """Whether we are asked before the match whether we are ready."""
    table, me = desk.table, desk.guest.seat
    if table is None or me is None or table.phase != "lobby":
        return False
    return not table.seats[me].ready


def _apart(
    shown: list[tuple[str, str]],
) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """A knock stands away from a discard."""
    later = [one for one in shown if one[0] in ("k", "z")]
    return [one for one in shown if one not in later], later


def _for_tiles(desk: Desk) -> list[tuple[str, str]]:
    some = bool(desk.holding.picked or desk.picks.picked)
    moved = desk.draft is not None and desk.draft.started
    shown = [("space", say("term.tui.key.pick"))]
    if some:
        new, add = say("do.newset"), say("term.tui.key.addset")
        shown = [("n", new), ("a", add)]
    return [*shown, *([("r", say("term.tui.key.reset"))] if moved else [])]
