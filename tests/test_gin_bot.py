"""The computer player at a table of Gin Rummy."""

import pytest
from ginhands import CGIO, MODERN, PAGAT, PASS, STOCK, UPCARD, gin, knock, off, play
from tabled import Table

from peer.bots.medium import Medium
from shared.actions import LayOff, Pass
from shared.events import HandEnded, MatchEnded
from shared.rulesets.gin import Gin

TEN = "7S 8S 9S JH JD 4H 4C 2H KD QC"
ELEVEN = "7S 8S 9S JH JD JC 4S 4H 4C 2H QC"
MELDS = "4S 4H 4C", "JH JD JC", "7S 8S 9S"
OTHER = "TS JS QS 4D 5H 6H 8C 9D KH AC"
WALL = Gin(preset="mine", fiftieth_card_rule=True)


@pytest.mark.parametrize("game", [CGIO, PAGAT, WALL])
def test_the_computer_player_plays_what_is_legal_to_the_end(game: Gin) -> None:
    bot, reasons = Medium(), set()
    for seed in range(40):
        deck = sorted(range(52), key=lambda card: (card * 7919 + seed * 104729) % 997)
        state, steps = game.deal(2, deck, seed % 2), 0
        while state.result is None:
            action = bot.choose(game.view(state, state.turn), ())
            assert action in game.legal(state, state.turn)
            state, _ = game.apply(state, state.turn, action)
            steps += 1
        assert steps < 120
        reasons.add(state.result.reason)
    assert "knock" in reasons


def test_the_computer_player_takes_what_makes_a_meld() -> None:
    bot = Medium()
    useful = gin((TEN, OTHER), upcard="JC")
    assert bot.choose(CGIO.view(useful, 0), ()) == UPCARD
    cheaper = gin((TEN, OTHER), upcard="AD")
    assert bot.choose(CGIO.view(cheaper, 0), ()) == STOCK
    assert bot.choose(CGIO.view(gin((TEN, OTHER), upcard="AD", phase="upcard"), 0), ())


def test_the_computer_player_lays_off_what_makes_its_hand_cheaper() -> None:
    bot, laid = Medium(), []
    state, _ = play(gin((ELEVEN, OTHER), phase="play"), knock("QC", *MELDS))
    while state.result is None:
        action = bot.choose(CGIO.view(state, 1), ())
        assert isinstance(action, LayOff | Pass)
        laid.append(action)
        state, _ = CGIO.apply(state, 1, action)
    assert laid == [off("4D", 0), PASS]


def test_it_breaks_no_meld_to_lay_off() -> None:
    for other in ("TS JS QS 3D 5H 6H 8C 9D KH AC", "TS JS QS KS 5H 6H 8C 9D KH AC"):
        state, _ = play(gin((ELEVEN, other), phase="play"), knock("QC", *MELDS))
        assert off("TS", 2) in CGIO.legal(state, 1)
        assert Medium().choose(CGIO.view(state, 1), ()) == PASS


@pytest.mark.parametrize("rules", [CGIO, MODERN])
def test_a_match_over_the_table(rules: Gin) -> None:
    table, bot = Table(rules=rules), Medium()
    peers = [table.join("Ann"), table.join("Bob")]
    for _ in range(3000):
        view = table.guests[peers[0]].view
        assert view is not None
        if view.turn is not None:
            peer = table.on_turn()
            mine = table.guests[peer].view
            assert mine is not None
            table.act(peer, bot.choose(mine, ()))
            continue
        if any(isinstance(event, MatchEnded) for event in table.events(peers[0])):
            break
        for peer in peers:
            table.say(peer, table.guests[peer].ready())
    story = table.events(peers[0])
    assert isinstance(story[-1], MatchEnded)
    hands = [event for event in story if isinstance(event, HandEnded)]
    points = [sum(seat) for seat in zip(*(hand.points for hand in hands), strict=True)]
    for bonus in story[-1].bonuses:
        points[bonus.seat] += bonus.points
    assert tuple(points) == story[-1].scores
    guest = table.guests[peers[1]]
    assert guest.table is not None and guest.table.scores == story[-1].scores
