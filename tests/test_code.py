"""Room codes: reading them, and telling every slip."""

import itertools
import random
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.code import (
    ALPHABET,
    ROOM_SYMBOLS,
    SECRET_SYMBOLS,
    Code,
    is_room,
    link,
    make_secret,
    read_code,
    read_invitation,
    read_server,
)
from shared.errors import CodeError

CODE = Code("7KQM", "3XWC")
TEXT = "7KQ-M3X-WC7"

SLIP = "there is a slip in this code; compare it with the host's, symbol by symbol"
BAD_ADDRESS = "this address leads to no server"

symbols = st.sampled_from(ALPHABET)
codes = st.builds(
    Code,
    st.text(symbols, min_size=ROOM_SYMBOLS, max_size=ROOM_SYMBOLS),
    st.text(symbols, min_size=SECRET_SYMBOLS, max_size=SECRET_SYMBOLS),
)


def refusal(text: str) -> str:
    with pytest.raises(CodeError) as caught:
        read_code(text)
    return str(caught.value)


def invitation_refusal(text: str) -> str:
    with pytest.raises(CodeError) as caught:
        read_invitation(text)
    return str(caught.value)


def some_codes(count: int) -> list[str]:
    chance = random.Random(7)
    made = [make_secret(chance.randrange) for _ in range(2 * count)]
    return [
        str(Code(room, secret)).replace("-", "")
        for room, secret in zip(made[::2], made[1::2], strict=True)
    ]


def test_the_alphabet_is_prime_and_free_of_lookalikes() -> None:
    assert len(ALPHABET) == len(set(ALPHABET)) == 23
    assert not set(ALPHABET) & set("01ABDEILOSUYZ")


def test_a_code_is_shown_in_threes() -> None:
    assert str(CODE) == TEXT


@pytest.mark.parametrize(
    "text",
    [
        TEXT,
        "7KQM3XWC7",
        "7kq-m3x-wc7",
        " 7kq m3x wc7\n",
        "7KQ\u2013M3X\u2014WC7",
        "7KQ\u2011M3X\u2212WC7",
        "\u200e7KQ\u00a0M3X\u00a0WC7\u200b",
        "\ufeff7-k-q_m-3-x_w-c-7",
    ],
)
def test_case_spaces_and_dashes_do_not_matter(text: str) -> None:
    assert read_code(text) == CODE


@given(codes)
def test_what_is_shown_is_read(code: Code) -> None:
    assert read_code(str(code)) == code


def test_a_wrong_length_is_told() -> None:
    assert refusal("7KQ-M3X-WC") == (
        "a room code has 9 symbols, like 7KQ-M3X-WC7; this has 8"
    )
    assert refusal("") == "a room code has 9 symbols, like 7KQ-M3X-WC7; this has 0"
    assert refusal(TEXT + "7") == (
        "a room code has 9 symbols, like 7KQ-M3X-WC7; this has 10"
    )


def test_a_symbol_that_no_code_contains_is_told_with_its_place() -> None:
    assert refusal("7KQ-M3X-OC7") == (
        "symbol 7 of this code is O; codes never contain 0 1 A B D E I L O S U Y Z"
    )
    assert refusal("1kq-m3x-wc7") == (
        "symbol 1 of this code is 1; codes never contain 0 1 A B D E I L O S U Y Z"
    )


def test_a_symbol_that_cannot_be_printed_is_told_by_its_number() -> None:
    assert refusal("7KQ-M\x1bX-WC7").startswith("symbol 5 of this code is U+001B;")
    assert refusal("7KQ-M\udc80X-WC7").startswith("symbol 5 of this code is U+DC80;")


def test_letters_that_only_look_like_ours_are_not_taken() -> None:
    assert refusal("7\u212aQ-M3X-WC7").startswith("symbol 2 of this code is")
    assert refusal("7KQ-M\uff13X-WC7").startswith("symbol 5 of this code is")
    assert refusal("7KQ-M\ufb00-3WC7").startswith("symbol 5 of this code is")


def test_every_wrong_symbol_is_caught() -> None:
    for code in some_codes(100):
        for place, wrong in itertools.product(range(9), ALPHABET):
            if wrong != code[place]:
                assert refusal(code[:place] + wrong + code[place + 1 :]) == SLIP


def test_every_exchange_of_two_symbols_is_caught() -> None:
    for code in some_codes(300):
        for one, two in itertools.combinations(range(9), 2):
            if code[one] != code[two]:
                swapped = list(code)
                swapped[one], swapped[two] = swapped[two], swapped[one]
                assert refusal("".join(swapped)) == SLIP


def test_every_wrong_pair_of_alike_neighbours_is_caught() -> None:
    for code, wrong in itertools.product(some_codes(300), ALPHABET):
        for place in range(8):
            if code[place] == code[place + 1] != wrong:
                assert refusal(code[:place] + 2 * wrong + code[place + 2 :]) == SLIP


