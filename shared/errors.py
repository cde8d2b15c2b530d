"""
Everything that can go wrong, by who has to act on it.

::

    RummyError
     |- ProtocolError     the other side broke the protocol: hang up, keep the seat
     |- IllegalAction     well formed, against the rules: tell the player, play on
     |- SignalingError    no such room, full, refused, version, server away
     |- ConnectionFailed  no way to the other peer, or it could not prove itself
     |- ChannelClosed     the data channel is gone
     |- CodeError         what was typed is not a room code
     |- OptionError       no game can be played by these options
     |- UsageError        what was typed after the command does not go together
     |- SettingError      no server can be run by these settings

Every message is a sentence for a player or an operator: lower case, no full stop,
and it says what to do where something can be done.
"""

from typing import Literal

SignalingCode = Literal[
    "unknown_room",
    "full",
    "refused",
    "version",
    "limit",
    "malformed",
    "away",
    "claim",
    "closed",
]
"Why signaling did not work; ``away`` is a server that cannot be reached."


class RummyError(Exception):
    """Anything this program can explain to the person in front of it."""


class ProtocolError(RummyError):
    """The other side sent what the protocol does not allow."""


class _Coded(RummyError):
    """Its sentence is made when it is shown, in the language of whoever is shown it."""

    def __init__(self, code: str, /, **values: str | int) -> None:
        super().__init__(code)
        self.code = code
        "Stable name; behind the kind of error it is the key of its sentence."

        self.values = values
        "What the sentence has in its placeholders: nothing that has a language."


class IllegalAction(_Coded):
    """An action the rules forbid; nothing has changed. Values are cards and numbers."""

    def __str__(self) -> str:
        from shared.words import say_sent  # which only who is told waits for

        return say_sent(f"refused.{self.code}", self.values, "refused.other")


def not_in_this_game() -> IllegalAction:
    """For an action that only other games have."""
    return IllegalAction("not_in_this_game")


class SignalingError(RummyError):
    """The signaling server could not or would not introduce us."""

    def __init__(
        self, code: SignalingCode, message: str, retry_after: float | None = None
    ) -> None:
        super().__init__(message)
        self.code = code
        self.retry_after = retry_after
        "Seconds after which another try makes sense, if the server said so."


class ConnectionFailed(RummyError):
    """No data channel to the other peer, with the cause found."""


class ChannelClosed(RummyError):
    """The channel to the other peer is gone."""


class CodeError(RummyError):
    """The text is not a room code."""


class OptionError(_Coded, ValueError):
    """No game can be played by these options, and why. Values are what is typed."""

    def __str__(self) -> str:
        from shared.words import say_sent

        return say_sent(f"term.option.{self.code}", self.values, "term.option.other")


class UsageError(RummyError):
    """What was typed after the command makes no sense together; in English, as help."""


class SettingError(RummyError):
    """A setting of the server makes no sense; the message says where it is."""
