"""The rules of Gin Rummy in force, as short sentences made from the options."""

from shared.rulesets.gin_options import Options


def describe(rules: Options) -> list[str]:
    """What players have agreed on, a sentence each, in the order of a hand."""
    return [
        "Two players have ten cards each, and one card is turned up.",
        "The ace is low and counts 1; king, queen and jack count 10.",
        *_deal(rules),
        *_turn(rules),
        *_knock(rules),
        *_end_of_stock(rules),
        *_points(rules),
        *_match(rules),
    ]


def _deal(rules: Options) -> list[str]:
    lines = [
        "First the dealer's opponent and then the dealer may take the upcard. "
        "If both pass, the dealer's opponent draws from the stock."
    ]
    if rules.oklahoma and rules.oklahoma_ace == "gin_only":
        lines.append("If the upcard is an ace, only gin ends the play.")
    if rules.spade_doubles:
        lines.append("If the upcard is a spade, the hand counts twice.")
    return lines


def _turn(rules: Options) -> list[str]:
    lines = ["In a turn you draw a card, then discard one or knock."]
    if rules.redraw_discard_forbidden:
        lines.append("The upcard you took may not be discarded in the same turn.")
    else:
        lines.append("The upcard you took may be discarded in the same turn.")
    lines.append(
        f"When the upcard is taken for the {_nth(rules.max_upcard_draws)} time after "
        "the opening, the hand is over and nobody scores."
    )
    if rules.max_returned is not None:
        turns = "a turn" if rules.max_returned == 1 else f"{rules.max_returned} turns"
        lines.append(
            f"When the upcard is taken and discarded again in {turns} in a row, "
            "the hand is over and nobody scores."
        )
    return lines


def _knock(rules: Options) -> list[str]:
    limit = f"You may knock if your unmatched cards count {rules.knock_limit} or less"
    if rules.knock_limit == 0:
        limit = "You may knock only with gin"
    if rules.oklahoma:
        limit += ", and no more than the first upcard counts"
    lines = [
        f"{limit}.",
        "Gin is a knock without unmatched cards.",
        "After a knock the opponent may lay off cards on the knocker's melds.",
    ]
    if rules.layoff_against_gin:
        lines.append("The opponent may lay off cards on gin too.")
    else:
        lines.append("Nothing is laid off on gin.")
    return lines


def _end_of_stock(rules: Options) -> list[str]:
    left = _count(rules.stock_dead_at, "card") if rules.stock_dead_at else "no card"
    when = f"When a turn leaves {left} in the stock and nobody has knocked, "
    if rules.fiftieth_card_rule:
        return [
            f"{when}the last discard may be taken, but only to knock; "
            "otherwise the hand is over and nobody scores."
        ]
    return [f"{when}the hand is over and nobody scores."]


def _points(rules: Options) -> list[str]:
    big = "There is no big gin: a card is always discarded to knock."
    if rules.big_gin_bonus != "off":
        big = (
            "Big gin, all eleven cards melded, scores what the opponent has left "
            f"and {rules.big_gin_bonus}."
        )
    return [
        "A knock scores the difference between the unmatched cards of both.",
        f"Gin scores what the opponent has left and {rules.gin_bonus}.",
        big,
        "An opponent with less than the knocker undercuts, which scores the "
        f"difference and {rules.undercut_bonus}.",
        "With the same it is an undercut too."
        if rules.undercut_on_tie
        else "With the same nobody scores.",
    ]


def _match(rules: Options) -> list[str]:
    lines = [f"The first to reach {_count(rules.targets[0], 'point')} wins the match."]
    extra = [
        (rules.game_bonus, f"The winner of the match gets {rules.game_bonus} more."),
        (rules.box_bonus, f"Each hand won is worth {rules.box_bonus} at the end."),
        (
            rules.shutout_bonus,
            f"A winner whose opponent has no point gets {rules.shutout_bonus} more.",
        ),
        (
            rules.shutout_doubles,
            "A winner whose opponent has no point counts everything twice.",
        ),
    ]
    lines += [line for applies, line in extra if applies]
    deals = {
        "loser": "The loser of a hand deals the next one.",
        "winner": "The winner of a hand deals the next one.",
        "alternate": "After a hand somebody has won, the deal changes.",
    }
    dead = {
        "same": "After a hand nobody has won, the same player deals again.",
        "alternate": "After a hand nobody has won, the deal changes.",
    }
    return [*lines, deals[rules.next_deal], dead[rules.dead_hand_dealer]]


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _nth(number: int) -> str:
    teen = number % 100 in (11, 12, 13)
    ending = "th" if teen else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
