"""The proof of the room code over a channel: who passes, who fails, what is said."""

import asyncio
import json
from collections.abc import Awaitable

import pytest
from proving import (
    CROSSED,
    ROOM,
    SECRET,
    SERVER_AT_THE_GUEST,
    SERVER_AT_THE_HOST,
    TRUE,
    changed,
    guest_side,
)

from peer.channel import MemoryChannel
from peer.proof import prove_guest, prove_host
from peer.sides import MAX_SIZE, Fingerprints, NotProven, VersionMismatch
from shared.errors import ChannelClosed, ConnectionFailed
from shared.wire import VERSION

NOT_PROVEN = (
    "the other end could not prove that it knows the code: either the code is not the"
    " one the host shows now, or somebody between you is changing the connection;"
    " compare the code with the host's and try again"
)
NONSENSE = (
    "the other end sent nonsense where it had to prove that it knows the code; make"
    " sure that both of you run rummyroom"
)
HUNG_UP = "the other end hung up before it had proved that it knows the code; try again"
SILENT = "the other end did not prove in time that it knows the code; try again"


async def outcome(work: Awaitable[None]) -> BaseException | None:
    try:
        await work
    except ConnectionFailed as error:
        return error
    return None


async def meet(
    host: tuple[str, str, Fingerprints], guest: tuple[str, str, Fingerprints]
) -> tuple[BaseException | None, BaseException | None]:
    """What becomes of the host's and the guest's proof."""
    one, two = MemoryChannel.pair()
    results = await asyncio.gather(
        outcome(prove_host(one, *host)), outcome(prove_guest(two, *guest))
    )
    return results[0], results[1]


async def everything(channel: MemoryChannel) -> list[str]:
    """What still comes before the channel is closed."""
    texts = []
    while True:
        try:
            texts.append(await channel.receive())
        except ChannelClosed:
            return texts


# Who passes


async def test_both_ends_with_the_code_pass_and_keep_the_channel() -> None:
    one, two = MemoryChannel.pair()
    await asyncio.gather(
        prove_host(one, SECRET, ROOM, TRUE), prove_guest(two, SECRET, ROOM, TRUE)
    )
    one.send("welcome")
    assert await two.receive() == "welcome"


# Who does not


@pytest.mark.parametrize(
    "guest",
    [
        ("3XWD", ROOM, TRUE),
        ("", ROOM, TRUE),
        (SECRET, "7KQN", TRUE),
        (SECRET, ROOM, SERVER_AT_THE_GUEST),
        (SECRET, ROOM, SERVER_AT_THE_HOST),
        (SECRET, ROOM, CROSSED),
    ],
)
async def test_any_difference_fails_alike_at_both_ends(
    guest: tuple[str, str, Fingerprints],
) -> None:
    for error in await meet((SECRET, ROOM, TRUE), guest):
        assert isinstance(error, NotProven)
        assert str(error) == NOT_PROVEN


async def test_a_swapped_fingerprint_at_either_end_fails_the_same_way() -> None:
    for seen in (SERVER_AT_THE_GUEST, SERVER_AT_THE_HOST):
        for error in await meet((SECRET, ROOM, seen), (SECRET, ROOM, TRUE)):
            assert isinstance(error, NotProven)


@pytest.mark.parametrize(
    ("secret", "seen"), [("3XWD", TRUE), (SECRET, SERVER_AT_THE_HOST)]
)
async def test_a_wrong_tag_is_answered_with_the_close_alone(
    secret: str, seen: Fingerprints
) -> None:
    ours, theirs = MemoryChannel.pair()
    host = asyncio.create_task(outcome(prove_host(ours, SECRET, ROOM, TRUE)))
    theirs.send(guest_side(secret, seen=seen).respond(await theirs.receive()))
    assert isinstance(await host, NotProven)
    assert await everything(theirs) == []


