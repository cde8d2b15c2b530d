"""
A second, slow and obvious referee of Basic Rummy by any options, for the tests only.

Every question is answered by trying. It shares the words for options, actions and
events with the real rules, and nothing else.
"""

import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import product

from judge import (
    Judge,
    Key,
    Meld,
    down_key,
    is_joker,
    key_of,
    lifted,
    look,
    points,
    whole_deck,
)

from shared.actions import (
    Action,
    Call,
    Discard,
    Draw,
    LayDown,
    LayOff,
    Move,
    Pass,
    TakeJoker,
)
from shared.events import (
    Called,
    Discarded,
    Drew,
    Event,
    HandEnded,
    JokerTaken,
    LaidDown,
    LaidOff,
    Moved,
    Passed,
    Recycled,
)
from shared.rulesets.basic_options import Options


@dataclass(frozen=True)
class Turn:
    """What a player has to do with, in the middle of a turn."""

    hand: frozenset[str]
    melds: tuple[Meld, ...]
    own: bool
    melded: int = 0
    laid_off: int = 0
    owed: str | None = None


class Referee:
    """One hand, from the deck to the result."""

    def __init__(
        self, game: Options, deck: list[str], seats: int, dealer: int, size: int
    ) -> None:
        self.game = game
        self.judge = Judge(game)
        self.deck = list(deck)
        self.recycles = 0
        self.seats = seats
        self.hands: list[set[str]] = [set() for _ in range(seats)]
        self.turn = (dealer + 1) % seats
        stock = list(deck)
        for card in range(size * seats):
            self.hands[(self.turn + card) % seats].add(stock.pop(0))
        self.pile = [stock.pop(0)]
        self.stock = stock
        self.melds: list[Meld] = []
        self.owners: list[int] = []
        self.drawn = False
        self.taken: str | None = None
        self.owed: str | None = None
        self.now = {"melded": 0, "laid_off": 0}
        self.lays: list[tuple[int, int]] = []
        "Who laid something, and in which turn."

        self.turns = 0
        self.moved: set[str] = set()
        self.stage = ""
        "Whether somebody may call, or has called; who may do so after this one."

        self.waiting: list[int] = []
        self.over = False

    def at(self) -> Turn:
        hand, own = frozenset(self.hands[self.turn]), self.turn in self.owners
        return Turn(hand, tuple(self.melds), own, **self.now, owed=self.owed)

    def legal(self) -> set[Key]:
        """Everything whose turn it is may do."""
        if self.over:
            return set()
        if self.stage == "call":
            return {("pass",), *(key for key, _ in self.calls(self.turn))}
        if self.stage == "called":
            return {("discard", card) for card in self.hands[self.turn]}
        if not self.drawn:
            ways: set[Key] = {("draw", "stock", None)}
            ways |= {("draw", "discard", None)} if self.pile else set()
            return ways | {("draw", "discard", card) for card in self.dives()}
        at = self.at()
        lays = {key for key, after in self.lays_at(at) if self.can_end(after)}
        if at.owed:
            return lays
        for card, _, place, melds in self.moves():
            may = at.own or not self.game.layoff_needs_own_meld
            if may and card not in self.moved:
                if self.can_end(replace(at, melds=melds)):
                    lays.add(("move", card, place))
        return lays | {("discard", card) for card in at.hand if card != self.taken}

    def moves(self) -> Iterator[tuple[str, int, int, tuple[Meld, ...]]]:
        """Every card of the table that fits elsewhere, and the table then."""
        if not self.game.rearrange_melds:
            return
        for source, place in product(range(len(self.melds)), repeat=2):
            cards = [card for card in self.melds[source].cards if not is_joker(card)]
            for card in cards if source != place else ():
                left = lifted(self.judge, self.melds[source], card)
                grown = [meld for _, meld in self.judge.grown(self.melds[place], card)]
                if left and grown:
                    melds = swapped_in(tuple(self.melds), source, left)
                    yield card, source, place, swapped_in(melds, place, grown[0])

    def calls(self, seat: int) -> Iterator[tuple[Key, list[Meld]]]:
        """How a seat may call rummy on the discard, and the table then."""
        if self.game.layoff_needs_own_meld and seat not in self.owners:
            return
        card = self.pile[-1]
        for place, meld in enumerate(self.melds):
            for end, grown in self.judge.grown(meld, card):
                melds = swapped_in(tuple(self.melds), place, grown)
                yield ("call", place, end if is_joker(card) else None), list(melds)

    def dives(self) -> Iterator[str]:
        for place, card in enumerate(self.pile[:-1] if self.game.discard_dive else []):
            hand = self.at().hand | set(self.pile[place:])
            there = replace(self.at(), hand=hand, owed=card)
            if any(self.can_end(after) for _, after in self.lays_at(there)):
                yield card

    def lays_at(self, at: Turn) -> Iterator[tuple[Key, Turn]]:
        """Everything that could be laid, and what is left then."""
        game, judge = self.game, self.judge
        if game.melds_per_turn is None or at.melded < game.melds_per_turn:
            for meld in judge.melds_of(set(at.hand)):
                if at.owed is None or at.owed in meld.cards:
                    yield down_key(meld), self.after(at, meld.cards, (*at.melds, meld))
        if game.layoffs_per_turn is not None and at.laid_off >= game.layoffs_per_turn:
            return
        if game.layoff_needs_own_meld and not at.own:
            return
        cards = at.hand if at.owed is None else {at.owed}
        for place, card in product(range(len(at.melds)), cards):
            for end, meld in judge.grown(at.melds[place], card):
                key = ("lay_off", card, place, end if is_joker(card) else None)
                yield key, self.after(at, [card], swapped_in(at.melds, place, meld))
            steal = game.joker_steal == "natural"
            for joker, meld in judge.swaps(at.melds[place], card) if steal else ():
                after = self.after(at, [card], swapped_in(at.melds, place, meld))
                after = replace(after, hand=after.hand | {joker})
                yield ("take_joker", card, place), after

    def after(self, at: Turn, cards: Iterable[str], melds: tuple[Meld, ...]) -> Turn:
        new = len(melds) - len(at.melds)
        return Turn(
            hand=at.hand - set(cards),
            melds=melds,
            own=at.own or new > 0,
            melded=at.melded + new,
            laid_off=at.laid_off + 1 - new,
        )

    def can_end(self, at: Turn) -> bool:
        """Whether some way is left to end the turn."""
        if not at.hand:
            return not self.game.final_discard_required
        if at.hand - {self.taken}:
            return True
        return any(self.can_end(after) for _, after in self.lays_at(at))

    def play(self, action: Action) -> list[Event]:
        """What happens; the action is taken to be legal."""
        seat, hand = self.turn, self.hands[self.turn]
        match action:
            case Draw("discard", None):
                self.drawn = True
                card = self.pile.pop()
                hand.add(card)
                self.taken = card if self.game.redraw_discard_forbidden else None
                return [Drew(seat, "discard", card)]
            case Draw("discard", card):
                return self.dive(str(card))
            case Draw():
                return self.draw_stock()
            case Discard(card):
                hand.remove(card)
                self.pile.append(card)
                return self.discarded(Discarded(seat, card))
            case LayDown() | LayOff() | TakeJoker():
                return self.lay(action)
            case Move(card, place):
                move = next(m for m in self.moves() if (m[0], m[2]) == (card, place))
                self.melds = list(move[3])
                self.moved.add(card)
                return [Moved(seat, card, move[1], place)]
            case Pass():
                return self.ask([Passed(seat)])
            case Call(place):
                self.melds = dict(self.calls(seat))[key_of(action)]
                self.lays.append((seat, self.turns - 1))
                self.stage = "called"
                return [Called(seat, self.pile.pop(), place)]

    def lay(self, action: LayDown | LayOff | TakeJoker) -> list[Event]:
        """The first way to lay that the action can mean."""
        seat, before = self.turn, self.at()
        ways = self.lays_at(before)
        after = next(turn for key, turn in ways if key == key_of(action))
        if len(after.melds) > len(self.melds):
            self.owners.append(seat)
        self.hands[seat] = set(after.hand)
        self.melds, self.owed = list(after.melds), None
        self.now = {"melded": after.melded, "laid_off": after.laid_off}
        match action:
            case LayDown():
                last = len(self.melds) - 1
                return self.laid(LaidDown(seat, self.melds[last].shown(), last))
            case LayOff(card, place):
                return self.laid(LaidOff(seat, card, place))
            case TakeJoker(card, place):
                (joker,) = after.hand - before.hand
                return self.laid(JokerTaken(seat, card, place, joker))

    def dive(self, card: str) -> list[Event]:
        place = self.pile.index(card)
        taken = self.pile[place:]
        self.pile = self.pile[:place]
        self.hands[self.turn] |= set(taken)
        self.drawn, self.owed = True, card
        return [Drew(self.turn, "discard", card, tuple(taken[1:]))]

    def draw_stock(self) -> list[Event]:
        """From the stock, or from the pile made into one, or not at all."""
        events: list[Event] = []
        if not self.stock:
            events += self.renew()
        if not self.stock:
            return [self.end("exhausted")]
        card = self.stock.pop(0)
        self.hands[self.turn].add(card)
        self.drawn = True
        return [*events, Drew(self.turn, "stock", card)]

    def renew(self) -> list[Event]:
        """The pile becomes the stock, if it may."""
        game, pile = self.game, list(self.pile)
        kept = [pile.pop()] if game.recycle_top == "keep" else []
        enough = len(pile) >= (2 if game.recycle_top == "turn_up" else 1)
        if self.recycles == game.max_recycles or not enough:
            return []
        self.recycles += 1
        self.stock = self.shuffled(pile) if game.recycle_order == "shuffle" else pile
        if game.recycle_top == "turn_up":
            kept = [self.stock.pop(0)]
        self.pile = kept
        shuffled = game.recycle_order == "shuffle"
        return [Recycled(len(self.stock), shuffled, kept[0] if kept else None)]

    def shuffled(self, pile: list[str]) -> list[str]:
        """The pile as the shuffle module describes a reshuffle."""
        whole = whole_deck(self.game)
        deck = bytes(whole.index(card) for card in self.deck)
        tag = b"rummy-reshuffle-v1\0"
        root = sha256(tag + struct.pack(">I", self.recycles) + deck).digest()
        words: list[int] = []
        for block in range(100):
            digest = sha256(root + struct.pack(">I", block)).digest()
            words += struct.unpack(">8I", digest)
        order = list(range(len(pile)))
        for i in reversed(range(1, len(order))):
            fair = 2**32 - 2**32 % (i + 1)
            while words[0] >= fair:
                words.pop(0)
            j = words.pop(0) % (i + 1)
            order[i], order[j] = order[j], order[i]
        return [pile[place] for place in order]

    def laid(self, event: Event) -> list[Event]:
        self.lays.append((self.turn, self.turns))
        if self.hands[self.turn]:
            return [event]
        return [event, self.end("went_out")]

    def discarded(self, event: Event) -> list[Event]:
        if not self.hands[self.turn]:
            return [event, self.end("went_out")]
        if self.stage != "called":
            self.turns += 1
            self.next = (self.turn + 1) % self.seats
            self.taken = None
            self.now = {"melded": 0, "laid_off": 0}
            self.moved = set()
        others = [(self.turn + step) % self.seats for step in range(1, self.seats)]
        self.waiting = others if self.game.call_rummy else []
        return self.ask([event])

    def ask(self, events: list[Event]) -> list[Event]:
        """The next who may call, or else the next turn."""
        while self.waiting:
            self.turn = self.waiting.pop(0)
            if any(self.calls(self.turn)):
                self.stage = "call"
                return events
        self.turn, self.stage, self.drawn = self.next, "", False
        return [*events, *self.next_turn()]

    def next_turn(self) -> list[Event]:
        """What ends the hand between two turns, or makes a new stock."""
        last = max((turn for _, turn in self.lays), default=-1)
        idle = self.turns - last > self.game.max_idle_turns
        if idle or self.game.stalemate_detection and self.stuck():
            return [self.end("stalemate")]
        if self.game.exhaust == "end_of_turn" and not self.stock:
            return self.renew() or [self.end("exhausted")]
        return []

    def stuck(self) -> bool:
        """Whether no card can ever be laid again, wherever the hidden cards are."""
        game = self.game
        table = {card for meld in self.melds for card in meld.cards}
        outside = set(whole_deck(game)) - table
        if game.layoffs_per_turn != 0:
            for meld, card in product(self.melds, outside):
                if any(self.judge.grown(meld, card)):
                    return False
                if game.joker_steal == "natural" and any(self.judge.swaps(meld, card)):
                    return False
        if any(self.moves()):
            return False
        needed = 3 + game.final_discard_required
        grows = game.discard_dive
        if not grows and all(len(hand) + 1 < needed for hand in self.hands):
            return True
        return not self.judge.has_meld(outside)

    def end(self, reason: str) -> HandEnded:
        self.over = True
        game = self.game
        worth = [points(game, hand) for hand in self.hands]
        winner = self.turn if reason == "went_out" else None
        if reason == "exhausted" and game.exhaust_result == "lowest_wins":
            lowest = [seat for seat in range(self.seats) if worth[seat] == min(worth)]
            winner = lowest[0] if len(lowest) == 1 else None
        before = [seat for seat, turn in self.lays if turn < self.turns]
        rummy = reason == "went_out" and winner not in before
        rummy = rummy and game.going_rummy != "off"

        def paid(value: int) -> int:
            if rummy and game.going_rummy == "double":
                return 2 * value
            return value + 10 if rummy else value

        scores = [0] * self.seats
        if winner is not None and game.scoring == "winner_takes":
            scores[winner] = paid(sum(worth) - worth[winner])
        elif winner is not None:
            scores = [paid(value) for value in worth]
            scores[winner] = 0
        hands = [tuple(sorted(hand, key=look)) for hand in self.hands]
        pays = "flat10" if game.going_rummy == "flat10" else "double"
        return HandEnded(
            reason,  # type: ignore[arg-type]
            winner,
            rummy,
            tuple(scores),
            tuple(hands),
            rummy_pays=pays,  # type: ignore[arg-type]
        )


def swapped_in(melds: tuple[Meld, ...], place: int, meld: Meld) -> tuple[Meld, ...]:
    return (*melds[:place], meld, *melds[place + 1 :])
