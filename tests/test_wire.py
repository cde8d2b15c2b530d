"""The game messages: a sample of each, and nothing else gets in."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal, get_args

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from peer.ndjson import Ndjson
from peer.requests import Next, Quit, Request, Reset, Start
from shared.actions import Action
from shared.errors import ProtocolError
from shared.events import Event
from shared.wire import (
    MAX_SIZE,
    ToGuest,
    ToHost,
    decode_to_guest,
    decode_to_host,
    encode,
)

SAMPLES = json.loads(
    Path(__file__).with_name("wire_samples.json").read_text(encoding="utf-8")
)
DECODE = {"to_host": decode_to_host, "to_guest": decode_to_guest}

Decode = Callable[[str], ToHost | ToGuest]


def compact(sample: object) -> str:
    return json.dumps(sample, ensure_ascii=False, separators=(",", ":"))


def tags(*unions: object) -> set[object]:
    return {kind.__struct_config__.tag for union in unions for kind in get_args(union)}


def words(kind: object) -> Iterator[object]:
    """Every word a type allows where it allows only some; a default may be left out."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        short = kind.__struct_config__.omit_defaults
        for field in msgspec.structs.fields(kind):
            for word in words(field.type):
                if not (short and word == field.default):
                    yield word
    elif getattr(kind, "__origin__", None) is Literal:
        yield from get_args(kind)
    else:
        for part in get_args(kind):
            yield from words(part)


def texts(sample: Any) -> Iterator[object]:
    match sample:
        case dict():
            for part in sample.values():
                yield from texts(part)
        case list():
            for part in sample:
                yield from texts(part)
        case str():
            yield sample


# The samples


@pytest.mark.parametrize(
    ("way", "sample"),
    [(way, sample) for way, samples in SAMPLES.items() for sample in samples],
)
def test_a_sample_comes_out_as_it_went_in(way: str, sample: dict[str, Any]) -> None:
    message = DECODE[way](compact(sample))
    assert encode(message) == compact(sample)


def test_every_message_action_and_event_has_a_sample() -> None:
    for way, union in (("to_host", ToHost), ("to_guest", ToGuest)):
        assert {sample["type"] for sample in SAMPLES[way]} == tags(union)
    actions = [sample.get("action") for sample in SAMPLES["to_host"]]
    assert {action["type"] for action in actions if action} == tags(Action)
    events = [e for sample in SAMPLES["to_guest"] for e in sample.get("events", ())]
    assert {event["type"] for event in events} == tags(Event)


def test_every_word_has_a_sample() -> None:
    expected = {*words(ToHost), *words(ToGuest)}
    assert {"went_out", "lay_off", "lobby"} <= expected
    assert expected <= {*texts(SAMPLES)}


# Anything else


ANY_TEXT = st.text(st.characters()) | st.recursive(
    st.sampled_from([None, True, 0, -1, 2**70, 1.5, "", "7H", "stock", "\ud800"]),
    lambda part: (
        st.lists(part, max_size=4)
        | st.dictionaries(
            st.sampled_from(["type", "id", "action", "view", "x"]), part, max_size=4
        )
    ),
    max_leaves=8,
).map(json.dumps)


@st.composite
def spoiled(draw: st.DrawFn) -> str:
    """A sample with some characters replaced."""
    way = draw(st.sampled_from(sorted(SAMPLES)))
    text = compact(draw(st.sampled_from(SAMPLES[way])))
    start = draw(st.integers(0, len(text)))
    length = draw(st.integers(0, 12))
    return text[:start] + draw(st.text(max_size=4)) + text[start + length :]


@pytest.mark.parametrize(
    ("decode", "union"), [(decode_to_host, ToHost), (decode_to_guest, ToGuest)]
)
@given(text=ANY_TEXT | spoiled())
@example(text="\ud800")
@example(text='{"type":"bye","reason":"\ud800"}')
@example(text='{"type":"bye","reason":"\\ud800"}')
@example(text="[" * (MAX_SIZE - 1))
@example(text='{"type":"act","id":1,"seq":1,"action":' + '{"a":' * 3000)
@example(text="x" * (MAX_SIZE + 1))
def test_any_text_is_a_message_or_breaks_the_protocol(
    decode: Decode, union: object, text: str
) -> None:
    try:
        message = decode(text)
    except ProtocolError as error:
        assert str(error).startswith(("not a game message: ", "a message of "))
    else:
        assert isinstance(message, get_args(union))
        assert decode(encode(message)) == message


@given(line=ANY_TEXT | spoiled())
@example(line="\ud800")
@example(line='{"type":"\ud800"}')
@example(line='{"type":"\\ud800"}')
@example(line="[" * 100_000)
@example(line='{"type":"draw","source":"stock"}')
@example(line='{"type":"hint"}')
def test_any_line_is_a_request_or_is_answered(line: str) -> None:
    typed = Ndjson().typed(line)
    if isinstance(typed, list):
        [answer] = map(json.loads, typed)
        assert answer["type"] == "notice"
        assert answer["text"].startswith(("not a request: ", "nobody gives hints"))
    else:
        assert isinstance(typed, get_args(Request))


@pytest.mark.parametrize(
    ("kind", "request_"),
    [("start", Start()), ("next", Next()), ("reset", Reset()), ("quit", Quit())],
)
def test_a_program_asks_for_more_than_actions(kind: str, request_: Request) -> None:
    assert Ndjson().typed(f'{{"type":"{kind}"}}') == request_


@pytest.mark.parametrize("decode", DECODE.values())
def test_a_message_too_long_is_told_to_be(decode: Decode) -> None:
    with pytest.raises(ProtocolError, match="^a message of 16386 bytes is too long$"):
        decode("♠" * 5462)
