"""The lines of a journal: what is torn is cut off, what is damaged is named."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tabled import Table, pair

from peer.records import VERSION, JournalError, Record, read, written

DAMAGED = (
    "line {} of the journal x.jsonl is damaged, so this table cannot go on; nothing "
    "was changed: put a copy of the file in its place, or host a new table"
)
NO_JOURNAL = "x.jsonl is no journal of a table; name one, or leave the name out"
OTHER_VERSION = (
    "the journal x.jsonl was written by another version of rummyroom; go on with that "
    "one, or host a new table"
)


def some_records() -> list[Record]:
    table, *_ = pair()
    for _ in range(3):
        table.play_turn()
    return table.records()


RECORDS = some_records()
CONTENT, CRC = written(RECORDS)


def refusal(content: bytes) -> str:
    with pytest.raises(JournalError) as caught:
        read(content, "x.jsonl")
    return str(caught.value)


def test_what_is_written_is_read() -> None:
    assert read(CONTENT, "x.jsonl") == (tuple(RECORDS), len(CONTENT), CRC)


def test_lines_can_be_added_one_by_one() -> None:
    content, crc = b"", 0
    for record in RECORDS:
        line, crc = written([record], crc)
        content += line
    assert (content, crc) == (CONTENT, CRC)


def test_a_line_is_json_with_a_checksum() -> None:
    table = Table()
    first = written([table.first])[0].decode()
    assert first.startswith('{"crc":"')
    assert first[16:].startswith('","record":{"type":"table_made","version":1,')
    assert first.endswith("}}\n")


def test_a_torn_last_line_is_cut_off_wherever_it_was_torn() -> None:
    last, crc = CONTENT.splitlines(keepends=True)[-1], written(RECORDS[:-1])[1]
    whole = len(CONTENT) - len(last)
    for kept in range(len(last)):
        found = read(CONTENT[: whole + kept], "x.jsonl")
        assert found == (tuple(RECORDS[:-1]), whole, crc)


@pytest.mark.parametrize("hole", ["\0" * 40, "\0" * 40 + "\n", "{}\0\n"])
def test_what_never_reached_the_disk_is_cut_off_too(hole: str) -> None:
    assert read(CONTENT + hole.encode(), "x.jsonl").size == len(CONTENT)


@given(st.data())
def test_a_changed_byte_is_found_and_its_line_named(data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(CONTENT) - 2))
    byte = data.draw(st.integers(1, 255))
    changed = bytearray(CONTENT)
    changed[place] ^= byte
    line = CONTENT[:place].count(b"\n") + 1
    if b"\0" in changed.split(b"\n")[-2]:
        return  # taken for a hole that the power cut left
    sentence = refusal(bytes(changed))
    if line == 1:
        assert sentence == NO_JOURNAL
    else:
        assert sentence == DAMAGED.format(line)


def test_a_missing_a_doubled_and_an_exchanged_line_are_found() -> None:
    lines = CONTENT.splitlines(keepends=True)
    assert refusal(b"".join([*lines[:3], *lines[4:]])) == DAMAGED.format(4)
    assert refusal(b"".join([*lines[:3], *lines[2:]])) == DAMAGED.format(4)
    lines[3], lines[4] = lines[4], lines[3]
    assert refusal(b"".join(lines)) == DAMAGED.format(4)


@pytest.mark.parametrize("content", [b"", b"torn", b"\n", b"hello\n", b"\0" * 4096])
def test_what_is_no_journal_is_refused(content: bytes) -> None:
    assert refusal(content) == NO_JOURNAL


def test_a_journal_of_another_version_is_refused() -> None:
    older, _ = written(RECORDS[:1])
    data = older[27:-2].replace(b'"version":%d' % VERSION, b'"version":9')
    assert refusal(line_of(data)) == OTHER_VERSION
    assert refusal(line_of(b'{"type":"later"}')) == OTHER_VERSION


def line_of(data: bytes) -> bytes:
    """``data`` as the first line of a journal."""
    from zlib import crc32

    return b'{"crc":"%08x","record":%b}\n' % (crc32(data), data)


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(content: bytes) -> None:
    for whole in (content, CONTENT + content):
        try:
            read(whole, "x.jsonl")
        except JournalError:
            pass
