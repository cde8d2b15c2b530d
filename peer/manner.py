"""What follows from options, settings and the terminal for a seat."""

from dataclasses import dataclass
from pathlib import Path

from shared.reasons import Level


@dataclass(frozen=True)
class Manner:
    """How somebody plays from this command line."""

    name: str

    auto: bool
    "A computer player plays the seat."

    as_json: bool
    "For a program: JSON lines in and out."

    pace: float
    "Seconds a computer player takes for an action."

    prompts: bool
    "A person sits at a terminal."

    by_key: bool
    "The terminal hands over each key and shows none."

    drawn: bool = False
    "The table is drawn on the terminal, not told in lines."

    could_draw: bool = False
    "It is told in lines because of the language only."

    warnings: bool = True
    "Whether to ask before a discard that has a better use."

    watch: bool = False
    "There is no seat to play."

    save: Path | None = None
    "Where the transcript goes."

    seed: bytes | None = None
    "What a guest's part in the decks follows from, if it is not chance."
    levels: tuple[Level, ...] = ("medium",)
    "Of the computer players at our table, in turn; the first is that of our seat."
