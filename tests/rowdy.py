"""People who do everything that can be done at a table, in any order."""

from collections.abc import Callable
from random import Random

from upright import UprightTable
from whimsical import Whimsical

from peer.bots.medium import Medium
from peer.overtime import quick
from peer.places import Peer
from shared.actions import Action, Discard, Draw, Pass, TakeBack
from shared.ruleset import rulesets
from shared.terms import Terms
from shared.wire import (
    Act,
    Answer,
    Ask,
    Audited,
    Commit,
    Hello,
    Hint,
    Opens,
    Pause,
    Pong,
    Reveal,
    Say,
    ToHost,
    Touched,
    encode,
)

NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve")


class Rowdy(Whimsical):
    """One evening of them."""

    def __init__(self, preset: str, seed: int) -> None:
        self.chance = Random(f"{preset} {seed}")
        rules = rulesets()[preset]
        most = rules.seats[-1]
        terms = Terms(
            self.chance.choice(("bot", "void", "wait")),
            self.chance.choice((5, 30)),
            clock=self.chance.choice(("off", "10", "1m+5s")),
            talk="text",
            watch=True,
        )
        self.table = UprightTable(
            seats=self.chance.randint(rules.seats[0], most),
            rules=rules,
            max_hands=self.chance.choice((None, 1, 2)),
            terms=terms,
            seed=self.chance.randbytes(8),
        )
        self.done: list[str] = []
        for name in NAMES[: self.chance.randint(1, most)]:
            self.table.join(name)

    def play(self, steps: int) -> None:
        """So many things happen."""
        for _ in range(steps):
            what = self.chance.choices(*_WEIGHED)[0]
            self.done.append(what.__name__)
            what(self)
            if self.chance.random() < 0.9 and self.table.unwritten is None:
                self.table.seat_substitutes()
        if self.table.unwritten is not None:
            self.table.write()
        if self.table.slow:
            self.settle_down()
        self.table.check()

    def somebody(self) -> Peer | None:
        """Who has a channel, and speaks."""
        here = [peer for peer in self.table.here if peer not in self.table.mute]
        return self.chance.choice(here) if here else None

    def says(self, message: ToHost) -> None:
        """Somebody says that, whoever it is."""
        peer = self.somebody()
        if peer is not None:
            self.table.say(peer, encode(message))

    # What they do

    def moves(self) -> None:
        for peer in self.table.here:
            view = self.table.guests[peer].view
            if view is not None and view.can and peer not in self.table.mute:
                lazy = self.chance.random() < 0.2
                choice = quick(view) if lazy else Medium().choose(view, ())
                self.table.act(peer, choice)
                return
        self.says_ready()

    def says_ready(self) -> None:
        for peer in self.table.here:
            if peer in self.table.here and self.chance.random() < 0.95:
                self.table.say(peer, self.table.guests[peer].ready())

    def acts_wrongly(self) -> None:
        table = self.table.host.table
        action: Action = self.chance.choice(
            (Draw("stock"), Draw("discard"), Pass(), TakeBack(), TakeBack(agreed=True))
        )
        number = self.chance.choice((-1, 0, 1, 5, 10**12))
        seq = table.seq + self.chance.choice((-1, 0, 0, 1))
        self.says(Act(number, seq, action))

    def takes_back(self) -> None:
        peer = self.somebody()
        if peer is not None:
            self.table.act(peer, TakeBack())

    def discards_what_is_not_there(self) -> None:
        peer = self.somebody()
        if peer is not None:
            self.table.act(peer, Discard(self.chance.choice(("7H", "xx", "7r"))))

    def asks(self) -> None:
        what = self.chance.choice(("undo", "undo", "go_on", "void", "end"))
        self.says(Ask(what))  # type: ignore[arg-type]

    def answers(self) -> None:
        vote = self.table.host._votes.shown()
        number = 1 if vote is None else vote.number
        yes = self.chance.random() < 0.8
        for peer in self.table.here:
            if self.chance.random() < 0.7 and peer not in self.table.hung_up:
                self.table.say(peer, encode(Answer(number, yes)))

    def answers_anything(self) -> None:
        self.says(Answer(self.chance.randint(-1, 9), self.chance.random() < 0.5))

    def pauses(self) -> None:
        self.says(Pause())

    def touches(self) -> None:
        self.says(Touched(self.table.host.table.seq - self.chance.randint(0, 1)))

    def opens(self) -> None:
        for peer in self.table.here:
            if peer in self.table.here:
                yes = self.chance.random() < 0.8
                self.table.say(peer, encode(Opens(yes)))

    def talks(self) -> None:
        phrase = self.chance.choice(("hello", "nothing known", ""))
        self.says(Say(phrase, self.chance.choice(("", "a word\n", "x" * 400))))

    def mutes(self) -> None:
        peer = self.somebody()
        if peer is not None:
            who = self.chance.choice((0, 1, 2, 3, 4, "Zed", *NAMES))
            self.table.guests[peer].mutes.mute(who, self.chance.random() < 0.8)

    def asks_for_a_hint(self) -> None:
        self.says(Hint())

    def shuffles_wrongly(self) -> None:
        deal = self.table.host.table.deals + self.chance.randint(-1, 1)
        text = "A" * 43
        self.says(
            self.chance.choice(
                (Commit(deal, text), Reveal(deal, text), Audited(deal, "failed"))
            )
        )

    def breaks_the_protocol(self) -> None:
        peer = self.somebody()
        if peer is not None:
            again = encode(Hello(1, "again"))
            self.table.say(peer, self.chance.choice(("{}", again, "[1")))

    def says_pong(self) -> None:
        self.says(Pong())

    # Who comes and goes

    def comes(self) -> None:
        if len(self.table.here) < 12:
            self.table.join(self.chance.choice((*NAMES, "", "\u202eevil\n")))

    def comes_to_watch(self) -> None:
        if len(self.table.here) < 12:
            self.table.watch(self.chance.choice((*NAMES, "")))

    def says_nothing(self) -> None:
        if len(self.table.here) < 12:
            self.table.connect("shy")

    def leaves(self) -> None:
        peer = self.somebody()
        if peer is not None:
            self.table.say(peer, self.table.guests[peer].bye())

    def is_lost(self) -> None:
        peer = self.somebody()
        if peer is not None:
            self.table.lose(peer)

    def is_suspected(self) -> None:
        peer = self.somebody()
        if peer is not None:
            self.table.carry_out(self.table.host.suspect(peer, self.table.now))

    def falls_silent(self) -> None:
        peer = self.somebody()
        if peer is not None and self.chance.random() < 0.3:
            self.table.mute.add(peer)

    def comes_back(self) -> None:
        guests = self.table.guests
        taken = [id(guests[peer]) for peer in self.table.here]
        gone = [p for p in sorted(self.table.hung_up) if id(guests[p]) not in taken]
        if gone and len(self.table.here) < 12:
            self.table.come_back(self.chance.choice(gone[-8:]))

    def is_at_two_places(self) -> None:
        peer = self.somebody()
        if peer is not None:
            guest = self.table.guests[peer]
            come = self.table.watch if guest.watch else self.table.join
            come(guest.name, guest.token)

    def claims_any_token(self) -> None:
        tokens = (*self.table.host.tokens(), "none", "")
        self.table.join("Thief", self.chance.choice(tokens))

    # What happens to them

    def time_passes(self) -> None:
        self.table.wait(self.chance.choice((0.2, 1, 2)), 0.2)

    def much_time_passes(self) -> None:
        self.table.wait(self.chance.choice((7, 15, 40)))

    def the_machine_sleeps(self) -> None:
        self.table.now += 100
        self.table.carry_out(self.table.host.tick(self.table.now))

    def a_clock_is_at_zero(self) -> None:
        zero = self.table.host.zero(self.table.now)
        if zero is not None and zero < self.table.now + 100:
            self.table.wait(max(0.0, zero - self.table.now), 1.0)
            self.moves()

    def the_disk_is_slow(self) -> None:
        if self.table.unwritten is None:
            self.table.unwritten = []
        else:
            self.table.write()

    def the_disk_is_full(self) -> None:
        if self.table.unwritten is not None:
            self.table.fail_to_write()
        else:
            self.table.unwritten = []

    def lines_are_slow(self) -> None:
        if self.table.slow:
            self.settle_down()
        else:
            self.table.slow = True

    def settle_down(self) -> None:
        self.table.slow = False
        while self.table._waiting:
            self.table.deliver()

    def the_host_is_killed(self) -> None:
        self.table.restart()
        self.done.append("RESTART")
        for _ in range(10):
            if self.chance.random() < 0.8:
                self.comes_back()

    def records(self) -> set[str]:
        """The kinds of what was kept."""
        return {type(keep.record).__name__ for keep in self.table.kept}


