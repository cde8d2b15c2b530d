"""Standard output that may be paused, closed or full."""

import os
import threading
from collections.abc import Iterator

import pytest

from peer.printer import Printer


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    """Our end of a pipe, and the end that is the standard output."""
    ours, theirs = os.pipe()
    yield ours, theirs
    os.close(ours)
    os.close(theirs)


def test_everything_is_written_in_order(pipe: tuple[int, int]) -> None:
    ours, theirs = pipe
    printer = Printer(theirs, "utf-8")
    for number in range(100):
        printer.write(f"{number} ")
    printer.close()
    assert os.read(ours, 4096) == "".join(f"{n} " for n in range(100)).encode()


def test_letters_that_the_terminal_lacks_are_replaced(pipe: tuple[int, int]) -> None:
    ours, theirs = pipe
    printer = Printer(theirs, "ascii")
    printer.write("René\n")
    printer.close()
    assert os.read(ours, 4096) == b"Ren?\n"


def test_a_paused_screen_delays_nobody(pipe: tuple[int, int]) -> None:
    ours, theirs = pipe
    printer = Printer(theirs, "utf-8")
    pieces = 200
    for _ in range(pieces):
        printer.write("x" * 1000)  # together more than a pipe holds

    def read_all() -> None:
        left = pieces * 1000
        while left:
            left -= len(os.read(ours, left))

    reader = threading.Thread(target=read_all)
    reader.start()
    reader.join()
    printer.close()


def test_what_cannot_be_written_is_told_the_next_time() -> None:
    with open("/dev/full", "w") as full:
        printer = Printer(full.fileno(), "utf-8")
        printer.write("one")
        printer.close()
        with pytest.raises(OSError, match="No space left"):
            printer.write("two")
