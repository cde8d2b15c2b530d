"""
How the higher levels play Basic Rummy: by weights, with a memory of the hand.

The great question is when to lay down. Melds on the table are safe if somebody goes
out, but everybody lays off on them, and who holds all until everything can be laid at
once goes rummy. So melds are held back for some turns, unless another has few cards.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from peer.bots.basic_weights import Weights
from peer.bots.chances import partners
from peer.bots.explain import Judged, best
from peer.bots.memory import Memory
from peer.bots.reflex import reflex
from peer.bots.worth import Worth, face, faces, worth_under
from shared.actions import (
    Action,
    Call,
    Discard,
    Draw,
    LayDown,
    LayOff,
    Pass,
    TakeJoker,
)
from shared.cards import JOKERS, Card, bits, index_of, mask_of
from shared.meldrules import MeldRules
from shared.reasons import Reason
from shared.rulesets.basic_options import Options
from shared.view import Fit, View

WORSE = 12
"A discard that leaves so much more than the best one is not thought about."


@dataclass(frozen=True)
class Judge:
    """How one level plays one table's game."""

    options: Options
    weights: Weights

    @cached_property
    def worth(self) -> Worth:
        """What hands are worth here."""
        return worth_under(self.options, self.weights.extra)

    @property
    def rules(self) -> MeldRules:
        """What is a meld here."""
        return self.options.rules

    def choose(self, view: View, memory: Memory) -> tuple[Action, Reason | None]:
        """What to do now, and why; ``memory`` was told of everything up to ``view``."""
        if view.phase == "draw":
            return self._draw(view), None
        if view.phase == "call":
            holds = self._holds(view, memory)
            return Pass() if holds else self._call(view), None
        if not self._holds(view, memory):
            laid = self._lay(view)
            if laid is not None:
                return laid, None
        if view.may_discard:
            card, why = self._discard(view, memory)
            return Discard(card), why
        return self._lay(view) or reflex(view), None

    def _call(self, view: View) -> Action:
        """Rummy, on a discard that fits a meld: one card fewer out of turn."""
        fit = view.may_call[0]
        return Call(fit.meld, fit.end)

    # The draw

    def _draw(self, view: View) -> Action:
        if "draw_discard" in view.can and self._wants(view):
            return Draw("discard")
        return Draw("stock")

    def _wants(self, view: View) -> bool:
        """Whether the upcard can be laid off or makes a meld that saves something."""
        if view.upcard is None:
            return False
        card = face(view.upcard)
        if not card:
            return True
        if self._may_lay_off(view) and self._fits(view) >> index_of(view.upcard) & 1:
            return True
        hand, worth = faces(mask_of(view.hand)), self.worth
        if not worth.completing(hand) & card:
            return False
        return worth.least_after(hand | card) < worth.left(hand) - self.weights.take

    def _may_lay_off(self, view: View) -> bool:
        """Whether a card that fits a meld may be laid off in this turn."""
        if self.options.layoffs_per_turn == 0:
            return False
        own = any(meld.seat == view.seat for meld in view.melds)
        return own or not self.options.layoff_needs_own_meld

    def _fits(self, view: View) -> int:
        """Every card that fits a meld of the table."""
        found = 0
        for meld in self._table(view):
            found |= self.rules.accepts(meld)
        return found

    def _table(self, view: View) -> Iterator[int]:
        for meld in view.melds:
            yield self.rules.read([index_of(card) for card in meld.cards])

    # To lay or to hold back

    def _holds(self, view: View, memory: Memory) -> bool:
        """Whether what could be laid is held back for now."""
        me, weights = view.seat, self.weights
        if me in memory.laid or view.must_lay or self._goes_out(view):
            return False
        if self._is_last_chance(view):
            return False
        others = [seat for seat in range(len(view.counts)) if seat != me]
        dealt = self.options.size(len(view.counts))
        if min(view.counts[seat] for seat in others) < weights.full * dealt:
            return False
        turn = memory.turns // len(view.counts)
        waiting = any(seat not in memory.laid for seat in others)
        return turn < (weights.hold_long if waiting else weights.hold)

    def _is_last_chance(self, view: View) -> bool:
        """Whether the stock ends the hand soon, and who has least then wins."""
        ends = self.options.exhaust_result == "lowest_wins"
        return ends and view.recycles_left == 0 and view.stock <= len(view.counts)

    def _goes_out(self, view: View) -> bool:
        """Whether everything can be laid in this turn, but for one card to discard."""
        options, rules = self.options, self.rules
        hand, table = mask_of(view.hand), list(self._table(view))
        melds = [self._read(cards) for cards in view.may_lay_down]
        own = any(meld.seat == view.seat for meld in view.melds)
        most = options.melds_per_turn
        laid = 0
        while most is None or laid < most:
            meld = self._best_meld(hand, melds)
            if not meld:
                break
            hand &= ~meld
            table.append(meld)
            laid += 1
        if options.layoff_needs_own_meld and not own and not laid:
            table = []
        limit = options.layoffs_per_turn
        for _ in range(len(view.hand) if limit is None else limit):
            for place, meld in enumerate(table):
                fitting = rules.accepts(meld) & hand
                if fitting:
                    card = next(bits(fitting))
                    end = rules.ends(meld)[0] if card >= JOKERS else None
                    table[place] = rules.grown(meld, card, end)
                    hand ^= 1 << card
                    break
            else:
                break
        if hand.bit_count() == 0:
            return not options.final_discard_required
        return hand.bit_count() == 1 and not hand & mask_of(view.must_keep)

    def _read(self, cards: tuple[Card, ...]) -> int:
        return self.rules.read([index_of(card) for card in cards])

    def _best_meld(self, hand: int, melds: list[int]) -> int:
        """A meld of a best arrangement of ``hand``; 0: there is none."""
        able = [m for m in melds if m & self.rules.full & ~hand == 0]
        return min(able, key=lambda meld: self._after(hand, meld), default=0)

    def _after(self, hand: int, meld: int) -> tuple[int, int, int]:
        """How good it is to lay ``meld``: least left, few jokers, many cards."""
        cards = meld & self.rules.full
        left = self.worth.left(faces(hand & ~cards))
        return left, (cards >> JOKERS).bit_count(), -cards.bit_count()

    def _lay(self, view: View) -> Action | None:
        """The next thing to lay, melds first; None: nothing may be laid."""
        hand = mask_of(view.hand)
        if "lay_down" in view.can:
            ways = {self._read(cards): cards for cards in view.may_lay_down}
            return LayDown(ways[self._best_meld(hand, list(ways))])
        if "lay_off" in view.can:
            fit = max(view.may_lay_off, key=lambda fit: self._opens(view, hand, fit))
            return LayOff(fit.card, fit.meld, fit.end)
        if "take_joker" in view.can:
            for swap in view.may_take_joker:
                joker = self.rules.full & -1 << JOKERS
                after = hand & ~mask_of([swap.card]) | joker & -joker
                if view.must_lay or self.rules.has_meld(after):
                    return TakeJoker(swap.card, swap.meld)
        return None

    def _opens(self, view: View, hand: int, fit: Fit) -> tuple[bool, int]:
        """No joker if it can be helped; what fits once the card is laid off there."""
        card = index_of(fit.card)
        meld = self._read(view.melds[fit.meld].cards)
        grown = self.rules.grown(meld, card, fit.end)
        return card < JOKERS, (self.rules.accepts(grown) & hand).bit_count()

    # The discard

    def _discard(self, view: View, memory: Memory) -> tuple[Card, Reason]:
        if len(view.hand) == 1:
            return view.hand[0], "out"
        natural = [card for card in view.may_discard if face(card)]
        hand = mask_of(view.hand)
        left = {
            card: self._left_without(hand, card) for card in natural or view.may_discard
        }
        least = min(left.values())
        judged = {
            card: self._judged(view, memory, card, rest)
            for card, rest in left.items()
            if rest <= least + WORSE
        }
        card, why = best(judged)
        if why == "least" and view.may_lay_down:
            return card, "held_back"
        return card, why

    def _left_without(self, hand: int, card: Card) -> int:
        """What is left over; a second copy of a card is in no meld."""
        rest = hand & ~mask_of([card])
        twice = rest >> 52 & rest & (1 << 52) - 1
        spare = sum(self.worth.values[index % 13] for index in bits(twice))
        return self.worth.left(faces(rest)) + spare

    def _judged(self, view: View, memory: Memory, card: Card, left: int) -> Judged:
        weights, seats = self.weights, len(view.counts)
        rest = faces(mask_of(view.hand) & ~mask_of([card]))
        unseen = self._unseen(view, memory)
        following = ((view.seat or 0) + 1) % seats
        few = 1 + weights.few * max(0, 5 - view.counts[following])
        known = memory.held.get(following, 0)
        danger = weights.danger * few * self._danger(card, unseen, known)
        if self._fits(view) >> index_of(card) & 1:
            danger += weights.fits
        hopes = weights.chances * self._saved(rest, unseen) / max(1, unseen.bit_count())
        if weights.pairs:
            hopes += weights.pairs * _pairs(rest, unseen)
        turn = memory.turns // seats
        return Judged(left * (1 + weights.rising * turn), hopes, danger)

    def _unseen(self, view: View, memory: Memory) -> int:
        """What may be drawn; with two decks anything."""
        return (1 << 52) - 1 if self.options.decks == 2 else memory.unseen(view)

    def _saved(self, rest: int, unseen: int) -> int:
        """What all the cards save together that make a meld."""
        worth, left, saved = self.worth, self.worth.left(rest), 0
        for card in bits(worth.completing(rest) & unseen):
            saved += max(0, left - worth.least_after(rest | 1 << card))
        return saved

    def _danger(self, card: Card, unseen: int, known: int) -> float:
        """How many pairs of the next player it would complete, weighted."""
        total = 0.0
        for pair in partners(index_of(card) % 52) if face(card) else ():
            if pair & ~(unseen | known) == 0:
                total += self.weights.known if pair & known else 1.0
        return total


def _pairs(hand: int, unseen: int) -> int:
    """How many melds of three each card of ``hand`` is in, of which one is unseen."""
    found = 0
    for card in bits(hand):
        for pair in partners(card):
            missing = pair & ~hand
            found += bool(pair & hand and missing and not missing & ~unseen)
    return found
