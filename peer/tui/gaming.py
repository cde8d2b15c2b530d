"""What the host can change about what is played, as menus. Pure."""

from collections.abc import Callable
from dataclasses import replace

from peer import scene
from peer.requests import Play, Request, Settle
from peer.tui.desk import Desk
from peer.tui.menu import Entry, Menu, not_now
from peer.tui.writing import Form, Writing
from shared.tableview import TableView
from shared.words import say

HANDS = (1, 3, 5, 10)
"What is offered as the length of a match; others can be typed."


def typed_value(
    desk: Desk, title: str, take: Callable[[str], Request], back: Callable[[], Menu]
) -> Entry:
    """A line of a menu that leads to a value being typed."""

    def begin() -> None:
        desk.writing = Writing("", Form(title, take, back))

    return Entry(title, key="t", opens=begin)


def _played(table: TableView) -> Play:
    """What is played now."""
    hands = table.max_hands or None
    return Play(table.game, table.preset, table.options, hands)


def game_menu(desk: Desk) -> Menu:
    """Another game, other rules, another length."""
    table = desk.table
    assert table is not None
    games = [
        Entry(
            say("do.change", game=scene.game_name(game)),
            key=str(number),
            opens=lambda game=game: _presets(desk, game),  # type: ignore[misc]
        )
        for number, game in enumerate(scene.GAMES, 1)
    ]
    hands = say("term.tui.game.hands", count=table.max_hands)
    if not table.max_hands:
        hands = say("term.tui.game.hands.usual")
    seats = say("term.tui.game.seats", count=len(table.seats))
    rules = say("term.tui.game.options", preset=table.preset)
    return Menu(
        say("term.tui.table.game"),
        [scene.game(table)],
        [
            *games,
            Entry(rules, key="r", opens=lambda: _options(desk)),
            Entry(hands, key="h", opens=lambda: _hands(desk)),
            Entry(seats, key="s", opens=lambda: _seats(desk)),
            not_now(),
        ],
        refresh=lambda: game_menu(desk),
    )


def _presets(desk: Desk, game: str) -> Menu:
    """The sets of house rules of a game."""
    table = desk.table
    names = desk.book.presets(game)
    now = table.preset if table is not None else ""
    return _choices(
        desk,
        scene.game_name(game),
        [Entry(name, asks=Play(game, name)) for name in names],
        names.index(now) if now in names else 0,
        lambda: game_menu(desk),
    )


def _choices(
    desk: Desk, title: str, entries: list[Entry], at: int, back: Callable[[], Menu]
) -> Menu:
    """One of these; whatever is chosen leads back."""
    found = [
        one._replace(key=str(number) if number < 10 else "", opens=one.opens or back)
        for number, one in enumerate(entries, 1)
    ]
    return Menu(title, [], [*found, not_now()], at=at, back=back)


def _hands(desk: Desk) -> Menu:
    """How long a match is."""
    table = desk.table
    assert table is not None
    play = _played(table)
    usual = Entry(say("term.tui.game.hands.usual"), asks=replace(play, hands=None))
    entries = [
        usual,
        *(
            Entry(say("term.tui.game.hands", count=one), asks=replace(play, hands=one))
            for one in HANDS
        ),
        typed_value(
            desk,
            say("term.tui.type.number"),
            lambda text: replace(play, hands=_number(text)),
            lambda: game_menu(desk),
        ),
    ]
    title = say("term.tui.table.game")
    return _choices(desk, title, entries, 0, lambda: game_menu(desk))


def _number(text: str) -> int | None:
    """What was typed; nothing of sense leaves it to the game."""
    return int(text) if text.isascii() and text.isdecimal() and int(text) else None


def _seats(desk: Desk) -> Menu:
    """How many can sit at the table."""
    table = desk.table
    assert table is not None
    play = _played(table)
    allowed = desk.book.seats(table)
    entries = [
        Entry(say("term.tui.game.seats", count=one), asks=replace(play, seats=one))
        for one in allowed
    ]
    at = allowed.index(len(table.seats)) if len(table.seats) in allowed else 0
    title = say("term.tui.table.game")
    return _choices(desk, title, entries, at, lambda: game_menu(desk))


def _options(desk: Desk) -> Menu:
    """Every option of the rules, with its value."""
    table = desk.table
    assert table is not None
    values = desk.book.options(table)
    entries = [
        Entry(f"{name} = {value}", opens=lambda name=name: _values(desk, name))  # type: ignore[misc]
        for name, value in values.items()
    ]
    return Menu(
        table.preset,
        [say("term.tui.terms.how")],
        [*entries, not_now()],
        refresh=lambda: _options(desk),
        back=lambda: game_menu(desk),
    )


def _values(desk: Desk, name: str) -> Menu:
    """What an option may be."""
    table = desk.table
    assert table is not None
    now = desk.book.options(table).get(name, "")
    found, is_open = desk.book.offered(table, name)
    entries = [Entry(f"{name} = {one}", asks=Settle(name, one)) for one in found]
    if is_open:
        other = typed_value(
            desk,
            say("term.tui.type.value"),
            lambda text: Settle(name, text),
            lambda: _options(desk),
        )
        entries.append(other)
    at = found.index(now) if now in found else 0
    return _choices(desk, name, entries, at, lambda: _options(desk))
