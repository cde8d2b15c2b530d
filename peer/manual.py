"""What a player can type, and what a newcomer has to know. Pure text."""

from shared.view import AnyView, Kind, Phase, TileView, View
from shared.wire import TableView

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
    "?": "help",
    "rummy": "call",
    "stock": "draw",
    "layoff": "lay",
    "melds": "table",
    "scores": "score",
    "exit": "quit",
}
"Other words for a command."

ALWAYS = (
    "what or w: what you can do now, to be chosen by number.",
    "score: the scores of the match.",
    "who: the people and computer players at the table.",
    "rules: how this game is played here.",
    "log: the story of this hand. log 5: its last 5 sentences.",
    "why: after a hand, why the computer players did what they did.",
    "repeat or r: everything since you last typed something.",
    "help or ?: this list.",
    "quit or q: leave the table.",
)

AT_ANY_TIME = (
    "hand or h: your cards.",
    "table: the melds, the piles, and how many cards everybody holds.",
    *ALWAYS[:7],
    "sort rank, sort suit, or sort own: the order of your hand.",
    "order and cards, such as order 7H 8H: hold these first, in your own order.",
    "warnings off, or warnings on: whether to ask before a discard that has a better "
    "use.",
    *ALWAYS[7:],
)

NOTATION = (
    "Cards are written as rank and suit: 7H is the seven of hearts, TS the ten of "
    "spades, JD the jack of diamonds, AC the ace of clubs."
)

TILES_AT_ANY_TIME = (
    "hand or h: your tiles.",
    "table: the sets, the pool, and how many tiles everybody holds.",
    "sort number, sort colour, or sort own: the order of your rack.",
    "order and tiles, such as order 7r 7b: hold these first, in your own order.",
)

TILE_NOTATION = (
    "Tiles are written as number and colour, r for red, b for blue, k for black and o "
    "for orange: 7r is the red 7, 13k the black 13, J a joker."
)

AIMS = {
    "basic": (
        "The aim is to be the first without cards.",
        "In your turn you draw a card, put cards on the table if you can, "
        "and discard one.",
        "A meld is a set of three or four cards of one rank, "
        "or a run of at least three cards in a row in one suit.",
        "Once a meld is on the table, anybody can lay off cards that fit it.",
    ),
    "gin": (
        "The aim is to have few points outside your melds when somebody knocks.",
        "A meld is a set of three or four cards of one rank, "
        "or a run of at least three cards in a row in one suit.",
        "In your turn you draw a card and discard one; melds stay in your hand.",
        "When your unmatched cards count little enough, you may knock instead: "
        "all melds are shown, and the other may lay off cards on yours.",
        "Whoever has less left over scores the difference. "
        "To have nothing left over is gin.",
    ),
    "rummikub": (
        "The aim is to be the first without tiles.",
        "In your turn you play at least one tile of your rack, or draw one.",
        "A set is a group of three or four tiles of one number in different colours, "
        "or a run of at least three tiles in a row in one colour.",
        "Your first sets must be made of your rack alone and count enough together. "
        "After that you may rearrange the whole table, as long as only sets lie there "
        "when your turn ends.",
    ),
}
"By game."


def introduction(table: TableView, rules: list[str]) -> list[str]:
    """What to say before somebody's first hand, of a game with these rules."""
    jokers = [rule for rule in rules if rule.startswith("A joker ")]
    if jokers:
        jokers = ["Jokers are written J.", *jokers]
    return [
        *AIMS.get(table.game, ()),
        TILE_NOTATION if table.game == "rummikub" else NOTATION,
        *(jokers if table.game == "basic" else ()),
        "Type help to hear what you can do, or hint for advice.",
    ]


def command(word: str) -> str:
    """The command that ``word`` stands for, if it is one."""
    return ALIASES.get(word.lower(), word.lower())


