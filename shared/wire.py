"""
The game messages between a guest and the host, one codec, strict.

A guest says :class:`Hello` first and the host answers :class:`Welcome` or
:class:`Refused`. Then every change brings each seat an :class:`Update` with the events
(the story) and the whole view (the truth); a guest holds no rules. A guest acts with
:class:`Act`; the host answers with an update to everybody, or with :class:`Rejected`.
:class:`Changed` says what else was changed at the table; a newcomer who has to wait for
a seat is told so with :class:`Waits`, and welcomed later.
:class:`Ping` and :class:`Pong` go both ways, :class:`Bye` comes before a close.

Who takes part in the joint shuffle says so in its hello. It is asked with :class:`Mix`
for a :class:`Commit`, and told all lines of the transcript with :class:`Recorded`. When
the line of the commitments comes it answers with its :class:`Reveal`, and the deal
follows; after the hand it says with :class:`Audited` what it found.

Who only watches says so in its hello and is welcomed without a seat. It is told what
all may know, and asks for nothing but :class:`Say`, which all hear as :class:`Said`.

Messages are JSON objects with a ``type``, at most :data:`MAX_SIZE` bytes of UTF-8.
"""

from typing import Annotated, Literal, TypeAlias, TypeVar

import msgspec
from msgspec import Meta, Struct

from shared.actions import Action
from shared.errors import ProtocolError
from shared.events import Event, Seat
from shared.reasons import Reason, Why
from shared.tableview import Motion, TableView
from shared.view import AnyView
from shared.words import Saying, Value, say_sent

VERSION = 1
"Of these messages and the rules behind them."

MAX_SIZE = 16 * 1024
MAX_NAME = 20
MAX_SENT_NAME = 64

Name: TypeAlias = Annotated[str, Meta(max_length=MAX_SENT_NAME)]
"As it came; the host makes a printable name of at most MAX_NAME characters of it."

Bytes32: TypeAlias = Annotated[str, Meta(min_length=43, max_length=43)]
"A hash or a seed in base64url, without padding."


class _Message(Struct, frozen=True, forbid_unknown_fields=True): ...


# Guest to host


class Hello(_Message, frozen=True, tag="hello"):
    """The first message: who wants a seat."""

    version: int
    name: Name
    token: Annotated[str, Meta(max_length=64)] | None = None
    "From an earlier Welcome: gives the same seat back."

    mixes: bool = False
    """It takes part in the joint shuffle, and keeps the transcript; who watches only
    does the latter."""

    watch: bool = False
    "It wants no seat."


class Act(_Message, frozen=True, omit_defaults=True, tag="act"):
    """Do this for me."""

    id: int
    "Counts this seat's requests from 1; a repeat has no second effect."

    seq: int
    "The update the player was looking at."

    action: Action

    why: Reason | None = None
    "Of a computer player; nobody hears of it before the hand is over."


class Ready(_Message, frozen=True, tag="ready"):
    """Deal the next hand (or the next match) as far as this seat is concerned."""


class Ask(_Message, frozen=True, tag="ask"):
    """Ask all who are there; some things need their consent."""

    what: Motion


class Answer(_Message, frozen=True, tag="answer"):
    """What I say to what was asked."""

    vote: int
    "Its number."

    yes: bool


class Hint(_Message, frozen=True, tag="hint"):
    """What would a computer player do in my place? For programs that hold no rules."""


class Commit(_Message, frozen=True, tag="commit"):
    """My commitment to a seed, which goes ahead of the deal."""

    deal: int
    commitment: Bytes32


class Reveal(_Message, frozen=True, tag="reveal"):
    """My seed, now that all commitments are known."""

    deal: int
    seed: Bytes32


class Audited(_Message, frozen=True, tag="audited"):
    """What I found when I dealt the last hand again."""

    deal: int
    finding: Literal["ok", "partly", "failed"]


class Pause(_Message, frozen=True, tag="pause"):
    """I need a minute."""


class Touched(_Message, frozen=True, tag="touched"):
    """I have begun to change the table (Rummikub), which counts if my time runs out."""

    seq: int
    "The update the player was looking at."


class Opens(_Message, frozen=True, tag="opens"):
    """Who watches may see this seat's hands one hand later, or not any more."""

    yes: bool


class Say(_Message, frozen=True, omit_defaults=True, tag="say"):
    """Tell everybody: a phrase of the catalogue, or a text."""

    phrase: str = ""
    "Its code (:mod:`shared.phrases`); empty: it is a text."

    text: str = ""


# Host to guest


class Welcome(_Message, frozen=True, tag="welcome"):
    """You have a seat, or may watch."""

    version: int
    seat: Seat | None
    "None: you watch."

    token: str
    "Keep it secret: it gives this seat back after the connection was lost."

    last_act: int
    "The highest Act.id the host has answered this seat."

    back: bool = False
    "The seat was this player's before."

    rules: tuple[Saying, ...] = ()
    "What is played, for a screen that cannot make sentences of the options."

    moved: bool = False
    "The table has fewer seats now, and this one is yours in place of yours before."


class Refused(_Message, frozen=True, tag="refused"):
    """You have no seat, and why; the host hangs up."""

    code: str
    """Such as full or locked; too_old and too_new are what the guest's program is."""

    values: dict[str, Value] = {}

    def __str__(self) -> str:
        return say_sent(f"refused.{self.code}", self.values, "refused.other")


