"""What is refused in Basic Rummy before anything is laid, moved or called."""

from collections.abc import Sequence

from shared.actions import Action, Call, Discard, Draw, End, Move, Pass
from shared.cards import CARDS, JOKERS, Card, index_of, mask_of, names
from shared.errors import IllegalAction, not_in_this_game
from shared.rulesets.basic_options import Options
from shared.rulesets.basic_state import State

OPTIONAL = (Move, Call, Pass)
"What not every game has."

_CALLING = (Call, Pass)


def check_phase(options: Options, state: State, action: Action) -> None:
    """Nothing, if the hand has come to where such an action is possible.

    (cardgames.io, Rummy: the turn; calling rummy: Cats at Cards.)

    Raises:
        IllegalAction: If it is too early or too late for it.
    """
    calling = isinstance(action, _CALLING)
    if calling and not options.call_rummy:
        raise not_in_this_game()
    if isinstance(action, Move) and not options.rearrange_melds:
        raise IllegalAction("melds_stay")
    match state.phase:
        case "call" if not calling:
            raise IllegalAction("call_or_pass", card=CARDS[state.pile[-1]])
        case "called" if not isinstance(action, Discard):
            raise IllegalAction("now_discard")
        case "draw" | "play" if calling:
            raise IllegalAction("no_call")
        case "draw" if not isinstance(action, Draw):
            raise IllegalAction("draw_first")
        case "play" if isinstance(action, Draw):
            raise IllegalAction("already_drawn")


def meld_of(options: Options, cards: Sequence[Card]) -> int:
    """The meld that ``cards`` are.

    (cardgames.io, Rummy: melds; longer runs: a house rule.)

    Raises:
        IllegalAction: If they are none.
    """
    if len(cards) < 3:
        raise IllegalAction("small_meld")
    indices = [index_of(card) for card in cards]
    meld = options.rules.read(indices)
    if meld:
        return meld
    wild = any(index >= JOKERS for index in indices)
    shown = " ".join(cards if wild else names(mask_of(cards)))
    length = options.min_run
    if wild and length > 3:
        raise IllegalAction("not_a_long_wild_meld", cards=shown, length=length)
    if wild:
        raise IllegalAction("not_a_wild_meld", cards=shown)
    if length > 3:
        raise IllegalAction("not_a_long_meld", cards=shown, length=length)
    raise IllegalAction("not_a_meld", cards=shown)


def check_melds_left(options: Options, state: State) -> None:
    """Nothing, if another meld may be laid down in this turn (pagat.com, Rummy).

    Raises:
        IllegalAction: If those were enough.
    """
    if state.melded == options.melds_per_turn:
        raise IllegalAction("enough_melds", count=state.melded)


def check_may_lay_off(options: Options, state: State) -> None:
    """Nothing, if the seat whose turn it is may lay off one more card.

    Any number, unless the options count them (cardgames.io, Rummy: laying off).

    Raises:
        IllegalAction: If it may not.
    """
    if state.laid_off == options.layoffs_per_turn:
        raise IllegalAction("enough_lay_offs", count=state.laid_off)
    check_own_meld(options, state)


def check_own_meld(options: Options, state: State) -> None:
    """Nothing, if the seat whose turn it is may touch the melds of the table.

    Anybody may, unless the options ask for a meld of one's own first (cardgames.io,
    Rummy: laying off; own meld first: Wikipedia).

    Raises:
        IllegalAction: If it has to lay one down first.
    """
    if options.layoff_needs_own_meld and state.turn not in state.owners:
        raise IllegalAction("no_own_meld")


def check_owed(state: State, cards: int) -> None:
    """Nothing, if ``cards`` have what was taken to be laid first (500 Rum, pagat.com).

    Raises:
        IllegalAction: If something else has to be laid before.
    """
    if state.owed & ~cards:
        raise IllegalAction("lay_first", card=names(state.owed)[0])


def meld_at(state: State, place: int) -> int:
    """A meld of the table.

    Raises:
        IllegalAction: If there is none.
    """
    if not 0 <= place < len(state.melds):
        raise IllegalAction("no_such_meld")
    return state.melds[place]


def check_fits(options: Options, meld: int, card: int) -> None:
    """Nothing, if a card, an index, can be laid off on ``meld``.

    (cardgames.io, Rummy: laying off.)

    Raises:
        IllegalAction: If it does not fit.
    """
    if not options.rules.accepts(meld) >> card & 1:
        shown = " ".join(options.rules.in_order(meld))
        raise IllegalAction("does_not_fit", card=CARDS[card], meld=shown)


def check_end(options: Options, meld: int, card: int, end: End | None) -> None:
    """Nothing, if ``end`` says where a card that fits goes on ``meld``.

    Raises:
        IllegalAction: If it is missing, or not needed.
    """
    ends = options.rules.ends(meld) if card >= JOKERS else (None,)
    if end in ends:
        return
    if None in ends:
        raise IllegalAction("no_end")
    shown = " ".join(options.rules.in_order(meld))
    if len(ends) == 1:
        raise IllegalAction("one_end", meld=shown, end=str(ends[0]))
    raise IllegalAction("which_end", meld=shown)