def commands(table: TableView | None, view: AnyView | None, host: bool) -> list[str]:
    """What can be typed: first what applies now, then what always does."""
    now = _now(table, view, host)
    first = ["Now you can type:", *now] if now else []
    if table is not None and table.game == "rummikub":
        always = [*TILES_AT_ANY_TIME, *ALWAYS, TILE_NOTATION]
    else:
        always = [*AT_ANY_TIME, NOTATION]
    return [*first, "At any time you can type:", *always]


def _now(table: TableView | None, view: AnyView | None, host: bool) -> list[str]:
    if table is not None and table.phase == "lobby":
        return (
            ["start: begin now; computer players take the free seats."] if host else []
        )
    if table is not None and table.phase in ("between", "ended"):
        reset = ["reset scores: set all scores to 0."] if host else []
        return ["next or n: go on.", *reset]
    if isinstance(view, TileView):
        return _for_the_tiles(view)
    return _for_the_turn(view) if view is not None else []


_PASSES: dict[Phase, str] = {
    "layoff": "pass or p: you have nothing more to lay off.",
    "call": "pass or p: you do not call rummy.",
}


def _for_the_turn(view: View) -> list[str]:
    known: dict[Kind, str] = {
        "draw_stock": "draw or d: take a card from the stock.",
        "draw_discard": f"take or t: take {view.upcard} from the discard pile.",
        "dive": "take and a card, such as take 5C: take it out of the discard pile, "
        "with all that lies above it. You have to lay it at once.",
        "lay_down": "meld or m: lay down the meld in your hand. With cards, such as "
        "meld 7H 8H 9H: lay down these.",
        "lay_off": "lay or l, and a card, such as lay 7H: put it on a meld it fits. "
        "With a number, such as lay 7H 2: on meld 2.",
        "take_joker": "swap and a card, such as swap 7H: put it in the place of a "
        "joker on the table, and take the joker.",
        "move": "move and a card of the table, such as move 7H: put it on another meld "
        "that it fits. With a number, such as move 7H 2: on meld 2.",
        "call": f"call: call rummy, put {view.upcard} on a meld and discard a card. "
        "With a number, such as call 2: on meld 2.",
        "discard": "discard or x, and a card, such as discard KC: end your turn.",
        "pass": _PASSES.get(view.phase, "pass or p: you do not take the upcard."),
        "knock": "knock or k: end the play with what leaves least over. With a card, "
        "such as knock KC: discard that one. With melds of your own choice, such as "
        "knock KC with 7H 8H 9H and 4S 4H 4D: show these.",
        "big_gin": "knock or k: all your cards are melded, which is big gin.",
    }
    now = [text for kind, text in known.items() if kind in view.can]
    return [*now, "hint: what a computer player would do."] if now else []


def _for_the_tiles(view: TileView) -> list[str]:
    if not view.can:
        return []
    ends = {
        "draw": "draw or d: end your turn with a tile from the pool.",
        "pass": "pass: end your turn without one.",
    }
    return [
        "play or p, and tiles, such as play 4r 5r 6r: lay a new set.",
        "add or a, such as add 7r 3: put 7r into set 3.",
        "take or t, such as take 7r 3: take 7r out of set 3, to use it elsewhere.",
        "move or m, such as move 7r 3 5: move 7r from set 3 to set 5.",
        "undo or u: take the last step back. reset: take every step back.",
        "done: play what you have laid, and end your turn.",
        *(text for kind, text in ends.items() if kind in view.can),
        "hint: what a computer player would do.",
    ]


def how_to_sort(table: TableView | None) -> str:
    """The words after sort."""
    if table is not None and table.game == "rummikub":
        return "Type sort number, sort colour or sort own."
    return "Type sort rank, sort suit or sort own."


def how_to_order(tiles: bool) -> str:
    """The words after order."""
    if tiles:
        return "Type order and the tiles that shall come first, such as order 7r 7b."
    return "Type order and the cards that shall come first, such as order 7H 8H."
