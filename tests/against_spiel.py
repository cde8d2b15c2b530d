"""Our computer players against OpenSpiel's, both rules engines side by side."""

import random
from typing import Any

import pyspiel
from spiel import DRAW, KNOCK, MOVES, PASS, TAKE, Duel, pieces

from peer.bots.levels import computer_player
from shared.actions import Action, Discard, Draw, Knock, LayOff
from shared.cards import INDEX, mask_of
from shared.events import Event, HandDealt, Seat
from shared.reasons import Level
from shared.rulesets.gin import PRESETS

SPIEL = PRESETS["gin_openspiel"]


class Stage:
    """OpenSpiel and its player, for many hands."""

    def __init__(self) -> None:
        self._game = pyspiel.load_game("gin_rummy")
        parameters = self._game.get_parameters()
        self._theirs = [
            pyspiel.make_simple_gin_rummy_bot(parameters, seat) for seat in (0, 1)
        ]

    def played(self, order: list[int], seat: Seat, ours: "Player") -> float:
        """What ``ours``, in ``seat``, scores more than OpenSpiel's player."""
        for bot in self._theirs:
            bot.restart()
        bots: list[Any] = [*self._theirs]
        bots[seat] = ours
        duel = _Told(self._game, SPIEL, random.Random(0), bots, order)
        ours.sit_down(duel)
        duel.play()
        returns: list[float] = duel.theirs.returns()
        return returns[seat]


class _Told(Duel):
    """A hand that remembers what happened."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.story: list[Event] = [HandDealt(self.ours.dealer, self.ours.turn)]

    def act(self, action: Action) -> None:
        self.ours, events = self.rules.apply(self.ours, self.ours.turn, action)
        self.story += events

    def compare_melds(self, discard: int, ours: list[list[int]]) -> None:
        """The oracle does that."""


class Player:
    """One of ours, that says its moves as OpenSpiel numbers them."""

    def __init__(self, level: Level, seat: Seat) -> None:
        self._bot = computer_player(level, SPIEL)
        self._seat = seat
        self._heard = 0
        self._moves: list[int] = []
        self._at_the_wall = False

    def sit_down(self, duel: _Told) -> None:
        """Play this hand."""
        self._duel = duel

    def step(self, state: Any) -> int:
        """The next move in ``state``, which is OpenSpiel's."""
        if not self._moves:
            self._moves = self._said(self._choice())
        move = self._moves.pop(0)
        legal = state.legal_actions()
        if move in legal:
            return move
        self._moves = []
        return self._instead(move, legal)

    def _choice(self) -> Action:
        story = self._duel.story[self._heard :]
        self._heard += len(story)
        heard = [SPIEL.redact(event, self._seat) for event in story]
        return self._bot.choose(SPIEL.view(self._duel.ours, self._seat), heard)

    def _said(self, action: Action) -> list[int]:
        wall = self._duel.ours.phase == "wall"
        match action:
            case Draw(source="stock"):
                return [DRAW]
            case Draw():
                self._at_the_wall = wall
                return [KNOCK if wall else TAKE]
            case Discard(card=card):
                return [INDEX[card]]
            case Knock(discard=discard, melds=melds):
                assert discard is not None, "OpenSpiel has no big gin"
                shown = [
                    MOVES[part] for meld in melds for part in pieces(mask_of(meld))
                ]
                begins = [] if self._at_the_wall else [KNOCK]
                return [*begins, INDEX[discard], *shown, PASS]
            case LayOff(card=card):
                return [INDEX[card]]
            case _:
                return [PASS]

    def _instead(self, move: int, legal: list[int]) -> int:
        """OpenSpiel misses a few knocks and long lay-offs: what it does allow."""
        if PASS in legal:
            return PASS
        discards = [card for card in legal if card < TAKE]
        return discards[0] if discards else legal[0]
