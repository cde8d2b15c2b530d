"""What a player can type, and what a newcomer has to know. Pure.

Typed words are English in every language.
"""

from shared.tableview import TableView
from shared.view import AnyView, Kind, TileView, View
from shared.words import catalogue, say, spoken_language

ALIASES = {
    "d": "draw",
    "t": "take",
    "m": "meld",
    "l": "lay",
    "x": "discard",
    "p": "pass",
    "k": "knock",
    "h": "hand",
    "r": "repeat",
    "n": "next",
    "q": "quit",
    "w": "what",
    "u": "undo",
    "?": "help",
    "rummy": "call",
    "stock": "draw",
    "layoff": "lay",
    "melds": "table",
    "scores": "score",
    "exit": "quit",
    "clocks": "clock",
    "pause": "minute",
    "phrase": "phrases",
}
"Other words for a command."


def aims(game: str) -> list[str]:
    """What ``game`` is about, for who has never played it."""
    match game:
        case "basic":
            return [
                say("term.aim.basic"),
                say("term.aim.basic.turn"),
                say("term.aim.meld"),
                say("term.aim.basic.off"),
            ]
        case "gin":
            return [
                say("term.aim.gin"),
                say("term.aim.meld"),
                say("term.aim.gin.turn"),
                say("term.aim.gin.knock"),
                say("term.aim.gin.score"),
            ]
        case "rummikub":
            return [
                say("term.aim.rummikub"),
                say("term.aim.rummikub.turn"),
                say("term.aim.rummikub.set"),
                say("term.aim.rummikub.first"),
            ]
        case _:
            return []


def introduction(table: TableView, rules: list[str]) -> list[str]:
    """What to say before somebody's first hand, of a game with these rules."""
    jokers = [rule for rule in rules if rule in _about_jokers()]
    if jokers:
        jokers = [say("term.intro.jokers"), *jokers]
    return [
        *aims(table.game),
        say("term.help.tiles") if table.game == "rummikub" else say("term.help.cards"),
        *(jokers if table.game == "basic" else ()),
        say("term.intro.help"),
    ]


def _about_jokers() -> set[str]:
    """The sentences of Basic Rummy that a newcomer needs where there are jokers."""
    texts = catalogue(spoken_language())
    return {texts[key] for key in texts if key.startswith("rules.basic.joker")}


def command(word: str) -> str:
    """The command that ``word`` stands for, if it is one."""
    return ALIASES.get(word.lower(), word.lower())


def commands(
    table: TableView | None, view: AnyView | None, host: bool, watches: bool = False
) -> list[str]:
    """What can be typed: first what applies now, then what always does."""
    if watches:
        return [say("term.help.always"), *_watching(table)]
    now = _now(table, view, host)
    first = [say("term.help.now"), *now] if now else []
    tiles = table is not None and table.game == "rummikub"
    always = _with_tiles() if tiles else _with_cards()
    people = [say("term.help.people"), *_about_people(table, host)]
    return [*first, say("term.help.always"), *always, *people]


def _watching(table: TableView | None) -> list[str]:
    tiles = table is not None and table.game == "rummikub"
    return [
        say("term.help.sets") if tiles else say("term.help.table"),
        *_always(),
        *_talking(table),
        *_clock(table, alone=True),
        say("term.help.help"),
        say("term.help.quit"),
    ]


def _about_people(table: TableView | None, host: bool) -> list[str]:
    watched = table is None or table.terms.watch
    return [
        say("term.what.table"),
        *_talking(table),
        *([say("term.help.watchers")] if watched else []),
        *_clock(table, alone=False),
        say("term.help.undo"),
        say("term.help.votes"),
        say("term.help.answer"),
        *(_hosting(table) if host else []),
    ]


def _talking(table: TableView | None) -> list[str]:
    match "phrases" if table is None else table.terms.talk:
        case "off":
            return []
        case "phrases":
            return [say("term.help.say"), say("term.help.mute")]
        case "text":
            return [say("term.help.say.text"), say("term.help.mute")]


