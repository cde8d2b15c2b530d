"""A computer player in a seat acts on what there is, not on what there was."""

import asyncio
from typing import cast

from tabled import Table

from peer.autoplay import Autoplay
from peer.bots.medium import Medium
from peer.guest import Guest
from peer.session import Session
from shared.actions import Action
from shared.wire import Update


class Seat:
    """What Autoplay needs of a session; counts what it is asked for."""

    def __init__(self, guest: Guest) -> None:
        self.guest = guest
        self.acted: list[Action] = []

    def act(self, action: Action, why: object = None) -> None:
        self.acted.append(action)


async def test_it_does_not_act_on_a_view_that_is_old() -> None:
    """As when a repeated action was answered while it thought."""
    table = Table()
    table.join("Ann")
    table.join("Bob")
    for peer, guest in table.guests.items():
        update = cast(Update, table.said[peer][-1])
        assert update.view is not None
        if update.view.can:
            seat = Seat(guest)
            player = Autoplay(cast(Session, seat), Medium(), 0)
            await player.told(update)
            assert len(seat.acted) == 1
            thinking = asyncio.create_task(player.told(update))
            await asyncio.sleep(0)
            guest.seq += 1
            await thinking
            assert len(seat.acted) == 1
            return
    raise AssertionError("nobody may act")
