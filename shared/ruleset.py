"""The seam between the games and everything that plays them."""

from collections.abc import Iterable, Mapping, Sequence
from types import NoneType
from typing import (
    Any,
    Literal,
    Protocol,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
    runtime_checkable,
)

from msgspec.structs import fields, replace

from shared.actions import Action
from shared.errors import OptionError
from shared.events import Bonus, Event, HandEnded, Seat
from shared.view import AnyView
from shared.words import Saying

S = TypeVar("S")
"The State of one ruleset: the whole hand, secrets included. Only a host has one."


class Ruleset(Protocol[S]):
    """One variant with its options: a frozen value.

    Same deck, same actions: same state, on every machine, for ever. All chance is in
    the order of the deck, from which a reshuffle follows too.
    """

    @property
    def name(self) -> str:
        """What the game is called on the wire, as ``basic``."""

    @property
    def preset(self) -> str:
        """The named set of options it was made from."""

    @property
    def seats(self) -> range:
        """How many can play."""

    @property
    def lowest_wins(self) -> bool:
        """Whether the fewest points win a match, once somebody has the target."""

    @property
    def deck(self) -> int:
        """How many cards :meth:`deal` expects, as the indices 0 to deck-1."""

    def deal(self, seats: int, deck: Sequence[int], dealer: Seat) -> S:
        """The first state of a hand; ``deck[0]`` is the first card dealt."""

    def apply(self, state: S, seat: Seat, action: Action) -> tuple[S, Sequence[Event]]:
        """The state after ``action`` and what happened. Checks everything.

        Raises:
            IllegalAction: If the rules forbid it; ``state`` is what it was.
        """

    def view(self, state: S, seat: Seat | None) -> AnyView:
        """What ``seat`` may know; None is a spectator."""

    def redact(self, event: Event, seat: Seat | None) -> Event:
        """``event`` as ``seat`` may hear of it."""

    def legal(self, state: S, seat: Seat) -> Iterable[Action]:
        """Exactly the actions :meth:`apply` accepts, each once, in one order.

        In Rummikub, whose turns cannot be listed, only some of them.
        """

    def result(self, state: S) -> HandEnded | None:
        """How the hand ended; None while it is played."""

    def target(self, seats: int) -> int:
        """The score that ends a match of so many seats."""

    def next_dealer(self, dealer: Seat, result: HandEnded, seats: int) -> Seat:
        """Who deals the hand after this one."""

    def bonuses(self, scores: Sequence[int], wins: Sequence[int]) -> Sequence[Bonus]:
        """What is added when a match is over; ``wins`` counts the hands each has won.

        It does not decide who has won: the scores without it do.
        """


@runtime_checkable
class Rounds(Protocol):
    """A ruleset whose match is a round: most hands won win it, then most points."""

    def round(self, seats: int) -> int:
        """How many hands a round of so many seats has."""


def round_of(ruleset: Ruleset[Any], seats: int) -> int:
    """How many hands a match of so many seats has; 0: it goes up to a target."""
    return ruleset.round(seats) if isinstance(ruleset, Rounds) else 0


DEFAULTS = {"basic": "cgio", "gin": "gin_cgio", "rummikub": "rk_official"}
"The preset of each game that is played when none is named."


def find_ruleset(
    game: str, preset: str | None = None, changes: Mapping[str, str] | None = None
) -> Ruleset[Any]:
    """The ruleset of a game by the names that a person knows.

    Raises:
        OptionError: If there is no such preset of the game, option or value.
    """
    if game not in DEFAULTS:
        raise OptionError("no_game", game=repr(game[:40]), known=", ".join(DEFAULTS))
    known = {name: one for name, one in rulesets().items() if one.name == game}
    wanted = preset or DEFAULTS[game]
    prefix = DEFAULTS[game].rpartition("_")[0]
    found = known.get(wanted, known.get(f"{prefix}_{wanted}"))
    if found is None:
        raise _no_preset(game, wanted, list(known))
    return with_options(found, changes or {})


def changed_options(ruleset: Ruleset[Any]) -> dict[str, str]:
    """The options of ``ruleset`` that differ from its preset, as written."""
    preset = options(rulesets()[ruleset.preset])
    return {
        name: value for name, value in options(ruleset).items() if value != preset[name]
    }


def rulesets() -> Mapping[str, Ruleset[Any]]:
    """Every preset by its name."""
    from shared.rulesets import basic, gin, rummikub

    return {**basic.PRESETS, **gin.PRESETS, **rummikub.PRESETS}


R = TypeVar("R", bound=Ruleset[Any])


def describe(ruleset: Ruleset[Any]) -> list[Saying]:
    """The rules in force as short plain sentences."""
    from shared.rulesets import (
        basic,
        basic_words,
        gin,
        gin_words,
        rummikub,
        rummikub_words,
    )

    match ruleset:
        case basic.Basic():
            return basic_words.describe(ruleset)
        case gin.Gin():
            return gin_words.describe(ruleset)
        case rummikub.Rummikub():
            return rummikub_words.describe(ruleset)
    raise ValueError(f"nobody has put {ruleset.name} into words")


def options(ruleset: Ruleset[Any]) -> dict[str, str]:
    """Every option of ``ruleset`` and its value, as :func:`with_options` reads it."""
    return {name: written(getattr(ruleset, name)) for name in _types(ruleset)}


