"""Channels: whatever carries them, they keep the same promises."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from peers import DEADLINE, pair

from peer.channel import QUEUE, Channel, MemoryChannel, from_frame
from shared.errors import ChannelClosed, ProtocolError
from shared.wire import MAX_SIZE

CLOSED = "the channel is closed"
CLOSED_THERE = "the other end closed the channel"
TOO_MANY = "more than 256 messages wait to be read"

Ends = tuple[Channel, Channel]


@pytest.fixture(params=["memory", "aiortc"])
async def ends(request: pytest.FixtureRequest) -> AsyncIterator[Ends]:
    """Both ends of an open channel."""
    if request.param == "memory":
        yield MemoryChannel.pair()
        return
    async with pair() as peers:
        await peers.open()
        yield peers.guest.channel, peers.host.channel


async def read_all(channel: Channel) -> tuple[list[str], Exception]:
    """Everything up to the end, and the end."""
    texts = []
    async with asyncio.timeout(DEADLINE):
        while True:
            try:
                texts.append(await channel.receive())
            except (ChannelClosed, ProtocolError) as end:
                return texts, end


async def test_messages_arrive_in_order_both_ways(ends: Ends) -> None:
    one, two = ends
    for number in range(200):
        one.send(f"to two {number}")
        two.send(f"to one {number}")
    assert [await two.receive() for _ in range(200)] == [
        f"to two {number}" for number in range(200)
    ]
    assert [await one.receive() for _ in range(200)] == [
        f"to one {number}" for number in range(200)
    ]


@pytest.mark.parametrize(
    "text", ["", "x" * MAX_SIZE, "♠" * (MAX_SIZE // 3), "\0", '{"type":"ping"}\n']
)
async def test_a_message_is_carried_as_it_is(ends: Ends, text: str) -> None:
    one, two = ends
    one.send(text)
    assert await two.receive() == text


async def test_a_message_that_is_too_long_is_our_own_mistake(ends: Ends) -> None:
    one, two = ends
    for text in ("x" * (MAX_SIZE + 1), "♠" * (MAX_SIZE // 3 + 1)):
        with pytest.raises(ValueError, match="bytes are too long for one message"):
            one.send(text)
    one.send("still here")
    assert await two.receive() == "still here"


async def test_what_was_sent_before_a_close_arrives(ends: Ends) -> None:
    one, two = ends
    texts = [f"{number} {'x' * 1000}" for number in range(200)]
    for text in texts:
        one.send(text)
    await one.close()
    got, end = await read_all(two)
    assert got == texts
    assert repr(end) == repr(ChannelClosed(CLOSED_THERE))


async def test_what_came_before_our_own_close_can_be_read(ends: Ends) -> None:
    one, two = ends
    two.send("first")
    two.send("second")
    assert await one.receive() == "first"
    await one.close()
    got, end = await read_all(one)
    assert got == ["second"]
    assert repr(end) == repr(ChannelClosed(CLOSED))


async def test_after_a_close_neither_end_sends(ends: Ends) -> None:
    one, two = ends
    await one.close()
    await read_all(two)
    for end in ends:
        with pytest.raises(ChannelClosed) as caught:
            end.send("too late")
        assert str(caught.value) == CLOSED


async def test_the_end_is_told_whenever_it_is_asked_for(ends: Ends) -> None:
    one, two = ends
    await one.close()
    for _ in range(3):
        assert repr(await read_all(one)) == repr(([], ChannelClosed(CLOSED)))
        assert repr(await read_all(two)) == repr(([], ChannelClosed(CLOSED_THERE)))


async def test_both_ends_close_at_once_and_again(ends: Ends) -> None:
    one, two = ends
    one.send("from one")
    two.send("from two")
    await asyncio.gather(one.close(), two.close(), one.close())
    await two.close()
    assert (await read_all(one))[0] == ["from two"]
    assert (await read_all(two))[0] == ["from one"]


async def test_a_reader_that_waits_hears_of_the_close(ends: Ends) -> None:
    one, two = ends
    reading = [asyncio.create_task(read_all(end)) for end in ends]
    await asyncio.sleep(0)
    await one.close()
    (_, here), (_, there) = await asyncio.gather(*reading)
    assert (str(here), str(there)) == (CLOSED, CLOSED_THERE)


async def test_a_cancelled_reader_takes_nothing_with_it(ends: Ends) -> None:
    one, two = ends
    reading = asyncio.create_task(two.receive())
    await asyncio.sleep(0)
    reading.cancel()
    one.send("for the next")
    assert await two.receive() == "for the next"


async def test_a_flood_is_hung_up_on(ends: Ends) -> None:
    one, two = ends
    for number in range(QUEUE + 1):
        one.send(str(number))
    _, end = await read_all(one)
    assert repr(end) == repr(ChannelClosed(CLOSED_THERE))
    got, end = await read_all(two)
    assert got == [str(number) for number in range(QUEUE)]
    assert repr(end) == repr(ProtocolError(TOO_MANY))
    with pytest.raises(ChannelClosed):
        one.send("more")


async def test_a_reader_that_keeps_up_gets_any_number(ends: Ends) -> None:
    one, two = ends
    for number in range(3 * QUEUE):
        one.send(str(number))
        assert await two.receive() == str(number)


def test_a_frame_that_is_no_message_is_refused() -> None:
    with pytest.raises(ProtocolError) as caught:
        from_frame(b"\xff")
    assert str(caught.value) == "a message is not text"
    with pytest.raises(ProtocolError) as caught:
        from_frame(b"\xff" * (MAX_SIZE + 1))
    assert str(caught.value) == "a message of 16385 bytes is too long"
