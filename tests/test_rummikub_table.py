"""A whole round of Rummikub between a host and its guests, in the words of the wire."""

from tabled import new_host

from peer.bots.medium import Medium
from peer.guest import Guest
from peer.outputs import Keep, Output, Send
from shared.actions import Pass
from shared.events import HandEnded, MatchEnded
from shared.rulesets.rummikub import PRESETS
from shared.view import TileView
from shared.wire import MAX_SIZE, ToGuest, Update

SEATS = 3


class Round:
    """Three guests at a table; what the host says is carried at once."""

    def __init__(self, preset: str) -> None:
        game = PRESETS[preset]
        self.host = new_host(game, SEATS, b"seed")
        self.guests = [Guest(f"guest {n}") for n in range(SEATS)]
        self.told: list[ToGuest] = []
        "What the first guest was told."

        for peer, guest in enumerate(self.guests):
            self.host.connected(peer, 0)
            self.say(peer, guest.hello())

    def say(self, peer: int, text: str) -> None:
        self.carry(self.host.received(peer, text, 0))

    def carry(self, outputs: list[Output]) -> None:
        for output in outputs:
            if isinstance(output, Keep):
                continue
            assert isinstance(output, Send), output
            assert len(output.text) <= MAX_SIZE
            message = self.guests[output.peer].received(output.text)
            self.told += [message] if output.peer == 0 else []

    def step(self) -> None:
        """Whoever is on turn acts; between hands everybody asks for the next."""
        for peer, guest in enumerate(self.guests):
            if isinstance(guest.view, TileView) and guest.view.can:
                self.say(peer, guest.act(Medium().choose(guest.view, ())))
                return
        for peer, guest in enumerate(self.guests):
            self.say(peer, guest.ready())


def test_a_round_from_the_first_hello_to_the_winner() -> None:
    for preset in PRESETS:
        table = Round(preset)
        while (at := table.guests[0].table) is None or at.phase != "ended":
            table.step()
        assert (at.game, at.preset, at.target, at.round) == (
            *("rummikub", preset),
            *(0, SEATS),
        )
        assert sum(at.scores) == 0
        assert sum(at.wins) == at.hand == SEATS
        events = [
            event
            for message in table.told
            if isinstance(message, Update)
            for event in message.events
        ]
        assert sum(isinstance(event, HandEnded) for event in events) == SEATS
        assert isinstance(events[-1], MatchEnded)
        views = {guest.view.public() for guest in table.guests if guest.view}
        assert len(views) == 1


def test_guests_see_only_their_own_rack() -> None:
    table = Round("rk_official")
    for number, guest in enumerate(table.guests):
        assert isinstance(guest.view, TileView)
        assert (guest.view.seat, len(guest.view.hand)) == (number, 14)
    assert table.guests[0].view != table.guests[1].view


def test_a_refusal_reaches_only_the_one_who_asked() -> None:
    table = Round("rk_official")
    turn = next(g for g in table.guests if g.view is not None and g.view.can)
    peer = table.guests.index(turn)
    before = [guest.view for guest in table.guests]
    outputs = table.host.received(peer, turn.act(Pass()), 0)
    assert len(outputs) == 1
    table.carry(outputs)
    assert [guest.view for guest in table.guests] == before
    assert not turn.pending