def with_options(ruleset: R, changes: Mapping[str, str]) -> R:
    """``ruleset`` with some options changed, as written after ``--set``.

    Raises:
        OptionError: If there is no such option or value, or the whole makes no game.
    """
    types = _types(ruleset)
    for name in changes:
        if name not in types:
            raise _no_option(name, list(types))
    values = {name: _read(name, text, types[name]) for name, text in changes.items()}
    changed: R = replace(ruleset, **values)  # type: ignore[type-var]
    return changed


def offered(ruleset: Ruleset[Any], name: str) -> tuple[list[str], bool]:
    """Values to choose from for an option, and whether it may have others as well.

    Of numbers those that some preset of the game has are offered.
    """
    words = _words(_types(ruleset)[name])
    found = [options(one) for one in rulesets().values() if one.name == ruleset.name]
    used = [one[name] for one in [options(ruleset), *found]]
    is_open = _takes_numbers(_types(ruleset)[name])
    return list(dict.fromkeys([*words, *sorted(used, key=_by_size)])), is_open


def _words(type_: Any) -> list[str]:
    """The words for a value of a type, each value once."""
    return list({written(value): None for value in _choices(type_).values()})


def _takes_numbers(type_: Any) -> bool:
    return get_origin(type_) is tuple or int in (type_, *get_args(type_))


def _by_size(text: str) -> tuple[int, str]:
    return (int(text) if text.isdecimal() else 0, text)


def written(value: object) -> str:
    """An option's value as a person writes it."""
    match value:
        case None:
            return "unlimited"
        case bool():
            return "on" if value else "off"
        case tuple():
            return ",".join(map(written, value)) or "none"
        case _:
            return str(value)


def _types(ruleset: Ruleset[Any]) -> dict[str, Any]:
    """The options by name, with their types."""
    hints = get_type_hints(type(ruleset))
    names = (field.name for field in fields(type(ruleset)))  # type: ignore[arg-type]
    return {name: hints[name] for name in names if name != "preset"}


def not_for(ruleset: Ruleset[Any], seats: int) -> OptionError:
    """Why so many cannot play."""
    game, preset, allowed = ruleset.name, ruleset.preset, ruleset.seats
    least, most = allowed[0], allowed[-1]
    if least == most:
        return OptionError(
            "not_for_single", game=game, preset=preset, least=least, seats=seats
        )
    return OptionError(
        "not_for", game=game, preset=preset, least=least, most=most, seats=seats
    )


def _no_preset(game: str, name: str, known: list[str]) -> OptionError:
    preset = repr(name[:40])
    if close := _close(name, known):
        return OptionError("no_preset_close", game=game, preset=preset, close=close)
    return OptionError("no_preset", game=game, preset=preset, known=", ".join(known))


def _no_option(name: str, known: list[str]) -> OptionError:
    if close := _close(name, known):
        return OptionError("no_option_close", name=repr(name[:40]), close=close)
    return OptionError("no_option", name=repr(name[:40]), known=", ".join(known))


def _close(name: str, known: list[str]) -> str:
    """What was probably meant by a name that there is not; empty if that is unclear."""
    from difflib import get_close_matches

    close = get_close_matches(name.lower().replace("-", "_"), known, n=1)
    return close[0] if close else ""


def _read(name: str, text: str, type_: Any) -> Any:
    """The value that ``text`` is for an option of that type.

    Raises:
        OptionError: If it is none, with those there are.
    """
    word = text.strip().lower()
    choices = _choices(type_)
    if word in choices:
        return choices[word]
    if get_origin(type_) is tuple:
        numbers = word.replace("/", ",").replace("-", ",").split(",")
        size = None if Ellipsis in get_args(type_) else len(get_args(type_))
        if all(map(_is_number, numbers)) and size in (None, len(numbers)):
            return tuple(map(int, numbers))
    elif _is_number(word) and int in (type_, *get_args(type_)):
        return int(word)
    raise _not_allowed(name, repr(text[:40]), type_)


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) < 7


def _choices(type_: Any) -> dict[str, Any]:
    """The words that stand for a value of a type."""
    if type_ is bool:
        yes, no = ("on", "yes", "true"), ("off", "no", "false")
        return {**dict.fromkeys(yes, True), **dict.fromkeys(no, False)}
    if get_origin(type_) is Literal:
        return {str(value).lower(): value for value in get_args(type_)}
    if NoneType in get_args(type_):
        return dict.fromkeys(("unlimited", "off"))
    for one in get_args(type_):
        if get_origin(one) is Literal:
            return _choices(one)
    if Ellipsis in get_args(type_):
        return {"none": ()}
    return {}


def _not_allowed(name: str, text: str, type_: Any) -> OptionError:
    """What may be written for a value of a type, in place of ``text``."""
    if type_ is bool:
        return OptionError("not_switch", name=name, text=text)
    if get_origin(type_) is Literal:
        *most, last = map(str, get_args(type_))
        return OptionError(
            "not_one_of", name=name, text=text, most=", ".join(most), last=last
        )
    if get_origin(type_) is not tuple:
        words = ["unlimited"] if NoneType in get_args(type_) else list(_choices(type_))
        if not words:
            return OptionError("not_number", name=name, text=text)
        (word,) = words
        return OptionError("not_number_or", name=name, text=text, word=word)
    if Ellipsis in get_args(type_):
        return OptionError("not_numbers", name=name, text=text)
    return OptionError("not_pair", name=name, text=text)
