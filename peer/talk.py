"""
What people say to each other at a host's table. Pure: time is an argument.

The host passes on phrases, and texts if the table allows them, and sees to it that
nobody says too much. Nothing of it is kept, and nothing of it is logged.
"""

from typing import TypeAlias

from peer.buckets import Buckets
from peer.company import Company
from peer.places import Peer
from shared.errors import IllegalAction
from shared.events import Seat
from shared.phrases import CODES
from shared.talk import MAX_TEXT, spoken_text
from shared.wire import Said, Say

Speaker: TypeAlias = Seat | str
"A seat, or the name of who watches."


class Talk:
    """Passes on what is said."""

    def __init__(self, company: Company) -> None:
        self._company = company
        self._said = Buckets()

    def said(self, peer: Peer, say: Say) -> None:
        """``peer``, who has a seat or watches, wants everybody to hear that."""
        try:
            self._check(say)
            speaker = self._speaker(peer)
            self._said.check(speaker, self._company.now)
        except IllegalAction as error:
            self._company.reject(peer, error)
        else:
            self._tell(speaker, say)

    def _check(self, say: Say) -> None:
        allowed = self._company.table.terms.talk
        if allowed == "off":
            raise IllegalAction("talk_off")
        if say.phrase and say.phrase not in CODES:
            raise IllegalAction("no_phrase")
        if say.phrase:
            return
        if allowed != "text":
            raise IllegalAction("talk_phrases")
        text = spoken_text(say.text)
        if not text:
            raise IllegalAction("nothing_said")
        if len(text) > MAX_TEXT:
            raise IllegalAction("too_long", count=MAX_TEXT)

    def _speaker(self, peer: Peer) -> Speaker:
        presence = self._company.presence_of(peer)
        return self._company.watchers[peer] if presence is None else presence.seat

    def _tell(self, speaker: Speaker, say: Say) -> None:
        text = "" if say.phrase else spoken_text(say.text)
        if isinstance(speaker, str):
            said = Said(watcher=speaker, phrase=say.phrase, text=text)
        else:
            said = Said(seat=speaker, phrase=say.phrase, text=text)
        for peer in self._company.people:
            self._company.send(peer, said)