@given(st.text(max_size=20))
def test_any_text_is_a_code_or_has_an_explanation(text: str) -> None:
    try:
        code = read_code(text)
    except CodeError as error:
        assert str(error).isprintable()
    else:
        assert is_room(code.room)


def test_a_secret_takes_its_symbols_from_the_chance_it_is_given() -> None:
    drawn = iter([0, 22, 1, 21])
    bounds = []

    def randbelow(bound: int) -> int:
        bounds.append(bound)
        return next(drawn)

    assert make_secret(randbelow) == "2X3W"
    assert bounds == [23, 23, 23, 23]


def test_the_secret_does_not_show_in_a_log() -> None:
    assert repr(CODE) == "Code('7KQM', ...)"


@pytest.mark.parametrize("text", ["", "7KQ", "7KQMM", "7kqm", "7KQO", "../x"])
def test_what_is_no_room(text: str) -> None:
    assert not is_room(text)


def test_what_is_a_room() -> None:
    assert is_room("7KQM")


@pytest.mark.parametrize(
    ("text", "server"),
    [
        (TEXT, None),
        (" 7kq m3x wc7 ", None),
        (f"https://rummy.example/#{TEXT}", "https://rummy.example"),
        (f"https://rummy.example#{TEXT}", "https://rummy.example"),
        (f" https://Rummy.Example/#{TEXT}\n", "https://rummy.example"),
        (f"http://10.0.0.7:8765/#{TEXT}", "http://10.0.0.7:8765"),
        (f"HTTP://[fd00::2]:8765/#{TEXT}", "http://[fd00::2]:8765"),
        (f"https://example.org/games/rummy/#{TEXT}", "https://example.org/games/rummy"),
        (f"https://rummy.example/?from=chat#{TEXT}", "https://rummy.example"),
        ("https://rummy.example/#7kq%20m3x%20wc7", "https://rummy.example"),
    ],
)
def test_invitations(text: str, server: str | None) -> None:
    assert read_invitation(text) == (server, CODE)


def test_a_link_to_a_room() -> None:
    assert link("https://rummy.example", CODE) == f"https://rummy.example/#{TEXT}"
    assert link("https://rummy.example/", CODE) == f"https://rummy.example/#{TEXT}"


@given(
    codes,
    st.sampled_from(["https://a.example", "http://[::1]:80", "http://h:1/x"]),
)
def test_the_link_that_is_made_is_read(code: Code, server: str) -> None:
    assert read_invitation(link(server, code)) == (server, code)


@pytest.mark.parametrize("text", ["https://rummy.example/", "https://rummy.example/#"])
def test_a_link_without_a_code_is_refused(text: str) -> None:
    assert invitation_refusal(text) == (
        "this link has no room code after a #; ask for the whole link"
    )


def test_a_link_with_a_slip_is_refused_like_a_code() -> None:
    assert invitation_refusal("https://rummy.example/#7KQ-M3X-WC8") == SLIP


@pytest.mark.parametrize(
    "text",
    [
        f"rummy.example/#{TEXT}",
        f"ws://rummy.example/#{TEXT}",
        f"javascript:alert(1)//#{TEXT}",
        f"#{TEXT}",
    ],
)
def test_only_web_links_are_taken(text: str) -> None:
    assert invitation_refusal(text) == (
        "links and addresses of servers begin with https:// or http://"
    )


@pytest.mark.parametrize(
    "address",
    [
        "https://",
        "https:///games",
        "https://:443",
        "https://[::1",
        "https://host:port",
        "https://host:70000",
        "https://host:0",
        "https://name:word@host",
        "https://rummy.example@evil.example",
        "https://two words",
        "https://host\\evil",
        "https://host/\x1b[2J",
        "https://host/<b>",
    ],
)
def test_an_address_that_leads_nowhere_is_refused(address: str) -> None:
    assert invitation_refusal(f"{address}/#{TEXT}") == BAD_ADDRESS


@given(st.text(max_size=60) | st.text(max_size=40).map("http://{}/#7KQ-M3X-WC7".format))
def test_any_text_is_an_invitation_or_has_an_explanation(text: str) -> None:
    try:
        server, code = read_invitation(text)
    except CodeError as error:
        assert str(error).isprintable()
    else:
        assert is_room(code.room)
        assert server is None or read_server(server) == server


def test_an_address_alone() -> None:
    assert read_server("https://Rummy.Example:443/x/") == "https://rummy.example:443/x"
    with pytest.raises(CodeError, match=BAD_ADDRESS):
        read_server("https://")


def test_a_mistyped_code_loads_nothing_heavy() -> None:
    script = (
        "import sys, shared.code\n"
        "try: shared.code.read_invitation('7KQ-M3X-WC8')\n"
        "except shared.code.CodeError: print(*sorted(sys.modules))"
    )
    run = subprocess.run(
        [sys.executable, "-c", script],
        cwd=Path(__file__).parent.parent,
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = set(run.stdout.split())
    assert "shared.errors" in loaded
    assert not loaded & {"asyncio", "aiohttp", "ssl", "cryptography", "peer"}