Deed = Callable[[Rowdy], None]

_DEEDS: dict[Deed, float] = {
    Rowdy.moves: 120,
    Rowdy.says_ready: 12,
    Rowdy.acts_wrongly: 5,
    Rowdy.takes_back: 8,
    Rowdy.discards_what_is_not_there: 2,
    Rowdy.asks: 8,
    Rowdy.answers: 12,
    Rowdy.answers_anything: 2,
    Rowdy.pauses: 3,
    Rowdy.touches: 3,
    Rowdy.opens: 4,
    Rowdy.talks: 4,
    Rowdy.mutes: 3,
    Rowdy.asks_for_a_hint: 4,
    Rowdy.shuffles_wrongly: 2,
    Rowdy.breaks_the_protocol: 1,
    Rowdy.says_pong: 1,
    Rowdy.comes: 7,
    Rowdy.comes_to_watch: 4,
    Rowdy.says_nothing: 1,
    Rowdy.leaves: 3,
    Rowdy.is_lost: 5,
    Rowdy.is_suspected: 1,
    Rowdy.falls_silent: 2,
    Rowdy.comes_back: 12,
    Rowdy.is_at_two_places: 2,
    Rowdy.claims_any_token: 2,
    Rowdy.settles: 4,
    Rowdy.plays_something_else: 2,
    Rowdy.kicks: 2,
    Rowdy.hands_over: 2,
    Rowdy.hands_back: 2,
    Rowdy.is_patient: 2,
    Rowdy.sends_away: 1,
    Rowdy.fills_up: 5,
    Rowdy.wants_one_less: 1,
    Rowdy.resets: 2,
    Rowdy.opens_another_room: 1,
    Rowdy.time_passes: 10,
    Rowdy.much_time_passes: 4,
    Rowdy.the_machine_sleeps: 1,
    Rowdy.a_clock_is_at_zero: 4,
    Rowdy.the_disk_is_slow: 3,
    Rowdy.the_disk_is_full: 3,
    Rowdy.lines_are_slow: 2,
    Rowdy.the_host_is_killed: 1,
}
_WEIGHED = (list(_DEEDS), list(_DEEDS.values()))
