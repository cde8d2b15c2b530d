"""What happens at a server, for whoever counts it."""

from collections.abc import Callable

from shared.signals import Create, Join, Member, ToMember


class Watch:
    """Told of everything; this one does not care."""

    def follow(self, rooms: Callable[[], int], members: Callable[[], int]) -> None:
        """Where to ask how many there are."""

    def asked(self, member: Member, message: Create | Join) -> None:
        """``member`` wants to come in."""

    def sent(self, member: Member, message: ToMember) -> None:
        """``member`` is told this."""

    def turned_away(self, reason: str) -> None:
        """Somebody did not become a member."""

    def left(self, member: Member) -> None:
        """The socket of ``member`` is gone."""

    def backend(self, up: bool) -> None:
        """What other servers share with this one can be reached, or cannot."""
