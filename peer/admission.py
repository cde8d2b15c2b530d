"""What comes of a hello at a host's table: a seat, the former one, a place to watch."""

import logging
from collections.abc import Callable

from peer.company import Company
from peer.places import Peer, Presence, printable_name, same_token
from peer.records import CameBack, SeatTaken
from peer.shuffling import Shuffling
from peer.waiting import Waiting
from peer.watching import Watching
from shared.wire import VERSION, Bye, Hello

logger = logging.getLogger(__name__)


class Admission:
    """Welcomes peers, or tells them why not."""

    def __init__(
        self,
        company: Company,
        shuffling: Shuffling,
        watching: Watching,
        new_token: Callable[[], str],
    ) -> None:
        self._company = company
        self._shuffling = shuffling
        self._watching = watching
        self.waiting = Waiting(company, new_token, self._take, watching.full)
        self._called: set[Peer] = set()
        "Computer players, for one seat each."

        company.parted.append(self._called.discard)

    def called(self, peer: Peer) -> None:
        """``peer`` is a computer player: it wants the seat of its token, or none."""
        self._called.add(peer)

    def hello(self, peer: Peer, hello: Hello) -> None:
        """``peer`` wants a seat, its own one back, or to watch."""
        if hello.version != VERSION:
            code = "too_old" if hello.version < VERSION else "too_new"
            self._company.refuse(peer, code, host=VERSION, guest=hello.version)
        elif hello.watch:
            self._watching.came(peer, hello)
        elif hello.token is None or not self._resume(peer, hello):
            self._seat(peer, hello)

    def _seat(self, peer: Peer, hello: Hello) -> None:
        """Give ``peer`` the first free seat, if there is one for newcomers."""
        if peer in self._called:  # its seat is somebody else's meanwhile
            self._company.refuse(peer, "full")
            return
        places = enumerate(self._company.table.places)
        seat = next((n for n, place in places if place.kind == "open"), None)
        if seat is None or self._company.table.terms.locked:
            self.waiting.come(peer, hello)
            return
        name = printable_name(hello.name) or f"Player {seat + 1}"
        self._company.change(SeatTaken(seat, name, "person"))
        self._take(self._company.presences[seat], peer, hello)

    def _resume(self, peer: Peer, hello: Hello) -> bool:
        """Give ``peer`` the place its token stands for, if there is one."""
        token = hello.token or ""
        for presence, place in zip(
            self._company.presences, self._company.table.places, strict=True
        ):
            if place.kind != "open" and same_token(token, place.token):
                self._take(presence, peer, hello, back=place.kind == "person")
                return True
            if place.substitute is not None and same_token(token, place.substitute):
                presence.substitute = peer
                self._company.welcome(peer, presence, place.substitute)
                self._joined(peer, presence, hello)
                return True
        return False

    def is_known(self, peer: Peer) -> bool:
        """Whether it has a seat, or waits for one."""
        return peer in self.waiting or self._company.is_known(peer)

    def _take(
        self, presence: Presence, peer: Peer, hello: Hello, back: bool = False
    ) -> None:
        """``peer`` sits down, or comes back."""
        for other in presence.actors:
            self._company.send(other, Bye(code="replaced", replaced=True))
            self._company.hang_up(other)
        place = self._company.table.places[presence.seat]
        if place.substitute is not None:
            self._company.change(CameBack(presence.seat))
        presence.sits(peer)
        logger.info("= seat %d is taken", presence.seat)
        self._company.welcome(peer, presence, place.token, back)
        self._joined(peer, presence, hello)

    def _joined(self, peer: Peer, presence: Presence, hello: Hello) -> None:
        if hello.mixes:
            self._shuffling.joined(peer, presence)
        self._company.broadcast()
