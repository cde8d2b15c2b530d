"""The exit codes of the command, as its help lists them."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from shared.errors import RummyError

OK, ERROR, USAGE, ROOM_NOT_FOUND, REFUSED, NO_CONNECTION, HOST_LOST, VERSION = range(8)
INTERRUPTED = 130
TERMINATED = 143


def exit_code(error: "RummyError") -> int:
    """What a command that failed with ``error`` returns."""
    from peer.config import ConfigError
    from shared.errors import (
        ChannelClosed,
        CodeError,
        ConnectionFailed,
        OptionError,
        SettingError,
        SignalingError,
        UsageError,
    )

    match error:
        case CodeError():
            return USAGE
        case ConfigError() | OptionError() | SettingError() | UsageError():
            return USAGE
        case ChannelClosed():
            return HOST_LOST
        case SignalingError(code="unknown_room"):
            return ROOM_NOT_FOUND
        case SignalingError(code="version"):
            return VERSION
        case SignalingError(code="away" | "closed"):
            return NO_CONNECTION
        case SignalingError():
            return REFUSED
        case ConnectionFailed():
            from peer.sides import VersionMismatch

            return VERSION if isinstance(error, VersionMismatch) else NO_CONNECTION
        case _:
            return ERROR
