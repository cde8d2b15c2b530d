"""A table of tests that looks at everything a host does, and finds what must not be."""

import re
from collections import defaultdict
from typing import Any

import msgspec
from fairly import FairTable

from peer import table as tables
from peer.fair_news import Broken, Judged
from peer.host import Host
from peer.outputs import Advise, HangUp, Keep, Output, Send, Substitute
from peer.overtime import quick
from peer.places import Peer
from peer.records import read, written
from shared.events import Knocked, Seat
from shared.replay import replay
from shared.transcript import sealed
from shared.wire import Advice, Recorded, Rejected, ToGuest, Update

_FACES = re.compile('"((?:[2-9TJQKA][SHDC]|(?:1[0-3]|[1-9])[rbko]|J)+)"')
_FACE = re.compile("[2-9TJQKA][SHDC]|(?:1[0-3]|[1-9])[rbko]")

Seen = dict[Seat | None, set[str] | None]
"What each seat, and who watches, may have seen in this hand; None: every card."


class UprightTable(FairTable):
    """Its disk may fill up, and its host's program may end and go on."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.unwritten: list[Output] | None = None
        "What a slow disk holds back; None: it is quick."

        self.transcripts: list[bytes] = []
        "Of all matches that are over, or were left."

        self._dismissed: set[Peer] = set()
        "Whom the host has hung up on, or was told that they are gone."

        self._seqs: dict[Peer, int] = defaultdict(lambda: -1)
        self._seen: Seen = {}
        self._deal = -1
        self._told: Seen = {}
        self._depth = 0
        "How many lists of outputs are being carried out, one within another."

    @property
    def here(self) -> list[Peer]:
        """Who has a channel."""
        return sorted(set(self.guests) - self.hung_up)

    # What the host wants done

    def carry_out(self, outputs: list[Output]) -> None:
        self._note(outputs)
        for output in outputs:
            self._check_emitted(output)
        if self.unwritten is not None:
            self.unwritten += outputs
            return
        self._execute(outputs)
        if not self.slow:
            while self._waiting:
                self.deliver()

    def seat_substitutes(self) -> None:
        while self.substitutes:
            peer = self.connect(token=self.substitutes.pop())
            self.host.connected(peer, self.now, stands_in=True)
            self.say(peer, self.guests[peer].hello())

    def lose(self, peer: Peer) -> None:
        self._dismissed.add(peer)
        self.hung_up.add(peer)
        super().lose(peer)

    def _execute(self, outputs: list[Output]) -> None:
        self._depth += 1
        try:
            self._each(outputs)
        finally:
            self._depth -= 1

    def _each(self, outputs: list[Output]) -> None:
        for output in outputs:
            match output:
                case Send(peer, text) if peer not in self.hung_up:
                    if peer not in self.mute:
                        self._check_heard(peer, text)
                case HangUp(peer):
                    self.hung_up.add(peer)
                case Substitute(token):
                    self.substitutes.append(token)
                case Advise(peer, seat):
                    self._advise(peer, seat)
                case Keep():
                    self.kept.append(output)
                    self._keep_transcript(output.before)
                case _:
                    pass

    def _advise(self, peer: Peer, seat: Seat) -> None:
        seen = self.host.seen_by(seat)
        if seen.view is not None and seen.view.can:
            self.carry_out(self.host.advise(peer, Advice(seen.seq, quick(seen.view))))

    # The disk

    def write(self) -> None:
        """The slow disk has taken everything."""
        outputs, self.unwritten = self.unwritten or [], None
        self._execute(outputs)
        if not self.slow:
            while self._waiting:
                self.deliver()

    def fail_to_write(self) -> None:
        """The disk was full; as :class:`peer.writer.Writer` goes about it."""
        lost, self.unwritten = self.unwritten or [], None
        first = next(
            (n for n, output in enumerate(lost) if isinstance(output, Keep)), None
        )
        if first is None:
            self._execute(lost)
            return
        keep = lost[first]
        assert isinstance(keep, Keep)
        behind = lost[first:]
        self._execute([*lost[:first], *(o for o in behind if isinstance(o, HangUp))])
        unwelcomed = {o.peer for o in behind if isinstance(o, Send) and o.is_welcome}
        undone = self.host.undo(keep.before, "the disk is full", self.now, unwelcomed)
        assert self.host.table == keep.before or any(
            isinstance(o, Keep) for o in undone
        )
        self.carry_out(undone)

    def restart(self) -> None:
        """The host's program ends without a word, and goes on from its journal."""
        self.unwritten = None
        self.hung_up |= set(self.guests)
        self.substitutes.clear()
        self._waiting.clear()
        content, _ = written(self.records())
        table = tables.replayed(read(content, "journal").records, "journal")
        self.host = Host(table, new_token=self._token)
        self._seen, self._deal = {}, -1
        self.carry_out(self.host.resumed(self.now))

    # What must hold

    def _check_emitted(self, output: Output) -> None:
        if isinstance(output, Send):
            assert output.peer not in self._dismissed, output
        elif isinstance(output, HangUp):
            self._dismissed.add(output.peer)

    def _check_heard(self, peer: Peer, text: str) -> None:
        guest = self.guests[peer]
        said = len(self.said[peer])
        self._hear(peer, text)
        assert len(text.encode()) <= 16 * 1024
        for message in self.said[peer][said:]:
            if isinstance(message, Update):
                before = self._seqs[peer]
                assert message.seq > before or not message.events
                assert message.seq >= before
                self._seqs[peer] = message.seq
            if not isinstance(message, Recorded | Rejected):
                self._check_secrets(guest.seat, message, text)
        if guest.fair is not None:
            for news in guest.fair.news():  # type: ignore[attr-defined]
                assert not isinstance(news, Broken), news
                if isinstance(news, Judged):
                    assert news.verdict.finding != "failed", news

    def _check_secrets(self, seat: Seat | None, message: ToGuest, text: str) -> None:
        allowed, seen = self._told.get(seat, set()), self._seen.get(seat)
        if allowed is None:
            return
        for event in message.events if isinstance(message, Update) else ():
            if isinstance(event, Knocked):  # who knocks shows what is left over
                shown = _faces(msgspec.json.encode(event).decode())
                allowed |= shown
                if seen is not None:
                    seen |= shown
        assert _faces(text) <= allowed, (seat, text)

    def _note(self, outputs: list[Output]) -> None:
        """See what the tables that led to ``outputs`` show to whom."""
        befores = [output.before for output in outputs if isinstance(output, Keep)]
        told: Seen = dict(self._told) if self.unwritten or self._depth else {}
        for table in [*befores, self.host.table]:
            if table.deals != self._deal:
                self._deal, self._seen = table.deals, {}
            for seat in (None, *range(len(table.places))):
                self._look(table, seat)
                seen = self._seen[seat]
                former = told.get(seat, set())
                told[seat] = None if None in (seen, former) else former | seen  # type: ignore[operator]
        self._told = told

    def _look(self, table: tables.Table, seat: Seat | None) -> None:
        match, seen = table.match, self._seen.get(seat, set())
        if match is None or match.state is None or seen is None:
            self._seen[seat] = seen
        elif table.phase != "hand":
            self._seen[seat] = None
        else:
            view = table.ruleset.view(match.state, seat)
            self._seen[seat] = seen | _faces(msgspec.json.encode(view).decode())

    def _keep_transcript(self, before: tables.Table) -> None:
        """The lines of a match, when the next one has begun."""
        lines = before.chronicle.lines
        now = self.host.table.chronicle
        if lines and before.chronicle.matches != now.matches:
            self.transcripts.append(sealed(lines).encode())

    def check(self) -> None:
        """What has to hold whenever nobody speaks."""
        content, _ = written(self.records())
        table = tables.replayed(read(content, "journal").records, "journal")
        assert table == self.host.table
        lines = table.chronicle.lines
        for data in [*self.transcripts, *[sealed(lines).encode()] * bool(lines)]:
            replay(data)
        self.check_memory()

    def check_memory(self) -> None:
        """Nothing is remembered of who has gone."""
        host, live = self.host, set(self.here)
        assert set(host._company.attendance) <= live
        for kept in (
            host._company.watchers,
            host._company.attendance._suspects,
            host._company._ledger._told,
            host._shuffling._asked,
            host._watching._tokens,
            host._admission.waiting._hellos,
        ):
            assert set(kept) <= live, kept
        for presence in host._company.presences:
            assert set(presence.actors) <= live


def _faces(text: str) -> set[str]:
    return {face for group in _FACES.findall(text) for face in _FACE.findall(group)}