async def test_a_second_guess_on_the_same_channel_is_not_read() -> None:
    ours, theirs = MemoryChannel.pair()
    host = asyncio.create_task(outcome(prove_host(ours, SECRET, ROOM, TRUE)))
    challenge = await theirs.receive()
    theirs.send(guest_side("3XWD").respond(challenge))
    theirs.send(guest_side(SECRET).respond(challenge))
    assert isinstance(await host, NotProven)
    assert await everything(theirs) == []


# Who answers with the wrong part


async def test_two_guests_do_not_prove_anything_to_each_other() -> None:
    one, two = MemoryChannel.pair()
    results = await asyncio.gather(
        outcome(prove_guest(one, SECRET, ROOM, TRUE, deadline=0.01)),
        outcome(prove_guest(two, SECRET, ROOM, TRUE, deadline=0.01)),
    )
    assert all(isinstance(error, ConnectionFailed) for error in results)


async def test_two_hosts_do_not_prove_anything_to_each_other() -> None:
    one, two = MemoryChannel.pair()
    results = await asyncio.gather(
        outcome(prove_host(one, SECRET, ROOM, TRUE)),
        outcome(prove_host(two, SECRET, ROOM, TRUE)),
    )
    assert [str(error) for error in results] == [NONSENSE, NONSENSE]


# What is not a proof at all


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        "[" * 400,
        " " * (MAX_SIZE + 1),
        '{"type":"hello","version":1,"name":"Ada"}',
        '{"type":"proof-response","version":1}',
        '{"type":"proof-response","version":"1","share":"","tag":""}',
    ],
)
async def test_nonsense_is_called_nonsense(text: str) -> None:
    for prove in (prove_host, prove_guest):
        ours, theirs = MemoryChannel.pair()
        theirs.send(text)
        error = await outcome(prove(ours, SECRET, ROOM, TRUE))
        assert str(error) == NONSENSE
        with pytest.raises(ChannelClosed):
            theirs.send("more")


async def test_silence_ends_with_the_deadline() -> None:
    for prove in (prove_host, prove_guest):
        ours, theirs = MemoryChannel.pair()
        error = await outcome(prove(ours, SECRET, ROOM, TRUE, deadline=0.01))
        assert str(error) == SILENT
        with pytest.raises(ChannelClosed):
            theirs.send("late")


async def test_who_hangs_up_first_has_proved_nothing() -> None:
    for prove in (prove_host, prove_guest):
        ours, theirs = MemoryChannel.pair()
        await theirs.close()
        error = await outcome(prove(ours, SECRET, ROOM, TRUE))
        assert str(error) == HUNG_UP
        assert not isinstance(error, NotProven)


async def test_a_guest_that_leaves_is_no_wrong_guess() -> None:
    ours, theirs = MemoryChannel.pair()
    host = asyncio.create_task(outcome(prove_host(ours, SECRET, ROOM, TRUE)))
    await theirs.receive()
    await theirs.close()
    error = await host
    assert not isinstance(error, NotProven)
    assert str(error) == HUNG_UP


# Another version

OLDER = "the other end's rummyroom is older than this one; it has to be updated"
NEWER = "this rummyroom is older than the other end's; update it and try again"


@pytest.mark.parametrize(
    ("theirs", "told"), [(VERSION - 1, OLDER), (VERSION + 1, NEWER)]
)
async def test_both_ends_are_told_whose_version_is_older(
    theirs: int, told: str
) -> None:
    ours, host = MemoryChannel.pair()
    host.send(json.dumps({"type": "proof-challenge", "version": theirs, "new": []}))
    error = await outcome(prove_guest(ours, SECRET, ROOM, TRUE))
    assert isinstance(error, VersionMismatch)
    assert str(error) == told
    (last_words,) = await everything(host)
    assert json.loads(last_words) == {"type": "proof-version", "version": VERSION}

    ours, guest = MemoryChannel.pair()
    guest.send(changed(last_words, version=theirs))
    error = await outcome(prove_host(ours, SECRET, ROOM, TRUE))
    assert isinstance(error, VersionMismatch)
    assert str(error) == told
