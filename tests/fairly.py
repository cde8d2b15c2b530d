"""A table whose guests shuffle together with the host, and may misbehave."""

from collections.abc import Callable
from hashlib import sha256
from typing import Any

import msgspec
from tabled import Table

from peer.fair_news import Judged, News
from peer.fairness import Fairness
from peer.guest import Guest
from peer.outputs import Output
from peer.places import Peer

Answers = Callable[[Peer, list[str]], list[str]]
"What a guest sends in place of its answers."


class FairTable(Table):
    """Everybody takes part, but who is ``declining``."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.declining: set[Peer] = set()
        self.slow = False
        "Answers wait until :meth:`deliver`."

        self.answers: Answers = lambda peer, texts: texts
        self._waiting: list[tuple[Peer, str]] = []

    def connect(self, name: str = "", token: str | None = None) -> Peer:
        peer = super().connect(name, token)
        if peer not in self.declining:
            fair = Fairness(sha256(f"{name} {peer}".encode()).digest())
            self.guests[peer] = Guest(name, token, fair=fair)
        return peer

    def carry_out(self, outputs: list[Output]) -> None:
        super().carry_out(outputs)
        if not self.slow:
            while self._waiting:
                self.deliver()

    def waiting(self) -> list[tuple[Peer, str]]:
        """Answers that have not arrived, and never will but by the caller."""
        waiting, self._waiting = self._waiting, []
        return waiting

    def deliver(self) -> None:
        """Let the answers that wait arrive."""
        for peer, text in self.waiting():
            if peer not in self.hung_up:
                self.say(peer, text)

    def _hear(self, peer: Peer, text: str) -> None:
        super()._hear(peer, text)
        answers = self.answers(peer, self.guests[peer].answers())
        self._waiting += [(peer, answer) for answer in answers]

    def fair(self, peer: Peer) -> Fairness:
        fair = self.guests[peer].fair
        assert isinstance(fair, Fairness)
        return fair

    def news(self, peer: Peer) -> list[News]:
        return self.fair(peer).news()

    def findings(self, peer: Peer) -> list[str]:
        news = self.news(peer)
        return [one.verdict.finding for one in news if isinstance(one, Judged)]

    def lines(self) -> list[list[Any]]:
        """What the host has recorded of this match."""
        chronicle = self.host.table.chronicle
        return [msgspec.json.decode(line) for line in chronicle.lines]

    def kinds(self) -> str:
        return " ".join(line[0] for line in self.lines())

    def ready(self) -> None:
        for peer, guest in self.guests.items():
            if peer not in self.hung_up:
                self.say(peer, guest.ready())


def type_of(text: str) -> str:
    """What kind of message a text is."""
    return str(msgspec.json.decode(text)["type"])


def without(kind: str, who: Peer) -> Answers:
    """``who`` keeps one kind of answer to himself."""
    return lambda peer, texts: [
        text for text in texts if peer != who or type_of(text) != kind
    ]


def changed(kind: str, who: Peer, **fields: object) -> Answers:
    """``who`` answers something else."""

    def answers(peer: Peer, texts: list[str]) -> list[str]:
        return [
            msgspec.json.encode(msgspec.json.decode(text) | fields).decode()
            if peer == who and type_of(text) == kind
            else text
            for text in texts
        ]

    return answers


def trio(**options: Any) -> FairTable:
    table = FairTable(3, **options)
    for name in ("Ann", "Bob", "Cid"):
        table.join(name)
    return table


def pair(**options: Any) -> FairTable:
    table = FairTable(2, **options)
    for name in ("Ann", "Bob"):
        table.join(name)
    return table