def _clock(table: TableView | None, alone: bool) -> list[str]:
    if table is None or table.clock is None:
        return []
    return [say("term.help.clock.alone" if alone else "term.help.clock")]


def _hosting(table: TableView | None) -> list[str]:
    is_timed = table is not None and table.clock is not None
    return [
        say("term.help.settle"),
        say("term.help.change"),
        say("term.help.seats"),
        say("term.help.lock"),
        *([say("term.help.patience")] if is_timed else []),
        say("term.help.end.host"),
    ]


def _always() -> list[str]:
    return [
        say("term.help.what"),
        say("term.help.score"),
        say("term.help.who"),
        say("term.help.rules"),
        say("term.help.log"),
        say("term.help.why"),
        say("term.help.repeat"),
    ]


def _with_cards() -> list[str]:
    return [
        say("term.help.hand"),
        say("term.help.table"),
        *_always(),
        say("term.help.sort"),
        say("term.help.order"),
        say("term.help.warnings"),
        say("term.help.help"),
        say("term.help.quit"),
        say("term.help.cards"),
    ]


def _with_tiles() -> list[str]:
    return [
        say("term.help.rack"),
        say("term.help.sets"),
        say("term.help.sort.tiles"),
        say("term.help.order.tiles"),
        *_always(),
        say("term.help.help"),
        say("term.help.quit"),
        say("term.help.tiles"),
    ]


def _now(table: TableView | None, view: AnyView | None, host: bool) -> list[str]:
    if table is not None and table.phase == "lobby":
        ready = all(seat.ready for seat in table.seats if seat.kind == "person")
        begin = [say("term.help.start"), say("term.help.seat")] if host else []
        return [*([] if ready else [say("term.help.next")]), *begin]
    if table is not None and table.phase in ("between", "ended"):
        reset = [say("term.help.reset")] if host else []
        return [say("term.help.next"), *reset]
    if isinstance(view, TileView):
        return _for_the_tiles(view)
    return _for_the_turn(view) if view is not None else []


def _for_the_turn(view: View) -> list[str]:
    known: dict[Kind, str] = {
        "draw_stock": say("term.help.draw"),
        "draw_discard": say("term.help.take", card=view.upcard or ""),
        "dive": say("term.help.dive"),
        "lay_down": say("term.help.meld"),
        "lay_off": say("term.help.lay"),
        "take_joker": say("term.help.swap"),
        "move": say("term.help.move"),
        "call": say("term.help.call", card=view.upcard or ""),
        "discard": say("term.help.discard"),
        "pass": _pass(view),
        "knock": say("term.help.knock"),
        "big_gin": say("term.help.biggin"),
    }
    now = [text for kind, text in known.items() if kind in view.can]
    return [*now, say("term.help.hint")] if now else []


def _pass(view: View) -> str:
    match view.phase:
        case "layoff":
            return say("term.help.pass.layoff")
        case "call":
            return say("term.help.pass.call")
        case _:
            return say("term.help.pass")


def _for_the_tiles(view: TileView) -> list[str]:
    if not view.can:
        return []
    return [
        say("term.help.tile.play"),
        say("term.help.tile.add"),
        say("term.help.tile.take"),
        say("term.help.tile.move"),
        say("term.help.tile.undo"),
        say("term.help.tile.done"),
        *([say("term.help.tile.draw")] if "draw" in view.can else []),
        *([say("term.help.tile.pass")] if "pass" in view.can else []),
        say("term.help.hint"),
    ]


def how_to_sort(table: TableView | None) -> str:
    """The words after sort."""
    if table is not None and table.game == "rummikub":
        return say("term.howto.sort.tiles")
    return say("term.howto.sort")


def how_to_order(tiles: bool) -> str:
    """The words after order."""
    return say("term.howto.order.tiles") if tiles else say("term.howto.order")
