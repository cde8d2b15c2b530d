"""The signaling messages: what goes through the codec, and that nothing breaks it."""

import json
from functools import partial

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec import Raw, Struct

from shared.errors import ProtocolError
from shared.signals import (
    MAX_BRACKETS,
    MAX_DATA,
    MAX_SIZE,
    Answer,
    Arrived,
    Candidate,
    Create,
    Created,
    Description,
    Error,
    IceServer,
    Join,
    Joined,
    Leave,
    Left,
    Offer,
    Restarting,
    Signal,
    Signaled,
    ToMember,
    ToServer,
    decode_description,
    decode_to_member,
    decode_to_server,
    encode,
    encode_description,
)

TURN = IceServer(urls=("turn:turn.example:3478",), username="u", credential="c")
TO_SERVER: dict[str, ToServer] = {
    '{"type":"create","version":1,"claim":null,"room":null}': Create(version=1),
    '{"type":"create","version":1,"claim":"c","room":"7KQM"}': Create(
        version=1, claim="c", room="7KQM"
    ),
    '{"type":"join","version":1,"room":"7KQM"}': Join(version=1, room="7KQM"),
    '{"type":"leave"}': Leave(),
}
TO_MEMBER: dict[str, ToMember] = {
    '{"type":"created","room":"7KQM","you":5,"claim":"c","ice_servers":[]}': Created(
        room="7KQM", you=5, claim="c", ice_servers=()
    ),
    '{"type":"joined","room":"7KQM","you":6,"host":5,"ice_servers":'
    '[{"urls":["turn:turn.example:3478"],"username":"u","credential":"c"}]}': Joined(
        room="7KQM", you=6, host=5, ice_servers=(TURN,)
    ),
    '{"type":"arrived","member":6}': Arrived(member=6),
    '{"type":"left","member":6,"reason":"lost"}': Left(member=6, reason="lost"),
    '{"type":"error","code":"full","message":"m"}': Error(code="full", message="m"),
    '{"type":"error","code":"limit","message":"m","retry_after":60.0}': Error(
        code="limit", message="m", retry_after=60
    ),
    '{"type":"restarting","retry_after":2.0}': Restarting(retry_after=2),
}
DESCRIPTIONS: dict[str, Description] = {
    '{"type":"offer","sdp":"v=0\\r\\n"}': Offer(sdp="v=0\r\n"),
    '{"type":"answer","sdp":"v=0\\r\\n"}': Answer(sdp="v=0\r\n"),
    '{"type":"candidate","candidate":"candidate:1","sdpMid":"0","sdpMLineIndex":0,'
    '"usernameFragment":"f"}': Candidate(
        candidate="candidate:1", sdp_mid="0", sdp_m_line_index=0, username_fragment="f"
    ),
    '{"type":"candidate","candidate":null,"sdpMid":null,"sdpMLineIndex":null,'
    '"usernameFragment":null}': Candidate(candidate=None),
}


def relayed(data: str) -> str:
    """A member's signal that carries ``data``."""
    return f'{{"type":"signal","to":6,"data":{data}}}'


def refusal_of(text: str) -> str:
    """What the server says of ``text``."""
    with pytest.raises(ProtocolError) as refused:
        decode_to_server(text)
    return str(refused.value)


@pytest.mark.parametrize("text", TO_SERVER)
def test_what_a_member_says(text: str) -> None:
    assert decode_to_server(text) == TO_SERVER[text]
    assert encode(TO_SERVER[text]) == text


@pytest.mark.parametrize("text", TO_MEMBER)
def test_what_the_server_says(text: str) -> None:
    assert decode_to_member(text) == TO_MEMBER[text]
    assert json.loads(encode(TO_MEMBER[text])) == json.loads(text)


@pytest.mark.parametrize("text", DESCRIPTIONS)
def test_what_two_peers_say_through_the_server(text: str) -> None:
    assert decode_description(Raw(text.encode())) == DESCRIPTIONS[text]
    assert bytes(encode_description(DESCRIPTIONS[text])) == text.encode()


