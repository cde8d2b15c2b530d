"""Basic Rummy: every refusal, its code and what the player is told."""

import ast
from pathlib import Path

import pytest
from dealt import CGIO, STOCK, UPCARD, dealt, down, off, play, refused, throw

from shared.actions import Action, Draw, Knock, LayOff, Pass, Rearrange, TakeJoker
from shared.rulesets.basic import Basic
from shared.rulesets.basic_state import State

HANDS = ["7S 8S KD KC 8H", "2C 3C"]
TABLE = ["5H 6H 7H", "AS 2S 3S"]


def drawing() -> State:
    """Seat 0 has to draw; the upcard is 5C."""
    return dealt(HANDS, melds=TABLE, stock="9D ...", upcard="5C")


def playing() -> State:
    """Seat 0 has drawn 9D from the stock."""
    return play(drawing(), STOCK)[0]


def holding_5c() -> State:
    """Seat 0 has taken 5C from the discard pile."""
    return play(drawing(), UPCARD)[0]


def nearly_out() -> State:
    """Seat 0 holds 8H, which fits, and QC, which it has just taken."""
    state = dealt(["8H", "2C 3C"], melds=TABLE, upcard="QC")
    return play(state, UPCARD)[0]


def no_pile() -> State:
    """Seat 0 has to draw and there is no upcard."""
    return dealt(HANDS, melds=TABLE)


def over() -> State:
    """Seat 0 has won."""
    state = dealt(["8H", "2C 3C"], melds=TABLE, stock="9H ...")
    return play(state, STOCK, off("8H", 0), off("9H", 0))[0]


REFUSALS = [
    (over(), STOCK, "hand_over", "the hand is over"),
    *(
        (state, action, "not_in_this_game", "this game has no such action")
        for state in (drawing(), playing(), holding_5c())
        for action in (Pass(), Knock("KD", ()), Rearrange(()))
    ),
    (drawing(), throw("KD"), "draw_first", "draw a card first"),
    (drawing(), down("7S 8S 9S"), "draw_first", "draw a card first"),
    (drawing(), off("8H", 0), "draw_first", "draw a card first"),
    (
        playing(),
        STOCK,
        "already_drawn",
        "you have drawn: lay down, lay off or discard",
    ),
    (
        playing(),
        UPCARD,
        "already_drawn",
        "you have drawn: lay down, lay off or discard",
    ),
    (
        no_pile(),
        UPCARD,
        "pile_empty",
        "the discard pile is empty: draw from the stock",
    ),
    (playing(), throw("2C"), "not_in_hand", "you do not hold 2C"),
    (playing(), off("8D", 0), "not_in_hand", "you do not hold 8D"),
    (playing(), down("7S 8S 9S"), "not_in_hand", "you do not hold 9S"),
    (playing(), down("KH KD KC"), "not_in_hand", "you do not hold KH"),
    (playing(), down(""), "small_meld", "a meld has at least three cards"),
    (playing(), down("KD KC"), "small_meld", "a meld has at least three cards"),
    (
        playing(),
        down("KD 7S 8S"),
        "not_a_meld",
        "7S 8S KD is neither a set nor a run",
    ),
    (playing(), down("7S 8S 7S"), "card_twice", "7S is listed twice"),
    (
        playing(),
        down("7S 8S 9X"),
        "no_such_card",
        "'9X' is not a card: write a rank and a suit, such as 7H or TS",
    ),
    (
        playing(),
        throw("7s"),
        "no_such_card",
        "'7s' is not a card: write a rank and a suit, such as 7H or TS",
    ),
    (
        playing(),
        off("", 0),
        "no_such_card",
        "'' is not a card: write a rank and a suit, such as 7H or TS",
    ),
    (playing(), off("8H", 2), "no_such_meld", "there is no such meld on the table"),
    (playing(), off("8H", -1), "no_such_meld", "there is no such meld on the table"),
    (
        playing(),
        off("8H", 1 << 70),
        "no_such_meld",
        "there is no such meld on the table",
    ),
    (playing(), off("8H", 1), "does_not_fit", "8H does not fit on AS 2S 3S"),
    (playing(), off("KD", 0), "does_not_fit", "KD does not fit on 5H 6H 7H"),
    (
        holding_5c(),
        throw("5C"),
        "just_taken",
        "5C was taken from the discard pile this turn: discard another card",
    ),
    (
        nearly_out(),
        off("8H", 0),
        "stranded",
        "keep a card to discard: QC was taken from the discard pile this turn",
    ),
]


