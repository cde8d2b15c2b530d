"""What a player can type, and what a newcomer has to know. Pure text."""

from shared.view import Kind, View
from shared.wire import TableView

ALIASES = {
    "d": "draw",
    "t": "take",
    "m": "meld",
    "l": "lay",
    "x": "discard",
    "h": "hand",
    "r": "repeat",
    "n": "next",
    "q": "quit",
    "?": "help",
    "stock": "draw",
    "layoff": "lay",
    "melds": "table",
    "scores": "score",
    "exit": "quit",
}
"Other words for a command."

AT_ANY_TIME = (
    "hand or h: your cards.",
    "table: the melds, the piles, and how many cards everybody holds.",
    "score: the scores of the match.",
    "who: the people and computer players at the table.",
    "log: the story of this hand. log 5: its last 5 sentences.",
    "repeat or r: everything since you last typed something.",
    "sort rank, or sort suit: the order of your hand.",
    "warnings off, or warnings on: whether to ask before a discard that has a better "
    "use.",
    "help or ?: this list.",
    "quit or q: leave the table.",
)

NOTATION = (
    "Cards are written as rank and suit: 7H is the seven of hearts, TS the ten of "
    "spades, JD the jack of diamonds, AC the ace of clubs."
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
}
"By game."


def introduction(game: str) -> list[str]:
    """What to say before somebody's first hand."""
    return [
        *AIMS.get(game, ()),
        NOTATION,
        "Type help to hear what you can do, or hint for advice.",
    ]


def command(word: str) -> str:
    """The command that ``word`` stands for, if it is one."""
    return ALIASES.get(word.lower(), word.lower())


def commands(table: TableView | None, view: View | None, host: bool) -> list[str]:
    """What can be typed: first what applies now, then what always does."""
    now = _now(table, view, host)
    first = ["Now you can type:", *now] if now else []
    return [*first, "At any time you can type:", *AT_ANY_TIME, NOTATION]


def _now(table: TableView | None, view: View | None, host: bool) -> list[str]:
    if table is not None and table.phase == "lobby":
        return (
            ["start: begin now; computer players take the free seats."] if host else []
        )
    if table is not None and table.phase in ("between", "ended"):
        return ["next or n: go on."]
    return _for_the_turn(view) if view is not None else []


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
        "discard": "discard or x, and a card, such as discard KC: end your turn.",
    }
    now = [text for kind, text in known.items() if kind in view.can]
    return [*now, "hint: what a computer player would do."] if now else []