@pytest.mark.parametrize(
    "data",
    ['{"é" : [1e400, -0, {"__proto__":null}], "é":"\\u0000\\ud83c\\udccf"}', "null"]
    + ["0", '""', "[]", '"{[\\"}]"', str(10**4000)],
)
def test_data_is_relayed_byte_for_byte(data: str) -> None:
    signal = decode_to_server(relayed(data))
    assert isinstance(signal, Signal)
    text = encode(Signaled(sender=5, data=signal.data))
    assert text == f'{{"type":"signal","from":5,"data":{data}}}'
    heard = decode_to_member(text)
    assert isinstance(heard, Signaled)
    assert bytes(heard.data) == data.encode()


@pytest.mark.parametrize(
    "data",
    ["", "tru", "NaN", "01", "[1,]", '{"a":1,}', '"\\q"', '"a\nb"', "1 2", "//"]
    + ['"\ud800"', '"\\ud800"', "{1:2}", "'a'", "\ufeff1", "1}", '1,"x":1'],
)
def test_data_that_is_not_json_is_not_relayed(data: str) -> None:
    assert refusal_of(relayed(data)).startswith("not a signaling message: ")


@pytest.mark.parametrize(
    "text",
    ["", "{}", "[]", "null", '"leave"', "leave", '{"type":"bye"}', '{"type":1}']
    + ['{"type":"leave","x":1}', '{"type":"leave"} {"type":"leave"}']
    + ['{"type":"leave","type":"join"}', '{"type":"join","version":1}']
    + ['{"type":"join","version":"1","room":"7KQM"}']
    + ['{"type":"join","version":1,"room":"' + "7" * 65 + '"}']
    + ['{"type":"created","room":"7KQM","you":5,"claim":"c","ice_servers":[]}']
    + [f'{{"type":"signal","to":{to},"data":1}}' for to in (-1, 1.5, 2**53, 10**40)]
    + ["[" * 60_000, '{"type":' * 5_000, '{"type":"leave","x":' + "[" * 60_000],
)
def test_anything_else_is_refused(text: str) -> None:
    assert refusal_of(text).startswith("not a signaling message: ")


@pytest.mark.parametrize(
    "text",
    [
        '{"type":"join","version":1,"room":"2222","room":"7KQM"}',
        '{"type":"join","version":1,"version":1,"room":"7KQM"}',
        '{"type":"leave","type":"leave"}',
        '{"type":"create","version":1,"claim":null,"claim":"c","room":"7KQM"}',
        '{"type":"signal","to":6,"to":5,"data":1}',
        '{"type":"signal","to":6,"data":1,"data":[1e999,' + "9" * 5000 + "]}",
        '{"type":"signal","to":6,"data":1,"d\\u0061ta":2}',
    ],
)
def test_a_field_that_comes_twice_is_refused(text: str) -> None:
    assert refusal_of(text) == "a signaling message has a field twice"


@pytest.mark.parametrize(
    "text",
    [
        '{"data":1,"to":6,"type":"signal"}',
        '{ "type" : "signal", "to" : 6, "data" : {"a":1,"a":2} }',
        '{"type":"signal","to":6,"d\\u0061ta":[' + "9" * 5000 + "]}",
    ],
)
def test_fields_come_in_any_order_and_spelling(text: str) -> None:
    assert isinstance(decode_to_server(text), Signal)


