"""A line that is typed key by key."""

import pytest

from peer.lineedit import Line


def typed(*keys: str) -> tuple[list[str | None], str]:
    """The lines that were finished, and what stands there."""
    line = Line()
    return [done for some in keys for done in line.feed(some)], line.text


@pytest.mark.parametrize(
    ("keys", "text"),
    [
        ("draw", "draw"),
        ("dr\x7faw", "daw"),
        ("\x7f\x08x", "x"),
        ("discard 7H\x17", "discard "),
        ("discard  \x17take", "take"),
        ("discard 7H\x15draw", "draw"),
        ("dr\x1b[D\x1b[1;5Caw", "draw"),
        ("\x1bOPdraw\x1b[3~", "draw"),
        ("\x1bdraw", "raw"),
        ("d\x00r\x07a\tw", "draw"),
        ("René 7♥", "René 7♥"),
        ("draw\x04", "draw"),
    ],
)
def test_what_stands_there(keys: str, text: str) -> None:
    assert typed(keys) == ([], text)


def test_enter_finishes_a_line() -> None:
    assert typed("dr", "aw\nhand\r", "\nta") == (["draw", "hand", ""], "ta")


def test_the_end_of_input_counts_at_the_start_of_a_line() -> None:
    assert typed("\x04") == ([None], "")
    assert typed("draw\n\x04") == (["draw", None], "")


def test_a_key_may_come_in_pieces() -> None:
    assert typed("dr\x1b", "[", "1;5", "Caw") == ([], "draw")
    assert typed("dr\x1b", "OPaw\n") == (["draw"], "")


def test_the_escape_key_does_nothing_to_the_next_one() -> None:
    assert typed("\x1b", "draw\n") == (["draw"], "")
    assert typed("dr\x1b", "\x1b", "aw") == ([], "draw")
    assert typed("dr\x1b", "\n") == (["dr"], "")


def test_what_never_becomes_a_key_is_dropped() -> None:
    assert typed("dr", "\x1b[" + "1;" * 20, "aw") == ([], "draw")