class Waits(_Message, frozen=True, omit_defaults=True, tag="waits"):
    """All seats are taken; a computer player's is yours when this hand is over."""

    table: TableView | None = None
    "Who sits there."


class Update(_Message, frozen=True, omit_defaults=True, tag="update"):
    """What happened, and what you see now."""

    seq: int
    "Counts the actions applied so far; quote it in Act."

    last_act: int
    "The highest Act.id the host has answered this seat."

    events: tuple[Event, ...]
    table: TableView
    view: AnyView | None
    "A guest that draws this and forgets the rest is correct. None before a deal."

    whys: tuple[Why, ...] = ()
    "When the hand is over: why the computer players did what they did, in turn."

    take_back: Literal["no", "asking", "freely"] = "no"
    "Whether you may take back what you did last."


class Mix(_Message, frozen=True, tag="mix"):
    """Commit to a seed for this deal."""

    table: Annotated[str, Meta(max_length=64)]
    deal: int


class Recorded(_Message, frozen=True, tag="recorded"):
    """The next lines of the transcript, or all of them again (shared/TRANSCRIPT.md)."""

    first: int
    "The place of the first of these lines in the match, from 0."

    lines: tuple[str, ...]


class Changed(_Message, frozen=True, omit_defaults=True, tag="changed"):
    """How the table is run, or who sits there, has changed; an update follows."""

    what: Literal["game", "term", "kicked", "handed_over", "handed_back", "took_over"]
    """The host has picked another game or other rules, settled a term, taken somebody's
    seat, handed it to a computer player or back; a newcomer has a computer player's."""

    seat: Seat | None = None
    "Which one; None: it is not about a seat."

    name: str = ""
    "Who had the seat before; of a term: which one."

    value: str = ""
    "Of a term, as it is written when it is settled."

    rules: tuple[Saying, ...] = ()
    "What is played from now on."


class Advice(_Message, frozen=True, tag="advice"):
    """What the best computer player would do, for who asked."""

    seq: int
    "Of the update that it is about."

    action: Action


class Rejected(_Message, frozen=True, tag="rejected"):
    """It may not be, by the rules of the game or of the table; nothing has changed."""

    id: int
    "Of the Act; 0: of something else that was asked."

    code: str
    values: dict[str, Value] = {}
    "What the sentence of that code tells: cards, tiles and numbers."

    def __str__(self) -> str:
        return say_sent(f"refused.{self.code}", self.values, "refused.other")


class Relocated(_Message, frozen=True, omit_defaults=True, tag="relocated"):
    """The code of the table is another one: come back, and invite others, by that."""

    room: Annotated[str, Meta(max_length=16)]
    "At the signaling server."

    secret: Annotated[str, Meta(max_length=16)] = ""
    "Empty for who watches."


class Said(_Message, frozen=True, omit_defaults=True, tag="said"):
    """Somebody said this to everybody."""

    seat: Seat | None = None
    watcher: str = ""
    "The name of who said it, if it has no seat."

    phrase: str = ""
    text: str = ""
    "Nothing to be interpreted: one line of plain text."


# Both ways


class Ping(_Message, frozen=True, tag="ping"):
    """Are you there?"""


class Pong(_Message, frozen=True, tag="pong"):
    """I am."""


class Bye(_Message, frozen=True, tag="bye"):
    """I am leaving; the channel closes next."""

    code: Annotated[str, Meta(max_length=40)] = "left"
    values: dict[str, Value] = {}
    replaced: bool = False
    "The seat was taken up from elsewhere."

    def __str__(self) -> str:
        return say_sent(f"bye.{self.code}", self.values, "bye.left")


Wish: TypeAlias = Ask | Answer | Hint | Opens | Pause | Say | Touched
"What a player tells the host besides actions."

_ToBoth: TypeAlias = Ping | Pong | Bye

ToHost: TypeAlias = (
    Hello
    | Act
    | Ready
    | Ask
    | Answer
    | Pause
    | Touched
    | Hint
    | Opens
    | Say
    | Commit
    | Reveal
    | Audited
    | _ToBoth
)
ToGuest: TypeAlias = (
    Welcome
    | Waits
    | Refused
    | Update
    | Changed
    | Rejected
    | Advice
    | Said
    | Mix
    | Recorded
    | Relocated
    | _ToBoth
)

_encoder = msgspec.json.Encoder()
_to_host = msgspec.json.Decoder(ToHost)
_to_guest = msgspec.json.Decoder(ToGuest)

M = TypeVar("M")


def encode(message: ToHost | ToGuest) -> str:
    """``message`` as JSON text."""
    return _encoder.encode(message).decode()


def decode_to_host(text: str) -> ToHost:
    """What a guest sent.

    Raises:
        ProtocolError: If it is not one of the messages a guest may send.
    """
    return _decode(_to_host, text)


def decode_to_guest(text: str) -> ToGuest:
    """What the host sent.

    Raises:
        ProtocolError: If it is not one of the messages a host may send.
    """
    return _decode(_to_guest, text)


def _decode(decoder: msgspec.json.Decoder[M], text: str) -> M:
    try:
        data = text.encode()
        if len(data) > MAX_SIZE:
            raise ProtocolError(f"a message of {len(data)} bytes is too long")
        return decoder.decode(data)
    except (msgspec.MsgspecError, UnicodeEncodeError, RecursionError) as error:
        raise ProtocolError(f"not a game message: {error}") from None
