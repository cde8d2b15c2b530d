"""The order of a hand: sorted, one's own, and what is picked in it."""

from peer.tui.holding import Holding


def holding(*cards: str) -> Holding:
    held = Holding()
    held.holds(cards)
    return held


def test_a_hand_is_shown_by_suit_then_by_rank_then_as_it_came() -> None:
    held = holding("TD", "9C", "AS", "9S", "TS")
    assert held.row == ("AS", "9S", "TS", "TD", "9C")
    held.sort()
    assert held.row == ("AS", "9S", "9C", "TS", "TD")
    held.sort()
    assert held.row == ("TD", "9C", "AS", "9S", "TS")


def test_jokers_and_second_decks_sort_behind_and_beside() -> None:
    held = holding("J'", "7H'", "8H", "J", "7H")
    assert held.row == ("7H", "7H'", "8H", "J", "J'")
    held.sort()
    assert held.row == ("7H", "7H'", "8H", "J", "J'")


def test_tiles_sort_by_colour_and_by_number() -> None:
    held = holding("J", "13k", "2r", "13r", "2b")
    assert held.row == ("2r", "13r", "2b", "13k", "J")
    held.sort()
    assert held.row == ("2r", "2b", "13r", "13k", "J")


def test_an_own_order_outlasts_sorting_and_the_next_turn() -> None:
    held = holding("2S", "3S", "4S")
    held.move(2)
    held.carry(-1)
    assert held.order == "own" and held.row == ("2S", "4S", "3S")
    held.sort()
    assert held.row == ("2S", "3S", "4S")
    held.holds(("2S", "3S", "4S", "AH"))
    held.sort()
    held.sort()
    assert held.order == "own" and held.row == ("2S", "4S", "3S", "AH")


def test_a_card_is_not_carried_over_an_end() -> None:
    held = holding("2S", "3S")
    held.carry(-1)
    assert held.order == "suit" and held.row == ("2S", "3S")


def test_picks_follow_their_cards() -> None:
    held = holding("2S", "3S", "9H")
    held.pick(2)
    held.pick(0)
    assert held.chosen == ("9H", "2S")
    held.holds(("AS", "2S", "9H"))
    assert held.row == ("AS", "2S", "9H") and held.chosen == ("9H", "2S")
    held.sort()
    assert held.chosen == ("9H", "2S")
    held.cursor = 0
    held.carry(1)
    assert held.row == ("2S", "AS", "9H") and held.chosen == ("9H", "2S")


def test_what_is_alike_is_picked_one_by_one() -> None:
    held = holding("7r", "7r", "8r")
    held.pick(1)
    held.holds(("7r", "7r"))
    assert held.picked == [0] and held.chosen == ("7r",)


def test_undo_takes_back_picks_orders_and_moves() -> None:
    held = holding("2S", "3S")
    held.pick(0)
    held.sort()
    held.carry(1)
    assert held.undo() and held.order == "rank"
    assert held.undo() and held.order == "suit" and held.chosen == ("2S",)
    assert held.undo() and not held.picked
    assert not held.undo()


def test_the_cursor_stays_on_its_card_and_in_the_row() -> None:
    held = holding("2S", "3S", "4S")
    held.move(-1)
    assert held.at == "4S"
    held.holds(("AS", "2S", "3S", "4S"))
    assert held.at == "4S"
    held.holds(("AS",))
    assert held.at == "AS"
    held.holds(())
    assert held.at is None
    held.move(1)
    held.pick(0)
    assert not held.picked