@pytest.mark.parametrize(("state", "action", "code", "sentence"), REFUSALS)
def test_the_refusal_says_why(
    state: State, action: Action, code: str, sentence: str
) -> None:
    assert refused(state, action) == (code, sentence)


LIMITED = Basic(preset="limited", melds_per_turn=1, layoffs_per_turn=2)
OWN_MELD = Basic(preset="own", layoff_needs_own_meld=True)
DISCARD = Basic(preset="discard", final_discard_required=True)
LONG = Basic(preset="long", min_run=4)
JOKERS = Basic(preset="jokers", jokers=2, joker_steal="natural")
LONG_JOKERS = Basic(preset="longjokers", min_run=4, jokers=2)
FROZEN = Basic(preset="frozen", jokers=2)
DIVE = Basic(preset="dive", discard_dive=True)

TEN = "7S 8S 9S 8H 9H TH 2D 2C 2H KD"


def after(hand: str, *actions: Action, game: Basic, pile: str = "") -> State:
    """Seat 0 has this hand, has drawn 3D from the stock and done the actions."""
    table = ["4H 5H 6H 7H", "4S 5S J"] if game.jokers else ["4H 5H 6H 7H"]
    owners = [1] * len(table)
    state = dealt(
        [hand, "QD"], melds=table, owners=owners, stock="3D ...", pile=pile, game=game
    )
    return play(state, STOCK, *actions, game=game)[0]


def dealt_low() -> State:
    """Seat 0 has drawn 3D and holds a joker; a run on the table begins with the ace."""
    hands, melds = ["J' KD", "QD"], ["AC 2C 3C"]
    state = dealt(hands, melds=melds, stock="3D ...", game=JOKERS)
    return play(state, STOCK, game=JOKERS)[0]


def diving(pile: str) -> State:
    return dealt(["8S 9S KD", "QD"], stock="3D ...", pile=pile, game=DIVE)


