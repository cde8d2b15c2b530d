"""
Who watches at a host's table and does not play. Pure.

They are told what everybody may know: the events and the view without any hand. They
ask for nothing, so whatever a seat may ask for is refused here, in words. Nothing is
kept of them in the journal: who watched comes back with its token, or simply again.
"""

import logging
from collections.abc import Callable, Collection
from typing import Literal, TypeAlias

from peer.buckets import Buckets
from peer.company import Company
from peer.places import Peer, Presence, printable_name, same_token, told_apart
from peer.records import HandsOpened
from shared.errors import IllegalAction
from shared.wire import VERSION, Act, Bye, Hello, ToHost, Welcome

logger = logging.getLogger(__name__)

MAX_WATCHERS = 8
"Each costs the host's machine a connection, and every update once more."

REMEMBERED = 4 * MAX_WATCHERS
"How many of those who watched have their name back for their token."

Against: TypeAlias = Literal["no_watching", "locked", "crowded"]


class Watching:
    """Welcomes who watches, and tells them what they may not do."""

    def __init__(self, company: Company, new_token: Callable[[], str]) -> None:
        self._company = company
        self._new_token = new_token
        self._changes = Buckets()
        "Of mind, whether hands are opened."

        self._names: dict[str, str] = {}
        "By token, also of those who were lost; the latest last."

        self._tokens: dict[Peer, str] = {}
        "Of those who are here."

        company.parted.append(lambda peer: self._tokens.pop(peer, None))

    def tokens(self) -> tuple[str, ...]:
        """Of all who watch or watched."""
        return tuple(self._names)

    def full(self) -> str:
        """What who finds all seats taken is told, as a code."""
        if self._what_is_against(back=False) is None:
            return "full_watch"
        return "full"

    def opens(self, peer: Peer, presence: Presence, yes: bool) -> None:
        """A seat lets who watches see its hands one hand later, or not any more."""
        company = self._company
        if company.place(presence).opens == yes:
            return
        try:
            self._changes.check(presence.seat, company.now)
        except IllegalAction as error:
            company.reject(peer, error)
        else:
            company.change(HandsOpened(presence.seat, yes))
            company.broadcast()

    def came(self, peer: Peer, hello: Hello) -> None:
        """``peer`` wants to watch, or comes back to it."""
        token = self._known(hello.token or "")
        for other in [one for one, had in self._tokens.items() if had == token]:
            self._part(other, Bye("watched_elsewhere", replaced=True))
        code = self._what_is_against(back=token is not None)
        if code is not None:
            self._refuse(peer, code)
            return
        if token is None:
            token = self._new_token()
        self._welcome(peer, token, hello)

    def refuse(self, peer: Peer, message: ToHost) -> None:
        """``peer`` watches, and asks for what only a seat may ask for."""
        act = message.id if isinstance(message, Act) else 0
        self._company.reject(peer, IllegalAction("watching"), act)

    def send_away(self, name: str) -> None:
        """The host does not want ``name`` to watch; its token is good for nothing more.

        Raises:
            IllegalAction: If nobody of that name watches.
        """
        named = [peer for peer, one in self._company.watchers.items() if one == name]
        if not named:
            raise IllegalAction("nobody_watches", name=name)
        for peer in named:
            self._names.pop(self._tokens.pop(peer), None)
            self._part(peer, Bye("sent_away"))
        self._company.broadcast()

    def see_to_terms(self) -> None:
        """Whoever may not watch any more, as the host has settled it, has to go."""
        if not self._company.table.terms.watch and self._company.watchers:
            for peer in tuple(self._company.watchers):
                self._part(peer, Bye("no_watching"))
            self._company.broadcast()

    def undo(self, unwelcomed: Collection[Peer]) -> None:
        """The welcome of these was lost with what could not be kept."""
        for peer in set(self._company.watchers) & set(unwelcomed):
            self._greet(peer, back=True)
            self._company.send(peer, self._company.update_for_watchers())

    def _what_is_against(self, back: bool) -> Against | None:
        company, terms = self._company, self._company.table.terms
        if not terms.watch:
            return "no_watching"
        if terms.locked and not back:
            return "locked"
        return "crowded" if len(company.watchers) >= MAX_WATCHERS else None

    def _refuse(self, peer: Peer, code: Against) -> None:
        if code == "crowded":
            self._company.refuse(peer, code, count=MAX_WATCHERS)
        else:
            self._company.refuse(peer, code)

    def _known(self, token: str) -> str | None:
        return next((known for known in self._names if same_token(token, known)), None)

    def _welcome(self, peer: Peer, token: str, hello: Hello) -> None:
        company, back = self._company, token in self._names
        name = self._names.pop(token, None) or hello.name
        name = self._free_name(printable_name(name) or "Watcher")
        self._names[token], self._tokens[peer] = name, token
        company.watchers[peer] = name
        self._forget_old()
        logger.info("= somebody watches")
        self._greet(peer, back)
        if hello.mixes:
            company.keeps_lines(peer)
        company.broadcast()

    def _greet(self, peer: Peer, back: bool) -> None:
        welcome = Welcome(
            version=VERSION,
            seat=None,
            token=self._tokens[peer],
            last_act=0,
            back=back,
            rules=self._company.rules(),
        )
        self._company.send(peer, welcome)

    def _free_name(self, name: str) -> str:
        taken = {place.name for place in self._company.table.places}
        return told_apart(name, taken | set(self._company.watchers.values()))

    def _forget_old(self) -> None:
        """Of those who were lost only some have their names back."""
        here = set(self._tokens.values())
        for token in [token for token in self._names if token not in here]:
            if len(self._names) > REMEMBERED:
                del self._names[token]

    def _part(self, peer: Peer, bye: Bye) -> None:
        self._company.send(peer, bye)
        self._company.hang_up(peer)
