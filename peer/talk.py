"""
What people say to each other at a host's table. Pure: time is an argument.

The host passes on phrases, and texts if the table allows them, and sees to it that
nobody says too much. Nothing of it is kept, and nothing of it is logged.
"""

from typing import TypeAlias

from peer.company import Company
from peer.patience import Patience
from peer.places import Peer
from shared.events import Seat
from shared.phrases import CODES
from shared.talk import MAX_TEXT, spoken_text
from shared.wire import Said, Say
from shared.words import Value

Speaker: TypeAlias = Seat | str
"A seat, or the name of who watches."


class Talk:
    """Passes on what is said."""

    def __init__(self, company: Company) -> None:
        self._company = company
        self._patience = Patience()

    def said(self, peer: Peer, say: Say) -> None:
        """``peer``, who has a seat or watches, wants everybody to hear that."""
        code = self._what_is_against(say)
        if code is not None:
            values: dict[str, Value] = {"count": MAX_TEXT} if code == "too_long" else {}
            self._company.reject(peer, code, 0, **values)
            return
        speaker = self._speaker(peer)
        seconds = self._patience.wait(speaker, self._company.now)
        if seconds:
            self._company.reject(peer, "too_fast", count=seconds)
        else:
            self._tell(speaker, say)

    def _what_is_against(self, say: Say) -> str | None:
        allowed = self._company.table.terms.talk
        if allowed == "off":
            return "talk_off"
        if say.phrase:
            return None if say.phrase in CODES else "no_phrase"
        if allowed != "text":
            return "talk_phrases"
        text = spoken_text(say.text)
        if not text:
            return "nothing_said"
        return "too_long" if len(text) > MAX_TEXT else None

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
