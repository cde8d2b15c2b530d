"""
One hand of gin, played by OpenSpiel and by our rules at once, compared at every step.

Both get the same cards and the same moves. OpenSpiel names a move by a number: a card
is ``13 * suit + rank`` as with us (only the suits are called otherwise), 52 takes the
upcard, 53 draws, 54 passes, 55 knocks, and 56 on are the melds of three to five cards.
It wants a knock in pieces, the discard and then meld by meld, and at last the melds of
the opponent; a longer run is put down as two.

OpenSpiel is known to be wrong about two things. They are let through only where their
condition holds, and counted:

- ``knock``: whether one of eleven cards may be discarded to knock. It melds the eleven
  as well as possible and takes away the costliest card that is left, where other melds
  of ten would leave less.
- ``layoff``: it lays off no more than two cards in one direction of a run.
"""

import random
from collections import Counter
from typing import Any

from shared.actions import Action, Discard, Draw, Knock, LayOff, Pass
from shared.cards import DECK, INDEX, NAMES, bits, mask_of
from shared.events import Seat
from shared.melds import VALUES, arrangements, best_melds, deadwood, in_order
from shared.rulesets.gin import Gin

TAKE, DRAW, PASS, KNOCK, FIRST_MELD = 52, 53, 54, 55, 56


def _melds() -> list[int]:
    """Every meld of at most five cards in OpenSpiel's order."""
    found = []
    for rank in range(13):
        four = [1 << 13 * suit + rank for suit in range(4)]
        found += [*(sum(four) - card for card in four), sum(four)]
    for length in (3, 4, 5):
        for suit in range(4):
            for rank in range(14 - length):
                found.append((1 << length) - 1 << 13 * suit + rank)
    return found


MELDS = _melds()
MOVES = {meld: FIRST_MELD + place for place, meld in enumerate(MELDS)}


def pieces(meld: int) -> list[int]:
    """``meld`` in melds of at most five cards."""
    if meld.bit_count() <= 5:
        return [meld]
    head = (meld & -meld) * 7
    return [head, *pieces(meld ^ head)]


