"""
A guest checks a hand: did the host show what follows from everybody's seeds? Pure.

A guest keeps every update it was sent. When the host's seed is open the hand is dealt
and played again from the lines of the transcript, and what the guest saw has to be what
its seat would have seen: the events and the whole view, so the deal, each card drawn,
each card shown, the stock, the pile, the points.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from peer.fair_news import Opened, Verdict
from shared.events import Event, Seat
from shared.replayed import Hand, Step
from shared.ruleset import Ruleset
from shared.transcript import MISSING
from shared.view import AnyView
from shared.wire import Update
from shared.words import say

KEPT = 5000
"Steps that a witness keeps: who watches may never be told how a hand came about."


class Witness:
    """All that one seat, or who watches, was shown and has not been checked yet."""

    def __init__(self) -> None:
        self._seen: dict[int, list[Update]] = {}
        "By the number of the update."

        self._is_back = False
        self._back_at = -1
        "The first step that was seen since the connection was lost."

    def returned(self) -> None:
        """The connection was lost: what is seen next may be of a later hand."""
        self._is_back = True

    def saw(self, update: Update) -> None:
        """Keep what the host sent."""
        if self._is_back:
            self._is_back, self._back_at = False, update.seq
        self._seen.setdefault(update.seq, []).append(update)
        if len(self._seen) > KEPT:
            del self._seen[next(iter(self._seen))]

    def saw_any(self, hand: Hand) -> bool:
        """Whether it was told of a step of ``hand``."""
        return self.missed(hand) < len(hand.steps)

    def missed(self, hand: Hand) -> int:
        """How many steps of ``hand`` it was not told of."""
        first = hand.dealt.seq
        steps = range(first, first + len(hand.steps))
        return sum(seq not in self._seen for seq in steps)

    def lie(self, hand: Hand, seat: Seat | None, ruleset: Ruleset[Any]) -> str:
        """The first thing ``seat`` was shown that cannot be; empty if all can.

        Who watches (None) has seen some of the next hand before this one is opened.
        """
        last = hand.dealt.seq + len(hand.steps) - 1
        for place, step in enumerate(hand.steps):
            updates = self._seen.get(hand.dealt.seq + place, ())
            if updates:
                wrong = _wrong(step, updates, seat, ruleset)
                if wrong:
                    return say("fair.lie.step", step=place + 1, lie=wrong)
        more = [seq for seq in self._seen if seq > last]
        if self._back_at > last:  # then the next hand was on the table already
            more = [seq for seq in more if seq < self._back_at]
        return say("fair.lie.more") if seat is not None and more else ""

    def forget(self, hand: Hand) -> None:
        """Drop what belongs to ``hand`` and those before it."""
        last = hand.dealt.seq + len(hand.steps) - 1
        self._seen = {seq: seen for seq, seen in self._seen.items() if seq > last}


def judged(
    witness: Witness,
    hand: Hand,
    seat: Seat | None,
    ruleset: Ruleset[Any],
    own_seed: str | None,
) -> Verdict:
    """The verdict of ``seat`` on a hand whose seeds are open; None: who watches.

    ``own_seed`` is what it gave for this deal; None: it gave none.
    """
    lie = witness.lie(hand, seat, ruleset)
    if lie:
        return Verdict("failed", lie)
    if seat is not None and own_seed != hand.dealt.seats[seat]:
        return Verdict("partly", _left_out(hand.dealt.seats[seat], own_seed))
    missed = witness.missed(hand)
    if missed:
        steps = len(hand.steps)
        return Verdict("partly", say("fair.partly.steps", missed=missed, steps=steps))
    return Verdict("ok")


def opened(hand: Hand, ruleset: Ruleset[Any]) -> Opened:
    """All that was secret in a hand whose seeds are open."""
    first, *steps = hand.steps
    seats = range(len(hand.dealt.seats))
    dealt = [ruleset.view(first.match.state, seat).hand for seat in seats]
    events = [event for step in steps for event in step.events]
    return Opened(hand.dealt.hand, tuple(dealt), tuple(events))


def _left_out(entry: str, own_seed: str | None) -> str:
    if own_seed is None:
        return say("fair.partly.unseeded")
    if entry in MISSING:
        return say("fair.partly.dropped", entry=entry)
    return say("fair.partly.other")


def _wrong(
    step: Step, updates: Sequence[Update], seat: Seat | None, ruleset: Ruleset[Any]
) -> str:
    """What cannot be about these updates, all of one step."""
    told = [event for update in updates for event in update.events]
    should = [ruleset.redact(event, seat) for event in step.events]
    # Who was away is told how the table stands, without the story.
    if told and told != should:
        return _different_story(should, told)
    view = ruleset.view(step.match.state, seat)
    for update in updates:
        if update.view != view:
            return _different_view(view, update.view)
    return ""


def _different_story(should: Sequence[Event], told: Sequence[Event]) -> str:
    for right, wrong in zip(should, told, strict=False):
        if right != wrong:
            return say("term.lie.told", told=_text(wrong), right=_text(right))
    return say("term.lie.events", told=len(told), should=len(should))


def _different_view(right: AnyView, shown: AnyView | None) -> str:
    if shown is None:
        return say("fair.lie.cards")
    for name, should, was in _fields(right, shown):
        if should != was:
            values = {"shown": _text(was), "right": _text(should)}
            return say("fair.lie.shown", what=name.replace("_", " "), **values)
    return say("term.lie.kind")


def _fields(right: AnyView, shown: AnyView) -> Iterator[tuple[str, object, object]]:
    if type(right) is type(shown):
        for field in right.__struct_fields__:
            yield field, getattr(right, field), getattr(shown, field)


def _text(value: object) -> str:
    """Cards and numbers as a person can read them."""
    match value:
        case msgspec.Struct():
            fields = msgspec.to_builtins(value)
            kind = str(fields.pop("type", "")).replace("_", " ")
            said = ", ".join(f"{k} {_text(v)}" for k, v in fields.items())
            return f"{kind} ({said})" if kind else f"({said})"
        case str():
            return value or "none"
        case list() | tuple():
            return " ".join(map(_text, value)) or "none"
        case None:
            return "none"
        case _:
            return str(value)
