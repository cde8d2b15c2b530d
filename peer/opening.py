"""A table that is about to be opened, or to go on: what it is made of, its journal."""

import secrets
import time
from argparse import Namespace
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from peer.host import Host
from peer.journal import Journal, newest
from peer.options import USUAL_SEATS
from peer.records import TableMade
from peer.table import Table, made
from shared.reasons import Level
from shared.ruleset import Ruleset, find_ruleset, not_for
from shared.terms import NAMES, USUAL, Terms, settled
from shared.words import say


@dataclass(frozen=True)
class TableOptions:
    """What the host decides about the table."""

    ruleset: Ruleset[Any]
    players: int
    bots: int
    seed: bytes
    max_hands: int | None
    levels: tuple[Level, ...] = ("medium",)
    "Of the computer players, in turn."

    terms: Terms = USUAL

    def made(self) -> TableMade:
        """The table, as its journal begins."""
        return made(
            self.ruleset,
            self.players,
            self.seed,
            new_token=new_token,
            max_hands=self.max_hands,
            terms=self.terms,
        )


@dataclass(frozen=True)
class Opening:
    """A host with its table, and the journal that keeps it."""

    host: Host
    journal: Journal | None
    bots: int
    "Seats that computer players take at once."

    resumed: bool = False

    @classmethod
    def new(cls, options: TableOptions, keep: bool) -> "Opening":
        """A new table, with a journal if it is to be kept.

        Raises:
            JournalError: If the journal cannot be written.
        """
        first = options.made()
        journal = Journal.create(first) if keep else None
        host = host_of(Table.new(first))
        return cls(host, journal, options.bots)

    @classmethod
    def resume(cls, file: str) -> "Opening":
        """The table of a journal; if ``file`` is empty, of the newest that is not over.

        Raises:
            JournalError: If it cannot go on.
        """
        journal, table = Journal.resume(Path(file)) if file else newest()
        host = host_of(table)
        return cls(host, journal, 0, resumed=True)

    def story(self) -> str:
        """What is played on, for the host's own player."""
        table = self.host.table
        names = ", ".join(place.name for place in table.places if place.name)
        path = str(self.journal.path) if self.journal else ""
        game = say(f"game.{table.ruleset.name}")
        if not table.match:
            return say("term.resumed", game=game, names=names, path=path)
        hand = table.match.hands
        return say("term.resumed.hand", game=game, hand=hand, names=names, path=path)

    @property
    def may_go_on(self) -> bool:
        """Whether it is worth to go on with the table later, and possible."""
        table = self.host.table
        unfinished = table.phase in ("hand", "between") and not table.ended
        return self.journal is not None and unfinished

    def close(self) -> None:
        """Close the journal; of a new table that was never dealt at nothing is left."""
        table = self.host.table
        if self.journal is not None:
            unused = table.seq == 0 and not self.resumed
            over = table.phase == "ended" or table.ended
            self.journal.close(over=over, forget=unused)


def read_table(
    options: Namespace, bots: int, levels: tuple[Level, ...]
) -> TableOptions:
    """What is played, with its seats, as it was typed.

    Raises:
        OptionError: If there is no such game, or not for so many.
    """
    ruleset = find_ruleset(options.game, options.preset, dict(options.changes))
    players = options.players or min(USUAL_SEATS, ruleset.seats[-1])
    if players not in ruleset.seats or bots >= players:
        raise not_for(ruleset, max(players, bots + 1))
    return TableOptions(
        ruleset=ruleset,
        players=players,
        bots=bots,
        seed=options.seed or secrets.token_bytes(32),
        max_hands=options.hands,
        levels=levels,
        terms=read_terms(options),
    )


def read_terms(options: Namespace) -> Terms:
    """How the table is run, as far as the command says.

    Raises:
        OptionError: If a value of it makes no sense.
    """
    terms = USUAL
    for name in NAMES:
        said = getattr(options, name.replace("-", "_"), None)
        if said is not None:
            terms = settled(terms, name, str(said))
    return terms


def host_of(table: Table) -> Host:
    """The host of a table in this process."""
    epoch = time.time() - time.monotonic()
    return Host(table, new_token=new_token, epoch=epoch)


def new_token() -> str:
    """What gives a seat to who shows it, 128 bits."""
    return secrets.token_urlsafe(16)
