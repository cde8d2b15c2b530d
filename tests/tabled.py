"""A host and its guests at one table of a test: texts are carried at once."""

from collections import defaultdict
from functools import partial
from itertools import count
from typing import Any

from peer import table as tables
from peer.guest import Guest
from peer.host import Host
from peer.outputs import HangUp, Keep, Output, Send, Substitute
from peer.places import Peer
from peer.records import Record
from peer.requests import Managed
from peer.settling import Stand
from shared.actions import Action, Discard, Draw
from shared.events import Event
from shared.ruleset import Ruleset
from shared.rulesets.basic import PRESETS
from shared.terms import Absent, Terms
from shared.wire import Ping, ToGuest, Update

SEED = b"a seed of the tests"

STAND = Stand("Ada", "medium")
"The computer player that takes a seat which is left."


def new_host(ruleset: Ruleset[Any], seats: int, seed: bytes, **options: Any) -> Host:
    """A host whose tokens are counted; ``options`` as of :func:`peer.table.made`."""
    tokens = (f"token {n}" for n in count(1))
    new_token = partial(next, tokens)
    first = tables.made(ruleset, seats, seed, new_token=new_token, **options)
    return Host(tables.Table.new(first), new_token=new_token)


class Table:
    """Everybody is a peer with a :class:`Guest`; what was said to whom is kept."""

    def __init__(
        self,
        seats: int = 2,
        seed: bytes = SEED,
        max_hands: int | None = None,
        absent: Absent = "bot",
        absent_after: int = 60,
        terms: Terms | None = None,
        rules: Ruleset[Any] = PRESETS["cgio"],
    ) -> None:
        self.now = 1000.0
        self.guests: dict[Peer, Guest] = {}
        self.said: dict[Peer, list[ToGuest]] = defaultdict(list)
        self.hung_up: set[Peer] = set()
        self.mute: set[Peer] = set()
        "They hear and say nothing."

        self._tokens = 0
        self.pinged: dict[Peer, int] = defaultdict(int)
        self.substitutes: list[str] = []
        self.first = tables.made(
            rules,
            seats,
            seed,
            new_token=self._token,
            max_hands=max_hands,
            terms=terms or Terms(absent, absent_after),
        )
        self.kept: list[Keep] = []
        self.host = Host(tables.Table.new(self.first), new_token=self._token)

    def _token(self) -> str:
        self._tokens += 1
        return f"token {self._tokens}"

    def records(self) -> list[Record]:
        """What a journal of this table would hold."""
        return [self.first, *(keep.record for keep in self.kept)]

    def connect(self, name: str = "", token: str | None = None) -> Peer:
        """Open a channel without saying hello."""
        peer = len(self.guests) + 1
        self.guests[peer] = Guest(name=name, token=token)
        self.host.connected(peer, self.now)
        return peer

    def join(self, name: str = "", token: str | None = None) -> Peer:
        """Open a channel and say hello."""
        peer = self.connect(name, token)
        self.say(peer, self.guests[peer].hello())
        return peer

    def watch(self, name: str = "", token: str | None = None) -> Peer:
        """Open a channel and ask to watch."""
        peer = self.connect(name, token)
        self.guests[peer].watch = True
        self.say(peer, self.guests[peer].hello())
        return peer

    def come_back(self, peer: Peer) -> Peer:
        """The channel breaks; on a fresh one the guest repeats what is open."""
        self.lose(peer)
        self.hung_up.add(peer)
        guest, again = self.guests[peer], self.connect()
        self.guests[again] = guest
        self.say(again, guest.hello())
        for text in guest.repeats():
            self.say(again, text)
        return again

    def say(self, peer: Peer, text: str) -> list[ToGuest]:
        """Carry ``text`` to the host; what ``peer`` hears because of it."""
        before = len(self.said[peer])
        self.carry_out(self.host.received(peer, text, self.now))
        return self.said[peer][before:]

    def act(self, peer: Peer, action: Action) -> list[ToGuest]:
        return self.say(peer, self.guests[peer].act(action))

    def manage(self, wanted: Managed) -> None:
        """The host's own player asks for a change of the table."""
        self.carry_out(self.host.manage(wanted, STAND, self.now))

    def seat_substitutes(self) -> None:
        """Computer players that were called say hello."""
        while self.substitutes:
            self.join(token=self.substitutes.pop())

    def lose(self, peer: Peer) -> None:
        """The channel breaks without a word."""
        self.carry_out(self.host.gone(peer, self.now))

    def wait(self, seconds: float, step: float = 1.0) -> None:
        """Let time pass; everybody still connected keeps asking."""
        end = self.now + seconds
        while self.now < end:
            self.now += step
            for peer in set(self.guests) - self.hung_up - self.mute:
                self.say(peer, self.guests[peer].ping())
            self.carry_out(self.host.tick(self.now))

    def carry_out(self, outputs: list[Output]) -> None:
        for output in outputs:
            match output:
                case Send(peer, text):
                    assert peer not in self.hung_up, "spoken to after the hang-up"
                    if peer not in self.mute:
                        self._hear(peer, text)
                case HangUp(peer):
                    self.hung_up.add(peer)
                case Substitute(token):
                    self.substitutes.append(token)
                case Keep():
                    self.kept.append(output)

    def _hear(self, peer: Peer, text: str) -> None:
        message = self.guests[peer].received(text)
        if isinstance(message, Ping):
            self.pinged[peer] += 1
        else:
            self.said[peer].append(message)

    def events(self, peer: Peer) -> list[Event]:
        """All that ``peer`` was told of."""
        return [
            event
            for message in self.said[peer]
            if isinstance(message, Update)
            for event in message.events
        ]

    def on_turn(self) -> Peer:
        """Who has to act now."""
        (peer,) = (
            peer
            for peer, guest in self.guests.items()
            if peer not in self.hung_up and guest.view and guest.view.can
        )
        return peer

    def play_turn(self) -> None:
        """Whoever is on turn draws and discards what may be discarded first."""
        peer = self.on_turn()
        self.act(peer, Draw("stock"))
        view = self.guests[peer].view
        assert view is not None
        if view.may_discard:
            self.act(peer, Discard(view.may_discard[0]))

    def finish_hand(self) -> None:
        """Play turns without a meld until the hand is over."""
        while any(
            guest.table and guest.table.phase == "hand"
            for peer, guest in self.guests.items()
            if peer not in self.hung_up
        ):
            self.play_turn()


def pair() -> tuple[Table, Peer, Peer]:
    """Ann and Bob at a table for two, cards dealt."""
    table = Table()
    return table, table.join("Ann"), table.join("Bob")