OPTIONAL = [
    (
        LIMITED,
        after(TEN, down("7S 8S 9S"), game=LIMITED),
        down("2D 2C 2H"),
        "enough_melds",
        "no more than 1 meld may be laid down in a turn",
    ),
    (
        LIMITED,
        after(TEN, off("8H", 0), off("9H", 0), game=LIMITED),
        off("TH", 0),
        "enough_lay_offs",
        "no more than 2 cards may be laid off in a turn",
    ),
    (
        OWN_MELD,
        after(TEN, game=OWN_MELD),
        off("8H", 0),
        "no_own_meld",
        "lay down a meld of your own before you lay off",
    ),
    (
        DISCARD,
        after("3H 3S", game=DISCARD),
        down("3H 3S 3D"),
        "keep_a_card",
        "keep a card: nobody goes out without a discard",
    ),
    (
        LONG,
        after(TEN, game=LONG),
        down("7S 8S 9S"),
        "not_a_long_meld",
        "7S 8S 9S is neither a set nor a run of 4 or more",
    ),
    (
        JOKERS,
        after("9S J' TS KD", game=JOKERS),
        down("9S TS KD"),
        "not_a_meld",
        "9S TS KD is neither a set nor a run",
    ),
    (
        JOKERS,
        after("9S J' TS KD", game=JOKERS),
        down("9S J' TS"),
        "not_a_wild_meld",
        "9S J' TS is neither a set nor a run: two cards or more must be no jokers, "
        "and a run is named from low to high",
    ),
    (
        JOKERS,
        after("J' KD", game=JOKERS),
        off("J'", 0),
        "which_end",
        "say to which end of 4H 5H 6H 7H the joker goes: low or high",
    ),
    (
        JOKERS,
        dealt_low(),
        LayOff("J'", 0, "low"),
        "one_end",
        "say to which end of AC 2C 3C the joker goes: high",
    ),
    (
        LONG_JOKERS,
        dealt(["9S J' TS KD", "QD"], phase="play", game=LONG_JOKERS),
        down("9S J' TS"),
        "not_a_long_wild_meld",
        "9S J' TS is neither a set nor a run of 4 or more: two cards or more must be "
        "no jokers, and a run is named from low to high",
    ),
    (
        JOKERS,
        after("8H KD", game=JOKERS),
        LayOff("8H", 0, "high"),
        "no_end",
        "only a joker on a run goes to an end of it",
    ),
    (
        JOKERS,
        after("7S KD", game=JOKERS),
        TakeJoker("7S", 1),
        "no_such_joker",
        "no joker in 4S 5S J stands for 7S",
    ),
    (
        JOKERS,
        after("6S KD", game=JOKERS),
        TakeJoker("6S", 0),
        "no_such_joker",
        "no joker in 4H 5H 6H 7H stands for 6S",
    ),
    (
        FROZEN,
        after("6S KD", game=FROZEN),
        TakeJoker("6S", 1),
        "joker_stays",
        "a joker on the table stays there",
    ),
    (
        CGIO,
        dealt(HANDS, stock="9D ...", pile="TC 5C"),
        Draw("discard", "TC"),
        "no_dive",
        "only the upcard may be taken",
    ),
    (
        DIVE,
        diving("TC 5C"),
        Draw("discard", "3D"),
        "not_in_pile",
        "3D is not in the discard pile",
    ),
    (
        DIVE,
        diving("TC 5C"),
        Draw("discard", "TC"),
        "dive_in_vain",
        "TC could not be laid at once, so it may not be taken",
    ),
    (
        DIVE,
        diving("TS 5C"),
        Draw("stock", "3D"),
        "face_down",
        "the stock lies face down: no card of it can be chosen",
    ),
    (
        DIVE,
        play(diving("TS 5C"), Draw("discard", "TS"), game=DIVE)[0],
        throw("KD"),
        "lay_first",
        "lay TS first: you took it out of the discard pile for that",
    ),
]


@pytest.mark.parametrize(("game", "state", "action", "code", "sentence"), OPTIONAL)
def test_the_refusals_of_other_options(
    game: Basic, state: State, action: Action, code: str, sentence: str
) -> None:
    assert refused(state, action, game=game) == (code, sentence)


@pytest.mark.parametrize("seat", [1, 2, -1, 99])
@pytest.mark.parametrize("action", [STOCK, UPCARD, throw("2C"), down("2C 3C 4C")])
def test_nobody_acts_out_of_turn(seat: int, action: Action) -> None:
    for state in (drawing(), playing()):
        refusal = ("not_your_turn", "it is not your turn")
        assert refused(state, action, seat=seat) == refusal
        assert list(CGIO.legal(state, seat)) == []


def test_every_code_in_the_rules_is_in_these_tests() -> None:
    shared = Path(__file__).parent.parent / "shared"
    sources = [
        shared / "errors.py",
        shared / "cards.py",
        *sorted((shared / "rulesets").glob("basic*.py")),
    ]
    calls = [
        node
        for source in sources
        for node in ast.walk(ast.parse(source.read_text()))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "IllegalAction"
    ]
    codes = {
        call.args[0].value for call in calls if isinstance(call.args[0], ast.Constant)
    }
    tested = {code for _, _, code, _ in REFUSALS} | {row[3] for row in OPTIONAL}
    assert len(calls) >= 28
    elsewhere = {
        "test_basic_call.py": {"call_or_pass", "now_discard", "no_call"},
        "test_basic_rearrange.py": {
            *("melds_stay", "moved_before", "must_stay", "not_to_be_moved"),
            "stranded_by_move",
        },
    }
    for name, own in elsewhere.items():
        text = Path(__file__).with_name(name).read_text()
        assert all(f'"{code}"' in text for code in own)
    assert codes == tested.union({"not_your_turn"}, *elsewhere.values())