def test_a_long_message_is_refused() -> None:
    assert refusal_of('"' + "é" * (MAX_SIZE // 2) + '"') == (
        "the signaling message is too long"
    )


def test_data_that_leaves_no_room_for_the_way_out_is_refused() -> None:
    longest = json.dumps("x" * (MAX_DATA - 2))
    signal = decode_to_server(relayed(longest))
    assert isinstance(signal, Signal)
    decode_to_member(encode(Signaled(sender=2**53 - 1, data=signal.data)))
    too_long = json.dumps("x" * (MAX_DATA - 1))
    assert refusal_of(relayed(too_long)) == "what is to be relayed is too long"


@pytest.mark.parametrize(("opening", "closing"), ["[]", ('{"a":', "}")])
def test_data_nested_too_deeply_is_refused(opening: str, closing: str) -> None:
    deepest = opening * MAX_BRACKETS + "1" + closing * MAX_BRACKETS
    assert isinstance(decode_to_server(relayed(deepest)), Signal)
    assert refusal_of(relayed(f"[{deepest}]")) == (
        "what is to be relayed is nested too deeply"
    )


@pytest.mark.parametrize(
    "text",
    [
        '{"type":"create","version":2,"colour":"red"}',
        '{"type":"join","version":2,"room":["7KQM"]}',
        '{"version":2,"type":"join"}',
    ],
)
def test_the_opening_of_another_version_is_understood_as_far_as_that(text: str) -> None:
    assert decode_to_server(text) == Create(version=2)


@pytest.mark.parametrize(
    "text",
    [
        '{"type":"create","version":1,"colour":"red"}',
        '{"type":"leave","version":2}',
        '{"type":"create","version":"two"}',
        '{"type":"create","version":2',
    ],
)
def test_other_mistakes_are_not_taken_for_another_version(text: str) -> None:
    assert refusal_of(text).startswith("not a signaling message: ")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff",
        b'{"type":"offer","sdp":"\xff"}',
        b'{"type":"offer","sdp":"\xed\xa0\x80"}',
        b'{"type":"offer","sdp":"' + b"x" * (16 * 1024 + 1) + b'"}',
        b'{"type":"candidate"}',
        b'{"type":"candidate","candidate":"' + b"x" * 1025 + b'"}',
        b'{"type":"candidate","candidate":null,"sdpMLineIndex":65536}',
        b'{"type":"candidate","candidate":null,"sdpMLineIndex":' + b"9" * 99 + b"}",
        b'{"type":"pranswer","sdp":""}',
        b"[" * 60_000,
    ],
)
def test_other_descriptions_are_refused(data: bytes) -> None:
    with pytest.raises(ProtocolError, match="^not a signaling message: "):
        decode_description(Raw(data))


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**40), 10**40)
    | st.floats()
    | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)
fields = st.sampled_from(
    "type version room claim to from data you host member reason code message"
    " retry_after ice_servers urls sdp candidate sdpMid sdpMLineIndex".split()
)
tags = st.sampled_from(
    "create join signal leave created joined arrived left error restarting offer answer"
    " candidate".split()
)
pairs = st.lists(st.tuples(fields | st.text(), json_values | tags), max_size=8)


@st.composite
def objects(draw: st.DrawFn) -> str:
    """JSON objects with our own names in them, repeated ones too, escaped or not."""
    found = [("type", draw(tags)), *draw(pairs)]
    dump = partial(json.dumps, ensure_ascii=draw(st.booleans()))
    members = [
        f"{dump(name)}:{dump(value)}" for name, value in draw(st.permutations(found))
    ]
    return "{" + ",".join(members) + "}"


surrogates = st.characters(categories=["Cs"])
texts = (
    st.text()
    | st.text(st.characters() | surrogates)
    | objects()
    | json_values.map(json.dumps)
    | st.sampled_from([*TO_SERVER, *TO_MEMBER, *DESCRIPTIONS, relayed("1")]).flatmap(
        lambda text: st.integers(0, len(text)).map(lambda end: text[:end])
    )
)


@given(texts)
@example("[" * 60_000)
@example('{"a":' * 12_000)
@example(relayed("9" * 60_000))
def test_any_text_is_a_message_or_a_protocol_error(text: str) -> None:
    for decode in (decode_to_server, decode_to_member):
        try:
            message: Struct = decode(text)
        except ProtocolError:
            continue
        assert isinstance(message, ToServer if decode is decode_to_server else ToMember)


@given(st.binary() | texts.map(lambda text: text.encode(errors="surrogatepass")))
def test_any_bytes_are_a_description_or_a_protocol_error(data: bytes) -> None:
    try:
        description = decode_description(Raw(data))
    except ProtocolError:
        return
    assert isinstance(description, Description)


@given(json_values.map(json.dumps) | texts)
def test_whatever_the_server_lets_in_it_can_relay(data: str) -> None:
    try:
        signal = decode_to_server(relayed(data))
    except ProtocolError:
        return
    assert isinstance(signal, Signal)
    heard = decode_to_member(encode(Signaled(sender=2**53 - 1, data=signal.data)))
    assert isinstance(heard, Signaled)
    assert bytes(heard.data) == bytes(signal.data)