class Duel:
    """One hand of both, from the deal to the scores."""

    def __init__(
        self,
        game: Any,
        rules: Gin,
        rng: random.Random,
        bots: list[Any] | None = None,
        order: list[int] | None = None,
    ) -> None:
        """Moves are those of OpenSpiel's ``bots``, or random: in every other hand
        everybody is eager to knock. ``order`` deals ten cards to each, one hand after
        the other, then the upcard, then the stock.
        """
        self.rules, self.rng, self.bots = rules, rng, bots
        self.order = order or rng.sample(range(DECK), DECK)
        self.theirs = game.new_initial_state()
        for card in self.order[:21]:
            self.theirs.apply_action(card)
        self.dealt = 21
        hands = zip(self.order[:10], self.order[10:20], strict=True)
        deck = [card for both in hands for card in both] + self.order[20:]
        self.ours = rules.deal(2, deck, dealer=1)
        self.eager = rng.random() < 0.5
        self.moves = 0
        self.allowed: Counter[str] = Counter()

    def play(self) -> None:
        """Every decision is compared, then the scores."""
        while self.ours.result is None:
            state = self.theirs
            hands = tuple(sum(1 << card for card in hand) for hand in state.hands())
            assert state.current_player() == self.ours.turn
            assert hands == self.ours.hands
            assert state.stock_size() == len(self.ours.stock)
            match self.ours.phase:
                case "play":
                    self.end_turn()
                case "layoff":
                    self.lay_off()
                case _:
                    self.draw()
        self.compare_scores()

    def legal(self) -> list[Action]:
        return list(self.rules.legal(self.ours, self.ours.turn))

    def act(self, action: Action) -> None:
        self.ours, _ = self.rules.apply(self.ours, self.ours.turn, action)

    def move(self, move: int) -> None:
        """OpenSpiel's move; the card of its stock is chance to it."""
        assert move in self.theirs.legal_actions()
        self.theirs.apply_action(move)
        self.moves += 1
        if self.theirs.is_chance_node():
            self.theirs.apply_action(self.order[self.dealt])
            self.dealt += 1

    def choose(self, moves: list[int]) -> int:
        if self.bots is not None:
            return int(self.bots[self.theirs.current_player()].step(self.theirs))
        if self.eager and self.ours.phase == "play":
            return KNOCK if KNOCK in moves else min(moves, key=self.left_without)
        return self.rng.choice(moves)

    def left_without(self, card: int) -> tuple[bool, int]:
        """Not what was just taken if there is another, and what counts most."""
        return 1 << card == self.ours.taken, deadwood(self.ours.hand ^ 1 << card)

    def draw(self) -> None:
        """The upcard, the stock, or a pass; at the wall the upcard is for a knock."""
        wall = self.ours.phase == "wall"
        said = {Draw("discard"): KNOCK if wall else TAKE}
        said |= {Draw("stock"): DRAW, Pass(): PASS}
        upcard = 1 << self.ours.pile[-1]
        found = {said[action]: action for action in self.legal()}  # type: ignore[index]
        self.let_through(found.keys(), self.ours.hand | upcard)
        move = self.choose(self.theirs.legal_actions())
        self.move(move)
        self.act(found[move])
        if move == KNOCK:
            self.knock()

    def end_turn(self) -> None:
        actions = self.legal()
        found = {INDEX[a.card] for a in actions if isinstance(a, Discard)}
        knocks = any(isinstance(action, Knock) for action in actions)
        self.let_through(found | {KNOCK} if knocks else found, self.ours.hand)
        move = self.choose(self.theirs.legal_actions())
        self.move(move)
        if move == KNOCK:
            self.knock()
        else:
            self.act(Discard(NAMES[move]))

    def let_through(self, ours: set[int], eleven: int) -> None:
        """Both offer ``ours``; OpenSpiel may miss a knock with ``eleven`` cards."""
        theirs = set(self.theirs.legal_actions())
        if theirs != ours:
            assert ours - theirs == {KNOCK} and theirs < ours
            assert self.misjudged(eleven)
            self.allowed["knock"] += 1

    def misjudged(self, eleven: int) -> bool:
        """Whether best melds of all eleven leave too much but for the costliest."""
        least = deadwood(eleven)
        left = [
            least - max(VALUES[card] for card in bits(eleven ^ sum(melds)))
            for melds in arrangements(eleven, least)
        ]
        return max(left) > self.ours.limit

    def knock(self) -> None:
        """Every discard and choice of melds is compared, then one is made."""
        knocks = [action for action in self.legal() if isinstance(action, Knock)]
        for discard in {action.discard for action in knocks}:
            spread = [
                [mask_of(meld) for meld in action.melds]
                for action in knocks
                if action.discard == discard
            ]
            self.compare_melds(INDEX[discard], spread)  # type: ignore[index]
        found = {INDEX[action.discard] for action in knocks}  # type: ignore[index]
        assert found == set(self.theirs.legal_actions())
        if self.bots is None:
            action = self.rng.choice(knocks)
            melds = [piece for m in action.melds for piece in pieces(mask_of(m))]
            moves = [INDEX[action.discard], *(MOVES[m] for m in melds), PASS]  # type: ignore[index]
            for move in moves:
                self.move(move)
        else:
            action = self.knock_of_bot()
        self.act(action)
        self.spread = [mask_of(meld) for meld in action.melds]

    def knock_of_bot(self) -> Knock:
        self.move(discard := self.choose([]))
        melds = []
        while (move := self.choose([])) != PASS:
            self.move(move)
            melds.append(in_order(MELDS[move - FIRST_MELD]))
        self.move(move)
        return Knock(NAMES[discard], tuple(melds))

    def compare_melds(self, discard: int, ours: list[list[int]]) -> None:
        """Both offer the same melds after a discard; longer ones can be said."""
        after = self.theirs.clone()
        after.apply_action(discard)
        theirs: set[frozenset[int]] = set()
        seen: set[frozenset[int]] = set()
        waiting = [(after, frozenset[int]())]
        while waiting:
            state, melds = waiting.pop()
            if melds in seen:
                continue
            seen.add(melds)
            for move in state.legal_actions():
                if move == PASS:
                    theirs.add(melds)
                else:
                    more = state.clone()
                    more.apply_action(move)
                    waiting.append((more, melds | {MELDS[move - FIRST_MELD]}))
        said = [frozenset(p for meld in melds for p in pieces(meld)) for melds in ours]
        assert theirs == set(said)

    def lay_off(self) -> None:
        fits = [action for action in self.legal() if isinstance(action, LayOff)]
        cards = {INDEX[action.card] for action in fits}
        theirs = set(self.theirs.legal_actions()) - {PASS}
        assert theirs <= cards
        for card in cards - theirs:
            assert self.third(card)
            self.allowed["layoff"] += 1
        move = self.choose([*theirs, PASS])
        self.move(move)
        if move == PASS:
            self.act(Pass())
        else:
            # OpenSpiel forgets where a card lies, and goes on from a run.
            self.act(max((a for a in fits if a.card == NAMES[move]), key=self.on_run))

    def on_run(self, action: LayOff) -> bool:
        first, second, *_ = bits(self.ours.melds[action.meld])
        return second == first + 1

    def third(self, card: int) -> bool:
        """Whether ``card`` would be the third or more at one end of a run."""
        for meld in self.spread:
            low, high = (meld & -meld).bit_length() - 1, meld.bit_length() - 1
            if low // 13 == high // 13 == card // 13 and not low - 3 < card < high + 3:
                return True
        return False

    def compare_scores(self) -> None:
        """OpenSpiel still wants the opponent's melds, after a knock."""
        result = self.ours.result
        assert result is not None
        if self.ours.knocker is not None:
            other: Seat = 1 - self.ours.knocker
            for meld in best_melds(self.ours.hands[other]):
                for piece in pieces(meld):
                    self.move(MOVES[piece])
            self.move(PASS)
        assert self.theirs.is_terminal()
        one, two = result.points
        assert self.theirs.returns() == [one - two, two - one]
